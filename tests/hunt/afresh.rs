//! A new process is asked about a finding. What it does not show depends on what was asked before.

use crate::helpers::square::square;
use crate::inside::{
    BARE_KINGS, CASTLING, CASTLING_ALONE, HANGS, Inside, Keeping, NO_CASTLING, NO_RIGHT, RIGHT,
    RIGHT_AGAIN, in_short, is_castling, legal_but, questions, without_rights,
};
use ox88::START;
use ox88::hunt::{Finding, FindingKind, Origin, Plan, Until, search};
use rstest::rstest;
use std::thread::sleep;
use std::time::Duration;

const CASTLING_IS_MISSING: &str = "castling Generation by the FEN at 1: -";

/// It loses the right to castle where it is asked again.
const LOSES_THE_RIGHT: Inside = Inside { again: Some(without_rights), ..RIGHT };

/// Where it can castle, it does not, and its rook does not move either.
const ROOK_STAYS: Inside = Inside {
    list: |here, _| legal_but(here, |mv| is_castling(mv) || mv.from == square("h1")),
    ..RIGHT
};

const COUNTS_TO_256: Inside = Inside { show: |count| count & 0xFF, ..RIGHT };
const COUNTS_TO_128: Inside = Inside { show: |count| count & 0x7F, ..RIGHT };

fn findings(engine: &mut Keeping, of: &[(&str, u32)]) -> Vec<Finding> {
    search(engine, &questions(of), Until::All, |_, _| ()).findings
}

/// What is found in all of these questions, in short.
fn found(engine: &mut Keeping, of: &[(&str, u32)]) -> Vec<String> {
    findings(engine, of).iter().map(in_short).collect()
}

#[rstest]
#[case::moves(NO_CASTLING, NO_CASTLING, (CASTLING, 1), CASTLING_IS_MISSING, 1)]
// Whatever the counts are: a table may have had some of them.
#[case::counts(
    COUNTS_TO_128,
    COUNTS_TO_256,
    (START, 3),
    "count-only Counting by the FEN at 3: \
     counts begin again at 0 from 2^8 on: they need more than 8 bits",
    1
)]
#[case::an_answer_to_a_second_question(
    LOSES_THE_RIGHT,
    LOSES_THE_RIGHT,
    (CASTLING, 1),
    "castling-right-lost Unmake by the FEN at 1: \
     the rights to castle had not come back after e1e2 was tried and taken back",
    2
)]
fn what_a_new_process_shows_as_well_is_called_by_its_rule(
    #[case] at_first: Inside,
    #[case] later: Inside,
    #[case] question: (&str, u32),
    #[case] expected: &str,
    #[case] asked: usize,
) {
    let mut engine = Keeping { at_first, ..Keeping::new(later) };
    assert_eq!(found(&mut engine, &[(BARE_KINGS, 1), question]), [expected]);
    assert_eq!((engine.starts, engine.asked), (1, asked));
}

#[rstest]
#[case::moves(NO_CASTLING, (CASTLING, 1), "moves-depend-on-history Kept by the FEN at 1: -")]
#[case::counts(COUNTS_TO_256, (START, 3), "count-depends-on-history Kept by the FEN at 3: -")]
#[case::an_answer_to_a_second_question(
    LOSES_THE_RIGHT,
    (CASTLING, 1),
    "moves-depend-on-history Kept by the FEN at 1: -"
)]
fn what_a_new_process_does_not_show_depends_on_what_was_asked_before(
    #[case] later: Inside,
    #[case] question: (&str, u32),
    #[case] expected: &str,
) {
    // The second one of them is asked without a new position.
    let mut engine = Keeping { questions_at_first: 2, ..Keeping::new(later) };
    let findings = findings(&mut engine, &[(BARE_KINGS, 1), question]);
    assert_eq!(findings.iter().map(in_short).collect::<Vec<_>>(), [expected]);
    assert!(is_right_afresh(&findings[0]));
}

fn is_right_afresh(finding: &Finding) -> bool {
    let FindingKind::Disagreement(disagreement) = &finding.kind else { panic!("{finding:?}") };
    disagreement.diagnosis.origin == Origin::Kept { is_right_afresh: true }
}

#[test]
fn a_new_process_may_be_wrong_in_another_way() {
    let mut engine = Keeping { at_first: ROOK_STAYS, ..Keeping::new(NO_CASTLING) };
    let findings = findings(&mut engine, &[(START, 1), (CASTLING, 1)]);
    assert_eq!(in_short(&findings[0]), "moves-depend-on-history Kept by the FEN at 1: -");
    assert!(!is_right_afresh(&findings[0]));
}

/// To start one may take time.
#[test]
fn a_rule_that_a_new_process_has_broken_needs_no_other_one() {
    let mut engine = Keeping { at_first: NO_CASTLING, ..Keeping::new(NO_CASTLING) };
    let questions = [(CASTLING, 1), (NO_RIGHT, 1), (CASTLING_ALONE, 1)];
    assert_eq!(found(&mut engine, &questions), [CASTLING_IS_MISSING; 2]);
    assert_eq!(engine.starts, 1);
}

#[test]
fn one_that_no_new_process_has_broken_is_tried_each_time() {
    let mut engine = Keeping::new(NO_CASTLING);
    let questions = [(START, 1), (CASTLING, 1), (CASTLING_ALONE, 1)];
    let found = found(&mut engine, &questions);
    assert_eq!(found, ["moves-depend-on-history Kept by the FEN at 1: -"; 2]);
    assert_eq!(engine.starts, 2);
}

/// What is known of the engine is what it has answered.
#[test]
fn a_new_process_that_does_not_answer_shows_nothing() {
    let at_first = Inside { print: |_, _, _| Err(HANGS), ..RIGHT };
    let mut engine = Keeping { at_first, ..Keeping::new(NO_CASTLING) };
    assert_eq!(found(&mut engine, &[(START, 1), (CASTLING, 1)]), ["hangs", CASTLING_IS_MISSING]);
    assert_eq!(engine.starts, 1);
}

#[test]
fn no_process_is_started_when_the_time_is_over() {
    let later = Inside {
        print: |here, depth, rows| {
            sleep(Duration::from_millis(200));
            (RIGHT_AGAIN.print)(here, depth, rows)
        },
        ..NO_CASTLING
    };
    let mut engine = Keeping { questions_at_first: 0, ..Keeping::new(later) };
    let budget = Some(Duration::from_millis(100));
    let plan = Plan { budget, ..questions(&[(CASTLING, 1)]) };
    let outcome = search(&mut engine, &plan, Until::First, |_, _| ());
    let found: Vec<String> = outcome.findings.iter().map(in_short).collect();
    assert_eq!(found, ["castling Unknown by the FEN at 1: -"]);
    assert_eq!(engine.starts, 0);
}
