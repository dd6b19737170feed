//! Positions as EPD: the format of the built-in suites, which `ox88 suite -` reads again.

use super::item::ExportedPosition;
use std::io::{self, Write};

pub(super) fn write(items: &[ExportedPosition], out: &mut impl Write) -> io::Result<()> {
    for item in items {
        let entry = &item.position.entry;
        write!(out, "{}", item.fen())?;
        if let Some(id) = &entry.id {
            write!(out, " ;id {}", operand(id))?;
        }
        // There are ten operations for comments. A suite that has more comments has one of these twice.
        for (number, comment) in (0..=9).cycle().zip(&entry.comments) {
            write!(out, " ;c{number} {}", operand(comment))?;
        }
        for (count, _) in &item.counts {
            write!(out, " ;D{} {}", count.depth, count.nodes)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A text as the operand of an operation: in quotation marks, unless it is a plain name. There is no way
/// to write a quotation mark inside of them.
fn operand(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("\"{}\"", text.replace('"', "'"))
    }
}
