//! What a report says of findings that only a whole hunt makes: one example for each rule, and why a part is not blamed.

use crate::tests::inside::{
    BARE_KINGS, CASTLING, CASTLING_ALONE, HANGS, Inside, Keeping, NO_CASTLING, NO_CASTLING_BY_FEN,
    NO_MOVE, Print, RIGHT, prints, questions, search,
};
use crate::tests::report::{read_by_programs, report_of};
use crate::{Finding, Until};
use ox88::{START, perft};
use ox88_test_support::in_one_line;
use rstest::rstest;
use serde_json::Value;

fn findings(engine: &mut Keeping, of: &[(&str, u32)]) -> Vec<Finding> {
    search(engine, &questions(of), Until::All, |_, _| ()).findings
}

/// How often each rule was found broken, with the finding that is shown.
fn rules(findings: &[Finding]) -> Vec<(u64, &Finding)> {
    let report = read_by_programs(&report_of(findings));
    let rows = report["rules"].as_array().expect("it is a list").iter();
    let row = |row: &Value| {
        let smallest = usize::try_from(row["smallest"].as_u64()?).ok()?;
        Some((row["found"].as_u64()?, &findings[smallest]))
    };
    rows.filter_map(row).collect()
}

#[rstest]
#[case::it_comes_first(&[CASTLING_ALONE, CASTLING])]
#[case::it_comes_last(&[CASTLING, CASTLING_ALONE])]
fn the_smallest_finding_is_the_example_of_its_rule(#[case] fens: &[&str]) {
    let mut engine = Keeping { at_first: NO_MOVE, ..Keeping::new(NO_MOVE) };
    let questions: Vec<_> = fens.iter().map(|&fen| (fen, 1)).collect();
    let findings = findings(&mut engine, &questions);
    let rules = rules(&findings);
    assert_eq!(rules.len(), 1);
    let (_, smallest) = &rules[0];
    assert!(smallest.is_confirmed());
    assert_eq!(smallest.position().to_string(), CASTLING_ALONE);
}

/// The smallest of all need not be the one that a new process shows.
#[test]
fn what_another_process_has_shown_is_the_example_of_its_rule() {
    let mut engine = Keeping { at_first: NO_MOVE, ..Keeping::new(NO_MOVE) };
    engine.does_not_start = Some(HANGS);
    let mut findings = findings(&mut engine, &[(CASTLING_ALONE, 1)]);
    engine.does_not_start = None;
    findings.extend(self::findings(&mut engine, &[(CASTLING, 1)]));
    let rules = rules(&findings);
    assert_eq!(rules.len(), 1);
    let (found, smallest) = &rules[0];
    assert_eq!((*found, smallest.position().to_string().as_str()), (2, CASTLING));
}

/// An engine lacks castling after a FEN. The first process lacks it when moves were played as well, and a new one does
/// not.
#[test]
fn a_part_that_is_right_at_one_time_and_wrong_at_another_is_not_blamed() {
    let later = Inside { list: NO_CASTLING_BY_FEN, ..RIGHT };
    let mut engine = Keeping { at_first: NO_CASTLING, ..Keeping::new(later) };
    let findings = findings(&mut engine, &[(BARE_KINGS, 1), (CASTLING_ALONE, 1)]);
    let text = in_one_line(&report_of(&findings).text(false));
    assert!(text.contains("sometimes right and sometimes wrong"), "{text}");
}

#[test]
fn one_mistake_in_every_answer_is_said_to_explain_each_row() {
    let one_ply_too_many: Print = |here, depth, _| {
        let row = |mv| (here.move_text(mv), perft(&here.after_unchecked(mv), depth));
        let rows: Vec<(String, u128)> = here.legal_moves().into_iter().map(row).collect();
        let total: u128 = rows.iter().map(|row| row.1).sum();
        let rows = rows.iter().map(|(text, count)| format!("{text}: {count}"));
        Ok(rows.chain([total.to_string()]).collect())
    };
    let plan = questions(&[(CASTLING, 1), (CASTLING_ALONE, 2), (BARE_KINGS, 2), (START, 3)]);
    let outcome = search(&mut prints(one_ply_too_many), &plan, Until::All, |_, _| ());
    let text = in_one_line(&report_of(&outcome.findings).text(false));
    assert!(text.contains("counting: this one mistake explains each row in four"), "{text}");
}
