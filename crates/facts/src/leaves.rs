//! The kinds of leaves that an engine counts beside a perft. Tables differ in what a column counts, so that is learnt.

use crate::compare::{Wrong, if_wrong};
use crate::rules::Rule;
use ox88::{Column, MoveKind, Position};
use ox88_engine::Ply;
use ox88_explain::truth::CheckBy;

/// What a leaf may be, each a bit.
const TAKES: u8 = 1;
const EN_PASSANT: u8 = 1 << 1;
const CASTLES: u8 = 1 << 2;
const PROMOTES: u8 = 1 << 3;
const CHECK: u8 = 1 << 4;
const MATE: u8 = 1 << 5;
const DOUBLE: u8 = 1 << 6;
const DISCOVERED: u8 = 1 << 7;

/// A column: its rule, what is counted there, and what other tables leave out, all of it or some.
const COLUMNS: [(Column, Rule, u8, u8); 7] = [
    (Column::Captures, Rule::LeavesCaptures, TAKES, EN_PASSANT),
    (Column::EnPassant, Rule::LeavesEnPassant, EN_PASSANT, 0),
    (Column::Castles, Rule::LeavesCastles, CASTLES, 0),
    (Column::Promotions, Rule::LeavesPromotions, PROMOTES, 0),
    (Column::Checks, Rule::LeavesChecks, CHECK, MATE | DOUBLE | DISCOVERED),
    (Column::DoubleChecks, Rule::LeavesDoubleChecks, DOUBLE, 0),
    (Column::Checkmates, Rule::LeavesMates, MATE, 0),
];

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
        let (_, rule, what, left_out) = *COLUMNS.iter().find(|it| it.0 == column)?;
        let is_in = |kinds: u8, without: u8| kinds & what != 0 && kinds & without == 0;
        let count = |leaves: &[(Ply, u8)], without| {
            leaves.iter().filter(|(_, kinds)| is_in(*kinds, without)).count() as u128
        };
        let readings = || (0..=left_out).filter(|without| without & !left_out == 0);
        let plain = readings().map(|without| count(&here, without));
        let sums = readings().map(|without| count(&here, without) + count(&before, without));
        let counted = here.iter().filter(|(_, kinds)| depth == 1 && is_in(*kinds, 0));
        let moves = counted.map(|(ply, _)| ply.text()).collect();
        Some(Told { rule, theirs, readings: plain.chain(sums).collect(), moves })
    };
    columns.iter().filter_map(of_column).collect()
}

/// The last plies of all ways to play so many, each with its kinds.
fn leaves(end: &Position, depth: u32) -> Vec<(Ply, u8)> {
    let plies = end.legal_moves().into_iter().map(|mv| Ply::new(1, *end, mv));
    if depth > 1 {
        return plies.flat_map(|ply| leaves(&ply.after, depth - 1)).collect();
    }
    let with_kinds = |ply: Ply| {
        let (after, mv) = (&ply.after, ply.mv);
        let by = CheckBy::of(&ply.before, mv);
        let is_discovered =
            matches!(by, Some(CheckBy::Discovered | CheckBy::EnPassant | CheckBy::Castling));
        let kinds = [
            (TAKES, ply.before.captured(mv).is_some()),
            (EN_PASSANT, mv.kind == MoveKind::EnPassant),
            (CASTLES, mv.castling_rook().is_some()),
            (PROMOTES, mv.promotion().is_some()),
            (CHECK, by.is_some()),
            (DOUBLE, after.checkers().len() > 1),
            (DISCOVERED, is_discovered),
            (MATE, by.is_some() && after.legal_moves().is_empty()),
        ];
        (ply, kinds.into_iter().filter(|kind| kind.1).map(|kind| kind.0).sum())
    };
    plies.map(with_kinds).collect()
}
