//! The hunt: the questions, the experiments, and what follows from the answers.
//!
//! # The modules
//!
//! A hunt never waits, and draws its conclusions from its log alone:
//!
//! ```text
//! plan ─> hunt ─> systematic ─> follow ─> diagnose ─> finding
//!          │ ^        │           │          │           │
//!          │ └─ log ─ inquiry <───┴──────────┤        explain
//! partner <┘          │                      │
//!    │             oracle                 machine
//! ox88-engine
//! ```
//!
//! The hunt takes one question of the plan after the other, and opens an inquiry about it: an `async fn`, which waits
//! wherever it asks. The partner makes that experiment, the reply goes to the log, and the hunt polls the inquiry, which
//! goes on to its next question. The partner, its conversations, its formats, and the comparison of its replies with the
//! right ones are those of `ox88-engine`.
//!
//! | module | its one job |
//! |---|---|
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
//! | `told` | a question with the answer that was heard, and which engines with one fault give it |
//! | `inquiry` | one question and all that follows from it, waiting at each question for the log; `totals` finds the rows of an engine that prints none |
//! | `machine` | wrong engines: a fault is a row, and predicts whole answers |
//! | `systematic` | is a wrong answer a mistake that shows in every answer? |
//! | `table_key` | does a table of counts leave the en passant square or the rights to castle out of its key? |
//! | `follow` | from a disagreement to a finding: `down` to the smallest position, with as few moves, pieces and questions as show it, `apart` from what else is wrong, and seen by an `other_process`; `failure` does the same for an engine that dies |
//! | `symptoms` | findings that a fault explains which another finding shows |
//! | `follow::lesson` | where a fault of the generated moves begins and ends |
//! | `follow::model` | the engine with one fault that foretells this one |
//! | `elimination` | which engines with one fault give all answers that were heard |
//! | `diagnose` | what is at fault: generating moves, making them, taking them back, reading a FEN, counting? |
//! | `suspects` | the parts of an engine that can be at fault |
//! | `learnt` | an engine with just the fault that was found, which can be run |
//! | `finding` | what was found: the wrong moves, their reasons, the broken rule |
//!
//! `ox88-explain` says why a move is legal or illegal. `machine/faults`, `machine/faulty`, `machine/theory` and
//! `ox88-explain` say at their top how to add a fault, an engine with one, a mistake that shows in every answer, and a rule.

mod budget;
mod clock;
mod diagnose;
mod elimination;
mod exchange;
mod facts;
mod finding;
mod follow;
mod hunt;
mod inquiry;
mod learnt;
mod log;
mod machine;
mod oracle;
mod pace;
mod plan;
mod rights;
mod suspects;
mod symptoms;
mod systematic;
mod table_key;
mod told;
mod trouble;

use ox88_engine::fewest;
use ox88_explain as explain;

pub use budget::{CutShort, LeftOutByBudget};
pub use clock::Clock;
pub use diagnose::{After, Diagnosis, Evidence, Origin};
pub use exchange::{Exchange, NoReply};
pub use finding::{Confirmation, Disagreement, Finding, FindingKind, Wrong, WrongMove};
pub use hunt::{Hunt, Outcome, Totals, Until, search};
pub use learnt::{Learnt, WrongEngine};
pub(crate) use log::MOST_LOOKED_AT;
pub use log::Need;
pub use machine::{CorruptState, Faulty};
pub use oracle::{Activity, Oracle};
pub use plan::{Case, Chess960, Limits, Plan};
pub use suspects::{Part, Suspects};

// What the tests look at inside. Reports and checks use nothing of `search` that is not public.
#[cfg(test)]
pub(crate) use diagnose::in_another_order;
#[cfg(test)]
pub(crate) use machine::{castled, moves_by_wing, on_other_wing};
#[cfg(test)]
pub(crate) use pace::{Pace, Work};
#[cfg(test)]
pub(crate) use plan::asked_first;
