//! The flags of a position. `vectors/README.md` promises what each of them means.

use ox88::{CastlingNotation, CastlingSide, Color, File, Piece, PieceKind, Position, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// No legal move leads to the position.
    CannotArise,
    /// The rook with a right is not the outermost one, so that `K` or `Q` may mean another rook.
    RightsNotation,
    /// There is an en passant square, and no legal capture there.
    EnPassantConvention,
    /// Castling is that of Chess960.
    Chess960,
    /// The kings or rooks that castle are on different files for White and Black.
    DoubleChess960,
}

impl Flag {
    const ALL: [Flag; 5] = [
        Flag::CannotArise,
        Flag::RightsNotation,
        Flag::EnPassantConvention,
        Flag::Chess960,
        Flag::DoubleChess960,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Flag::CannotArise => "cannot-arise",
            Flag::RightsNotation => "rights-notation",
            Flag::EnPassantConvention => "en-passant-convention",
            Flag::Chess960 => "chess960",
            Flag::DoubleChess960 => "double-chess960",
        }
    }
}

/// The flags of a position that can arise or not.
pub fn flags(position: &Position, can_arise: bool) -> Vec<Flag> {
    let holds = |flag: &Flag| match flag {
        Flag::CannotArise => !can_arise,
        Flag::RightsNotation => inner_rook_has_a_right(position),
        Flag::EnPassantConvention => nobody_can_take_en_passant(position),
        Flag::Chess960 => position.castling_notation() == CastlingNotation::KingTakesRook,
        Flag::DoubleChess960 => files_of_the_sides_differ(position),
    };
    Flag::ALL.into_iter().filter(holds).collect()
}

fn nobody_can_take_en_passant(position: &Position) -> bool {
    let is_capture = |mv: &ox88::Move| mv.kind == ox88::MoveKind::EnPassant;
    position.setup().en_passant.is_some() && !position.legal_moves().iter().any(is_capture)
}

/// Whether another rook is further out than one with a right, on the same rank.
fn inner_rook_has_a_right(position: &Position) -> bool {
    let setup = position.setup();
    let mut rights = setup.castling.iter();
    rights.any(|(color, side, rook)| {
        let is_outside = |file: &File| match side {
            CastlingSide::KingSide => *file > rook.file(),
            CastlingSide::QueenSide => *file < rook.file(),
        };
        let is_rook = |file| {
            let square = Square::new(file, rook.rank());
            setup.board.at(square) == Some(Piece::new(color, PieceKind::Rook))
        };
        File::all().filter(is_outside).any(is_rook)
    })
}

fn files_of_the_sides_differ(position: &Position) -> bool {
    let setup = position.setup();
    let king = |color| {
        let king = Some(Piece::new(color, PieceKind::King));
        Square::all().find(|&square| setup.board.at(square) == king).map(Square::file)
    };
    let rook = |color, side| setup.castling.rook(color, side).map(Square::file);
    let may_castle = |color| CastlingSide::BOTH.iter().any(|&side| rook(color, side).is_some());
    let [white, black] = [Color::White, Color::Black];
    let differ = |side: &CastlingSide| matches!((rook(white, *side), rook(black, *side)), (Some(one), Some(other)) if one != other);
    let kings_differ = king(white) != king(black);
    may_castle(white)
        && may_castle(black)
        && (kings_differ || CastlingSide::BOTH.iter().any(differ))
}
