//! How fast an engine answers, learned from its answers as they come.

use std::collections::VecDeque;
use std::time::Duration;

/// How many answers count: those of late, because deep trees are counted at another speed than shallow
/// ones.
const REMEMBERED: usize = 16;

/// How long these have to have taken before anything is said about a speed.
const ENOUGH_TO_KNOW: Duration = Duration::from_millis(500);

/// How many answers show what each takes at the least.
const ENOUGH_ANSWERS: usize = 3;

/// How many times as long as the shortest answer of all they have to have taken, each: then it is
/// counting that takes the time, and neither talking nor the start of a script.
const MOSTLY_COUNTING: u32 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub questions: usize,
    /// The leaves of the right answers to them.
    pub leaves: u128,
}

impl Work {
    /// Both together.
    pub fn and(self, other: Work) -> Work {
        Work {
            questions: self.questions + other.questions,
            leaves: self.leaves.saturating_add(other.leaves),
        }
    }

    /// What is left of it when a part is done.
    pub fn without(self, part: Work) -> Work {
        Work {
            questions: self.questions.saturating_sub(part.questions),
            leaves: self.leaves.saturating_sub(part.leaves),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// The leaves of the last answers, and how long each took.
    recent: VecDeque<(u128, Duration)>,
    shortest: Duration,
    /// The least that was waited for more of an answer that was complete.
    shortest_silence: Duration,
    is_warm: bool,
    /// How fast it counted when that was last known.
    speed: Option<Speed>,
}

#[derive(Clone, Copy, Debug)]
struct Speed {
    /// Without what it takes to talk.
    seconds_per_leaf: f64,
    leaves_per_second: u128,
}

impl Pace {
    /// Learns from an answer, which took this time, with a silence at its end in which nothing more came. The
    /// first one is left aside, because an engine may set up its tables or compile itself when it is first
    /// asked. A longer silence than usual is our own waiting, and no counting of the engine.
    pub fn add(&mut self, leaves: u128, time: Duration, silence: Duration) {
        if !self.is_warm {
            self.is_warm = true;
            (self.shortest, self.shortest_silence) = (Duration::MAX, Duration::MAX);
            return;
        }
        self.shortest_silence = self.shortest_silence.min(silence);
        let time = time.saturating_sub(silence.saturating_sub(self.shortest_silence));
        self.shortest = self.shortest.min(time);
        self.recent.push_back((leaves, time));
        if self.recent.len() > REMEMBERED {
            self.recent.pop_front();
        }
        self.speed = self.speed_of_late().or(self.speed);
    }

    /// How long some work takes, if that can be said by now.
    pub fn estimate(&self, work: Work) -> Option<Duration> {
        let Speed { seconds_per_leaf, .. } = self.speed?;
        Some(duration(self.talk(work) + seconds_per_leaf * float(work.leaves)))
    }

    /// How many leaves the engine counts in a second, if that can be said by now.
    pub fn leaves_per_second(&self) -> Option<u128> {
        self.speed.map(|speed| speed.leaves_per_second)
    }

    /// How long an answer takes at the least, however few leaves it has, if that can be said by now.
    pub fn time_per_question(&self) -> Option<Duration> {
        (self.recent.len() >= ENOUGH_ANSWERS).then_some(self.shortest)
    }

    /// The seconds that the questions of some work take at the least, however few leaves they have.
    fn talk(&self, work: Work) -> f64 {
        self.shortest.as_secs_f64() * float(work.questions as u128)
    }

    /// The speed of the last answers, if they say enough about that.
    fn speed_of_late(&self) -> Option<Speed> {
        let leaves =
            self.recent.iter().fold(0_u128, |sum, &(leaves, _)| sum.saturating_add(leaves));
        let time: Duration = self.recent.iter().map(|&(_, time)| time).sum();
        let talk = self.shortest * u32::try_from(self.recent.len()).ok()?;
        let is_mostly_counting = time >= talk.saturating_mul(MOSTLY_COUNTING);
        (leaves > 0 && time >= ENOUGH_TO_KNOW && is_mostly_counting).then(|| Speed {
            seconds_per_leaf: time.saturating_sub(talk).as_secs_f64() / float(leaves),
            leaves_per_second: leaves.saturating_mul(1000) / time.as_millis(),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate is not that fine")]
fn float(count: u128) -> f64 {
    count as f64
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
