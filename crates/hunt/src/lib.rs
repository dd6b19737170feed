//! Finds the smallest position in which a chess move generator goes wrong, and names the rule that it breaks.
//!
//! It is one line in an author's own tests. The function gets a FEN, the moves to play from there and a depth, and
//! returns how many leaves are after each move. This one does not know castling:
//!
//! ```should_panic
//! fn my_divide(fen: &str, moves: &[&str], depth: u32) -> Vec<(String, u128)> {
//!     let mut position: ox88::Position = fen.parse().unwrap();
//!     for mv in moves {
//!         position = position.after(position.find_move(mv).unwrap());
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
//! - [`explain_total`] says which known bugs give a wrong total.
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
//! ```text
//!  check ─> search ─> report
//!             │
//!           worlds
//! ```
//!
//! | module | its one job |
//! |---|---|
//! | `check` | the hunt as one line of an author's own tests: turns a function or a generator into a partner |
//! | `search` | the hunt: what to ask, and what follows from the answers; it has a table of its own |
//! | `worlds` | wrong move generators that can be run, and the one that a few answers teach |
//! | `report` | the result of a hunt, built once, as text, as Markdown, as a page and as JSON |

mod check;
#[cfg_attr(not(feature = "reports"), expect(dead_code, reason = "JSON alone has all of it"))]
mod report;
mod search;
mod worlds;

pub use check::{Answer, Check, Generator, check, check_generator, check_moves, rows_of_fields};
pub use ox88_engine::{
    Abilities, BySquares, CastlingsWritten, Compared, Comparison, Difference, Does, Doubt,
    DoubtKind, Experiment, Extra, Heard, Interview, Line, LineError, OutputLine, PartialPaste,
    Partner, PasteProgress, Pasted, Ply, Process, Protocol, Remote, Reply, RightAnswers,
    RightsNotation, Row, RowsFrom, Saved, Stands, Step, Trouble, TroubleKind, TypedLine,
    WrongCount, WrongTotal, by_squares, compare, first_few, is_move, move_between, read, read_line,
    run_each, run_each_by_fen, suites, typed_move,
};
#[cfg(feature = "processes")]
pub use ox88_engine::{Engine, Splitting, check_program, kill_all};
pub use ox88_explain::{
    Draw, Explanation, Rule, RuleKind, WIDTH, counted, explain_game_end, explain_missing,
    explain_move, explain_name, remark,
};
pub use ox88_wrong_totals::{
    Counted, Elsewhere, KnownFault, KnownTotal, NextSteps, TotalExplained, TotalKind,
    explain_total, explain_typed, known_faults, known_totals, read_total,
};
#[cfg(feature = "reports")]
pub use report::read_explanation;
pub use report::{
    Baseline, Choices, ENDS_IN_SILENCE, ExactCount, Found, Report, Style, Verdict, html,
};
pub use search::{
    Activity, After, Case, Chess960, Clock, Confirmation, CorruptState, CutShort, Diagnosis,
    Disagreement, Evidence, Exchange, Faulty, Finding, FindingKind, Hunt, Learnt, LeftOutByBudget,
    Limits, Need, NoReply, Oracle, Origin, Outcome, Part, Plan, Suspects, Totals, Until, Wrong,
    WrongEngine, WrongMove, search,
};
pub use worlds::{Condition, Conditions, Effect, Fault, Respect, World};

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;

// The example of the README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
