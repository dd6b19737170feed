//! A move with the sides changed.

use ox88::{Move, MoveKind};

pub fn mirrored_move(mv: Move) -> Move {
    let kind = match mv.kind {
        MoveKind::Castling { rook } => MoveKind::Castling { rook: rook.mirrored() },
        kind => kind,
    };
    Move { from: mv.from.mirrored(), to: mv.to.mirrored(), kind }
}
