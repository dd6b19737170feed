//! The board with squares marked, by colour or by brackets.

use crate::chess::piece::Piece;
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};

const MARK: &str = "\x1b[30;43m";
const END: &str = "\x1b[0m";

/// A picture of the board in lines: the eighth rank on top, a dot for an empty square.
pub(super) fn drawing(position: &Position, marked: &[Square], colour: bool) -> Vec<String> {
    let cell = |square: Square| {
        let piece = position.board().at(square).map_or('.', Piece::letter);
        match (marked.contains(&square), colour) {
            (false, _) => format!(" {piece} "),
            (true, false) => format!("[{piece}]"),
            (true, true) => format!("{MARK} {piece} {END}"),
        }
    };
    let rank = |rank: Rank| {
        let cells: String = File::all().map(|file| cell(Square::new(file, rank))).collect();
        format!("{} {cells}", rank.digit()).trim_end().to_owned()
    };
    let mut lines: Vec<String> = Rank::all().rev().map(rank).collect();
    let files: Vec<String> = File::all().map(|file| file.letter().to_string()).collect();
    lines.push(format!("   {}", files.join("  ")));
    lines
}
