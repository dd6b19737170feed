//! Scripts that take a depth and a FEN, and no moves.

use crate::tests::inside::script::{DIES, Fails, Script, behind_a_move};
use crate::tests::inside::{
    CASTLING, Inside, NO_CASTLING, RIGHT, TOTALS, in_short, one_question, questions,
};
use crate::{Outcome, Plan};
use ox88::START;
use ox88_engine::TroubleKind;
use rstest::rstest;
use std::time::Duration;

/// Some questions in which moves are played, and one in which none is.
fn plan() -> Plan {
    let mut plan = one_question(START, "e2e4", 2);
    plan.cases.extend(questions(&[(CASTLING, 2)]).cases);
    plan.cases.extend(one_question(START, "g1f3 g8f6", 1).cases);
    for (position, case) in plan.cases.iter_mut().enumerate() {
        case.position = position;
    }
    plan.positions = plan.cases.len();
    plan
}

fn in_shorts(outcome: &Outcome) -> Vec<String> {
    outcome.findings.iter().map(in_short).collect()
}

#[rstest]
#[case::it_fails(DIES)]
#[case::it_prints_something_else(|_: &str| Some(TroubleKind::Rubbish))]
#[case::it_has_answered_before(|_: &str| Some(TroubleKind::Refuses))]
fn a_script_that_refuses_moves_is_hunted_by_fen_alone(#[case] fails: Fails) {
    let mut script = Script { fails, ..Script::new(RIGHT) };
    let outcome = script.hunted(&plan());
    assert_eq!(in_shorts(&outcome), Vec::<String>::new());
    assert_eq!(script.asked, ["e2e4 2", "e2e3 1", " 1", " 2", " 2", " 1"]);
    assert_eq!((outcome.totals.questions, outcome.totals.positions), (6, 3));
    let refusal = outcome.refuses_moves.expect("it refuses them");
    assert_eq!(refusal.last_lines, ["usage: DEPTH FEN"]);
}

/// What it does for one move says nothing about others, and may be what is wrong with it.
#[test]
fn a_script_that_plays_other_moves_is_not_said_to_refuse_them() {
    let fails = |moves: &str| (moves == "e2e4").then(|| TroubleKind::Dies("signal: 11".to_owned()));
    let mut script = Script { fails, ..Script::new(RIGHT) };
    let outcome = script.hunted(&plan());
    assert_eq!((in_shorts(&outcome), outcome.refuses_moves), (vec!["dies".to_owned()], None));
    assert_eq!(script.asked[..3], ["e2e4 2", "e2e3 1", " 1"]);
    assert_eq!(script.asked.last().map(String::as_str), Some("g1f3 g8f6 1"));
    // One that has played moves before need not be asked whether it does.
    let fails = |moves: &str| (moves == "g1f3 g8f6").then_some(TroubleKind::Rubbish);
    let mut script = Script { fails, ..Script::new(RIGHT) };
    assert_eq!(in_shorts(&script.hunted(&plan())), ["rubbish"]);
    assert_eq!(script.asked, ["e2e4 2", " 2", "g1f3 g8f6 1"]);
}

/// One that never answers does not refuse moves, and to play moves is a part of UCI.
#[test]
fn what_else_gives_no_answer_is_not_said_to_refuse_moves() {
    let mut silent = Script::new(Inside { print: |_, _, _| Err(TroubleKind::Rubbish), ..RIGHT });
    let outcome = silent.hunted(&plan());
    assert_eq!(in_shorts(&outcome), ["dies", "rubbish", "dies"]);
    let mut uci = Script { may_refuse: false, ..Script::new(RIGHT) };
    assert_eq!(in_shorts(&uci.hunted(&plan())), ["dies", "dies"]);
    assert!(!uci.asked.contains(&"e2e3 1".to_owned()), "{:?}", uci.asked);
    let hangs = |_: &str| Some(TroubleKind::Hangs(Duration::from_secs(30)));
    let mut hanging = Script { fails: hangs, ..Script::new(RIGHT) };
    assert_eq!(in_shorts(&hanging.hunted(&plan())), ["hangs", "hangs"]);
    assert_eq!(hanging.asked, ["e2e4 2", " 2", "g1f3 g8f6 1"]);
}

/// What comes to light by FENs alone is found, and nothing is said of moves that were not played. What else is found so
/// has its words in `report`.
#[rstest]
#[case::generation(
    NO_CASTLING,
    CASTLING,
    3,
    "castling fen|generation CastlesByNoFen by the FEN at 1: -"
)]
#[case::totals_alone(
    Inside { print: TOTALS.print, ..NO_CASTLING },
    CASTLING,
    2,
    "castling fen|generation CastlesByNoFen by the FEN at 1: -"
)]
fn what_is_wrong_by_fens_alone_is_found(
    #[case] engine: Inside,
    #[case] fen: &str,
    #[case] depth: u32,
    #[case] expected: &str,
) {
    let mut script = Script::new(engine);
    let outcome = script.hunted(&behind_a_move(fen, depth));
    assert_eq!(in_shorts(&outcome), [expected]);
    assert!(outcome.findings[0].shortest_question().0.moves.is_empty());
    let asked = script.asked.iter().filter(|it| !it.starts_with(' ')).count();
    assert_eq!(asked, 2, "{:?}", script.asked);
}

/// A trouble is shown as it was asked for.
#[test]
fn a_position_that_is_not_answered_is_shown_by_its_fen() {
    let print: crate::tests::inside::Print = |here, depth, rows| match here.setup().fullmove_number
    {
        1 => (RIGHT.print)(here, depth, rows),
        _ => Err(TroubleKind::Rubbish),
    };
    let mut plan = one_question(CASTLING, "e1g1", 1);
    plan.cases.extend(one_question(START, "e2e4 e7e5", 1).cases);
    plan.cases[1].position = 1;
    plan.positions = 2;
    let outcome = Script::new(Inside { print, ..RIGHT }).hunted(&plan);
    let [finding] = &outcome.findings[..] else { panic!("{:?}", in_shorts(&outcome)) };
    let (line, depth) = finding.shortest_question();
    assert_eq!((line.moves.len(), depth), (0, 1));
}
