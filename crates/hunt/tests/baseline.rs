//! A hunt beside an earlier one: what both have found is known, and what one of them has found is new or gone.

use crate::tests::inside::{
    CASTLING, Inside, NO_CASTLING, RIGHT, is_castling, legal_but, questions, search,
};
use crate::tests::report::{read_by_programs, style};
use crate::{Baseline, Outcome, Plan, Report, Until, Verdict};
use ox88::{Move, MoveKind};
use ox88_test_support::assert_reports;
use rstest::rstest;
use std::time::Duration;

const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

const NO_EN_PASSANT: Inside = Inside { list: |here, _| legal_but(here, is_en_passant), ..RIGHT };

/// Knows neither castling nor en passant.
const NEITHER: Inside =
    Inside { list: |here, _| legal_but(here, |mv| is_castling(mv) || is_en_passant(mv)), ..RIGHT };

fn is_en_passant(mv: Move) -> bool {
    mv.kind == MoveKind::EnPassant
}

fn plan() -> Plan {
    named(&[(CASTLING, 1), (CASTLING, 2), (EN_PASSANT, 1)])
}

/// Each case has a name of its own.
fn named(of: &[(&str, u32)]) -> Plan {
    let mut plan = questions(of);
    for case in &mut plan.cases {
        case.name = case.line.root.to_string();
    }
    plan
}

fn outcome(mut engine: Inside) -> Outcome {
    search(&mut engine, &plan(), Until::All, |_, _| ())
}

fn beside(baseline: Option<&Baseline>, outcome: &Outcome, plan: &Plan) -> Report {
    Report::beside(baseline, outcome, plan, &style(), Duration::ZERO)
}

/// What a hunt of this engine has found, as the next one reads it.
fn baseline(engine: Inside) -> Baseline {
    Baseline::read(&beside(None, &outcome(engine), &plan()).json()).expect("it is a report")
}

#[test]
fn what_is_known_new_or_gone_is_said() {
    let [known, both] = [NO_CASTLING, NEITHER].map(baseline);
    let asked = outcome(NO_EN_PASSANT);
    let not_asked = Outcome { not_asked: 1, ..asked.clone() };
    let interrupted = Outcome { was_interrupted: true, ..asked.clone() };
    let few = named(&[(EN_PASSANT, 1)]);
    let reports = [
        ("what was found is known", beside(Some(&known), &outcome(NO_CASTLING), &plan())),
        ("what was not found is new", beside(Some(&known), &outcome(NEITHER), &plan())),
        ("what is not found again is gone", beside(Some(&both), &asked, &plan())),
        ("… if it was asked", beside(Some(&both), &asked, &few)),
        ("… and all was asked", beside(Some(&both), &not_asked, &plan())),
        ("… to the end", beside(Some(&both), &interrupted, &plan())),
    ];
    let told = reports.map(|(title, report)| {
        let headline = format!("{:?}: {}", report.verdict, report.headline().1);
        (title, format!("{headline}\n\n{}", report.whole_text(false)))
    });
    assert_reports("baseline.reports", told);
}

/// So that a hunt with a baseline can be the baseline of the next one.
#[test]
fn what_was_known_to_an_earlier_hunt_is_known_to_the_next_one_as_well() {
    let second = beside(Some(&baseline(NO_CASTLING)), &outcome(NEITHER), &plan());
    let known = Baseline::read(&second.json()).expect("it is a report");
    let third = beside(Some(&known), &outcome(NEITHER), &plan());
    assert_eq!(third.verdict, Verdict::NoDifference, "{}", third.whole_text(false));
    let keys = read_by_programs(&third)["baseline"]["known"].clone();
    assert_eq!(keys.as_array().map(Vec::len), Some(2), "{keys}");
}

#[rstest]
#[case::nothing("", "it is not JSON")]
#[case::no_report("{}", "it has no verdict")]
#[case::not_run(r#"{"verdict": "not-run"}"#, "its verdict is \"not-run\"")]
#[case::interrupted(r#"{"verdict": "interrupted"}"#, "so findings may be missing")]
#[case::no_key(r#"{"verdict": "differs", "findings": [{}]}"#, "a finding has no key")]
fn what_is_no_report_is_refused(#[case] json: &str, #[case] why: &str) {
    let refused = Baseline::read(json).expect_err("it is no report");
    assert!(refused.contains(why), "{refused}");
}
