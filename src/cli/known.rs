//! The counts that are known: those of the suites, and the published ones.

use ox88::Position;
use ox88::suite::built_in;
use ox88::suite::{Count, SuitePosition};

/// What is known about a position: the counts of the suites, and deeper ones that are only
/// published.
pub struct Known {
    tested: Option<&'static SuitePosition>,
    published: Option<&'static SuitePosition>,
}

impl Known {
    /// What is known about this position.
    pub fn of(position: &Position) -> Result<Known, String> {
        let tested = built_in::by_position(position).map_err(ToString::to_string)?;
        let published = built_in::published().map_err(ToString::to_string)?.find(position);
        Ok(Known { tested, published })
    }

    /// Whether there is any count.
    pub fn has_counts(&self) -> bool {
        self.tested.is_some() || self.published.is_some()
    }

    /// The known count at a depth, and a remark on where it comes from.
    pub fn count(&self, depth: u32) -> Option<(Count, &'static str)> {
        let count = |position: Option<&SuitePosition>| position.and_then(|it| it.count(depth));
        let published = count(self.published).map(|count| (count, ", published"));
        count(self.tested).map(|count| (count, "")).or(published)
    }
}
