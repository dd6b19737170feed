//! Finds the smallest position in which a chess move generator goes wrong, and names the rule that it breaks.
//!
//! It is one line in an author's own tests. The function gets a FEN, the moves to play from there and a depth, and
//! returns how many leaves are behind each move. This one does not know castling:
//!
//! ```should_panic
//! fn my_divide(fen: &str, moves: &[&str], depth: u32) -> Vec<(String, u128)> {
//!     let mut position: ox88::Position = fen.parse().unwrap();
//!     for mv in moves {
//!         position = position.after(position.find_move(mv).unwrap()).unwrap();
//!     }
//!     let rows = ox88::divide(&position, depth);
//!     rows.texts().filter(|(text, _)| text != "e1g1" && text != "e1c1").collect()
//! }
//!
//! ox88_hunt::check(my_divide).assert();
//! ```
//!
//! - [`check`] takes a function that divides, [`check_moves`] a function that lists moves, and [`check_generator`] a
//!   [`Generator`] that makes moves and takes them back. [`Check`] has the options.
//! - [`search`] hunts whatever is a [`Partner`]; [`Outcome`] has the findings, each a [`Finding`] with the rule and the
//!   part at fault. [`Hunt`] is the same for a program that cannot wait, such as a page in a browser.
//! - [`Report`] is the result of a hunt as text, as Markdown, as a page, and as JSON for programs.
//! - [`read`] reads the divides that other programs print, in every known dialect.
//!
//! | feature | on by default | what it adds |
//! |---|---|---|
//! | `processes` | yes | `Engine`: engines and scripts as child processes |
//! | `reports` | yes | `Report::json`: findings for programs |
//!
//! Without features the crate starts no processes, and builds for `wasm32-unknown-unknown`.
//!
//! # The rooms
//!
//! A hunt never waits, and draws its conclusions from its log alone:
//!
//! ```text
//! plan ─> hunt ─> systematic ─> follow ─> diagnose ─> finding ─> report
//!          │ ^        │           │          │           │
//!          │ └─ log ─ inquiry <───┴──────────┤        explain
//! partner <┘          │     │                │
//!    │             oracle  theory        hypothesis ─> faults
//! talk, wire, read
//! ```
//!
//! The hunt takes one question of the plan after the other, and opens an inquiry about it. The inquiry finds its
//! answers in the log. If an answer is not there yet, the hunt asks the partner for that experiment, adds the reply to
//! the log, and runs the same inquiry again from its beginning.
//!
//! | room | its one job |
//! |---|---|
//! | `check` | the hunt as one line of an author's own tests: turns a function or a generator into a partner |
//! | `line` | moves played from a position |
//! | `plan` | what to ask, and in which order |
//! | `hunt` | the hunt itself: one question of the plan after another; which experiment is needed next |
//! | `budget` | the time of the hunt, and the questions that it leaves out |
//! | `pace` | how fast the engine answers |
//! | `clock` | the time: of the system, of a browser, or of a test |
//! | `log` | every experiment with what was heard: the only evidence |
//! | `facts` | what the log shows about the engine |
//! | `ask` | who can be asked; questions, experiments, and what is heard |
//! | `talk` | the conversation with an engine: what is sent, when its answer is over, and where its counts are if no words are known for them; without a process or a clock |
//! | `wire` | an engine in a process of its own, which replies in time or not at all |
//! | `read` | what engines print, line by line |
//! | `pasted`, `doubt` | what a person pastes, and whether it can be the answer |
//! | `oracle` | the right divide of a position, also of a false one |
//! | `by_squares` | a reply in SAN, rewritten by the squares of its moves |
//! | `compare` | a reply beside the right answer |
//! | `exchange` | a question with its answer beside the right one |
//! | `inquiry` | one question and all that follows from it, replayed over the log; `totals` finds the rows of an engine that prints none |
//! | `theory` | mistakes that show in every answer, each with the whole answers that it predicts |
//! | `systematic` | is a wrong answer one of these? |
//! | `table_key` | does a table of counts leave the en passant square or the rights to castle out of its key? |
//! | `follow` | from a disagreement to a finding: `down` to the smallest position, with as few moves, men and questions as show it, `apart` from what else is wrong, and seen by an `other_process`; `failure` does the same for an engine that dies |
//! | `faults` | the table of what can go wrong when a FEN is read and when moves are made or taken back |
//! | `hypothesis` | does the position that a fault leaves behind explain an answer? |
//! | `spoilt` | the state that an engine leaves behind if it tries moves and takes them back wrongly |
//! | `symptoms` | findings that such a state explains |
//! | `diagnose` | what is at fault: generating moves, making them, taking them back, reading a FEN, counting? |
//! | `explain` | why a move is legal or illegal, with the piece that proves it; the tables of rules and of their usual causes |
//! | `leaf_kinds` | are as many leaves missing as there are of one kind? |
//! | `finding` | what was found: the wrong moves, their reasons, the broken rule |
//! | `report` | the result of a hunt, built once, as text, as Markdown, as a page and as JSON |
//!
//! `faults`, `theory`, `explain` and `read` say at their top how to add a fault, a mistake that shows in every answer, a rule
//! and a dialect.

mod ask;
mod budget;
mod by_squares;
mod check;
mod clock;
mod compare;
mod diagnose;
mod doubt;
mod exchange;
mod explain;
mod facts;
mod faults;
mod finding;
mod follow;
mod hunt;
mod hypothesis;
mod inquiry;
mod leaf_kinds;
mod line;
mod log;
mod oracle;
mod pace;
mod pasted;
mod plan;
pub mod read;
#[cfg_attr(not(feature = "reports"), expect(dead_code, reason = "JSON alone has all of it"))]
mod report;
mod spoilt;
mod symptoms;
mod systematic;
mod table_key;
#[cfg_attr(
    not(feature = "processes"),
    allow(dead_code, reason = "without processes only `Remote` and the tests have a conversation")
)]
mod talk;
mod theory;
#[cfg(feature = "processes")]
mod wire;

pub use ask::{
    Abilities, Experiment, Heard, Partner, Process, Protocol, Step, Trouble, TroubleKind, run_each,
};
pub use budget::{CutShort, LeftOutByBudget};
pub use by_squares::{BySquares, by_squares};
pub use check::{Answer, Check, Generator, check, check_generator, check_moves};
pub use clock::Clock;
pub use compare::{Comparison, Difference, Extra, WrongCount, WrongTotal, compare};
pub use diagnose::{After, Diagnosis, Evidence, Origin, Part};
pub use doubt::{Compared, Doubt, DoubtKind, first_few};
pub use exchange::{Exchange, NoReply};
pub use explain::{
    Draw, Explanation, Rule, RuleKind, explain_game_end, explain_missing, explain_move,
    explain_name,
};
pub use finding::{Confirmation, Disagreement, Finding, FindingKind, Wrong, WrongMove};
pub use hunt::{Hunt, Outcome, Totals, Until, search};
pub use hypothesis::CorruptState;
pub use inquiry::Need;
pub use line::{Line, Ply};
pub use oracle::{Activity, Oracle};
pub use pasted::{PartialPaste, PasteProgress, Pasted};
pub use plan::{Case, Chess960, Limits, Plan};
pub use read::{OutputLine, Reply, Row, RowsFrom, is_move, read_line, typed_move};
pub use report::{Baseline, ExactCount, Found, Report, Style, Verdict, html};
pub use talk::{Does, Remote, Stands};
#[cfg(feature = "processes")]
pub use wire::{Engine, Splitting, kill_all};

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;

// The example of the README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
