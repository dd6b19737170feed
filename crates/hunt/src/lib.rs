//! Finds the smallest position in which a chess move generator goes wrong, and names the rule that it breaks.
//!
//! It is one line in an author's own tests. The function gets a FEN, the moves to play from there and a depth, and
//! returns how many leaves are after each move. This one does not know castling:
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
//! - [`explain_total`] says which known faults give a wrong total.
//! - [`read`] reads the divides that other programs print, in every known format.
//!
//! | feature | on by default | what it adds |
//! |---|---|---|
//! | `processes` | yes | `Engine`: engines and scripts as child processes |
//! | `reports` | yes | `Report::json`: findings for programs |
//!
//! Without features the crate starts no processes, and builds for `wasm32-unknown-unknown`.
//!
//! # The modules
//!
//! A hunt never waits, and draws its conclusions from its log alone:
//!
//! ```text
//! plan ─> hunt ─> systematic ─> follow ─> diagnose ─> finding ─> report
//!          │ ^        │           │          │           │
//!          │ └─ log ─ inquiry <───┴──────────┤        explain
//! partner <┘          │                      │
//!    │             oracle <────────────── machine
//! ox88-engine
//! ```
//!
//! The hunt takes one question of the plan after the other, and opens an inquiry about it. The inquiry finds its
//! answers in the log. If an answer is not there yet, the hunt asks the partner for that experiment, adds the reply to
//! the log, and runs the same inquiry again from its beginning. The partner, its conversations, its formats, and the
//! comparison of its replies with the right ones are those of `ox88-engine`.
//!
//! | module | its one job |
//! |---|---|
//! | `check` | the hunt as one line of an author's own tests: turns a function or a generator into a partner |
//! | `plan` | what to ask, and in which order |
//! | `hunt` | the hunt itself: one question of the plan after another; which experiment is needed next |
//! | `budget` | the time of the hunt, and the questions that it leaves out |
//! | `pace` | how fast the engine answers |
//! | `clock` | the time: of the system, of a browser, or of a test |
//! | `trouble` | what a trouble means: whose it is, and whether two are alike |
//! | `log` | every experiment with what was heard: the only evidence |
//! | `facts` | what the log shows about the engine |
//! | `rights` | which letters for rights to castle the engine reads in Chess960 |
//! | `oracle` | the right divide of a position, also of a false one |
//! | `exchange` | a question with its answer beside the right one |
//! | `inquiry` | one question and all that follows from it, replayed over the log; `totals` finds the rows of an engine that prints none |
//! | `machine` | wrong engines: a fault is a row, and predicts whole answers |
//! | `systematic` | is a wrong answer a mistake that shows in every answer? |
//! | `table_key` | does a table of counts leave the en passant square or the rights to castle out of its key? |
//! | `follow` | from a disagreement to a finding: `down` to the smallest position, with as few moves, pieces and questions as show it, `apart` from what else is wrong, and seen by an `other_process`; `failure` does the same for an engine that dies |
//! | `symptoms` | findings that a fault explains which another finding shows |
//! | `diagnose` | what is at fault: generating moves, making them, taking them back, reading a FEN, counting? |
//! | `finding` | what was found: the wrong moves, their reasons, the broken rule |
//! | `report` | the result of a hunt, built once, as text, as Markdown, as a page and as JSON |
//!
//! `ox88-explain` says why a move is legal or illegal. `machine/faults`, `machine/theory` and `ox88-explain` say at their
//! top how to add a fault, a mistake that shows in every answer, and a rule.

mod budget;
mod check;
mod clock;
mod diagnose;
mod exchange;
mod facts;
mod finding;
mod follow;
mod hunt;
mod inquiry;
mod log;
mod machine;
mod oracle;
mod pace;
mod plan;
#[cfg_attr(not(feature = "reports"), expect(dead_code, reason = "JSON alone has all of it"))]
mod report;
mod rights;
mod symptoms;
mod systematic;
mod table_key;
mod trouble;

use ox88_engine::fewest;
use ox88_explain as explain;

pub use budget::{CutShort, LeftOutByBudget};
pub use check::{Answer, Check, Generator, check, check_generator, check_moves, rows_of_fields};
pub use clock::Clock;
pub use diagnose::{After, Diagnosis, Evidence, Origin, Part, Suspects};
pub use exchange::{Exchange, NoReply};
pub use finding::{Confirmation, Disagreement, Finding, FindingKind, Wrong, WrongMove};
pub use hunt::{Hunt, Outcome, Totals, Until, search};
pub use log::Need;
pub use machine::CorruptState;
pub use oracle::{Activity, Oracle};
pub use ox88_engine::{
    Abilities, BySquares, Compared, Comparison, Difference, Does, Doubt, DoubtKind, Experiment,
    Extra, Heard, Interview, Line, LineError, OutputLine, PartialPaste, Partner, PasteProgress,
    Pasted, Ply, Process, Protocol, Remote, Reply, RightAnswers, RightsNotation, Row, RowsFrom,
    Saved, Stands, Step, Trouble, TroubleKind, TypedLine, WrongCount, WrongTotal, by_squares,
    compare, first_few, is_move, move_between, read, read_line, run_each, run_each_by_fen, suites,
    typed_move,
};
#[cfg(feature = "processes")]
pub use ox88_engine::{Engine, Splitting, check_program, kill_all};
pub use ox88_explain::{
    Draw, Explanation, Rule, RuleKind, WIDTH, explain_game_end, explain_missing, explain_move,
    explain_name, remark,
};
pub use ox88_numbers::{
    Counted, Elsewhere, KnownFault, KnownTotal, NextSteps, TotalExplained, TotalKind,
    explain_total, explain_typed, known_faults, known_totals, read_total,
};
pub use plan::{Case, Chess960, Limits, Plan};
pub use report::{
    Baseline, Choices, ENDS_IN_SILENCE, ExactCount, Found, Report, Style, Verdict, html,
};

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;

// The example of the README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
