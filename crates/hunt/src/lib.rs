//! Finds the smallest position in which a chess move generator goes wrong, and names the rule that it breaks.
//!
//! A generator is a [`Partner`] that answers questions: how many leaves are behind each move of this position?
//! This one does not know castling:
//!
//! ```
//! use ox88_hunt::{Chess960, Limits, Partner, Plan, Question, Reply, Row, Trouble, Until, search};
//! use std::time::Duration;
//!
//! struct MyGenerator;
//!
//! impl Partner for MyGenerator {
//!     fn ask(&mut self, question: &Question) -> Result<Reply, Trouble> {
//!         // Yours counts here, from `question.position()` to `question.depth`.
//!         let divide = ox88::divide(&question.position(), question.depth);
//!         let rows = divide.texts().filter(|(text, _)| text != "e1g1" && text != "e1c1");
//!         let rows = rows.map(|(text, count)| Row { text, count }).collect();
//!         Ok(Reply { rows, ..Reply::default() })
//!     }
//!
//!     fn ask_again(&mut self, _: &Question) -> Option<Result<Reply, Trouble>> {
//!         None // it has no position that could be left in disorder
//!     }
//!
//!     fn limit(&self) -> Duration {
//!         Duration::from_secs(60)
//!     }
//! }
//!
//! let suite = ox88::suite::built_in::suite("suites/castling.epd").expect("it is built in");
//! let limits =
//!     Limits { max_nodes: 1000, max_depth: None, chess960: Chess960::LeftOut, has_impossible: false };
//! let plan = Plan::of_suites(&[suite.clone()], limits);
//! let outcome = search(&mut MyGenerator, &plan, Until::First, |_, _| {});
//! let rule = outcome.findings[0].rule().expect("it answers");
//! assert_eq!(rule.id(), "castling");
//! ```
//!
//! - [`search`] hunts; [`Outcome`] has the findings, each a [`Finding`] with the rule and the part at fault.
//! - [`write_finding`], [`html`] and [`table`] write them for people.
//! - [`read`] reads the divides that other programs print, in every dialect that is known.
//!
//! | feature | on by default | what it adds |
//! |---|---|---|
//! | `processes` | yes | `Engine`: engines and scripts as child processes |
//! | `reports` | yes | `json`: findings for programs |
//!
//! Without features the crate starts no processes, and builds for `wasm32-unknown-unknown`.
//!
//! # The rooms
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
//! | `ask` | what can be asked, and what a question is; `read` reads what engines print |
//! | `talk` | the conversation with an engine: what is sent, and when its answer is over; without a process or a clock |
//! | `wire` | an engine in a process of its own, which replies in time or not at all |
//! | `oracle` | the right divide of a position |
//! | `by_squares` | a reply in SAN, rewritten by the squares of its moves |
//! | `pace` | how fast the engine answers |
//! | `budget` | what fits into the time of the hunt, and what was left out for lack of it |
//! | `compare` | a reply beside the right answer |
//! | `history` | what the engine was asked, and how long it took to answer |
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
//! write its row in `explain::rules`, its sentence in the room for its kind of move (legal, illegal, castling, no such
//! move), and a case in `tests/explain/cases.rs`. **To add a dialect**, write a function for its form in `read`, and
//! list it there. Put the same fault or dialect into the broken engine (`crates/broken-engine`): a fault then also
//! needs a case in `crates/cli/tests/hunt/faults.rs`.

mod afresh;
mod ask;
mod budget;
mod by_squares;
mod compare;
mod diagnose;
mod examine;
mod explain;
mod faults;
mod finding;
mod history;
mod hypothesis;
mod leaf_kinds;
mod line;
mod oracle;
mod pace;
mod plan;
pub mod read;
mod report;
mod search;
mod session;
mod shrink;
#[cfg_attr(
    not(feature = "processes"),
    allow(dead_code, reason = "without processes only the tests have a conversation")
)]
mod talk;
mod totals;
#[cfg(feature = "processes")]
mod wire;

pub use ask::{CannotRun, Partner, Protocol, Question, Trouble, TroubleKind};
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
pub use oracle::{Activity, Oracle};
pub use plan::{Case, Chess960, Limits, Plan};
pub use read::{CutOff, OutputLine, Reply, Row, Source, read_line};
pub use report::{
    Cause, Style, advice, causes, html, html_of_interruption, html_of_refusal, remarks, table,
    totals_line, write_finding,
};
#[cfg(feature = "reports")]
pub use report::{json, json_of_interruption, json_of_refusal};
pub use search::{Outcome, SoFar, Totals, Until, search, search_keeping};
pub use session::{Exchange, NoReply};
#[cfg(feature = "processes")]
pub use wire::{Engine, Splitting, kill_all};

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
