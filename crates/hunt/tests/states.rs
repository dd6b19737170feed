//! What an engine has on its board that makes moves wrongly, or reads a FEN wrongly: each row of the table of engines with
//! one fault is named by what it answers.

use crate::search::Faulty;
use crate::tests::inside::{
    Answers, Inside, Print, RIGHT, TOTALS, in_short, one_question, partner, search, sum, total,
};
use crate::{FindingKind, Part, Plan, Until};
use ox88_engine::{Line, Reply, Row, Step, Trouble, TroubleKind};
use ox88_test_support::assert_texts;

/// An engine that has one fault.
struct Model {
    engine: Faulty,
    /// Whether it prints totals, and no rows.
    is_total: bool,
}

impl Answers for Model {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let Step { line, depth, .. } = question;
        let rows = self.engine.answer(line, None, *depth).ok_or(TroubleKind::Refuses)?;
        if self.is_total {
            let leaves = rows.iter().map(|row| row.1).sum();
            return Ok(total(leaves).iter().map(String::as_str).collect());
        }
        let here = line.end();
        let rows = rows.into_iter().map(|(mv, count)| Row::new(here.move_text(mv), count));
        Ok(Reply { rows: rows.collect(), ..Reply::default() })
    }
}

partner!(Model);

/// Lines on which something goes wrong, each with its moves.
const LINES: [(&str, &str); 27] = [
    ("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", ""),
    ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", ""),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ""),
    ("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", ""),
    ("r3k2r/1p6/8/8/8/8/P7/R3K2R w KQkq - 0 1", "a2a3 b7b6"),
    ("r3k2r/1p6/8/8/8/8/P7/R3K2R w KQkq - 0 1", "h1g1 b7b6 g1h1 b6b5"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8 e8d7"),
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e1e2 e8e7"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"),
    ("7k/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "e3e4"),
    ("1k6/8/8/8/R7/1n6/8/R3K3 b Q - 0 1", "b3a1 a4a1 b8b7"),
    ("4k3/8/8/7R/8/5b2/8/R3K2R b KQ - 0 1", "f3h1"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 e8e7"),
    ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8 e1e2"),
    ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1 e8e7"),
    ("8/P7/8/2k5/8/8/8/4K3 w - - 0 1", "a7a8q c5c4"),
    ("8/P7/8/2k5/8/8/8/4K3 w - - 0 1", "a7a8r c5c4"),
    ("1r6/P7/8/2k5/8/8/8/4K3 w - - 0 1", "a7b8q c5c4"),
    ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3"),
    ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3 e8e7"),
    ("4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1", "a1b3 e8e7"),
    ("3rr2k/8/8/8/1p1N4/4N3/8/4K3 w - - 0 1", "e1d2 h8h7"),
    ("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", ""),
    ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", ""),
];

/// The engines with a fault that befalls all moves, each with a question that it answers wrongly.
fn engines() -> Vec<(Faulty, Plan)> {
    let all = [Part::ReadFen, Part::Make].into_iter().flat_map(|it| Faulty::of(it, &[], &[]));
    let all = all.filter(|it| it.name().ends_with("/all/both/0"));
    let plans: Vec<Plan> = LINES.iter().map(|(fen, moves)| one_question(fen, moves, 1)).collect();
    let is_wrong = |engine: &Faulty, plan: &Plan| {
        let line = &plan.cases[0].line;
        let theirs = engine.answer(line, None, 1).map(|mut rows| {
            rows.sort_by_key(|row| (row.0.from, row.0.to, row.0.promotion()));
            rows
        });
        let mut ours = line.end().legal_moves();
        ours.sort_by_key(|mv| (mv.from, mv.to, mv.promotion()));
        theirs.is_some_and(|it| !it.iter().map(|row| row.0).eq(ours))
    };
    let plan = |engine| plans.iter().find(|plan| is_wrong(&engine, plan)).cloned();
    all.map(|it| (it, plan(it).unwrap_or_else(|| panic!("a line has to show {it:?}")))).collect()
}

/// What is found, and below it the rule for what is on the board.
fn state_found(
    engine: Faulty,
    is_total: bool,
    plan: &Plan,
) -> Option<(String, Option<&'static str>)> {
    let outcome = search(&mut Model { engine, is_total }, plan, Until::First, |_, _| ());
    let finding = outcome.findings.first()?;
    let state = finding.state().map(|state| state.rule.id());
    Some((in_short(finding), state))
}

#[test]
fn each_state_of_the_table_is_named() {
    let rows = engines().into_iter().map(|(engine, plan)| {
        let (found, state) = state_found(engine, false, &plan).expect("it differs");
        (engine.name(), format!("{found}\n{}", state.unwrap_or("no state")))
    });
    assert_texts("hunt.states", rows);
}

/// Totals say less than rows. What they say must not be something else.
#[test]
fn an_engine_that_prints_totals_is_said_to_have_the_state_that_its_rows_show_or_none() {
    let mut named = 0;
    for (engine, plan) in engines() {
        let state = |is_total| state_found(engine, is_total, &plan).and_then(|it| it.1);
        let Some(by_totals) = state(true) else { continue };
        assert_eq!(Some(by_totals), state(false), "{engine:?}");
        named += 1;
    }
    assert!(named > 10, "{named} are named");
}

/// An engine that prints totals, and plays none of the moves that it is given.
struct PlaysNothing {
    engine: Inside,
    questions: u64,
}

impl PlaysNothing {
    fn new(print: Print) -> PlaysNothing {
        PlaysNothing { engine: Inside { print, ..RIGHT }, questions: 0 }
    }

    /// The rule for the state that is found after a move, if one is.
    fn state(&mut self, fen: &str, mv: &str) -> Option<&'static str> {
        let outcome = search(self, &one_question(fen, mv, 1), Until::First, |_, _| ());
        assert_eq!(outcome.totals.questions, self.questions);
        let FindingKind::Disagreement(it) = &outcome.findings[0].kind else { panic!("it answers") };
        it.diagnosis.state.as_ref().map(|state| state.rule.id())
    }
}

impl Answers for PlaysNothing {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        self.questions += 1;
        let line = Line::at(question.line.root);
        self.engine.ask(&Step::anew(&line, question.depth))
    }
}

partner!(PlaysNothing);

/// Many states have the same number of moves.
#[test]
fn a_state_explains_totals_of_three_depths() {
    let knight = "4k3/8/8/8/8/8/8/N3K3 w - - 0 1";
    let wrong_at_two: Print = |_, depth, rows| Ok(total(sum(rows) + u128::from(depth == 2)));
    let wrong_at_three: Print = |_, depth, rows| Ok(total(sum(rows) + u128::from(depth == 3)));
    assert_eq!(PlaysNothing::new(TOTALS.print).state(knight, "a1b3"), Some("move-not-played"));
    assert_eq!(PlaysNothing::new(wrong_at_two).state(knight, "a1b3"), None);
    assert_eq!(PlaysNothing::new(wrong_at_three).state(knight, "a1b3"), None);
}

/// White to move with the pawn on e2 or e3: up to three plies these have the same leaves.
#[test]
fn where_totals_of_three_depths_have_two_explanations_a_fourth_decides() {
    let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(PlaysNothing::new(TOTALS.print).state(pawn, "e2e3"), Some("move-not-played"));
}
