//! Which numbers are totals, and which are times, speeds and depths.

use super::read_count;

/// The words of which one must be among those before a total.
const COUNTED: [&str; 8] =
    ["total", "nodes", "node", "moves", "leaves", "leaf", "positions", "perft"];

/// The words that may also be among them. Any other makes the number something else, as in
/// `Total time` and `Nodes/s`.
const BESIDE: [&str; 15] = [
    "searched", "visited", "counted", "found", "count", "number", "result", "legal", "of", "at",
    "to", "for", "the", "in", "depth",
];

/// The words that make the number before them no count of leaves.
const UNITS: [&str; 9] = ["ms", "s", "us", "sec", "secs", "seconds", "milliseconds", "nps", "knps"];

/// The lines of UCI that count other things.
const UCI_LINES: [&str; 4] = ["info", "id", "option", "bestmove"];

/// What stands behind `perft` or `depth` and is larger is no depth: none is walked to.
const MAX_DEPTH: u128 = 255;

/// Reads `Nodes searched: 20`, `Total: 20`, `Perft(5) = 20`, `20 nodes` or `20`.
pub(super) fn read_total(line: &str) -> Option<u128> {
    if let Some(bare) = read_count(line) {
        return Some(bare);
    }
    let is_of_word = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, ',' | '_' | '\'' | '.' | '/' | '-')
    };
    let words: Vec<String> = line
        .split(|letter: char| !is_of_word(letter))
        .map(|word| word.trim_matches([',', '.']).to_ascii_lowercase())
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .collect();
    let first = words.first()?;
    if UCI_LINES.contains(&first.as_str()) {
        return None;
    }
    if let Some(count) = read_count(first) {
        let is = |at: usize, word: &str| words.get(at).is_some_and(|found| found == word);
        let counts_nodes = ["nodes", "leaves"].into_iter().any(|unit| is(1, unit));
        return (counts_nodes && !is(2, "per")).then_some(count);
    }
    largest_total(&words)
}

/// The total among the numbers of a line, each with its words before it. Where a line has the moves
/// and the leaves behind them, the leaves are the more.
fn largest_total(words: &[String]) -> Option<u128> {
    let mut totals = Vec::new();
    let mut label: Vec<&str> = Vec::new();
    let mut has_depth = false;
    for (at, word) in words.iter().enumerate() {
        let Some(count) = read_count(word) else {
            // The unit of the number before says nothing of the next one.
            let is_unit = label.is_empty() && UNITS.contains(&word.as_str());
            if !is_unit {
                label.push(word);
            }
            continue;
        };
        // In `Perft(5) = 20` and `Nodes at depth 5: 20` the first number is the depth, and the words
        // before it say what the second one is.
        let is_depth = matches!(label.last(), Some(&("depth" | "perft"))) && count <= MAX_DEPTH;
        if is_depth && !has_depth {
            has_depth = true;
            continue;
        }
        let has_unit = words.get(at + 1).is_some_and(|next| UNITS.contains(&next.as_str()));
        let is_known = label.iter().all(|word| COUNTED.contains(word) || BESIDE.contains(word));
        let is_counted = label.iter().any(|word| COUNTED.contains(word));
        if is_known && is_counted && !has_unit {
            totals.push(count);
        }
        label.clear();
        has_depth = false;
    }
    totals.into_iter().max()
}
