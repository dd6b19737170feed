//! Which cases of a suite a command takes, and what to say of the others.

use ox88::suite::{Count, Suite, SuitePosition};

/// How much is enough.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The greatest count.
    pub max_nodes: Option<u128>,
    /// The deepest count.
    pub max_depth: Option<u128>,
    /// Whether counts beyond 64 bits are taken. They are mostly there to be read, not to be checked.
    pub beyond_64_bits: bool,
}

/// Why a case is skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    MaxDepth,
    MaxNodes,
    Beyond64Bits,
}

impl Limits {
    /// The cases of a suite that are not skipped.
    pub fn cases(self, suite: &Suite) -> impl Iterator<Item = (&SuitePosition, Count)> {
        suite.positions.iter().flat_map(move |position| {
            self.counts(position).into_iter().map(move |count| (position, count))
        })
    }

    /// The counts of a position that are not skipped.
    pub fn counts(self, position: &SuitePosition) -> Vec<Count> {
        let counts = position.entry.counts.iter().copied();
        counts.filter(|&count| self.skip(count).is_none()).collect()
    }

    /// Refuses suites of which every case is skipped: a run without any case would look as if all were
    /// right.
    pub fn refuse_if_all_are_skipped(self, suites: &[Suite]) -> Result<(), String> {
        if suites.iter().any(|suite| self.cases(suite).next().is_some()) {
            return Ok(());
        }
        let skipped = self.skipped(suites).join("\n");
        Err(format!("no case is left: expected one within the limits\n{skipped}"))
    }

    /// A line for each reason to skip cases, with the number of such cases.
    pub fn skipped(self, suites: &[Suite]) -> Vec<String> {
        let positions = suites.iter().flat_map(|suite| &suite.positions);
        let counts = positions.flat_map(|position| &position.entry.counts);
        let number =
            |reason| counts.clone().filter(|&&count| self.skip(count) == Some(reason)).count();
        let by_depth = self
            .max_depth
            .map(|max| format!("skipped    {} by --max-depth {max}", number(Skip::MaxDepth)));
        let by_nodes = self
            .max_nodes
            .map(|max| format!("skipped    {} by --max-nodes {max}", number(Skip::MaxNodes)));
        let by_size = match number(Skip::Beyond64Bits) {
            0 => None,
            number => Some(format!("skipped    {number} beyond 64 bits")),
        };
        [by_depth, by_nodes, by_size].into_iter().flatten().collect()
    }

    /// Why a case is skipped, if it is. Of several reasons this is the first.
    fn skip(self, count: Count) -> Option<Skip> {
        if self.max_depth.is_some_and(|max| u128::from(count.depth) > max) {
            Some(Skip::MaxDepth)
        } else if self.max_nodes.is_some_and(|max| count.nodes > max) {
            Some(Skip::MaxNodes)
        } else if !self.beyond_64_bits && u64::try_from(count.nodes).is_err() {
            Some(Skip::Beyond64Bits)
        } else {
            None
        }
    }
}
