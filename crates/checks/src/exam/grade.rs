//! Is a verdict right? It is held against what was planted, and its details against what is so in the engine.

use super::cases::Case;
use super::doors::Door;
use super::told::{Finding, Told};
use super::witness;
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::truth::is_vague;

/// How good a verdict is, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// The rule and the part.
    Right,
    /// The part, and a rule that is broken as well, but says less than it could.
    PartOnly,
    /// No part or no rule is named, and none that is named is wrong.
    Unknown,
    /// The answers to all questions of the door are right.
    NotShown,
    /// An answer was wrong, and nothing was told.
    Missed,
    /// A detail is not so.
    Invented,
    WrongRule,
    WrongPart,
}

impl Grade {
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Right => "right",
            Grade::PartOnly => "part only",
            Grade::Unknown => "unknown",
            Grade::NotShown => "not shown",
            Grade::Missed => "missed",
            Grade::Invented => "invented",
            Grade::WrongRule => "wrong rule",
            Grade::WrongPart => "wrong part",
        }
    }

    /// Whether it accuses what is not at fault.
    pub fn is_wrong(self) -> bool {
        self >= Grade::Invented
    }
}

/// A grade, with the reason if it is a bad one.
pub type Graded = (Grade, String);

/// The grade of a hunt. `is_shown` says whether some answer at this door is wrong, where nothing was told.
pub fn grade(case: &Case, door: Door, told: &Told, is_shown: impl FnOnce() -> bool) -> Graded {
    if let Some(depth) = told.taken_for {
        return (Grade::Invented, format!("the saved divide was taken for one of depth {depth}"));
    }
    if let Some(why) = &told.refused {
        return (Grade::Unknown, format!("refused: {why}"));
    }
    if let Some(why) = told.refuted.first() {
        return (Grade::Invented, format!("refuted by the log of the hunt: {why}"));
    }
    let graded = |finding: &Finding| of_finding(case, door, finding);
    match &told.findings[..] {
        [] if is_shown() => (Grade::Missed, String::new()),
        [] => (Grade::NotShown, String::new()),
        [only] if door != Door::All => graded(only),
        _ => of_all(told, graded),
    }
}

/// The worst of all rows, but for those that are folded as symptoms below one that is right, or that says too little.
fn of_all(told: &Told, graded: impl Fn(&Finding) -> Graded) -> Graded {
    let mut is_above_right = false;
    let mut counted = Vec::new();
    for cause in &told.causes {
        let Some(finding) = told.findings.get(cause.smallest) else { continue };
        let (grade, why) = graded(finding);
        if !cause.may_be_symptom {
            is_above_right = grade <= Grade::PartOnly;
        }
        if !(cause.may_be_symptom && is_above_right) {
            counted.push((grade, format!("{} ({}): {why}", cause.rule, cause.part)));
        }
    }
    counted.into_iter().max_by_key(|row| row.0).unwrap_or((Grade::Missed, String::new()))
}

fn of_finding(case: &Case, door: Door, finding: &Finding) -> Graded {
    let kinds = case.kinds();
    let grade = |&fault: &Fault| by_truth(fault, door, finding);
    let best = kinds.iter().map(grade).min().unwrap_or(Grade::WrongPart);
    // Rows that cannot be read may be right.
    if best.is_wrong() || finding.rule == "unread-rows" {
        return (best, String::new());
    }
    let blamed: Vec<Fault> = kinds.iter().copied().filter(|fault| grade(fault) == best).collect();
    match witness::invented(case, door.source(), finding, &blamed) {
        Some(why) => (Grade::Invented, why),
        None => (best, String::new()),
    }
}

/// The grade of a rule and a part if this is what was planted.
fn by_truth(
    fault: Fault,
    door: Door,
    Finding { rule, part, has_right_moves, .. }: &Finding,
) -> Grade {
    let answers: Vec<_> = if door.is_one_divide() {
        fault.answers_by_one_divide().collect()
    } else {
        fault.answers().collect()
    };
    if answers.contains(&(rule, part)) {
        return Grade::Right;
    }
    // Who cannot read an answer accuses nothing.
    let is_open = part == "unknown" || rule == "unread-rows";
    let breaks = answers.iter().any(|it| it.0 == rule);
    // One divide cannot tell the part, and no rule either where all its moves are right.
    if door.is_one_divide() && is_open && (breaks || is_vague(rule) && *has_right_moves) {
        return Grade::Right;
    }
    let says_little = is_vague(rule) || fault.breaks_partly(rule);
    match (is_open, answers.iter().any(|it| it.1 == part)) {
        (true, _) if breaks || says_little => Grade::Unknown,
        (false, true) if says_little => Grade::PartOnly,
        (true, _) | (_, true) => Grade::WrongRule,
        (false, false) => Grade::WrongPart,
    }
}
