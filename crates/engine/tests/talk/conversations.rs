//! Conversations with engines that answer in every way, and that fail in every way. They are written in the snapshot,
//! which shows below each what the engine was sent for a question, how long that took, and what came of it.
//!
//! | line | meaning |
//! |---|---|
//! | `name: steps / steps` | what the engine does for the first question and for each later one, in the words of `played` |
//! | `isready: …`, `to 2: …`, `mate: …`, below it | what it does for another command, or for a question at this depth, or about this position |
//! | `@uci 1s mate, kings to 2, kings again` | an engine that knows UCI has a second for each question: about the mate at depth 1, about the kings at depth 2, and about the position that it has at depth 1 |
//! | `@perft …`, `@script …` | the same for an engine that knows nothing of UCI, and for a script |
//!
//! Among the questions, `+500` lets that many milliseconds go by, `until 500` ends the hunt after that many, `start` shows
//! what the engine was sent when it was started, and `known` what is known of it. An answer that begins with `late` comes
//! with the next line, and `nothing` is none. `ROWS` are all of [`KINGS`].

use super::played::{KINGS, LIMIT, MATE, not_started, perft, perft_or, uci, uci_or, verb};
use crate::Protocol;
use ox88_test_support::{assert_texts, kept_to, unescaped};
use std::collections::HashMap;
use std::time::Duration;

const PLACES: [(&str, &str); 5] = [
    // It is mated, if a pawn on the seventh rank were a queen.
    ("false mate", "7k/7P/8/8/8/8/8/K7 w - - 0 1"),
    ("mate", MATE),
    ("clock 150", "7k/8/8/8/8/8/8/K7 w - - 150 1"),
    ("chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"),
    ("kings", KINGS),
];

#[derive(Default)]
struct Conversation<'a> {
    /// As they are written.
    lines: Vec<&'a str>,
    /// The protocol and the questions.
    asked: Vec<&'a str>,
    /// What the engine does, by the command, the depth or the position. For any question the name is that of the
    /// conversation.
    does: Vec<(&'a str, &'a str)>,
}

/// The conversations below a rule.
fn read(lines: &[String]) -> Vec<Conversation<'_>> {
    let mut conversations = Vec::<Conversation>::new();
    for line in lines {
        let words = line.trim_start();
        if !line.starts_with(' ') {
            conversations.push(Conversation::default());
        }
        let last = conversations.last_mut().expect("a conversation begins without a blank");
        if let Some(asked) = words.strip_prefix('@') {
            last.asked.push(asked.split(": ").next().unwrap_or_default());
        } else {
            last.lines.push(words);
            last.does.extend(words.split_once(": "));
        }
    }
    conversations
}

impl Conversation<'_> {
    /// What the engine does for a line.
    fn plays(&self, is_uci: bool) -> impl FnMut(&str) -> String {
        let (mut times, mut place, mut late) = (HashMap::new(), "", String::new());
        move |line| {
            let is_script = line.starts_with("start ");
            let is_question = is_script || ["go", "perft"].contains(&verb(line));
            if verb(line) == "position" || is_script {
                let here = PLACES.iter().find(|(_, fen)| line.contains(fen));
                place = here.map_or("", |&(name, _)| name);
            }
            let depth = line.split(' ').next_back().map(|depth| format!("to {depth}"));
            let names = if is_question {
                [depth.as_deref().unwrap_or_default(), place, self.does[0].0]
            } else {
                [verb(line); 3]
            };
            let does = names.iter().find_map(|name| self.does.iter().find(|does| does.0 == *name));
            let steps = match does {
                Some(&(name, steps)) => {
                    let time = times.entry(name).and_modify(|time| *time += 1).or_insert(0);
                    steps.split(" / ").nth(*time).or(steps.split(" / ").last()).unwrap_or_default()
                }
                None if is_uci => &uci_or(line, ""),
                None => &perft_or(line, ""),
            };
            let steps = unescaped(steps);
            let steps = if steps == "nothing" { String::new() } else { steps };
            let flushed = std::mem::take(&mut late);
            let now = match steps.strip_prefix("late ") {
                Some(steps) => {
                    steps.clone_into(&mut late);
                    String::new()
                }
                None => steps,
            };
            if flushed.is_empty() { now } else { format!("{flushed}; {now}") }
        }
    }

    /// What was said in it, if the engine is asked this.
    fn heard(&self, asked: &str) -> String {
        let (protocol, questions) = asked.split_once(' ').expect("a protocol and questions");
        let (limit, questions) = match questions.split_once("s ") {
            Some((seconds, questions)) if seconds.parse::<u64>().is_ok() => {
                (Duration::from_secs(seconds.parse().expect("a number")), questions)
            }
            _ => (LIMIT, questions),
        };
        let by = match protocol {
            "uci" => uci(),
            "perft" => perft(),
            "script" => Protocol::Script,
            other => panic!("no protocol: {other}"),
        };
        let is_script = by == Protocol::Script;
        let mut engine = not_started(by, limit, self.plays(protocol == "uci"));
        assert!(is_script || engine.talk.start() == Ok(()), "{asked}");
        let at_start = format!("{} | {} ms", engine.sent(), engine.talk.wire.now.as_millis());
        let mut heard = Vec::new();
        for question in questions.split(", ") {
            if let Some(pause) = question.strip_prefix('+') {
                engine.talk.wire.now += Duration::from_millis(pause.parse().expect("a number"));
                continue;
            }
            if let Some(end) = question.strip_prefix("until ") {
                let end = Duration::from_millis(end.parse().expect("a number"));
                engine.talk.expect(Some(engine.talk.wire.now + end), None);
                continue;
            }
            let fen = |name: &str| {
                let place = PLACES.iter().find(|place| place.0 == name);
                place.unwrap_or_else(|| panic!("no position: {name}")).1
            };
            let answer = match (question.strip_suffix(" again"), question.split_once(" to ")) {
                _ if question == "start" => at_start.clone(),
                _ if question == "known" => engine.known(),
                (Some(name), _) => engine.ask_again(fen(name)),
                (_, Some((name, depth))) => {
                    engine.ask_to(fen(name), depth.parse().expect("a depth"))
                }
                _ => engine.ask(fen(question)),
            };
            heard.push(answer.replace("a1a2 a1b1 a1b2", "ROWS"));
        }
        let alike = heard.chunk_by(|one, other| one == other);
        let told = alike.map(|some| match some.len() {
            1 => some[0].clone(),
            2 => format!("{} (and again)", some[0]),
            many => format!("{} ({many} times)", some[0]),
        });
        let told: Vec<String> = told.collect();
        let line = format!("@{asked}: {}", told.join(" / "));
        if line.len() <= 160 { line } else { format!("@{asked}\n  {}", told.join("\n  ")) }
    }
}

#[test]
fn what_engines_are_sent_and_what_comes_of_it() {
    let rules = kept_to(2, "talk.conversations").into_iter().map(|(rule, lines)| {
        let texts = read(&lines).into_iter().map(|conversation| {
            let heard =
                conversation.asked.iter().map(|it| conversation.heard(it).replace('\n', "\n  "));
            let lines = conversation.lines.iter().map(|&line| line.to_owned());
            lines.chain(heard).collect::<Vec<_>>().join("\n  ")
        });
        (rule, texts.collect::<Vec<_>>().join("\n"))
    });
    assert_texts("talk.conversations", rules);
}
