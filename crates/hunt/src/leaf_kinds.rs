//! Compares the error of the first answer with the kinds of leaves: are as many leaves missing, or too many, as there
//! are of one kind?
//!
//! Authors diagnose from the columns of perft tables: if exactly the number of captures en passant is missing, they
//! look at en passant first. This is an observation and no proof. So ox88 makes it only if one kind alone has this
//! number, if the number is too large for chance, and if another answer agrees.

use super::exchange::Exchange;
use ox88::{Column, Position, Stats, Tally};
use ox88_count::quick;
use std::fmt;

/// Larger trees are not looked at, because a hunt should not wait for a remark.
const MOST_LEAVES: u128 = 20_000_000;

/// Many kinds have one or two leaves in a position, so a smaller difference shows nothing.
const LEAST_DIFFERENCE: u128 = 3;

/// A wrong number of leaves in the answer to the first question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeavesAtRoot {
    /// How deep the engine was asked to count.
    pub depth: u32,
    /// What the engine counts.
    pub theirs: u128,
    /// What is right.
    pub ours: u128,
    /// The kind with as many leaves as the difference.
    pub as_many_as: Option<LeafKind>,
    /// Whether no other wrong answer on the way down can show the same.
    is_alone: bool,
}

/// A kind of leaves: those of a column, or those of them whose last move ends a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafKind {
    column: Column,
    ends_check: bool,
}

impl LeavesAtRoot {
    /// What the answer to the first question shows, beside the other wrong answers on the way from there. Nothing if
    /// its number of leaves is right or is not known, or if the moves themselves are what was asked for.
    pub(super) fn of(exchange: &Exchange, wrong: &[Exchange]) -> Option<LeavesAtRoot> {
        let depth = exchange.depth;
        let (theirs, ours) = leaves(exchange).filter(|(theirs, ours)| theirs != ours)?;
        if depth < 2 {
            return None;
        }
        let difference = theirs.abs_diff(ours);
        let is_telling = ours <= MOST_LEAVES && difference >= LEAST_DIFFERENCE;
        let kinds = |depth| Kinds::of(&exchange.line.end(), depth);
        let as_many_as =
            is_telling.then(|| kinds(depth)).and_then(|kinds| kinds.the_one_with(difference));
        // At smaller depths, which were asked before, the engine has counted all leaves of this kind.
        let is_right_before =
            |kind: &LeafKind| (2..depth).all(|depth| kinds(depth).leaves(*kind) == 0);
        let is_other = |it: &&Exchange| (&it.line, it.depth) != (&exchange.line, depth);
        let as_many_as = as_many_as.filter(is_right_before);
        let others = wrong.iter().filter(is_other);
        let seen: Vec<bool> =
            others.filter_map(|it| as_many_as?.is_wrong_in(it, theirs < ours)).collect();
        let as_many_as = as_many_as.filter(|_| seen.iter().all(|&is_wrong| is_wrong));
        Some(LeavesAtRoot { depth, theirs, ours, as_many_as, is_alone: seen.is_empty() })
    }
}

/// Keeps a kind only if another answer, on the way down or at another position, has the same error.
pub(super) fn keep_those_seen_twice<'a>(found: impl Iterator<Item = &'a mut LeavesAtRoot>) {
    let found: Vec<&mut LeavesAtRoot> = found.collect();
    let kinds: Vec<LeafKind> = found.iter().filter_map(|leaves| leaves.as_many_as).collect();
    let is_alone = |kind: LeafKind| kinds.iter().filter(|&&other| other == kind).count() == 1;
    for leaves in found {
        if leaves.is_alone && leaves.as_many_as.is_some_and(is_alone) {
            leaves.as_many_as = None;
        }
    }
}

/// How many leaves an engine counts, if that is known, and how many there are.
fn leaves(exchange: &Exchange) -> Option<(u128, u128)> {
    let reply = &exchange.reply;
    let theirs = if reply.rows.is_empty() { reply.total() } else { Some(reply.sum()) };
    let theirs = theirs.filter(|_| reply.unread.is_empty())?;
    Some((theirs, exchange.comparison.nodes))
}

/// The leaves of a position by their kinds.
struct Kinds {
    all: Stats,
    /// Those whose last move ends a check.
    ending_check: Stats,
}

impl Kinds {
    fn of(position: &Position, depth: u32) -> Kinds {
        let mut kinds = Kinds { all: Stats::NONE, ending_check: Stats::NONE };
        kinds.add(position, depth);
        kinds
    }

    fn add(&mut self, position: &Position, depth: u32) {
        if depth > 1 {
            quick::each_legal(position, |mv| self.add(&position.after_unchecked(mv), depth - 1));
            return;
        }
        let leaves = quick::stats(position, 1);
        self.all = self.all.and(leaves);
        if position.is_check() {
            self.ending_check = self.ending_check.and(leaves);
        }
    }

    fn leaves(&self, LeafKind { column, ends_check }: LeafKind) -> u128 {
        if ends_check { self.ending_check.get(column) } else { self.all.get(column) }
    }

    /// The only kind with this many leaves. Where all captures are en passant, that is one kind and not
    /// two: the narrower one.
    fn the_one_with(&self, leaves: u128) -> Option<LeafKind> {
        let kinds = Column::ALL.into_iter().flat_map(LeafKind::of_column);
        let kinds: Vec<LeafKind> = kinds.filter(|&kind| self.leaves(kind) == leaves).collect();
        let is_narrowest = |kind: &&LeafKind| kinds.iter().all(|other| kind.is_part_of(*other));
        kinds.iter().find(is_narrowest).copied()
    }
}

impl LeafKind {
    /// The kinds of a column. All leaves are no kind, because it would show nothing that they are missing.
    fn of_column(column: Column) -> impl Iterator<Item = LeafKind> {
        let kinds = [true, false].map(|ends_check| LeafKind { column, ends_check });
        kinds.into_iter().filter(|kind| kind.ends_check || kind.column != Column::Nodes)
    }

    /// Whether an engine has just the leaves of this kind too few or too many in an answer. Nothing where that cannot
    /// be known, since such moves come before the last ply as well, or the list of moves may be made in another way.
    fn is_wrong_in(self, answer: &Exchange, is_too_few: bool) -> Option<bool> {
        let (theirs, ours) = leaves(answer).filter(|(_, ours)| *ours <= MOST_LEAVES)?;
        let count = |depth| Kinds::of(&answer.line.end(), depth).leaves(self);
        if (1..answer.depth).any(|depth| count(depth) > 0) {
            return None;
        }
        let is_wrong =
            (theirs < ours) == is_too_few && count(answer.depth) == theirs.abs_diff(ours);
        (is_wrong || answer.depth > 1).then_some(is_wrong)
    }

    /// Whether every leaf of this kind is one of the other kind.
    fn is_part_of(self, other: LeafKind) -> bool {
        let is_column_part = self.column == other.column
            || match other.column {
                Column::Nodes => true,
                Column::Captures => self.column == Column::EnPassant,
                Column::Checks => matches!(
                    self.column,
                    Column::DiscoveredChecks | Column::DoubleChecks | Column::Checkmates
                ),
                _ => false,
            };
        is_column_part && (self.ends_check || !other.ends_check)
    }
}

impl fmt::Display for LeafKind {
    /// `en passant captures that end a check`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leaves = match self.column {
            Column::Nodes => "moves".to_owned(),
            Column::EnPassant => "en passant captures".to_owned(),
            Column::Castles => "castlings".to_owned(),
            column => column.name().replace('_', " "),
        };
        f.write_str(&leaves)?;
        f.write_str(if self.ends_check { " that end a check" } else { "" })
    }
}

impl fmt::Display for LeavesAtRoot {
    /// `81 too few at depth 5: as many as there are en passant captures that end a check`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeavesAtRoot { depth, theirs, ours, as_many_as, .. } = self;
        let word = if theirs < ours { "few" } else { "many" };
        write!(f, "{} too {word} at depth {depth}", theirs.abs_diff(*ours))?;
        match as_many_as {
            Some(kind) => write!(f, ": as many as there are {kind}"),
            None => Ok(()),
        }
    }
}
