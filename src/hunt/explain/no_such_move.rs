//! Why no piece of the side to move has such a move at all.

use super::case::{Case, Reason};
use super::edge::{attacks_on_empty_board, reaches_round_the_edge};
use super::may_not_castle::{castling_meant, why_not_possible};
use super::rule::Rule;
use super::words;
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::Square;
use crate::hunt::line::Ply;

/// Why a move is not even pseudo-legal.
pub(super) fn why_no_such_move(
    case: &Case,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Reason {
    let us = case.us();
    let Some(piece) = case.board().at(from) else { return no_piece_there(case, from) };
    if !piece.belongs_to(us) {
        let reason = format!("{} is {}'s, and {us} is to move", case.piece(from), !us);
        return Reason::new(Rule::PieceOfTheOtherSide, reason, []);
    }
    if from == to {
        let reason =
            format!("a move leads to another square, and this one ends on {to} where it begins");
        return Reason::new(Rule::StaysWhereItIs, reason, []);
    }
    if let Some(answer) = wrong_letter(case, from, to, promotion) {
        return answer;
    }
    if let Some((side, castling)) = castling_meant(case, from, to) {
        return why_not_possible(case, side, castling);
    }
    let own_way = if piece.kind() == PieceKind::Pawn {
        pawn_move(case, from, to)
    } else {
        piece_move(case, piece, from, to)
    };
    own_way.unwrap_or_else(|| not_its_way(case, piece, from, to))
}

fn no_piece_there(case: &Case, from: Square) -> Reason {
    let is_empty = |step: &Ply| {
        step.before.board().at(from).is_some() && step.after.board().at(from).is_none()
    };
    let reason = match case.path.last_step(is_empty) {
        Some(step) if step.mv.from == from => format!(
            "no piece stands on {from}: the {} left it in {step}",
            words::name(step.before.board(), from)
        ),
        Some(step) => format!(
            "no piece stands on {from}: the {} there has been gone since {step}",
            words::name(step.before.board(), from)
        ),
        None => format!("no piece stands on {from}"),
    };
    Reason::new(Rule::NoPieceThere, reason, [])
}

/// The piece may go there, but not with this letter of a promotion, or without one.
fn wrong_letter(
    case: &Case,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Option<Reason> {
    let us = case.us();
    if !case.here.pseudo_legal_moves().iter().any(|mv| mv.from == from && mv.to == to) {
        return None;
    }
    let is_pawn = case.own(from).is_some_and(|piece| piece.kind() == PieceKind::Pawn);
    let (rule, reason) = match promotion {
        Some(kind) if is_pawn && us.promotes_on(to) => (
            Rule::PromotionToKingOrPawn,
            format!(
                "a pawn on {to} may become a queen, rook, bishop or knight, but not a {}",
                words::kind(kind)
            ),
        ),
        Some(_) if is_pawn => (
            Rule::PromotionOfNothing,
            format!(
                "{} promotes on rank {} only, and not on {to}",
                case.piece(from),
                us.promotion_rank().digit()
            ),
        ),
        Some(_) => (
            Rule::PromotionOfNothing,
            format!("{} is no pawn and does not promote", case.piece(from)),
        ),
        None => (
            Rule::PawnDoesNotPromote,
            format!(
                "a pawn that reaches {to} must become a queen, rook, bishop or knight: expected \
                 the letter of one, as in {from}{to}q"
            ),
        ),
    };
    Some(Reason::new(rule, reason, []))
}

/// A pawn goes ahead where it may not, or diagonally. Nothing if it does neither.
fn pawn_move(case: &Case, from: Square, to: Square) -> Option<Reason> {
    let us = case.us();
    let pawn = Piece::new(us, PieceKind::Pawn);
    let ahead = from.step(us.forward())?;
    if to == ahead {
        return Some(straight_into_piece(case, to));
    }
    if Some(to) == ahead.step(us.forward()) {
        return Some(double_push(case, from, ahead, to));
    }
    if !attacks_on_empty_board(pawn, from, to) {
        return None;
    }
    Some(if case.own(to).is_some() {
        own_piece_there(case, from, to)
    } else {
        diagonal_without_capture(case, to)
    })
}

fn double_push(case: &Case, from: Square, over: Square, to: Square) -> Reason {
    let us = case.us();
    if !us.may_double_push_from(from) {
        let reason = format!(
            "a pawn takes two steps from its home rank only, which is rank {}, and this one stands \
             on {from}",
            us.pawn_home_rank().digit()
        );
        Reason::new(Rule::DoublePushNotFromHome, reason, [])
    } else if case.board().at(over).is_some() {
        let reason = format!("the pawn on {from} cannot jump over {}", case.piece(over));
        Reason::new(Rule::DoublePushOverPiece, reason, [over])
    } else {
        straight_into_piece(case, to)
    }
}

fn straight_into_piece(case: &Case, to: Square) -> Reason {
    if case.own(to).is_some() {
        let reason = format!("{} of its own side stands in the way of the pawn", case.piece(to));
        return Reason::new(Rule::TakesOwnPiece, reason, []);
    }
    let reason =
        format!("a pawn takes diagonally only, and {} stands straight ahead", case.piece(to));
    Reason::new(Rule::PawnTakesStraight, reason, [])
}

/// There is nothing on the square that a pawn attacks, and it is not the en passant square.
fn diagonal_without_capture(case: &Case, to: Square) -> Reason {
    let them = !case.us();
    let beside = case.passed_pawn(to);
    let enemy_pawn = Some(Piece::new(them, PieceKind::Pawn));
    let skipped = case.path.last_step(|step| step.after.en_passant() == Some(to));
    let since = match skipped {
        Some(step) => Some(format!("after {step}")),
        None if case.path.root.en_passant() == Some(to) => Some("where the path begins".to_owned()),
        None => None,
    };
    if let Some(since) = since {
        let reason = format!(
            "{to} was the en passant square {since}, and the chance to take there lasted for one move"
        );
        return Reason::new(Rule::EnPassantTooLate, reason, beside);
    }
    // A pawn that took two steps over this square came from its home rank behind it.
    let is_skipped = them.double_push_over(to).is_some();
    match beside.filter(|&beside| is_skipped && case.board().at(beside) == enemy_pawn) {
        Some(beside) => Reason::new(
            Rule::EnPassantWithoutDoublePush,
            format!(
                "{} has not just taken two steps, so {to} is no en passant square",
                case.piece(beside)
            ),
            [beside],
        ),
        None => Reason::new(
            Rule::PawnDiagonalWithoutCapture,
            format!("a pawn moves diagonally only when it takes, and there is nothing on {to}"),
            [],
        ),
    }
}

/// Any other piece than a pawn goes its way, but finds it blocked. Nothing if it is not its way.
fn piece_move(case: &Case, piece: Piece, from: Square, to: Square) -> Option<Reason> {
    if !attacks_on_empty_board(piece, from, to) {
        return None;
    }
    let over = from.between(to).filter(|&square| case.board().at(square).is_some());
    let over: Vec<Square> = over.collect();
    Some(if over.is_empty() {
        own_piece_there(case, from, to)
    } else {
        let reason = format!("{} cannot jump over {}", case.piece(from), case.pieces(&over));
        Reason::new(Rule::JumpsOverPiece, reason, over)
    })
}

fn own_piece_there(case: &Case, from: Square, to: Square) -> Reason {
    let reason = format!("{} may not take {} of its own side", case.piece(from), case.piece(to));
    Reason::new(Rule::TakesOwnPiece, reason, [])
}

fn not_its_way(case: &Case, piece: Piece, from: Square, to: Square) -> Reason {
    if reaches_round_the_edge(case.board(), piece, from, to) {
        let reason = format!("{from} to {to} is round the edge of the board");
        return Reason::new(Rule::RoundTheEdge, reason, []);
    }
    let way = match piece.kind() {
        PieceKind::Pawn => "a pawn walks straight ahead and takes one step diagonally ahead",
        PieceKind::Knight => "a knight jumps one step straight and one diagonally onwards",
        PieceKind::Bishop => "a bishop slides along diagonals",
        PieceKind::Rook => "a rook slides along ranks and files",
        PieceKind::Queen => "a queen slides along ranks, files and diagonals",
        PieceKind::King => "a king takes one step",
    };
    let not_so = format!("{way}, and {from} to {to} is no such move");
    if case.enemy(to).is_some_and(|piece| piece.kind() == PieceKind::King) {
        let reason = format!("no move takes a king, and there is one on {to}; {not_so}");
        return Reason::new(Rule::TakesKing, reason, []);
    }
    Reason::new(Rule::NotItsWay, not_so, [])
}
