//! The way down from a wrong answer: from totals alone, by SAN that may mean two moves, and to the mates and
//! stalemates that an engine counts. Most of it is rows of engines, and the snapshots have what is told of each.

use crate::tests::engines::{
    EngineRow, LAST_PLY_WITHOUT_D8, ROWS_FROM_DEPTH_2, all, assert_found, assert_rows, below, lists,
};
use crate::tests::inside::{
    self, BARE_KINGS, BEFORE_CASTLING, CASTLING, CLOCK_99, HANGS, Inside, List, Make, NO_RIGHT,
    Place, Print, RIGHT, SAN, TOTALS, Watched, finding, in_san, in_short, is_castling, legal_but,
    lines, one_question, prints, questions, search, setup, sum, total, with_illegal,
};
use crate::{FindingKind, Outcome, Plan, Until, Wrong};
use ox88::{Color, Move, Position, START, Setup};
use ox88_engine::{RowsFrom, TroubleKind};
use ox88_test_support::square;
use rstest::rstest;

/// Black mates by h2h1, and h2b2 is stalemate.
const MATE_AND_STALEMATE: &str = "8/8/8/8/8/1k6/7r/K7 b - - 0 1";
const MATE: &str = "8/8/8/8/8/1k6/8/K6r w - - 0 1";
const STALEMATE: &str = "8/8/8/8/8/1k6/1r6/K7 w - - 0 1";

/// A king that castles out of check, or steps to where a knight attacks.
const OUT_OF_CHECK: &str = "4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1";
const BESIDE_KNIGHT: &str = "7k/8/8/8/8/3n4/8/K7 w - - 0 1";

/// Moves, with the leaves after them.
type Rows = [(String, u128)];

/// A hunt of one question, by an engine that notes what it is asked.
fn watched(engine: &mut Watched, fen: &str, depth: u32) -> Outcome {
    search(engine, &one_question(fen, "", depth), Until::First, |_, _| ())
}

#[test]
fn a_wrong_answer_is_followed_to_what_it_means() {
    assert_found(
        "hunt.way_down",
        [
            ("A game end that is counted as a leaf is called that.", leaves_at_the_end()),
            ("Other counts at a game end are another thing.", no_leaves_at_the_end()),
            ("A leaf that is claimed at a game end is called that.", claimed()),
            ("A total that is too great by the game ends counts them.", totals_at_the_end()),
            ("Draws, rows that do not add up, and a move that comes again.", counts()),
            ("By totals alone a move that is refused is named.", refused_by_totals()),
            ("By totals alone an illegal move that is played is named.", illegal_by_totals()),
            ("A total that is the same in every position is a trouble.", same_totals()),
            ("A row too few, or one that cannot be read, is no missing move.", unread_rows()),
            ("Talk beside the rows hides no missing move.", talk()),
        ],
    );
}

// Mates and stalemates.

fn leaves_at_the_end() -> Vec<EngineRow> {
    let counts = |count_at_end| Inside { count_at_end, ..RIGHT };
    let engines = [
        ("both", counts(|_, _| 1)),
        ("mates", counts(|here, _| u128::from(here.is_check()))),
        ("stalemates", counts(|here, _| u128::from(!here.is_check()))),
    ];
    let at_depth = |depth| {
        let engines = engines.clone();
        engines.map(|(name, engine)| (name, engine, MATE_AND_STALEMATE, "", depth))
    };
    [2, 3, 4].into_iter().flat_map(at_depth).collect()
}

fn no_leaves_at_the_end() -> Vec<EngineRow> {
    let counts = |count_at_end| Inside { count_at_end, ..RIGHT };
    let last_ply = || counts(|_, left| u128::from(left == 1));
    // There is one leaf after it, and more of them one ply deeper.
    let rook_is_taken: List = |here, place| {
        let is_it = |mv: Move| mv.to == square("b2") && here.board().at(mv.to).is_some();
        with_illegal(here, |mv| place.is_below() && is_it(mv))
    };
    vec![
        ("one leaf where it is the last ply", last_ply(), MATE_AND_STALEMATE, "", 2),
        ("… is none where it is not", last_ply(), MATE_AND_STALEMATE, "", 3),
        ("two leaves", counts(|_, _| 2), MATE_AND_STALEMATE, "", 2),
        ("a move in a stalemate", lists(rook_is_taken), MATE_AND_STALEMATE, "", 2),
    ]
}

/// What it prints, where that is this number of leaves for a position without a move.
fn prints_at_end(leaves: u128, rows: &Rows) -> Vec<String> {
    lines(rows).chain(total(if rows.is_empty() { leaves } else { sum(rows) })).collect()
}

fn claimed() -> Vec<EngineRow> {
    let one: Print = |_, _, rows| Ok(prints_at_end(1, rows));
    let two: Print = |_, _, rows| Ok(prints_at_end(2, rows));
    let first: Print = |_, depth, rows| Ok(total(if depth == 1 { 1 } else { sum(rows) }));
    vec![
        ("a mate", prints(one), MATE, "", 1),
        ("a stalemate", prints(one), STALEMATE, "", 2),
        ("two leaves for a mate", prints(two), MATE, "", 1),
        ("no mate", prints(first), BARE_KINGS, "", 1),
    ]
}

fn totals_at_the_end() -> Vec<EngineRow> {
    let counts = |count_at_end| Inside { count_at_end, ..TOTALS };
    // The mate itself shows it, one ply deep.
    let believed: Print = |_, _, rows| Ok(total(if rows.is_empty() { 1 } else { sum(rows) }));
    // Some engines print nothing where there is no move.
    let silent: Print =
        |_, _, rows| Ok(if rows.is_empty() { Vec::new() } else { total(sum(rows)) });
    let no_h8: List = |here, place| legal_but(here, |mv| place.is_below() && mv.to == square("h8"));
    let silent = Inside { list: no_h8, ..prints(silent) };
    let at_mate = Inside { print: believed, ..counts(|_, _| 1) };
    vec![
        ("both", counts(|_, _| 1), MATE_AND_STALEMATE, "", 2),
        ("both, deeper", counts(|_, _| 1), MATE_AND_STALEMATE, "", 3),
        ("two leaves", counts(|_, _| 2), MATE_AND_STALEMATE, "", 2),
        ("one of both", counts(|here, _| u128::from(here.is_check())), MATE_AND_STALEMATE, "", 2),
        ("a total of the mate is believed", at_mate, MATE_AND_STALEMATE, "", 2),
        ("silence at a game end", silent, MATE_AND_STALEMATE, "", 3),
    ]
}

/// By a total alone it may as well be an illegal move, which has more after it one ply deeper.
#[test]
fn where_totals_alone_are_printed_one_ply_more_shows_whether_it_is_a_leaf() {
    let leaf: Print = |_, _, rows| Ok(total(if rows.is_empty() { 1 } else { sum(rows) }));
    let illegal: Print = |_, depth, rows| {
        Ok(total(if rows.is_empty() { u128::from(depth).pow(2) } else { sum(rows) }))
    };
    let five_after_it: Print = |_, depth, rows| {
        let leaves = if depth < 2 { 1 } else { 5 };
        Ok(total(if rows.is_empty() { leaves } else { sum(rows) }))
    };
    let found = [leaf, illegal, five_after_it].map(|print| {
        let plan = questions(&[(START, 1), (MATE, 1)]);
        all(&mut prints(print), &plan)
    });
    let number = "number-of-moves unknown NumberAlone by the FEN at 1: -";
    assert_eq!(
        found,
        [["leaf-at-game-end counting Counted by the FEN at 1: -"], [number], [number]]
    );
}

// Counts and totals that no move explains.

fn counts() -> Vec<EngineRow> {
    // Asked about the position itself, it goes on.
    let draws_below: List = |here, place| {
        let is_drawn = place.is_below() && here.setup().halfmove_clock >= 100;
        if is_drawn { Vec::new() } else { here.legal_moves() }
    };
    let one_more: Print = |_, _, rows| Ok(lines(rows).chain(total(sum(rows) + 1)).collect());
    let doubled = Inside { show: |count| 2 * count, ..RIGHT };
    let thrice: List = |here, _| here.legal_moves().into_iter().flat_map(|mv| [mv; 3]).collect();
    vec![
        ("a draw on the way down", lists(draws_below), CLOCK_99, "", 2),
        // Counts that are wrong, and not 0, have another reason.
        ("counts that are not 0, at a draw", lists(LAST_PLY_WITHOUT_D8), CLOCK_99, "", 2),
        ("a total that is one too great", prints(one_more), START, "", 1),
        ("a total that is one too great, at depth 2", prints(one_more), START, "", 2),
        ("a total that is one too great, at depth 3", prints(one_more), START, "", 3),
        // One ply deep there is one leaf after each move.
        ("two leaves behind one move", doubled, START, "", 1),
        // The king takes on b1, and that is listed three times.
        ("the only legal move, again", lists(thrice), "7k/8/8/8/8/8/8/Kq6 w - - 0 1", "", 1),
    ]
}

// Totals alone.

/// An engine that lacks castling, and prints no rows.
const NO_CASTLING: Inside = Inside { print: TOTALS.print, ..inside::NO_CASTLING };

/// The totals of all depths up to the one that it is asked for, as some engines print them.
const TABLE: Print = |here, depth, rows| {
    let before = (1..depth).map(|depth| format!("Perft({depth}) = {}", ox88::perft(here, depth)));
    Ok(before.chain([format!("Perft({depth}) = {}", sum(rows))]).collect())
};

fn refused_by_totals() -> Vec<EngineRow> {
    let prints =
        [("a total", TOTALS.print), ("a table", TABLE), ("rows from 2 on", ROWS_FROM_DEPTH_2)];
    let engines = prints.into_iter().flat_map(|(name, print)| {
        let lacks = Inside { print, ..NO_CASTLING };
        [1, 2].into_iter().flat_map(move |depth| {
            [
                (name, lacks.clone(), CASTLING, "", depth),
                (name, lacks.clone(), BEFORE_CASTLING, "", depth + 1),
                ("… that is right", Inside { print, ..RIGHT }, CASTLING, "", depth),
            ]
        })
    });
    // Another move is wrong as well, further down.
    let in_another_way: List = |here, _| {
        let is_after_a4 = here.board().at(square("a4")).is_some();
        legal_but(here, |mv| is_castling(mv) || is_after_a4 && mv.to == square("d8"))
    };
    // Instead of an answer, some say that a move is illegal.
    let in_words = Inside {
        make: |here, mv| {
            let after = if is_castling(mv) { *here } else { (RIGHT.make)(here, mv) };
            let halfmove_clock = if is_castling(mv) { 77 } else { after.setup().halfmove_clock };
            setup(&after, |setup| Setup { halfmove_clock, ..setup })
        },
        print: |here, depth, rows| match here.setup().halfmove_clock {
            77 => Err(TroubleKind::Rubbish),
            _ => (TOTALS.print)(here, depth, rows),
        },
        ..NO_CASTLING
    };
    let in_another_way = Inside { list: in_another_way, ..NO_CASTLING };
    let others = [
        ("a total that is wrong in another way", in_another_way, CASTLING, "", 1),
        ("in words", in_words, CASTLING, "", 1),
    ];
    engines.chain(others).collect()
}

const CASTLES_OUT_OF_CHECK: List = |here, _| with_illegal(here, is_castling);
const GOES_TO_B2: List = |here, _| with_illegal(here, |mv| mv.to == square("b2"));

fn illegal_by_totals() -> Vec<EngineRow> {
    // An engine plays the illegal move that it has, and refuses any other.
    let make: Make = |here, mv| {
        let has = |list: List| list(here, Place::Root).contains(&mv);
        let is_played = has(CASTLES_OUT_OF_CHECK) || has(GOES_TO_B2);
        if is_played { here.after(mv) } else { *here }
    };
    let plays = |list, print| Inside { make, list, print, ..RIGHT };
    // One engine plays whatever it is given, and another whatever its pieces can do. Both have a move twice. An illegal
    // move that they play as well has as many replies, and other leaves deeper down.
    let twice_to_a2: List = |here, _| {
        let moves = here.legal_moves().into_iter();
        let times = |mv: Move| 1 + usize::from(mv.to == square("a2"));
        moves.flat_map(|mv| std::iter::repeat_n(mv, times(mv))).collect()
    };
    let plays_all: Make = |here, mv| here.after(mv);
    let twice = |make| Inside { make, list: twice_to_a2, ..TOTALS };
    // Of two moves with the same leaves at each depth nobody knows which of them is missing.
    let lacks_a_twin: List = |here, _| {
        let is_twin = here.king(Color::White) == square("a1");
        legal_but(here, |mv| is_twin && mv.from == square("a1") && mv.to == square("a2"))
    };
    let lacks_a_twin = Inside { list: lacks_a_twin, ..TOTALS };
    let (castles, steps) = (CASTLES_OUT_OF_CHECK, GOES_TO_B2);
    vec![
        ("a castling", plays(castles, TOTALS.print), OUT_OF_CHECK, "", 1),
        ("a castling, by rows", plays(castles, RIGHT.print), OUT_OF_CHECK, "", 1),
        ("a step of the king", plays(steps, TOTALS.print), BESIDE_KNIGHT, "", 1),
        ("a step of the king, by rows", plays(steps, RIGHT.print), BESIDE_KNIGHT, "", 1),
        ("one that it has not, of any kind", twice(plays_all), BESIDE_KNIGHT, "", 1),
        ("one that it has not, of a piece", twice(RIGHT.make), BESIDE_KNIGHT, "", 1),
        ("a move with the sums of another one", lacks_a_twin, BARE_KINGS, "", 1),
    ]
}

/// It takes no position, or repeats its command. Neither says anything about its rules.
fn same_totals() -> Vec<EngineRow> {
    let of_another: Print = |_, depth, _| Ok(total(if depth == 1 { 48 } else { 2039 }));
    let of_the_command: Print = |_, depth, _| Ok(total(depth.into()));
    vec![
        ("that of another position", prints(of_another), BARE_KINGS, "", 1),
        ("that of another position, at depth 2", prints(of_another), BARE_KINGS, "", 2),
        ("that of the command", prints(of_the_command), BARE_KINGS, "", 1),
        ("that of the command, at depth 2", prints(of_the_command), BARE_KINGS, "", 2),
    ]
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

fn unread_rows() -> Vec<EngineRow> {
    // It has the move: it only does not print it.
    let but_the_first: Print =
        |_, _, rows| Ok(lines(rows).skip(1).chain(total(sum(rows))).collect());
    let one_unread: Print = |here, _, rows| {
        let shown = rows.iter().skip(1).map(|row| in_san(here, row));
        Ok(shown.chain(["Qd5: 1".to_owned()]).collect())
    };
    // Nor is its total wrong, which counts that line.
    let one_more: Print = |_, _, rows| {
        let (first, others) = rows.split_at(1);
        let strange = ["castles: 3".to_owned()];
        let rows = lines(first).chain(strange).chain(lines(others));
        Ok(rows.chain(total(sum(first) + 3 + sum(others))).collect())
    };
    let three_more: Print = |_, _, rows| Ok(lines(rows).chain(total(sum(rows) + 3)).collect());
    vec![
        ("a row too few in a right total", prints(but_the_first), CASTLING, "", 2),
        ("a row that cannot be read", prints(one_unread), NO_RIGHT, "", 2),
        ("a row too many, which cannot be read", prints(one_more), CASTLING, "", 2),
        ("a total that is wrong, and nothing else", prints(three_more), CASTLING, "", 2),
    ]
}

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
fn castling_in_words() -> Vec<EngineRow> {
    let in_its_place: Print = |_, _, rows| {
        let (mut lines, castling) = without_castling(rows);
        lines.splice(1..1, castling);
        Ok(lines)
    };
    let below: Print = |_, _, rows| {
        let (lines, castling) = without_castling(rows);
        Ok(lines.into_iter().chain(castling).collect())
    };
    let above: Print = |_, _, rows| {
        let (lines, castling) = without_castling(rows);
        Ok(castling.into_iter().chain(lines).collect())
    };
    let without_a_count: Print = |_, _, rows| {
        let (mut lines, castling) = without_castling(rows);
        lines.splice(1..1, castling.map(|_| "no such piece".to_owned()));
        Ok(lines)
    };
    let between_empty_lines: Print = |_, _, rows| {
        let (mut lines, castling) = without_castling(rows);
        let castling = castling.into_iter().flat_map(|row| [String::new(), row, String::new()]);
        lines.splice(1..1, castling);
        Ok(lines)
    };
    let above_a_total: Print = |_, _, rows| {
        let (lines, castling) = without_castling(rows);
        Ok(lines.into_iter().chain(castling).chain(total(sum(rows))).collect())
    };
    vec![
        ("in its place", prints(in_its_place), CASTLING, "", 2),
        ("below the others", prints(below), CASTLING, "", 2),
        ("above the others", prints(above), CASTLING, "", 2),
        ("without a count", prints(without_a_count), CASTLING, "", 2),
        ("with empty lines around it", prints(between_empty_lines), CASTLING, "", 2),
        ("above a total that counts it", prints(above_a_total), CASTLING, "", 2),
    ]
}

/// Rows of broken texts, with the same text for some of the moves.
fn renamed(rows: &Rows, text: fn(&str) -> String) -> Vec<String> {
    let rows: Vec<(String, u128)> = rows.iter().map(|(mv, count)| (text(mv), *count)).collect();
    lines(&rows).chain(total(sum(&rows))).collect()
}

fn broken_texts() -> Vec<EngineRow> {
    // Its captures en passant have no square to go to, or its promotions by capture no letters.
    let no_goal: Print = |_, _, rows| Ok(renamed(rows, |mv| mv.replace("b5a6", "b5-")));
    let no_letters: Print = |_, _, rows| {
        let text =
            |mv: &str| if mv.starts_with("a7b8") { "a7b8".to_owned() } else { mv.to_owned() };
        Ok(renamed(rows, text))
    };
    // As it was printed, with whatever is around it.
    let in_san: Print = |here, _, rows| {
        let shown = rows.iter().skip(1).map(|row| in_san(here, row));
        Ok(shown.chain([" 7)\tQd5 ...  1,005 (3 ms)".to_owned()]).collect())
    };
    // The moves that an engine lists may be right where its text of them is broken.
    let alike: Print = |_, _, rows| Ok(renamed(rows, |_| "h8h8".to_owned()));
    let alike_alone: Print = |_, _, rows| Ok(all_alike(rows, "h8h8").collect());
    let over_the_edge: Print = |_, _, rows| Ok(all_alike(rows, "i9i9").collect());
    // What it prints below its rows is known from the position that it was given no moves in.
    let own_total: Print = |_, _, rows| {
        let total = format!("{} positions reached in 0.1 s", sum(rows));
        Ok(lines(rows).chain([total]).collect())
    };
    let plays_none = Inside { make: |here, _| *here, print: own_total, ..RIGHT };
    let (pawns, promotion) =
        ("4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "1n2k3/P7/8/8/8/8/8/K7 w - - 0 1");
    vec![
        ("en passant to no square", prints(no_goal), pawns, "", 1),
        ("promotions without letters", prints(no_letters), promotion, "", 1),
        ("a row in SAN", prints(in_san), NO_RIGHT, "", 2),
        ("all moves alike", prints(alike), CASTLING, "", 1),
        ("all moves of the start alike", prints(alike), START, "", 2),
        ("all moves of a bare king alike", prints(alike), BARE_KINGS, "", 1),
        ("all moves alike, without a total", prints(alike_alone), CASTLING, "", 1),
        ("over the edge", prints(over_the_edge), CASTLING, "", 1),
        ("a total in its own words, where it plays no moves", plays_none, CASTLING, "e1e2", 1),
    ]
}

/// The lines that cannot be read, and the moves that may be in them.
#[test]
fn a_line_that_may_be_a_row_that_is_missing_is_quoted() {
    let rules = [
        ("A line that cannot be read may be the row that is missing.", castling_in_words()),
        ("A row that hides a move is quoted with it, and no move is accused.", broken_texts()),
    ];
    assert_rows("way_down.unread", rules, |(name, mut engine, fen, moves, depth)| {
        let plan = one_question(fen, moves, depth);
        let outcome = search(&mut engine, &plan, Until::All, |_, _| ());
        let told = outcome.findings.iter().map(|finding| {
            let FindingKind::NoReply(it) = &finding.kind else { return in_short(finding) };
            format!("{:?} in {:?}", it.trouble.kind, it.trouble.last_lines)
        });
        below(name, &told.collect::<Vec<_>>())
    });
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

fn all_alike(rows: &Rows, text: &str) -> impl Iterator<Item = String> {
    rows.iter().map(move |(_, count)| format!("{text}: {count}"))
}

/// What it prints beside its rows is not taken for a row where it cannot be one.
fn talk() -> Vec<EngineRow> {
    let among: Print = |_, _, rows| {
        let talk = ["a line of talk".to_owned()];
        Ok(lines(&rows[1..]).chain(talk).chain(lines(&rows[..1])).chain(total(sum(rows))).collect())
    };
    let below: Print = |_, _, rows| {
        Ok(lines(rows).chain(["", "Time: 12", "NPS: 1000"].map(str::to_owned)).collect())
    };
    let of_uci: Print = |_, _, rows| {
        let talk = ["info depth 1 currmove e2e4 currmovenumber 1".to_owned()];
        Ok(lines(&rows[1..]).chain(talk).chain(lines(&rows[..1])).collect())
    };
    let heading: Print =
        |_, _, rows| Ok(["Perft of depth 1".to_owned()].into_iter().chain(lines(rows)).collect());
    let no_word: Print = |_, _, rows| Ok(lines(rows).chain(["-------".to_owned()]).collect());
    let engine = |print| Inside { print, ..inside::NO_CASTLING };
    vec![
        ("among rows whose total is there", engine(among), CASTLING, "", 1),
        ("below an empty line", engine(below), CASTLING, "", 1),
        ("in lines of UCI", engine(of_uci), CASTLING, "", 1),
        ("in a heading", engine(heading), CASTLING, "", 1),
        ("without a word", engine(no_word), CASTLING, "", 1),
    ]
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
