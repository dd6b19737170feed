//! The key of a position and a depth, in five words: positions with the same key have the same leaves.
//!
//! The board fits into 256 bits, four for each square. Twelve of the sixteen codes are pieces, and one is the empty
//! square. The other three hold what a board does not show: a rook, White's or Black's, that may still castle, and a
//! pawn that may be captured en passant. An en passant square on which no pawn can legally capture is left out, because
//! it changes no count.

use super::quick::legal::pawns_beside;
use super::quick::squares::codes_by_rank;
use ox88::{
    Board, CastlingPair, CastlingRights, CastlingSide, Color, File, Move, MoveKind, Piece,
    PieceKind, Position, Rank, Setup, Square,
};

/// A position and a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Four bits for each square, from a1 along the ranks to h8.
    pub(super) board: [u64; 4],
    /// The side to move in the lowest bit, and above it the depth.
    pub(super) tag: u64,
}

const EMPTY: u64 = 0;
const EN_PASSANT_PAWN: u64 = 0b1000;
const CASTLING_ROOK: [u64; 2] = [0b0100, 0b1100];

const ONE_PLY: u64 = 1 << 1;

impl Key {
    /// The key of a position at a depth.
    pub fn new(position: &Position, depth: u32) -> Key {
        let side_to_move = position.side_to_move().index() as u64;
        let tag = u64::from(depth) * ONE_PLY + side_to_move;
        let mut key = Key { board: packed(position.board()), tag };
        for color in Color::BOTH {
            for side in CastlingSide::BOTH {
                if let Some(rook) = position.castling_rights().rook(color, side) {
                    key.set(rook, CASTLING_ROOK[color.index()]);
                }
            }
        }
        if let Some(pawn) = pawn_to_take_en_passant(position) {
            key.set(pawn, EN_PASSANT_PAWN);
        }
        key
    }

    /// The key of the position after a legal move, one ply less deep. `self` is the key of the position before it.
    #[inline]
    pub fn after(&self, position: &Position, mv: Move) -> Key {
        // Usually only a few squares change, and the move need not be made.
        self.after_simple(position, mv)
            .unwrap_or_else(|| Key::new(&position.after(mv), self.depth() - 1))
    }

    /// The same for moves that take one piece from one square to another, and allow no capture en
    /// passant.
    #[inline]
    fn after_simple(&self, position: &Position, mv: Move) -> Option<Key> {
        let us = position.side_to_move();
        let piece = position.board().at(mv.from)?;
        let arriving = match mv.kind {
            MoveKind::Normal => piece,
            MoveKind::Promotion(kind) => Piece::new(us, kind),
            MoveKind::DoublePush if pawns_beside(position.board(), mv.to, !us, |_| true) == 0 => {
                piece
            }
            MoveKind::DoublePush | MoveKind::EnPassant | MoveKind::Castling { .. } => return None,
        };
        let mut key = Key { board: self.board, tag: (self.tag ^ 1) - ONE_PLY };
        if let Some(pawn) = position.en_passant().and_then(|to| us.en_passant_victim(to)) {
            key.set(pawn, code(Piece::new(!us, PieceKind::Pawn)));
        }
        if piece.kind() == PieceKind::King {
            for side in CastlingSide::BOTH {
                if let Some(rook) = position.castling_rights().rook(us, side) {
                    key.set(rook, code(Piece::new(us, PieceKind::Rook)));
                }
            }
        }
        // A rook that leaves its home or is captured there loses its right with it, because the code of its square held
        // both.
        key.set(mv.from, EMPTY);
        key.set(mv.to, code(arriving));
        Some(key)
    }

    /// How many plies there are to the leaves.
    #[expect(clippy::cast_possible_truncation, reason = "it was put in as 32 bits")]
    pub const fn depth(&self) -> u32 {
        (self.tag / ONE_PLY) as u32
    }

    /// The position of this key, with the counters of the start of a game, and with an en passant square only if a pawn
    /// can legally capture there.
    pub fn position(&self) -> Position {
        let us = self.side_to_move();
        let mut setup = Setup {
            board: Board::EMPTY,
            side_to_move: us,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        let (mut kings, mut rooks) = ([None; 2], Vec::new());
        for square in Square::all() {
            let Some(piece) = self.piece_at(square) else { continue };
            setup.board.put(square, piece);
            match self.code_at(square) {
                EN_PASSANT_PAWN => setup.en_passant = square.step(us.forward()),
                code if CASTLING_ROOK.contains(&code) => rooks.push((square, piece.color())),
                _ if piece.kind() == PieceKind::King => {
                    kings[piece.color().index()] = Some(square);
                }
                _ => {}
            }
        }
        let [Some(white), Some(black)] = kings else {
            unreachable!("a key is that of a position, which has both kings")
        };
        let kings = [white, black];
        for (rook, color) in rooks {
            let side = CastlingPair::new(kings[color.index()], rook).side();
            setup.castling.grant(color, side, rook);
        }
        Position::unchecked(setup, kings)
    }

    /// The piece on a square, without what else its code says.
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.code_at(square) {
            EMPTY => None,
            EN_PASSANT_PAWN => Some(Piece::new(!self.side_to_move(), PieceKind::Pawn)),
            code => Some(Piece::new(Color::BOTH[usize::from(code & 8 != 0)], kind(code))),
        }
    }

    /// The codes of a rank, the a-file in the lowest bits. Equal codes are equal pieces.
    #[expect(clippy::cast_possible_truncation, reason = "a rank has 32 bits")]
    pub(super) fn rank(&self, rank: Rank) -> u32 {
        let first = Square::new(File::A, rank).number();
        (self.board[first / 16] >> (first % 16 * 4)) as u32
    }

    fn side_to_move(&self) -> Color {
        Color::BOTH[usize::from(self.tag & 1 == 1)]
    }

    const fn code_at(&self, square: Square) -> u64 {
        self.board[square.number() / 16] >> (square.number() % 16 * 4) & 0b1111
    }

    /// A hash of all bits of the key. A poor hash would cost time, but could never make a count wrong.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        // Any random-looking numbers would do. These are the digits of π behind the point.
        const PI: [u64; 6] = [
            0x243F_6A88_85A3_08D3,
            0x1319_8A2E_0370_7344,
            0xA409_3822_299F_31D0,
            0x082E_FA98_EC4E_6C89,
            0x4528_21E6_38D0_1377,
            0xBE54_66CF_34E9_0C6C,
        ];
        let [a, b, c, d] = self.board;
        let white_half = mix(a ^ PI[0], b ^ PI[1]);
        let black_half = mix(c ^ PI[2], d ^ PI[3]);
        mix(white_half ^ PI[4] ^ self.tag, black_half ^ PI[5])
    }

    #[inline]
    fn set(&mut self, square: Square, code: u64) {
        let (word, shift) = (square.number() / 16, square.number() % 16 * 4);
        self.board[word] = self.board[word] & !(0b1111 << shift) | code << shift;
    }
}

/// White's pieces have the codes 1 to 7 except 4, and Black's are greater by 8.
#[inline]
const fn code(piece: Piece) -> u64 {
    piece.kind() as u64 | (piece.color().index() as u64) << 3
}

/// The kind of piece that a code stands for. The codes that say more than that are those of rooks.
const fn kind(code: u64) -> PieceKind {
    match code & 0b111 {
        1 => PieceKind::Pawn,
        2 => PieceKind::Knight,
        3 => PieceKind::King,
        5 => PieceKind::Bishop,
        7 => PieceKind::Queen,
        _ => PieceKind::Rook,
    }
}

/// The codes of all squares.
fn packed(board: &Board) -> [u64; 4] {
    let mut words = [0; 4];
    for (number, codes) in codes_by_rank(board).enumerate() {
        // In each byte the kind keeps its three bits, and the bit for Black moves next to them.
        let nibbles = codes & 0x0707_0707_0707_0707 | codes >> 1 & 0x0808_0808_0808_0808;
        // Each step brings twice as many of them together: two, four, eight.
        let pairs = (nibbles | nibbles >> 4) & 0x00FF_00FF_00FF_00FF;
        let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
        let rank = (fours | fours >> 16) & 0xFFFF_FFFF;
        words[number / 2] |= rank << (number % 2 * 32);
    }
    words
}

/// The product of two words, with its upper half folded onto the lower one.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is taken")]
#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The square of the pawn that the side to move can legally capture en passant.
fn pawn_to_take_en_passant(position: &Position) -> Option<Square> {
    let to = position.en_passant()?;
    en_passant_captures(position).next()?;
    position.side_to_move().en_passant_victim(to)
}

/// The legal captures en passant: none, one or two.
pub(super) fn en_passant_captures(position: &Position) -> impl Iterator<Item = Move> {
    let us = position.side_to_move();
    let own_pawn = Some(Piece::new(us, PieceKind::Pawn));
    us.pawn_captures().into_iter().filter_map(move |capture| {
        let to = position.en_passant()?;
        let from = to.step(capture.reversed())?;
        let mv = Move { from, to, kind: MoveKind::EnPassant };
        (position.board().at(from) == own_pawn && position.is_legal(mv)).then_some(mv)
    })
}
