//! A position in nine words, as the shader reads it.

use ox88::suite::built_in;
use ox88::{Color, Move, MoveKind, Position, Square};

/// The words of a position: eight for the board, and the last for castling and en passant.
///
/// The side to move plays up, as White: a position and its mirrored one have the same words. The board is four sets of
/// squares of 64 bits each. Three of them make up the code of a piece, and the fourth has the pieces of the side to
/// move.
pub type Packed = [u32; 9];

/// The pieces with the codes from 0 to 7. The third bit is that of a slider, and the others say along which lines.
const LETTERS: &str = ".PNK.BRQ";

/// The bit of the last word for a pawn that may be captured en passant. Its file is in the three bits below.
const HAS_EN_PASSANT: u32 = 1 << 19;
const EN_PASSANT_FILE: u32 = 16;

/// The words of a position.
pub fn pack(position: &Position) -> Packed {
    let is_white = position.side_to_move() == Color::White;
    let position = if is_white { *position } else { position.mirrored() };
    let mut words = [0; 9];
    for color in Color::BOTH {
        for (square, piece) in position.board().pieces(color) {
            let code = LETTERS.find(piece.letter().to_ascii_uppercase()).unwrap_or(0);
            let bits = code | usize::from(color == Color::White) << 3;
            for plane in (0..4).filter(|plane| bits >> plane & 1 == 1) {
                words[2 * plane + square.number() / 32] |= 1 << (square.number() % 32);
            }
        }
    }
    // The files of the rooks with which White may castle are the lowest bits, and then those of Black.
    for (color, _, rook) in position.castling_rights().iter() {
        words[8] |= 1 << (file_number(rook) + if color == Color::White { 0 } else { 8 });
    }
    // If no pawn can legally capture there, the square changes no count.
    if let Some(capture) = en_passant_capture(&position) {
        words[8] |= HAS_EN_PASSANT | file_number(capture.to) << EN_PASSANT_FILE;
    }
    words
}

/// The position of some words, with White to move; nothing if these are not the words of a valid position.
pub fn unpack(words: &Packed) -> Option<Position> {
    let mut fen = String::new();
    for square in (0..8).rev().flat_map(|rank| 8 * rank..8 * rank + 8) {
        let bit = |plane: usize| words[2 * plane + square / 32] >> (square % 32) & 1;
        let code = bit(0) | bit(1) << 1 | bit(2) << 2;
        // An empty square belongs to nobody; no FEN has a dot.
        let letter = if code | bit(3) == 0 { "1" } else { &LETTERS[code as usize..][..1] };
        fen += &if bit(3) == 1 { letter.to_owned() } else { letter.to_ascii_lowercase() };
        fen += if square % 8 == 7 && square > 7 { "/" } else { "" };
    }
    let state = words[8];
    let rights = "ABCDEFGHabcdefgh".char_indices().filter(|(bit, _)| state >> bit & 1 == 1);
    let rights: String = rights.map(|(_, letter)| letter).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    let file = ('a'..='h').nth((state >> EN_PASSANT_FILE & 7) as usize)?;
    let en_passant = if state & HAS_EN_PASSANT == 0 { "-".to_owned() } else { format!("{file}6") };
    format!("{fen} w {rights} {en_passant}").parse().ok()
}

/// The depth to which a card counts the suites when it is opened.
pub const TESTED: u32 = 3;

/// The positions of the suites, and the leaves that are known at that depth below all of them.
pub fn tested() -> (Vec<Packed>, u128) {
    let positions = built_in::suites().into_iter().flat_map(|suite| &suite.positions);
    let known = positions.filter_map(|position| {
        let count = position.entry.counts.iter().find(|count| count.depth == TESTED)?;
        Some((pack(&position.position), count.nodes))
    });
    let (words, leaves): (_, Vec<u128>) = known.unzip();
    (words, leaves.iter().sum())
}

/// A legal capture en passant.
pub(crate) fn en_passant_capture(position: &Position) -> Option<Move> {
    position.en_passant()?;
    position.legal_moves().into_iter().find(|mv| mv.kind == MoveKind::EnPassant)
}

fn file_number(square: Square) -> u32 {
    narrow(square.number() as u64) % 8
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is taken")]
pub(crate) const fn narrow(word: u64) -> u32 {
    word as u32
}
