//! How fast an engine answers, learned from its answers as they come.

use std::collections::VecDeque;
use std::time::Duration;

/// How many answers count: those of late, because deep trees are counted at another speed than shallow
/// ones.
const REMEMBERED: usize = 16;

/// How long these have to have taken before anything is said about a speed.
const ENOUGH_TO_KNOW: Duration = Duration::from_millis(500);

/// How many times as long as the shortest answer of all they have to have taken, each: then it is
/// counting that takes the time, and neither talking nor the start of a script.
const MOSTLY_COUNTING: u32 = 3;

/// Some work for an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    pub questions: usize,
    pub leaves: u128,
}

impl Work {
    pub(super) fn and(self, other: Work) -> Work {
        Work {
            questions: self.questions + other.questions,
            leaves: self.leaves.saturating_add(other.leaves),
        }
    }

    pub(super) fn without(self, part: Work) -> Work {
        Work {
            questions: self.questions.saturating_sub(part.questions),
            leaves: self.leaves.saturating_sub(part.leaves),
        }
    }
}

/// The pace of an engine.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// The leaves of the last answers, and how long each took.
    recent: VecDeque<(u128, Duration)>,
    shortest: Duration,
    is_warm: bool,
}

impl Pace {
    /// Learns from an answer. The first one is left aside, because an engine may set up its tables or
    /// compile itself when it is first asked.
    pub(super) fn add(&mut self, leaves: u128, time: Duration) {
        if !self.is_warm {
            self.is_warm = true;
            self.shortest = Duration::MAX;
            return;
        }
        self.shortest = self.shortest.min(time);
        self.recent.push_back((leaves, time));
        if self.recent.len() > REMEMBERED {
            self.recent.pop_front();
        }
    }

    /// How long some work takes if talking is as much of it as it was of the last answers. That is
    /// rather too long, since larger questions need no more talk. Nothing before the first answers.
    pub(super) fn at_most(&self, work: Work) -> Option<Duration> {
        let Sum { leaves, time, .. } = self.sum()?;
        let talk = self.shortest.as_secs_f64() * float(work.questions as u128);
        let count = time.as_secs_f64() / float(leaves.max(1)) * float(work.leaves);
        Some(duration(talk.max(count)))
    }

    /// How long some work takes, if the last answers say enough about that.
    pub(super) fn estimate(&self, work: Work) -> Option<Duration> {
        let Sum { leaves, talk, time } = self.sum().filter(Sum::says_enough)?;
        let per_leaf = (time - talk).as_secs_f64() / float(leaves);
        let talk = self.shortest.as_secs_f64() * float(work.questions as u128);
        Some(duration(talk + per_leaf * float(work.leaves)))
    }

    /// How many leaves the engine counts in a second, if the last answers say enough about that.
    pub(super) fn leaves_per_second(&self) -> Option<u128> {
        let Sum { leaves, time, .. } = self.sum().filter(Sum::says_enough)?;
        Some(leaves.saturating_mul(1000) / time.as_millis().max(1))
    }

    fn sum(&self) -> Option<Sum> {
        let answers = u32::try_from(self.recent.len()).ok().filter(|&answers| answers > 0)?;
        Some(Sum {
            leaves: self.recent.iter().fold(0, |sum, &(leaves, _)| sum.saturating_add(leaves)),
            time: self.recent.iter().map(|&(_, time)| time).sum(),
            talk: self.shortest * answers,
        })
    }
}

/// The last answers together.
struct Sum {
    leaves: u128,
    time: Duration,
    /// The most of that time that was not spent on counting.
    talk: Duration,
}

impl Sum {
    fn says_enough(&self) -> bool {
        let is_mostly_counting = self.time >= self.talk.saturating_mul(MOSTLY_COUNTING);
        self.leaves > 0 && self.time >= ENOUGH_TO_KNOW && is_mostly_counting
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate is not that fine")]
fn float(count: u128) -> f64 {
    count as f64
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
