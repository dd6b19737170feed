//! Remarks about a hunt, besides its findings.

use super::Style;
use crate::search::{LeftOutByBudget, Outcome, Plan};
use ox88_engine::{Protocol, RightsNotation, RowsFrom, Trouble};
use ox88_explain::counted;
use ox88_wrong_totals::known_faults;

/// Why a hunt took long, and what helps.
pub const ENDS_IN_SILENCE: &str = "the engine ends an answer with neither a total nor `readyok`, so ox88 has \
     to wait after each one. A total after the rows, like `Nodes searched: 400`, makes the hunt faster";

/// That all smaller counts were checked says nothing.
const FEWEST_WORTH_A_WORD: u128 = 20;

/// What was left out on purpose, which a short report of findings does without; then what is unusual about the hunt and
/// the answers of the engine. A line each.
pub(super) fn remarks(outcome: &Outcome, plan: &Plan, style: &Style) -> [Vec<String>; 2] {
    let Outcome { left_out_below, not_asked, gave_up, .. } = outcome;
    let Style { protocol, choices, .. } = style;
    let some = |count: usize, what: &str, why: &str| {
        (count > 0).then(|| format!("skipped: {} {why}", counted(count, what)))
    };
    let hint = |choice: Option<&str>, what: &str| {
        choice.map_or_else(String::new, |name| format!(" ({name} {what})"))
    };
    let why = match protocol {
        Protocol::Function => "of Chess960",
        _ => "of Chess960, because the engine has no option UCI_Chess960",
    };
    let chess960 = &format!("{why}{}", hint(choices.chess960, "tests it anyway"));
    let of_chess960 = if plan.asked_for_chess960 { plan.left_out_of_chess960 } else { 0 };
    let impossible = hint(choices.impossible, "includes them");
    let impossible = &format!("in positions that cannot arise in a game{impossible}");
    let (mut skipped, mut notes) = (Vec::new(), Vec::new());
    let limits = &format!("above the node limit{}", hint(choices.max_nodes, "raises it"));
    skipped.extend(some(plan.left_out, "count", limits));
    skipped.extend(some(of_chess960, "count", chess960));
    skipped.extend(some(plan.left_out_impossible, "count", impossible));
    let whole = hint(choices.whole, "checks them");
    let by_budget = |left_out| by_budget(left_out, plan, &whole);
    notes.extend(outcome.left_out_by_budget.iter().flat_map(by_budget));
    notes.extend(some(outcome.explained, "wrong answer", "that a finding above explains"));
    skipped.extend(some(
        *left_out_below,
        "deeper count",
        "in positions that already have a finding",
    ));
    if outcome.not_asked_again.is_some() {
        let what =
            "asking again without a new position, because the engine gave no answer the first time";
        skipped.push(format!("skipped: {what}"));
    }
    notes.extend(outcome.ends_in_silence.then(|| format!("note: {ENDS_IN_SILENCE}")));
    notes.extend(outcome.refuses_moves.as_ref().map(refusal_of_moves));
    notes.extend(outcome.reads_rights.map(reads_rights));
    notes.extend(habit(outcome.source).map(str::to_owned));
    notes.extend(outcome.wrong_total.as_ref().and_then(|(position, depth, total)| {
        let known = known_faults(*total, position, *depth)?;
        Some(format!("note: at depth {depth} of {position}, {known}; a total alone proves nothing"))
    }));
    notes.extend(outcome.learnt.as_ref().map(|line| {
        format!("note: unknown format; ox88 reads the counts from lines like `{line}`")
    }));
    let unread = "that ox88 cannot read as a move of the position";
    skipped.extend(some(outcome.unread_rows, "row", unread));
    notes.extend(outcome.unread_line.as_ref().map(|(line, row)| {
        format!("note: ox88 cannot read lines like `{line}`: it expects rows like `{row}`")
    }));
    let skip = match protocol {
        Protocol::Function => "for which the function returned nothing",
        _ => "by `skip`",
    };
    skipped.extend(some(outcome.skipped, "question", skip));
    let unchecked = format!("{} not checked", counted(*not_asked, "count"));
    if *gave_up {
        notes.push(format!("gave up: too many questions got no answer; {unchecked}"));
    } else if outcome.was_interrupted {
        notes.push(format!("interrupted: {unchecked}"));
    } else if let Some(why) = &outcome.not_started {
        notes.push(format!("ended early: {why}; {unchecked}"));
    } else if outcome.was_ended {
        let unchecked = if *not_asked > 0 { format!("; {unchecked}") } else { String::new() };
        notes.push(format!("ended: you stopped answering{unchecked}"));
    } else if *not_asked > 0 {
        let by_budget = outcome.left_out_by_budget.as_ref().map_or(0, |it| it.counts);
        let planned = outcome.totals.cases_planned.saturating_sub(by_budget);
        let asked = planned.saturating_sub(not_asked + left_out_below + outcome.skipped);
        let all = hint(choices.all, "keeps going");
        notes.push(format!(
            "stopped at the first finding, with {} checked and {not_asked} to go: fix the bug, then run \
             the hunt again{all}",
            counted(asked, "count")
        ));
    }
    [skipped, notes]
}

fn by_budget(left_out: &LeftOutByBudget, plan: &Plan, whole: &str) -> Vec<String> {
    let LeftOutByBudget { budget, counts, asked_up_to, cut_short, .. } = left_out;
    let asked = match asked_up_to {
        0..FEWEST_WORTH_A_WORD => String::new(),
        leaves => format!("; every count of up to {leaves} leaves was checked"),
    };
    let counts = counted(*counts, "count");
    let place = plan.budget_of_rest.map_or_else(
        || format!("the budget of {} s", budget.as_secs_f64()),
        |(_, time)| format!("{} s{whole}", time.as_secs_f64()),
    );
    let did_not_fit = format!("skipped: {counts} that did not fit into {place}{asked}");
    let cut_short = cut_short.as_ref().map(|it| format!("cut short: {it}"));
    [did_not_fit].into_iter().chain(cut_short).collect()
}

/// What a script does that takes no moves, and what that means for the hunt.
fn refusal_of_moves(Trouble { kind, last_lines }: &Trouble) -> String {
    let printed = match &last_lines[..] {
        [] => String::new(),
        lines => format!(" and prints `{}`", lines.join("`, `")),
    };
    format!(
        "note: the script takes no MOVES (given a move, {}{printed}), so ox88 set up every position by its FEN \
         and played no moves",
        kind.title()
    )
}

/// Which letters for castling rights ox88 has written in Chess960, and which not.
fn reads_rights(notation: RightsNotation) -> String {
    let (files, outermost) = ("the files of the rooks (`HAha`)", "`KQkq` for the outermost rooks");
    let (read, not_read) = match notation {
        RightsNotation::RookFiles => (files, outermost),
        RightsNotation::OutermostRooks => (outermost, files),
    };
    format!(
        "note: in Chess960, the engine reads castling rights written as {read}, and not as {not_read}"
    )
}

/// Where the rows come from, if that is so unusual that nobody should be surprised by it.
fn habit(source: RowsFrom) -> Option<&'static str> {
    match source {
        RowsFrom::Stdout => None,
        RowsFrom::Stderr => Some("note: the engine prints its rows to standard error"),
        RowsFrom::Totals => Some(
            "note: ox88 compared totals only, and asks for the total after each move only where one is \
             wrong. A missing and an illegal move can cancel out in a total and stay hidden",
        ),
    }
}
