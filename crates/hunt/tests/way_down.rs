//! The way down from a wrong answer: from totals alone, by SAN that may mean two moves, and to the mates and
//! stalemates that an engine counts.

use crate::tests::inside::{
    self, BARE_KINGS, BEFORE_CASTLING, CASTLING, CLOCK_99, HANGS, Inside, LAST_PLY_WITHOUT_D8,
    List, Make, NO_RIGHT, Place, Print, RIGHT, ROWS_FROM_DEPTH_2, SAN, TOTALS, Watched, finding,
    in_san, in_short, is_castling, legal_but, lines, one_question, questions, search, setup, sum,
    total, with_illegal,
};
use crate::{FindingKind, Outcome, Plan, RowsFrom, Trouble, TroubleKind, Until, Wrong};
use ox88::{Color, Move, Position, START, Setup};
use ox88_test_support::square;
use rstest::rstest;

/// Black mates by h2h1, and h2b2 is stalemate.
const MATE_AND_STALEMATE: &str = "8/8/8/8/8/1k6/7r/K7 b - - 0 1";
const MATE: &str = "8/8/8/8/8/1k6/8/K6r w - - 0 1";
const STALEMATE: &str = "8/8/8/8/8/1k6/1r6/K7 w - - 0 1";

fn found(engine: Inside, fen: &str, depth: u32) -> String {
    inside::found(engine, fen, "", depth)
}

/// A hunt of one question, by an engine that notes what it is asked.
fn watched(engine: &mut Watched, fen: &str, depth: u32) -> Outcome {
    search(engine, &one_question(fen, "", depth), Until::First, |_, _| ())
}

// Mates and stalemates.

#[rstest]
#[case::both(|_: &Position, _| 1)]
#[case::mates(|here: &Position, _| u128::from(here.is_check()))]
#[case::stalemates(|here: &Position, _| u128::from(!here.is_check()))]
fn a_game_end_that_is_counted_as_a_leaf_is_called_that(
    #[case] count_at_end: fn(&Position, u32) -> u128,
    #[values(2, 3, 4)] depth: u32,
) {
    let found = found(Inside { count_at_end, ..RIGHT }, MATE_AND_STALEMATE, depth);
    assert!(found.starts_with("leaf-at-game-end counting Counted by "), "{found}");
}

#[test]
fn some_count_a_game_end_as_a_leaf_where_it_is_the_last_ply() {
    let count_at_end = |_: &Position, left| u128::from(left == 1);
    let engine = || Inside { count_at_end, ..RIGHT };
    assert_eq!(
        found(engine(), MATE_AND_STALEMATE, 2),
        "leaf-at-game-end counting Counted by the FEN at 2: -"
    );
    assert_eq!(found(engine(), MATE_AND_STALEMATE, 3), "nothing");
}

#[test]
fn two_leaves_for_a_game_end_are_another_thing() {
    let found = found(Inside { count_at_end: |_, _| 2, ..RIGHT }, MATE_AND_STALEMATE, 2);
    assert!(found.starts_with("count-only unmake|counting"), "{found}");
}

/// There is one leaf after it, and more of them one ply deeper.
#[test]
fn a_move_that_is_taken_for_legal_in_a_stalemate_is_no_leaf_at_its_end() {
    let list = |here: &Position, place: Place| {
        let is_rook_taken = |mv: Move| mv.to == square("b2") && here.board().at(mv.to).is_some();
        with_illegal(here, |mv| place.is_below() && is_rook_taken(mv))
    };
    let found = found(Inside { list, ..RIGHT }, MATE_AND_STALEMATE, 2);
    assert_eq!(found, "count-only unmake|counting RightAfterEachMove by the FEN at 2: -");
}

/// What it prints, where that is this number of leaves for a position without a move.
fn prints_at_end(leaves: u128, rows: &[(String, u128)]) -> Vec<String> {
    lines(rows).chain(total(if rows.is_empty() { leaves } else { sum(rows) })).collect()
}

#[rstest]
#[case::mate(MATE, 1, |_: &_, _, rows: &[_]| Ok(prints_at_end(1, rows)), "leaf-at-game-end counting Counted by the FEN at 1: -")]
#[case::stalemate(STALEMATE, 2, |_: &_, _, rows: &[_]| Ok(prints_at_end(1, rows)),
    "leaf-at-game-end counting Counted by the FEN at 2: -")]
#[case::mate_with_two_leaves(MATE, 1, |_: &_, _, rows: &[_]| Ok(prints_at_end(2, rows)),
    "total-is-not-the-sum counting Counted by the FEN at 1: -")]
#[case::no_mate(BARE_KINGS, 1, |_: &_, depth, rows: &[_]| Ok(total(if depth == 1 { 1 } else { sum(rows) })),
    "number-of-moves unknown NumberAlone by the FEN at 1: -")]
fn a_leaf_that_is_claimed_at_a_game_end_is_called_that(
    #[case] fen: &str,
    #[case] depth: u32,
    #[case] print: Print,
    #[case] expected: &str,
) {
    assert_eq!(found(Inside { print, ..RIGHT }, fen, depth), expected);
}

/// By a total alone it may as well be an illegal move, which has more after it one ply deeper.
#[rstest]
#[case::a_leaf(|_: &_, _, rows: &[_]| Ok(total(if rows.is_empty() { 1 } else { sum(rows) })),
    "leaf-at-game-end counting Counted by the FEN at 1: -")]
#[case::an_illegal_move(|_: &_, depth, rows: &[_]| {
        Ok(total(if rows.is_empty() { u128::from(depth).pow(2) } else { sum(rows) }))
    },
    "number-of-moves unknown NumberAlone by the FEN at 1: -")]
#[case::one_move_that_has_five_after_it(|_: &_, depth, rows: &[_]| {
        let leaves = if depth < 2 { 1 } else { 5 };
        Ok(total(if rows.is_empty() { leaves } else { sum(rows) }))
    },
    "number-of-moves unknown NumberAlone by the FEN at 1: -")]
fn where_totals_alone_are_printed_one_ply_more_shows_whether_it_is_a_leaf(
    #[case] print: Print,
    #[case] expected: &str,
) {
    let plan = questions(&[(START, 1), (MATE, 1)]);
    let outcome = search(&mut Inside { print, ..RIGHT }, &plan, Until::First, |_, _| ());
    assert_eq!(outcome.findings.iter().map(in_short).collect::<Vec<_>>(), [expected]);
}

#[rstest]
#[case::both(|_: &Position, _| 1, 2, "leaf-at-game-end counting Counted by the FEN at 2: -")]
#[case::both_deeper(|_: &Position, _| 1, 3, "leaf-at-game-end counting Counted by the FEN at 2: -")]
#[case::two_leaves(|_: &Position, _| 2, 2, "number-of-moves unknown NumberAlone by the FEN at 2: -")]
#[case::of_one_alone(|here: &Position, _| u128::from(here.is_check()), 2,
    "number-of-moves unknown NumberAlone by the FEN at 2: -")]
fn a_total_that_is_too_great_by_the_game_ends_counts_them(
    #[case] count_at_end: fn(&Position, u32) -> u128,
    #[case] depth: u32,
    #[case] expected: &str,
) {
    assert_eq!(found(Inside { count_at_end, ..TOTALS }, MATE_AND_STALEMATE, depth), expected);
}

/// Asked about the position itself, it goes on.
#[test]
fn a_draw_that_ends_the_game_on_the_way_down_is_called_that() {
    let list = |here: &Position, place: Place| {
        let is_drawn = place.is_below() && here.setup().halfmove_clock >= 100;
        if is_drawn { Vec::new() } else { here.legal_moves() }
    };
    let found = found(Inside { list, ..RIGHT }, CLOCK_99, 2);
    assert_eq!(found, "ends-game-too-early counting DrawnGame by the FEN at 2: [FiftyMoves]");
}

/// Counts that are wrong, and not 0, have another reason.
#[test]
fn a_draw_is_no_reason_for_counts_that_are_not_0() {
    let list = LAST_PLY_WITHOUT_D8;
    let found = found(Inside { list, ..RIGHT }, CLOCK_99, 2);
    assert_eq!(found, "count-only unmake|counting RightAfterEachMove by the FEN at 2: -");
}

// Counts and totals that no move explains.

#[test]
fn rows_that_do_not_add_up_to_the_total_are_called_that_at_each_depth() {
    let print: Print = |_, _, rows| Ok(lines(rows).chain(total(sum(rows) + 1)).collect());
    for depth in 1..=3 {
        let expected = format!("total-is-not-the-sum counting Counted by the FEN at {depth}: -");
        assert_eq!(found(Inside { print, ..RIGHT }, START, depth), expected);
    }
}

/// One ply deep there is one leaf after each move.
#[test]
fn a_count_of_two_leaves_behind_one_move_is_one_of_counting() {
    let engine = Inside { show: |count| 2 * count, ..RIGHT };
    assert_eq!(found(engine, START, 1), "count-only counting Counted by the FEN at 1: -");
}

// Totals alone.

/// An engine that lacks castling, and prints no rows.
const NO_CASTLING: Inside = Inside { print: TOTALS.print, ..inside::NO_CASTLING };

/// The totals of all depths up to the one that it is asked for, as some engines print them.
const TABLE: Print = |here, depth, rows| {
    let before = (1..depth).map(|depth| format!("Perft({depth}) = {}", ox88::perft(here, depth)));
    Ok(before.chain([format!("Perft({depth}) = {}", sum(rows))]).collect())
};

#[rstest]
#[case::one_total(TOTALS.print)]
#[case::a_table_of_depths(TABLE)]
#[case::rows_from_two_plies_on(ROWS_FROM_DEPTH_2)]
fn by_totals_alone_a_move_that_is_refused_is_named(
    #[case] print: Print,
    #[values(1, 2)] depth: u32,
) {
    let expected = "castling fen|generation CastlesByNoFen by the FEN at 1: -";
    assert_eq!(found(Inside { print, ..NO_CASTLING }, CASTLING, depth), expected);
    assert_eq!(found(Inside { print, ..NO_CASTLING }, BEFORE_CASTLING, depth + 1), expected);
    assert_eq!(found(Inside { print, ..RIGHT }, CASTLING, depth), "nothing");
}

/// Another move is wrong as well, further down.
#[test]
fn a_total_that_is_wrong_in_another_way_is_no_refusal() {
    let list = |here: &Position, _: Place| {
        let is_after_a4 = here.board().at(square("a4")).is_some();
        legal_but(here, |mv| is_castling(mv) || is_after_a4 && mv.to == square("d8"))
    };
    let found = found(Inside { list, ..NO_CASTLING }, CASTLING, 1);
    assert_eq!(found, "castling fen|generation CastlesByNoFen by the FEN at 1: -");
}

/// Each move that it lists one ply deeper is one leaf here.
#[test]
fn rows_that_come_from_two_plies_on_show_moves_and_no_counts() {
    let print = ROWS_FROM_DEPTH_2;
    let finding = finding(Inside { print, ..NO_CASTLING }, CASTLING, "", 1).expect("it differs");
    let FindingKind::Disagreement(it) = finding.kind else { panic!("it answers") };
    let wrong: Vec<&str> = it.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(wrong, ["e1g1"]);
}

/// The mate itself shows it, one ply deep.
#[test]
fn a_total_of_a_mate_is_believed() {
    let print: Print = |_, _, rows| Ok(total(if rows.is_empty() { 1 } else { sum(rows) }));
    let engine = Inside { count_at_end: |_, _| 1, print, ..RIGHT };
    assert_eq!(
        found(engine, MATE_AND_STALEMATE, 2),
        "leaf-at-game-end counting Counted by h2b2 at 1: -"
    );
}

/// Instead of an answer, some say that a move is illegal.
#[test]
fn a_move_that_is_refused_in_words_is_missing() {
    let mut refused = NO_CASTLING;
    refused.make = |here, mv| {
        let after = if is_castling(mv) { *here } else { (RIGHT.make)(here, mv) };
        let halfmove_clock = if is_castling(mv) { 77 } else { after.setup().halfmove_clock };
        setup(&after, |setup| Setup { halfmove_clock, ..setup })
    };
    refused.print = |here, depth, rows| match here.setup().halfmove_clock {
        77 => Err(TroubleKind::Rubbish),
        _ => (TOTALS.print)(here, depth, rows),
    };
    assert_eq!(
        found(refused, CASTLING, 1),
        "castling fen|generation CastlesByNoFen by the FEN at 1: -"
    );
}

/// A king that castles out of check, or steps to where a knight attacks.
const OUT_OF_CHECK: &str = "4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1";
const BESIDE_KNIGHT: &str = "7k/8/8/8/8/3n4/8/K7 w - - 0 1";

const CASTLES_OUT_OF_CHECK: List = |here, _| with_illegal(here, is_castling);
const GOES_TO_B2: List = |here, _| with_illegal(here, |mv| mv.to == square("b2"));

/// An engine plays the illegal move that it has, and refuses any other.
#[rstest]
#[case::a_castling(CASTLES_OUT_OF_CHECK, OUT_OF_CHECK, "castling-out-of-check")]
#[case::a_king_step(GOES_TO_B2, BESIDE_KNIGHT, "king-into-attack")]
fn by_totals_alone_an_illegal_move_that_is_played_is_named(
    #[case] list: List,
    #[case] fen: &str,
    #[case] rule: &str,
    #[values(TOTALS.print, RIGHT.print)] print: Print,
) {
    let make: Make = |here, mv| {
        let has = |list: List| list(here, Place::Root).contains(&mv);
        let is_played = has(CASTLES_OUT_OF_CHECK) || has(GOES_TO_B2);
        if is_played { here.after_unchecked(mv) } else { *here }
    };
    let expected = format!("{rule} generation ByFen by the FEN at 1: -");
    assert_eq!(found(Inside { make, list, print, ..RIGHT }, fen, 1), expected);
}

/// One engine plays whatever it is given, and another whatever its pieces can do. Both have a move twice. An illegal
/// move that they play as well has as many replies, and other leaves deeper down.
#[rstest]
#[case::of_any_kind(|here: &Position, mv| here.after_unchecked(mv))]
#[case::of_a_piece(RIGHT.make)]
fn by_totals_alone_an_illegal_move_that_is_played_may_be_none_that_an_engine_has(
    #[case] make: Make,
) {
    let engine = Inside { list: |here, _| twice_to_a2(here), make, ..TOTALS };
    assert_eq!(found(engine, BESIDE_KNIGHT, 1), "listed-twice generation ByFen by the FEN at 1: -");
}

/// Of two moves with the same leaves at each depth nobody knows which of them is missing.
#[test]
fn by_totals_alone_a_move_is_not_named_where_another_one_has_the_same_sums() {
    let lacks = |here: &Position, _: Place| {
        let is_twin = here.king(Color::White) == square("a1");
        legal_but(here, |mv| is_twin && mv.from == square("a1") && mv.to == square("a2"))
    };
    let found = found(Inside { list: lacks, ..TOTALS }, "7k/8/8/8/8/8/8/K7 w - - 0 1", 1);
    assert_eq!(found, "number-of-moves unknown NumberAlone by the FEN at 1: -");
}

fn twice_to_a2(here: &Position) -> Vec<Move> {
    let moves = here.legal_moves();
    let to_a2 = moves.iter().copied().filter(|mv| mv.to == square("a2"));
    moves.iter().copied().chain(to_a2).collect()
}

/// Its totals at each depth, and those after each of its moves. Nothing is asked twice on the way.
#[test]
fn what_is_asked_after_a_wrong_total_and_in_which_order() {
    let fen = BARE_KINGS;
    let lacks_a2 = Inside { list: |here, _| legal_but(here, |mv| mv.to == square("a2")), ..TOTALS };
    let mut engine = Watched::new(lacks_a2);
    let outcome = watched(&mut engine, fen, 1);
    let asked: Vec<&str> = engine.asked.iter().map(|it| it.trim_start_matches(fen)).collect();
    let controls = [&format!("{START} [] 2")[..], "4k3/8/8/8/8/8/8/4K3 w - - 0 1 [] 2"];
    assert_eq!((asked[0], &asked[1..3]), (" [] 1", &controls[..]));
    let sums = [" [] 2", " [] 3", " [] 4", " [a1a2] 1", " [a1b2] 1", " [a1b1] 1"];
    assert_eq!(asked[4..10], sums);
    assert_eq!(in_short(&outcome.findings[0]), "king-step generation ByFen by the FEN at 1: -");
}

#[rstest]
#[case::that_is_wrong(1, "hangs")]
// What it does in other positions shows enough, and is no finding.
#[case::where_its_totals_are_tried_first(
    2,
    "castling fen|generation CastlesByNoFen by the FEN at 1: -"
)]
#[case::where_its_totals_are_tried(3, "castling fen|generation CastlesByNoFen by the FEN at 1: -")]
#[case::after_it(5, "hangs")]
#[case::in_the_end(8, "hangs")]
fn an_engine_that_fails_where_a_total_is_wrong(#[case] fails_at: usize, #[case] expected: &str) {
    let engine = Watched::new(NO_CASTLING);
    let mut engine = engine.failing(move |number| (number == fails_at).then_some(HANGS));
    let outcome = watched(&mut engine, CASTLING, 1);
    assert_eq!(in_short(&outcome.findings[0]), expected);
}

/// It takes no position, or repeats its command. Neither says anything about its rules.
#[rstest]
#[case::of_another_position(|_: &_, depth, _: &[_]| Ok(total(if depth == 1 { 48 } else { 2039 })))]
#[case::of_the_command(|_: &_, depth: u32, _: &[_]| Ok(total(depth.into())))]
fn a_total_that_is_the_same_in_every_position_is_a_trouble(#[case] print: Print) {
    for depth in [1, 2] {
        assert_eq!(found(Inside { print, ..RIGHT }, BARE_KINGS, depth), "same-total");
    }
}

/// They need not be tried where they have been right in two positions. The number of the depth may be right by
/// chance: one move, and two after it.
#[test]
fn totals_that_were_right_and_different_are_not_tried() {
    let tried = |before: &[(&str, u32)]| {
        let lacks_a2: List = |here, _| legal_but(here, |mv| mv.to == square("a2"));
        let mut engine = Watched::new(Inside { list: lacks_a2, ..TOTALS });
        let plan = questions(&[before, &[(BARE_KINGS, 1)][..]].concat());
        search(&mut engine, &plan, Until::First, |_, _| ());
        engine.asked.iter().filter(|asked| asked.starts_with("4k3/8/8/8/8/8/8/4K3")).count()
    };
    assert_eq!(tried(&[(START, 1)]), 1);
    assert_eq!(tried(&[(START, 1), (CASTLING, 2)]), 1);
    assert_eq!(tried(&[(START, 1), (NO_RIGHT, 1)]), 0);
    assert_eq!(tried(&[(START, 1), (START, 1)]), 1);
}

/// Some engines print nothing where there is no move.
#[test]
fn an_engine_that_prints_totals_may_be_silent_at_a_game_end() {
    let silent: Print =
        |_, _, rows| Ok(if rows.is_empty() { Vec::new() } else { total(sum(rows)) });
    let engine = Inside {
        list: |here, place| legal_but(here, |mv| place.is_below() && mv.to == square("h8")),
        print: silent,
        ..RIGHT
    };
    let found = found(engine, MATE_AND_STALEMATE, 3);
    assert_eq!(found, "number-of-moves unknown NumberAlone by the FEN at 2: -");
}

/// Where the rows of an engine are found is a habit of it. At depth 1 alone, a total shows none.
#[rstest]
#[case::totals(TOTALS.print, 2, RowsFrom::Totals)]
#[case::totals_at_depth_1(TOTALS.print, 1, RowsFrom::Stdout)]
#[case::rows_from_two_plies_on(ROWS_FROM_DEPTH_2, 2, RowsFrom::Stdout)]
fn where_the_rows_are_found_is_reported(
    #[case] print: Print,
    #[case] depth: u32,
    #[case] expected: RowsFrom,
) {
    let plan = questions(&[(START, 1), (CASTLING, depth)]);
    let outcome = search(&mut Inside { print, ..RIGHT }, &plan, Until::First, |_, _| ());
    assert_eq!((outcome.findings, outcome.source), (vec![], expected));
}

// Rows that cannot be read, or are missing.

#[test]
fn unreadable_rows_are_only_counted_where_all_else_is_right() {
    let print: Print = |here, _, rows| {
        let right = rows.iter().map(|row| in_san(here, row));
        Ok(right.chain(["Qd5: 1", "Qd6: 1"].map(str::to_owned)).collect())
    };
    // An answer with rows that cannot be read does not show how the engine writes its moves.
    let plan = questions(&[(NO_RIGHT, 1), (NO_RIGHT, 2)]);
    let outcome = search(&mut Inside { print, ..RIGHT }, &plan, Until::First, |_, _| ());
    assert_eq!((outcome.findings, outcome.unread_rows), (vec![], 4));
}

/// It has the move: it only does not print it.
#[test]
fn a_row_too_few_in_a_right_total_is_no_missing_move() {
    let but_the_first: Print =
        |_, _, rows| Ok(lines(rows).skip(1).chain(total(sum(rows))).collect());
    assert_eq!(found(Inside { print: but_the_first, ..RIGHT }, CASTLING, 2), "too-few-rows");
    let one_unread: Print = |here, _, rows| {
        let shown = rows.iter().skip(1).map(|row| in_san(here, row));
        Ok(shown.chain(["Qd5: 1".to_owned()]).collect())
    };
    assert_eq!(found(Inside { print: one_unread, ..RIGHT }, NO_RIGHT, 2), "unread-rows");
}

/// As it was printed, with whatever is around it.
#[test]
fn a_row_in_san_that_cannot_be_read_is_quoted() {
    let print: Print = |here, _, rows| {
        let shown = rows.iter().skip(1).map(|row| in_san(here, row));
        Ok(shown.chain([" 7)\tQd5 ...  1,005 (3 ms)".to_owned()]).collect())
    };
    let finding = finding(Inside { print, ..RIGHT }, NO_RIGHT, "", 2).expect("it is one");
    let FindingKind::NoReply(no_reply) = &finding.kind else { panic!("{}", in_short(&finding)) };
    assert_eq!(no_reply.trouble.last_lines, ["7) Qd5 ...  1,005 (3 ms)"]);
}

/// Moves, with the leaves after them.
type Rows = [(String, u128)];

/// A row that nobody understands.
fn in_words(row: &(String, u128)) -> String {
    format!("castles: {}", row.1)
}

/// The rows in lines, with the one of castling apart.
fn without_castling(rows: &Rows) -> (Vec<String>, Option<String>) {
    let (castling, others): (Vec<_>, Vec<_>) = rows.iter().cloned().partition(|it| it.0 == "e1g1");
    (lines(&others).collect(), castling.first().map(in_words))
}

/// It has castling, and writes it as nobody else does.
#[rstest]
#[case::in_its_place(|_: &Position, _, rows: &Rows| {
    let (mut lines, castling) = without_castling(rows);
    lines.splice(1..1, castling);
    Ok(lines)
})]
#[case::below_the_others(|_: &Position, _, rows: &Rows| {
    let (lines, castling) = without_castling(rows);
    Ok(lines.into_iter().chain(castling).collect())
})]
#[case::above_the_others(|_: &Position, _, rows: &Rows| {
    let (lines, castling) = without_castling(rows);
    Ok(castling.into_iter().chain(lines).collect())
})]
#[case::without_a_count(|_: &Position, _, rows: &Rows| {
    let (mut lines, castling) = without_castling(rows);
    lines.splice(1..1, castling.map(|_| "no such piece".to_owned()));
    Ok(lines)
})]
#[case::with_empty_lines_around_it(|_: &Position, _, rows: &Rows| {
    let (mut lines, castling) = without_castling(rows);
    let castling = castling.into_iter().flat_map(|row| [String::new(), row, String::new()]);
    lines.splice(1..1, castling);
    Ok(lines)
})]
#[case::above_a_total_that_counts_it(|_: &Position, _, rows: &Rows| {
    let (lines, castling) = without_castling(rows);
    Ok(lines.into_iter().chain(castling).chain(total(sum(rows))).collect())
})]
fn a_line_that_cannot_be_read_may_be_the_row_that_is_missing(#[case] print: Print) {
    let finding = finding(Inside { print, ..RIGHT }, CASTLING, "", 2).expect("it is one");
    let FindingKind::NoReply(no_reply) = &finding.kind else { panic!("{}", in_short(&finding)) };
    let Trouble { kind, last_lines } = &no_reply.trouble;
    assert_eq!(*kind, TroubleKind::UnreadRows("e1g1".to_owned()));
    let [line] = &last_lines[..] else { panic!("{last_lines:?}") };
    assert!(["castles: 3", "no such piece"].contains(&line.as_str()), "{line}");
}

/// Its captures en passant have no square to go to, or its promotions by capture no letters. The row is quoted, with
/// the moves that it may hide.
#[rstest]
#[case::en_passant("4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", |_: &Position, _, rows: &Rows| {
    let rows: Vec<(String, u128)> =
        rows.iter().map(|(mv, count)| (mv.replace("b5a6", "b5-"), *count)).collect();
    Ok(lines(&rows).chain(total(sum(&rows))).collect())
}, &["b5-: 1"], "b5a6")]
#[case::promotions("1n2k3/P7/8/8/8/8/8/K7 w - - 0 1", |_: &Position, _, rows: &Rows| {
    let text = |mv: &str| if mv.starts_with("a7b8") { "a7b8".to_owned() } else { mv.to_owned() };
    let rows: Vec<(String, u128)> = rows.iter().map(|(mv, count)| (text(mv), *count)).collect();
    Ok(lines(&rows).chain(total(sum(&rows))).collect())
}, &["a7b8: 1"; 4], "a7b8q, a7b8r, a7b8b, a7b8n")]
fn a_row_that_hides_a_move_is_quoted_with_it(
    #[case] fen: &str,
    #[case] print: Print,
    #[case] quoted: &[&str],
    #[case] hidden: &str,
) {
    let finding = finding(Inside { print, ..RIGHT }, fen, "", 1).expect("it is one");
    let FindingKind::NoReply(no_reply) = &finding.kind else { panic!("{}", in_short(&finding)) };
    let Trouble { kind: TroubleKind::UnreadRows(moves), last_lines } = &no_reply.trouble else {
        panic!("{}", no_reply.trouble.kind)
    };
    let sorted = |text: &str| {
        let mut moves: Vec<&str> = text.split(", ").collect();
        moves.sort_unstable();
        moves.join(" ")
    };
    assert_eq!(
        (sorted(moves), last_lines.iter().map(String::as_str).collect::<Vec<_>>()),
        (sorted(hidden), quoted.to_vec())
    );
}

/// Rows in a form that is not known are told, though the totals are read.
#[test]
fn a_line_that_may_be_a_row_is_quoted_in_the_report() {
    let print: Print = |_, _, rows| {
        let rows_of_its_own = rows.iter().map(|(mv, count)| format!("{mv} is worth {count}"));
        Ok(rows_of_its_own.chain(total(sum(rows))).collect())
    };
    let outcome = search(
        &mut Inside { print, ..RIGHT },
        &questions(&[(BARE_KINGS, 2)]),
        Until::All,
        |_, _| (),
    );
    let (line, row) = outcome.unread_line.expect("it is one");
    assert!(line.contains(" is worth "), "{line}");
    assert_eq!(row, line.replace(" is worth", ":"));
}

/// The moves that an engine lists may be right where its text of them is broken.
#[rstest]
#[case::with_its_total(|_: &Position, _, rows: &Rows| {
    Ok(all_alike(rows, "h8h8").chain(total(sum(rows))).collect())
})]
#[case::without_a_total(|_: &Position, _, rows: &Rows| Ok(all_alike(rows, "h8h8").collect()))]
#[case::over_the_edge(|_: &Position, _, rows: &Rows| Ok(all_alike(rows, "i9i9").collect()))]
fn an_engine_that_writes_all_moves_alike_is_accused_of_none(#[case] print: Print) {
    let plan = questions(&[(CASTLING, 1), (START, 2), (BARE_KINGS, 1)]);
    let outcome = search(&mut Inside { print, ..RIGHT }, &plan, Until::All, |_, _| ());
    for finding in &outcome.findings {
        let FindingKind::NoReply(no_reply) = &finding.kind else { panic!("{}", in_short(finding)) };
        let Trouble { kind, last_lines } = &no_reply.trouble;
        assert!(matches!(kind, TroubleKind::UnreadRows(moves) if !moves.is_empty()), "{kind}");
        let [line, ..] = &last_lines[..] else { panic!("no line is shown") };
        assert!(line.starts_with("h8h8: ") || line.starts_with("i9i9: "), "{line}");
    }
    assert!(!outcome.findings.is_empty());
}

fn all_alike(rows: &Rows, text: &str) -> impl Iterator<Item = String> {
    rows.iter().map(move |(_, count)| format!("{text}: {count}"))
}

/// The king takes on b1, and that is listed three times.
#[test]
fn the_only_legal_move_that_is_listed_again_is_listed_twice() {
    let list: List = |here, _| here.legal_moves().into_iter().flat_map(|mv| [mv; 3]).collect();
    let fen = "7k/8/8/8/8/8/8/Kq6 w - - 0 1";
    let found = found(Inside { list, ..RIGHT }, fen, 1);
    assert_eq!(found, "listed-twice generation ByFen by the FEN at 1: -");
}

/// Nor is its total wrong, which counts that line.
#[test]
fn a_line_that_cannot_be_read_may_be_a_row_too_many() {
    let print: Print = |_, _, rows| {
        let (first, others) = rows.split_at(1);
        let strange = ["castles: 3".to_owned()];
        let rows = lines(first).chain(strange).chain(lines(others));
        Ok(rows.chain(total(sum(first) + 3 + sum(others))).collect())
    };
    assert_eq!(found(Inside { print, ..RIGHT }, CASTLING, 2), "unread-rows");
    // Where nothing else is there, the total is wrong.
    let print: Print = |_, _, rows| Ok(lines(rows).chain(total(sum(rows) + 3)).collect());
    assert_ne!(found(Inside { print, ..RIGHT }, CASTLING, 2), "unread-rows");
}

/// What it prints beside its rows is not taken for a row where it cannot be one.
#[rstest]
#[case::among_rows_whose_total_is_there(|_: &Position, _, rows: &Rows| {
    let talk = ["a line of talk".to_owned()];
    Ok(lines(&rows[1..]).chain(talk).chain(lines(&rows[..1])).chain(total(sum(rows))).collect())
})]
#[case::below_an_empty_line(|_: &Position, _, rows: &Rows| {
    Ok(lines(rows).chain(["", "Time: 12", "NPS: 1000"].map(str::to_owned)).collect())
})]
#[case::in_lines_of_uci(|_: &Position, _, rows: &Rows| {
    let talk = ["info depth 1 currmove e2e4 currmovenumber 1".to_owned()];
    Ok(lines(&rows[1..]).chain(talk).chain(lines(&rows[..1])).collect())
})]
#[case::in_a_heading(|_: &Position, _, rows: &Rows| {
    Ok(["Perft of depth 1".to_owned()].into_iter().chain(lines(rows)).collect())
})]
#[case::without_a_word(|_: &Position, _, rows: &Rows| {
    Ok(lines(rows).chain(["-------".to_owned()]).collect())
})]
fn talk_beside_the_rows_hides_no_missing_move(#[case] print: Print) {
    let engine = Inside { print, ..inside::NO_CASTLING };
    assert_eq!(
        found(engine, CASTLING, 1),
        "castling fen|generation CastlesByNoFen by the FEN at 1: -"
    );
}

/// Where each move had its row, the other lines were none.
#[test]
fn talk_is_known_from_answers_in_which_nothing_was_missing() {
    let print: Print = |_, depth, rows| {
        let leaves = sum(rows);
        let talk = [format!("Depth: {depth}"), format!("Time: {leaves} ms")];
        let [above, below] = talk;
        Ok([above].into_iter().chain(lines(rows)).chain([below]).collect())
    };
    let found_by = |plan: &Plan| {
        let mut engine = Inside { print, ..inside::NO_CASTLING };
        let outcome = search(&mut engine, plan, Until::First, |_, _| ());
        outcome.findings.iter().map(in_short).collect::<Vec<_>>()
    };
    assert_eq!(found_by(&questions(&[(CASTLING, 1)])), ["unread-rows"]);
    let after_a_right_answer = questions(&[(NO_RIGHT, 1), (CASTLING, 1)]);
    assert_eq!(
        found_by(&after_a_right_answer),
        ["castling fen|generation CastlesByNoFen by the FEN at 1: -"]
    );
}

// SAN that may mean two moves.

/// White's knights on b1 and f3 both go to d2. From f3, one of them attacks e5 and g5.
const TWO_KNIGHTS: &str = "8/8/4k3/8/8/5N2/8/KN6 w - - 0 1";

/// An engine that lacks one of them, and says of the other only where it goes.
fn lacks(from: &str) -> Inside {
    let list: fn(&Position, Place) -> Vec<Move> = match from {
        "b1" => |here, _| legal_but(here, |mv| mv.from == square("b1") && mv.to == square("d2")),
        _ => |here, _| legal_but(here, |mv| mv.from == square("f3") && mv.to == square("d2")),
    };
    Inside { list, print: SAN, ..RIGHT }
}

#[rstest]
#[case("b1")]
#[case("f3")]
fn counts_one_ply_deeper_show_which_of_two_pieces_is_meant(#[case] from: &str) {
    let mut engine = Watched::new(lacks(from));
    let outcome = watched(&mut engine, TWO_KNIGHTS, 1);
    let FindingKind::Disagreement(it) = &outcome.findings[0].kind else { panic!("it answers") };
    let [missing] = &it.moves[..] else { panic!("{:?}", it.moves) };
    assert_eq!(
        (missing.text.as_str(), missing.wrong),
        (format!("{from}d2").as_str(), Wrong::Missing)
    );
    assert_eq!(engine.asked[0], format!("{TWO_KNIGHTS} [] 1"));
    assert_eq!(engine.asked[1], format!("{TWO_KNIGHTS} [] 2"));
    assert_eq!(outcome.totals.questions, engine.asked.len() as u64);
}

/// Behind both moves the king has its three, whatever is where.
#[test]
fn counts_two_plies_deeper_may_show_what_one_does_not() {
    let fen = "k7/8/8/8/8/5N2/8/KN6 w - - 0 1";
    let mut engine = Watched::new(lacks("f3"));
    let outcome = watched(&mut engine, fen, 1);
    let FindingKind::Disagreement(it) = &outcome.findings[0].kind else { panic!("it answers") };
    assert_eq!(it.moves[0].text, "f3d2");
    let asked: Vec<&str> = engine.asked.iter().map(|it| it.trim_start_matches(fen)).collect();
    assert_eq!(asked[..3], [" [] 1", " [] 2", " [] 3"]);
}
