//! Every way in which an engine can fail to reply, as sentences.
//!
//! A new kind of trouble is a variant of [`TroubleKind`] with its id, its title and its sentence.

use std::fmt;
use std::time::Duration;

/// So many letters of a line that an engine printed fit below a heading.
const LINE: usize = 74;

/// Why there was no reply to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What went wrong.
    pub kind: TroubleKind,
    /// The last lines that the engine printed after it was asked, each cut to a readable length.
    pub last_lines: Vec<String>,
}

/// What went wrong with a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TroubleKind {
    /// The reply was not complete within this time.
    Hangs(Duration),
    /// The process ended before the reply was complete, with this exit code or signal.
    Dies(String),
    /// The process ended when its reply was complete, with this exit code or signal, which is no success.
    DiesAfterwards(String),
    /// A function in this process panicked: where, and with what message.
    Panics(String),
    /// A function in this process returned this error.
    Fails(String),
    /// It could not be started again, for this reason. That is no trouble of the engine: the system
    /// did not start it, or it is no longer there.
    NotStarted(String),
    /// The process still runs, but its output is closed.
    ClosedItsOutput,
    /// It printed more than the divide of any position can have.
    Floods,
    /// It printed nothing for this command of perft, and was ready for the next.
    NoAnswer(String),
    /// There is neither a row nor a total in what it printed.
    Rubbish,
    /// The same, where it has answered other questions.
    Refuses,
    /// These moves are missing, and it printed rows that cannot be read, or lines that may be rows. Without a missing
    /// move, the total is another one than that of the rows.
    UnreadRows(String),
    /// Moves are missing, and its total counts them.
    TooFewRows,
    /// Its answer had no end that could be seen, and another one came when it was asked again.
    Unsteady,
    /// It searched for a move, as this command of perft made it do.
    Searches(String),
    /// It replied with the moves of the start position in a position that has others.
    IgnoresPosition,
    /// Given moves, it replied for the position before them.
    IgnoresMoves,
    /// It printed this total, and no rows, for positions as different as the start position and bare kings.
    SameTotal(u128),
    /// Nobody had more time for it. That is no trouble of the engine.
    CutShort,
    /// Whoever answers in place of an engine left the question out.
    Skipped,
    /// Whoever answers in place of an engine answers no more questions.
    Ended,
}

impl TroubleKind {
    /// The name by which programs know this kind of trouble.
    pub const fn id(&self) -> &'static str {
        self.id_and_title().0
    }

    /// The heading under which people read about this kind of trouble.
    pub const fn title(&self) -> &'static str {
        self.id_and_title().1
    }

    const fn id_and_title(&self) -> (&'static str, &'static str) {
        match self {
            TroubleKind::Hangs(_) => ("hangs", "the engine gives no complete answer in time"),
            TroubleKind::Dies(_) => ("dies", "the engine exits without a complete answer"),
            TroubleKind::DiesAfterwards(_) => {
                ("dies-afterwards", "the engine fails right after its answer")
            }
            TroubleKind::Panics(_) => ("panics", "the engine panics"),
            TroubleKind::Fails(_) => ("error", "the engine returns an error"),
            TroubleKind::NotStarted(_) => ("not-started", "the engine could not be restarted"),
            TroubleKind::ClosedItsOutput => ("closed-its-output", "the engine closes its output"),
            TroubleKind::Floods => ("floods", "the engine does not stop printing"),
            TroubleKind::NoAnswer(_) => ("no-answer", "the engine prints nothing for perft"),
            TroubleKind::Rubbish => {
                ("rubbish", "the engine's output has no divide that ox88 can read")
            }
            TroubleKind::Refuses => ("refuses", "the engine gives no divide of this position"),
            TroubleKind::UnreadRows(_) => {
                ("unread-rows", "ox88 cannot read some rows of the engine's answer")
            }
            TroubleKind::TooFewRows => {
                ("too-few-rows", "the engine's total counts moves for which there is no row")
            }
            TroubleKind::Unsteady => {
                ("unsteady", "the engine answers differently when it is asked again")
            }
            TroubleKind::Searches(_) => ("searches", "the engine searches for a move"),
            TroubleKind::IgnoresPosition => {
                ("takes-no-position", "the engine ignores the position")
            }
            TroubleKind::IgnoresMoves => ("takes-no-moves", "the engine ignores it"),
            TroubleKind::SameTotal(_) => {
                ("same-total", "the engine prints the same total for every position")
            }
            TroubleKind::CutShort => ("cut-short", "the hunt ran out of time"),
            TroubleKind::Skipped => ("skipped", "the question was skipped"),
            TroubleKind::Ended => ("ended", "the answers ended"),
        }
    }
}

/// What went wrong, as a sentence. It does not say what may help: that depends on how the engine is asked.
impl fmt::Display for TroubleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TroubleKind::Hangs(limit) => {
                let seconds = limit.as_secs_f64();
                write!(
                    f,
                    "the engine hangs or is slow: its answer was not complete after {seconds} s"
                )
            }
            TroubleKind::Dies(how) => {
                write!(f, "the engine exited before its answer was complete ({how})")
            }
            TroubleKind::DiesAfterwards(how) => {
                write!(f, "the engine gave a complete answer, and then failed ({how})")
            }
            TroubleKind::Panics(how) => write!(f, "the engine panicked ({how})"),
            TroubleKind::Fails(error) => write!(f, "the engine returned an error ({error})"),
            TroubleKind::NotStarted(reason) => {
                write!(f, "the engine could not be restarted: {reason}")
            }
            TroubleKind::ClosedItsOutput => {
                f.write_str("the engine closed its output before its answer was complete")
            }
            TroubleKind::Floods => {
                f.write_str("the engine does not stop printing: it printed more rows than any position has moves")
            }
            TroubleKind::NoAnswer(command) => write!(
                f,
                "the engine printed nothing for `{command}`, and is ready for the next command"
            ),
            TroubleKind::Rubbish => f.write_str(
                "ox88 cannot read the engine's answer: expected a row for each move, like `e2e4: 20`, \
                 `move: e2e4 nodes: 20`, `Nf3 20` or JSON, and a total like `Nodes searched: 400`",
            ),
            TroubleKind::Refuses => f.write_str(
                "the engine has answered other questions, and printed neither a row nor a total for this one: \
                 it may have refused the position or a move",
            ),
            TroubleKind::UnreadRows(moves) => {
                f.write_str("ox88 cannot read some rows of the engine's answer")?;
                if !moves.is_empty() {
                    write!(f, ", and no other row is that of {moves}")?;
                }
                f.write_str(
                    ": expected each move with one number, the move by its squares, like `g1f3: 20` or \
                     `e7e8q: 20`, or in SAN, like `Nf3: 20`",
                )
            }
            TroubleKind::TooFewRows => f.write_str(
                "the engine's total is right, and it prints fewer rows than there are moves, so \
                 ox88 cannot tell whether a move is missing: expected a row for each move, on a line of its own",
            ),
            TroubleKind::Unsteady => f.write_str(
                "rows are missing from the engine's answer, and it answered differently when ox88 asked again and \
                 waited twice as long, so ox88 cannot tell where an answer ends: a total after \
                 the rows would show that",
            ),
            TroubleKind::Searches(perft) => {
                write!(f, "the engine started a search at `{perft}`")
            }
            TroubleKind::IgnoresPosition => f.write_str(
                "the engine ignores the position: it answered with the moves of the start position, \
                 whatever `position fen …` said",
            ),
            TroubleKind::IgnoresMoves => f.write_str("the engine ignores moves"),
            TroubleKind::SameTotal(total) => write!(
                f,
                "the engine prints the total {total} for the start position and for bare kings alike: either \
                 it ignores `position fen …`, or it does not print counts"
            ),
            TroubleKind::CutShort => f.write_str("the hunt ran out of time"),
            TroubleKind::Skipped => f.write_str("the next question was skipped"),
            TroubleKind::Ended => f.write_str("there was no further answer"),
        }
    }
}

/// A line in lines that fit a terminal, indented below its beginning. Only a longer word is wider.
fn folded(line: &str) -> String {
    let (mut folded, mut width) = (String::new(), 0);
    for word in line.split_inclusive(' ') {
        let letters = word.chars().count();
        if width > 0 && width + letters > LINE {
            folded.truncate(folded.trim_end().len());
            folded += "\n      ";
            width = 0;
        }
        folded += word;
        width += letters;
    }
    folded
}

impl From<TroubleKind> for Trouble {
    /// One at which nothing was printed.
    fn from(kind: TroubleKind) -> Trouble {
        Trouble { kind, last_lines: Vec::new() }
    }
}

impl Trouble {
    /// The last lines that the engine printed, below a line that says so.
    pub fn last_words(&self) -> String {
        if self.last_lines.is_empty() {
            return "  The engine printed nothing.".to_owned();
        }
        let lines: Vec<String> = self.last_lines.iter().map(|line| folded(line)).collect();
        format!("  The last lines that the engine printed:\n    {}", lines.join("\n    "))
    }
}
