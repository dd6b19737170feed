//! The known counts of a position: those of the suites, the published tables, and counts that are too deep for a test.

use super::stats::Stats;
use super::tally::Tally as _;
use ox88::Position;
use ox88::suite::{SuitePosition, built_in};

/// The known counts of a position.
pub struct KnownCounts {
    /// The position of a suite, with its name.
    pub tested: Option<&'static SuitePosition>,
    columns: Option<&'static SuitePosition>,
    published: Option<&'static SuitePosition>,
}

/// The known leaves at a depth.
#[derive(Clone, Copy)]
pub struct Known {
    /// Their number.
    pub nodes: u128,
    /// Their kinds.
    pub stats: Option<Stats>,
    /// Whether the number is published, and too large for a suite.
    pub is_published: bool,
}

impl KnownCounts {
    /// The known counts of this position, whatever its counters are.
    pub fn of(position: &Position) -> KnownCounts {
        KnownCounts {
            tested: built_in::suites().into_iter().find_map(|suite| suite.find(position)),
            columns: built_in::columns().find(position),
            published: built_in::published().find(position),
        }
    }

    /// Whether anything is known.
    pub fn has_counts(&self) -> bool {
        self.tested.is_some() || self.columns.is_some() || self.published.is_some()
    }

    /// The known leaves at a depth.
    pub fn at(&self, depth: u32) -> Option<Known> {
        let nodes = |it: Option<&SuitePosition>| Some(it?.count(depth)?.nodes);
        let stats = |it: Option<&SuitePosition>| Stats::agreed(it?, depth);
        let stats = stats(self.columns).or_else(|| stats(self.published));
        let known = |nodes, is_published| Known { nodes, stats, is_published };
        let tested = nodes(self.tested).map(|nodes| known(nodes, false));
        tested
            .or_else(|| nodes(self.published).map(|nodes| known(nodes, true)))
            .or_else(|| stats.map(|stats| known(stats.leaves(), false)))
    }
}
