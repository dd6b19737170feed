//! Everything that was found, for programs.
//!
//! ```text
//! {
//!   "format": 1,                      grows when something here changes its meaning
//!   "engine": "./my-engine",          the command as it was given
//!   "verdict": "differs",             or "no-difference", or "not-run"
//!   "error": null,                    why it could not be run
//!   "positions": 3, "questions": 9, "nodes": 1234, "seconds": 0.1,
//!   "left_out": {
//!     "by_limits": 0,                 counts of suites beyond --max-nodes or --depth
//!     "of_chess960": 0,               counts of suites, as the engine does not know Chess960
//!     "below_findings": 0,            deeper questions about a position with a finding
//!     "not_asked": 0,                 what came after the end of the hunt
//!     "gave_up": false,               whether it ended since too many questions had no answer
//!     "not_asked_again": null         why no position was asked about twice, if none was: "dies"
//!   },
//!   "findings": [{
//!     "case": "kiwipete", "place": "suites/standard.epd:9", "asked_depth": 3,
//!     "path": {"root": FEN, "moves": ["e2e4"], "fen": FEN},     where it was found
//!     "rule": "en-passant", "title": "…",                       or the trouble: "hangs"
//!     "origin": {"part": "make", "sentence": "…", "state": {"rule": "…", "as_if": "…"}},
//!     "shown_by": {"root": FEN, "moves": [], "fen": FEN, "depth": 1, "lines": ["position …"]},
//!     "missing": [{"move": "b5c6", "rule": "…", "reason": "…", "squares": ["b5", "c6"]}],
//!     "extra": [the same; "rule", "reason" are null and "squares" empty where it is no move],
//!     "twice": [the same],
//!     "counts": [{"move": "e2e4", "theirs": 19, "ours": 20}],
//!     "total": {"claimed": 21, "sum": 20},                      or null
//!     "lacks_promotion_letters": false,
//!     "trouble": {"kind": "hangs", "sentence": "…", "last_lines": []}    or null
//!   }],
//!   "rules": [{"rule": "…", "title": "…", "origin": "make", "found": 2, "smallest": 0}]
//! }
//! ```
//!
//! The part of the engine in "origin" is "generation", "make", "unmake", "recursion", "counting", or
//! "unknown" if the engine gave no answer when it was asked further. "origin" is null, also in
//! "rules", where there was no answer at all. "smallest" is a place in "findings". A count beyond 64
//! bits is a string. The keys of an object come in the order of the alphabet.

use super::group::{NO_ORIGIN, groups};
use super::text::origin_sentence;
use super::{Style, origin_name};
use crate::chess::square::Square;
use crate::hunt::ask::TroubleKind;
use crate::hunt::finding::{Disagreement, Finding, What, Wrong, WrongMove};
use crate::hunt::line::Line;
use crate::hunt::plan::Plan;
use crate::hunt::search::Outcome;
use crate::hunt::slip::{Origin, State};
use crate::hunt::witness::NoAnswer;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The version of the shape.
const FORMAT: u32 = 1;

/// A hunt that was run, as JSON.
#[must_use]
pub fn json(outcome: &Outcome, plan: &Plan, style: &Style, time: Duration) -> String {
    let Outcome { findings, totals, .. } = outcome;
    let groups = groups(findings);
    let place = |finding: &Finding| findings.iter().position(|other| std::ptr::eq(other, finding));
    let rules: Vec<Value> = groups
        .iter()
        .map(|group| {
            json!({
                "rule": group.id,
                "title": group.title,
                "origin": Some(group.origin).filter(|&origin| origin != NO_ORIGIN),
                "found": group.count,
                "smallest": place(group.smallest),
            })
        })
        .collect();
    let findings: Vec<Value> = findings.iter().map(|finding| of_finding(finding, style)).collect();
    let value = json!({
        "format": FORMAT,
        "engine": style.command,
        "verdict": if findings.is_empty() { "no-difference" } else { "differs" },
        "error": null,
        "positions": totals.positions,
        "questions": totals.questions,
        "nodes": count(totals.nodes),
        "seconds": time.as_secs_f64(),
        "left_out": {
            "by_limits": plan.left_out,
            "of_chess960": plan.left_out_of_chess960,
            "below_findings": outcome.left_out_below,
            "not_asked": outcome.not_asked,
            "gave_up": outcome.gave_up,
            "not_asked_again": outcome.not_asked_again.as_ref().map(TroubleKind::id),
        },
        "findings": findings,
        "rules": rules,
    });
    format!("{value:#}\n")
}

/// A hunt that could not be run, as JSON of the same shape.
#[must_use]
pub fn json_of_refusal(command: &str, error: &str) -> String {
    let value = json!({
        "format": FORMAT,
        "engine": command,
        "verdict": "not-run",
        "error": error,
        "positions": 0,
        "questions": 0,
        "nodes": 0,
        "seconds": 0.0,
        "left_out": {
            "by_limits": 0,
            "of_chess960": 0,
            "below_findings": 0,
            "not_asked": 0,
            "gave_up": false,
            "not_asked_again": null,
        },
        "findings": [],
        "rules": [],
    });
    format!("{value:#}\n")
}

fn of_finding(finding: &Finding, style: &Style) -> Value {
    let mut value = json!({
        "case": finding.case,
        "place": finding.place,
        "asked_depth": finding.asked,
        "path": of_path(&finding.path),
    });
    let more = match &finding.what {
        What::Disagreement(disagreement) => of_disagreement(disagreement, style),
        What::Trouble(no_answer) => of_trouble(no_answer, style),
    };
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

fn of_disagreement(disagreement: &Disagreement, style: &Style) -> Value {
    let Disagreement { rule, moves, located } = disagreement;
    let heard = &located.heard;
    let depths = located.depths_to_ask();
    let of = |wrong: Wrong| -> Vec<Value> {
        moves.iter().filter(|mv| mv.wrong == wrong).map(of_move).collect()
    };
    let counts: Vec<Value> = moves.iter().filter_map(of_count).collect();
    let total = heard.comparison.difference.total;
    json!({
        "rule": rule.id(),
        "title": rule.title(),
        "origin": {
            "part": origin_name(&located.origin),
            "sentence": origin_sentence(located),
            "state": of_state(&located.origin),
        },
        "shown_by": shown_by(&heard.path, heard.depth, &style.lines_to_copy(&heard.path, &depths)),
        "missing": of(Wrong::Missing),
        "extra": of(Wrong::Extra),
        "twice": of(Wrong::Twice),
        "counts": counts,
        "total": total.map(|total| json!({
            "claimed": count(total.claimed),
            "sum": count(total.sum),
        })),
        "lacks_promotion_letters": heard.comparison.lacks_promotion_letters,
        "trouble": null,
    })
}

fn of_trouble(no_answer: &NoAnswer, style: &Style) -> Value {
    let NoAnswer { path, depth, trouble: what } = no_answer;
    json!({
        "rule": what.kind.id(),
        "title": what.kind.title(),
        "origin": null,
        "shown_by": shown_by(path, *depth, &style.lines_to_copy(path, &[*depth])),
        "missing": [],
        "extra": [],
        "twice": [],
        "counts": [],
        "total": null,
        "lacks_promotion_letters": false,
        "trouble": {
            "kind": what.kind.id(),
            "sentence": what.kind.to_string(),
            "last_lines": what.last_lines,
        },
    })
}

fn of_path(path: &Line) -> Value {
    json!({
        "root": path.root.to_string(),
        "moves": path.texts(),
        "fen": path.end().to_string(),
    })
}

fn shown_by(path: &Line, depth: u32, lines: &[String]) -> Value {
    let mut value = of_path(path);
    if let Value::Object(object) = &mut value {
        object.extend(Map::from_iter([
            ("depth".to_owned(), json!(depth)),
            ("lines".to_owned(), json!(lines)),
        ]));
    }
    value
}

fn of_move(mv: &WrongMove) -> Value {
    let explanation = mv.explanation.as_ref();
    let squares = explanation.map_or(&[][..], |explanation| &explanation.squares);
    json!({
        "move": mv.text,
        "rule": explanation.map(|explanation| explanation.rule.id()),
        "reason": explanation.map(|explanation| &explanation.reason),
        "squares": squares.iter().map(Square::to_string).collect::<Vec<_>>(),
    })
}

fn of_count(mv: &WrongMove) -> Option<Value> {
    let Wrong::Count { theirs, ours } = mv.wrong else { return None };
    Some(json!({"move": mv.text, "theirs": count(theirs), "ours": count(ours)}))
}

fn of_state(origin: &Origin) -> Value {
    let state: Option<&State> = match origin {
        Origin::Make { state } | Origin::Unmake { state, .. } => state.as_ref(),
        _ => None,
    };
    json!(state.map(|state| json!({"rule": state.rule.id(), "as_if": state.as_if})))
}

/// A count as a number, or as text where most readers would round it.
fn count(count: u128) -> Value {
    u64::try_from(count).map_or_else(|_| json!(count.to_string()), |count| json!(count))
}
