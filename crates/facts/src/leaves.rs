//! The kinds of leaves that an engine counts beside a perft. Tables differ in what a column counts, so that is learnt.

use crate::compare::{Wrong, if_wrong};
use crate::rules::Rule;
use ox88::Position;
use ox88_count::{Column, Stats};
use ox88_engine::Ply;

/// A column: its rule, and the kinds that other tables leave out, all of them or some.
const COLUMNS: [(Column, Rule, &[Column]); 7] = [
    (Column::Captures, Rule::LeavesCaptures, &[Column::EnPassant]),
    (Column::EnPassant, Rule::LeavesEnPassant, &[]),
    (Column::Castles, Rule::LeavesCastles, &[]),
    (Column::Promotions, Rule::LeavesPromotions, &[]),
    (Column::Checks, Rule::LeavesChecks, CHECKS),
    (Column::DoubleChecks, Rule::LeavesDoubleChecks, &[]),
    (Column::Checkmates, Rule::LeavesMates, &[]),
];
const CHECKS: &[Column] = &[Column::Checkmates, Column::DoubleChecks, Column::DiscoveredChecks];

/// So many readings of a column are compared: the definition, and the one without the first kind that others leave out.
/// With any other one ox88 only knows that it is another one.
const COMPARED: usize = 2;

/// A column has to count right in so many positions, and to be right so many times as often as it is wrong. If not, it
/// counts something else.
const LEAST_RIGHT: usize = 3;
const MOST_WRONG: usize = 4;

/// A number in a column, and those that each reading has there.
pub struct Told {
    /// The rule that it breaks if it is wrong.
    pub rule: Rule,
    /// The number.
    pub theirs: u128,
    /// Those of the readings. Some programs add up the leaves of each ply: these sums come second.
    pub readings: Vec<u128>,
    /// The moves of the leaves that count by definition, if they are one ply away.
    pub moves: Vec<String>,
}

impl Told {
    /// What is wrong by a reading.
    pub fn wrong(&self, reading: usize) -> Option<Wrong> {
        let right = self.readings[reading];
        let why = match &self.moves[..] {
            [] if right == 0 => "there is no such leaf".to_owned(),
            [] => String::new(),
            moves => format!("these moves lead to such leaves: {}", moves.join(" ")),
        };
        let (theirs, right) = (self.theirs.to_string(), right.to_string());
        if_wrong(self.rule, Some(theirs), right).map(|wrong| wrong.because(why))
    }
}

/// What is counted in a column: the reading by which most of its numbers are right, if it is one that can be compared.
pub fn reading_of(column: &[&Told]) -> Option<usize> {
    let readings = column.first()?.readings.len();
    let right = |reading: usize| column.iter().filter(move |it| it.theirs == it.readings[reading]);
    let best = (0..readings).rev().max_by_key(|&reading| right(reading).count())?;
    let (is_right, counts) = (right(best).count(), right(best).filter(|it| it.theirs > 0).count());
    let is_sure = counts >= LEAST_RIGHT && is_right > MOST_WRONG * (column.len() - is_right);
    (is_sure && best % (readings / 2) < COMPARED).then_some(best)
}

/// What an engine tells about the leaves at a depth.
pub fn told(end: &Position, depth: u32, columns: &[(Column, u128)]) -> Vec<Told> {
    let here = leaves(end, depth);
    let before = if depth > 1 { leaves(end, depth - 1) } else { Vec::new() };
    let of_column = |&(column, theirs): &(Column, u128)| {
        let (_, rule, left_out) = *COLUMNS.iter().find(|it| it.0 == column)?;
        // Each bit is a kind that is left out.
        let is_in = |kinds: &Stats, set: usize| {
            let mut without = left_out.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            kinds.get(column) > 0 && without.all(|(_, kind)| kinds.get(*kind) == 0)
        };
        let count = |leaves: &[(Ply, Stats)], set| {
            leaves.iter().filter(|(_, kinds)| is_in(kinds, set)).count() as u128
        };
        let sets = 0..1 << left_out.len();
        let plain = sets.clone().map(|set| count(&here, set));
        let sums = sets.map(|set| count(&here, set) + count(&before, set));
        let counted = here.iter().filter(|(_, kinds)| depth == 1 && is_in(kinds, 0));
        let moves = counted.map(|(ply, _)| ply.text()).collect();
        Some(Told { rule, theirs, readings: plain.chain(sums).collect(), moves })
    };
    columns.iter().filter_map(of_column).collect()
}

/// The last plies of all ways to play so many, each with its kinds.
fn leaves(end: &Position, depth: u32) -> Vec<(Ply, Stats)> {
    let plies = end.legal_moves().into_iter().map(|mv| Ply::new(1, *end, mv));
    if depth > 1 {
        return plies.flat_map(|ply| leaves(&ply.after, depth - 1)).collect();
    }
    plies.map(|ply| (ply, Stats::of_leaf(end, ply.mv))).collect()
}
