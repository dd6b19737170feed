//! A position whose FEN is answered wrongly: generation, or the moves that are made and taken back
//! to test whether they are legal?

use super::made::{beliefs_after_making, is_not_played};
use super::recursion::{self, second_answer};
use super::unmade::beliefs_after_undoing;
use super::{Located, Origin, Proof, State};
use crate::chess::castling::CastlingRights;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::notation::MoveName;
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::hunt::compare::Difference;
use crate::hunt::explain::Rule;
use crate::hunt::line::Line;
use crate::hunt::witness::{Heard, NoAnswer, Witness};

/// Of so many wrong moves it is looked at what making them does. Mostly one fault lies behind all.
const MOVES_PLAYED: usize = 3;

/// A kind of move that can be had away from a position without changing anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Culprit {
    EnPassant,
    Castling,
}

/// Finds out what is at fault when the moves of a position are wrong by its own FEN.
pub(super) fn locate(
    witness: &mut Witness,
    position: &Position,
    depth: u32,
) -> Result<Located, Box<NoAnswer>> {
    // The second question follows at once, so that nothing lies between the two.
    let first = witness.ask_fen(position, depth)?;
    if let Some((second, state)) = second_answer(witness, &first)?
        && !same_moves(&second.comparison.difference, &first.comparison.difference)
    {
        let origin = Origin::Unmake { state, proof: Proof::AskedTwice };
        return Ok(Located::new(first, origin));
    }
    let (missing, extra) = moves_in_question(&first);
    // After an illegal step it is the king that could be taken, and what an engine makes of that says
    // nothing; but castling and the like move more than one piece.
    let played = extra.iter().filter(|mv| !matches!(mv.kind, MoveKind::Normal));
    for mv in missing.iter().chain(played).take(MOVES_PLAYED) {
        if let Some((heard, state)) = state_after(witness, position, *mv) {
            return Ok(Located::new(heard, Origin::Make { state: Some(state) }));
        }
    }
    for culprit in [Culprit::EnPassant, Culprit::Castling] {
        let is_one_itself = missing.iter().chain(&extra).any(|&mv| culprit.includes(mv));
        if !is_one_itself && culprit.is_to_blame(witness, &first)? {
            let state = state_left_by(culprit, &first);
            return Ok(Located::new(first, Origin::Unmake { state, proof: culprit.proof() }));
        }
    }
    let below = recursion::corrupted_below(witness, &first, &extra)?;
    Ok(Located::new(first, below.unwrap_or(Origin::Generation)))
}

fn same_moves(one: &Difference, other: &Difference) -> bool {
    (&one.missing, &one.extra, &one.twice) == (&other.missing, &other.extra, &other.twice)
}

/// The moves that are missing, and those that should be: of these, only what a piece can do at all.
fn moves_in_question(heard: &Heard) -> (Vec<Move>, Vec<Move>) {
    let position = heard.path.end();
    let Difference { missing, extra, .. } = &heard.comparison.difference;
    let possible = position.pseudo_legal_moves();
    let named = extra.iter().filter_map(|extra| extra.named);
    let extra = named.flat_map(|named| named.among(&possible)).collect();
    (missing.clone(), extra)
}

/// What is heard after a wrong move, and the state that explains it: an engine that makes a move
/// wrongly may find its own king in check then, or not in check any more.
fn state_after(witness: &mut Witness, position: &Position, mv: Move) -> Option<(Heard, State)> {
    let path = Line { root: *position, moves: vec![mv] };
    // An engine may as well refuse what it takes for illegal. Then this says nothing.
    let by_path = witness.ask(&path, 1).ok().filter(|heard| !heard.is_right())?;
    // After an illegal move there is no FEN to ask by.
    if position.is_legal(mv) {
        witness.ask_fen(&path.end(), 1).ok().filter(Heard::is_right)?;
    }
    let beliefs = beliefs_after_making(&path);
    let belief = beliefs.into_iter().find(|belief| belief.explains(&by_path))?;
    let says_much = position.is_legal(mv) || belief.state.rule != Rule::StateCorrupted;
    (says_much && !is_not_played(&path, &belief)).then_some((by_path, belief.state))
}

impl Culprit {
    fn includes(self, mv: Move) -> bool {
        match self {
            Culprit::EnPassant => mv.kind == MoveKind::EnPassant,
            Culprit::Castling => matches!(mv.kind, MoveKind::Castling { .. }),
        }
    }

    const fn proof(self) -> Proof {
        match self {
            Culprit::EnPassant => Proof::WithoutEnPassant,
            Culprit::Castling => Proof::WithoutCastling,
        }
    }

    /// Whether all is right in the same position without such moves.
    fn is_to_blame(self, witness: &mut Witness, heard: &Heard) -> Result<bool, Box<NoAnswer>> {
        let position = heard.path.end();
        if !position.pseudo_legal_moves().into_iter().any(|mv| self.includes(mv)) {
            return Ok(false);
        }
        let setup = position.setup();
        let without = match self {
            Culprit::EnPassant => Setup { en_passant: None, ..setup },
            Culprit::Castling => Setup { castling: CastlingRights::NONE, ..setup },
        };
        let Ok(without) = Position::new(without) else { return Ok(false) };
        Ok(witness.ask_fen(&without, heard.depth)?.is_right())
    }
}

/// What such moves leave behind that would explain an answer: the moves that are listed wrongly would
/// be legal then, and those that are missing would not.
fn state_left_by(culprit: Culprit, heard: &Heard) -> Option<State> {
    let Difference { missing, extra, .. } = &heard.comparison.difference;
    let explains = |believed: &Position| {
        let legal = believed.legal_moves();
        let has = |named: MoveName| !named.among(&legal).is_empty();
        extra.iter().all(|extra| extra.named.is_some_and(has))
            && !missing.iter().any(|mv| legal.contains(mv))
    };
    beliefs_after_undoing(&heard.path.end(), &[])
        .into_iter()
        .filter(|left| left.culprits.iter().all(|&mv| culprit.includes(mv)))
        .find(|left| explains(&left.belief.position))
        .map(|left| left.belief.state)
}
