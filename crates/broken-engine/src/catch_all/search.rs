//! The search for a smallest suite that catches every mutant that can be caught.
//!
//! A line costs its leaves, at all its depths together, and [`PRICE_OF_LINE`]. Positions are changed at
//! random. A change is kept if the line still catches what no other line does and costs no more, or if it
//! takes over so much of another line, the one that is to go, that this is worth its price. When the time is
//! over, the cheapest choice among all lines that were kept is found exactly, or with a bound that says how
//! far from the cheapest it can be.

use super::caught::{Set, depth_that_catches, right_counts};
use super::cover::Column;
use super::last_move::can_arise;
use super::mutants::{Mutant, mutants};
use super::vary::vary;
use super::{cover, known, pool};
use ox88::Position;
use ox88_count::random::Random;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

/// What a line costs besides its leaves. A quick engine counts about as many while it is sent a position
/// and answers; and a suite is also read by people.
const PRICE_OF_LINE: u64 = 500;

/// A named line has a count at this depth, that of its snapshot.
const LEAST_DEPTH: u32 = 3;

const DEEPEST: u32 = 6;

/// The most leaves of the lines with which the search begins.
const MOST_LEAVES: u64 = 600;

/// The same for those of the suite as it is, and for those that were found.
const MOST_OWN_LEAVES: u64 = 1_600;

/// By how many leaves a line may grow at once.
const MOST_GROWTH: u64 = 600;

/// In so many rounds it is looked for.
const ROUNDS: u32 = 10;

/// After so many changes another line is to go.
const CHANGES_PER_TARGET: u64 = 20_000;

/// A position, how deep it is asked, and what it catches so.
#[derive(Clone)]
struct Line {
    position: Position,
    /// The right leaves at depth 1, 2 and so on.
    counts: Vec<u64>,
    caught: Set,
}

impl Line {
    fn leaves(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn price(&self) -> u64 {
        self.leaves() + PRICE_OF_LINE
    }
}

/// All mutants, and those that are to be caught.
#[derive(Clone, Copy)]
struct Task<'a> {
    mutants: &'a [Mutant],
    needed: Set,
}

/// A suite that catches every mutant that can be caught, as lines of a suite file.
pub fn search(time: Duration, seed: u64) -> String {
    let mutants = mutants();
    let positions = pool::positions();
    let mut lines: Vec<Line> =
        positions.par_iter().flat_map(|it| lines_of(&mutants, it, MOST_LEAVES)).collect();
    let own = |position: &Position| lines_of(&mutants, position, MOST_OWN_LEAVES);
    lines.par_extend(known::positions().par_iter().flat_map(own));
    let caught = lines.iter().fold(Set::default(), |set, line| set.with(line.caught));
    for (number, mutant) in mutants.iter().enumerate().filter(|(number, _)| !caught.has(*number)) {
        if known::why_not(mutant.fault).is_none() {
            eprintln!("{number}: {} is caught by no position of the search", mutant.word);
        }
    }
    eprintln!("{} positions, {} mutants caught", positions.len(), caught.len());
    let begun = Instant::now();
    let mut round = 0;
    while begun.elapsed() < time {
        // What was caught so far wherever something else is need not be looked for. Where a round shows
        // that it is not so, the next one knows.
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

/// The line at each depth that catches more than the depth before.
fn lines_of(mutants: &[Mutant], position: &Position, most_leaves: u64) -> Vec<Line> {
    let counts = right_counts(position, DEEPEST, most_leaves);
    let depths = depths(mutants, position, &counts);
    let mut lines: Vec<Line> = Vec::new();
    for length in LEAST_DEPTH as usize..=counts.len() {
        let is_caught = |depth: &Option<u32>| depth.is_some_and(|it| it as usize <= length);
        let numbers = depths.iter().enumerate().filter(|(_, depth)| is_caught(depth));
        let caught: Set = numbers.map(|(number, _)| number).collect();
        if lines.last().is_none_or(|line| line.caught != caught) {
            lines.push(Line { position: *position, counts: counts[..length].to_vec(), caught });
        }
    }
    lines
}

/// For each mutant the depth at which it is caught. Where a whole fault goes unseen at all depths, its
/// other forms are taken to do so, too: to try them all would take four times as long.
fn depths(mutants: &[Mutant], position: &Position, counts: &[u64]) -> Vec<Option<u32>> {
    let mut is_seen = true;
    let mut depths = Vec::new();
    for mutant in mutants {
        let is_tried = is_seen || mutant.is_whole();
        let depth = is_tried.then(|| depth_that_catches(mutant, position, counts)).flatten();
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

/// Improves a suite for some time, on all cores, and returns the positions that came of it.
fn improve(task: Task, suite: &[Line], time: Duration, seed: u64) -> Vec<Position> {
    let walks = thread::available_parallelism().map_or(1, usize::from) as u64;
    let seeds: Vec<u64> = (0..walks).map(|walk| seed * walks + walk).collect();
    seeds.par_iter().flat_map(|&seed| Walk::new(task, suite, seed).run(time)).collect()
}

/// One walk from suite to suite.
struct Walk<'a> {
    task: Task<'a>,
    suite: Vec<Line>,
    /// The line that is to go.
    target: usize,
    random: Random,
    /// The mutants, those first that were missed last.
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

    /// What these lines catch of what is needed, but for some.
    fn caught_without(&self, left_out: &[usize]) -> Set {
        let rest = self.suite.iter().enumerate().filter(|(index, _)| !left_out.contains(index));
        rest.fold(Set::default(), |set, (_, line)| set.with(line.caught))
    }

    /// What the target alone catches.
    fn burden(&self) -> Set {
        self.task.needed.without(self.caught_without(&[self.target]))
    }

    fn step(&mut self) {
        if self.burden().is_empty() && self.suite.len() > 1 {
            self.suite.remove(self.target);
            self.target = self.random.below(self.suite.len());
            return;
        }
        let index = self.random.below(self.suite.len());
        let old = &self.suite[index];
        let Some(position) = vary(&old.position, &mut self.random) else { return };
        let kept = if index == self.target {
            self.burden()
        } else {
            let others = self.caught_without(&[index, self.target]);
            self.task.needed.without(others).without(self.task.needed.without(old.caught))
        };
        let burden = if index == self.target { Set::default() } else { self.burden() };
        let target = self.suite[self.target].price();
        let worth = |taken: usize| target * taken as u64 / burden.len().max(1) as u64;
        let most = old.leaves() + if burden.is_empty() { 0 } else { target.min(MOST_GROWTH) };
        let counts = right_counts(&position, DEEPEST, most.min(MOST_LEAVES.max(old.leaves())));
        if counts.len() < LEAST_DEPTH as usize {
            return;
        }
        // Most changes lose something, and most often the same.
        let mut depth = LEAST_DEPTH;
        for place in 0..self.order.len() {
            let number = self.order[place];
            if !kept.has(number) {
                continue;
            }
            let Some(at) = depth_that_catches(&self.task.mutants[number], &position, &counts)
            else {
                self.order[..=place].rotate_right(1);
                return;
            };
            depth = depth.max(at);
        }
        let least: u64 = counts[..depth as usize].iter().sum();
        let is_cheaper = least <= self.suite[index].leaves();
        if !is_cheaper && burden.is_empty() || !can_arise(&position) {
            return;
        }
        // What it takes over of the burden, at each depth that it may go to.
        let takes: Vec<(usize, u32)> = burden
            .numbers()
            .filter_map(|number| {
                let at = depth_that_catches(&self.task.mutants[number], &position, &counts)?;
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
        // What all this catches takes long to find out, so few changes that do not matter are kept.
        if change > 0 || change == 0 && self.random.below(8) > 0 {
            return;
        }
        let counts = counts[..depth as usize].to_vec();
        let is_taken = |number: usize| takes.iter().any(|&(it, at)| it == number && at <= depth);
        let is_seen = |number: usize| {
            depth_that_catches(&self.task.mutants[number], &position, &counts).is_some()
        };
        let rest = self.task.needed.without(kept).without(burden);
        // Of what the whole suite needs; the round that comes next knows the rest.
        let caught: Set = self
            .task
            .needed
            .numbers()
            .filter(|&it| kept.has(it) || is_taken(it) || rest.has(it) && is_seen(it))
            .collect();
        let line = Line { position, counts, caught };
        self.suite[index] = line;
    }
}
