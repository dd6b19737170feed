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

pub(crate) mod ask;
pub(crate) mod compare;
mod diagnose;
pub(crate) mod explain;
mod faults;
mod finding;
mod hypothesis;
pub(crate) mod line;
mod plan;
pub(crate) mod read;
mod report;
mod search;
mod session;
mod shrink;

pub use ask::{CannotRun, Engine, Partner, Protocol, Question, Trouble, TroubleKind, kill_all};
pub use compare::{Comparison, Difference, Extra, WrongCount, WrongTotal, compare};
pub use diagnose::{Diagnosis, Evidence, Origin, Part};
pub use explain::{Explanation, Rule, RuleKind, explain_move, explain_name};
pub use finding::{Disagreement, Finding, FindingKind, Wrong, WrongMove};
pub use hypothesis::CorruptState;
pub use line::{Line, Ply};
pub use plan::{Case, Limits, Plan};
pub use read::{OutputLine, Reply, Row, read_line};
pub use report::{Cause, Style, causes, json, json_of_refusal, table, write_finding};
pub use search::{Outcome, Totals, Until, search};
pub use session::{Exchange, NoReply};
