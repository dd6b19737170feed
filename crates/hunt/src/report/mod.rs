//! A hunt as it is reported: one [`Report`], built once, that text, page and JSON render.
//!
//! The report holds every word and number that any of them prints: the engine, the verdict, the totals, what was
//! left out, the remarks, the causes, and for each finding its key, case, path, rule, origin, doubt, the lines to
//! copy, the wrong moves with their reasons, and the squares to mark on a board.
//!
//! | who builds it | |
//! |---|---|
//! | `build` | fills in the report from the outcome of a hunt, its plan and the [`Style`] |
//! | `words` | turns each origin, evidence and doubt into its sentence, and nobody else does |
//! | `causes` | puts findings with the same cause together, and advises what to fix first |
//! | `remarks` | says what was left out, and what is unusual about the engine |
//! | `copy` | writes the lines with which a question is asked again |
//!
//! | who reads it | |
//! |---|---|
//! | `text` | one screen for each cause, the table, the totals and the remarks |
//! | `html` | the same as a page with boards |
//! | `json` | the same for programs: a field below is a key of an object, in this order |
//!
//! A renderer takes a `&Report` or a part of one. It knows no hunt, engine, diagnosis or finding: the types below name
//! none. What only text and page need is skipped in JSON. [`FORMAT`] grows when a key changes its meaning.

mod build;
mod causes;
mod copy;
mod html;
#[cfg(feature = "reports")]
mod json;
mod remarks;
mod text;
mod words;

pub use copy::Style;

use crate::line::Line;
use ox88::Square;

/// The version of the JSON.
const FORMAT: u32 = 1;

/// A hunt with all that is said about it.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
pub struct Report {
    format: u32,
    /// The command as it was given.
    engine: String,
    verdict: Verdict,
    /// Why the hunt could not be run.
    error: Option<String>,
    positions: usize,
    questions: u64,
    nodes: Count,
    seconds: f64,
    left_out: LeftOut,
    /// What was left out, and how the engine prints its rows, a line each.
    remarks: Vec<String>,
    findings: Vec<Found>,
    /// The findings by their cause, the most frequent first.
    #[cfg_attr(feature = "reports", serde(rename = "rules"))]
    causes: Vec<Cause>,
    /// What to fix first, in two lines.
    #[cfg_attr(feature = "reports", serde(skip))]
    advice: Option<&'static str>,
    /// How the engine was asked, and with what: `as a script, ` and `COMMAND DEPTH FEN [MOVES]`.
    #[cfg_attr(feature = "reports", serde(skip))]
    asked_by: (&'static str, String),
}

/// What came of a hunt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "reports", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Verdict {
    /// Something was found.
    Differs,
    /// Nothing was found.
    NoDifference,
    /// The hunt was ended from outside. What it found until then may be among the findings.
    Interrupted,
    /// The hunt could not be run, or its budget was far too small.
    #[default]
    NotRun,
}

#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct LeftOut {
    /// Counts of suites beyond `--max-nodes` or `--depth`.
    by_limits: usize,
    /// Counts of suites, as the engine does not know Chess960.
    of_chess960: usize,
    /// Counts of suites, as the position cannot arise in a game.
    impossible: usize,
    /// What did not fit into `--budget`, or nothing if all did or no budget was given.
    by_budget: Option<ByBudget>,
    /// Deeper questions about a position with a finding.
    below_findings: usize,
    /// What came after the end of the hunt.
    not_asked: usize,
    /// Whether it ended because too many questions had no reply.
    gave_up: bool,
    /// Why no position was asked about twice, if none was: `"dies"`.
    not_asked_again: Option<&'static str>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct ByBudget {
    /// The budget.
    seconds: f64,
    /// Counts of suites that were not asked, or not answered in time.
    counts: usize,
    /// Every count up to this many leaves was asked, or 0 if there is no such number.
    asked_up_to: Count,
    /// The question that the engine, or ox88 itself, was still counting when the time was over. That is no finding.
    cut_short: Option<CutShort>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct CutShort {
    /// `"kiwipete"`
    case: String,
    depth: u32,
    /// How long it was waited for.
    seconds: f64,
    /// Whether the engine had answered, and ox88 itself was still counting.
    answered: bool,
}

/// Findings that have the same cause, as far as can be seen.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Cause {
    /// A rule, or a trouble.
    rule: &'static str,
    title: &'static str,
    /// The part of the engine, or nothing where it gave no reply.
    origin: Option<&'static str>,
    /// How many findings there are.
    found: usize,
    /// The place among all findings of the one that is shown.
    smallest: usize,
}

/// One thing that is wrong with an engine, with all that is said about it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
pub struct Found {
    /// The case, the broken rule, the part at fault, and the path to where the engine goes wrong:
    /// `kiwipete: castling, generation, r3k2r/… w KQkq - 0 1 moves e2a6`. The next hunt that finds this again gives it
    /// the same key, however fast it is, whatever it asks first and whatever else it finds. Two findings have the
    /// same key only if two suites have the same case. From the second on, they are numbered: `… e2a6 (2)`.
    pub key: String,
    /// `"kiwipete"`
    case: String,
    /// `"suites/standard.epd:9"`
    place: Option<String>,
    asked_depth: u32,
    /// The leaves there, if their number is wrong.
    leaves: Option<Leaves>,
    /// The moves to where it was found.
    path: Path,
    /// A rule, or a trouble: `"hangs"`.
    rule: &'static str,
    title: &'static str,
    /// Nothing where the engine gave no reply.
    origin: Option<Origin>,
    /// Whether another process of the engine has shown it as well.
    confirmed: bool,
    /// Why that is not known, if one was to be asked.
    doubt: Option<String>,
    /// The shortest question that shows it, with the lines to copy.
    shown_by: ShownBy,
    /// The one cause behind many missing moves.
    cause: Option<Explained>,
    missing: Vec<MoveFound>,
    extra: Vec<MoveFound>,
    twice: Vec<MoveFound>,
    counts: Vec<MoveFound>,
    total: Option<Total>,
    lacks_promotion_letters: bool,
    trouble: Option<Trouble>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Leaves {
    theirs: Count,
    ours: Count,
    /// The one kind of which there are as many as the difference: `"en passant captures"`.
    as_many_as: Option<String>,
    #[cfg_attr(feature = "reports", serde(skip))]
    sentence: String,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Path {
    /// A FEN.
    root: String,
    moves: Vec<String>,
    /// The FEN after the moves.
    fen: String,
    /// The same as positions, to be drawn.
    #[cfg_attr(feature = "reports", serde(skip))]
    line: Line,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct ShownBy {
    #[cfg_attr(feature = "reports", serde(flatten))]
    path: Path,
    depth: u32,
    /// For the engine. None if nothing that is known shows it again.
    lines: Vec<String>,
    #[cfg_attr(feature = "reports", serde(skip))]
    lines_for_ox88: [String; 2],
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Origin {
    part: &'static str,
    sentence: String,
    state: Option<State>,
}

/// The position that the engine would have, if one explains its answer.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct State {
    rule: &'static str,
    as_if: String,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Explained {
    rule: &'static str,
    reason: String,
    #[cfg_attr(feature = "reports", serde(serialize_with = "json::texts"))]
    squares: Vec<Square>,
}

/// A move that an engine has wrong.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct MoveFound {
    r#move: String,
    #[cfg_attr(feature = "reports", serde(flatten))]
    facts: Facts,
    #[cfg_attr(feature = "reports", serde(skip))]
    mark: Mark,
    /// The sentence behind the move.
    #[cfg_attr(feature = "reports", serde(skip))]
    why: String,
    /// From where to where it is drawn. Nothing for a text that names no squares.
    #[cfg_attr(feature = "reports", serde(skip))]
    arrow: Option<(Square, Square)>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize), serde(untagged))]
enum Facts {
    Reason {
        /// Nothing, like the reason, where the text is not a move at all.
        rule: Option<&'static str>,
        reason: Option<String>,
        #[cfg_attr(feature = "reports", serde(serialize_with = "json::texts"))]
        squares: Vec<Square>,
    },
    Count {
        theirs: Count,
        ours: Count,
    },
}

/// How a wrong move is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Missing,
    Extra,
    Twice,
    Count,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Total {
    claimed: Count,
    sum: Count,
    #[cfg_attr(feature = "reports", serde(skip))]
    sentence: String,
}

/// Why the engine gave no reply.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Trouble {
    kind: &'static str,
    sentence: String,
    last_lines: Vec<String>,
    /// The last lines below a line that says so.
    #[cfg_attr(feature = "reports", serde(skip))]
    last_words: String,
}

/// A count. In JSON it is a string beyond 64 bits, because most readers would round the number.
#[derive(Clone, Copy, Debug, Default)]
struct Count(u128);

impl Report {
    /// What came of the hunt.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// What was found, in that order.
    #[must_use]
    pub fn findings(&self) -> &[Found] {
        &self.findings
    }

    /// The findings with a cause, each with its place among all.
    fn with_cause(&self, cause: &Cause) -> impl Iterator<Item = (usize, &Found)> {
        let cause = (cause.rule, cause.origin);
        self.findings.iter().enumerate().filter(move |(_, found)| found.cause() == cause)
    }

    /// The finding of a cause that is shown.
    fn smallest(&self, cause: &Cause) -> &Found {
        &self.findings[cause.smallest]
    }
}

impl Found {
    /// The rule and the part at fault, by which findings belong together.
    fn cause(&self) -> (&'static str, Option<&'static str>) {
        (self.rule, self.origin.as_ref().map(|origin| origin.part))
    }

    /// How many leaves there are too few or too many, if that says of which kind they are.
    fn telling_leaves(&self) -> Option<&str> {
        let leaves = self.leaves.as_ref().filter(|leaves| leaves.as_many_as.is_some());
        leaves.map(|leaves| &leaves.sentence[..])
    }

    /// All moves that are wrong.
    fn moves(&self) -> Vec<&MoveFound> {
        [&self.missing, &self.extra, &self.twice, &self.counts].into_iter().flatten().collect()
    }
}

impl Path {
    /// The FEN with the moves to play, as UCI writes them behind each other.
    fn in_a_line(&self) -> String {
        let moves = self.moves.join(" ");
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        format!("{}{moves}", self.root)
    }
}

impl MoveFound {
    /// The rule that its sentence is about. That a move is legal, and listed twice, is about none.
    fn rule(&self) -> Option<&'static str> {
        match self.facts {
            Facts::Reason { rule, .. } if self.mark != Mark::Twice => rule,
            _ => None,
        }
    }

    /// Those of the move, then those of the pieces that prove its reason.
    fn squares(&self) -> &[Square] {
        match &self.facts {
            Facts::Reason { squares, .. } => squares,
            Facts::Count { .. } => &[],
        }
    }
}

impl Mark {
    const fn word(self) -> &'static str {
        match self {
            Mark::Missing => "missing",
            Mark::Extra => "extra",
            Mark::Twice => "twice",
            Mark::Count => "count",
        }
    }
}

/// `1 finding`, `2 findings`.
fn counted(count: impl ToString + Copy, what: &str) -> String {
    let count = count.to_string();
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {what}{s}")
}
