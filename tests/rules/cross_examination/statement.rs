//! What a text of UCI means in a position, stated a second time: without the generator, without
//! `after` and without the modules of castling and notation.
//!
//! How a piece reaches a square is looked up backwards, among the attackers of that square. The board
//! after the move is laid out by hand, and on it the king must be safe.

use ox88::{
    Board, CastlingSide, Color, Direction, File, Piece, PieceKind, Position, Square, attackers,
    is_attacked,
};

/// What a text means.
#[derive(Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A legal move, which leads to this board.
    Legal(Board),
    /// A move of a piece that leaves or brings its king into check, or castles out of or through one.
    LeavesKingAttacked,
    /// No move of any piece.
    NotPossible,
}

/// A move that is laid out.
struct Laid {
    after: Board,
    /// Where the king is then.
    king: Square,
    /// What must not be attacked before the move.
    safe: Vec<Square>,
}

/// The meaning of a text: of the squares and the promotion in it. A step of the king goes before a
/// castling to the same square, and that before one with the rook there.
pub fn meaning(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Meaning {
    let us = position.side_to_move();
    let castling = |is_meant: fn(CastlingSide, Square) -> Square| {
        let mut sides = CastlingSide::BOTH.into_iter().filter(|_| promotion.is_none());
        sides.find_map(|side| castle(position, from, side, to, is_meant))
    };
    let laid = step(position, from, to, promotion)
        .or_else(|| castling(|side, rook| Square::new(king_file(side), rook.rank())))
        .or_else(|| castling(|_, rook| rook));
    match laid {
        None => Meaning::NotPossible,
        Some(Laid { after, king, safe }) => {
            let is_attacked_on = |board, square| is_attacked(board, square, !us);
            let is_safe = !safe.iter().any(|&square| is_attacked_on(position.board(), square))
                && !is_attacked_on(&after, king);
            if is_safe { Meaning::Legal(after) } else { Meaning::LeavesKingAttacked }
        }
    }
}

/// A move of one piece.
fn step(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Option<Laid> {
    let (us, mut board) = (position.side_to_move(), *position.board());
    let is_own = |piece: &Piece| piece.belongs_to(us);
    let piece = board.at(from).filter(is_own)?;
    let target = board.at(to);
    let is_pawn = piece.kind() == PieceKind::Pawn;
    let reaches = if is_pawn && from.file() == to.file() {
        walks(&board, us, from, to)
    } else {
        let may_take = target.is_some() || position.setup().en_passant == Some(to);
        attackers(&board, to, us).contains(&from) && (!is_pawn || may_take)
    };
    let is_at_last_rank = is_pawn && to.rank().digit() == ranks(us).1;
    let is_right_promotion = promotion.is_some() == is_at_last_rank;
    if !reaches || target.as_ref().is_some_and(is_own) || !is_right_promotion {
        return None;
    }
    if is_pawn && from.file() != to.file() && target.is_none() {
        board.clear(Square::new(to.file(), from.rank()));
    }
    board.clear(from);
    board.put(to, promotion.map_or(piece, |kind| Piece::new(us, kind)));
    let king = if piece.kind() == PieceKind::King { to } else { position.king(us) };
    Some(Laid { after: board, king, safe: Vec::new() })
}

/// Whether a pawn walks there: over empty squares, and two steps only from its home.
fn walks(board: &Board, us: Color, from: Square, to: Square) -> bool {
    let forward = if us == Color::White { Direction::NORTH } else { Direction::SOUTH };
    let is_empty = |square: &Square| board.at(*square).is_none();
    let one = from.step(forward).filter(is_empty);
    let is_at_home = from.rank().digit() == ranks(us).0;
    let two = one.filter(|_| is_at_home).and_then(|one| one.step(forward)).filter(is_empty);
    one == Some(to) || two == Some(to)
}

/// The rank where the pawns begin and the one where they promote.
fn ranks(us: Color) -> (char, char) {
    if us == Color::White { ('2', '8') } else { ('7', '1') }
}

/// The castling on one side, if the text means it: all squares between the outermost of the king, the
/// rook and the squares where they arrive are empty but for these two, and the king's are safe.
fn castle(
    position: &Position,
    king: Square,
    side: CastlingSide,
    to: Square,
    is_meant: fn(CastlingSide, Square) -> Square,
) -> Option<Laid> {
    let (us, mut board) = (position.side_to_move(), *position.board());
    let rook = position.castling_rights().rook(us, side).filter(|_| king == position.king(us))?;
    let king_target = Square::new(king_file(side), king.rank());
    let rook_file = if side == CastlingSide::KingSide { File::F } else { File::D };
    let rook_target = Square::new(rook_file, king.rank());
    let on_rank = |from: Square, to: Square| {
        Square::all().filter(move |&it| from.min(to) <= it && it <= from.max(to))
    };
    let all = [king, rook, king_target, rook_target];
    let (first, last) = (*all.iter().min()?, *all.iter().max()?);
    let is_free = |it: Square| it == king || it == rook || board.at(it).is_none();
    if is_meant(side, rook) != to || !on_rank(first, last).all(is_free) {
        return None;
    }
    board.clear(king);
    board.clear(rook);
    board.put(king_target, Piece::new(us, PieceKind::King));
    board.put(rook_target, Piece::new(us, PieceKind::Rook));
    Some(Laid { after: board, king: king_target, safe: on_rank(king, king_target).collect() })
}

fn king_file(side: CastlingSide) -> File {
    if side == CastlingSide::KingSide { File::G } else { File::C }
}
