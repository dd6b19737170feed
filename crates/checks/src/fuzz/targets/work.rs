//! Work: a file of work, and below a line `#### results` a file of results.
//!
//! - What is read is written as text that is read as the same.
//! - A refusal is not much longer than the line that it quotes.
//! - What `ox88 work count` makes of a file of work that it takes has the right counts, and
//!   `ox88 work merge` adds them up; with a line less it says which one is missing.
//! - `ox88 work merge` of any two files ends, with or without `--divide`.
//!
//! Counts are so deep that they end at once: of work that is deeper only the reading is tried.

use super::fen::check_length;
use crate::fuzz::program;
use crate::fuzz::program::Run;
use ox88::Position;
use ox88_cli::outcome::CommandVerdict;
use ox88_cli::work::Work;
use ox88_count::quick;
use ox88_count::work::{Section, read};
use std::fmt::Write;

/// How deep to count, and how many lines.
const MAX_DEPTH: u32 = 2;
const MOST_LINES: usize = 40;

/// After how many plies work may be split that is split again, by its first moves.
const MAX_PLIES: u32 = 3;

/// What is between the two files.
const BETWEEN: &str = "#### results\n";

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (work, results) = text.split_once(BETWEEN).unwrap_or((&text, ""));
    let Some(sections) = checked(work) else { return };
    let results = checked(results).map(|_| results);
    let is_shallow = |section: &Section| section.head.depth - section.head.plies <= MAX_DEPTH;
    let lines: usize = sections.iter().map(|section| section.lines.len()).sum();
    if !sections.iter().all(is_shallow) || lines > MOST_LINES {
        return;
    }
    let file = program::file("work.epd", work.as_bytes());
    if let [section] = &sections[..] {
        check_count(&file, section);
    }
    if let Some(results) = results {
        let results = program::file("result.epd", results.as_bytes());
        let is_split_soon = |section: &Section| section.head.plies <= MAX_PLIES;
        check_merge(&file, &results, sections.iter().all(is_split_soon));
    }
}

/// The sections of a text, if it is work.
fn checked(text: &str) -> Option<Vec<Section<'_>>> {
    let sections = match read(text, "copy it") {
        Ok(sections) => sections,
        Err(error) => {
            assert!(error.line <= text.lines().count().max(1), "{error}");
            let longest = text.lines().max_by_key(|line| line.len()).unwrap_or_default();
            check_length(&error.to_string(), longest);
            return None;
        }
    };
    let mut written = String::new();
    for Section { head, lines, .. } in &sections {
        write!(written, "{head}").expect("a text takes everything");
        for line in lines {
            let text = line.count.map_or(line.work.to_owned(), |count| line.counted(count));
            writeln!(written, "{text}").expect("a text takes everything");
        }
    }
    let again = read(&written, "copy it").unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.len(), sections.len(), "{written}");
    for (section, again) in sections.iter().zip(&again) {
        assert_eq!(section.head, again.head);
        let parts = |section: &Section| -> Vec<_> {
            let part = |line: &ox88_count::work::WorkLine| {
                (line.work.to_owned(), line.fen.to_owned(), line.times, line.depth, line.count)
            };
            section.lines.iter().map(part).collect()
        };
        assert_eq!(parts(section), parts(again));
        assert_eq!(section.check().is_ok(), again.check().is_ok());
    }
    Some(sections)
}

fn check_count(file: &str, section: &Section) {
    let arguments = ["count", file, "--threads", "1", "--memory", "0"];
    let Run { verdict, out } = program::run::<Work>("work", &arguments, Work::run);
    let positions: Option<Vec<Position>> =
        section.lines.iter().map(|line| line.fen.parse().ok()).collect();
    let Some(positions) = positions.filter(|_| section.check().is_ok()) else {
        assert!(verdict.is_err() && out.is_empty(), "{out}");
        return;
    };
    assert!(verdict == Ok(CommandVerdict::Right), "{:?}", verdict.err());
    let mut total = Some(0_u128);
    for (line, position) in section.lines.iter().zip(&positions) {
        let leaves = quick::perft(position, line.depth);
        assert!(out.lines().any(|written| written == line.counted(leaves)), "{out}");
        let more = line.times.checked_mul(leaves);
        total = total.zip(more).and_then(|(total, more)| total.checked_add(more));
    }
    let results = program::file("counted.epd", out.as_bytes());
    let Run { verdict, out: merged } =
        program::run::<Work>("work", &["merge", file, &results], Work::run);
    // A part is not the whole, and no position is there twice.
    if verdict.is_ok() {
        let sum = format!("Nodes searched: {}\n", total.expect("the sum was printed"));
        assert_eq!(merged, sum);
        let mut lines: Vec<&str> = out.lines().collect();
        let missing = lines.pop().expect("there is a line");
        let torn = program::file("counted.epd", (lines.join("\n") + "\n").as_bytes());
        let Run { verdict, out } = program::run::<Work>("work", &["merge", file, &torn], Work::run);
        assert!(verdict == Ok(CommandVerdict::Differs), "{:?}", verdict.err());
        let left = checked(&out).expect("what is missing is work");
        assert!(left[0].check().is_ok() && left[0].lines.len() == 1, "{out}");
        assert!(missing.starts_with(left[0].lines[0].work), "{out}");
    }
}

fn check_merge(work: &str, results: &str, divide: bool) {
    let mut arguments = vec!["merge", work, results, "--recount", "50%", "--threads", "1"];
    arguments.extend(["--memory", "0"]);
    if divide {
        arguments.push("--divide");
    }
    let Run { verdict, out } = program::run::<Work>("work", &arguments, Work::run);
    if verdict.is_err() {
        assert!(out.is_empty(), "{out}");
    }
}
