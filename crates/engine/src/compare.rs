//! An engine's divide beside the right one: what is missing, what is extra, which counts are wrong.
//!
//! Totals prove nothing: two errors may cancel. So every move is compared with its count.

use crate::by_squares::{assign, by_squares, is_of_four_alike, right_count, writes_letters};
use crate::paste::first_few;
use crate::read::{MoveName, Reply};
use ox88::{Divide, Move, PieceKind, Position};
use std::collections::HashMap;

/// How an answer differs from the right one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Legal moves without a row, though there are leaves after them.
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
    /// The leaves after it, as the engine counts them.
    pub theirs: u128,
    /// The leaves after it.
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
    /// Whether promotions were written without their letter. That is a format and not a difference,
    /// as long as there are four such rows and their counts are right.
    pub lacks_promotion_letters: bool,
    /// How many rows name no legal move and have no leaves. That is a format, too.
    pub uncounted: usize,
    /// The leaves of all moves together, as we count them.
    pub nodes: u128,
    /// The leaves of the missing moves together, as we count them.
    pub missing_nodes: u128,
}

impl Comparison {
    /// The total of rows with this sum and of the missing moves, if there are some. An engine with this total
    /// has counted them.
    pub fn with_missing(&self, sum: u128) -> Option<u128> {
        sum.checked_add(self.missing_nodes).filter(|&total| total > sum)
    }

    /// What differs, in words, a part for each way to be wrong: `e1c1, e1g1 missing`, `a2a3 (19 instead of 20)`.
    /// None if all is right.
    pub fn in_words(&self, position: &Position) -> Vec<String> {
        let Difference { missing, extra, twice, counts, total } = &self.difference;
        let text = |mv: &Move| position.move_text(*mv);
        let count =
            |it: &WrongCount| format!("{} ({} instead of {})", text(&it.mv), it.theirs, it.ours);
        let total =
            total.iter().map(|total| format!("total {} instead of {}", total.claimed, total.sum));
        let parts = [
            (" missing", missing.iter().map(text).collect::<Vec<_>>()),
            (" illegal", extra.iter().map(|extra| extra.text.clone()).collect()),
            (" listed twice", twice.iter().map(text).collect()),
            ("", counts.iter().map(count).collect()),
            ("", total.collect()),
        ];
        let parts = parts.into_iter().filter(|(_, names)| !names.is_empty());
        parts.map(|(what, names)| first_few(names) + what).collect()
    }
}

impl Difference {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.has_right_moves() && self.counts.is_empty() && self.total.is_none()
    }

    /// Whether the engine lists the legal moves, each of them once.
    pub fn has_right_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.twice.is_empty()
    }

    /// Whether the same moves are wrong, whatever their counts are.
    pub fn has_moves_of(&self, other: &Difference) -> bool {
        (&self.missing, &self.extra, &self.twice) == (&other.missing, &other.extra, &other.twice)
    }
}

/// Compares an answer with the right one, which is the divide of this position.
pub fn compare(position: &Position, right: &Divide, answer: &Reply) -> Comparison {
    compare_with(right, &by_squares(position, right, answer, &[]).reply)
}

/// Compares an answer, in which moves are named by their squares, with this divide.
pub fn compare_with(right: &Divide, answer: &Reply) -> Comparison {
    let legal: Vec<Move> = right.rows().iter().map(|&(mv, _)| mv).collect();
    let mut difference = Difference::default();
    let mut uncounted = 0;
    let mut listed = Listed::new();
    let writes_letters = writes_letters(answer);
    let mut letterless: HashMap<Vec<Move>, Vec<u128>> = HashMap::new();
    for row in &answer.rows {
        let named = row.name();
        let meant = named.map(|named| named.among(&legal)).unwrap_or_default();
        match meant[..] {
            // So some engines say of a move that it is not legal, and was not counted.
            [] if row.count == 0 => uncounted += 1,
            [] => difference.extra.push(Extra { text: row.text.clone(), named }),
            // With letters for promotions, this is a pawn that does not promote.
            [_, _, ..] if writes_letters && !is_of_four_alike(row, answer) => {
                difference.extra.push(Extra { text: row.text.clone(), named });
            }
            [mv] => listed.entry(mv).or_default().push(row.count),
            [..] => letterless.entry(meant).or_default().push(row.count),
        }
    }
    let lacks_promotion_letters = !letterless.is_empty();
    // In any order: no two of these have a move in common.
    for (mut promotions, counts) in letterless {
        // Some engines count all four in one row.
        let of_each = promotions.iter().map(|&mv| right_count(right, mv));
        if of_each.clone().sum::<u128>() == counts[0] && counts.len() == 1 {
            listed.extend(promotions.iter().copied().zip(of_each.map(|count| vec![count])));
            continue;
        }
        // The order in which pawns like to promote.
        let order = PieceKind::PROMOTIONS.map(Some);
        promotions.sort_by_key(|mv| order.iter().position(|&kind| kind == mv.promotion()));
        // What finds no move of its own is a row too many for the first of them.
        let again = promotions[0];
        promotions.retain(|mv| !listed.contains_key(mv));
        for (&count, mv) in counts.iter().zip(assign(&counts, &mut promotions.into(), right)) {
            listed.entry(mv.unwrap_or(again)).or_default().push(count);
        }
    }
    share_with_castlings(&mut listed, right);
    let lists_ends =
        right.rows().iter().any(|(mv, ours)| *ours == 0 && listed.get(mv) == Some(&vec![0]));
    let (mut nodes, mut missing_nodes) = (0_u128, 0_u128);
    for &(mv, ours) in right.rows() {
        nodes = nodes.saturating_add(ours);
        match listed.get(&mv).map_or(&[][..], Vec::as_slice) {
            // A move that ends the game has no leaves deeper down. Some engines print no row for any of these.
            [] if ours == 0 && !lists_ends => {}
            [] => {
                missing_nodes = missing_nodes.saturating_add(ours);
                difference.missing.push(mv);
            }
            &[theirs] if theirs == ours => {}
            &[theirs] => difference.counts.push(WrongCount { mv, theirs, ours }),
            [_, ..] => difference.twice.push(mv),
        }
    }
    let sum = answer.sum();
    // What the rows that cannot be read add to the sum is not known.
    difference.total = answer
        .total()
        .filter(|&claimed| claimed != sum && answer.unread.is_empty())
        .map(|claimed| WrongTotal { claimed, sum });
    Comparison { difference, lacks_promotion_letters, uncounted, nodes, missing_nodes }
}

/// The counts that an engine gives for each of our moves.
type Listed = HashMap<Move, Vec<u128>>;

/// In Chess960 a castling by the king's target may have the squares of a step. Where such a text is
/// there twice and the castling has no row, one of the two is the castling: the one with its count.
fn share_with_castlings(listed: &mut Listed, right: &Divide) {
    for &(castling, ours) in right.rows() {
        let is_step = |&&(step, _): &&(Move, u128)| {
            step.castling_rook().is_none() && (step.from, step.to) == (castling.from, castling.to)
        };
        if castling.castling_rook().is_some()
            && !listed.contains_key(&castling)
            && let Some(&(step, ours_of_step)) = right.rows().iter().find(is_step)
            && let Some(&[first, second]) = listed.get(&step).map(Vec::as_slice)
        {
            let is_first = first == ours && second != ours || second == ours_of_step;
            let (theirs, of_step) = if is_first { (first, second) } else { (second, first) };
            listed.extend([(castling, vec![theirs]), (step, vec![of_step])]);
        }
    }
}
