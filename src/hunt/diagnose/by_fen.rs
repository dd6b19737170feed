//! A position that is answered wrongly by its FEN: is it generation, or are the moves that are made and
//! taken back to test their legality at fault?

use super::counts;
use super::origin::{Diagnosis, Evidence, Origin};
use crate::chess::castling::CastlingRights;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::notation::MoveName;
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::hunt::compare::Difference;
use crate::hunt::explain::Rule;
use crate::hunt::hypothesis::{CorruptState, after_making, after_undoing};
use crate::hunt::line::Line;
use crate::hunt::session::{Exchange, NoReply, Session};

/// How many of the wrong moves are played to see what making them does. Mostly one fault is behind all.
const MOVES_PLAYED: usize = 3;

/// A kind of move that can be taken out of a position without changing anything else.
#[derive(Clone, Copy)]
enum Removable {
    EnPassant,
    Castling,
}

/// Finds out what is at fault when the moves of a position are wrong by its own FEN.
pub(super) fn diagnose(
    session: &mut Session,
    position: &Position,
    depth: u32,
) -> Result<Diagnosis, Box<NoReply>> {
    // The second question follows at once, so that nothing comes between the two.
    let first = session.ask_by_fen(position, depth)?;
    if session.is_with_person() {
        // What follows tells apart why it is wrong, by many more questions.
        return Ok(Diagnosis::new(first, Origin::Generation));
    }
    if let Some((second, state)) = counts::second_reply(session, &first)?
        && !lists_the_same(&second.comparison.difference, &first.comparison.difference)
    {
        let origin = Origin::Unmake { state, evidence: Evidence::AskedTwice };
        return Ok(Diagnosis::new(first, origin));
    }
    let Difference { missing, .. } = &first.comparison.difference;
    let extra = extra_moves(&first);
    // After an illegal step it is the king that could be taken, and what an engine makes of that says
    // nothing; but castling and the like move more than one piece.
    let special = extra.iter().filter(|mv| !matches!(mv.kind, MoveKind::Normal));
    for &mv in missing.iter().chain(special).take(MOVES_PLAYED) {
        if let Some((exchange, state)) = state_after(session, position, mv) {
            return Ok(Diagnosis::new(exchange, Origin::Make { state: Some(state) }));
        }
    }
    for removable in [Removable::EnPassant, Removable::Castling] {
        let is_in_question = missing.iter().chain(&extra).any(|&mv| removable.includes(mv));
        if !is_in_question && removable.is_to_blame(session, &first)? {
            let state = state_left_by(removable, &first);
            let origin = Origin::Unmake { state, evidence: removable.evidence() };
            return Ok(Diagnosis::new(first, origin));
        }
    }
    let below = counts::corrupted_below(session, &first, &extra)?;
    Ok(Diagnosis::new(first, below.unwrap_or(Origin::Generation)))
}

fn lists_the_same(one: &Difference, other: &Difference) -> bool {
    (&one.missing, &one.extra, &one.twice) == (&other.missing, &other.extra, &other.twice)
}

/// The moves that are listed and are not legal, as far as a piece can make them at all.
fn extra_moves(exchange: &Exchange) -> Vec<Move> {
    let possible = exchange.line.end().pseudo_legal_moves();
    let extra = &exchange.comparison.difference.extra;
    extra.iter().filter_map(|extra| extra.named).flat_map(|named| named.among(&possible)).collect()
}

/// The exchange after a wrong move, and the state that explains it: an engine that makes a move
/// wrongly may find its own king in check then, or not in check any more.
fn state_after(
    session: &mut Session,
    position: &Position,
    mv: Move,
) -> Option<(Exchange, CorruptState)> {
    let line = Line { root: *position, moves: vec![mv] };
    // An engine may as well refuse what it takes for illegal. Then this says nothing.
    let played = session.ask(&line, 1).ok().filter(|exchange| !exchange.is_right())?;
    // After an illegal move there is no FEN to ask by.
    let is_legal = position.is_legal(mv);
    if is_legal {
        session.ask_by_fen(&line.end(), 1).ok().filter(Exchange::is_right)?;
    }
    let hypothesis = after_making(&line).into_iter().find(|it| it.explains(&played))?;
    let says_much = is_legal || hypothesis.state.rule != Rule::StateCorrupted;
    // An engine that has refused the move has made nothing wrongly.
    let is_refusal = hypothesis.is_position_before_end_of(&line);
    (says_much && !is_refusal).then_some((played, hypothesis.state))
}

impl Removable {
    fn includes(self, mv: Move) -> bool {
        match self {
            Removable::EnPassant => mv.kind == MoveKind::EnPassant,
            Removable::Castling => mv.castling_rook().is_some(),
        }
    }

    const fn evidence(self) -> Evidence {
        match self {
            Removable::EnPassant => Evidence::WithoutEnPassant,
            Removable::Castling => Evidence::WithoutCastling,
        }
    }

    /// Whether all is right in the same position without such moves.
    fn is_to_blame(self, session: &mut Session, exchange: &Exchange) -> Result<bool, Box<NoReply>> {
        let position = exchange.line.end();
        if !position.pseudo_legal_moves().into_iter().any(|mv| self.includes(mv)) {
            return Ok(false);
        }
        let setup = position.setup();
        let without = match self {
            Removable::EnPassant => Setup { en_passant: None, ..setup },
            Removable::Castling => Setup { castling: CastlingRights::NONE, ..setup },
        };
        let Ok(without) = Position::new(without) else { return Ok(false) };
        Ok(session.ask_by_fen(&without, exchange.depth)?.is_right())
    }
}

/// What such moves leave behind that would explain an answer: the moves that are listed wrongly would
/// be legal then, and those that are missing would not.
fn state_left_by(removable: Removable, exchange: &Exchange) -> Option<CorruptState> {
    let Difference { missing, extra, .. } = &exchange.comparison.difference;
    let explains = |position: &Position| {
        let legal = position.legal_moves();
        let has = |named: MoveName| !named.among(&legal).is_empty();
        extra.iter().all(|extra| extra.named.is_some_and(has))
            && !missing.iter().any(|mv| legal.contains(mv))
    };
    after_undoing(&exchange.line.end(), &[])
        .into_iter()
        .filter(|hypothesis| hypothesis.culprits.iter().all(|&mv| removable.includes(mv)))
        .find(|hypothesis| explains(&hypothesis.position))
        .map(|hypothesis| hypothesis.state)
}
