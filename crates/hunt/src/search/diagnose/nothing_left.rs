//! Is generation cleared, because the same moves are right where no fault of taking moves back leaves anything behind? In
//! which order an engine tries its moves need not be known for that.

use super::Ruling;
use super::origin::{Diagnosis, Evidence};
use super::undone::{FEWEST_RIGHT, exposed_to, may_spoil, rule_of};
use crate::search::exchange::Exchange;
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::Undoing;
use crate::search::suspects::Suspects;
use crate::worlds::contrasts;
use ox88::{Color, Move, MoveKind, Piece, PieceKind, Position, Setup, Square};
use ox88_engine::{Difference, Line, MoveName};
use std::mem::discriminant;

/// With so many right answers where a fault leaves nothing behind, generation is not blamed.
const ENOUGH_RIGHT: usize = 30;

/// Whether wrong moves are right wherever one of the faults that would explain them leaves nothing behind.
pub(super) async fn nothing_left(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let shown = &known.exchange;
    let Difference { missing, twice, counts, .. } = &shown.comparison.difference;
    let here = shown.line.end();
    let wrong = shown.wrong_moves();
    // What is lost when this FEN is read may be read in other ones.
    let suspects = Suspects::GENERATION.or(Suspects::UNMAKE).or(Suspects::READ);
    let origin = Evidence::RightWhereNothingIsLeft.against(suspects.without(known.settled));
    if castles_where_nothing_checks(inquiry, shown).await? {
        return known.told(origin);
    }
    let Some(&first) = wrong.first().filter(|_| twice.is_empty() && counts.is_empty()) else {
        let is_right = is_right_with_push_blocked(inquiry, shown).await?;
        return if is_right { known.told(origin) } else { Ok(None) };
    };
    let rule_of = |here: &Position, mv: Move| rule_of(&Line::at(*here), mv);
    let (is_missing, rule) = (missing.contains(&first), rule_of(&here, first));
    // Every other move may spoil the square: an engine that tries en passant last needs a position without any.
    if let Some(alone) = only_en_passant(first, here.side_to_move()).filter(|_| is_missing)
        && rule_of(&alone, first) == rule
    {
        let is_right = inquiry.ask_by_fen(&alone, 1).await?.is_right();
        return if is_right { known.told(origin) } else { Ok(None) };
    }
    let (piece, exposed) = (here.board().at(first.from), exposed_to(&here, first));
    // The same move, or the king to the same square, against the same rule, or by it, and with the king left to the same
    // pieces.
    let is_alike = |it: &Position, mv: Move| {
        mv.to == first.to
            && (mv.from == first.from || first.from == here.king(here.side_to_move()))
            && it.board().at(mv.from) == piece
            && discriminant(&mv.kind) == discriminant(&first.kind)
            && it.is_legal(mv) == is_missing
            && rule_of(it, mv) == rule
            && it.captured(mv).is_some() == here.captured(first).is_some()
            && exposed_to(it, mv) == exposed
    };
    // The faults that would explain it, each with the number of right answers where it leaves nothing behind.
    let mut faults: Vec<(Undoing, usize)> =
        Undoing::possible().filter(|it| may_spoil(it, &here, &wrong)).map(|it| (it, 0)).collect();
    for other in contrasts(&here, &wrong) {
        let mut alike = other.pseudo_legal_moves();
        alike.retain(|&mv| is_alike(&other, mv));
        let leaves_nothing = |it: &Undoing| !alike.iter().any(|&mv| may_spoil(it, &other, &[mv]));
        let (clear, may_be_spoilt): (Vec<_>, Vec<_>) =
            faults.iter().partition(|it| leaves_nothing(&it.0));
        if alike.is_empty() || clear.is_empty() {
            continue;
        }
        let wrong_there = inquiry.ask_by_fen(&other, 1).await?.wrong_moves();
        faults = may_be_spoilt;
        if !alike.iter().any(|mv| wrong_there.contains(mv)) {
            faults.extend(clear.into_iter().map(|(fault, right)| (fault, right + 1)));
        }
        if faults.is_empty() || faults.iter().any(|it| it.1 == ENOUGH_RIGHT) {
            break;
        }
    }
    // There may be no more such positions. Castling has tests of its own.
    let is_open = faults.iter().any(|it| it.1 >= FEWEST_RIGHT) && first.castling_rook().is_none();
    if is_open { known.told(origin) } else { Ok(None) }
}

/// Whether a pawn goes to the square that its own side's double push skips, but not where something is in the way of that
/// push: the en passant square may be left behind.
async fn is_right_with_push_blocked(
    inquiry: &mut Inquiry<'_>,
    shown: &Exchange,
) -> Result<bool, Unanswered> {
    let here = shown.line.end();
    let (us, pushes) = (here.side_to_move(), here.pseudo_legal_moves());
    for extra in &shown.comparison.difference.extra {
        let Some(MoveName::Squares { from, to, .. }) = extra.named else { continue };
        let Some(over) = us.double_push_over(to).filter(|it| it.0 != from) else { continue };
        let Some(push) = pushes.iter().find(|mv| (mv.from, mv.to) == over) else { continue };
        let is_blocked = |it: &Position| {
            let is_same = |square| it.board().at(square) == here.board().at(square);
            it.side_to_move() == us && is_same(from) && is_same(to) && !is_same(push.to)
        };
        if let Some(blocked) = contrasts(&here, &[*push]).into_iter().find(is_blocked) {
            let answer = inquiry.ask_by_fen(&blocked, 1).await?;
            let extra_there = &answer.comparison.difference.extra;
            return Ok(!extra_there.iter().any(|it| it.named == extra.named));
        }
    }
    Ok(false)
}

/// Whether a missing castling is there where a pawn of ours is in the way of all moves that give check: a move that was
/// taken back may leave a flag that says that somebody is in check.
async fn castles_where_nothing_checks(
    inquiry: &mut Inquiry<'_>,
    shown: &Exchange,
) -> Result<bool, Unanswered> {
    let here = shown.line.end();
    let mut missing = shown.comparison.difference.missing.iter();
    let Some(&castling) = missing.find(|mv| mv.castling_rook().is_some()) else { return Ok(false) };
    let checks = |it: &Position| {
        let mut others = it.pseudo_legal_moves().into_iter().filter(|&mv| mv != castling);
        others.any(|mv| it.after(mv).is_check())
    };
    if !checks(&here) {
        return Ok(false);
    }
    let with_pawn = |square: Square| {
        let mut setup = here.setup();
        let is_free = setup.board.at(square).is_none();
        setup.board.put(square, Piece::new(here.side_to_move(), PieceKind::Pawn));
        let blocked = Position::new(setup).ok().filter(|_| is_free)?;
        let is_blocked = blocked.legal_moves().contains(&castling) && !checks(&blocked);
        is_blocked.then_some(blocked)
    };
    match Square::all().find_map(with_pawn) {
        Some(blocked) => Ok(inquiry.ask_by_fen(&blocked, 1).await?.lists(castling)),
        None => Ok(false),
    }
}

/// A position in which this capture en passant is the only move: the king is shut in by pieces that cannot move, and the
/// pawn cannot step ahead.
fn only_en_passant(mv: Move, us: Color) -> Option<Position> {
    const SHUT_IN: &str = "4k3/8/8/8/p1p5/P1Pp4/PB1P4/KNB5 w - - 0 1";
    let of_white = |square: Square| if us == Color::White { square } else { square.mirrored() };
    let (from, to) = (of_white(mv.from), of_white(mv.to));
    let shut_in: Position = SHUT_IN.parse().ok().filter(|_| mv.kind == MoveKind::EnPassant)?;
    let mut setup = Setup { en_passant: Some(to), ..shut_in.setup() };
    let [passed, ahead] =
        [(to, from), (from, to)].map(|(file, rank)| Square::new(file.file(), rank.rank()));
    for (square, color) in [(from, Color::White), (passed, Color::Black), (ahead, Color::Black)] {
        setup.board.put(square, Piece::new(color, PieceKind::Pawn));
    }
    let alone = Position::new(setup).ok()?;
    Some(if us == Color::White { alone } else { alone.mirrored() })
}

#[cfg(test)]
mod tests {
    use super::only_en_passant;
    use ox88::{Move, MoveKind, Position};

    #[test]
    fn en_passant_is_the_only_move_where_a_king_is_shut_in() {
        let both: Position = "4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1".parse().expect("it is right");
        for here in [both, both.mirrored()] {
            let is_en_passant = |it: &Move| it.kind == MoveKind::EnPassant;
            let captures: Vec<Move> =
                here.legal_moves().into_iter().filter(is_en_passant).collect();
            assert_eq!(captures.len(), 2, "{here}");
            for mv in captures {
                let alone = only_en_passant(mv, here.side_to_move()).expect("it is en passant");
                assert_eq!(alone.pseudo_legal_moves(), [mv], "{alone}");
                assert_eq!(alone.legal_moves(), [mv], "{alone}");
            }
        }
    }
}
