//! The types of moves: the rows of the table.

use ox88::{CastlingPair, CastlingSide, Move, MoveKind, Piece, PieceKind, Position};

/// What a move is. Some moves are of two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveType {
    Quiet(PieceKind),
    Capture(PieceKind),
    /// Behind the goal of the pawn there is an enemy pawn, as in a capture en passant.
    CaptureBeforePawn,
    DoublePush,
    Promotion,
    PromotionByCapture,
    EnPassant,
    /// A piece goes to the en passant square as to any other.
    ToEnPassantSquare(PieceKind),
    Castling(CastlingSide),
}

impl MoveType {
    pub const ALL: [(MoveType, &str); 24] = {
        use MoveType::{Capture, Castling, Quiet, ToEnPassantSquare};
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        [
            (Quiet(King), "king, quiet"),
            (Quiet(Queen), "queen, quiet"),
            (Quiet(Rook), "rook, quiet"),
            (Quiet(Bishop), "bishop, quiet"),
            (Quiet(Knight), "knight, quiet"),
            (Quiet(Pawn), "pawn, one step"),
            (MoveType::DoublePush, "pawn, two steps"),
            (Capture(King), "king takes"),
            (Capture(Queen), "queen takes"),
            (Capture(Rook), "rook takes"),
            (Capture(Bishop), "bishop takes"),
            (Capture(Knight), "knight takes"),
            (Capture(Pawn), "pawn takes"),
            (MoveType::CaptureBeforePawn, "pawn takes, an enemy pawn behind"),
            (MoveType::EnPassant, "en passant"),
            (ToEnPassantSquare(King), "king to the en passant square"),
            (ToEnPassantSquare(Queen), "queen to the en passant square"),
            (ToEnPassantSquare(Rook), "rook to the en passant square"),
            (ToEnPassantSquare(Bishop), "bishop to the en passant square"),
            (ToEnPassantSquare(Knight), "knight to the en passant square"),
            (MoveType::Promotion, "promotion"),
            (MoveType::PromotionByCapture, "promotion by capture"),
            (Castling(CastlingSide::KingSide), "kingside castling"),
            (Castling(CastlingSide::QueenSide), "queenside castling"),
        ]
    };
}

/// The types of a pseudo-legal move.
pub fn types(position: &Position, mv: Move) -> Vec<MoveType> {
    let (board, us) = (position.board(), position.side_to_move());
    let kind = board.at(mv.from).expect("a piece moves").kind();
    let is_capture = board.at(mv.to).is_some();
    match mv.kind {
        MoveKind::DoublePush => vec![MoveType::DoublePush],
        MoveKind::EnPassant => vec![MoveType::EnPassant],
        MoveKind::Promotion(_) if is_capture => vec![MoveType::PromotionByCapture],
        MoveKind::Promotion(_) => vec![MoveType::Promotion],
        MoveKind::Castling { rook } => {
            vec![MoveType::Castling(CastlingPair::new(mv.from, rook).side())]
        }
        MoveKind::Normal if is_capture => {
            let behind = us.en_passant_victim(mv.to).and_then(|behind| board.at(behind));
            let is_pawn_behind = behind == Some(Piece::new(!us, PieceKind::Pawn));
            let before_pawn = kind == PieceKind::Pawn && is_pawn_behind;
            let types =
                [Some(MoveType::Capture(kind)), before_pawn.then_some(MoveType::CaptureBeforePawn)];
            types.into_iter().flatten().collect()
        }
        MoveKind::Normal if position.en_passant() == Some(mv.to) => {
            vec![MoveType::Quiet(kind), MoveType::ToEnPassantSquare(kind)]
        }
        MoveKind::Normal => vec![MoveType::Quiet(kind)],
    }
}
