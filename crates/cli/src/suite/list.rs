//! Lists the positions of suites, with the ids to type in place of a FEN.

use crate::outcome::{CommandVerdict, Stop};
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
) -> Result<CommandVerdict, Stop> {
    let all = suites
        .iter()
        .flat_map(|suite| suite.positions.iter().map(move |it| ListedPosition::new(suite, it)));
    let items: Vec<ListedPosition> = all.filter(|item| item.is_meant(words)).collect();
    if items.is_empty() {
        return Err(Stop::Refused(format!(
            "no position has {} in its id or in the name of its suite: `ox88 suite --list` shows all of them",
            words.join(" or ")
        )));
    }
    CommandVerdict::Right.once_written(match format {
        Some(format) => write_rows(&items, format, out),
        None => write_table(&items, out),
    })
}

/// A position of the list.
struct ListedPosition<'a> {
    id: String,
    suite: &'a str,
    fen: &'a str,
    /// The deepest count, and its depth.
    depth: u32,
    nodes: u128,
}

impl<'a> ListedPosition<'a> {
    fn new(suite: &'a Suite, position: &'a SuitePosition) -> ListedPosition<'a> {
        let deepest = position.entry.counts.last();
        let (depth, nodes) = deepest.map_or((0, 0), |count| (count.depth, count.nodes));
        let fen = &position.entry.fen;
        ListedPosition { id: position.name(), suite: suite.name(), fen, depth, nodes }
    }

    fn is_meant(&self, words: &[String]) -> bool {
        let has = |word: &String| {
            let named = by_name(word).is_some_and(|named| named.name() == self.id);
            let word = word.to_ascii_lowercase();
            named || self.id.contains(&word) || self.suite.contains(&word)
        };
        words.is_empty() || words.iter().any(has)
    }
}

/// A line with the id, and below it the FEN, and the deepest count beside it, if there is room, or else below it.
fn write_table(items: &[ListedPosition], out: &mut impl Write) -> io::Result<()> {
    for (index, ListedPosition { id, suite, fen, depth, nodes }) in items.iter().enumerate() {
        if index == 0 || items[index - 1].suite != *suite {
            let line = if index == 0 { "" } else { "\n" };
            writeln!(out, "{line}{suite}:")?;
        }
        let count = format!("depth {depth}: {nodes}");
        let is_narrow = 4 + fen.len() + 2 + count.len() <= WIDTH;
        let gap = if is_narrow { "  " } else { "\n    " };
        writeln!(out, "  {id}\n    {fen}{gap}{count}")?;
    }
    Ok(())
}

fn write_rows(items: &[ListedPosition], format: RowFormat, out: &mut impl Write) -> io::Result<()> {
    let mut rows = Rows::new(format, vec!["id", "suite", "depth", "nodes", "fen"], out)?;
    for ListedPosition { id, suite, fen, depth, nodes } in items {
        rows.write([
            Value::Word(id.clone()),
            Value::Word((*suite).to_owned()),
            Value::Number(u128::from(*depth)),
            Value::Number(*nodes),
            Value::Word((*fen).to_owned()),
        ])?;
    }
    rows.finish()
}
