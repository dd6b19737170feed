//! What a hunt prints for people: its findings, the table, and how much was tried.

use crate::cli::bar::HowFar;
use crate::cli::output;
use ox88::hunt::{
    CutShort, LeftOutByBudget, Outcome, Part, Plan, Source, Style, Totals, causes, table,
    write_finding,
};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

const UNMAKE_FIRST: &str =
    "Fix unmake first: an engine that takes moves back wrongly can go wrong wherever it has tried some,
and other rows of this table may disappear with the fault.";

/// Who would have to wait longer for an engine is told about `--budget`.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// What the bar says.
pub(super) fn doing(totals: &Totals) -> String {
    let Totals { cases, cases_planned, findings, .. } = totals;
    format!("{cases} of {cases_planned} questions, {findings} found")
}

/// How far the bar is after some time.
#[expect(clippy::cast_precision_loss, reason = "no plan has 2^52 questions")]
pub(super) fn how_far(totals: &Totals, time: Duration) -> HowFar {
    let Totals { cases, cases_planned, nodes, time_left, .. } = *totals;
    let share = match time_left {
        Some(left) => time.as_secs_f64() / (time.saturating_add(left)).as_secs_f64(),
        None => cases as f64 / cases_planned.max(1) as f64,
    };
    HowFar { share, leaves: nodes, time_left }
}

/// A word about a slow engine, as soon as it is known to be one.
pub(super) fn word_about_a_slow_engine(totals: &Totals) -> Option<String> {
    let left = totals.time_left.filter(|&left| left > PATIENCE)?;
    let speed = output::rounded(totals.leaves_per_second?);
    let left = output::rough_time(left);
    Some(format!(
        "this engine counts about {speed} leaves a second, and the hunt may take {left}: \
         `--budget 60s` asks what fits into a minute"
    ))
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
    if plan.left_out_impossible > 0 {
        let counts = counted(&plan.left_out_impossible, "count");
        writeln!(
            out,
            "left out: {counts} of positions that cannot arise (--impossible asks them)"
        )?;
    }
    if let Some(left_out) = &outcome.left_out_by_budget {
        write_left_out_by_budget(out, left_out)?;
    }
    if *left_out_below > 0 {
        let deeper = counted(left_out_below, "deeper question");
        writeln!(out, "left out: {deeper} about a position with a finding")?;
    }
    if not_asked_again.is_some() {
        let why = "because the first got no answer";
        writeln!(out, "left out: second questions without a new position, {why}")?;
    }
    write_habits(out, outcome)?;
    let questions = counted(not_asked, "question");
    if *gave_up {
        writeln!(out, "gave up: too many questions got no answer; {questions} not asked")?;
    } else if *not_asked > 0 {
        writeln!(out, "stopped at the first finding: {questions} not asked (--all goes on)")?;
    }
    Ok(())
}

fn write_left_out_by_budget(
    out: &mut impl Write,
    LeftOutByBudget { budget, counts, asked_up_to, cut_short }: &LeftOutByBudget,
) -> io::Result<()> {
    let asked = match asked_up_to {
        0 => String::new(),
        1 => ": every count of 1 leaf was asked".to_owned(),
        leaves => format!(": every count up to {leaves} leaves was asked"),
    };
    let (counts, seconds) = (counted(counts, "count"), budget.as_secs_f64());
    writeln!(out, "left out: {counts} that did not fit into the budget of {seconds} s{asked}")?;
    if let Some(CutShort { case, depth, waited }) = cut_short {
        let waited = output::seconds(*waited);
        writeln!(
            out,
            "cut short: {case} at depth {depth} had no answer after {waited}, when the time was over"
        )?;
    }
    Ok(())
}

/// Writes what was left out of Chess960, where it was asked for.
pub(super) fn write_left_out_of_chess960(out: &mut impl Write, plan: &Plan) -> io::Result<()> {
    if plan.left_out_of_chess960 == 0 {
        return Ok(());
    }
    let counts = counted(&plan.left_out_of_chess960, "count");
    writeln!(
        out,
        "left out: {counts}, because the engine has no option UCI_Chess960 (--chess960 asks anyway)"
    )
}

/// What is unusual about the engine's answers, which explains how they were read.
fn write_habits(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    match outcome.source {
        Source::Stdout => {}
        Source::Stderr => writeln!(out, "note: the engine prints its rows on standard error")?,
        Source::Totals => writeln!(
            out,
            "note: the engine prints totals only, so that it was asked behind each move where one is \
             wrong; two errors that cancel in a total are not seen"
        )?,
    }
    if outcome.unread_rows > 0 {
        let rows = counted(&outcome.unread_rows, "row");
        writeln!(out, "left out: {rows} that cannot be read as moves of their position")?;
    }
    Ok(())
}

/// `1 position`, `2 positions`.
fn counted(count: &impl ToString, what: &str) -> String {
    let count = count.to_string();
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {what}{s}")
}
