//! Guesses the size of the tree below a move from one look at the position before it.
//!
//! No estimate depends on a guess being right, because it only decides how often a move is drawn. The better the guess,
//! the less one draw differs from another.

use super::super::quick;
use super::own_mobility::OwnMobility;
use super::strata::Strata;
use ox88::{Move, Position};

/// A move with the guessed size of the tree below it, in no particular unit. The size is 0 only if the tree is
/// certainly empty.
#[derive(Clone, Copy, Debug)]
pub struct Guessed {
    /// The move.
    pub mv: Move,
    /// The guess.
    pub size: f64,
    replies: usize,
    moves: usize,
}

/// Guesses sizes.
pub struct Guess {
    /// For each depth of a tree, up to the one from which they no longer change.
    powers: Vec<Powers>,
}

/// How strongly the mobility of each side counts in a tree, as powers of its number of moves.
struct Powers {
    /// Of the side to move at the root of the tree, for all its turns but the first.
    later: Vec<f64>,
    /// Of the other side.
    other: Vec<f64>,
    exponents: [f64; 2],
}

/// A move changes the mobility of a side for long: one turn later, this share of the change is left. The error of an
/// estimate was the same for every value from 0.65 to 0.8.
const LASTING: f64 = 0.75;

/// A side in check has few moves for one turn only. If a move leaves the opponent less than this share of the replies
/// that another move leaves, it is taken for a check.
const CHECK: f64 = 0.4;

/// An average number of king moves, because our pieces are counted without the king.
const MOVES_OF_KING: f64 = 2.0;

/// No position has more moves. Our own moves are only known roughly, so the number is capped.
const MOST_MOVES: usize = 256;

/// Deeper trees are guessed as those of this depth.
const DEEPEST: u32 = 40;

impl Default for Guess {
    /// For trees of all depths.
    fn default() -> Guess {
        Guess { powers: (0..=DEEPEST).map(Powers::new).collect() }
    }
}

impl Guess {
    /// The legal moves of a position, with the guessed sizes of the trees below them. The trees are at least one ply
    /// deep, so a move without a reply has no leaf after it.
    pub fn guess_moves(&self, position: &Position, depth: u32, guessed: &mut Vec<Guessed>) {
        guessed.clear();
        let mut own = OwnMobility::new(position);
        quick::each_answered(position, |mv, replies| {
            let moves = usize::try_from(own.moves_after(mv)).unwrap_or(0);
            guessed.push(Guessed { mv, size: 0.0, replies: replies as usize, moves });
        });
        self.powers(depth).fill_in(guessed);
    }

    /// The guessed sizes of the trees below all ways to each position.
    #[expect(clippy::cast_precision_loss, reason = "a guess need not be exact")]
    pub fn strata(&self, Strata { strata, depth }: &Strata) -> Vec<f64> {
        let look = |position: &Position| {
            let moves = quick::perft(position, 1) as f64;
            let leaves = quick::perft(position, 2) as f64;
            (moves, leaves / moves.max(1.0), position.is_check())
        };
        let looks: Vec<_> = strata.iter().map(|stratum| look(&stratum.position)).collect();
        let usual = looks.iter().filter(|(.., is_check)| !is_check).map(|&(moves, ..)| moves);
        let number = usual.clone().count().max(1) as f64;
        let usual = usual.sum::<f64>() / number;
        let [later, other] = self.powers(*depth).exponents;
        // It is 0 without a move, and from depth 2 on also without a reply to any move.
        let size = |(moves, replies, is_check): (f64, f64, bool)| {
            let usual = if is_check { usual.max(1.0) } else { moves };
            moves * usual.powf(later) * replies.powf(other)
        };
        strata.iter().zip(looks).map(|(stratum, look)| stratum.ways as f64 * size(look)).collect()
    }

    fn powers(&self, depth: u32) -> &Powers {
        &self.powers[depth.min(DEEPEST) as usize]
    }
}

impl Powers {
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    fn new(depth: u32) -> Powers {
        // 1 + 0.75 + 0.75² + …, as many terms as a side has turns.
        let felt = |turns: u32| (1.0 - LASTING.powf(f64::from(turns))) / (1.0 - LASTING);
        let later = (felt(depth.div_ceil(2)) - 1.0).max(0.0);
        let other = felt(depth / 2);
        let powers = |more: f64, exponent: f64| {
            (0..MOST_MOVES).map(|moves| (moves as f64 + more).powf(exponent)).collect()
        };
        Powers {
            later: powers(0.0, later),
            other: powers(MOVES_OF_KING, other),
            exponents: [later, other],
        }
    }

    /// Fills in the sizes.
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    fn fill_in(&self, guessed: &mut [Guessed]) {
        let most = guessed.iter().map(|guessed| guessed.replies).max().unwrap_or(0);
        let is_check = |replies: usize| (replies as f64) < CHECK * most as f64;
        let usual = guessed.iter().map(|guessed| guessed.replies);
        let usual = usual.filter(|&replies| !is_check(replies));
        let usual = usual.clone().sum::<usize>() / usual.count().max(1);
        for Guessed { size, replies, moves, .. } in guessed {
            let later = if is_check(*replies) { usual } else { *replies };
            let at = |powers: &[f64], moves: usize| powers[moves.min(MOST_MOVES - 1)];
            *size = *replies as f64 * at(&self.later, later) * at(&self.other, *moves);
        }
    }
}
