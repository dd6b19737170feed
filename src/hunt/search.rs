//! The hunt itself: one question after another, and down from each answer that differs.

use super::ask::{Engine, TroubleKind};
use super::descend::{Bottom, descend};
use super::finding::Finding;
use super::plan::{Case, Plan};
use super::slip::{Located, Origin, asked_twice, locate};
use super::witness::{NoAnswer, Witness};
use std::time::{Duration, Instant};

/// An engine that gives no answer so many times in a row will give none at all.
const MOST_TROUBLES_IN_A_ROW: usize = 10;

/// So many times the time limit may be lost in all by waiting for answers that do not come.
const MOST_LIMITS_LOST: u32 = 10;

/// How far the hunt is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The questions of the plan that are done.
    pub cases: usize,
    /// The questions of the plan.
    pub cases_planned: usize,
    /// The positions that were asked about at least once.
    pub positions: usize,
    /// All questions to the engine, those on the way down too.
    pub questions: u64,
    /// The leaves of the right answers.
    pub nodes: u128,
    /// What was found.
    pub findings: usize,
}

/// The end of a hunt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What was found, in the order in which it was.
    pub findings: Vec<Finding>,
    /// How much was done.
    pub totals: Totals,
    /// How many questions of the plan were left out after a finding at the same position.
    pub left_out_below: usize,
    /// How many questions of the plan were not asked, since the hunt was over.
    pub not_asked: usize,
    /// Whether it was over because too many questions brought no answer.
    pub gave_up: bool,
    /// Why no second questions were asked, without a new position, if they were not: what the engine
    /// did when it was asked the first of them.
    pub not_asked_again: Option<TroubleKind>,
}

/// Which findings end a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The first one.
    First,
    /// None: everything is tried.
    All,
}

/// Asks an engine what is planned. `watch` is told before each question how far the hunt is.
pub fn search(
    engine: &mut Engine,
    plan: &Plan,
    until: Until,
    mut watch: impl FnMut(&Totals),
) -> Outcome {
    let most_time_lost = engine.limit().saturating_mul(MOST_LIMITS_LOST);
    let mut witness = Witness::new(engine);
    let mut outcome = Outcome::default();
    outcome.totals.cases_planned = plan.cases.len();
    let mut is_known = vec![false; plan.positions];
    let mut has_finding = vec![false; plan.positions];
    let mut troubles_in_a_row = 0;
    let mut time_lost = Duration::ZERO;
    for (index, case) in plan.cases.iter().enumerate() {
        watch(&outcome.totals);
        if has_finding[case.position] {
            // Deeper down the same would be found again and again.
            outcome.left_out_below += 1;
            outcome.totals.cases += 1;
            continue;
        }
        let begun = Instant::now();
        let result = try_case(&mut witness, case);
        outcome.totals.cases += 1;
        outcome.totals.positions += usize::from(!is_known[case.position]);
        is_known[case.position] = true;
        (outcome.totals.questions, outcome.totals.nodes) = (witness.questions, witness.nodes);
        if result.is_err() {
            troubles_in_a_row += 1;
            time_lost += begun.elapsed();
        } else {
            troubles_in_a_row = 0;
        }
        let finding = match result {
            Ok(finding) => finding,
            Err(no_answer) => Some(Finding::of_trouble(case, no_answer)),
        };
        if let Some(finding) = finding {
            has_finding[case.position] = true;
            outcome.findings.push(finding);
            outcome.totals.findings += 1;
            let is_hopeless =
                troubles_in_a_row == MOST_TROUBLES_IN_A_ROW || time_lost >= most_time_lost;
            if until == Until::First || is_hopeless {
                outcome.not_asked = plan.cases.len() - index - 1;
                outcome.gave_up = until == Until::All && outcome.not_asked > 0;
                break;
            }
        }
    }
    outcome.not_asked_again = witness.not_asked_again;
    outcome
}

/// Asks one question, and finds out all about an answer that differs.
fn try_case(witness: &mut Witness, case: &Case) -> Result<Option<Finding>, Box<NoAnswer>> {
    let heard = witness.ask(&case.path, case.depth)?;
    if heard.is_right() {
        let path = heard.path.clone();
        let located = asked_twice(witness, &heard)?;
        return Ok(located.map(|located| Finding::of_disagreement(case, path, located)));
    }
    let bottom = descend(witness, heard)?;
    let (Bottom::Leaf(heard) | Bottom::LeafAtGameEnd(heard) | Bottom::Recursion(heard)) = &bottom;
    let heard = heard.clone();
    let mut path = heard.path.clone();
    let located = locate(witness, bottom).unwrap_or_else(|no_answer| {
        // What is wrong stays wrong, whatever the engine does when it is asked further about it.
        Located::new(heard, Origin::Unknown { trouble: no_answer.trouble.kind })
    });
    // It may be shown best by one move more, which the engine lacks.
    if located.heard.path.end() != path.end()
        && let Some(&mv) = located.heard.path.moves.last()
    {
        path = path.and(mv);
    }
    Ok(Some(Finding::of_disagreement(case, path, located)))
}
