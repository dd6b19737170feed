//! The questions to an engine, and its replies. A hunt draws all its conclusions from this log alone: no room above it
//! looks at a clock, or asks the engine by itself.

use super::ask::{Experiment, Heard, Process, Step};
use std::collections::VecDeque;
use std::time::Duration;

/// How many of the last questions are looked at where one of them may be the reason for an answer.
const MOST_LOOKED_AT: usize = 256;

/// How many observations are kept when old ones are forgotten, and how many there may be before that.
const KEPT: usize = 1024;
const MOST: usize = 4096;

/// An experiment, and what was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// What was asked.
    pub experiment: Experiment,
    /// What became of its steps, as far as they were asked. Of none if the time for it was over before.
    pub heard: Vec<Heard>,
    /// When it began, from the start of the hunt.
    pub at: Duration,
    /// How long it took.
    pub took: Duration,
}

/// The observations of a hunt, one after the other. Of a long one those that matter no more are forgotten.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Vec<Observation>);

impl Observation {
    /// What was heard of an experiment, for which there was no more time from `end` on.
    pub(super) fn new(
        experiment: Experiment,
        mut heard: Vec<Heard>,
        (at, until): (Duration, Duration),
        end: Option<Duration>,
    ) -> Observation {
        if end.is_some_and(|end| until >= end) {
            heard = heard.into_iter().map(Heard::when_time_is_over).collect();
        }
        Observation { experiment, heard, at, took: until.saturating_sub(at) }
    }

    /// When it was over.
    pub(super) fn end(&self) -> Duration {
        self.at + self.took
    }

    /// How many questions the engine was asked.
    pub(super) fn questions(&self) -> u64 {
        self.heard.iter().filter(|heard| heard.is_of_question()).count() as u64
    }
}

impl Log {
    pub fn add(&mut self, observation: Observation) {
        self.0.push(observation);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets what no inquiry that begins now asks for any more.
    pub fn forget_old(&mut self) {
        if self.0.len() > MOST {
            self.0.drain(..self.0.len() - KEPT);
        }
    }

    /// The observation at a place.
    pub fn at(&self, place: usize) -> Option<&Observation> {
        self.0.get(place)
    }

    /// The questions that the running process had answered before it was asked this for the last time, in that order.
    /// None of a process before it: after any trouble another one was asked.
    pub fn before(&self, place: usize, question: &Step) -> Vec<Step> {
        let mut answered = VecDeque::new();
        let running = |it: &&Observation| it.experiment.process == Process::Running;
        let steps = self.0[..place]
            .iter()
            .rev()
            .filter(running)
            .flat_map(|it| it.experiment.steps.iter().zip(&it.heard).rev());
        for (step, heard) in steps {
            match heard {
                Heard::Answer { .. } if answered.len() < MOST_LOOKED_AT => {
                    answered.push_front(step);
                }
                // It is asked about the failure with which the process ended.
                Heard::Trouble(_) if answered.is_empty() && step == question => {
                    answered.push_front(step);
                }
                Heard::Cannot => {}
                _ => break,
            }
        }
        let last = answered.iter().rposition(|&step| step == question).unwrap_or(0);
        answered.into_iter().take(last).cloned().collect()
    }
}
