//! Text that goes into the files: JSON in a fixed order of keys, the remarks of a suite, and FENs of Chess960.

use ox88::suite::SuitePosition;
use ox88::{Color, Position};
use serde_json::Value;

/// A text as JSON.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// An object with these keys, in this order.
pub fn object(fields: impl IntoIterator<Item = (impl AsRef<str>, String)>) -> String {
    let field = |(key, value): (_, String)| format!("{}: {value}", quoted(AsRef::as_ref(&key)));
    let fields: Vec<String> = fields.into_iter().map(field).collect();
    format!("{{{}}}", fields.join(", "))
}

/// An array of these values, which are JSON already.
pub fn list(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(", "))
}

/// The comments of a suite, each with the line below it.
pub struct Remarks {
    /// The number of the line that ends it, and its text.
    paragraphs: Vec<(usize, String)>,
}

/// Reads the comments of the text of a suite: a paragraph is a run of lines that begin with `#`.
pub fn remarks(suite: &str) -> Remarks {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(suite.lines()) {
        let Some(text) = line.strip_prefix('#') else { continue };
        // It describes the lines of the file, and not what they prove.
        if text.starts_with(" One position a line: ") {
            continue;
        }
        match paragraphs.last_mut() {
            Some((last, paragraph)) if *last + 1 == number => {
                *last = number;
                *paragraph += " ";
                *paragraph += text.trim();
            }
            _ => paragraphs.push((number, text.trim().to_owned())),
        }
    }
    // A paragraph may have empty lines.
    for (_, paragraph) in &mut paragraphs {
        *paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    Remarks { paragraphs }
}

impl Remarks {
    /// What the suite is about.
    pub fn head(&self) -> String {
        self.paragraphs.first().map(|it| it.1.clone()).unwrap_or_default()
    }

    /// What the position is about: the paragraph above it, if that is not the head.
    pub fn above(&self, known: &SuitePosition) -> Option<&str> {
        let above = self.paragraphs[1..].iter().rev().find(|it| it.0 < known.entry.line);
        above.map(|it| it.1.as_str())
    }
}

/// The FEN with the files of the rooks as castling rights, also where `KQkq` would do.
pub fn shredder_fen(position: &Position) -> String {
    let letter = |(color, _, rook): (Color, _, ox88::Square)| {
        let file = rook.file().letter();
        if color == Color::White { file.to_ascii_uppercase() } else { file }
    };
    let rights: String = position.setup().castling.iter().map(letter).collect();
    let fen = position.to_string();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if !rights.is_empty() {
        fields[2] = &rights;
    }
    fields.join(" ")
}
