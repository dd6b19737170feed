//! A hunt as it is reported: one [`Report`], built once, that text, Markdown, page and JSON render.
//!
//! | who builds it | |
//! |---|---|
//! | `build` | fills in the report from the outcome of a hunt, its plan and the [`Style`] |
//! | `words` | turns each origin, evidence, doubt and wrong move into its sentence, and nobody else does |
//! | `baseline` | sets apart what an earlier hunt has found |
//! | `causes` | puts findings with the same cause together, says what to fix first, and what may vanish with it |
//! | `kinds` | says whether what is wrong in one finding is wrong in others too |
//! | `remarks` | says what was left out, and what is unusual about the engine |
//! | `choices` | what the user can change, in the words of the front end |
//! | `copy` | writes the lines with which a question is asked again |
//! | `rules_page` | knows the address of the page that explains a rule |
//!
//! | who reads it | |
//! |---|---|
//! | `blocks` | puts the report into blocks: what to fix first, each cause, and what is known of its findings |
//! | `text` | writes the blocks for a terminal or as Markdown |
//! | `html` | writes them as a page with boards |
//! | `json` | writes the report for programs: a field below is a key of an object, in this order |
//!
//! A renderer takes a `&Report` or a part of one. It knows no hunt, engine or diagnosis: of what they found, lines,
//! wrong moves, explanations and troubles are in the report as they are, and `json` lists their keys. What only text
//! and page need is skipped in JSON. [`FORMAT`] grows when a key changes its meaning.

mod baseline;
mod blocks;
mod build;
mod causes;
mod choices;
mod copy;
#[cfg(feature = "reports")]
mod explanation;
pub mod html;
#[cfg(feature = "reports")]
mod json;
mod kinds;
mod remarks;
pub(crate) mod rules_page;
mod text;
mod words;

pub use baseline::Baseline;
pub use choices::Choices;
pub use copy::Style;
#[cfg(feature = "reports")]
pub use explanation::read_explanation;
pub use remarks::ENDS_IN_SILENCE;

use crate::search::{CorruptState, Learnt, LeftOutByBudget, Plan, WrongMove};
use ox88::{Position, Square};
use ox88_engine::{Line, Trouble};
use ox88_explain::{Explanation, counted};
use std::fmt;

/// What is said of a hunt of which nothing can be concluded.
const NOT_TO_ITS_END: &str = "The hunt was not run to its end";

/// What takes the place of the part at fault where the engine gave no reply.
const NO_PART: &str = "none";

/// The version of the JSON.
const FORMAT: u32 = 1;

/// A hunt with all that is said about it.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
pub struct Report {
    format: u32,
    /// The command as it was given.
    engine: String,
    /// What came of the hunt.
    pub verdict: Verdict,
    /// Why the hunt could not be run, or why there is no answer.
    error: Option<String>,
    /// The positions that were asked about.
    pub positions: usize,
    /// How many positions there were to be asked about.
    pub positions_planned: usize,
    questions: u64,
    nodes: ExactCount,
    seconds: f64,
    left_out: LeftOut,
    /// What was left out, and how the engine prints its rows, a line each.
    remarks: Vec<String>,
    /// How many of these, which come first, a short report of findings does without.
    #[cfg_attr(feature = "reports", serde(skip))]
    details: usize,
    /// What was found, in that order, but for what a [`Baseline`] has.
    pub findings: Vec<Found>,
    /// What has become of the findings of an earlier hunt, if this one was held beside it. Then only others are above.
    baseline: Option<baseline::Compared>,
    /// The findings by their cause, first the one to fix first. What may vanish with a cause comes right after it.
    #[cfg_attr(feature = "reports", serde(rename = "rules"))]
    causes: Vec<Cause>,
    /// Which cause to fix first and why, if there are several.
    #[cfg_attr(feature = "reports", serde(skip))]
    advice: Option<String>,
    /// How the engine was asked, and with what: `called the script as ` and `COMMAND DEPTH FEN [MOVES]`.
    #[cfg_attr(feature = "reports", serde(skip))]
    asked_by: (&'static str, String),
}

/// What came of a hunt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "reports", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Verdict {
    /// Something was found.
    Differs,
    /// Nothing was found, or only what a [`Baseline`] has.
    NoDifference,
    /// The hunt was ended from outside. What it found until then may be among the findings.
    Interrupted,
    /// The hunt could not be run, its budget was far too small, or ox88 could read no answer of the program. What the
    /// program did instead is among the findings.
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
    #[cfg_attr(feature = "reports", serde(serialize_with = "json::part"))]
    by_budget: Option<LeftOutByBudget>,
    /// Deeper questions about a position with a finding.
    below_findings: usize,
    /// What came after the end of the hunt.
    not_asked: usize,
    /// Whether it ended because too many questions had no reply.
    gave_up: bool,
    /// Why no position was asked about twice, if none was: `"dies"`.
    not_asked_again: Option<&'static str>,
}

/// Findings that have the same cause, as far as can be seen.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Cause {
    /// A rule, or a trouble.
    rule: &'static str,
    title: &'static str,
    /// What the engine does wrong, of one side if all findings are of that side.
    fault: String,
    /// The part of the engine, or nothing where it gave no reply.
    origin: Option<&'static str>,
    /// How many findings there are.
    found: usize,
    /// The place among all findings of the one that is shown.
    smallest: usize,
    /// Whether it may vanish with the last cause above that is no symptom.
    may_be_symptom: bool,
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
    /// The moves to where it was found.
    #[cfg_attr(feature = "reports", serde(serialize_with = "json::line"))]
    path: Line,
    /// How many pieces of that position `shown_by` does without. Nothing where that is another position, made to show
    /// what is wrong.
    men_off: Option<usize>,
    /// A rule, or a trouble: `"hangs"`.
    rule: &'static str,
    title: &'static str,
    /// What the engine does wrong: "White keeps the right to castle after its rook was captured".
    fault: String,
    /// Nothing where the engine gave no reply.
    origin: Option<Origin>,
    /// Whether another process of the engine has shown it as well.
    confirmed: bool,
    /// Why that is not known, if one was to be asked.
    doubt: Option<String>,
    /// The engine that has just this fault, if one was learnt, and how it was tried.
    #[cfg_attr(feature = "reports", serde(serialize_with = "json::part"))]
    learnt: Option<Learnt>,
    /// The shortest question that shows it, with the lines to copy.
    shown_by: ShownBy,
    /// The same without one piece, where the engine is right.
    right_in: Option<RightIn>,
    /// The one cause behind many missing moves.
    #[cfg_attr(feature = "reports", serde(serialize_with = "json::part"))]
    cause: Option<Explanation>,
    /// What in an engine usually breaks the rule, to look there first. Nothing where the engine gave no reply,
    /// or its counts say more.
    usual_cause: Option<String>,
    /// The article of FIDE's Laws of Chess that states the rule.
    article: Option<&'static str>,
    /// All that are wrong. In JSON they are four lists.
    #[cfg_attr(feature = "reports", serde(flatten, serialize_with = "json::moves"))]
    moves: Vec<WrongMove>,
    total: Option<Total>,
    lacks_promotion_letters: bool,
    #[cfg_attr(feature = "reports", serde(serialize_with = "json::part"))]
    trouble: Option<NoAnswer>,
}

/// A trouble, with what may help.
#[derive(Clone, Debug)]
struct NoAnswer {
    trouble: Trouble,
    sentence: String,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct ShownBy {
    #[cfg_attr(feature = "reports", serde(flatten, serialize_with = "json::line"))]
    line: Line,
    depth: u32,
    /// For the engine. None if nothing that is known shows it again.
    lines: Vec<String>,
    /// What is above them: it says which answer to look at, if there are several.
    #[cfg_attr(feature = "reports", serde(skip))]
    heading: &'static str,
    #[cfg_attr(feature = "reports", serde(skip))]
    lines_for_ox88: Vec<String>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct RightIn {
    #[cfg_attr(feature = "reports", serde(flatten, serialize_with = "json::line"))]
    line: Line,
    /// `"black bishop on b4"`
    without: String,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Origin {
    part: &'static str,
    sentence: String,
    /// The position that the engine would have, if one explains its answer.
    #[cfg_attr(feature = "reports", serde(serialize_with = "json::part"))]
    state: Option<CorruptState>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "reports", derive(serde::Serialize))]
struct Total {
    claimed: ExactCount,
    sum: ExactCount,
    #[cfg_attr(feature = "reports", serde(skip))]
    sentence: String,
}

/// A count. In JSON it is a string beyond 64 bits, because most readers would round the number.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactCount(pub u128);

/// The report as text without colours.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}

impl Report {
    /// What the findings are called besides, where some are known.
    const fn word_for_new(&self) -> &'static str {
        if self.baseline.is_some() { "new " } else { "" }
    }

    /// `OK: no difference: 12 of 580 positions checked`. Of a hunt that was ended, `no difference so far: …`.
    fn no_difference(&self) -> String {
        let is_right = self.verdict == Verdict::NoDifference;
        let (ok, so_far) = if is_right { ("OK: ", "") } else { ("", " so far") };
        let planned = self.positions_planned;
        let of = if self.positions == planned {
            String::new()
        } else {
            format!("{} of ", self.positions)
        };
        let (new, positions) = (self.word_for_new(), counted(planned, "position"));
        format!("{ok}no {new}difference{so_far}: {of}{positions} checked")
    }

    /// All findings of a cause with their places, first the one that is shown.
    fn findings_of(&self, cause: &Cause) -> Vec<(usize, &Found)> {
        let is_of_cause =
            |(_, found): &(usize, &Found)| found.cause() == (cause.rule, cause.origin);
        let mut findings: Vec<_> = self.findings.iter().enumerate().filter(is_of_cause).collect();
        findings.sort_by_key(|&(place, _)| place != cause.smallest);
        findings
    }

    /// The finding of a cause that is shown.
    fn smallest(&self, cause: &Cause) -> &Found {
        &self.findings[cause.smallest]
    }
}

impl Cause {
    /// The part of the engine that is at fault, in words. A dash where it gave no answer.
    fn part(&self) -> &'static str {
        self.origin.map_or("-", words::part_name)
    }
}

impl Found {
    /// The rule and the part at fault, by which findings belong together.
    fn cause(&self) -> (&'static str, Option<&'static str>) {
        (self.rule, self.origin.as_ref().map(|origin| origin.part))
    }

    /// The moves to where it was found, and in words what was done there to make it smaller.
    fn way(&self) -> (String, String) {
        let moves = whole_path(&self.path, &self.shown_by.line).texts().join(" ");
        let changed = match self.men_off {
            None => "(another position shows it as well)".to_owned(),
            Some(0) => String::new(),
            Some(1) => "(one piece removed that did not matter)".to_owned(),
            Some(men) => format!("({men} pieces removed that did not matter)"),
        };
        let none = if moves.is_empty() { "none" } else { "" };
        (moves, [none, &changed].join(" ").trim().to_owned())
    }

    /// `kiwipete (suites/standard.epd:9), depth 4`, unless it was found deeper down, when moves were played.
    fn place_and_depth(&self) -> String {
        let shown = &self.shown_by;
        let plies = whole_path(&self.path, &shown.line).moves.len();
        let depth = format!(", depth {}", self.asked_depth);
        let is_below = plies + shown.depth as usize > self.asked_depth as usize;
        self.place() + if is_below { "" } else { &depth }
    }

    /// `kiwipete (suites/standard.epd:9)`
    fn place(&self) -> String {
        if self.case == Plan::UNNAMED {
            return "the position given".to_owned();
        }
        let own = Plan::has_own(&self.case).then_some("ox88's own test, in no suite");
        let place = self.place.as_deref().or(own);
        let place = place.map_or(String::new(), |place| format!(" ({place})"));
        format!("{}{place}", self.case)
    }
}

/// The moves to where it was found, and those after them that the engine has to play, if they can be played there.
fn whole_path(path: &Line, played: &Line) -> Line {
    match played.played_from(path.end()) {
        Some(_)
            if men_off(&path.end(), &played.root).is_some()
                && !path.moves.ends_with(&played.moves) =>
        {
            Line { moves: [&path.moves[..], &played.moves].concat(), ..path.clone() }
        }
        _ => path.clone(),
    }
}

/// How many pieces have to be taken off one board to have the other, if no more is needed for that.
fn men_off(all: &Position, left: &Position) -> Option<usize> {
    let man = |position: &Position, square| position.board().at(square);
    let is_gone = |&it: &Square| man(left, it) != man(all, it);
    let mut gone = Square::all().filter(is_gone);
    gone.try_fold(0, |count, it| man(left, it).is_none().then_some(count + 1))
}

/// The FEN with the moves to play, as UCI writes them in a row.
fn in_a_line(line: &Line) -> String {
    let moves = if line.moves.is_empty() { "" } else { " moves " };
    format!("{}{moves}{}", line.fen(), line.texts().join(" "))
}

/// The same text with something to see in place of each character that shows nothing, or turns the direction of
/// those around it. Lines stay lines.
fn visible(text: &str) -> String {
    let visible = |character: char| match character {
        '\n' | '\t' => character,
        '\0'..' ' => char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{FFFD}'),
        '\u{7F}'..'\u{A0}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FFFE}'
        | '\u{FFFF}' => '\u{FFFD}',
        _ => character,
    };
    text.chars().map(visible).collect()
}
