//! Lists the positions of suites, with the ids to type in place of a FEN.

use crate::outcome::{CommandVerdict, Result};
use crate::rows::{RowFormat, Rows, Value};
use ox88::suite::{Suite, SuitePosition};
use ox88_hunt::WIDTH;
use ox88_hunt::suites::by_name;
use std::io::{self, Write};

/// Lists the positions whose id or suite has one of these words in it, or all of them if there is no word.
pub(super) fn list(
    suites: &[Suite],
    words: &[String],
    format: Option<RowFormat>,
    out: &mut impl Write,
) -> Result {
    let all = suites.iter().flat_map(|suite| suite.positions.iter().map(move |it| (suite, it)));
    let is_listed = |item: &Item| words.is_empty() || words.iter().any(|it| is_meant(item, it));
    let items: Vec<Item> = all.filter(is_listed).collect();
    if items.is_empty() {
        let words = words.join(" or ");
        let why = format!(
            "no position has {words} in its id or in the name of its suite: `ox88 suite --list` shows all of them"
        );
        return Err(why.into());
    }
    CommandVerdict::Right.once_written(match format {
        Some(format) => write_rows(&items, format, out),
        None => write_table(&items, out),
    })
}

/// A position of the list, with its suite.
type Item<'a> = (&'a Suite, &'a SuitePosition);

fn is_meant((suite, position): &Item, word: &str) -> bool {
    let id = position.name();
    let is_name = by_name(word).is_some_and(|named| named.name() == id);
    let word = word.to_ascii_lowercase();
    is_name || id.contains(&word) || suite.name().contains(&word)
}

/// The deepest count, after its depth.
fn deepest(position: &SuitePosition) -> (u32, u128) {
    position.entry.counts.last().map_or((0, 0), |count| (count.depth, count.nodes))
}

/// A line with the id, and below it the FEN, and the deepest count beside it, if there is room, or else below it.
fn write_table(items: &[Item], out: &mut impl Write) -> io::Result<()> {
    let mut heading = "";
    for (suite, position) in items {
        if heading != suite.name() {
            let gap = if heading.is_empty() { "" } else { "\n" };
            heading = suite.name();
            writeln!(out, "{gap}{heading}:")?;
        }
        let (fen, (depth, nodes)) = (&position.entry.fen, deepest(position));
        let count = format!("depth {depth}: {nodes}");
        let is_narrow = 4 + fen.len() + 2 + count.len() <= WIDTH;
        let gap = if is_narrow { "  " } else { "\n    " };
        writeln!(out, "  {}\n    {fen}{gap}{count}", position.name())?;
    }
    Ok(())
}

fn write_rows(items: &[Item], format: RowFormat, out: &mut impl Write) -> io::Result<()> {
    let mut rows = Rows::new(format, vec!["id", "suite", "depth", "nodes", "fen"], out)?;
    for (suite, position) in items {
        let (depth, nodes) = deepest(position);
        rows.write([
            Value::Word(position.name()),
            Value::Word(suite.name().to_owned()),
            Value::Number(depth.into()),
            Value::Number(nodes),
            Value::Word(position.entry.fen.clone()),
        ])?;
    }
    rows.finish()
}
