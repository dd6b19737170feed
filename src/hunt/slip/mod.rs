//! Generation, make or unmake? Where an engine goes wrong, and the state that would explain it.
//!
//! Each answer here is an experiment. An engine that is right about a position by its FEN and wrong
//! when it plays there has made a move wrongly. One that answers otherwise when it is asked a second
//! time has taken its moves back wrongly. What is left is generation: the moves of that position.

mod belief;
mod experiments;
mod made;
mod recursion;
mod unmade;

pub use belief::State;

use self::made::beliefs_after_making;
use super::ask::TroubleKind;
use super::descend::Bottom;
use super::explain::rule::Rule;
use super::witness::{Heard, NoAnswer, Witness};
use crate::hunt::line::Line;

/// What part of an engine is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The moves of a position, or the test whether they are legal: its FEN alone shows it.
    Generation,
    /// Making a move: the FEN of the position is answered rightly, but not when it is played.
    Make {
        /// The position that an engine would have if that explains its answer.
        state: Option<State>,
    },
    /// Taking a move back.
    Unmake {
        /// The position that an engine would have if that explains its answer.
        state: Option<State>,
        /// How this is known.
        proof: Proof,
    },
    /// A count that is wrong though each child has the right one: a table of remembered counts, or
    /// something that taking a move back leaves behind.
    Recursion,
    /// What is counted, or how it is added up.
    Counting {
        /// The rule of counting that is broken.
        rule: Rule,
        /// More about it, to stand in a sentence of its own.
        how: Option<String>,
    },
    /// Nobody knows, since the engine gave no answer when it was asked further.
    Unknown {
        /// What it did instead.
        trouble: TroubleKind,
    },
}

/// How it is known that taking a move back is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A second question without a new position was answered otherwise.
    AskedTwice,
    /// Without the en passant square all is right, and the moves in question are no such captures.
    WithoutEnPassant,
    /// Without the right to castle all is right, and the moves in question are no castling.
    WithoutCastling,
    /// Each child is right when it is asked about alone, and no two paths of that length can meet.
    Recursion,
}

/// A disagreement, where it is smallest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The shortest question that shows it, with its answer.
    pub heard: Heard,
    /// How deep the engine was asked to count before, without a new position in between. Nothing where
    /// the question shows it alone.
    pub asked_before: Option<u32>,
    /// The part of the engine that is at fault.
    pub origin: Origin,
}

impl Located {
    /// A disagreement that one question shows.
    #[must_use]
    pub const fn new(heard: Heard, origin: Origin) -> Located {
        Located { heard, asked_before: None, origin }
    }

    /// How deep the engine has to be asked, one question after the other without a new position, to see
    /// it again.
    #[must_use]
    pub fn depths_to_ask(&self) -> Vec<u32> {
        let depth = self.heard.depth;
        match (self.asked_before, &self.origin) {
            (Some(before), _) => vec![before, depth],
            (None, Origin::Unmake { proof: Proof::AskedTwice, .. }) => vec![depth, depth],
            (None, _) => vec![depth],
        }
    }

    fn in_counting(heard: Heard, rule: Rule) -> Located {
        Located::new(heard, Origin::Counting { rule, how: None })
    }
}

/// Finds out what part of an engine is at fault.
///
/// # Errors
/// When the engine gives no answer to a question about it.
pub fn locate(witness: &mut Witness, bottom: Bottom) -> Result<Located, Box<NoAnswer>> {
    match bottom {
        Bottom::LeafAtGameEnd(heard) => Ok(Located::in_counting(heard, Rule::LeafAtGameEnd)),
        Bottom::Recursion(heard) => recursion::locate(witness, heard),
        Bottom::Leaf(heard) if !heard.has_right_moves() => wrong_moves(witness, heard),
        Bottom::Leaf(heard) if heard.comparison.difference.counts.is_empty() => {
            Ok(Located::in_counting(heard, Rule::TotalIsNotTheSum))
        }
        Bottom::Leaf(heard) => Ok(Located::in_counting(heard, Rule::CountOnly)),
    }
}

/// What a second question brings to light, without a new position, after one that was answered
/// rightly. Nothing if it is answered rightly too.
///
/// # Errors
/// When it brings no answer, from an engine that has answered such questions before.
pub fn asked_twice(witness: &mut Witness, first: &Heard) -> Result<Option<Located>, Box<NoAnswer>> {
    let Some((second, state)) = recursion::second_answer(witness, first)? else { return Ok(None) };
    // A table that outlives a question can spoil a count as well, but not the list of the moves.
    let is_undo = state.is_some() || !second.has_right_moves();
    let undo = Origin::Unmake { state, proof: Proof::AskedTwice };
    let origin = if is_undo { undo } else { Origin::Recursion };
    Ok(Some(Located { heard: second, asked_before: Some(first.depth), origin }))
}

fn wrong_moves(witness: &mut Witness, heard: Heard) -> Result<Located, Box<NoAnswer>> {
    let end = heard.path.end();
    if heard.path.moves.is_empty() {
        return experiments::locate(witness, &end, heard.depth);
    }
    // Wrong by the FEN as well: what is generated there is wrong, whatever making moves adds to it.
    if !witness.ask_fen(&end, heard.depth)?.is_right() {
        return experiments::locate(witness, &end, heard.depth);
    }
    let heard = shortest_way(witness, heard)?;
    let state = state_after_making(witness, &heard)?;
    Ok(Located::new(heard, Origin::Make { state }))
}

/// The same disagreement with as few moves as show it: the engine is set up by the FEN of a later and
/// later position, as long as it is still wrong at the end. Then the first move that is left is the
/// one that goes wrong.
fn shortest_way(witness: &mut Witness, heard: Heard) -> Result<Heard, Box<NoAnswer>> {
    let roots: Vec<_> = heard.path.steps().map(|step| step.before).collect();
    for (count, root) in roots.iter().enumerate().skip(1).rev() {
        let path = Line { root: *root, moves: heard.path.moves[count..].to_vec() };
        let shorter = witness.ask(&path, heard.depth)?;
        if !shorter.is_right() {
            return Ok(shorter);
        }
    }
    Ok(heard)
}

/// The state that explains an answer at the end of a path, if there is one that does. Where there are
/// several, one ply more may tell them apart.
fn state_after_making(
    witness: &mut Witness,
    heard: &Heard,
) -> Result<Option<State>, Box<NoAnswer>> {
    let mut beliefs = beliefs_after_making(&heard.path);
    beliefs.retain(|belief| belief.explains(heard));
    if let [first, second, ..] = &beliefs[..]
        && first.position != second.position
    {
        let deeper = witness.ask(&heard.path, heard.depth + 1)?;
        if beliefs.iter().any(|belief| belief.explains(&deeper)) {
            beliefs.retain(|belief| belief.explains(&deeper));
        }
    }
    Ok(beliefs.into_iter().next().map(|belief| belief.state))
}
