//! Where an engine puts its counts, learnt from its answers to a few questions that hardly any engine gets wrong.
//!
//! The forms of [`crate::read`] come first: what they find is never looked at here, so that no line is read in two
//! ways. Only if they find nothing in the first answer of an engine, and that has a number, ox88 asks it to count the
//! leaves of bare kings. Lines that look alike but for their numbers, and have the right number of each answer in the
//! same place, show where the engine puts its total; or its rows, if the right number follows each move. From then on
//! what is in this place is read, and what looks different is not. If no place fits, or two do, nothing is learnt, and
//! the answers of the engine stay unread: so it is if it counts bare kings wrongly.
//!
//! `Moves: 400` may be the leaves, and `Moves: 20` the moves of the position. So ox88 also asks about bare kings where
//! an engine prints nothing else from depth 2 on, and then reads such a line only if these show that it is the total.
//!
//! All that is learnt takes no longer than one question may. What an engine prints back of what it was sent has no
//! count.
//!
//! The right totals are 7922, 54, 25 and 1, each at another depth, so that no time, no speed, no depth and no number of
//! moves fits them all. The process that was asked is asked nothing else, and no other question comes after these.

use super::partial_reply::is_refusal;
use super::{Event, Talk, Wire};
use crate::ask::{Step, TroubleKind};
use crate::compare::compare;
use crate::line::Line;
use crate::read::{CountPlace, OutputLine, Reply, read_line};
use ox88::{Divide, Position, divide};
use std::mem::take;

/// What is asked: FENs and depths. In the first answer each count is large enough to have its digits in groups, and the
/// last has a singular, which is another word in some languages.
const QUESTIONS: [(&str, u32); 4] = [
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5),
    ("7k/8/8/8/8/8/8/K7 w - - 0 1", 3),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2),
    ("8/8/8/8/8/1k6/8/K7 w - - 0 1", 1),
];

/// The first lines of an answer, if they are not longer than this, are those to learn from.
const MOST_LINES: usize = 100;
const MOST_BYTES: usize = 200;

/// The lines of an answer in which nothing was found.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    lines: Vec<String>,
    /// How many of them have a number and a move.
    rows: usize,
    has_number: bool,
    has_refusal: bool,
}

/// The answer to one of the questions.
struct Sample {
    position: Position,
    right: Divide,
    lines: Vec<String>,
}

impl<W: Wire> Talk<W> {
    /// Takes note of what has come.
    pub(super) fn note_printed(&mut self, event: &Event) {
        let is_echo = self.is_echo(event);
        let printed = &mut self.printed;
        if let Event::Line(line) = event
            && !is_echo
            && self.known.places.is_none()
            && printed.lines.len() < MOST_LINES
            && line.len() <= MOST_BYTES
            && is_unsettled(&read_line(line))
        {
            printed.lines.push(line.clone());
            let places = CountPlace::all_in(line);
            printed.has_number |= !places.is_empty();
            printed.rows += usize::from(places.iter().any(CountPlace::is_of_row));
            printed.has_refusal |= is_refusal(line);
        }
    }

    /// Whether a line of an engine is one that it was sent, perhaps after a prompt.
    fn is_echo(&self, event: &Event) -> bool {
        let is_sent =
            |line: &str| line.contains("position fen ") || line.ends_with(&self.perft_line());
        matches!(event, Event::Line(line) if !self.is_script() && is_sent(line.trim_end()))
    }

    /// Whether what was printed may have a row for each move, in a form that is still to be learnt.
    pub(super) fn may_have_printed_rows(&self) -> bool {
        (self.right.is_some() || self.may_learn()) && self.reply.may_be_all(self.printed.rows)
    }

    /// Whether what was printed may have a count, though nothing was found in it.
    pub(super) fn may_learn(&self) -> bool {
        let is_new = self.known.replies == 0 && self.known.places.is_none();
        is_new && self.printed.has_number && !self.printed.has_refusal
    }

    /// Whether an answer has nothing but what may be the number of moves, which at depth 1 is the total.
    pub(super) fn may_be_moves(&self, depth: u32, reply: Option<&Reply>) -> bool {
        let is_in_doubt = depth > 1 && self.known.places.is_none();
        is_in_doubt && reply.is_some_and(|reply| reply.is_total_only() && reply.may_be_moves)
    }

    /// Learns where the engine puts its counts.
    pub(super) fn learn(&mut self) {
        let before = self.known.clone();
        // No row that comes after a total is waited for.
        self.known.totals_only_to = u32::MAX;
        let end = self.end;
        self.end = Some(self.end_of_wait(self.limit));
        let mut samples = Vec::new();
        for (fen, depth) in QUESTIONS {
            let Some(sample) = self.sample(fen, depth) else { break };
            samples.push(sample);
            if fitting(&samples).is_empty() {
                break;
            }
        }
        self.end = end;
        let is_whole = samples.len() == QUESTIONS.len();
        let places = if is_whole { places(&samples) } else { Vec::new() };
        if places.is_empty() || places.iter().any(CountPlace::is_of_row) {
            self.known = before;
        }
        self.known.places = Some(places);
        (self.right, self.runs) = (None, false);
    }

    /// The answer to one of the questions, if it has the right total or a line for each move.
    fn sample(&mut self, fen: &str, depth: u32) -> Option<Sample> {
        let position = fen.parse().ok()?;
        let right = divide(&position, depth);
        self.right = Some(right.total());
        let reply = self.ask_until_complete(&Step::anew(&Line::at(position), depth));
        let is_enough = match reply {
            Ok(reply) => reply?.rows.is_empty(),
            Err(TroubleKind::Rubbish | TroubleKind::Refuses) => {
                self.printed.lines.len() >= right.rows().len()
            }
            Err(_) => false,
        };
        let lines = take(&mut self.printed.lines);
        is_enough.then_some(Sample { position, right, lines })
    }
}

/// Whether the forms do not settle what a line says.
const fn is_unsettled(read: &OutputLine) -> bool {
    read.is_other() || read.may_be_moves
}

/// Where the right counts are in all answers: one place for those of the moves, and one for the totals. Of two places
/// that both fit nobody knows which is the one.
fn places(samples: &[Sample]) -> Vec<CountPlace> {
    let (rows, totals): (Vec<CountPlace>, Vec<CountPlace>) =
        fitting(samples).into_iter().partition(CountPlace::is_of_row);
    [rows, totals].into_iter().filter(|places| places.len() == 1).flatten().collect()
}

/// All places at which the right counts are in all answers.
fn fitting(samples: &[Sample]) -> Vec<CountPlace> {
    let Some(first) = samples.first() else { return Vec::new() };
    let lines = || samples.iter().flat_map(|sample| &sample.lines);
    let mut fitting: Vec<CountPlace> = Vec::new();
    for mut place in first.lines.iter().flat_map(|line| CountPlace::all_in(line)) {
        let is_new = !fitting.iter().any(|other| other.is_like(&place));
        if is_new && first.fits(&place) {
            lines().for_each(|line| place.allow_behind(line));
            if samples.iter().all(|sample| sample.fits(&place)) {
                fitting.push(place);
            }
        }
    }
    fitting
}

impl Sample {
    /// Whether the numbers in this place are the right ones, and all of them.
    fn fits(&self, place: &CountPlace) -> bool {
        let mut reply = Reply::default();
        let read = self.lines.iter().filter_map(|line| place.read(line, self.right.depth()));
        read.for_each(|read| reply.add(read));
        if place.is_of_row() {
            let is_right = || compare(&self.position, &self.right, &reply).difference.is_empty();
            reply.rows.len() == self.right.rows().len() && is_right()
        } else {
            reply.totals == [self.right.total()]
        }
    }
}
