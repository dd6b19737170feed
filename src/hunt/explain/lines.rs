//! What comes to light on a line when a piece is gone.

use crate::chess::attacks::attackers;
use crate::chess::position::Position;
use crate::chess::square::Square;

/// The piece that would attack the king of the side to move if there were nothing on this square,
/// and does not so now. Two at once would need two lines through both squares.
pub(super) fn uncovered_by(position: &Position, gone: Square) -> Option<Square> {
    let us = position.side_to_move();
    let mut board = *position.board();
    board.clear(gone);
    let before = position.checkers();
    attackers(&board, position.king(us), !us).into_iter().find(|from| !before.contains(from))
}
