//! Wrong engines, as ox88 imagines them: what an engine would answer that has a fault of the tables, and whether that
//! is just what an engine has answered.
//!
//! A fault is a row. It says which rule is broken, where, and what is another then:
//!
//! | table | rows | such an engine is, and has just given an answer if |
//! |---|---|---|
//! | `faults` | what goes wrong when a FEN is read and when moves are made or taken back | a `Hypothesis`, the position that it has then: `explains`; where moves are taken back also an `Undoing`, which plays it: `explains` |
//! | `theory` | mistakes that show in every answer | a `Theory`: `predicts` |
//! | `remembering` | what a table of counts leaves out of its key | an `Omission`: `predicts` |
//!
//! All of them go down and count by one `walk`, on a `Draft`. Where a fault leaves a wrong position behind and does
//! nothing else, the oracle counts the right answer about that.
//!
//! | module | its one job |
//! |---|---|
//! | `draft` | the board of a wrong engine: a position that is being falsified, and the moves there |
//! | `wing` | castlings on a wing that need not be that of the rook |
//! | `walk` | how an engine goes down and counts |
//! | `states` | the wrong positions that faults leave behind at the end of a line |
//! | `undoing` | the answers of an engine that takes moves back wrongly, in each usual way of trying moves |
//! | `faulty` | an engine with one fault of any table, which answers any question |

mod draft;
mod faults;
mod faulty;
mod remembering;
mod states;
mod theory;
mod undoing;
mod walk;
mod wing;

pub(crate) use draft::{Draft, if_possible, takes_own_piece};
pub(crate) use faults::{EXPLAIN_MUCH, Fault, OTHER_WING, Stage, castlings_without_right};
pub use faulty::Faulty;
pub(crate) use remembering::OMISSIONS;
pub use states::CorruptState;
pub(crate) use states::{
    Hypothesis, after, explained_by, with_men_misread, without_men_on, words_after_undoing,
};
pub(crate) use theory::{End, ROWS, Systematic, Theory};
pub(crate) use undoing::{Met, Moves, Undoing, kind_of};
pub(crate) use walk::Machine;

#[cfg(test)]
pub(crate) use wing::{castled, moves_by_wing, on_other_wing};
