//! The findings of an earlier hunt, which are known: a hunt beside them reports what is new, and which are gone.

use super::Found;
use crate::search::{Outcome, Plan};
use ox88_explain::counted;

/// What an earlier hunt has found.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    findings: Vec<KnownFinding>,
}

/// A finding of an earlier hunt.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize, serde::Deserialize))]
struct KnownFinding {
    key: String,
    case: String,
    asked_depth: u32,
}

/// What has become of the findings of an earlier hunt. Each is known by its key.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
pub(super) struct Compared {
    /// Found again.
    known: Vec<KnownFinding>,
    /// Asked about, and not found again.
    gone: Vec<KnownFinding>,
    /// Not asked about, so that nothing is known of them.
    not_asked: Vec<KnownFinding>,
}

impl Baseline {
    /// Reads the JSON of a report. What was known to that hunt already is known to this one as well.
    ///
    /// # Errors
    /// What was found in place of a report.
    #[cfg(feature = "reports")]
    pub fn read(json: &str) -> Result<Baseline, String> {
        use serde_json::Value;
        let report: Value =
            serde_json::from_str(json).map_err(|error| format!("it is not JSON ({error})"))?;
        let verdict = report["verdict"].as_str().ok_or("it has no verdict")?;
        if verdict == "not-run" || verdict == "interrupted" {
            return Err(format!("its verdict is \"{verdict}\", so findings may be missing"));
        }
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let all = [list(&report["findings"]), list(&report["baseline"]["known"])].concat();
        let findings: Result<Vec<KnownFinding>, _> =
            all.into_iter().map(serde_json::from_value).collect();
        let findings = findings.map_err(|_| "a finding has no key, case or depth")?;
        Ok(Baseline { findings })
    }

    /// Whether a finding is known.
    pub(super) fn has(&self, found: &Found) -> bool {
        self.findings.iter().any(|known| known.key == found.key)
    }

    /// What has become of the findings that are known, in a hunt with these.
    pub(super) fn compared(&self, outcome: &Outcome, plan: &Plan, found: &[Found]) -> Compared {
        let was_cut_short = outcome.not_asked > 0
            || outcome.left_out_by_budget.is_some()
            || outcome.was_interrupted
            || outcome.not_started.is_some();
        // Behind a finding no deeper question is asked about the same position.
        let is_hidden = |known: &KnownFinding| {
            found.iter().any(|it| it.case == known.case && it.asked_depth < known.asked_depth)
        };
        let is_planned = |known: &KnownFinding| {
            plan.cases.iter().any(|it| it.name == known.case && it.depth == known.asked_depth)
        };
        let mut compared = Compared::default();
        for known in &self.findings {
            let list = if found.iter().any(|found| found.key == known.key) {
                &mut compared.known
            } else if was_cut_short || is_hidden(known) || !is_planned(known) {
                &mut compared.not_asked
            } else {
                &mut compared.gone
            };
            list.push(known.clone());
        }
        compared
    }
}

impl Compared {
    /// A line for what is known, and one for each finding that is gone.
    pub(super) fn remarks(&self) -> Vec<String> {
        let line = |known: &[KnownFinding], what: &str| {
            let findings = counted(known.len(), "known finding");
            (!known.is_empty()).then(|| format!("baseline: {findings} {what}"))
        };
        let gone = self.gone.iter().map(|known| format!("gone, and probably fixed: {}", known.key));
        let known = line(&self.known, "came up again, not shown");
        let not_asked = line(&self.not_asked, "not asked about this time");
        known.into_iter().chain(not_asked).chain(gone).collect()
    }
}
