//! Positions as CSV: a row for each position and depth, below a header.
//!
//! The columns are `suite,name,chess960,fen,comments,depth,nodes`, then `moves` and `divide` if they were asked
//! for: `e2e3 e2e4` and `e2e3:20 e2e4:20`.

use super::item::{Content, ExportedPosition};
use crate::rows::field;
use ox88::Divide;
use std::io::{self, Write};

pub(super) fn write(
    items: &[ExportedPosition],
    content: Content,
    out: &mut impl Write,
) -> io::Result<()> {
    let moves = if content.moves { ",moves" } else { "" };
    let divide = if content.divides { ",divide" } else { "" };
    writeln!(out, "suite,name,chess960,fen,comments,depth,nodes{moves}{divide}")?;
    for item in items {
        let suite = field(item.suite.name());
        let comments = field(&item.position.entry.comments.join("; "));
        let (name, chess960, fen) = (item.position.name(), item.is_chess960(), item.fen());
        for (count, divide) in &item.counts {
            write!(
                out,
                "{suite},{name},{chess960},{fen},{comments},{},{}",
                count.depth, count.nodes
            )?;
            if let Some(moves) = &item.moves {
                write!(out, ",{}", moves.join(" "))?;
            }
            if let Some(divide) = divide {
                write!(out, ",{}", rows(divide))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

fn rows(divide: &Divide) -> String {
    let rows = divide.texts().map(|(text, leaves)| format!("{text}:{leaves}"));
    rows.collect::<Vec<_>>().join(" ")
}
