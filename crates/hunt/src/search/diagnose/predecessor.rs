//! Other ways to a position than its FEN: the moves that may have led to it.
//!
//! An engine that is wrong by the FEN and right when the position is played has read the FEN wrongly.

use ox88::{CastlingPair, Color, Move, MoveKind, Piece, PieceKind, Position, Setup, Square};
use ox88_engine::Line;
use std::iter;

/// A line of one move to the position: the double push that an en passant square implies, or else a
/// quiet move, by the piece that gives check if there is one, or else a capture. `None` if there is no such line.
pub(crate) fn with_last_move(position: &Position) -> Option<Line> {
    let them = !position.side_to_move();
    if let Some(skipped) = position.en_passant() {
        let (from, to) = them.double_push_over(skipped)?;
        return before(position, Move { from, to, kind: MoveKind::DoublePush }, None);
    }
    let mut pieces = position.checkers();
    pieces.extend(position.board().pieces(them).map(|(square, _)| square));
    with_last_move_to(position, &pieces)
}

/// A line of one quiet move to one of these squares, or else of a capture there.
fn with_last_move_to(position: &Position, squares: &[Square]) -> Option<Line> {
    let moves_to = |&to: &Square| Square::all().map(move |from| Move::normal(from, to));
    let with = |taken: Option<PieceKind>| {
        squares.iter().flat_map(moves_to).find_map(|mv| before(position, mv, taken))
    };
    let taken = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    iter::once(None).chain(taken.map(Some)).find_map(with)
}

/// A line to the position in which a piece comes to this square: by the last move, or by the one before it.
pub(super) fn with_piece_moved_to(position: &Position, to: Square) -> Option<Line> {
    let piece = position.board().at(to)?;
    if !piece.belongs_to(position.side_to_move()) {
        let last = with_last_move(position).filter(|it| it.moves.iter().any(|mv| mv.to == to));
        return last.or_else(|| with_last_move_to(position, &[to]));
    }
    let last = with_last_move(position)?;
    let first = with_last_move_to(&last.root, &[to])?;
    Some(Line { moves: [first.moves, last.moves].concat(), ..first })
}

/// A line that ends in the same position and begins where this side still has a right to castle with
/// this rook: the rook goes and comes back, and so does a piece of the other side.
pub(super) fn with_right_lost(
    position: &Position,
    color: Color,
    castling: CastlingPair,
) -> Option<Line> {
    let mut rights = position.castling_rights();
    rights.grant(color, castling.side(), castling.rook());
    let setup = Setup { castling: rights, halfmove_clock: 0, ..position.setup() };
    let root = Position::new(setup).ok()?;
    for there in root.legal_moves() {
        let after = root.after(there);
        for reply in after.legal_moves() {
            let back = |mv: Move| Move::normal(mv.to, mv.from);
            let line =
                Line { moves: vec![there, reply, back(there), back(reply)], ..Line::at(root) };
            if is_line_to(&line, position) {
                return Some(line);
            }
        }
    }
    None
}

/// The position before a move that has led to this one, and may have taken a piece.
fn before(position: &Position, mv: Move, taken: Option<PieceKind>) -> Option<Line> {
    let mut setup = position.setup();
    let piece = setup.board.at(mv.to)?;
    if setup.board.at(mv.from).is_some() {
        return None;
    }
    setup.board.clear(mv.to);
    setup.board.put(mv.from, piece);
    if let Some(kind) = taken {
        setup.board.put(mv.to, Piece::new(!piece.color(), kind));
    }
    let root = Position::new(Setup {
        side_to_move: piece.color(),
        en_passant: None,
        halfmove_clock: setup.halfmove_clock.saturating_sub(1),
        ..setup
    });
    let line = Line { moves: vec![mv], ..Line::at(root.ok()?) };
    // An engine may end the game by the clock: where that has begun to count, it has to be the same.
    let clock = position.setup().halfmove_clock;
    let has_clock = clock == 0 || line.end().setup().halfmove_clock == clock;
    (is_line_to(&line, position) && has_clock).then_some(line)
}

/// Whether all moves of a line are legal and lead to this position. Its counters may differ.
fn is_line_to(line: &Line, position: &Position) -> bool {
    let end = line.played_from(line.root).map(|line| line.end());
    end.is_some_and(|end| end.same_but_for_counters(position))
}
