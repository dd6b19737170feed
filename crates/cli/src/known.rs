//! The known counts of a position: those of the suites, the published tables, and counts that are too deep for a test.

use super::stats::Leaves;
use ox88::Position;
use ox88::suite::{SuitePosition, built_in};
use ox88_count::{Stats, Tally};

/// The known counts of a position.
pub struct KnownCounts {
    tested: Option<&'static SuitePosition>,
    columns: Option<&'static SuitePosition>,
    published: Option<&'static SuitePosition>,
}

/// The known leaves at a depth.
#[derive(Clone, Copy)]
pub struct Expected {
    /// Their number.
    pub nodes: u128,
    /// Their kinds.
    pub stats: Option<Stats>,
    /// Where the number comes from, for a remark beside the verdict.
    pub source: &'static str,
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
    pub fn at(&self, depth: u32) -> Option<Expected> {
        let nodes = |position: Option<&SuitePosition>| {
            position.and_then(|it| it.count(depth)).map(|count| count.nodes)
        };
        // The build has already read these columns.
        let stats = |position: Option<&SuitePosition>| Stats::agreed(position?, depth);
        let stats = stats(self.columns).or_else(|| stats(self.published));
        let expected = |nodes, source| Expected { nodes, stats, source };
        nodes(self.tested)
            .map(|nodes| expected(nodes, ""))
            .or_else(|| nodes(self.published).map(|nodes| expected(nodes, ", published")))
            .or_else(|| stats.map(|stats| expected(stats.leaves(), "")))
    }
}

impl Expected {
    /// The columns that are not as expected, each as it should be: `checks 27351, checkmates 347`.
    pub fn differences(&self, found: &impl Leaves) -> Option<String> {
        let nodes = || vec![("nodes", self.nodes)];
        let expected = self.stats.map_or_else(nodes, |stats| stats.columns_by_name());
        let found = found.columns_by_name();
        let differs = |&&(name, leaves): &&(&str, u128)| {
            found.iter().any(|&(other, found)| other == name && found != leaves)
        };
        let differences: Vec<String> = expected
            .iter()
            .filter(differs)
            .map(|(name, leaves)| format!("{name} {leaves}"))
            .collect();
        (!differences.is_empty()).then(|| differences.join(", "))
    }
}
