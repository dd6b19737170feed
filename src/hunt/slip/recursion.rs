//! A count that is wrong though every child, asked about alone, is right.

use super::belief::after_on_its_board;
use super::unmade::{Left, beliefs_after_undoing, beliefs_from_below};
use super::{Located, Origin, Proof, State, shortest_way};
use crate::chess::moves::Move;
use crate::chess::notation::MoveName;
use crate::chess::position::Position;
use crate::hunt::compare::{WrongCount, ours};
use crate::hunt::explain::rule::Rule;
use crate::hunt::witness::{Heard, NoAnswer, Witness};
use crate::perft::walk::perft;

/// Two paths can meet from so deep on, and then a table may have mixed up what it remembers.
const PATHS_MEET: u32 = 3;

/// Of so many wrong counts it is asked whether they are right behind their move.
const CHILDREN_ASKED: usize = 3;

/// Finds out what is at fault.
pub(super) fn locate(witness: &mut Witness, heard: Heard) -> Result<Located, Box<NoAnswer>> {
    if let Some(bits) = wraps_at(&heard) {
        let how =
            format!("counts begin again at 0 from 2^{bits} on: they need more than {bits} bits");
        return Ok(Located::new(heard, Origin::Counting { rule: Rule::CountOnly, how: Some(how) }));
    }
    let by_fen = witness.ask_fen(&heard.path.end(), heard.depth)?;
    if by_fen.is_right() {
        // It is not even wrong unless the moves are played.
        let heard = shortest_way(witness, heard)?;
        return Ok(Located::new(heard, Origin::Make { state: None }));
    }
    if let Some((second, state)) = second_answer(witness, &by_fen)?
        && (state.is_some() || !second.has_right_moves())
    {
        let state = state.or_else(|| state_behind(&by_fen));
        let origin = Origin::Unmake { state, proof: Proof::AskedTwice };
        return Ok(Located::new(by_fen, origin));
    }
    let state = state_behind(&by_fen);
    let origin = if by_fen.depth < PATHS_MEET {
        Origin::Unmake { state, proof: Proof::Recursion }
    } else {
        Origin::Recursion
    };
    Ok(Located::new(by_fen, origin))
}

/// The number of bits in which the wrong counts would be right.
fn wraps_at(heard: &Heard) -> Option<u32> {
    let counts = &heard.comparison.difference.counts;
    let right = ours(&heard.path.end(), heard.depth);
    let wraps = |bits: &u32| {
        let too_large = right.iter().filter(|(_, ours)| ours >> bits != 0).count();
        let is_cut = |wrong: &WrongCount| wrong.ours % (1 << bits) == wrong.theirs;
        too_large == counts.len() && counts.iter().all(is_cut)
    };
    let is_told_by_counts = heard.has_right_moves() && !counts.is_empty();
    [32, 16, 8].into_iter().find(|bits| is_told_by_counts && wraps(bits))
}

/// What is heard when the engine is asked a second time, if that is not right, and the state that
/// explains it.
pub(super) fn second_answer(
    witness: &mut Witness,
    first: &Heard,
) -> Result<Option<(Heard, Option<State>)>, Box<NoAnswer>> {
    let second = witness.ask_again(first)?.filter(|second| !second.is_right());
    let Some(second) = second else { return Ok(None) };
    let position = first.path.end();
    let left = all_beliefs(&position, &listed(&position, first));
    let state = left.into_iter().find(|left| left.belief.explains(&second));
    Ok(Some((second, state.map(|left| left.belief.state))))
}

/// Looks whether counts one ply further are wrong, while they are right when asked about behind their
/// move: then moves are taken back wrongly, and so the list of the moves may be wrong as well.
/// `extra` are moves that the engine lists wrongly: it can be asked what is behind them all the same.
pub(super) fn corrupted_below(
    witness: &mut Witness,
    heard: &Heard,
    extra: &[Move],
) -> Result<Option<Origin>, Box<NoAnswer>> {
    let position = heard.path.end();
    let deeper = witness.ask(&heard.path, heard.depth + 1)?;
    let counts = &deeper.comparison.difference.counts;
    let mut wrong: Vec<(Move, u128)> =
        counts.iter().take(CHILDREN_ASKED).map(|count| (count.mv, count.ours)).collect();
    for &mv in extra.iter().take(CHILDREN_ASKED) {
        let ours = perft(&position.after_unchecked(mv), heard.depth);
        if rows(&position, &deeper).iter().any(|&(row, theirs)| row == mv && theirs != ours) {
            wrong.push((mv, ours));
        }
    }
    for (mv, ours) in wrong {
        // Nobody has to answer after an illegal move.
        let alone = witness.ask(&heard.path.and(mv), heard.depth);
        if alone.is_ok_and(|alone| alone.answer.sum() == ours && alone.is_right()) {
            let state = state_behind(&deeper);
            return Ok(Some(Origin::Unmake { state, proof: Proof::Recursion }));
        }
    }
    Ok(None)
}

/// The state that explains the first wrong count and as many of the others as can be.
fn state_behind(heard: &Heard) -> Option<State> {
    let position = heard.path.end();
    let ours = |mv: Move| perft(&position.after_unchecked(mv), heard.depth - 1);
    let rows = rows(&position, heard);
    let wrong: Vec<(Move, u128)> =
        rows.into_iter().filter(|&(mv, theirs)| ours(mv) != theirs).collect();
    let mut best: Option<(usize, Left)> = None;
    for left in all_beliefs(&position, &listed(&position, heard)) {
        let explained = explained(&left.belief.position, &wrong, heard.depth);
        if explained > best.as_ref().map_or(0, |best| best.0) {
            best = Some((explained, left));
        }
    }
    best.map(|(_, left)| left.belief.state)
}

/// What may be left behind by the moves of a position, and by those one ply further down.
fn all_beliefs(position: &Position, listed: &[Move]) -> Vec<Left> {
    let mut left = beliefs_after_undoing(position, listed);
    left.extend(beliefs_from_below(position, listed));
    left
}

/// How many of the wrong counts follow from a belief: none if the first one does not.
fn explained(believed: &Position, wrong: &[(Move, u128)], depth: u32) -> usize {
    let follows = |&(mv, theirs): &(Move, u128)| {
        after_on_its_board(believed, mv).is_some_and(|after| perft(&after, depth - 1) == theirs)
    };
    match wrong {
        [first, ..] if follows(first) => wrong.iter().filter(|row| follows(row)).count(),
        _ => 0,
    }
}

/// The moves in the order in which the engine lists them.
fn listed(position: &Position, heard: &Heard) -> Vec<Move> {
    rows(position, heard).into_iter().map(|(mv, _)| mv).collect()
}

/// The rows of moves that a piece can make, legal or not, in the order in which the engine lists them.
fn rows(position: &Position, heard: &Heard) -> Vec<(Move, u128)> {
    let possible = position.pseudo_legal_moves();
    let legal = position.legal_moves();
    let read = |text: &str| {
        let named = MoveName::from_text(text)?;
        named.among(&legal).first().or(named.among(&possible).first()).copied()
    };
    let rows = heard.answer.rows.iter();
    rows.filter_map(|row| Some((read(&row.text)?, row.count))).collect()
}
