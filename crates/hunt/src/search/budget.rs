//! The time that a hunt may take, and what it leaves out for lack of time.

use super::pace::Pace;
use super::plan::{Case, Plan};
use std::fmt;
use std::time::Duration;

/// A finding is worth finishing: comparing the last answer and finding out its cause may take this share of the
/// budget beyond it.
const EXTRA_FOR_FINDINGS: u32 = 2;

/// A hunt that asked fewer than one in so many questions says nothing about the engine.
pub(super) const FEWEST_ASKED: usize = 10;

/// What a hunt left out for lack of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOutByBudget {
    /// The time that the hunt was given.
    pub budget: Duration,
    /// How many questions of the plan were not asked, or not answered in time.
    pub counts: usize,
    /// How many were answered. Those that come before every suite are not among them.
    pub answered: usize,
    /// Every count up to this many leaves was asked, as far as nothing else forbade it: 0 if there is
    /// no such number.
    pub asked_up_to: u128,
    /// The question that the engine, or ox88 itself, was counting when the time was over, if there is one.
    pub cut_short: Option<CutShort>,
}

impl LeftOutByBudget {
    /// Whether so little was asked that nothing is known about the engine, unless something was found.
    pub fn is_nearly_all(&self) -> bool {
        self.answered.saturating_mul(FEWEST_ASKED) < self.planned()
    }

    /// How many questions there were, apart from those that come before every suite and were answered.
    pub(crate) fn planned(&self) -> usize {
        self.answered + self.counts
    }
}

/// A question that was given up since the time of the hunt was over. That says nothing about the
/// engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutShort {
    /// What the position is called.
    pub case: String,
    /// How deep the engine was asked to count.
    pub depth: u32,
    /// How long it was waited for.
    pub waited: Duration,
    /// Whether the engine had answered, and ox88 itself was still counting.
    pub is_answered: bool,
}

impl fmt::Display for CutShort {
    /// `time ran out 8.012 s after ox88 asked about kiwipete at depth 3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CutShort { case, depth, waited, is_answered } = self;
        let case = if case == Plan::UNNAMED { "the position given" } else { case };
        let seconds = waited.as_secs_f64();
        write!(f, "time ran out {seconds:.3} s after ox88 asked about {case} at depth {depth}")?;
        f.write_str(if *is_answered {
            "; the engine had answered, but ox88 itself was still counting"
        } else {
            ""
        })
    }
}

/// The time of a hunt that is limited. All times are from the start of the hunt.
#[derive(Default)]
pub(super) struct Budget {
    /// When the last question of the plan has to be answered.
    pub end: Duration,
    /// When the last question about a finding has to be answered, and the last answer compared.
    pub end_of_findings: Duration,
    /// How many questions were answered that somebody wanted to ask.
    answered: usize,
    /// The leaves of each question that was answered.
    asked: Vec<u128>,
    /// The leaves of each question that was left out.
    left_out: Vec<u128>,
    cut_short: Option<CutShort>,
}

impl Budget {
    pub(super) fn new(end: Duration) -> Budget {
        Budget { end, end_of_findings: end + end / EXTRA_FOR_FINDINGS, ..Budget::default() }
    }

    /// The same with this time for a finding.
    pub(super) fn with_time_for_findings(self, time: Duration) -> Budget {
        Budget { end_of_findings: self.end + time, ..self }
    }

    /// The time that is left for the plan.
    pub(super) const fn left(&self, now: Duration) -> Duration {
        self.end.saturating_sub(now)
    }

    /// Whether a question can be answered in the time that is left. As long as nothing is known about
    /// the pace of the engine, it is assumed that it can: only an answer can show that.
    pub(super) fn affords(&self, case: &Case, pace: &Pace, now: Duration) -> bool {
        let left = self.left(now);
        !left.is_zero() && pace.estimate(case.work()).is_none_or(|time| time <= left)
    }

    pub(super) fn note_asked(&mut self, case: &Case, leaves: u128) {
        self.answered += usize::from(!case.is_opening());
        self.asked.push(leaves);
    }

    pub(super) fn note_left_out(&mut self, case: &Case) {
        self.left_out.push(case.nodes);
    }

    /// Takes note of a question that was asked and not answered in time, or whose right answer was not counted in
    /// time.
    pub(super) fn note_cut_short(&mut self, case: &Case, waited: Duration, is_answered: bool) {
        self.note_left_out(case);
        let (case, depth) = (case.name.clone(), case.depth);
        self.cut_short = Some(CutShort { case, depth, waited, is_answered });
    }

    /// What was left out, if anything was.
    pub(super) fn report(&self) -> Option<LeftOutByBudget> {
        let least_left_out = self.left_out.iter().min()?;
        let asked = self.asked.iter().copied().filter(|leaves| leaves < least_left_out);
        let asked_up_to = asked.max().unwrap_or(0);
        Some(LeftOutByBudget {
            budget: self.end,
            counts: self.left_out.len(),
            answered: self.answered,
            asked_up_to,
            cut_short: self.cut_short.clone(),
        })
    }
}
