//! Which moves the suites have in which states: a table without holes, so that no fault that needs the
//! one together with the other is out of reach of a hunt with its default limits.

mod moves;
mod states;

use moves::MoveType;
use ox88::suite::SuitePosition;
use ox88::suite::built_in;
use ox88::{CastlingNotation, Position};
use ox88_test_support::assert_texts;
use states::{State, states};
use std::collections::HashMap;
use std::fmt::Write as _;

/// What the hunt asks unless it is told otherwise: counts up to this one.
const MAX_NODES: u128 = 1_000_000;

/// How many plies of each position are walked.
const PLIES: u32 = 2;

/// A move of some type in some state, either legal or one that leaves the king in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cell {
    is_legal: bool,
    mv: MoveType,
    state: State,
}

/// The ply at which each cell is first met, for White and for Black.
type Table = HashMap<Cell, [Option<u32>; 2]>;

/// All positions of the suites that every engine is asked about, and the plies below them.
fn table() -> Table {
    let suites = built_in::suites();
    let mut table = Table::new();
    for known in suites.into_iter().flat_map(|suite| &suite.positions) {
        let is_chess960 = known.position.castling_notation() == CastlingNotation::KingTakesRook;
        if known.can_arise() && !is_chess960 {
            add(&mut table, known, &known.position, 1);
        }
    }
    table
}

fn add(table: &mut Table, root: &SuitePosition, position: &Position, ply: u32) {
    let is_asked = |depth| root.count(depth).is_some_and(|count| count.nodes <= MAX_NODES);
    let us = position.side_to_move();
    for mv in position.pseudo_legal_moves() {
        let is_legal = position.is_legal(mv);
        // Whether a move is there is seen at once, and what it leaves behind only below it.
        if !is_asked(if is_legal { ply + 1 } else { ply }) {
            continue;
        }
        for mv_type in moves::types(position, mv) {
            for state in states(position, mv) {
                let cell = Cell { is_legal, mv: mv_type, state };
                let first = &mut table.entry(cell).or_default()[us.index()];
                *first = Some(first.map_or(ply, |first| first.min(ply)));
            }
        }
        if is_legal && ply < PLIES {
            add(table, root, &position.after(mv), ply + 1);
        }
    }
}

/// The table as text: the ply at which both sides have met the cell, or a dash if not both have.
fn text(table: &Table, is_legal: bool) -> String {
    let head = State::ALL.map(|(_, name, _)| format!("{name:>8}")).concat();
    let mut text = format!("{:33}{head}\n", "");
    for (mv, name) in MoveType::ALL {
        let entry = |(state, ..): (State, _, _)| {
            let cell = Cell { is_legal, mv, state };
            let first = table.get(&cell).copied().unwrap_or_default();
            let entry = match first {
                [Some(white), Some(black)] => white.max(black).to_string(),
                _ => "-".to_owned(),
            };
            format!("{entry:>8}")
        };
        let _ = writeln!(text, "{name:33}{}", State::ALL.map(entry).concat());
    }
    text
}

/// A cell that a change of the suites empties becomes a dash. Each dash that is there has a reason:
///
/// - A king is not pinned, a pinned knight does not move, and a pawn pinned along its file does not promote.
/// - In double check only the king moves, and it does not castle out of check.
/// - Two steps of a pawn give one check at most. A pawn that gives it is taken, or the king moves. It is not on the last
///   rank.
/// - A check that the pawn has uncovered runs neither over the square that it skipped nor across the last rank.
/// - A king at home, or with a right, is not beside that pawn. One that the pawn checks is two ranks from the square.
#[test]
fn every_move_is_in_the_suites_in_every_state_in_which_it_can_be() {
    let table = table();
    let states = State::ALL.map(|(_, name, what)| format!("{name:7} {what}\n")).concat();
    assert_texts(
        "coverage.table",
        [
            ("The states of the side to move, and of the piece that moves", states),
            ("Legal moves: the ply at which both sides have made them", text(&table, true)),
            (
                "Moves that leave the king in check: the ply at which they are there",
                text(&table, false),
            ),
            ("A dash in place of a ply: there can be no such move", String::new()),
        ],
    );
}
