//! A position in eight words, as the shader reads it.

use ox88::suite::built_in;
use ox88::{Color, Move, MoveKind, Position};

/// The words of a position: four sets of squares of 64 bits each. Three of them make up the code of a piece, and the
/// fourth has the pieces of the side to move. So a square has one of sixteen codes: it is empty, or has one of twelve
/// pieces, a rook of either side that may castle, or a pawn that may be captured en passant.
///
/// The side to move plays up, as White: a position and its mirrored one have the same words.
pub type Packed = [u32; 8];

/// The pieces with the codes from 0 to 7. The third bit is that of a slider, and the others say along which lines; a
/// rook that may castle has the third bit alone.
const LETTERS: &str = ".PNKRBRQ";
/// The bit of the code that says whose piece it is. Alone, it is a pawn of the other side that may be captured en
/// passant.
const OURS: usize = 8;
const EXPOSED: usize = OURS;
const MAY_CASTLE: usize = 4;

/// The words of a position.
pub fn pack(position: &Position) -> Packed {
    let is_white = position.side_to_move() == Color::White;
    let position = if is_white { *position } else { position.mirrored() };
    let rooks = position.castling_rights();
    // If no pawn can legally capture there, the square changes no count.
    let exposed = en_passant_capture(&position).and_then(|mv| position.captured(mv));
    let mut words = [0; 8];
    for color in Color::BOTH {
        for (square, piece) in position.board().pieces(color) {
            let kind = LETTERS.rfind(piece.letter().to_ascii_uppercase()).unwrap_or(0);
            let code = if exposed == Some(square) {
                EXPOSED
            } else if rooks.iter().any(|right| right.2 == square) {
                MAY_CASTLE
            } else {
                kind
            };
            let code = code | if color == Color::White { OURS } else { 0 };
            for plane in (0..4).filter(|plane| code >> plane & 1 == 1) {
                words[2 * plane + square.number() / 32] |= 1 << (square.number() % 32);
            }
        }
    }
    words
}

/// The position of some words, with White to move; nothing if these are not the words of a valid position.
pub fn unpack(words: &Packed) -> Option<Position> {
    let (mut board, mut rights, mut en_passant) = (String::new(), String::new(), "-".to_owned());
    for square in (0..8).rev().flat_map(|rank| 8 * rank..8 * rank + 8) {
        let bit = |plane: usize| (words[2 * plane + square / 32] >> (square % 32) & 1) as usize;
        let (rank, file) = (square / 8, &"ABCDEFGH"[square % 8..=square % 8]);
        let (kind, is_ours) = (bit(0) | bit(1) << 1 | bit(2) << 2, bit(3) == 1);
        let in_case = |letter: &str| {
            if is_ours { letter.to_owned() } else { letter.to_ascii_lowercase() }
        };
        board += &match kind {
            0 if !is_ours => "1".to_owned(),
            0 => {
                let is_first = rank == 4 && en_passant == "-";
                en_passant = is_first.then(|| file.to_ascii_lowercase() + "6")?;
                "p".to_owned()
            }
            _ => in_case(&LETTERS[kind..=kind]),
        };
        if kind == MAY_CASTLE {
            rights += &(rank == if is_ours { 0 } else { 7 }).then(|| in_case(file))?;
        }
        board += if square % 8 == 7 && rank > 0 { "/" } else { "" };
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{board} w {rights} {en_passant}").parse().ok()
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
