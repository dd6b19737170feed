//! Hunts: the first line is a FEN, and each line below it says what is wrong in an answer of the engine
//! that is hunted there. A line `next` goes on to the next question; after the last one all answers are
//! right.
//!
//! - The hunt ends after a bounded number of questions.
//! - An engine whose answers were all right is not accused.
//! - Each finding can be written as text, as Markdown, as a page and as JSON.
//!
//! ```text
//! drop 3          the fourth row is missing
//! count 3 17      the fourth row has this count
//! twice 3         the fourth row is there twice
//! add e2e5 20     there is another row
//! total 400       the total is this number
//! no total        there is no total
//! no rows         there are no rows
//! no reply        there is no reply
//! print e2e4: 20  there is this line besides
//! ```

use ox88::{CastlingNotation, Position};
use ox88_count::quick;
use ox88_hunt::{
    Abilities, CastlingsWritten, Choices, Experiment, Heard, Line, Oracle, Partner, Plan, Protocol,
    Reply, Report, Row, Step, Style, Trouble, TroubleKind, Until, read_line, run_each, search,
};
use serde_json::Value;
use std::time::Duration;

/// How deep the hunt begins.
const DEPTH: u32 = 3;

/// Positions with more leaves at that depth are hunted one ply less deep.
const MOST_LEAVES: u128 = 3000;

/// A hunt for what is wrong in some answers asks no more.
const MOST_QUESTIONS: usize = 3000;

/// Lines beyond that are not read.
const MOST_LINES: usize = 500;

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (fen, script) = text.split_once('\n').unwrap_or((&text, ""));
    let position = fen.parse().unwrap_or_else(|_| Position::start());
    let lines: Vec<&str> = script.lines().take(MOST_LINES).collect();
    let mut engine = Scripted {
        answers: lines.split(|line| *line == "next").collect(),
        asked: 0,
        is_wrong: false,
    };
    let depth = if quick::perft(&position, DEPTH) > MOST_LEAVES { DEPTH - 1 } else { DEPTH };
    let plan = Plan::of_position(&Oracle::new(), "position", None, &Line::at(position), depth);
    let until = if script.len().is_multiple_of(2) { Until::All } else { Until::First };
    let outcome = search(&mut engine, &plan, until, |_, _| {});

    assert!(
        engine.is_wrong || outcome.findings.is_empty(),
        "a right engine is accused: {:?}",
        outcome.findings
    );
    let style = Style {
        command: "./my-engine".to_owned(),
        protocol: Protocol::Uci { perft: "go perft".to_owned() },
        knows_uci: !script.is_empty(),
        castling: Some(CastlingsWritten::all(CastlingNotation::KingTakesRook)),
        choices: Choices::default(),
    };
    let report = Report::new(&outcome, &plan, &style, Duration::from_millis(20));
    assert!(report.findings.iter().all(|found| !found.text(false).is_empty()));
    assert!(!report.text(true).is_empty());
    assert!(report.markdown().starts_with("## ox88 hunt of `./my-engine`"));
    let json: Value = serde_json::from_str(&report.json()).expect("the report is JSON");
    let found = json["findings"].as_array().map_or(0, Vec::len);
    assert_eq!(found, outcome.findings.len(), "{json}");
    let page = report.html();
    assert!(page.trim_end().ends_with("</html>"), "{page}");
}

/// An engine that answers rightly but for what the script says.
struct Scripted<'a> {
    answers: Vec<&'a [&'a str]>,
    /// How many questions were asked.
    asked: usize,
    /// Whether an answer was not the right one.
    is_wrong: bool,
}

impl Partner for Scripted<'_> {
    fn can(&self) -> Abilities {
        Abilities { again: true, ..Abilities::of_questions(Duration::from_secs(1)) }
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each(experiment, |step| self.ask(step).into())
    }
}

impl Scripted<'_> {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let script = self.answers.get(self.asked).copied().unwrap_or_default();
        self.asked += 1;
        assert!(self.asked <= MOST_QUESTIONS, "the hunt has no end");
        let right = right_answer(question);
        let answer = changed(&right, script);
        self.is_wrong |= answer.as_ref() != Ok(&right);
        answer
    }
}

fn right_answer(question: &Step) -> Reply {
    let divide = quick::divide(&question.position(), question.depth);
    let rows = divide.texts().map(|(text, count)| Row::new(text, count)).collect();
    Reply { rows, totals: vec![divide.total()], ..Reply::default() }
}

fn changed(right: &Reply, script: &[&str]) -> Result<Reply, Trouble> {
    let mut reply = right.clone();
    for line in script {
        let words: Vec<&str> = line.split_whitespace().collect();
        let row = |text: &str| {
            let place = text.parse::<usize>().ok()?.checked_rem(reply.rows.len())?;
            Some(place)
        };
        match *words {
            ["drop", place] => {
                if let Some(place) = row(place) {
                    reply.rows.remove(place);
                }
            }
            ["count", place, count] => {
                if let (Some(place), Ok(count)) = (row(place), count.parse()) {
                    reply.rows[place].count = count;
                }
            }
            ["twice", place] => {
                if let Some(place) = row(place) {
                    reply.rows.push(reply.rows[place].clone());
                }
            }
            ["add", text, count] => {
                if let Ok(count) = count.parse() {
                    reply.add(Row::new(text.to_owned(), count).into());
                }
            }
            ["total", total] => {
                reply.totals = total.parse().into_iter().collect();
            }
            ["no", "total"] => reply.totals.clear(),
            ["no", "rows"] => reply.rows.clear(),
            ["no", "reply"] => {
                let kind = TroubleKind::Rubbish;
                return Err(Trouble { kind, last_lines: vec![line.to_string()] });
            }
            ["print", ..] => reply.add(read_line(line.trim_start().trim_start_matches("print"))),
            _ => {}
        }
    }
    if reply.rows.is_empty() && reply.totals.is_empty() && !right.rows.is_empty() {
        // An engine of which nothing is left has given no reply.
        return Err(Trouble { kind: TroubleKind::Rubbish, last_lines: Vec::new() });
    }
    Ok(reply)
}
