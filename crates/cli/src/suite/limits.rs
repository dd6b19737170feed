//! Which cases of suites a command takes, and how many it skips.

use ox88::suite::{Count, Suite, SuitePosition};

/// The largest cases that a command takes.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub max_nodes: u128,
    pub max_depth: u128,
}

/// How many cases are within the limits, and beyond them.
#[derive(Default)]
pub(super) struct Tally {
    /// The positions that have a case.
    pub positions: usize,
    pub cases: usize,
    /// The nodes of all cases, for the progress.
    pub nodes: u128,
    /// A line for each reason to skip cases, with the number of such cases.
    pub skipped: Vec<String>,
}

impl Limits {
    /// The counts of a position that are not skipped.
    pub fn counts(self, position: &SuitePosition) -> impl Iterator<Item = Count> {
        let Limits { max_nodes, max_depth } = self;
        let counts = position.entry.counts.iter().copied();
        counts.filter(move |it| u128::from(it.depth) <= max_depth && it.nodes <= max_nodes)
    }

    /// Counts the cases. A run without one is refused, because it would look as if all were right.
    pub fn tally(self, suites: &[Suite]) -> Result<Tally, String> {
        let Limits { max_nodes, max_depth } = self;
        let mut tally = Tally::default();
        let (mut too_deep, mut too_large) = (0, 0);
        for position in suites.iter().flat_map(|suite| &suite.positions) {
            let before = tally.cases;
            for count in &position.entry.counts {
                if u128::from(count.depth) > max_depth {
                    too_deep += 1;
                } else if count.nodes > max_nodes {
                    too_large += 1;
                } else {
                    tally.cases += 1;
                    tally.nodes = tally.nodes.saturating_add(count.nodes);
                }
            }
            tally.positions += usize::from(tally.cases > before);
        }
        for (number, limit, value) in
            [(too_deep, "--max-depth", max_depth), (too_large, "--max-nodes", max_nodes)]
        {
            if number > 0 {
                tally.skipped.push(format!("skipped    {number} by {limit} {value}"));
            }
        }
        if tally.cases == 0 {
            let skipped = tally.skipped.join("\n");
            return Err(format!("no case is left: expected one within the limits\n{skipped}"));
        }
        Ok(tally)
    }
}
