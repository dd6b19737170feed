//! How large is the tree behind a move? A guess, from one look at the position after it.
//!
//! No estimate depends on a guess being right: it decides only how often a move is drawn. The better
//! it is, the less two draws differ.

use super::own::Own;
use super::super::quick;
use super::super::quick::side::{Black, White};
use crate::chess::color::Color;
use crate::chess::moves::Move;
use crate::chess::position::Position;

/// From what the tree behind a move is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Importance {
    /// From nothing: all moves are equal.
    Equal,
    /// From the number of replies.
    Replies,
    /// From the number of replies, and of the moves that our pieces have then.
    Mobility,
    /// From the number of replies, and of our moves after each of them.
    Leaves,
}

/// A move with the guessed size of the tree behind it. Size 0 says for certain that it is empty.
#[derive(Clone, Copy, Debug)]
pub struct Guessed {
    pub mv: Move,
    pub size: f64,
}

/// What one look at a position finds.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The moves of the side to move.
    pub moves: f64,
    /// How many moves its opponent has after one of them, on average.
    pub replies: f64,
    /// Whether it is in check.
    pub is_check: bool,
}

/// What part of the mobility that a move gives is still felt a turn of the same side later. Between
/// 0.6 and 0.75, the choice was measured to make little difference.
const LASTING: f64 = 0.7;

/// How strongly the two mobilities count in a tree of some depth.
#[derive(Clone, Copy, Debug)]
pub struct Exponents {
    mover: f64,
    opponent: f64,
}

impl Exponents {
    /// Those of a tree of this depth.
    #[must_use]
    pub fn new(depth: u32) -> Exponents {
        // Each turn counts less than the last turn of the same side: 1 + 0.7 + 0.7² + …
        let sum = |turns: u32| (1.0 - LASTING.powf(f64::from(turns))) / (1.0 - LASTING);
        Exponents { mover: sum(depth.div_ceil(2)) - 1.0, opponent: sum(depth / 2) }
    }

    /// The guessed size of a tree, in no particular unit. A check passes, so after the first turn
    /// the side that is in check counts as if it had the usual number of moves.
    #[must_use]
    pub fn size(self, look: Look, usual_moves: f64) -> f64 {
        if look.moves == 0.0 || look.replies == 0.0 {
            return 0.0;
        }
        let later = if look.is_check { usual_moves.max(1.0) } else { look.moves };
        look.moves * later.powf(self.mover) * look.replies.powf(self.opponent)
    }
}

impl Look {
    /// Looks at a position in which the side to move has this number of moves.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no position has 2^53 leaves two plies deep")]
    pub fn new(position: &Position, moves: u32) -> Look {
        let leaves = quick::leaves_at_two(position) as f64;
        let moves = f64::from(moves);
        Look { moves, replies: leaves / moves.max(1.0), is_check: position.is_check() }
    }
}

/// The usual number of moves: the mean of those that are not in check.
#[must_use]
pub fn usual_moves(looks: impl Iterator<Item = Look>) -> f64 {
    let (sum, number) = looks
        .filter(|look| !look.is_check)
        .fold((0.0, 0.0), |(sum, number), look| (sum + look.moves, number + 1.0));
    if number == 0.0 { 1.0 } else { sum / number }
}

/// The legal moves of a position, with the guessed size of the tree of this depth behind each.
pub fn guess_all(position: &Position, depth: u32, importance: Importance, guessed: &mut Vec<Guessed>, powers: &[Powers]) {
    guessed.clear();
    match importance {
        Importance::Equal => {
            quick::each_legal(position, |mv| guessed.push(Guessed { mv, size: 1.0 }));
        }
        Importance::Replies => quick::each_answered(position, |mv, replies| {
            guessed.push(Guessed { mv, size: f64::from(replies) });
        }),
        Importance::Mobility | Importance::Leaves => {
            let mut looks: Vec<Look> = Vec::with_capacity(64);
            if importance == Importance::Leaves {
                quick::each_answered(position, |mv, replies| {
                    guessed.push(Guessed { mv, size: 0.0 });
                    looks.push(Look::new(&position.after_unchecked(mv), replies));
                });
            } else {
                let mut own = match position.side_to_move() {
                    Color::White => Own::new::<White>(position),
                    Color::Black => Own::new::<Black>(position),
                };
                let mut most = 0;
                let tables = &powers[depth.min(40) as usize];
                let mut it: [(u8, u8); 256] = [(0, 0); 256];
                let mut n = 0;
                quick::each_answered(position, |mv, replies| {
                    guessed.push(Guessed { mv, size: 0.0 });
                    most = most.max(replies);
                    it[n & 255] = (replies.min(255) as u8, own.moves_after(mv).clamp(1, 255) as u8);
                    n += 1;
                });
                let few = (f64::from(most) * 0.4) as u8;
                let (mut sum, mut number) = (0u32, 0u32);
                for &(r, _) in &it[..n] { if r >= few { sum += u32::from(r); number += 1; } }
                let usual = sum / number.max(1);
                for (g, &(r, m)) in guessed.iter_mut().zip(&it[..n]) {
                    let later = if r >= few { usize::from(r) } else { usual as usize };
                    g.size = f64::from(r) * tables.0[later] * tables.1[usize::from(m)];
                }
                return;
            }
            let usual = usual_moves(looks.iter().copied());
            let exponents = Exponents::new(depth);
            for (guessed, look) in guessed.iter_mut().zip(looks) {
                guessed.size = exponents.size(look, usual);
            }
        }
    }
}

pub type Powers = (Vec<f64>, Vec<f64>);
pub fn powers(lasting: f64, e0: f64, off: f64) -> Vec<Powers> {
    (0..=40u32).map(|depth| {
        let sum = |turns: u32| (1.0 - lasting.powf(f64::from(turns))) / (1.0 - lasting);
        let (a, b) = (sum(depth.div_ceil(2)) - 1.0, e0 * sum(depth / 2));
        ((0..256).map(|n| f64::from(n).powf(a)).collect(), (0..256).map(|n| (f64::from(n) + off).powf(b)).collect())
    }).collect()
}
