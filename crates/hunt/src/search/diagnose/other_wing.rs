//! Does an engine list a castling as if its right counted for the other wing, wherever that makes a difference?

use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{CorruptState, Stage, after, on_other_wing};
use ox88::{
    Board, CastlingRights, CastlingSide, Color, File, Move, Piece, PieceKind, Position, Setup,
    Square,
};
use std::iter;

/// Whether the engine lists the castling of one of these rights as it would with this state, where nothing but the
/// kings, the rook, a pawn before it and perhaps a piece that bars the way is on the board.
pub(super) async fn counts_for_other_wing(
    inquiry: &mut Inquiry<'_>,
    root: &Position,
    state: &CorruptState,
) -> Result<bool, Unanswered> {
    let telling = root.castling_rights().iter().map(|right| telling(root, right));
    'rights: for positions in telling.collect::<Vec<_>>().into_iter().filter(|it| !it.is_empty()) {
        for position in positions {
            let by_fen = inquiry.ask_by_fen(&position, 1).await?;
            let mut misread = after(Stage::ReadFen, &by_fen.line).into_iter();
            if !misread.any(|it| it.state == *state && it.explains(&by_fen)) {
                continue 'rights;
            }
        }
        return Ok(true);
    }
    Ok(false)
}

/// Positions in which the castling with this right is legal on both wings, on its own alone, and on the other one
/// alone, barred in two ways, as far as there are such.
fn telling(from: &Position, (color, side, rook): (Color, CastlingSide, Square)) -> Vec<Position> {
    let castling = Move::castling(from.king(color), rook);
    let Some(other) = on_other_wing(castling) else { return Vec::new() };
    let mut rights = CastlingRights::NONE;
    rights.grant(color, side, rook);
    let mut board = Board::EMPTY;
    for it in Color::BOTH {
        board.put(from.king(it), Piece::new(it, PieceKind::King));
    }
    if let Some(it) = rook.step(color.forward()) {
        board.put(it, Piece::new(color, PieceKind::Pawn));
    }
    board.put(rook, Piece::new(color, PieceKind::Rook));
    let with = |man: Option<(Square, Piece)>| {
        let mut board = board;
        if let Some((square, man)) = man.filter(|it| board.at(it.0).is_none()) {
            board.put(square, man);
        }
        let setup = Setup { board, side_to_move: color, castling: rights, ..from.setup() };
        Position::new(Setup { en_passant: None, halfmove_clock: 0, ..setup }).ok()
    };
    let in_way = |file| {
        let home = Square::new(file, color.home_rank());
        [PieceKind::Knight, PieceKind::Bishop].map(|it| (home, Piece::new(color, it)))
    };
    let attacking =
        |file| (Square::new(file, (!color).home_rank()), Piece::new(!color, PieceKind::Rook));
    // An engine that castles through an attack would list the castling on its own wing as well: so a piece in the way
    // comes first.
    let men = File::all().flat_map(in_way).chain(File::all().map(attacking)).map(Some);
    let positions: Vec<Position> = iter::once(None).chain(men).filter_map(with).collect();
    let legal_on = |it: &Position| (it.legal_moves().contains(&castling), other.is_legal(it));
    let first = |on| positions.iter().copied().find(|it| legal_on(it) == on);
    // A generator that overlooks one square in the way sees another, or an attack.
    let last = positions.iter().copied().rfind(|it| legal_on(it) == (false, true));
    let mut telling: Vec<Position> =
        [(true, true), (true, false), (false, true)].into_iter().filter_map(first).collect();
    telling.extend(last);
    telling.dedup();
    telling
}
