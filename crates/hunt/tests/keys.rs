//! The key of a finding, by which the next hunt knows it again.

use crate::tests::inside::{
    BEFORE_CASTLING, CASTLING, HANGS, Inside, NO_CASTLING, RIGHT, finding, legal_but, search,
};
use crate::tests::report::{report, report_of};
use crate::{Chess960, Limits, Plan, Report, Until};
use ox88::suite::{Suite, built_in};
use ox88::{Color, Position, START};
use std::collections::HashSet;
use std::slice::from_ref;

const LIMITS: Limits =
    Limits { max_nodes: 500, max_depth: None, chess960: Chess960::LeftOut, has_impossible: false };

/// Some of its positions: each is a finding.
fn castling_suite() -> Suite {
    let mut suite = built_in::suite("suites/castling.epd").expect("it is built in").clone();
    suite.positions.truncate(30);
    suite
}

/// The keys of all that an engine has wrong.
fn keys(mut engine: Inside, plan: &Plan) -> Vec<String> {
    keys_of(&report(&search(&mut engine, plan, Until::All, |_, _| ())))
}

fn keys_of(report: &Report) -> Vec<String> {
    report.findings.iter().map(|found| found.key.clone()).collect()
}

/// The keys of what is wrong in one answer.
fn keys_at(engine: Inside, fen: &str, moves: &str, depth: u32) -> Vec<String> {
    keys_of(&report_of(&[finding(engine, fen, moves, depth).expect("it differs")]))
}

/// Not all castlings are missing, so that each position is a finding.
const WHITE_CANNOT_CASTLE: Inside = Inside {
    list: |here, _| {
        let is_white = here.side_to_move() == Color::White;
        legal_but(here, |mv| is_white && mv.castling_rook().is_some())
    },
    ..RIGHT
};

#[test]
fn it_names_the_case_the_rule_the_part_and_the_path() {
    assert_eq!(
        keys_at(NO_CASTLING, BEFORE_CASTLING, "", 2),
        [format!("your position: castling, unknown, {BEFORE_CASTLING} moves e8d7")]
    );
    assert_eq!(
        keys_at(NO_CASTLING, CASTLING, "", 1),
        [format!("your position: castling, unknown, {CASTLING}")]
    );
    let hangs = Inside { print: |_, _, _| Err(HANGS), ..RIGHT };
    assert_eq!(
        keys_at(hangs, START, "e2e4", 1),
        [format!("your position: hangs, none, {START} moves e2e4")]
    );
}

#[test]
fn the_next_hunt_has_the_same_keys_and_no_two_of_them_are_the_same() {
    let plan = Plan::of_suites(&[castling_suite()], LIMITS);
    let first = keys(WHITE_CANNOT_CASTLE, &plan);
    assert!(first.len() > 4, "{first:#?}");
    assert_eq!(keys(WHITE_CANNOT_CASTLE, &plan), first);
    let different: HashSet<&String> = first.iter().collect();
    assert_eq!(different.len(), first.len(), "{first:#?}");
}

/// What is asked first, and what else is found, has no part in a key.
#[test]
fn a_hunt_in_another_order_that_finds_more_has_the_same_keys_among_others() {
    let mut plan = Plan::of_suites(&[castling_suite()], LIMITS);
    plan.cases.retain(|case| case.depth == 1);
    let found = keys(WHITE_CANNOT_CASTLE, &plan);
    plan.cases.reverse();
    let mut reversed = keys(WHITE_CANNOT_CASTLE, &plan);
    reversed.reverse();
    assert_eq!(reversed, found);

    let list = |here: &Position, _| {
        let is_rook = |mv: ox88::Move| mv.to.file() == mv.from.file();
        let has_castling = here.legal_moves().iter().any(|mv| mv.castling_rook().is_some());
        let is_white = here.side_to_move() == Color::White;
        legal_but(here, |mv| {
            is_white && mv.castling_rook().is_some() || !has_castling && is_rook(mv)
        })
    };
    let more = keys(Inside { list, ..RIGHT }, &plan);
    assert!(more.len() > found.len(), "{more:#?}");
    let more: HashSet<&String> = more.iter().collect();
    assert!(found.iter().all(|key| more.contains(key)), "{found:#?}\nand\n{more:#?}");
}

#[test]
fn a_case_of_two_suites_is_numbered() {
    let suite = castling_suite();
    let once = keys(WHITE_CANNOT_CASTLE, &Plan::of_suites(from_ref(&suite), LIMITS));
    let twice = keys(WHITE_CANNOT_CASTLE, &Plan::of_suites(&[suite.clone(), suite], LIMITS));
    let expected: HashSet<String> =
        once.iter().flat_map(|key| [key.clone(), format!("{key} (2)")]).collect();
    assert_eq!(twice.len(), expected.len());
    assert_eq!(twice.into_iter().collect::<HashSet<String>>(), expected);
}
