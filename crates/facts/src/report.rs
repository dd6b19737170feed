//! The result of a hunt of facts as text, for people, and as JSON, for programs.

use crate::ask::command;
use crate::hunt::{CHESS960, Found, Outcome};
use crate::rules::Rule;
use ox88::Square;
use ox88_engine::read::for_people;
use ox88_explain::{board, capitalized, counted, remark};
use serde_json::{Value, json};
use std::time::Duration;

/// The result of a hunt with how long it took, and whom it was about.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whom it was about.
    pub engine: String,
    /// What came out.
    pub outcome: Outcome,
    /// How long it took.
    pub time: Duration,
}

impl Report {
    /// Whether nothing is wrong, and everything that was asked was answered.
    pub fn is_right(&self) -> bool {
        self.outcome.found.is_empty() && self.outcome.trouble.is_none()
    }

    /// The report as text in lines of 80 columns: each finding on one screen, how much was asked, and what is no fault.
    pub fn text(&self) -> String {
        let found: String = self.outcome.found.iter().map(|found| found.text() + "\n").collect();
        shown(&(found + &self.summary()))
    }

    /// How much was asked, in one sentence.
    pub fn line(&self) -> String {
        let Outcome { found, positions, questions, trouble, .. } = &self.outcome;
        let what = match (found.len(), trouble) {
            (0, Some(_)) => "an answer is missing, nothing wrong".to_owned(),
            (0, None) => "nothing wrong".to_owned(),
            _ => {
                let wrong: usize = found.iter().map(|it| 1 + it.more).sum();
                counted(wrong, "wrong answer")
            }
        };
        let seconds = self.time.as_secs_f64();
        let how_much =
            format!("{what} in {positions} positions ({questions} questions, {seconds:.3} s)");
        remark("", &format!("keys, checks and other facts: {how_much}"))
    }

    /// How much was asked, and what is no fault.
    pub fn summary(&self) -> String {
        let Outcome { notes, facts, is_whole, trouble, .. } = &self.outcome;
        let (chess960, facts): (Vec<&str>, Vec<&str>) =
            facts.iter().map(String::as_str).partition(|&it| it == CHESS960);
        let facts = if facts.is_empty() { "none".to_owned() } else { facts.join(", ") };
        let also = if chess960.is_empty() { "" } else { "; also in Chess960" };
        let mut lines = vec![self.line(), remark("facts:   ", &(facts + also))];
        if let Some(trouble) = trouble {
            lines.push(remark("trouble: ", &trouble.kind.to_string()));
            lines.push(trouble.last_words());
        }
        if !is_whole {
            let time = "the rest, because time ran out: a longer budget checks it";
            let either = "the rest, because the engine stopped answering, or time ran out";
            lines.push(remark("skipped: ", if trouble.is_some() { either } else { time }));
        }
        lines.extend(notes.iter().map(|note| remark("note:    ", note)));
        lines.join("\n") + "\n"
    }

    /// The report as JSON.
    pub fn json(&self) -> String {
        let Outcome { notes, facts, positions, questions, is_whole, trouble, .. } = &self.outcome;
        let found: Vec<Value> = self.outcome.found.iter().map(Found::json).collect();
        let verdict = match (found.is_empty(), trouble) {
            (false, _) => "differs",
            (true, Some(_)) => "no answer",
            (true, None) => "no difference",
        };
        let report = json!({
            "engine": self.engine,
            "verdict": verdict,
            "findings": found,
            "facts": facts,
            "notes": notes,
            "positions": positions,
            "questions": questions,
            "whole": is_whole,
            "trouble": trouble.as_ref().map(|it| it.kind.to_string()),
            "seconds": self.time.as_secs_f64(),
        });
        format!("{report:#}\n")
    }
}

impl Found {
    /// The finding on one screen.
    pub fn text(&self) -> String {
        let wrong = &self.wrong;
        let rule = wrong.rule;
        let field = |name: &str, words: &str| remark(&format!("{name:<10}"), words);
        let heading = remark("", &capitalized(&wrong.sentence));
        let mut lines = vec![heading, String::new(), field("rule", rule.id())];
        lines.push(field("usually", rule.usual_cause()));
        if !self.line.moves.is_empty() {
            let (fen, moves) = (self.line.fen(), self.line.texts().join(" "));
            lines.push(format!("path      {fen} moves {moves}"));
        }
        lines.push(format!("fen       {}", self.line.end()));
        lines.push(format!(
            "\n{}\n",
            board(&self.line.end(), |square, piece| {
                let is_marked = wrong.squares.contains(&square);
                if is_marked { format!("[{piece}]") } else { format!(" {piece} ") }
            })
        ));
        lines.extend(wrong.mv.iter().map(|mv| field("move", mv)));
        let (theirs, right, is_to_be) = match rule {
            _ if rule.is_of_played_key() => ("played", "by FEN", "the same as"),
            _ if rule.id().starts_with("eval") => ("kept", "rebuilt", ""),
            Rule::KeyNotRestored | Rule::FenNotRestored => ("after", "before", ""),
            _ => ("engine", "correct", "different from the one"),
        };
        lines.push(field(theirs, &for_people(&wrong.theirs)));
        lines.push(field(right, &wrong.right));
        if !wrong.why.is_empty() {
            lines.push(field("because", &wrong.why));
        }
        let [first, second] = &self.typed;
        let typed =
            |heading: &str, lines: &[String]| format!("\n{heading}:\n  {}", lines.join("\n  "));
        let is_text = first.iter().any(|line| line.starts_with("position "));
        let how = if is_text { "To reproduce, send your engine" } else { "To reproduce, call" };
        lines.push(typed(how, first));
        if !second.is_empty() {
            lines.push(typed(&format!("Its key must be {is_to_be} after"), second));
        }
        if self.more > 0 {
            lines.push(format!("\nMore answers that broke the same rule: {}.", self.more));
        }
        lines.join("\n") + "\n"
    }

    fn json(&self) -> Value {
        let wrong = &self.wrong;
        json!({
            "rule": wrong.rule.id(),
            "title": wrong.rule.title(),
            "sentence": wrong.sentence,
            "usual_cause": wrong.rule.usual_cause(),
            "article": wrong.rule.article(),
            "root": self.line.fen(),
            "moves": self.line.texts(),
            "fen": self.line.end().to_string(),
            "move": wrong.mv,
            "theirs": wrong.theirs,
            "right": wrong.right,
            "why": wrong.why,
            "squares": wrong.squares.iter().map(Square::to_string).collect::<Vec<_>>(),
            "reproduce": self.typed[0],
            "beside": self.typed[1],
            "position": command(&self.line),
            "more": self.more,
        })
    }
}

/// A text without what changes a terminal.
fn shown(text: &str) -> String {
    let letter = |letter: char| if letter.is_control() && letter != '\n' { '?' } else { letter };
    text.chars().map(letter).collect()
}
