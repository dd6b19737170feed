//! Draws paths through a tree.

use super::super::quick;
use super::super::random::Random;
use super::guess::{Guess, Guessed};
use super::strata::Strata;
use ox88::Position;

/// How paths are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The first plies are played out exactly, as far as they lead to no more positions than this.
    pub most_strata: usize,
    /// This many of the last plies are counted exactly: at least one.
    pub last: u32,
}

impl Plan {
    /// The best plan by measurement.
    ///
    /// More strata cost more time than they gain in a minute. Counting a third ply exactly takes ten times as long as
    /// drawing it.
    pub const BEST: Plan = Plan { most_strata: 100_000, last: 2 };
}

/// A tree whose leaves are to be estimated.
pub struct Tree {
    strata: Strata,
    last: u32,
    guess: Guess,
    /// For each stratum, the sum of the guessed sizes up to and including its own.
    ends: Vec<f64>,
}

impl Tree {
    /// Plays the first plies of a tree, and guesses the size of the tree below each position there.
    pub fn new(position: &Position, depth: u32, plan: Plan) -> Tree {
        let last = plan.last.max(1);
        let strata = Strata::new(position, depth, last, plan.most_strata);
        let guess = Guess::default();
        let mut sum = 0.0;
        let sizes = guess.strata(&strata).into_iter();
        let ends = sizes.map(|size| {
            sum += size;
            sum
        });
        Tree { ends: ends.collect(), strata, last, guess }
    }

    /// The first plies of the tree.
    pub const fn strata(&self) -> &Strata {
        &self.strata
    }

    /// How many plies are drawn, between the first plies and the last ones.
    pub const fn drawn(&self) -> u32 {
        self.strata.depth.saturating_sub(self.last)
    }

    /// Whether no ply is left to draw.
    pub const fn is_played_out(&self) -> bool {
        self.drawn() == 0
    }

    /// Whether the first plies show that there is no leaf.
    pub fn is_empty(&self) -> bool {
        self.size() == 0.0
    }

    /// Draws a path through one of `parts` equal parts of the tree, and returns an estimate of the leaves of the whole
    /// tree. The mean of one draw in each part is right in the long run.
    #[expect(clippy::cast_precision_loss, reason = "no one draws 2^53 paths")]
    pub fn draw(&self, part: u64, parts: u64, random: &mut Random, room: &mut Vec<Guessed>) -> f64 {
        let place = (part as f64 + random.unit()) / parts as f64 * self.size();
        let number = self.ends.partition_point(|&end| end <= place).min(self.ends.len() - 1);
        let start = number.checked_sub(1).map_or(0.0, |before| self.ends[before]);
        let size = self.ends[number] - start;
        if size <= 0.0 {
            return 0.0;
        }
        let stratum = &self.strata.strata[number];
        let probability = size / self.size();
        stratum.ways as f64 / probability * self.draw_path(stratum.position, random, room)
    }

    fn size(&self) -> f64 {
        self.ends.last().copied().unwrap_or(0.0)
    }

    /// Draws a path from a position on, and counts the leaves at its end, divided by the probability of the path.
    #[expect(clippy::cast_precision_loss, reason = "the last plies have few leaves")]
    fn draw_path(
        &self,
        mut position: Position,
        random: &mut Random,
        room: &mut Vec<Guessed>,
    ) -> f64 {
        let mut times = 1.0;
        for depth in (self.last..self.strata.depth).rev() {
            self.guess.guess_moves(&position, depth, room);
            let sum: f64 = room.iter().map(|guessed| guessed.size).sum();
            let mut place = random.unit() * sum;
            // Rounded sums may lead beyond the last move. Then the last move is taken.
            let drawn = room.iter().find(|guessed| {
                place -= guessed.size;
                place < 0.0
            });
            let Some(drawn) = drawn.or(room.last()) else { return 0.0 };
            times *= sum / drawn.size;
            position = position.after(drawn.mv);
        }
        times * quick::perft(&position, self.last) as f64
    }
}
