//! The total, by the words that engines have for it.
//!
//! A saved divide has no engine to ask, and an engine that counts wrongly even where next to nothing is on the board
//! shows nobody where its total is. For these there are words. For other words, and for lines without any, ox88 learns
//! the place of the total from the engine itself (`talk/learning.rs`), if no word here is found in its first answer.

use super::row::OutputLine;
use super::rows::{UNITS, read_count};

/// The label of a total has at least one of these words.
const COUNTED: [&str; 9] =
    ["total", "nodes", "nodecount", "node", "moves", "leaves", "leaf", "positions", "perft"];

/// The label of a total may also have these words. Any other word makes the number something else,
/// as in `Total time` and `Nodes/s`.
const BESIDE: [&str; 16] = [
    "searched", "visited", "counted", "found", "count", "number", "result", "legal", "raw", "of",
    "at", "to", "for", "the", "in", "depth",
];

/// A label begins anew after one of these words, like `perft complete: nodes 400`.
const AT_END: [&str; 3] = ["test", "complete", "completed"];

/// A number after one of these words may be the depth.
const BEFORE_DEPTH: [&str; 2] = ["perft", "depth"];

/// Lines of UCI that begin with these words count other things.
pub(super) const UCI_LINES: [&str; 4] = ["info", "id", "option", "bestmove"];

/// Reads `400`.
pub(super) fn read_bare_total(line: &str) -> Option<OutputLine> {
    read_count(line).map(OutputLine::from)
}

/// Reads `400 nodes` and `Test Complete : 400 nodes visited in 3ms`.
pub(super) fn read_counted_total(line: &str) -> Option<OutputLine> {
    let words = words(line);
    let mut words = words.iter().map(String::as_str).skip_while(|word| AT_END.contains(word));
    let count = read_count(words.next()?)?;
    let counts_leaves = ["nodes", "leaves"].contains(&words.next()?);
    (counts_leaves && words.next() != Some("per")).then(|| count.into())
}

/// A greater number is no depth, because no engine counts that deep.
fn read_depth(word: &str) -> Option<u32> {
    read_count(word).and_then(|depth| u8::try_from(depth).ok()).map(u32::from)
}

/// Reads `Nodes searched: 400`, `Total: 400` or `Perft(2) = 400`: the greatest of the numbers with
/// the label of a total. If a line has both the moves and the leaves, the leaves count, even where these are none.
pub(super) fn read_labelled_total(line: &str) -> Option<OutputLine> {
    let words = words(line);
    let first = words.first()?;
    if UCI_LINES.contains(&first.as_str()) || read_count(first).is_some() {
        return None;
    }
    let mut totals = Vec::new();
    let mut label: Vec<&str> = Vec::new();
    let mut has_depth = false;
    for (at, word) in words.iter().enumerate() {
        let Some(count) = read_count(word) else {
            // The unit of one number does not belong to the label of the next.
            let is_unit = label.is_empty() && UNITS.contains(&word.as_str());
            if AT_END.contains(&word.as_str()) {
                label.clear();
            } else if !is_unit {
                label.push(word);
            }
            continue;
        };
        // In `Perft(5) = 20` and `Nodes at depth 5: 20` the first number is the depth, and the words
        // before it are the label of the second.
        let is_before_count = || words.get(at + 1).is_some_and(|word| read_count(word).is_some());
        let is_depth = label.last().is_some_and(|word| BEFORE_DEPTH.contains(word))
            && read_depth(word).is_some_and(|depth| depth > 0 || is_before_count());
        if is_depth && !has_depth {
            has_depth = true;
            continue;
        }
        let is_known = label.iter().all(|word| COUNTED.contains(word) || BESIDE.contains(word));
        let is_counted = label.iter().any(|word| COUNTED.contains(word));
        if is_known && is_counted && !begins_with_unit(line, &words[at + 1..]) {
            // In `"moves": {}, "total": 0` it is the total. Without a move there is no leaf either. `perft 400` is none that
            // is sure: `perft 5` names a depth.
            let counted = label.iter().rfind(|word| COUNTED.contains(word));
            let may_be_depth = !has_depth && label.last() == Some(&"perft");
            let is_of_leaves = counted != Some(&"moves") && !may_be_depth;
            totals.push((count == 0 || is_of_leaves, count));
        }
        label.clear();
        has_depth = false;
    }
    let (is_of_leaves, count) = totals.into_iter().max()?;
    Some(OutputLine { may_be_moves: !is_of_leaves, ..count.into() })
}

/// Whether the text after a number begins with its unit, and not with the label of the next number.
fn begins_with_unit(line: &str, behind: &[String]) -> bool {
    let is_unit = |at: usize| behind.get(at).is_some_and(|word| UNITS.contains(&word.as_str()));
    let is_number = |at: usize| behind.get(at).is_some_and(|word| read_count(word).is_some());
    // In `400 (nps 1000)` a speed has its name before it.
    let names_a_speed = || behind[0].ends_with("nps") && is_number(1) && !is_unit(2);
    is_unit(0) && !is_label(line, &behind[0]) && !names_a_speed()
}

/// Whether a word of a line is the label of what follows, as `nps` is in `Nodes: 20 NPS: 1000`.
fn is_label(line: &str, word: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.match_indices(word).any(|(at, word)| {
        let (before, behind) = (&line[..at], line[at + word.len()..].trim_start());
        !before.ends_with(char::is_alphanumeric) && behind.starts_with([':', '='])
    })
}

/// The depth of a total that names one, as `Perft(2) = 400` does. An engine that
/// counts one depth after the other prints the total of the smaller ones first.
pub fn depth_of_total(line: &str) -> Option<u32> {
    let words = words(line);
    let mut words = words.iter().skip_while(|word| !BEFORE_DEPTH.contains(&word.as_str())).skip(1);
    let depth = words.next()?;
    words.next().and_then(|_| read_depth(depth))
}

/// The line with each number in one, if blanks separate its groups of three digits: `8 902`. A depth is in no group.
fn with_whole_numbers(line: &str) -> String {
    let is_digits = |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
    let (mut whole, mut is_in_number, mut is_behind_depth) = (String::new(), false, false);
    for word in line.split(' ') {
        let goes_on = is_in_number && word.len() == 3 && is_digits(word);
        if !whole.is_empty() {
            whole.push(if goes_on { '_' } else { ' ' });
        }
        let begins = word.len() <= 3 && is_digits(word) && !is_behind_depth;
        is_in_number = goes_on || begins;
        is_behind_depth = BEFORE_DEPTH.contains(&word.to_ascii_lowercase().as_str());
        whole += word;
    }
    whole
}

/// The words and numbers of a line, in small letters.
fn words(line: &str) -> Vec<String> {
    let is_of_word = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, ',' | '_' | '\'' | '.' | '/' | '-')
    };
    with_whole_numbers(line)
        .split(|letter: char| !is_of_word(letter))
        .map(|word| word.trim_matches([',', '.', '\'']).to_ascii_lowercase())
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .collect()
}
