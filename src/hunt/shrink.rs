//! From a disagreement down to the smallest one.
//!
//! A wrong count has its cause behind its move. The engine is asked there, one move further and one
//! ply less deep, until it lists a wrong move itself, or until everything below is right.

use super::compare::WrongCount;
use super::witness::{Heard, NoAnswer, Witness};
use crate::chess::position::Position;

/// The end of a descent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bottom {
    /// The engine lists wrong moves here, or says something that no move below can explain.
    Leaf(Heard),
    /// A mate or stalemate has a count of one leaf.
    LeafAtGameEnd(Heard),
    /// Each child is right when it is asked about alone, and wrong when it is counted from here.
    Recursion(Heard),
}

/// Goes down from an answer that differs.
///
/// # Errors
/// When the engine gives no answer on the way down.
pub fn descend(witness: &mut Witness, from: Heard) -> Result<Bottom, Box<NoAnswer>> {
    let mut heard = from;
    loop {
        let difference = &heard.comparison.difference;
        if !difference.has_right_moves() {
            return wrong_moves(witness, heard);
        }
        if difference.counts.is_empty() || heard.depth == 1 {
            return Ok(if is_leaf_at_game_end(&heard) {
                Bottom::LeafAtGameEnd(heard)
            } else {
                Bottom::Leaf(heard)
            });
        }
        match wrong_child(witness, &heard)? {
            Some(child) => heard = child,
            None if counts_game_ends(witness, &heard)? => return Ok(Bottom::LeafAtGameEnd(heard)),
            None => return smallest_recursion(witness, heard),
        }
    }
}

/// Moves that are listed wrongly at any depth are mostly wrong at depth 1 as well. If not, what is
/// done behind one move has changed the list.
fn wrong_moves(witness: &mut Witness, heard: Heard) -> Result<Bottom, Box<NoAnswer>> {
    if heard.depth == 1 {
        return Ok(Bottom::Leaf(heard));
    }
    for depth in 1..heard.depth {
        let shallow = witness.ask(&heard.path, depth)?;
        if !shallow.has_right_moves() {
            let is_leaf = depth == 1;
            return Ok(if is_leaf { Bottom::Leaf(shallow) } else { Bottom::Recursion(shallow) });
        }
    }
    Ok(Bottom::Recursion(heard))
}

/// The child that is wrong when it is asked about directly, of those that differ: the one with the
/// fewest leaves is asked first.
fn wrong_child(witness: &mut Witness, heard: &Heard) -> Result<Option<Heard>, Box<NoAnswer>> {
    let mut counts = heard.comparison.difference.counts.clone();
    counts.sort_by_key(|count| count.ours);
    for WrongCount { mv, .. } in counts {
        let child = witness.ask(&heard.path.and(mv), heard.depth - 1)?;
        if !child.is_right() {
            return Ok(Some(child));
        }
    }
    Ok(None)
}

/// Everything below this position is right, so that only its own recursion is wrong. The smaller the
/// depth, the fewer moves can be to blame.
fn smallest_recursion(witness: &mut Witness, heard: Heard) -> Result<Bottom, Box<NoAnswer>> {
    for depth in 2..heard.depth {
        let shallow = witness.ask(&heard.path, depth)?;
        if !shallow.is_right() {
            // Less deep, but perhaps with something wrong further down after all.
            return descend(witness, shallow);
        }
    }
    Ok(Bottom::Recursion(heard))
}

fn is_game_end(position: &Position) -> bool {
    position.legal_moves().is_empty()
}

/// Whether the position itself is a mate or stalemate, in which one leaf is claimed.
fn is_leaf_at_game_end(heard: &Heard) -> bool {
    let claimed = heard.comparison.difference.total.map(|total| total.claimed);
    claimed == Some(1) && heard.answer.rows.is_empty() && is_game_end(&heard.path.end())
}

/// Whether the wrong counts are those of the mates and stalemates a move away: one leaf for each, and
/// still one leaf when it is counted deeper. A move that is only taken for legal has more behind it.
fn counts_game_ends(witness: &mut Witness, heard: &Heard) -> Result<bool, Box<NoAnswer>> {
    let position = heard.path.end();
    let mut game_ends = position.legal_moves();
    game_ends.retain(|&mv| is_game_end(&position.after_unchecked(mv)));
    let is_leaf = |heard: &Heard| {
        let counts = &heard.comparison.difference.counts;
        let is_one = |mv| counts.iter().any(|count| count.mv == mv && count.theirs == 1);
        game_ends.iter().all(|&mv| is_one(mv))
    };
    let counts_others = heard.comparison.difference.counts.len() > game_ends.len();
    if counts_others || !is_leaf(heard) {
        return Ok(false);
    }
    Ok(is_leaf(&witness.ask(&heard.path, heard.depth + 1)?))
}
