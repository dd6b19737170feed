//! What a hunt prints for people: its findings, the table, and how much was tried.

use crate::cli::output;
use ox88::Progress;
use ox88::hunt::{Outcome, Part, Plan, Style, Totals, causes, table, write_finding};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

const UNMAKE_FIRST: &str =
    "Repair unmake first: an engine that does not take its moves back rightly goes wrong wherever it
has tried some, and other rows of this table may disappear with it.";

/// What the bar says.
pub(super) fn doing(totals: &Totals) -> String {
    let Totals { cases, cases_planned, findings, .. } = totals;
    format!("{cases} of {cases_planned} questions, {findings} found")
}

/// How far the bar is.
#[expect(clippy::cast_precision_loss, reason = "no plan has 2^52 questions")]
pub(super) fn so_far(totals: &Totals) -> Progress {
    let share = totals.cases as f64 / totals.cases_planned.max(1) as f64;
    Progress { share, leaves: totals.nodes }
}

/// Colour is for people at a terminal who have not asked for none.
pub(super) fn shows_colour() -> bool {
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_unwanted
}

/// Writes the smallest finding of each kind, the table of all, and how much was tried.
pub(super) fn write(
    out: &mut impl Write,
    outcome: &Outcome,
    plan: &Plan,
    style: &Style,
    time: Duration,
) -> io::Result<()> {
    let Outcome { findings, totals, left_out_below, not_asked, gave_up, not_asked_again, .. } =
        outcome;
    let causes = causes(findings);
    for cause in &causes {
        writeln!(out, "{}", write_finding(cause.smallest, style))?;
    }
    if findings.len() > 1 {
        writeln!(out, "{}", table(&causes))?;
        if causes.len() > 1 && causes.iter().any(|cause| cause.part == Some(Part::Unmake)) {
            writeln!(out, "{UNMAKE_FIRST}\n")?;
        }
    }
    let found = match findings.len() {
        0 => "no difference".to_owned(),
        count => counted(&count, "finding"),
    };
    writeln!(
        out,
        "{found}: {}, {}, {} nodes, {}",
        counted(&totals.positions, "position"),
        counted(&totals.questions, "question"),
        totals.nodes,
        output::seconds(time)
    )?;
    if plan.left_out > 0 {
        writeln!(out, "left out: {} beyond the limits", counted(&plan.left_out, "count"))?;
    }
    if plan.left_out_of_chess960 > 0 {
        let counts = counted(&plan.left_out_of_chess960, "count");
        writeln!(out, "left out: {counts}, since the engine has no option UCI_Chess960")?;
    }
    if *left_out_below > 0 {
        let deeper = counted(left_out_below, "deeper question");
        writeln!(out, "left out: {deeper} about a position with a finding")?;
    }
    if not_asked_again.is_some() {
        let why = "since it gave no answer to the first";
        writeln!(out, "left out: second questions without a new position, {why}")?;
    }
    if outcome.skipped > 0 {
        writeln!(out, "left out: {} by `skip`", counted(&outcome.skipped, "question"))?;
    }
    let questions = counted(not_asked, "question");
    if *gave_up {
        writeln!(out, "gave up: too many questions brought no answer; {questions} not asked")?;
    } else if outcome.was_ended {
        writeln!(out, "ended: {questions} of the plan without an answer")?;
    } else if *not_asked > 0 {
        writeln!(out, "stopped at the first finding: {questions} not asked (--all goes on)")?;
    }
    Ok(())
}

/// `1 position`, `2 positions`.
fn counted(count: &impl ToString, what: &str) -> String {
    let count = count.to_string();
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {what}{s}")
}
