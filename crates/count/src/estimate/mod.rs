//! About how many leaves? An estimate for depths at which counting takes too long.
//!
//! A path is drawn move by move from the root to a depth near the leaves, and what is found there is
//! multiplied by how unlikely the path was. **Why that is unbiased**: let the path to a position `x`
//! be drawn with probability `p(x)`, and let `n(x)` leaves be below it. One draw says `n(x) / p(x)`,
//! and on average, over all positions that can be drawn,
//!
//! ```text
//!     sum of  p(x) · n(x) / p(x)  =  sum of  n(x)  =  the number of leaves.
//! ```
//!
//! The probabilities cancel, whatever they are, as long as none is 0 where there are leaves. So they
//! may rest on guesses, and the better the guess, the less one draw differs from another: if `p(x)`
//! were in proportion to `n(x)`, each draw would say the same. What makes the draws differ less:
//!
//! - **Strata.** The first plies are not drawn but played out, each distinct position once with the
//!   number of ways to it, and the paths of a round are spread over these positions evenly: their
//!   sizes, side by side, make a line that is cut into as many equal parts as there are paths, and one
//!   path begins in each part. Rounds grow with time, up to more paths than positions.
//! - **Importance.** A move is drawn in proportion to the guessed size of the tree below it: from the
//!   number of replies, which one look at the position finds for all moves, and from the number of
//!   moves that our own pieces have afterwards. Both sides' mobility lasts, so it counts for more than
//!   one ply. A move without replies has no leaves after it and is left out, which is exact.
//! - **The last two plies are counted** by the quick walk, which looks them up.
//!
//! More draws for parts of the tree in which they differ more would gain less than one hundredth, because the draws
//! differ everywhere alike. So that is not done.
//!
//! **The error is honest**: the rounds are independent, each is unbiased by itself, and their spread shows how far
//! their mean may be off. The draws in a piece of a round depend on the seed, on the number of the round and on that of
//! the piece, and not on the thread.
//!
//! | module | what it knows |
//! |---|---|
//! | [`strata`] | the positions after the first plies |
//! | [`own_mobility`], [`guess`] | our moves after a move of ours; how large a tree may be |
//! | [`draw`] | one path |
//! | [`summary`] | what many rounds say together |

pub mod draw;
pub mod guess;
pub mod own_mobility;
pub mod strata;
pub mod summary;

use super::quick;
use super::random::Random;
use super::threads::{Threads, ThreadsUnavailable};
pub use draw::Plan;
use draw::Tree;
use ox88::Position;
use std::ops::ControlFlow;
use strata::Stratum;
pub use summary::Estimate;
use summary::Rounds;

/// Estimates how many leaves a position has at a depth.
pub struct Estimator {
    tree: Tree,
    threads: Threads,
}

/// An interval needs several rounds, and a round several paths.
pub const FEWEST_SAMPLES: u64 = 100;

/// Each round has this share of all paths before it. More rounds show the error better; fewer rounds spread their paths
/// more evenly.
const ROUNDS: u64 = 64;

/// Fewer rounds do not show the error well enough to print it or to stop.
const FEWEST_ROUNDS: u64 = 32;

/// The paths of a round in the beginning, and the fewest of them where each is long.
const FIRST_ROUND: u64 = 64;
const FEWEST_OF_ROUND: u64 = FEWEST_SAMPLES.div_ceil(FEWEST_ROUNDS);

/// The first rounds draw no more than this many moves, so that a deep estimate soon looks at its clock.
const MOST_MOVES_OF_ROUND: u64 = 1_024;

/// How many paths one thread draws in a row.
const PIECE: u64 = 16;

/// How many positions one thread counts in a row, because a sum for each of them would take memory.
const COUNTED_IN_A_ROW: usize = 256;

impl Estimator {
    /// Prepares estimates by playing out the first plies.
    ///
    /// # Errors
    /// If the system does not start the threads.
    pub fn new(
        position: &Position,
        depth: u32,
        threads: usize,
    ) -> Result<Estimator, ThreadsUnavailable> {
        Estimator::with(position, depth, threads, Plan::BEST)
    }

    /// The same by another plan.
    ///
    /// # Errors
    /// If the system does not start the threads.
    pub fn with(
        position: &Position,
        depth: u32,
        threads: usize,
        plan: Plan,
    ) -> Result<Estimator, ThreadsUnavailable> {
        let threads = Threads::new(threads)?;
        Ok(Estimator { tree: Tree::new(position, depth, plan), threads })
    }

    /// Draws this number of paths in rounds, but at least [`FEWEST_SAMPLES`]. `after_round` sees the estimate so far,
    /// once there are enough rounds for one, and may end the work. The seed decides everything that is drawn, on any
    /// number of threads.
    ///
    /// If everything can be counted in the time of a few draws, nothing is drawn, and the estimate is exact.
    pub fn run(
        &self,
        seed: u64,
        most_samples: u64,
        mut after_round: impl FnMut(&Estimate) -> ControlFlow<()> + Send,
    ) -> Estimate {
        self.threads.run(|| {
            if self.tree.is_played_out() {
                return self.count();
            }
            if self.tree.is_empty() {
                return Estimate::counted(0.0, Some(0));
            }
            let most = most_samples.max(FEWEST_SAMPLES);
            let soon = MOST_MOVES_OF_ROUND / u64::from(self.tree.drawn());
            let first = soon.clamp(FEWEST_OF_ROUND, FIRST_ROUND).min(most / ROUNDS).max(1);
            let mut rounds = Rounds::default();
            let mut done = 0;
            for number in 0.. {
                let samples = (done / ROUNDS).max(first).min(most - done);
                rounds.push(samples, self.draw_round(seed, number, samples));
                done += samples;
                let is_known = number + 1 >= FEWEST_ROUNDS;
                if done >= most || is_known && after_round(&rounds.estimate()).is_break() {
                    break;
                }
            }
            rounds.estimate()
        })
    }

    /// The mean of this many paths, which are spread evenly over the tree.
    #[expect(clippy::cast_precision_loss, reason = "no one draws 2^53 paths")]
    fn draw_round(&self, seed: u64, number: u64, samples: u64) -> f64 {
        let pieces: Vec<u64> = (0..samples.div_ceil(PIECE)).collect();
        let sum = |piece: u64| -> f64 {
            let mut random = Random::of_piece(seed, number, piece);
            let mut room = Vec::with_capacity(64);
            let parts = piece * PIECE..samples.min((piece + 1) * PIECE);
            parts.map(|part| self.tree.draw(part, samples, &mut random, &mut room)).sum()
        };
        // The sums are added in their order, because the rounding depends on it.
        self.threads.map(pieces, sum).into_iter().sum::<f64>() / samples as f64
    }

    /// The leaves of a tree in which nothing is left to draw.
    #[expect(clippy::cast_precision_loss, reason = "a number beyond 128 bits is nearly right")]
    fn count(&self) -> Estimate {
        let strata = self.tree.strata();
        let count =
            |stratum: &Stratum| (stratum.ways, quick::perft(&stratum.position, strata.depth));
        let sum = |piece: &[Stratum]| {
            let counts: Vec<(u128, u128)> = piece.iter().map(count).collect();
            let exact = counts.iter().try_fold(0_u128, |sum, &(ways, leaves)| {
                sum.checked_add(ways.checked_mul(leaves)?)
            });
            let nearly = counts.iter().map(|&(ways, leaves)| ways as f64 * leaves as f64);
            (exact, nearly.sum::<f64>())
        };
        let pieces = strata.strata.chunks(COUNTED_IN_A_ROW).collect();
        let sums = self.threads.map(pieces, sum);
        let exact = sums.iter().try_fold(0_u128, |sum, &(exact, _)| sum.checked_add(exact?));
        let nearly = sums.iter().map(|&(_, nearly)| nearly).sum();
        Estimate::counted(exact.map_or(nearly, |exact| exact as f64), exact)
    }
}
