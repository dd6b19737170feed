//! Talks with a chess engine or a script: starts it, asks it for a divide, reads whatever format it prints, and says
//! how that differs from the right answer.
//!
//! ```no_run
//! # #[cfg(feature = "processes")]
//! # fn ask() -> Result<(), Box<dyn std::error::Error>> {
//! use ox88::divide;
//! use ox88_engine::{Engine, Experiment, Heard, Line, Partner, Process, Protocol, Step, compare};
//! use std::time::Duration;
//!
//! let limit = Duration::from_secs(20);
//! let perft = "go perft".to_owned();
//! let mut engine = Engine::start("./my-engine", Protocol::Uci { perft }, limit)?;
//! let line: Line = "startpos moves e2e4".parse()?;
//! let steps = vec![Step::anew(&line, 2)];
//! let experiment = Experiment { process: Process::Running, steps, castling: None };
//! match &engine.run(&experiment, limit)[..] {
//!     [Heard::Answer { reply, .. }] => {
//!         let position = line.end();
//!         let comparison = compare(&position, &divide(&position, 2), reply);
//!         println!("missing: {:?}", comparison.difference.missing);
//!     }
//!     [Heard::Trouble(trouble)] => println!("{}", trouble.kind),
//!     _ => {}
//! }
//! # Ok(())
//! # }
//! ```
//!
//! - [`Partner`] is whatever can be asked, and [`Experiment`] is what it is asked in one piece. What it does becomes a
//!   [`Reply`] or a [`Trouble`]. `Engine` is a partner in a process of its own.
//! - [`Remote`] is the same conversation for a program that cannot wait, such as a page in a browser.
//! - [`read`] reads the divides that programs print, in every known format.
//! - [`compare()`] puts a reply beside the right answer.
//! - [`suites`] reads perft suites in every format in which people share them.
//!
//! | feature | on by default | what it adds |
//! |---|---|---|
//! | `processes` | yes | `Engine`: engines and scripts as child processes |
//!
//! Without features the crate starts no processes, and builds for `wasm32-unknown-unknown`.
//!
//! # The modules
//!
//! | module | its one job |
//! |---|---|
//! | `suites` | perft suites of other people |
//! | `trouble` | every way in which there can be no reply |
//! | `read` | what engines print, line by line |
//! | `line`, `typed_line` | moves played from a position; the text of one |
//! | `fewest` | as few as still show something: of anything that can be left out, and of the pieces on a board |
//! | `ask` | who can be asked; questions, experiments, and what is heard |
//! | `by_squares` | a reply in SAN, rewritten by the squares of its moves; rows that name no move |
//! | `compare` | a reply beside the right answer |
//! | `talk` | the conversation with an engine: what is sent, when its answer is over, and where its counts are if no words are known for them; without a process or a clock |
//! | `paste` | what a person pastes or has saved: when it is complete, and whether it can be the answer |
//! | `wire` | an engine in a process of its own, which replies in time or not at all |
//!
//! `read` says at its top how to add a format, `trouble` how to add a kind of it.

mod ask;
mod by_squares;
mod compare;
pub mod fewest;
mod line;
mod paste;
pub mod read;
pub mod suites;
#[cfg_attr(
    not(feature = "processes"),
    allow(dead_code, reason = "without processes only `Remote` and the tests have a conversation")
)]
mod talk;
mod trouble;
mod typed_line;
#[cfg(feature = "processes")]
mod wire;

pub use ask::{
    Abilities, CastlingsWritten, Experiment, Heard, NEW_GAME, Partner, Process, Protocol, Saved,
    Step, Trouble, TroubleKind, run_each, run_each_by_fen, uci_castling,
};
pub use by_squares::{BySquares, by_squares};
pub use compare::{Comparison, Difference, Extra, WrongCount, WrongTotal, compare, compare_with};
pub use line::{Line, Ply, RightsNotation, move_between};
pub use paste::{
    Compared, Doubt, DoubtKind, Interview, PartialPaste, PasteProgress, Pasted, RightAnswers,
    first_few,
};
pub use read::{MoveName, OutputLine, Reply, Row, RowsFrom, is_move, read_line, typed_move};
pub use talk::{Does, Remote, Stands};
pub use typed_line::{LineError, TypedLine};
#[cfg(feature = "processes")]
pub use wire::{Console, Engine, Splitting, check_program, kill_all};

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;

// The example of the README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
