//! Tests what perft never calls in an engine: keys, checks, the legality of any move, ends of games, SAN and FEN.
//!
//! In your own tests it is one line: [`check_facts`]. The README has an example.
//!
//! - [`check_facts`] hunts in process, and `Speaker` is an engine in a process of its own, for [`search`].
//! - [`Report`] is the result as text and as JSON.
//! - [`truth`] has the facts by definition, and [`Rule::ALL`] what an engine can get wrong about them.
//!
//! The feature `processes`, which is on by default, adds `Speaker`: engines as child processes.
//!
//! No part knows whom it asks: a [`Teller`] tells facts, and all else is the same for all of them. What
//! is right comes from `truth`. docs/architecture.md says what each module does; each uses those before it alone.
//!
//! A fact that is not told is not asked. A convention is learnt and told, and is no fault. A fault is named only if it
//! is reproduced by a teller that was asked nothing else.

mod ask;
mod compare;
mod hunt;
mod in_process;
mod key;
mod learn;
mod leaves;
mod name;
mod probes;
mod report;
mod rules;
mod smaller;
#[cfg(feature = "processes")]
mod speaker;
pub mod told;

use std::time::{Duration, Instant};

pub use compare::Wrong;
pub use hunt::{Found, Outcome, search};
pub use in_process::{Facts, InProcess};
pub use ox88_engine::Line;
pub use ox88_explain::truth::{self, End};
pub use probes::{FENS, POLYGLOT};
pub use report::Report;
pub use rules::Rule;
#[cfg(feature = "processes")]
pub use speaker::Speaker;
pub use told::Teller;

/// How long a hunt takes at most, unless somebody says otherwise.
pub const BUDGET: Duration = Duration::from_secs(20);

/// Checks objects of a library in this process. `new` makes a fresh one, which shows whether a fault depends on what was
/// asked before.
pub fn check_facts<'a, F: Facts + 'a>(name: &str, new: impl Fn() -> F + 'a) -> Check<'a> {
    Check { name: name.to_owned(), boards: InProcess::new(new), budget: BUDGET }
}

/// A hunt that is about to begin. [`assert`](Check::assert) or [`report`](Check::report) runs it.
#[must_use = "nothing is asked before `assert` or `report`"]
pub struct Check<'a> {
    name: String,
    boards: InProcess<'a>,
    budget: Duration,
}

impl Check<'_> {
    /// Asks for at most this long: 20 seconds if this is left out.
    pub fn budget(self, budget: Duration) -> Self {
        Check { budget, ..self }
    }

    /// Hunts, and says what was found.
    pub fn report(mut self) -> Report {
        let start = Instant::now();
        hunt_within(self.budget, &self.name, &mut self.boards, || start.elapsed(), |_| true)
    }

    /// Hunts, and panics with the report if anything is wrong.
    ///
    /// # Panics
    /// If a fact is wrong, or an answer is missing.
    #[track_caller]
    pub fn assert(self) -> Report {
        let report = self.report();
        assert!(report.is_right(), "\n{}", report.text());
        report
    }
}

/// Hunts for at most this long. `spent` says how much of that is over, and `goes_on`, with the positions so far, whether
/// anybody waits.
pub fn hunt_within(
    budget: Duration,
    name: &str,
    teller: &mut dyn Teller,
    spent: impl Fn() -> Duration,
    goes_on: impl Fn(u64) -> bool,
) -> Report {
    let outcome = search(teller, &mut |positions| goes_on(positions) && spent() < budget);
    Report { engine: name.to_owned(), outcome, time: spent() }
}

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;

// The example of the README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
