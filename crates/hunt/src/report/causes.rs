//! Findings that have the same cause, and what to fix first.

use super::{Cause, Found};
use crate::diagnose::{Origin, Part};
use crate::explain::Rule;
use crate::finding::Finding;
use std::cmp::Reverse;

const UNMAKE_FIRST: &str =
    "Fix unmake first: an engine that takes moves back wrongly can go wrong wherever it has tried some,
and other rows of this table may disappear with the fault.";

const KEPT_FIRST: &str =
    "Fix first what a new process answers otherwise: an answer that no new process was seen to give
(a row with a question mark) may disappear with the fault.";

/// The causes of all findings, the most frequent first. Each finding has its place in both lists.
pub(super) fn causes(findings: &[Finding], reported: &[Found]) -> Vec<Cause> {
    // What another process has shown as well comes first, and then the smallest.
    let rank = |place: usize| (!findings[place].is_confirmed(), findings[place].size());
    let mut causes: Vec<Cause> = Vec::new();
    for (place, found) in reported.iter().enumerate() {
        let (rule, origin) = found.cause();
        match causes.iter_mut().find(|cause| (cause.rule, cause.origin) == (rule, origin)) {
            Some(cause) => {
                cause.found += 1;
                if rank(place) < rank(cause.smallest) {
                    cause.smallest = place;
                }
            }
            None => {
                causes.push(Cause { rule, title: found.title, origin, found: 1, smallest: place });
            }
        }
    }
    // What explains itself comes before what is only known to be corrupted, and this before what no other process
    // has shown. Those with the same number stay in the order in which they were found.
    let is_unexplained = |cause: &Cause| cause.rule == Rule::StateCorrupted.id();
    let is_doubtful = |cause: &Cause| reported[cause.smallest].doubt.is_some();
    causes.sort_by_key(|cause| (is_doubtful(cause), is_unexplained(cause), Reverse(cause.found)));
    causes
}

/// What to do about these causes, if there is more to say than the table does.
pub(super) fn advice(
    causes: &[Cause],
    findings: &[Finding],
    reported: &[Found],
) -> Option<&'static str> {
    // Another process of the engine answers otherwise, or the same one does the next time.
    let is_kept = |cause: &Cause| {
        let found = findings[cause.smallest].disagreement();
        found.is_some_and(|found| {
            matches!(found.diagnosis.origin, Origin::Kept { .. } | Origin::RightWhenRepeated)
        })
    };
    let is_doubtful = |cause: &Cause| reported[cause.smallest].doubt.is_some();
    let is_unmake = |cause: &Cause| cause.origin == Some(Part::Unmake.id());
    if causes.iter().any(is_kept) && causes.iter().any(is_doubtful) {
        Some(KEPT_FIRST)
    } else {
        (causes.len() > 1 && causes.iter().any(is_unmake)).then_some(UNMAKE_FIRST)
    }
}
