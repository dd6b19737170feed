//! What a hunt tells of a chance bug, graded without a list: the function that was changed says which part is right.

use super::questions::{self, Rows};
use ox88_hunt::{FindingKind, Outcome, Part, Suspects};
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError};

/// What a report is worth to the author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    PartRight,
    /// Several parts are named, and one of them is right.
    OneOfSeveral,
    Unknown,
    /// The generator dies or hangs. The report has the question, and no part.
    Dies,
    PartWrong,
    NotFound,
}

impl Grade {
    pub const fn name(self) -> &'static str {
        match self {
            Grade::PartRight => "part right",
            Grade::OneOfSeveral => "several parts, one right",
            Grade::Unknown => "part unknown",
            Grade::Dies => "dies",
            Grade::PartWrong => "part wrong",
            Grade::NotFound => "not found",
        }
    }
}

/// The first finding of a report, if there is one.
pub fn first(report: &Value) -> Option<&Value> {
    report["findings"].get(0)
}

/// The grade of a report that leaves these parts open, if the truth is one of others.
pub fn grade(report: &Value, suspects: &[&str], parts: &[&str]) -> Grade {
    let Some(finding) = first(report) else { return Grade::NotFound };
    let Some(part) = finding["origin"]["part"].as_str() else { return Grade::Dies };
    let is_among = suspects.iter().any(|it| parts.contains(it));
    match part {
        _ if parts.contains(&part) => Grade::PartRight,
        "unknown" if suspects.is_empty() => Grade::Unknown,
        "unknown" if is_among => Grade::OneOfSeveral,
        _ => Grade::PartWrong,
    }
}

/// The parts that the first finding leaves open. Nothing if that are all.
pub fn suspects(outcome: &Outcome) -> Vec<&'static str> {
    let suspects = match outcome.findings.first().map(|it| &it.kind) {
        Some(FindingKind::Disagreement(found)) => found.diagnosis.origin.suspects,
        _ => Suspects::ALL,
    };
    let open = suspects.parts().map(Part::id);
    if suspects == Suspects::ALL { Vec::new() } else { open.collect() }
}

/// How a finding says that a move is wrong.
const WRONG: [&str; 4] = ["missing", "extra", "twice", "counts"];

/// How many moves and counts a finding calls wrong.
pub fn moves(finding: &Value) -> usize {
    WRONG.iter().filter_map(|key| finding[key].as_array()).map(Vec::len).sum()
}

/// The wrong moves and counts of a finding that shakmaty does not confirm.
pub fn refuted(finding: &Value) -> Vec<String> {
    let shown = &finding["shown_by"];
    let Some(chess) = shown["fen"].as_str().and_then(set_up) else {
        return vec!["no position of shakmaty".to_owned(); moves(finding).min(1)];
    };
    let named = |text: &str| text.parse().ok().and_then(|it: UciMove| it.to_move(&chess).ok());
    let depth = shown["depth"].as_u64().unwrap_or(1);
    let leaves = |text: &str| {
        let after = chess.clone().play(named(text)?).ok()?;
        Some(shakmaty::perft(&after, u32::try_from(depth).ok()?.checked_sub(1)?))
    };
    let is_right = |key: &str, it: &Value| match key {
        "missing" | "twice" => named(text(it)).is_some(),
        "extra" => named(text(it)).is_none(),
        _ => leaves(text(it)) == it["ours"].as_u64(),
    };
    let is_right = &is_right;
    let wrong = WRONG.into_iter().flat_map(|key| {
        let moves = finding[key].as_array().into_iter().flatten();
        moves.filter(move |it| !is_right(key, it)).map(move |it| format!("{key} {}", text(it)))
    });
    wrong.collect()
}

/// A position on the board of shakmaty.
fn set_up(fen: &str) -> Option<Chess> {
    let mode = CastlingMode::detect(fen.parse::<Fen>().ok()?.as_setup());
    let chess = fen.parse::<Fen>().ok()?.into_position::<Chess>(mode);
    chess
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

/// Whether a new process of the generator, which is told the lines of the report and nothing else, does what the report
/// says. Nothing if the report has no lines, or says that the rows cannot be read.
pub fn is_reproduced(finding: &Value, command: &str) -> Option<bool> {
    let lines = finding["shown_by"]["lines"].as_array().filter(|it| !it.is_empty())?;
    let lines: Vec<String> = lines.iter().map(|it| text_of(it).to_owned()).collect();
    let trouble = &finding["trouble"];
    if trouble["kind"] == "unread-rows" {
        return None;
    }
    let shows = |lines: &[String]| match questions::start(command)
        .and_then(|mut it| questions::rows(&mut it, lines))
    {
        Err(_) => !trouble.is_null(),
        Ok(rows) => trouble.is_null() && shows(&rows, finding),
    };
    // Of two answers in a row that differ, the first is wrong.
    let begin = &lines[..lines.len() - 1];
    Some(shows(&lines) || begin.iter().any(|it| it.starts_with("go ")) && shows(begin))
}

/// Whether these rows have all that a finding says is wrong.
fn shows(rows: &Rows, finding: &Value) -> bool {
    let has = |it: &Value| rows.iter().any(|row| row.0 == text(it));
    let all = |key: &str, holds: &dyn Fn(&Value) -> bool| {
        finding[key].as_array().into_iter().flatten().all(holds)
    };
    let theirs = |it: &Value| rows.iter().find(|row| row.0 == text(it)).map_or(0, |row| row.1);
    all("missing", &|it| !has(it))
        && all("extra", &has)
        && all("twice", &|it| rows.iter().filter(|row| row.0 == text(it)).count() > 1)
        && all("counts", &|it| it["theirs"].as_u64() == Some(theirs(it)))
}

fn text(row: &Value) -> &str {
    text_of(&row["move"])
}

fn text_of(json: &Value) -> &str {
    json.as_str().unwrap_or_default()
}
