//! The questions to an engine, and its replies. A hunt draws all its conclusions from this log alone: no room above it
//! looks at a clock, or asks the engine by itself.

use super::trouble::{comes_without_waiting, is_choice};
use ox88_engine::{Experiment, Heard, Process, Reply, Step, TroubleKind};
use std::collections::VecDeque;
use std::time::Duration;

/// How many of the last questions are looked at where one of them may be the reason for an answer.
pub const MOST_LOOKED_AT: usize = 256;

/// How many observations are kept when old ones are forgotten, and how many there may be before that.
const KEPT: usize = 1024;
const MOST: usize = 4096;

/// An experiment that is to be made next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// What is to be asked.
    pub experiment: Experiment,
    /// When nobody waits for it any longer, from the start of the hunt, if the time is limited.
    pub end: Option<Duration>,
}

/// An experiment, and what was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Observation {
    pub experiment: Experiment,
    /// What became of its steps, as far as they were asked. Of none if the time for it was over before.
    pub heard: Vec<Heard>,
    /// When it was over, from the start of the hunt.
    pub end: Duration,
    pub took: Duration,
}

/// Where an answer stands in the log: the number of the observation, and that of the step.
pub(super) type Place = (usize, usize);

/// The observations of a hunt, one after the other. Of a long one those that matter no more are forgotten.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    observations: Vec<Observation>,
    forgotten: usize,
}

impl Observation {
    /// How many questions the engine was asked.
    pub fn questions(&self) -> u64 {
        self.heard.iter().filter(|heard| is_of_question(heard)).count() as u64
    }
}

impl Log {
    /// Adds what was heard of an experiment from one time to another.
    pub fn add(&mut self, need: Need, mut heard: Vec<Heard>, (at, end): (Duration, Duration)) {
        if need.end.is_some_and(|limit| end >= limit) {
            heard = heard.into_iter().map(when_time_is_over).collect();
        }
        let took = end.saturating_sub(at);
        self.observations.push(Observation { experiment: need.experiment, heard, end, took });
        if self.observations.len() > MOST {
            let old = self.observations.len() - KEPT;
            self.observations.drain(..old);
            self.forgotten += old;
        }
    }

    /// How many observations were ever added.
    pub fn added(&self) -> usize {
        self.forgotten + self.observations.len()
    }

    /// The questions to the running process with their answers, each with its place in the log and with the depth that
    /// the engine was asked for just before about the same position, if that was not set up again.
    pub fn answers(&self) -> impl Iterator<Item = (Place, &Step, Option<u32>, &Reply)> {
        let mut before: Option<&Step> = None;
        let numbered = (self.forgotten..).zip(&self.observations);
        let running = numbered.filter(|(_, it)| it.experiment.process == Process::Running);
        let steps = running.flat_map(|(number, it)| {
            let steps = it.experiment.steps.iter().zip(&it.heard).enumerate();
            steps.map(move |(place, heard)| ((number, place), heard))
        });
        steps.filter_map(move |(place, (step, heard))| {
            let first =
                before.replace(step).filter(|first| first.line == step.line && !first.is_again);
            let is_known = !step.is_by_name && (!step.is_again || first.is_some());
            let before = first.filter(|_| step.is_again).map(|it| it.depth);
            match heard {
                Heard::Answer { reply, .. } if is_known => Some((place, step, before, reply)),
                _ => None,
            }
        })
    }

    pub fn last(&self) -> Option<&Observation> {
        self.observations.last()
    }

    /// The questions that the running process had answered before it last gave such an answer to this, or else before it
    /// was asked this for the last time, in that order. None of a process before it: after any trouble another one was
    /// asked.
    pub fn before(&self, question: &Step, is_such: impl Fn(&Reply) -> bool) -> Vec<Step> {
        let mut answered = VecDeque::new();
        let running = |it: &&Observation| it.experiment.process == Process::Running;
        let steps = self
            .observations
            .iter()
            .rev()
            .filter(running)
            .flat_map(|it| it.experiment.steps.iter().zip(&it.heard).rev());
        for (step, heard) in steps {
            match heard {
                Heard::Answer { .. } if answered.len() < MOST_LOOKED_AT => {
                    answered.push_front((step, heard));
                }
                // It is asked about the failure with which the process ended.
                Heard::Trouble(_) if answered.is_empty() && step == question => {
                    answered.push_front((step, heard));
                }
                Heard::Cannot => {}
                _ => break,
            }
        }
        let is_shown =
            |heard: &Heard| matches!(heard, Heard::Answer { reply, .. } if is_such(reply));
        let shown = answered.iter().rposition(|it| it.0 == question && is_shown(it.1));
        let last = shown.or_else(|| answered.iter().rposition(|it| it.0 == question)).unwrap_or(0);
        answered.into_iter().take(last).map(|it| it.0.clone()).collect()
    }
}

/// Whether it was a question to the engine. What a person leaves out was none.
fn is_of_question(heard: &Heard) -> bool {
    !matches!(heard, Heard::Trouble(trouble) if is_choice(&trouble.kind)) && *heard != Heard::Cannot
}

/// The same where the time for the experiment was over when this was heard: an engine that was not given its time does
/// not hang, and has not said all that it had to say.
fn when_time_is_over(heard: Heard) -> Heard {
    match heard {
        Heard::Trouble(trouble) if !comes_without_waiting(&trouble.kind) => {
            Heard::Trouble(TroubleKind::CutShort.into())
        }
        heard => heard,
    }
}
