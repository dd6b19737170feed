//! From a question at which an engine fails to the smallest one at which it fails in the same way.

use crate::tests::inside::{
    BARE_KINGS, CLOCK_99, Inside, Keeping, NO_RIGHT, Print, RIGHT, Watched, in_short, questions,
    search,
};
use crate::tests::report::report_of;
use crate::{Finding, Outcome, TroubleKind, Until};
use ox88::{Position, START};
use ox88_test_support::{in_one_line, square};
use std::time::Duration;

fn dies() -> TroubleKind {
    TroubleKind::Dies("signal: 11 (SIGSEGV)".to_owned())
}

/// Whether the engine comes to a position in which a pawn has just skipped e3.
fn has_skipped_e3(here: &Position, depth: u32) -> bool {
    let behind = || here.legal_moves().into_iter().map(|mv| here.after_unchecked(mv));
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

fn shown(found: &Finding) -> (String, u32) {
    let (line, depth) = found.shortest_question();
    (format!("{} {}", line.root, line.texts().join(" ")), depth)
}

#[test]
fn an_engine_that_dies_is_shown_where_it_takes_least() {
    let outcome = all(&mut Watched::new(DIES_BEHIND_E2E4));
    let [found] = &outcome.findings[..] else { panic!("{outcome:?}") };
    assert_eq!(in_short(found), "dies");
    assert_eq!(shown(found), ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1 ".to_owned(), 1));
    assert!(found.is_confirmed());
    let text = report_of(&outcome.findings).text(false);
    assert!(text.contains("\npath      e2e4 (29 pieces removed that did not matter)\n"), "{text}");
    assert!(!text.contains("\ndoubt "), "{text}");
}

/// It is not followed where there may be nothing to follow.
#[test]
fn an_engine_that_dies_once_is_said_to_do_so_now_and_then() {
    let mut engine = Watched::new(RIGHT).failing(|number| (number == 2).then(dies));
    let outcome = all(&mut engine);
    let [found] = &outcome.findings[..] else { panic!("{outcome:?}") };
    assert_eq!((shown(found).1, found.is_confirmed()), (3, false));
    let text = report_of(&outcome.findings).text(false);
    assert!(text.contains("doubt     asked the same again, the engine did not do that"), "{text}");
}

/// It fails only after another question: these two are to be copied.
#[test]
fn an_engine_that_dies_after_another_question_is_shown_with_that() {
    let later = Inside { print: |_, _, _| Err(dies()), ..RIGHT };
    let is_later = |asked: &[String]| asked.iter().any(|asked| asked.contains(NO_RIGHT));
    let mut engine = Keeping { at_first: RIGHT, is_later, ..Keeping::new(later) };
    let plan = questions(&[(BARE_KINGS, 1), (NO_RIGHT, 1), (CLOCK_99, 1)]);
    let outcome = search(&mut engine, &plan, Until::All, |_, _| ());
    let [found] = &outcome.findings[..] else { panic!("{outcome:?}") };
    assert!(found.is_confirmed());
    let text = report_of(&outcome.findings).text(false);
    let [first, second] = [NO_RIGHT, CLOCK_99].map(|fen| text.find(&format!("position fen {fen}")));
    assert!(first.is_some() && first < second, "{text}");
    let text = in_one_line(&text);
    assert!(
        text.contains("the engine did not do that; it happens only after the questions"),
        "{text}"
    );
}

/// Each question that hangs costs all of its time.
#[test]
fn an_engine_that_hangs_is_not_asked_on() {
    let hangs: Print = |here, depth, rows| {
        let hangs = TroubleKind::Hangs(Duration::from_secs(30));
        if has_skipped_e3(here, depth) { Err(hangs) } else { (RIGHT.print)(here, depth, rows) }
    };
    let mut engine = Watched::new(Inside { print: hangs, ..RIGHT });
    let outcome = all(&mut engine);
    assert_eq!(engine.asked.len(), 2, "{:?}", engine.asked);
    assert_eq!(shown(&outcome.findings[0]), (format!("{START} "), 3));
}

/// The game would be over: it refuses such a FEN.
#[test]
fn an_engine_that_refuses_a_clock_is_shown_with_the_greatest_one_at_which_it_is_right() {
    let print: Print = |here, depth, rows| {
        if here.setup().halfmove_clock > 100 {
            Err(dies())
        } else {
            (RIGHT.print)(here, depth, rows)
        }
    };
    let plan = questions(&[("4k3/8/8/8/8/8/P7/4K2R w - - 149 110", 1)]);
    let outcome =
        search(&mut Watched::new(Inside { print, ..RIGHT }), &plan, Until::All, |_, _| ());
    let text = report_of(&outcome.findings).text(false);
    let right_in = "right in  4k3/8/8/8/8/8/8/4K3 w - - 100 110 (without the clock of 101)";
    assert!(text.contains(right_in), "{text}");
    assert!(text.contains("position fen 4k3/8/8/8/8/8/8/4K3 w - - 101 110"), "{text}");
    // One that dies there whatever the clock is shown as it was.
    let print: Print = |here, depth, rows| {
        if here.board().at(square("a2")).is_some() {
            Err(dies())
        } else {
            (RIGHT.print)(here, depth, rows)
        }
    };
    let outcome =
        search(&mut Watched::new(Inside { print, ..RIGHT }), &plan, Until::All, |_, _| ());
    let text = report_of(&outcome.findings).text(false);
    assert!(!text.contains("right in"), "{text}");
    assert!(text.contains("position fen 4k3/8/8/8/8/8/P7/4K3 w - - "), "{text}");
}
