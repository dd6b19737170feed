//! Where does another engine go wrong, and which rule does it break?
//!
//! Data flows one way:
//!
//! ```text
//! plan ─> ask ─> compare ─> shrink ─> diagnose ─> finding ─> report
//!          │                              │           │
//!         read                        hypothesis   explain
//!                                         │
//!                                       faults
//! ```
//!
//! | room | its one job |
//! |---|---|
//! | `line` | moves played from a position |
//! | `plan` | what to ask, and in which order |
//! | `ask` | the engine as a partner that is asked in time; `read` reads what it prints |
//! | `compare` | a reply beside the right answer |
//! | `session` | an engine under examination: asks, and compares at once |
//! | `shrink` | from a disagreement down to the smallest one |
//! | `faults` | the table of what can go wrong when moves are made or taken back |
//! | `hypothesis` | does the position that a fault leaves behind explain an answer? |
//! | `diagnose` | generating, making or taking back moves: which is at fault? |
//! | `explain` | why a move is legal or illegal, with the piece that proves it; the table of rules |
//! | `finding` | what was found: the wrong moves, their reasons, the broken rule |
//! | `search` | the hunt itself: one question of the plan after another |
//! | `report` | findings as text and as JSON |
//!
//! **To add a fault** of making a move or taking one back, write its row in `faults`. **To add a rule**,
//! write its row in `explain::rules` and its sentence in the room of its kind (legal, illegal, castling).
//! **To add a dialect**, write its arm in `read`. Each comes with the same fault or dialect in the broken
//! engine of the tests, and so with a test that finds it and names it.

pub mod compare;
pub mod diagnose;
pub mod dialect;
pub mod engine;
pub mod explain;
mod faults;
pub mod finding;
mod hypothesis;
pub mod line;
pub mod plan;
pub mod report;
pub mod search;
pub mod session;
mod shrink;
pub use dialect as read;
pub use engine as ask;
