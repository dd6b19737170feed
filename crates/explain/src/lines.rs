//! Sentences in lines that fit a terminal, and boards.

use ox88::{File, Piece, Position, Rank, Square};

/// How long a line may get: as wide as a terminal opens, and what people paste into a forum. Lines to copy may be
/// longer, and so may a FEN.
pub const WIDTH: usize = 80;

/// A sentence in lines that fit a terminal, indented below its first word. What it quotes stays in one line.
#[must_use]
pub fn remark(first: &str, sentence: &str) -> String {
    const KEPT: char = '\u{A0}';
    let mut is_quoted = true;
    let keep = |part: &str| {
        is_quoted = !is_quoted;
        if is_quoted { part.replace(' ', &KEPT.to_string()) } else { part.to_owned() }
    };
    let kept: String = sentence.split_inclusive(['`', '"']).map(keep).collect();
    wrapped(first, &kept).replace(KEPT, " ")
}

/// The same, broken between any two words.
#[must_use]
pub fn wrapped(first: &str, sentence: &str) -> String {
    let indent = " ".repeat(first.chars().count());
    let (mut lines, mut line) = (Vec::new(), first.to_owned());
    for word in words(sentence, WIDTH.saturating_sub(indent.len())) {
        if line.chars().count() + word.chars().count() > WIDTH && line.trim() != first.trim() {
            lines.push(line.trim_end().to_owned());
            line.clone_from(&indent);
        }
        line += &word;
        line.push(' ');
    }
    lines.push(line.trim_end().to_owned());
    lines.join("\n")
}

/// The words of a sentence. A FEN is one of them if it has room in a line, so that it can be copied.
fn words(sentence: &str, room: usize) -> Vec<String> {
    const RANKS: usize = 8;
    const FIELDS: usize = 6;
    let mut words = Vec::new();
    let mut left: Vec<&str> = sentence.split(' ').collect();
    while !left.is_empty() {
        let is_fen = left.len() >= FIELDS && left[0].split('/').count() == RANKS;
        let fen = left[..if is_fen { FIELDS } else { 1 }].join(" ");
        let taken = if fen.len() <= room { fen } else { left[0].to_owned() };
        left.drain(..taken.split(' ').count());
        words.push(taken);
    }
    words
}

/// A phrase with a capital in front.
#[must_use]
pub fn capitalized(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// `1 finding`, `2 findings`.
#[must_use]
pub fn counted(count: impl ToString + Copy, what: &str) -> String {
    let count = count.to_string();
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {what}{s}")
}

/// A picture of the board: the eighth rank on top, each square with what is made of its letter, a dot for an empty one.
pub fn board(position: &Position, cell: impl Fn(Square, char) -> String) -> String {
    let cell = |square| cell(square, position.board().at(square).map_or('.', Piece::letter));
    let rank = |rank: Rank| {
        let cells: String = File::all().map(|file| cell(Square::new(file, rank))).collect();
        format!("  {} {}\n", rank.digit(), cells.trim_end())
    };
    let ranks: String = Rank::all().rev().map(rank).collect();
    let files: Vec<String> = File::all().map(|file| file.letter().to_string()).collect();
    format!("{ranks}     {}", files.join("  "))
}
