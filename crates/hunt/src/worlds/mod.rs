//! Wrong move generators that can be run, and the one that a few answers of an engine teach.
//!
//! A fault of a generator is a set of conditions: moves that meet all of them are missing, or listed although they are
//! illegal, or listed twice. [`Lesson`] learns the simplest conditions that all wrong moves meet and no right one does.
//! It begins with one wrong answer in a small position, and names the next position to ask about: one on which the
//! explanations that still fit differ.
//!
//! ```text
//! contrast ─> lesson ─> learn ─> view
//!               │
//!             world ─> words
//! ```
//!
//! | module | its one job |
//! |---|---|
//! | `view` | a move in all respects in which a fault may tell moves apart |
//! | `learn` | the simplest conditions that hold for all wrong moves and for no right one |
//! | `contrast` | positions that differ from another one in one respect |
//! | `lesson` | what to ask next, and what was learnt |
//! | `world` | a wrong engine: its moves and counts |
//! | `words` | the conditions as an author would say them |

mod contrast;
mod learn;
mod lesson;
mod view;
mod words;
mod world;

pub use contrast::contrasts;
pub use learn::{Condition, Conditions};
pub use lesson::Lesson;
pub use view::Respect;
pub(crate) use view::wing_of;
pub use world::{Effect, Fault, World, WrongMoves};
