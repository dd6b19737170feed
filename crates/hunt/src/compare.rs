//! An engine's divide beside the right one: what is missing, what is extra, which counts are wrong.
//!
//! Totals prove nothing: two errors may cancel. So every move is compared with its count.

use super::by_squares::by_squares;
use super::read::Reply;
use ox88::{Divide, Move, MoveKind, MoveName, PieceKind, Position, Square};
use std::collections::BTreeMap;

/// How an answer differs from the right one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Legal moves without a row, though there are leaves behind them.
    pub missing: Vec<Move>,
    /// Rows that name no legal move, and have leaves.
    pub extra: Vec<Extra>,
    /// Legal moves with more than one row.
    pub twice: Vec<Move>,
    /// Legal moves with another count than ours.
    pub counts: Vec<WrongCount>,
    /// A total that is not the sum of the rows.
    pub total: Option<WrongTotal>,
}

/// A row that names no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The move as the engine writes it.
    pub text: String,
    /// What the text names, if it can be read.
    pub named: Option<MoveName>,
}

/// A count that is not ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongCount {
    /// The first move.
    pub mv: Move,
    /// The leaves behind it, as the engine counts them.
    pub theirs: u128,
    /// The leaves behind it.
    pub ours: u128,
}

/// A total that is not the sum of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongTotal {
    /// What the engine claims.
    pub claimed: u128,
    /// What its rows add up to.
    pub sum: u128,
}

/// An answer beside the right one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Everything that differs.
    pub difference: Difference,
    /// Whether promotions were written without their letter. That is a dialect and not a difference,
    /// as long as there are four such rows and their counts are right.
    pub lacks_promotion_letters: bool,
    /// How many rows name no legal move and have no leaves. That is a dialect, too.
    pub uncounted: usize,
    /// The leaves of all moves together, as we count them.
    pub nodes: u128,
    /// The leaves of the missing moves together, as we count them.
    pub missing_nodes: u128,
}

impl Comparison {
    /// The total of rows with this sum and of the missing moves, if there are some. An engine with this total
    /// has counted them.
    #[must_use]
    pub fn with_missing(&self, sum: u128) -> Option<u128> {
        sum.checked_add(self.missing_nodes).filter(|&total| total > sum)
    }
}

impl Difference {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.has_right_moves() && self.counts.is_empty() && self.total.is_none()
    }

    /// Whether the engine lists the legal moves, each of them once.
    #[must_use]
    pub fn has_right_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.twice.is_empty()
    }

    /// Whether the same moves are wrong, whatever their counts are.
    #[must_use]
    pub fn has_moves_of(&self, other: &Difference) -> bool {
        (&self.missing, &self.extra, &self.twice) == (&other.missing, &other.extra, &other.twice)
    }
}

/// Compares an answer with the right one, which is the divide of this position.
#[must_use]
pub fn compare(position: &Position, right: &Divide, answer: &Reply) -> Comparison {
    compare_with(right, &by_squares(position, right, answer, &[]).reply)
}

/// Compares an answer, in which moves are named by their squares, with this divide.
#[must_use]
pub fn compare_with(right: &Divide, answer: &Reply) -> Comparison {
    let right = right.rows();
    let legal: Vec<Move> = right.iter().map(|&(mv, _)| mv).collect();
    let mut listed = Listed { right, counts: vec![Vec::new(); right.len()] };
    let mut difference = Difference::default();
    let mut uncounted = 0;
    let mut letterless: BTreeMap<(Square, Square), Vec<u128>> = BTreeMap::new();
    for row in &answer.rows {
        let named = row.name();
        let meant = named.map(|named| named.among(&legal)).unwrap_or_default();
        match meant[..] {
            // So some engines say of a move that it is not legal, and was not counted.
            [] if row.count == 0 => uncounted += 1,
            [] => difference.extra.push(Extra { text: row.text.clone(), named }),
            [mv] => listed.add(mv, row.count),
            [Move { from, to, .. }, ..] => {
                letterless.entry((from, to)).or_default().push(row.count);
            }
        }
    }
    for (&(from, to), counts) in &letterless {
        listed.add_letterless(from, to, counts);
    }
    listed.share_with_castlings();
    listed.write_into(&mut difference);
    let sum = answer.sum();
    // What the rows that cannot be read add to the sum is not known.
    difference.total = answer
        .total()
        .filter(|&claimed| claimed != sum && answer.unread.is_empty())
        .map(|claimed| WrongTotal { claimed, sum });
    let sum_of = |is_counted: &dyn Fn(Move) -> bool| {
        let rows = right.iter().filter(|&&(mv, _)| is_counted(mv));
        rows.fold(0, |sum: u128, &(_, count)| sum.saturating_add(count))
    };
    Comparison {
        missing_nodes: sum_of(&|mv| difference.missing.contains(&mv)),
        nodes: sum_of(&|_| true),
        difference,
        lacks_promotion_letters: !letterless.is_empty(),
        uncounted,
    }
}

/// The counts that an engine gives for each of our moves.
struct Listed<'a> {
    right: &'a [(Move, u128)],
    counts: Vec<Vec<u128>>,
}

impl Listed<'_> {
    fn place(&self, mv: Move) -> Option<usize> {
        self.right.iter().position(|&(right, _)| right == mv)
    }

    fn add(&mut self, mv: Move, count: u128) {
        if let Some(place) = self.place(mv) {
            self.counts[place].push(count);
        }
    }

    /// Takes the counts of promotions without a letter for those of the moves that they can mean:
    /// first where a count is right, then in the order in which pawns like to promote.
    fn add_letterless(&mut self, from: Square, to: Square, counts: &[u128]) {
        let promotions = PieceKind::PROMOTIONS.map(MoveKind::Promotion);
        let moves = promotions.into_iter().map(|kind| Move { from, to, kind });
        let meant: Vec<usize> = moves.filter_map(|mv| self.place(mv)).collect();
        let mut places = meant.clone();
        places.retain(|&place| self.counts[place].is_empty());
        let mut left = Vec::new();
        for &count in counts {
            match places.iter().position(|&place| self.right[place].1 == count) {
                Some(index) => self.counts[places.remove(index)].push(count),
                None => left.push(count),
            }
        }
        let mut places = places.into_iter();
        for count in left {
            // What finds no place of its own is a row too many for one of the four.
            if let Some(place) = places.next().or(meant.first().copied()) {
                self.counts[place].push(count);
            }
        }
    }

    /// In Chess960 a castling by the king's target may have the squares of a step. Where such a text is
    /// there twice and the castling has no row, one of the two is the castling: the one with its count.
    fn share_with_castlings(&mut self) {
        for (castling, &(mv, ours)) in self.right.iter().enumerate() {
            let is_step = |&(step, _): &(Move, u128)| {
                step.castling_rook().is_none() && (step.from, step.to) == (mv.from, mv.to)
            };
            if mv.castling_rook().is_some()
                && self.counts[castling].is_empty()
                && let Some(step) = self.right.iter().position(is_step)
                && let [first, second] = self.counts[step][..]
            {
                let is_first = first == ours && second != ours || second == self.right[step].1;
                let (theirs, of_step) = if is_first { (first, second) } else { (second, first) };
                (self.counts[castling], self.counts[step]) = (vec![theirs], vec![of_step]);
            }
        }
    }

    fn write_into(&self, difference: &mut Difference) {
        for (&(mv, ours), theirs) in self.right.iter().zip(&self.counts) {
            match theirs[..] {
                // A move that ends the game has no leaves deeper down. Some engines print no row for it.
                [] if ours == 0 => {}
                [] => difference.missing.push(mv),
                [theirs] if theirs == ours => {}
                [theirs] => difference.counts.push(WrongCount { mv, theirs, ours }),
                [_, ..] => difference.twice.push(mv),
            }
        }
    }
}
