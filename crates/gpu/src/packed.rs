//! A position in nine words, as the shader reads it.

use ox88::{
    Board, CastlingPair, CastlingRights, Color, File, Move, MoveKind, Piece, PieceKind, Position,
    Rank, Setup, Square,
};

/// The words of a position: eight for the board, and the last for castling and en passant.
///
/// The side to move plays up, as White: a position and its mirrored one have the same words. The board is four sets of
/// squares of 64 bits each. Three of them make up the code of a piece, and the fourth has the pieces of the side to
/// move.
pub type Packed = [u32; 9];

/// The bit of the last word for a pawn that may be captured en passant. Its file is in the three bits below.
const HAS_EN_PASSANT: u32 = 1 << 19;
const EN_PASSANT_FILE: u32 = 16;

/// The files of the rooks with which White may castle are the lowest bits of the last word, and then those of Black.
const RIGHTS: [(Color, u32); 2] = [(Color::White, 0), (Color::Black, 8)];

/// The pieces with the codes from 0 to 7. The third bit is that of a slider, and the others say along which lines.
const KINDS: [Option<PieceKind>; 8] = [
    None,
    Some(PieceKind::Pawn),
    Some(PieceKind::Knight),
    Some(PieceKind::King),
    None,
    Some(PieceKind::Bishop),
    Some(PieceKind::Rook),
    Some(PieceKind::Queen),
];

/// The words of a position.
pub fn pack(position: &Position) -> Packed {
    let is_white = position.side_to_move() == Color::White;
    let position = if is_white { *position } else { position.mirrored() };
    let mut planes = [0_u64; 4];
    for color in Color::BOTH {
        for (square, piece) in position.board().pieces(color) {
            let code = KINDS.iter().position(|kind| *kind == Some(piece.kind())).unwrap_or(0);
            for (bit, plane) in planes[..3].iter_mut().enumerate() {
                *plane |= (code as u64 >> bit & 1) << square.number();
            }
            planes[3] |= u64::from(color == Color::White) << square.number();
        }
    }
    let mut state = 0;
    for (color, shift) in RIGHTS {
        let rights = position.castling_rights();
        for (_, _, rook) in rights.iter().filter(|right| right.0 == color) {
            state |= 1 << (shift + file_number(rook));
        }
    }
    // If no pawn can legally capture there, the square changes no count.
    if let Some(capture) = en_passant_capture(&position) {
        state |= HAS_EN_PASSANT | file_number(capture.to) << EN_PASSANT_FILE;
    }
    let [a, b, c, ours] = planes.map(|plane| [narrow(plane), narrow(plane >> 32)]);
    [a[0], a[1], b[0], b[1], c[0], c[1], ours[0], ours[1], state]
}

/// The position of some words, with White to move; nothing if these are not the words of a valid position.
pub fn unpack(words: &Packed) -> Option<Position> {
    let plane =
        |number: usize| u64::from(words[2 * number]) | u64::from(words[2 * number + 1]) << 32;
    let state = words[8];
    let mut board = Board::EMPTY;
    for square in Square::all() {
        let bit = |number| usize::from(plane(number) >> square.number() & 1 == 1);
        let color = if bit(3) == 1 { Color::White } else { Color::Black };
        match (KINDS[bit(0) | bit(1) << 1 | bit(2) << 2], bit(2)) {
            (Some(kind), _) => board.put(square, Piece::new(color, kind)),
            // An empty square belongs to nobody.
            (None, 0) if bit(3) == 0 => {}
            (None, _) => return None,
        }
    }
    let mut castling = CastlingRights::NONE;
    for (color, shift) in RIGHTS {
        let home = if color == Color::White { Rank::R1 } else { Rank::R8 };
        let king = Piece::new(color, PieceKind::King);
        let king = Square::all().find(|square| board.at(*square) == Some(king))?;
        for (number, file) in File::all().enumerate() {
            if state >> shift >> number & 1 == 1 {
                let rook = Square::new(file, home);
                castling.grant(color, CastlingPair::new(king, rook).side(), rook);
            }
        }
    }
    let file = File::all().nth((state >> EN_PASSANT_FILE & 7) as usize);
    let en_passant = file.filter(|_| state & HAS_EN_PASSANT != 0);
    let en_passant = en_passant.map(|file| Square::new(file, Rank::R6));
    let (halfmove_clock, fullmove_number) = (0, 1);
    let side_to_move = Color::White;
    let setup =
        Setup { board, side_to_move, castling, en_passant, halfmove_clock, fullmove_number };
    Position::new(setup).ok()
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
