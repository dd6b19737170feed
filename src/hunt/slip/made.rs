//! The wrong positions that a slip of making a move leads to.

use super::belief::{Belief, Draft, after_on_its_board, castling_words};
use crate::chess::castling::{Castling, CastlingRights};
use crate::chess::color::Color;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceKind;
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::hunt::explain::rule::Rule;
use crate::hunt::line::{Line, Ply};

/// What an engine may believe at the end of a path of which it has made a move wrongly, what is most
/// likely first.
pub(super) fn beliefs_after_making(path: &Line) -> Vec<Belief> {
    let end = path.end();
    let mut beliefs = wrong_rights(path, &end);
    beliefs.extend(wrong_en_passant(path, &end));
    for (index, step) in path.steps().enumerate() {
        let later = &path.moves[index + 1..];
        for mut belief in slips_of(&step) {
            // What went wrong with one move is carried along by the others, if they can be made.
            let carried =
                later.iter().try_fold(belief.position, |here, &mv| after_on_its_board(&here, mv));
            if let Some(position) = carried {
                belief.position = position;
                beliefs.push(belief);
            }
        }
    }
    beliefs.extend(wrong_kings(path, &end));
    beliefs.extend(not_played(path, &end));
    beliefs.retain(|belief| belief.position != end);
    beliefs
}

/// The rights to castle, of which each one that the path began with may have been kept or lost, in
/// the order of how many of them are wrong.
fn wrong_rights(path: &Line, end: &Position) -> Vec<Belief> {
    let before: Vec<_> = path.root.castling_rights().iter().collect();
    let right = end.castling_rights();
    let mut found = Vec::new();
    for choice in 0..1_u32 << before.len() {
        let mut believed = CastlingRights::NONE;
        let mut words = Vec::new();
        let mut rule = Rule::CastlingRightLost;
        for (index, &(color, side, rook)) in before.iter().enumerate() {
            let is_believed = choice >> index & 1 != 0;
            let is_left = right.rook(color, side) == Some(rook);
            if is_believed {
                believed.grant(color, side, rook);
            }
            if is_believed && !is_left {
                rule = Rule::CastlingRightKept;
            }
            if is_believed != is_left {
                let can = if is_believed { "still" } else { "no longer" };
                words.push(castling_words(color, can, side));
            }
        }
        let draft = Draft::of(end).with_rights(believed);
        found.push((words.len(), Belief::new(&draft, rule, words.join(" and "))));
    }
    found.sort_by_key(|&(wrong, _)| wrong);
    found.into_iter().map(|(_, belief)| belief).collect()
}

/// The en passant square, which may have outlived its move or be lost too soon.
fn wrong_en_passant(path: &Line, end: &Position) -> Vec<Belief> {
    let draft = Draft::of(end);
    let mut beliefs = Vec::new();
    let earlier = path.steps().filter_map(|step| step.before.en_passant());
    for skipped in earlier.filter(|&skipped| end.en_passant() != Some(skipped)) {
        let as_if = format!("a pawn could still be taken en passant on {skipped}");
        let draft = draft.with_en_passant(Some(skipped));
        beliefs.push(Belief::new(&draft, Rule::EnPassantSquareKept, as_if));
    }
    if let Some(skipped) = end.en_passant() {
        let as_if = format!("no pawn had just skipped {skipped}");
        let draft = draft.with_en_passant(None);
        beliefs.push(Belief::new(&draft, Rule::EnPassantSquareLost, as_if));
    }
    beliefs
}

/// What can be left on the board, or be missing, after one move.
fn slips_of(step: &Ply) -> Vec<Belief> {
    let Ply { before, mv, after, .. } = step;
    let Move { from, to, kind } = *mv;
    let us = before.side_to_move();
    let text = step.text();
    let draft = Draft::of(after);
    let mut beliefs = Vec::new();
    let mut add = |draft: Draft, rule, as_if| beliefs.push(Belief::new(&draft, rule, as_if));
    match kind {
        MoveKind::EnPassant => {
            if let Some(passed) = us.en_passant_victim(to) {
                let as_if = format!("the pawn on {passed} that {text} has taken still stood there");
                add(draft.with(passed, !us, PieceKind::Pawn), Rule::CapturedPawnLeft, as_if);
            }
        }
        MoveKind::Castling { rook } => {
            let goal = Castling::new(from, rook).rook_target();
            let at_home = draft.with(rook, us, PieceKind::Rook);
            let as_if = format!("the rook still stood on {rook} after {text}");
            add(at_home.without(goal), Rule::RookNotMoved, as_if);
            let as_if = format!("a rook stood on {rook} and another one on {goal} after {text}");
            add(at_home, Rule::RookNotMoved, as_if);
        }
        MoveKind::Promotion(kind) => {
            let as_if = format!("the piece on {to} were still a pawn after {text}");
            add(draft.with(to, us, PieceKind::Pawn), Rule::PawnDoesNotPromote, as_if);
            for other in PieceKind::PROMOTIONS.into_iter().filter(|&other| other != kind) {
                let as_if = format!("{text} had made another piece ({})", other.letter());
                add(draft.with(to, us, other), Rule::StateCorrupted, as_if);
            }
        }
        MoveKind::Normal | MoveKind::DoublePush => {}
    }
    if let Some(piece) = before.board().at(from) {
        let as_if = format!("a piece still stood on {from} after {text}");
        add(draft.with(from, us, piece.kind()), Rule::StateCorrupted, as_if);
        let as_if = format!("the piece that has gone to {to} had disappeared");
        add(draft.without(to), Rule::StateCorrupted, as_if);
    }
    beliefs
}

/// Where an engine may look for a king: wherever it has been.
fn wrong_kings(path: &Line, end: &Position) -> Vec<Belief> {
    let mut beliefs = Vec::new();
    for color in Color::BOTH {
        let mut places: Vec<Square> = path.steps().map(|step| step.before.king(color)).collect();
        places.dedup();
        for place in places.into_iter().filter(|&place| place != end.king(color)) {
            let draft = Draft::of(end).with_king(color, place);
            let as_if = format!("{color}'s king still stood on {place}");
            let belief = Belief::new(&draft, Rule::StateCorrupted, as_if);
            beliefs.extend([belief.clone(), belief.losing_sight_of_king()]);
        }
    }
    beliefs
}

/// Positions in which some moves of the path were not made at all, or the turn has not changed.
fn not_played(path: &Line, end: &Position) -> Vec<Belief> {
    let mut beliefs: Vec<Belief> = path
        .steps()
        .map(|step| {
            let as_if = format!("{} and what follows had not been played", step.text());
            Belief::new(&Draft::of(&step.before), Rule::StateCorrupted, as_if)
        })
        .collect();
    let us = end.side_to_move();
    let draft = Draft::of(end).with_turn_of(!us).with_en_passant(None);
    beliefs.push(Belief::new(
        &draft,
        Rule::StateCorrupted,
        format!("it were still the turn of {}", !us),
    ));
    beliefs
}

/// Whether a belief is that a position before the end of the path is still on the board. An engine
/// that refuses a move has it, and nothing is wrong with how it makes moves.
pub(super) fn is_not_played(path: &Line, belief: &Belief) -> bool {
    path.steps().any(|step| step.before == belief.position)
}
