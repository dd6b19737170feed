//! Mistakes that show in every answer are found once, and hide nothing else.

use crate::tests::engines::lists;
use crate::tests::inside::{
    Answers, BARE_KINGS, CLOCK_99, Inside, List, Place, Print, in_short, one_question, partner,
    prints, questions, search, sum, total,
};
use crate::{Chess960, Limits, Outcome, Plan, Until};
use ox88::suite::{Suite, built_in};
use ox88::{Color, Move, MoveKind, Piece, PieceKind, Position, START, perft};
use ox88_engine::{Line, Partner, Reply, Step, Trouble};
use ox88_explain::Draw;
use rstest::rstest;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// A pawn may take en passant, and a rook may go.
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1";
const PROMOTION: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
/// White is in check, and has a knight that is pinned.
const PIN: &str = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";

/// Bare kings after four plies or more; then each position may be there again.
const BLOCKED_PAWNS: &str = "7k/p7/P7/8/8/8/8/K7 w - - 0 1";
const CLOCK_149: &str = "4k3/8/8/8/8/8/P7/4K2R w - - 149 110";

fn hunted(engine: &mut dyn Partner) -> Outcome {
    let mut plan = questions(&[
        (PIN, 1),
        (EN_PASSANT, 1),
        (PROMOTION, 1),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2),
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", 1),
        (BARE_KINGS, 2),
        (CLOCK_99, 2),
        (CLOCK_149, 2),
        (BLOCKED_PAWNS, 5),
        (START, 3),
        (KIWIPETE, 2),
    ]);
    let mut third_time = one_question(BLOCKED_PAWNS, "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1", 2);
    third_time.cases[0].position = plan.positions;
    plan.cases.append(&mut third_time.cases);
    plan.positions += 1;
    search(engine, &plan, Until::All, |_, _| ())
}

/// Each rule that was found broken, and the part at fault.
fn found(outcome: &Outcome) -> Vec<String> {
    let short = |text: String| text.split(" by ").next().unwrap_or_default().to_owned();
    outcome.findings.iter().map(|found| short(in_short(found))).collect()
}

fn printed(here: &Position, count: impl Fn(&Position) -> u128) -> Vec<String> {
    let row = |mv: Move| (here.move_text(mv), count(&here.after_unchecked(mv)));
    let rows: Vec<(String, u128)> = here.legal_moves().into_iter().map(row).collect();
    let total: u128 = rows.iter().map(|row| row.1).sum();
    rows.iter().map(|(text, count)| format!("{text}: {count}")).chain([total.to_string()]).collect()
}

#[rstest]
#[case::inner_nodes(
    prints(|here, depth, _| Ok(printed(here, |after| (0..depth).map(|left| perft(after, left)).sum()))),
    "inner-nodes-counted counting Everywhere"
)]
#[case::one_ply_more(
    prints(|here, depth, _| Ok(printed(here, |after| perft(after, depth)))),
    "one-ply-too-many counting Everywhere"
)]
#[case::one_ply_less(
    prints(|here, depth, _| Ok(printed(here, |after| perft(after, depth.saturating_sub(2))))),
    "one-ply-too-few counting Everywhere"
)]
#[case::pseudo_legal(lists(|here, _| here.pseudo_legal_moves()), "pseudo-legal generation Everywhere")]
#[case::pseudo_legal_but_for_the_capture_of_a_king(
    lists(|here, _| {
        let king = here.king(!here.side_to_move());
        here.pseudo_legal_moves().into_iter().filter(|mv| mv.to != king).collect()
    }),
    "pseudo-legal generation Everywhere"
)]
#[case::pseudo_legal_but_for_that_and_castling(
    lists(|here, _| {
        let king = here.king(!here.side_to_move());
        let is_listed = |mv: &Move| {
            if mv.castling_rook().is_some() { here.is_legal(*mv) } else { mv.to != king }
        };
        here.pseudo_legal_moves().into_iter().filter(is_listed).collect()
    }),
    "pseudo-legal generation Everywhere"
)]
#[case::pseudo_legal_at_the_last_ply(
    lists(|here, place| match place {
        Place::Below { left: 1 } => here.pseudo_legal_moves(),
        _ => here.legal_moves(),
    }),
    "last-ply-pseudo-legal counting Everywhere"
)]
fn a_mistake_that_shows_in_every_answer_is_one_finding(
    #[case] engine: Inside,
    #[case] expected: &str,
) {
    let outcome = hunted(&mut engine.clone());
    assert_eq!(found(&outcome), [expected]);
}

/// Without a row, each total has to be as predicted.
#[rstest]
#[case::inner_nodes(
    |here: &Position, depth, _: &[_]| Ok(total((0..=depth).map(|left| perft(here, left)).sum())),
    "inner-nodes-counted counting Everywhere"
)]
#[case::one_ply_more(
    |here: &Position, depth, _: &[_]| Ok(total(perft(here, depth + 1))),
    "one-ply-too-many counting Everywhere"
)]
fn a_mistake_that_shows_in_every_total_is_one_finding(
    #[case] print: Print,
    #[case] expected: &str,
) {
    assert_eq!(found(&hunted(&mut prints(print))), [expected]);
}

/// It counts inner nodes in a few positions alone.
#[test]
fn a_total_that_a_mistake_explains_by_chance_is_followed_down() {
    let print: Print = |here, depth, rows| {
        let is_sparse = here.board().pieces(Color::White).count() < 3;
        let inner: u128 = (0..depth).map(|left| perft(here, left)).sum();
        Ok(total(sum(rows) + if is_sparse { inner } else { 0 }))
    };
    let found = found(&hunted(&mut prints(print)));
    assert!(!found.is_empty() && found.iter().all(|it| !it.contains("Everywhere")), "{found:?}");
}

#[test]
fn what_it_explains_is_counted() {
    let outcome =
        hunted(&mut prints(|here, depth, _| Ok(printed(here, |after| perft(after, depth)))));
    assert_eq!(outcome.explained, 11);
}

/// The answers that it does not explain are looked at as always.
#[test]
fn what_else_is_wrong_is_found_as_well() {
    let print: Print = |here, depth, _| {
        let mut lines = printed(here, |after| (0..depth).map(|left| perft(after, left)).sum());
        // A knight's jump is missing where there is nothing else on the board.
        let is_alone = here.board().pieces(Color::Black).count() == 1;
        lines.retain(|line| !(is_alone && (line.starts_with("c3b5") || !line.contains(':'))));
        Ok(lines)
    };
    let found = found(&hunted(&mut prints(print)));
    assert_eq!(
        found,
        ["inner-nodes-counted counting Everywhere", "knight-jump fen|generation RightFromBefore"]
    );
}

/// In some positions all illegal moves are those of pinned pieces. An engine that lets these through is not one that
/// tests nothing.
#[test]
fn one_answer_that_it_does_not_explain_refutes_it() {
    let list: List = |here, place| {
        let is_pinned_away = |mv: &Move| {
            let king = here.king(here.side_to_move());
            here.is_legal(*mv) || mv.from != king && !here.is_check() && mv.kind == MoveKind::Normal
        };
        let all = here.pseudo_legal_moves();
        if place == Place::Root {
            all.into_iter().filter(is_pinned_away).collect()
        } else {
            here.legal_moves()
        }
    };
    let found = found(&hunted(&mut lists(list)));
    assert!(!found.is_empty());
    assert!(found.iter().all(|it| !it.contains("Everywhere")), "{found:?}");
}

/// An engine that knows the moves which led to a position.
#[derive(Clone, Copy)]
struct Walk {
    moves: fn(&Position) -> Vec<Move>,
    /// What it counts at the end of a line with so many plies left, if it goes no further.
    end: fn(&Line, u32) -> Option<u128>,
    /// Whether it goes no further at the root either.
    ends_at_root: bool,
}

impl Walk {
    fn count(&self, line: &Line, left: u32) -> u128 {
        let moves = || (self.moves)(&line.end()).into_iter();
        (self.end)(line, left).unwrap_or_else(|| match left {
            0 => 1,
            _ => moves().map(|mv| self.count(&line.and(mv), left - 1)).sum(),
        })
    }
}

impl Answers for Walk {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let Step { line, depth, .. } = question;
        let (depth, here) = (*depth, line.end());
        let is_end = self.ends_at_root && (self.end)(line, depth).is_some();
        let moves = if is_end { Vec::new() } else { (self.moves)(&here) };
        let row = |mv| (here.move_text(mv), self.count(&line.and(mv), depth - 1));
        let rows: Vec<(String, u128)> = moves.into_iter().map(row).collect();
        let lines = crate::tests::inside::lines(&rows).chain(total(sum(&rows)));
        Ok(lines.collect::<Vec<_>>().iter().map(String::as_str).collect())
    }
}

partner!(Walk);

const fn moves(moves: fn(&Position) -> Vec<Move>) -> Walk {
    Walk { moves, end: |_, _| None, ends_at_root: false }
}

const fn ends(end: fn(&Line, u32) -> Option<u128>) -> Walk {
    Walk { end, ends_at_root: true, ..moves(Position::legal_moves) }
}

/// The same engine where it goes on at the root.
const fn below(end: fn(&Line, u32) -> Option<u128>) -> Walk {
    Walk { ends_at_root: false, ..ends(end) }
}

fn but(here: &Position, is_gone: fn(Move) -> bool) -> Vec<Move> {
    here.legal_moves().into_iter().filter(|&mv| !is_gone(mv)).collect()
}

fn castles(mv: Move) -> bool {
    mv.castling_rook().is_some()
}

fn is_en_passant(mv: Move) -> bool {
    mv.kind == MoveKind::EnPassant
}

fn underpromotes(mv: Move) -> bool {
    mv.promotion().is_some_and(|kind| kind != PieceKind::Queen)
}

fn is_drawn(line: &Line, draw: Draw) -> bool {
    Draw::at_end_of(line).contains(&draw)
}

fn is_third_time(line: &Line) -> bool {
    let end = line.end();
    line.plies().filter(|ply| ply.before.same_but_for_counters(&end)).count() >= 2
}

/// Leaves at a draw or behind it, which an engine ends at the root as well, or all of them but one.
#[rstest]
#[case::none_behind_bare_kings(ends(|line, left| none_if(left > 0 && is_drawn(line, Draw::Material))))]
#[case::one_behind_bare_kings(below(|line, left| one_if(left > 0 && is_drawn(line, Draw::Material))))]
#[case::none_at_bare_kings(ends(|line, _| none_if(is_drawn(line, Draw::Material))))]
#[case::none_behind_fifty_moves(ends(|line, left| none_if(left > 0 && is_drawn(line, Draw::FiftyMoves))))]
#[case::one_behind_fifty_moves(below(|line, left| one_if(left > 0 && is_drawn(line, Draw::FiftyMoves))))]
#[case::one_behind_75_moves(below(|line, left| one_if(left > 0 && line.end().setup().halfmove_clock >= 150)))]
#[case::none_behind_a_repetition(ends(|line, left| none_if(left > 0 && is_drawn(line, Draw::Repetition))))]
#[case::one_behind_a_repetition(below(|line, left| one_if(left > 0 && is_drawn(line, Draw::Repetition))))]
#[case::one_behind_the_third_time(below(|line, left| one_if(left > 0 && is_third_time(line))))]
fn leaves_that_are_missing_behind_draws_are_one_finding(#[case] mut engine: Walk) {
    assert_eq!(found(&hunted(&mut engine)), ["ends-game-too-early counting DrawnGame"]);
}

fn none_if(is_end: bool) -> Option<u128> {
    is_end.then_some(0)
}

fn one_if(is_end: bool) -> Option<u128> {
    is_end.then_some(1)
}

#[test]
fn an_engine_that_counts_a_fresh_board_is_one_finding() {
    let print: Print = |_, depth, _| {
        let start = Position::start();
        Ok(printed(&start, |after| perft(after, depth - 1)))
    };
    let outcome = hunted(&mut prints(print));
    assert_eq!(found(&outcome), ["start-position-counted unknown Everywhere"]);
}

/// What is found in the suites of castling, en passant and promotion: the rules, and how many answers follow from them.
fn lacking(list: fn(&Position) -> Vec<Move>) -> (Vec<&'static str>, usize) {
    let suites: Vec<Suite> = ["castling", "en_passant", "promotion"]
        .into_iter()
        .filter_map(|name| built_in::suite(&format!("suites/{name}.epd")).cloned())
        .collect();
    let limits = Limits {
        max_nodes: 300,
        max_depth: None,
        chess960: Chess960::LeftOut,
        has_impossible: false,
    };
    let plan = Plan::of_suites(&suites, limits);
    let outcome = search(&mut moves(list), &plan, Until::All, |_, _| ());
    let rules = outcome.findings.iter().filter_map(|found| Some(found.rule()?.id()));
    (rules.collect(), outcome.explained)
}

/// The first two are followed down, and named. By the third it is known that all others are like them.
#[rstest]
#[case::castling(|here: &_| but(here, castles), "castling")]
#[case::en_passant(|here: &_| but(here, is_en_passant), "en-passant")]
#[case::promotion(|here: &_| but(here, |mv| mv.promotion().is_some()), "promotion")]
#[case::other_pieces_than_queens(|here: &_| but(here, underpromotes), "underpromotion")]
fn moves_that_are_missing_everywhere_are_followed_down_twice(
    #[case] list: fn(&Position) -> Vec<Move>,
    #[case] rule: &str,
) {
    let (rules, explained) = lacking(list);
    assert_eq!((rules[0], rules.len()), (rule, 2), "{rules:?}");
    assert!(explained > 10, "{explained}");
}

/// Each of them is seen alone somewhere, and together they explain every answer.
#[test]
fn several_such_mistakes_are_told_one_by_one() {
    let list =
        |here: &Position| but(here, |mv| castles(mv) || is_en_passant(mv) || underpromotes(mv));
    let (mut rules, explained) = lacking(list);
    assert!(rules.len() <= 6 && explained > 30, "{rules:?}, {explained}");
    rules.sort_unstable();
    rules.dedup();
    assert_eq!(rules, ["castling", "en-passant", "underpromotion"]);
}

/// What such an engine does wrong beside that is found although every answer above it is wrong already.
#[test]
fn what_is_wrong_after_a_mistake_that_is_known_is_followed_down() {
    let list = |here: &Position| {
        let mut moves = but(here, castles);
        let is_pawn = |mv: Move| here.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Pawn);
        moves.retain(|&mv| !is_pawn(mv) || here.move_text(mv) != "a2a3");
        moves
    };
    let plan = questions(&[
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", 1),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("r3k3/8/8/8/8/8/P7/4K3 b q - 0 1", 2),
    ]);
    let outcome = search(&mut moves(list), &plan, Until::All, |_, _| ());
    let expected = [
        "castling fen|generation CastlesByNoFen",
        "castling fen|generation CastlesByNoFen",
        "pawn-push generation ByFen",
    ];
    assert_eq!((&found(&outcome)[..], outcome.explained), (&expected.map(str::to_owned)[..], 1));
}

/// They break the same rules, and not everywhere.
#[rstest]
#[case::castling_of_white(moves(|here| {
    let is_white = here.side_to_move() == Color::White;
    if is_white { but(here, castles) } else { here.legal_moves() }
}))]
#[case::castling_on_one_side(moves(|here| but(here, |mv| {
    castles(mv) && mv.castling_rook().is_some_and(|rook| rook > mv.from)
})))]
#[case::en_passant_to_one_side(moves(|here| but(here, |mv| {
    is_en_passant(mv) && mv.to.file() < mv.from.file()
})))]
#[case::en_passant_of_black(moves(|here| {
    let is_white = here.side_to_move() == Color::White;
    if is_white { here.legal_moves() } else { but(here, is_en_passant) }
}))]
#[case::knights(moves(|here| but(here, |mv| mv.promotion() == Some(PieceKind::Knight))))]
fn what_is_not_missing_everywhere_is_none_of_them(#[case] mut engine: Walk) {
    let outcome = hunted(&mut engine);
    assert!(!outcome.findings.is_empty());
    assert!(found(&outcome).iter().all(|it| !it.ends_with("Everywhere")), "{:?}", found(&outcome));
    assert_eq!(outcome.explained, 0);
}
