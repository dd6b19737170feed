//! What a hunt tells, read from its JSON as any other program reads it: the exam knows nothing else of its conclusions.

use crate::claims::{self, Log};
use ox88_hunt::{Line, Report};
use serde_json::Value;

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Why the hunt was refused, if it was.
    pub refused: Option<String>,
    /// The depth for which a saved divide was taken, if that is not its own.
    pub taken_for: Option<u32>,
    pub questions: u64,
    pub findings: Vec<Finding>,
    /// The causes of all findings, first the one to fix first.
    pub causes: Vec<Cause>,
    /// Its sentences that the log of the hunt refutes, where there is a log.
    pub refuted: Vec<String>,
    /// The report as text.
    pub text: String,
}

/// What is wrong, by one finding.
#[derive(Clone, Debug)]
pub struct Finding {
    pub rule: String,
    /// `none` if the engine gave no reply.
    pub part: String,
    /// What the engine does wrong, how the part is known, and the one cause of many moves, in the words of the
    /// report.
    pub sentence: String,
    /// The state that the engine is said to have: the rule that this breaks, and the words.
    pub state: Option<(String, String)>,
    /// The reason of the one cause of many missing moves.
    pub cause: Option<String>,
    pub missing: Vec<Missing>,
    /// The moves with a wrong count, with the engine's.
    pub counts: Vec<(String, u64)>,
    /// Whether the moves of the position are right, each listed once.
    pub has_right_moves: bool,
    /// The question that shows it.
    pub line: Line,
    /// The depths asked for there, one after the other, without a new position in between.
    pub depths: Vec<u32>,
}

/// A legal move that is missing, and why it is legal.
#[derive(Clone, Debug)]
pub struct Missing {
    pub text: String,
    pub rule: String,
    pub reason: String,
}

/// A row of the table that a hunt of all findings ends with.
#[derive(Clone, Debug)]
pub struct Cause {
    pub rule: String,
    pub part: String,
    /// The place of the finding that is shown.
    pub smallest: usize,
    pub may_be_symptom: bool,
}

impl Told {
    pub fn of_refusal(why: String) -> Told {
        Told { refused: Some(why), ..Told::default() }
    }

    /// The same with the log of the hunt.
    pub fn by_log(report: &Report, log: &Log) -> Told {
        Told { refuted: claims::refuted(&json(report), log), ..Told::of(report) }
    }

    pub fn of(report: &Report) -> Told {
        let json = json(report);
        let cause = |it: &Value| Cause {
            rule: text(&it["rule"]),
            part: it["origin"].as_str().unwrap_or("none").to_owned(),
            smallest: usize::try_from(it["smallest"].as_u64().unwrap_or_default())
                .unwrap_or_default(),
            may_be_symptom: it["may_be_symptom"].as_bool().unwrap_or_default(),
        };
        Told {
            refused: json["error"].as_str().map(str::to_owned),
            taken_for: None,
            questions: json["questions"].as_u64().unwrap_or_default(),
            findings: list(&json["findings"]).map(Finding::of).collect(),
            causes: list(&json["rules"]).map(cause).collect(),
            refuted: Vec::new(),
            text: report.whole_text(false),
        }
    }
}

impl Finding {
    fn of(json: &Value) -> Finding {
        let (origin, shown) = (&json["origin"], &json["shown_by"]);
        let state = &origin["state"];
        let cause = json["cause"]["reason"].as_str().map(str::to_owned);
        let moves: Vec<String> = list(&shown["moves"]).map(text).collect();
        let line = format!("{} moves {}", text(&shown["root"]), moves.join(" "));
        let line = line.trim_end_matches(" moves ").parse().expect("the report shows a line");
        let sentences =
            [text(&json["fault"]), text(&origin["sentence"]), cause.clone().unwrap_or_default()];
        let sentences: Vec<String> = sentences.into_iter().filter(|it| !it.is_empty()).collect();
        let missing = |it: &Value| Missing {
            text: text(&it["move"]),
            rule: text(&it["rule"]),
            reason: text(&it["reason"]),
        };
        let count = |it: &Value| (text(&it["move"]), it["theirs"].as_u64().unwrap_or_default());
        Finding {
            rule: text(&json["rule"]),
            part: origin["part"].as_str().unwrap_or("none").to_owned(),
            sentence: sentences.join(" | "),
            state: state["rule"].as_str().map(|rule| (rule.to_owned(), text(&state["as_if"]))),
            cause,
            missing: list(&json["missing"]).map(missing).collect(),
            counts: list(&json["counts"]).map(count).collect(),
            has_right_moves: ["missing", "extra", "twice"]
                .iter()
                .all(|key| list(&json[key]).next().is_none()),
            line,
            depths: depths(shown),
        }
    }
}

/// The depths of the lines to copy after the last position. A script has the depth in front of its FEN.
fn depths(shown: &Value) -> Vec<u32> {
    let lines: Vec<String> = list(&shown["lines"]).map(text).collect();
    let is_position = |line: &String| line.starts_with("position ") || line.starts_with("fen = ");
    let begin = lines.iter().rposition(is_position).unwrap_or_default();
    let depth_of = |line: &String| {
        let behind = line.strip_prefix("go perft ").or_else(|| line.strip_prefix("depth = "))?;
        behind.split(',').next()?.trim().parse().ok()
    };
    let depths: Vec<u32> = lines[begin..].iter().filter_map(depth_of).collect();
    if depths.is_empty() { vec![number(&shown["depth"])] } else { depths }
}

fn json(report: &Report) -> Value {
    serde_json::from_str(&report.json()).expect("the report writes JSON")
}

fn number(json: &Value) -> u32 {
    u32::try_from(json.as_u64().unwrap_or_default()).unwrap_or_default()
}

fn text(json: &Value) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn list(json: &Value) -> impl Iterator<Item = &Value> {
    json.as_array().into_iter().flatten()
}
