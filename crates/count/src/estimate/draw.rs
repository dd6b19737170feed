//! Draws paths through a tree.

use super::super::quick;
use super::super::random::Random;
use super::guess::{Guess, Guessed, Importance};
use super::strata::Strata;
use ox88::Position;

/// What is drawn, and how.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The first plies are played out exactly, as many as lead to no more positions than that.
    pub most_strata: usize,
    /// That many of the last plies are counted exactly: one at least.
    pub last: u32,
    /// How likely each of the moves between them is drawn.
    pub importance: Importance,
}

impl Plan {
    /// The plan that was measured to be the best.
    ///
    /// More strata take longer to set up than they gain in a minute. A third exact ply takes ten
    /// times as long as drawing it.
    pub const BEST: Plan = Plan { most_strata: 100_000, last: 2, importance: Importance::Mobility };
}

/// A tree whose leaves are to be estimated.
pub struct Tree {
    strata: Strata,
    last: u32,
    guess: Guess,
    /// For each stratum the sum of the guessed sizes up to it, and its own.
    ends: Vec<f64>,
}

impl Tree {
    /// Plays the first plies of a tree, and guesses what is behind each position there.
    #[must_use]
    pub fn new(position: &Position, depth: u32, plan: Plan) -> Tree {
        let last = plan.last.max(1);
        let strata = Strata::new(position, depth, last, plan.most_strata);
        let guess = Guess::new(plan.importance);
        let mut sum = 0.0;
        let sizes = guess.strata(&strata).into_iter();
        let ends = sizes.map(|size| {
            sum += size;
            sum
        });
        Tree { ends: ends.collect(), strata, last, guess }
    }

    /// The first plies of the tree.
    #[must_use]
    pub const fn strata(&self) -> &Strata {
        &self.strata
    }

    /// Whether the last plies, which are counted, begin where the first ones end.
    #[must_use]
    pub const fn is_played_out(&self) -> bool {
        self.strata.depth <= self.last
    }

    /// Whether the first plies have shown that there is no leaf.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.size() == 0.0
    }

    /// Draws a path through one of so many equal parts of the tree, and returns an estimate of the
    /// leaves of the whole tree. The mean of one draw in each part is right in the long run.
    #[expect(clippy::cast_precision_loss, reason = "no one draws 2^53 paths")]
    #[must_use]
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
        stratum.ways as f64 / probability * self.path(stratum.position, random, room)
    }

    fn size(&self) -> f64 {
        self.ends.last().copied().unwrap_or(0.0)
    }

    /// Draws a path from a position on, and counts the leaves at its end: as many for each time as
    /// the path is unlikely.
    #[expect(clippy::cast_precision_loss, reason = "the last plies have few leaves")]
    fn path(&self, mut position: Position, random: &mut Random, room: &mut Vec<Guessed>) -> f64 {
        let mut times = 1.0;
        for depth in (self.last..self.strata.depth).rev() {
            self.guess.moves(&position, depth, room);
            let sum: f64 = room.iter().map(|guessed| guessed.size).sum();
            let mut place = random.unit() * sum;
            // The rounding of sums may lead beyond the last move: then that is taken.
            let drawn = room.iter().find(|guessed| {
                place -= guessed.size;
                place < 0.0
            });
            let Some(drawn) = drawn.or(room.last()) else { return 0.0 };
            times *= sum / drawn.size;
            position = position.after_unchecked(drawn.mv);
        }
        times * quick::perft(&position, self.last) as f64
    }
}
