//! The kinds of leaves that an engine prints beside its perft: `captures: 8`, `nodes 97862 captures 17102`, or a table
//! with a heading. What cannot be read for certain is left out.

use ox88_count::Column;
use std::collections::BTreeMap;

/// What authors call the kinds, in small letters alone.
const NAMES: [(Column, &[&str]); 8] = [
    (Column::Nodes, &["nodes", "node", "leaves", "count"]),
    (Column::Captures, &["captures", "capture", "caps"]),
    (Column::EnPassant, &["enpassant", "enpassants", "ep", "eps"]),
    (Column::Castles, &["castles", "castle", "castling", "castlings"]),
    (Column::Promotions, &["promotions", "promotion", "promos"]),
    (Column::Checks, &["checks", "check"]),
    (Column::DoubleChecks, &["doublechecks", "doublecheck"]),
    (Column::Checkmates, &["checkmates", "checkmate", "mates", "mate"]),
];

/// Names of the column that says how deep a row is.
const DEPTHS: [&str; 3] = ["depth", "ply", "d"];

/// The kind of leaves that a name means.
pub fn kind_of_leaves(name: &str) -> Option<Column> {
    let name = letters(name);
    let is_it = |(_, names): &&(Column, &[&str])| names.contains(&name.as_str());
    NAMES.iter().find(is_it).map(|(column, _)| *column)
}

/// The numbers of each kind in what an engine printed for a perft of this depth. A kind with several numbers is left
/// out, unless the last is the sum of the others.
pub fn kinds_of_leaves(lines: &[String], depth: u32) -> Vec<(Column, u128)> {
    let mut numbers: BTreeMap<usize, Vec<(Column, u128)>> = BTreeMap::new();
    let mut heading: Vec<String> = Vec::new();
    for line in lines {
        let line = line.trim().strip_prefix("info string ").unwrap_or(line.trim());
        let cells = cells(line);
        let read: Vec<Option<u128>> = cells.iter().map(|cell| number(cell)).collect();
        if cells.iter().filter(|cell| kind_of_leaves(cell).is_some()).count() > 1
            && read.iter().all(Option::is_none)
        {
            heading = cells;
        } else if cells.len() == heading.len() && read.iter().all(Option::is_some) {
            let pairs = heading.iter().cloned().zip(read.into_iter().flatten());
            keep(&mut numbers, pairs.collect(), depth);
        } else {
            keep(&mut numbers, named(line), depth);
        }
    }
    let one = |of: Vec<(Column, u128)>| match &of[..] {
        [only] => Some(*only),
        [rows @ .., total] => {
            let sum = rows.iter().fold(0, |sum: u128, (_, count)| sum.saturating_add(*count));
            (sum == total.1).then_some(*total)
        }
        [] => None,
    };
    numbers.into_values().filter_map(one).collect()
}

/// Keeps the numbers of a line, unless it is about another depth.
fn keep(
    numbers: &mut BTreeMap<usize, Vec<(Column, u128)>>,
    pairs: Vec<(String, u128)>,
    depth: u32,
) {
    let is_depth = |name: &str| DEPTHS.contains(&letters(name).as_str());
    if pairs.iter().any(|(name, number)| is_depth(name) && *number != depth.into()) {
        return;
    }
    for (name, number) in pairs {
        if let Some(column) = kind_of_leaves(&name).filter(|it| *it != Column::Nodes) {
            numbers.entry(column as usize).or_default().push((column, number));
        }
    }
}

/// The names of a line, each with the number after it.
fn named(line: &str) -> Vec<(String, u128)> {
    let (mut pairs, mut name) = (Vec::new(), String::new());
    for word in line.split([' ', '\t', ':', '=', ';', '|']).filter(|word| !word.is_empty()) {
        match number(word.trim_end_matches(',')) {
            Some(number) => pairs.push((std::mem::take(&mut name), number)),
            None => name += word,
        }
    }
    pairs
}

/// The cells of a row: between bars, tabs or wide gaps if there are any, or else its words.
fn cells(line: &str) -> Vec<String> {
    let is_wide = line.contains(['|', '\t']) || line.contains("  ");
    let line = line.replace(['|', '\t'], "  ");
    let gap = if is_wide { "  " } else { " " };
    line.split(gap).map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

fn number(word: &str) -> Option<u128> {
    let has_digits = word.starts_with(|it: char| it.is_ascii_digit());
    has_digits.then(|| word.replace([',', '_', '\''], "").parse().ok())?
}

fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphabetic);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}
