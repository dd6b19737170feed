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
        let counts = position.entry.counts.iter().copied();
        counts.filter(move |it| !self.is_too_deep(*it) && it.nodes <= self.max_nodes)
    }

    fn is_too_deep(self, count: Count) -> bool {
        u128::from(count.depth) > self.max_depth
    }

    /// Counts the cases.
    ///
    /// # Errors
    /// If there is none: such a run would look as if all were right.
    pub fn tally(self, suites: &[Suite]) -> Result<Tally, String> {
        let mut tally = Tally::default();
        let (mut too_deep, mut all) = (0, 0);
        for position in suites.iter().flat_map(|suite| &suite.positions) {
            let cases = self.counts(position).count();
            tally.positions += usize::from(cases > 0);
            tally.cases += cases;
            let nodes = self.counts(position).map(|count| count.nodes);
            tally.nodes = nodes.fold(tally.nodes, u128::saturating_add);
            let counts = &position.entry.counts;
            all += counts.len();
            too_deep += counts.iter().filter(|count| self.is_too_deep(**count)).count();
        }
        let Limits { max_nodes, max_depth } = self;
        let too_large = all - tally.cases - too_deep;
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
