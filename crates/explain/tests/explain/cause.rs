//! One cause behind many missing moves: when a piece counts as taken for pinned, or the king for checked.

use super::{mirrored_path, mirrored_text, words};
use crate::explain_missing;
use ox88::Move;
use ox88_engine::Line;
use ox88_test_support::{assert_rules, line, mirrored_move};
use std::collections::BTreeSet;

fn cause_at(path: &Line, missing: &[Move]) -> Option<String> {
    let explanation = explain_missing(path, missing)?;
    let squares: BTreeSet<String> = explanation.squares.iter().map(ToString::to_string).collect();
    assert_eq!(squares.len(), explanation.squares.len(), "no square is marked twice");
    Some(format!("{}: {}", explanation.rule.id(), explanation.reason))
}

/// The cause of these legal moves being missing; with the sides changed, it is the same.
fn cause(fen: &str, missing: &str) -> Option<String> {
    let path: Line = line(fen, "");
    let named = |text| path.end().find_move(text).expect("it is legal");
    let missing: Vec<Move> = missing.split(' ').map(named).collect();
    let here = cause_at(&path, &missing);
    let mirrored: Vec<Move> = missing.iter().map(|&mv| mirrored_move(mv)).collect();
    let there = cause_at(&mirrored_path(&path), &mirrored);
    let texts = (there.unwrap_or_default(), mirrored_text(&here.clone().unwrap_or_default()));
    assert_eq!(words(&texts.0), words(&texts.1));
    here
}

/// The cases of the snapshot: the position, and the moves that are missing there.
#[test]
fn many_missing_moves_may_have_one_cause() {
    assert_rules("explain.causes", |_, case| {
        let [_, fen, missing] = case.splitn(3, ": ").collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        cause(fen, missing).unwrap_or_else(|| "none".to_owned())
    });
}
