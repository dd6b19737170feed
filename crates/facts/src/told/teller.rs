//! Whoever tells facts: an engine in a process of its own, or an object in this one.

use super::Told;
use ox88::Move;
use ox88_count::Column;
use ox88_engine::{Line, Trouble};

/// What was asked for, or why there is no answer.
pub type TellResult<T> = Result<T, Trouble>;

/// Whatever can be asked for facts about the end of a line. `Ok(None)` is what it does not offer, and an error is an
/// answer that did not come.
#[expect(clippy::missing_errors_doc, reason = "all of them fail in the same way")]
pub trait Teller {
    /// The facts.
    fn tell(&mut self, at: &Line) -> TellResult<Told>;

    /// What is kept along the moves: the key and the evaluation, and perhaps more.
    fn kept(&mut self, at: &Line) -> TellResult<Told>;

    /// The same after a null move, and after that is taken back.
    fn null(&mut self, at: &Line) -> TellResult<Option<[Told; 2]>>;

    /// The facts after a text was given as a FEN, which may be none, in place of the position before it. Nothing if
    /// that is not to be asked.
    fn set_up(&mut self, _before: &Line, _text: &str) -> TellResult<Option<Told>> {
        Ok(None)
    }

    /// The facts before and after these moves are made and taken back: all moves of two plies if none is named, as long
    /// as this goes on.
    fn take_back(
        &mut self,
        at: &Line,
        moves: &[Move],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> TellResult<Option<[Told; 2]>>;

    /// Whether each of these moves is legal.
    fn are_legal(&mut self, at: &Line, moves: &[String]) -> TellResult<Option<Vec<bool>>>;

    /// The move, in UCI, that each of these texts in SAN means, and `no` where it means none.
    fn read_san(&mut self, at: &Line, texts: &[String]) -> TellResult<Option<Vec<String>>>;

    /// How many leaves of each kind there are at a depth, as far as it counts them.
    fn leaves(&mut self, at: &Line, depth: u32) -> TellResult<Vec<(Column, u128)>>;

    /// Whether it may be asked about Chess960.
    fn knows_chess960(&self) -> bool;

    /// Another one of the same kind that has been asked nothing, and is asked with more patience.
    fn fresh(&self) -> TellResult<Box<dyn Teller + '_>>;

    /// What a person types to see what a method of this name tells, about this move or text if it takes one.
    fn typed(&self, at: &Line, method: &str, about: &str) -> Vec<String>;
}
