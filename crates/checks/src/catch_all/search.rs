//! The search for a smallest suite that catches every mutant that can be caught.
//!
//! A line costs its leaves, at all its depths together, and [`PRICE_OF_LINE`]. The search changes positions at random.
//! It keeps a change if the line still catches what no other line does and costs no more. It also keeps a more
//! expensive line if that takes over enough from the *target*, the line that is to be replaced. When the time is over,
//! it finds the cheapest choice among all lines that it has kept: exactly, or with a bound that says how far off it can
//! be.

use super::caught::{BitSet, Counted, right_counts};
use super::cover::Column;
use super::vary::vary;
use super::{cover, known, pool};
use ox88::Position;
use ox88_broken_engine::mutants::{Mutant, mutants};
use ox88_count::random::Random;
use ox88_test_support::can_arise;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

/// The price of a line besides its leaves. A quick engine counts about as many while it receives a position and
/// answers; and people read suites, too.
const PRICE_OF_LINE: u64 = 500;

/// Every named line has a count at this depth, that of its snapshot.
const LEAST_DEPTH: u32 = 3;

const DEEPEST: u32 = 6;

/// The most leaves of a line with which the search begins.
const MOST_LEAVES: u64 = 600;

/// The same for lines of the suite, and for lines that the search has found.
const MOST_OWN_LEAVES: u64 = 1_600;

/// A line may grow by this many leaves at once.
const MOST_GROWTH: u64 = 600;

/// The number of rounds of the search.
const ROUNDS: u32 = 10;

/// After so many changes, another line becomes the target.
const CHANGES_PER_TARGET: u64 = 20_000;

/// A position with its depth, and the mutants that it catches up to there.
#[derive(Clone)]
struct Line {
    position: Position,
    /// The right leaves at depth 1, 2 and so on.
    counts: Vec<u64>,
    caught: BitSet,
}

impl Line {
    fn leaves(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn price(&self) -> u64 {
        self.leaves() + PRICE_OF_LINE
    }
}

/// All mutants, and those that the suite must catch.
#[derive(Clone, Copy)]
struct Task<'a> {
    mutants: &'a [Mutant],
    needed: BitSet,
}

/// A suite that catches every mutant that can be caught, as lines of a suite file.
pub fn search(time: Duration, seed: u64) -> String {
    let mutants = mutants();
    let positions = pool::positions();
    let mut lines: Vec<Line> =
        positions.par_iter().flat_map(|it| lines_of(&mutants, it, MOST_LEAVES)).collect();
    let own = |position: &Position| lines_of(&mutants, position, MOST_OWN_LEAVES);
    lines.par_extend(known::positions().par_iter().flat_map(own));
    let caught = lines.iter().fold(BitSet::default(), |set, line| set.with(line.caught));
    for (number, mutant) in mutants.iter().enumerate().filter(|(number, _)| !caught.has(*number)) {
        if known::why_not(mutant.fault).is_none() {
            eprintln!("{number}: {} is caught by no position of the search", mutant.word);
        }
    }
    eprintln!("{} positions, {} mutants caught", positions.len(), caught.len());
    let begun = Instant::now();
    let mut round = 0;
    while begun.elapsed() < time {
        // A mutant that was caught whenever some other one was need not be looked for. If a round shows
        // otherwise, the next round knows.
        let needed = cover::hardest_rows(&columns(&lines), caught);
        let suite = cheapest(Task { mutants: &mutants, needed: caught }, &lines);
        let task = Task { mutants: &mutants, needed };
        let found = improve(task, &suite, time / ROUNDS, seed * u64::from(ROUNDS) + round);
        lines.par_extend(found.par_iter().flat_map(own));
        round += 1;
    }
    let suite = cheapest(Task { mutants: &mutants, needed: caught }, &lines);
    let mut text = String::new();
    for line in &suite {
        let _ = write!(text, "{}", line.position);
        for (depth, leaves) in (1..).zip(&line.counts) {
            let _ = write!(text, " ;D{depth} {leaves}");
        }
        text += "\n";
    }
    text
}

/// The line at each depth that catches more mutants than the depth before.
fn lines_of(mutants: &[Mutant], position: &Position, most_leaves: u64) -> Vec<Line> {
    let counts = right_counts(position, DEEPEST, most_leaves);
    let depths = depths(mutants, &Counted::new(*position, counts.clone()));
    let mut lines: Vec<Line> = Vec::new();
    for length in LEAST_DEPTH as usize..=counts.len() {
        let is_caught = |depth: &Option<u32>| depth.is_some_and(|it| it as usize <= length);
        let numbers = depths.iter().enumerate().filter(|(_, depth)| is_caught(depth));
        let caught: BitSet = numbers.map(|(number, _)| number).collect();
        if lines.last().is_none_or(|line| line.caught != caught) {
            lines.push(Line { position: *position, counts: counts[..length].to_vec(), caught });
        }
    }
    lines
}

/// For each mutant, the depth at which the position catches it. If no depth catches the whole fault, its other forms
/// are not tried, because that would take four times as long.
fn depths(mutants: &[Mutant], counted: &Counted) -> Vec<Option<u32>> {
    let mut is_seen = true;
    let mut depths = Vec::new();
    for mutant in mutants {
        let is_tried = is_seen || mutant.is_whole();
        let depth = is_tried.then(|| counted.depth_that_catches(mutant)).flatten();
        if mutant.is_whole() {
            is_seen = depth.is_some();
        }
        depths.push(depth);
    }
    depths
}

fn columns(lines: &[Line]) -> Vec<Column> {
    lines.iter().map(|line| Column { rows: line.caught, price: line.price() }).collect()
}

fn cheapest(task: Task, lines: &[Line]) -> Vec<Line> {
    let cover = cover::cheapest(&columns(lines), task.needed);
    let suite: Vec<Line> = cover.columns.iter().map(|&index| lines[index].clone()).collect();
    let leaves: u64 = suite.iter().map(Line::leaves).sum();
    eprintln!(
        "{} of {} lines, {leaves} leaves: price {}, and no choice of them costs less than {}",
        suite.len(),
        lines.len(),
        cover.price,
        cover.bound,
    );
    suite
}

/// Improves a suite for some time, on all cores, and returns the positions that it has found.
fn improve(task: Task, suite: &[Line], time: Duration, seed: u64) -> Vec<Position> {
    let walks = thread::available_parallelism().map_or(1, usize::from) as u64;
    let seeds: Vec<u64> = (0..walks).map(|walk| seed * walks + walk).collect();
    seeds.par_iter().flat_map(|&seed| Walk::new(task, suite, seed).run(time)).collect()
}

/// One random walk from suite to suite.
struct Walk<'a> {
    task: Task<'a>,
    suite: Vec<Line>,
    /// The line to be replaced.
    target: usize,
    random: Random,
    /// The mutants, beginning with those that a change has lost most recently.
    order: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(task: Task<'a>, suite: &[Line], seed: u64) -> Walk<'a> {
        Walk {
            task,
            suite: suite.to_vec(),
            target: 0,
            random: Random::new(seed),
            order: (0..task.mutants.len()).collect(),
        }
    }

    fn run(mut self, time: Duration) -> Vec<Position> {
        let begun = Instant::now();
        let mut tried = 0_u64;
        while begun.elapsed() < time {
            if tried.is_multiple_of(CHANGES_PER_TARGET) {
                self.target = self.random.below(self.suite.len());
            }
            tried += 1;
            self.step();
        }
        let leaves: u64 = self.suite.iter().map(Line::leaves).sum();
        eprintln!("{tried} changes tried: {} lines, {leaves} leaves", self.suite.len());
        self.suite.iter().map(|line| line.position).collect()
    }

    /// The needed mutants that the suite catches without some of its lines.
    fn caught_without(&self, left_out: &[usize]) -> BitSet {
        let rest = self.suite.iter().enumerate().filter(|(index, _)| !left_out.contains(index));
        rest.fold(BitSet::default(), |set, (_, line)| set.with(line.caught))
    }

    /// The needed mutants that the target alone catches.
    fn of_target_alone(&self) -> BitSet {
        self.task.needed.without(self.caught_without(&[self.target]))
    }

    fn step(&mut self) {
        if self.of_target_alone().is_empty() && self.suite.len() > 1 {
            self.suite.remove(self.target);
            self.target = self.random.below(self.suite.len());
            return;
        }
        let index = self.random.below(self.suite.len());
        let old = &self.suite[index];
        let Some(position) = vary(&old.position, &mut self.random) else { return };
        let kept = if index == self.target {
            self.of_target_alone()
        } else {
            let others = self.caught_without(&[index, self.target]);
            self.task.needed.without(others).without(self.task.needed.without(old.caught))
        };
        let of_target_alone =
            if index == self.target { BitSet::default() } else { self.of_target_alone() };
        let target = self.suite[self.target].price();
        let worth = |taken: usize| target * taken as u64 / of_target_alone.len().max(1) as u64;
        let most =
            old.leaves() + if of_target_alone.is_empty() { 0 } else { target.min(MOST_GROWTH) };
        let counts = right_counts(&position, DEEPEST, most.min(MOST_LEAVES.max(old.leaves())));
        let counted = Counted::new(position, counts);
        let counts = &counted.counts;
        if counts.len() < LEAST_DEPTH as usize {
            return;
        }
        // Most changes lose some mutant, and most often the same one.
        let mut depth = LEAST_DEPTH;
        for place in 0..self.order.len() {
            let number = self.order[place];
            if !kept.has(number) {
                continue;
            }
            let Some(at) = counted.depth_that_catches(&self.task.mutants[number]) else {
                self.order[..=place].rotate_right(1);
                return;
            };
            depth = depth.max(at);
        }
        let least: u64 = counts[..depth as usize].iter().sum();
        let is_cheaper = least <= self.suite[index].leaves();
        if !is_cheaper && of_target_alone.is_empty() || !can_arise(&position) {
            return;
        }
        // The mutants that it takes over from the target, at each depth.
        let takes: Vec<(usize, u32)> = of_target_alone
            .numbers()
            .filter_map(|number| {
                let at = counted.depth_that_catches(&self.task.mutants[number])?;
                Some((number, at))
            })
            .collect();
        let old_leaves = self.suite[index].leaves();
        let best = (depth..=counts.len() as u32)
            .map(|depth| {
                let leaves: u64 = counts[..depth as usize].iter().sum();
                let here = takes.iter().filter(|&&(_, at)| at <= depth);
                let new =
                    here.filter(|&&(number, _)| !self.suite[index].caught.has(number)).count();
                (leaves.cast_signed() - old_leaves.cast_signed() - worth(new).cast_signed(), depth)
            })
            .min();
        let Some((change, depth)) = best else { return };
        // It takes long to find out all that a line catches, so few changes without effect are kept.
        if change > 0 || change == 0 && self.random.below(8) > 0 {
            return;
        }
        let counts = counts[..depth as usize].to_vec();
        let counted = Counted::new(position, counts.clone());
        let is_taken = |number: usize| takes.iter().any(|&(it, at)| it == number && at <= depth);
        let is_seen =
            |number: usize| counted.depth_that_catches(&self.task.mutants[number]).is_some();
        let rest = self.task.needed.without(kept).without(of_target_alone);
        // Only the needed mutants; the next round finds out the rest.
        let caught: BitSet = self
            .task
            .needed
            .numbers()
            .filter(|&it| kept.has(it) || is_taken(it) || rest.has(it) && is_seen(it))
            .collect();
        let line = Line { position, counts, caught };
        self.suite[index] = line;
    }
}
