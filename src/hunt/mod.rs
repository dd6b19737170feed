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
//! | `ask` | asks the engine, which replies in time or not at all; `read` reads what it prints |
//! | `by_squares` | a reply in SAN, rewritten by the squares of its moves |
//! | `pace` | how fast the engine answers |
//! | `budget` | what fits into the time of the hunt, and what was left out for lack of it |
//! | `compare` | a reply beside the right answer |
//! | `history` | what the engine was asked |
//! | `totals` | the rows of an engine that prints totals only |
//! | `session` | an engine under examination: asks, and compares at once |
//! | `shrink` | from a disagreement down to the smallest one |
//! | `faults` | the table of what can go wrong when a FEN is read and when moves are made or taken back |
//! | `hypothesis` | does the position that a fault leaves behind explain an answer? |
//! | `diagnose` | what is at fault: generating moves, making them, taking them back, reading a FEN, counting? |
//! | `explain` | why a move is legal or illegal, with the piece that proves it; the table of rules |
//! | `leaf_kinds` | are as many leaves missing as there are of one kind? |
//! | `finding` | what was found: the wrong moves, their reasons, the broken rule |
//! | `examine` | from an answer that differs to a finding |
//! | `afresh` | is a finding seen again by a new process, which has been asked nothing else? |
//! | `search` | the hunt itself: one question of the plan after another |
//! | `report` | findings as text, as a page and as JSON |
//!
//! **To add a fault** of reading a FEN, making a move or taking one back, write its row in `faults`. **To add a rule**,
//! write its row in `explain::rules`, its sentence in the room for its kind of move (legal, illegal,
//! castling, no such move), and a case in `tests/explain/cases.rs`. **To add a dialect**, write a function
//! for its form in `read`, and list it there. Put the same fault or dialect into the broken engine of the
//! tests (`tests/broken_engine/`): a fault then also needs a case in `tests/hunt/faults.rs`.

mod afresh;
pub(crate) mod ask;
mod budget;
pub(crate) mod by_squares;
pub(crate) mod compare;
mod diagnose;
mod examine;
pub(crate) mod explain;
mod faults;
mod finding;
mod history;
mod hypothesis;
mod leaf_kinds;
pub(crate) mod line;
pub(crate) mod pace;
mod plan;
pub(crate) mod read;
mod report;
mod search;
mod session;
mod shrink;
mod totals;

pub use ask::{CannotRun, Engine, Partner, Protocol, Question, Trouble, TroubleKind, kill_all};
pub use budget::{CutShort, LeftOutByBudget};
pub use by_squares::{BySquares, by_squares};
pub use compare::{Comparison, Difference, Extra, WrongCount, WrongTotal, compare};
pub use diagnose::{After, Diagnosis, Evidence, Origin, Part};
pub use explain::{
    Draw, Explanation, Rule, RuleKind, explain_game_end, explain_missing, explain_move,
    explain_name,
};
pub use finding::{Confirmation, Disagreement, Finding, FindingKind, Wrong, WrongMove};
pub use history::Asked;
pub use hypothesis::CorruptState;
pub use line::{Line, Ply};
pub use plan::{Case, Chess960, Limits, Plan};
pub use read::{OutputLine, Reply, Row, Source, read_line};
pub use report::{
    Cause, Style, advice, causes, html, html_of_refusal, json, json_of_refusal, remarks, table,
    totals_line, write_finding,
};
pub use search::{Outcome, Totals, Until, search};
pub use session::{Exchange, NoReply};
