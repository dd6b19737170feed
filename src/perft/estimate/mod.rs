//! x

pub mod guess;
pub mod own;
pub mod random;
pub mod strata;

use super::quick;
use super::threads::Threads;
use crate::chess::position::Position;
use guess::{Exponents, Guessed, Importance, Look, guess_all, usual_moves};
use random::Random;
use strata::Strata;

#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub most_strata: usize,
    pub last: u32,
    pub importance: Importance,
    pub allocation: bool,
}

pub struct Sampler {
    plan: Plan,
    strata: Strata,
    /// cumulative
    ends: Vec<f64>,
    pub powers: Vec<guess::Powers>,
}

impl Sampler {
    pub fn new(position: &Position, depth: u32, plan: Plan) -> Sampler {
        let strata = Strata::new(position, depth, plan.last, plan.most_strata);
        let looks: Vec<Look> = strata.strata.iter().map(|s| Look::new(&s.position, quick::perft(&s.position, 1) as u32)).collect();
        let usual = usual_moves(looks.iter().copied());
        let exponents = Exponents::new(strata.depth);
        let mut sum = 0.0;
        let mut ends = vec![];
        for (s, look) in strata.strata.iter().zip(&looks) {
            let size = match plan.importance {
                Importance::Equal => 1.0,
                Importance::Replies => look.moves,
                Importance::Mobility | Importance::Leaves => exponents.size(*look, usual),
            };
            sum += s.ways as f64 * size;
            ends.push(sum);
        }
        Sampler { plan, strata, ends, powers: guess::powers(0.75, 0.9, 0.0) }
    }
    pub fn strata(&self) -> (usize, u32) { (self.strata.strata.len(), self.strata.depth) }
    pub fn draw(&self, teeth: u64, tooth: u64, random: &mut Random, scratch: &mut Vec<Guessed>) -> f64 {
        let total = *self.ends.last().unwrap();
        let u = (tooth as f64 + random.unit()) / teeth as f64 * total;
        let i = self.ends.partition_point(|&e| e <= u).min(self.ends.len() - 1);
        let size = self.ends[i] - if i == 0 { 0.0 } else { self.ends[i - 1] };
        let s = &self.strata.strata[i];
        s.ways as f64 * total / size * self.path(&s.position, self.strata.depth, random, scratch)
    }
    fn path(&self, position: &Position, mut depth: u32, random: &mut Random, guessed: &mut Vec<Guessed>) -> f64 {
        let mut position = *position;
        let mut weight = 1.0;
        while depth > self.plan.last {
            depth -= 1;
            guess_all(&position, depth, self.plan.importance, guessed, &self.powers);
            let total: f64 = guessed.iter().map(|g| g.size).sum();
            if total == 0.0 { return 0.0; }
            let mut u = random.unit() * total;
            let mut chosen = None;
            for g in guessed.iter() { if g.size > 0.0 { chosen = Some(g); u -= g.size; if u < 0.0 { break; } } }
            let g = chosen.unwrap();
            weight *= total / g.size;
            position = position.after_unchecked(g.mv);
        }
        weight * quick::perft(&position, depth) as f64
    }
    pub fn round(&self, threads: &Threads, seed: u64, round: u64, teeth: u64) -> f64 {
        let chunk = 64;
        let pieces: Vec<u64> = (0..teeth.div_ceil(chunk)).collect();
        let sums = threads.map(pieces, |piece| {
            let mut random = Random::new(seed, round, piece);
            let mut scratch = Vec::with_capacity(64);
            (piece * chunk..((piece + 1) * chunk).min(teeth)).map(|t| self.draw(teeth, t, &mut random, &mut scratch)).sum::<f64>()
        });
        sums.into_iter().sum::<f64>() / teeth as f64
    }
}
