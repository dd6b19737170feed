//! Which cases of a suite a command takes, and why it skips the others.

use ox88::suite::{Count, SuitePosition};

/// The largest cases that a command takes.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The greatest count.
    pub max_nodes: Option<u128>,
    /// The deepest count.
    pub max_depth: Option<u128>,
    /// Whether to take counts beyond 64 bits. Most of them are too large to be checked.
    pub beyond_64_bits: bool,
}

/// Why a case is skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    MaxDepth,
    MaxNodes,
    Beyond64Bits,
}

/// How many cases are within the limits, and beyond them.
pub(super) struct Tally {
    limits: Limits,
    /// The positions that have a case.
    pub positions: usize,
    pub cases: usize,
    /// The nodes of all cases, for the progress.
    pub nodes: u128,
    by_depth: usize,
    by_nodes: usize,
    by_size: usize,
}

impl Limits {
    /// The counts of a position that are not skipped.
    pub fn counts(self, position: &SuitePosition) -> Vec<Count> {
        let counts = position.entry.counts.iter().copied();
        counts.filter(|&count| self.skip(count).is_none()).collect()
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

impl Tally {
    pub fn new(limits: Limits) -> Tally {
        Tally { limits, positions: 0, cases: 0, nodes: 0, by_depth: 0, by_nodes: 0, by_size: 0 }
    }

    pub fn add(&mut self, position: &SuitePosition) {
        let cases_before = self.cases;
        for &count in &position.entry.counts {
            match self.limits.skip(count) {
                Some(Skip::MaxDepth) => self.by_depth += 1,
                Some(Skip::MaxNodes) => self.by_nodes += 1,
                Some(Skip::Beyond64Bits) => self.by_size += 1,
                None => {
                    self.cases += 1;
                    self.nodes = self.nodes.saturating_add(count.nodes);
                }
            }
        }
        self.positions += usize::from(self.cases > cases_before);
    }

    /// Refuses suites of which every case is skipped: a run without any case would look as if all were
    /// right.
    pub fn refuse_if_all_are_skipped(&self) -> Result<(), String> {
        if self.cases > 0 {
            return Ok(());
        }
        let skipped = self.skipped().join("\n");
        Err(format!("no case is left: expected one within the limits\n{skipped}"))
    }

    /// A line for each reason to skip cases, with the number of such cases.
    pub fn skipped(&self) -> Vec<String> {
        let Limits { max_nodes, max_depth, .. } = self.limits;
        let by_depth =
            max_depth.map(|max| format!("skipped    {} by --max-depth {max}", self.by_depth));
        let by_nodes =
            max_nodes.map(|max| format!("skipped    {} by --max-nodes {max}", self.by_nodes));
        let by_size = match self.by_size {
            0 => None,
            number => Some(format!("skipped    {number} beyond 64 bits")),
        };
        [by_depth, by_nodes, by_size].into_iter().flatten().collect()
    }
}
