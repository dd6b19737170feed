//! The wrong positions that a slip of taking a move back leaves behind.

use super::belief::{Belief, Draft};
use crate::chess::castling::{Castling, CastlingRights};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceKind;
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::hunt::explain::rule::Rule;

/// One thing that can be forgotten when a move is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    TakenPieceGone,
    PromotedPieceStays,
    RookStays,
    RookDoubled,
    RookGone,
    RightsLost,
    EnPassantLost,
    EnPassantOfTheMove,
    KingLookedForAtGoal,
    PieceDoubled,
}

impl Slip {
    /// What is most likely, and changes most, first.
    const ALL: [Slip; 10] = [
        Slip::TakenPieceGone,
        Slip::PromotedPieceStays,
        Slip::RookStays,
        Slip::RookDoubled,
        Slip::RookGone,
        Slip::RightsLost,
        Slip::EnPassantLost,
        Slip::EnPassantOfTheMove,
        Slip::KingLookedForAtGoal,
        Slip::PieceDoubled,
    ];

    /// The position after a move was made and taken back with this slip, if it matters for that move.
    /// `here` may be wrong already, `before` is what it should be.
    fn leaves(self, here: &Draft, before: &Position, mv: Move) -> Option<Draft> {
        let Move { from, to, kind } = mv;
        let us = before.side_to_move();
        let piece = before.board().at(from)?;
        let after = before.after_unchecked(mv);
        let left = match (self, kind) {
            (Slip::TakenPieceGone, MoveKind::EnPassant) => here.without(us.en_passant_victim(to)?),
            (Slip::TakenPieceGone, _) => {
                before.board().at(to).filter(|taken| !taken.belongs_to(us))?;
                here.without(to)
            }
            (Slip::PromotedPieceStays, MoveKind::Promotion(promoted)) => {
                here.with(from, us, promoted)
            }
            (Slip::RookStays | Slip::RookDoubled, MoveKind::Castling { rook }) => {
                let goal = Castling::new(from, rook).rook_target();
                let doubled = here.with(goal, us, PieceKind::Rook);
                if self == Slip::RookStays { doubled.without(rook) } else { doubled }
            }
            // Castling with a rook that is not at home loses it for good.
            (Slip::RookGone, MoveKind::Castling { rook }) => {
                here.without(rook).with_rights(here.setup.castling.without_rook_on(rook))
            }
            (Slip::RightsLost, _) => here.with_rights(
                // What other moves have lost stays lost.
                common_rights(here.setup.castling, after.castling_rights()),
            ),
            (Slip::EnPassantLost, _) => here.with_en_passant(None),
            (Slip::EnPassantOfTheMove, _) => here.with_en_passant(after.en_passant()),
            (Slip::KingLookedForAtGoal, _) if piece.kind() == PieceKind::King => {
                here.with_king(us, to)
            }
            (Slip::PieceDoubled, MoveKind::Normal | MoveKind::DoublePush) => {
                here.with(to, us, piece.kind())
            }
            _ => return None,
        };
        (left.position() != here.position()).then_some(left)
    }

    /// The position after several moves were made and taken back with this slip.
    fn leaves_after(self, position: &Position, moves: &[Move]) -> Draft {
        let leave = |here: Draft, &mv: &Move| self.leaves(&here, position, mv).unwrap_or(here);
        moves.iter().fold(Draft::of(position), leave)
    }

    fn rule(self) -> Rule {
        match self {
            Slip::TakenPieceGone => Rule::CapturedPieceNotRestored,
            Slip::PromotedPieceStays => Rule::PromotedPieceLeft,
            Slip::RookStays | Slip::RookDoubled | Slip::RookGone => Rule::RookNotMovedBack,
            Slip::RightsLost => Rule::CastlingRightLost,
            Slip::EnPassantLost => Rule::EnPassantSquareLost,
            Slip::EnPassantOfTheMove => Rule::EnPassantSquareKept,
            Slip::KingLookedForAtGoal | Slip::PieceDoubled => Rule::StateCorrupted,
        }
    }

    /// What has not been done when the moves were taken back, to stand behind "as if".
    fn as_if(self, before: &Position, moves: &[Move]) -> String {
        let texts: Vec<String> = moves.iter().map(|&mv| before.move_text(mv)).collect();
        let moves = match &texts[..] {
            [first, .., last] if texts.len() > 3 => {
                format!("each of {} moves ({first} … {last})", texts.len())
            }
            _ => texts.join(" and "),
        };
        let what = match self {
            Slip::TakenPieceGone => "the piece that was taken had not come back",
            Slip::PromotedPieceStays => "the promoted piece had not become a pawn again",
            Slip::RookStays => "the rook had not gone home",
            Slip::RookDoubled => "the rook stood at home and at its goal",
            Slip::RookGone => "the rook had disappeared",
            Slip::RightsLost => "the rights to castle had not come back",
            Slip::EnPassantLost => "the en passant square had not come back",
            Slip::EnPassantOfTheMove => "the en passant square were still that of the move",
            Slip::KingLookedForAtGoal => "the king were still looked for where it had gone",
            Slip::PieceDoubled => "the piece stood where it came from and where it had gone",
        };
        format!("{what} after {moves} was tried and taken back")
    }
}

/// A belief, and the moves that were taken back wrongly.
pub(super) struct Left {
    pub belief: Belief,
    pub culprits: Vec<Move>,
}

/// What an engine may believe after it has tried moves of a position and taken them back: each move
/// alone, all of them, and the first ones in the order in which it lists them.
pub(super) fn beliefs_after_undoing(position: &Position, listed: &[Move]) -> Vec<Left> {
    let tried = in_their_order(position, listed);
    let mut found: Vec<Left> = Vec::new();
    for slip in Slip::ALL {
        for culprits in culprits(slip, position, &tried) {
            let draft = slip.leaves_after(position, &culprits);
            let belief = Belief::new(&draft, slip.rule(), slip.as_if(position, &culprits));
            let is_new = found.iter().all(|left| left.belief.position != belief.position);
            if !is_new || belief.position == *position {
                continue;
            }
            if slip == Slip::KingLookedForAtGoal {
                let belief = belief.clone().losing_sight_of_king();
                found.push(Left { belief, culprits: culprits.clone() });
            }
            found.push(Left { belief, culprits });
        }
    }
    found
}

/// The same for what is left on the board or lost for good one ply further down, behind one of the
/// moves that are listed: it stays so when that move itself is taken back.
pub(super) fn beliefs_from_below(position: &Position, listed: &[Move]) -> Vec<Left> {
    let mut found = Vec::new();
    for &mv in listed {
        let below = position.after_unchecked(mv);
        let tried = below.pseudo_legal_moves();
        for slip in [
            Slip::TakenPieceGone,
            Slip::PromotedPieceStays,
            Slip::RookStays,
            Slip::RookGone,
            Slip::RightsLost,
        ] {
            for culprits in culprits(slip, &below, &tried) {
                let left = slip.leaves_after(&below, &culprits).setup;
                let rights = common_rights(position.castling_rights(), left.castling);
                let mut draft = Draft::of(position).with_rights(rights);
                for square in Square::all() {
                    let piece = left.board.at(square);
                    if piece != below.board().at(square) {
                        // What the move has brought here goes back with it.
                        let place = if square == mv.to { mv.from } else { square };
                        draft = draft.with_piece(place, piece);
                    }
                }
                let text = position.move_text(mv);
                let as_if = format!("{} behind {text}", slip.as_if(&below, &culprits));
                let belief = Belief::new(&draft, slip.rule(), as_if);
                found.push(Left { belief, culprits });
            }
        }
    }
    found
}

/// The moves for which a slip matters: each alone, all of them, and the first ones.
fn culprits(slip: Slip, position: &Position, tried: &[Move]) -> Vec<Vec<Move>> {
    let matters = |mv: &Move| slip.leaves(&Draft::of(position), position, *mv).is_some();
    let culprits: Vec<Move> = tried.iter().copied().filter(matters).collect();
    let count = culprits.len();
    let alone = (0..count).map(|index| index..index + 1);
    let first_ones = (2..=count).rev().map(|count| 0..count);
    alone.chain(first_ones).map(|range| culprits[range].to_vec()).collect()
}

/// The rights that both have.
fn common_rights(one: CastlingRights, other: CastlingRights) -> CastlingRights {
    let mut common = CastlingRights::NONE;
    for (color, side, rook) in one.iter() {
        if other.rook(color, side) == Some(rook) {
            common.grant(color, side, rook);
        }
    }
    common
}

/// The pseudo-legal moves, the legal ones in the order in which they are listed. When the others are
/// tried is not known.
fn in_their_order(position: &Position, listed: &[Move]) -> Vec<Move> {
    let mut moves = position.pseudo_legal_moves();
    let is_legal = |mv: &Move| position.is_legal(*mv);
    let in_order = listed.iter().filter(|mv| moves.contains(mv) && is_legal(mv));
    let not_listed = moves.iter().filter(|mv| is_legal(mv) && !listed.contains(mv));
    let legal: Vec<Move> = in_order.chain(not_listed).copied().collect();
    let mut legal = legal.into_iter();
    for place in moves.iter_mut().filter(|mv| is_legal(mv)) {
        *place = legal.next().unwrap_or(*place);
    }
    moves
}
