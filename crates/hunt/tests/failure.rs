//! From a question at which an engine fails to the smallest one at which it fails in the same way.

use crate::tests::inside::{
    Answers, BARE_KINGS, CLOCK_99, Inside, Keeping, NO_RIGHT, Print, RIGHT, Watched, in_short,
    partner, questions, search,
};
use crate::tests::report::report_of;
use crate::{Outcome, Step, Trouble, TroubleKind, Until};
use ox88::{Position, START};
use ox88_engine::Reply;
use ox88_test_support::{assert_reports, square};
use std::time::Duration;

fn dies() -> TroubleKind {
    TroubleKind::Dies("signal: 11 (SIGSEGV)".to_owned())
}

/// Whether the engine comes to a position in which a pawn has just skipped e3.
fn has_skipped_e3(here: &Position, depth: u32) -> bool {
    let behind = || here.legal_moves().into_iter().map(|mv| here.after(mv));
    here.en_passant() == Some(square("e3"))
        || depth > 1 && behind().any(|after| has_skipped_e3(&after, depth - 1))
}

const DIES_BEHIND_E2E4: Inside = Inside {
    print: |here, depth, rows| {
        if has_skipped_e3(here, depth) { Err(dies()) } else { (RIGHT.print)(here, depth, rows) }
    },
    ..RIGHT
};

fn all(engine: &mut Watched) -> Outcome {
    search(engine, &questions(&[(BARE_KINGS, 1), (START, 3)]), Until::All, |_, _| ())
}

/// It fails only after another question: these two are to be copied.
fn after_another_question() -> Outcome {
    let later = Inside { print: |_, _, _| Err(dies()), ..RIGHT };
    let is_later = |asked: &[String]| asked.iter().any(|asked| asked.contains(NO_RIGHT));
    let mut engine = Keeping { at_first: RIGHT, is_later, ..Keeping::new(later) };
    let plan = questions(&[(BARE_KINGS, 1), (NO_RIGHT, 1), (CLOCK_99, 1)]);
    search(&mut engine, &plan, Until::All, |_, _| ())
}

/// Each question that hangs costs all of its time, and is not followed.
fn hanging() -> Outcome {
    let hangs: Print = |here, depth, rows| {
        let hangs = TroubleKind::Hangs(Duration::from_secs(30));
        if has_skipped_e3(here, depth) { Err(hangs) } else { (RIGHT.print)(here, depth, rows) }
    };
    let mut engine = Watched::new(Inside { print: hangs, ..RIGHT });
    let outcome = all(&mut engine);
    assert_eq!(engine.asked.len(), 2, "{:?}", engine.asked);
    outcome
}

/// An engine that dies in these positions is asked with a clock of 149.
fn with_clock(dies_in: fn(&Position) -> bool) -> Outcome {
    let plan = questions(&[("4k3/8/8/8/8/8/P7/4K2R w - - 149 110", 1)]);
    search(&mut Dying(dies_in), &plan, Until::All, |_, _| ())
}

/// An engine that dies in some positions.
struct Dying(fn(&Position) -> bool);

impl Answers for Dying {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        if (self.0)(&question.position()) {
            Err(dies().into())
        } else {
            RIGHT.clone().ask(question)
        }
    }
}

/// An engine that dies when it is asked a second time where a pawn has just skipped a6.
struct DyingAgain;

impl Answers for DyingAgain {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        RIGHT.clone().ask(question)
    }

    fn ask_again(&mut self, question: &Step) -> Option<Result<Reply, Trouble>> {
        let dies_here = question.position().en_passant().is_some();
        Some(if dies_here { Err(dies().into()) } else { self.ask(question) })
    }
}

fn asked_again() -> Outcome {
    let plan = questions(&[(BARE_KINGS, 1), ("4k3/8/8/pP6/8/8/7P/4K3 w - a6 0 1", 2)]);
    search(&mut DyingAgain, &plan, Until::All, |_, _| ())
}

partner!(Dying, DyingAgain);

#[test]
fn an_engine_that_fails_is_shown_where_it_takes_least() {
    let once = |number| (number == 2).then(dies);
    let hunts = [
        ("it dies behind e2e4", all(&mut Watched::new(DIES_BEHIND_E2E4))),
        // It is not followed where there may be nothing to follow.
        ("it dies once", all(&mut Watched::new(RIGHT).failing(once))),
        ("it dies after another question", after_another_question()),
        ("it dies at a second question about the position", asked_again()),
        ("it hangs behind e2e4", hanging()),
        // The game would be over: it refuses such a FEN.
        ("it dies beyond a clock of 100", with_clock(|here| here.setup().halfmove_clock > 100)),
        // The position is shown with the clock as it was.
        (
            "it dies where there is a pawn on a2",
            with_clock(|here| here.board().at(square("a2")).is_some()),
        ),
    ];
    let told = hunts.map(|(title, outcome)| {
        let found: Vec<String> = outcome.findings.iter().map(in_short).collect();
        (
            title,
            format!("{}\n\n{}", found.join(", "), report_of(&outcome.findings).whole_text(false)),
        )
    });
    assert_reports("failure.reports", told);
}
