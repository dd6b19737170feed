//! A report for programs.

use super::{Count, Report};
use ox88::Square;
use serde::{Serialize, Serializer};

impl Report {
    /// The report as JSON.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a string can be written to, and keys are text")]
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("a string can be written to, and keys are text") + "\n"
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(count) => serializer.serialize_u64(count),
            Err(_) => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

pub(super) fn texts<S: Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.iter().map(Square::to_string))
}
