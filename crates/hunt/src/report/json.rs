//! Everything that was found, for programs.
//!
//! The types here are the shape of the report: a field of a struct is a key of an object, in this
//! order. [`FORMAT`] grows when something here changes its meaning. A count beyond 64 bits is a string,
//! because most readers would round the number.

use super::text::{doubt, origin_sentence};
use super::{INTERRUPTED, Style, causes, remarks};
use crate::ask::TroubleKind;
use crate::budget::{CutShort, LeftOutByBudget};
use crate::compare::WrongTotal;
use crate::diagnose::Part;
use crate::explain::Explanation;
use crate::finding::{Disagreement, Finding, FindingKind, Wrong, WrongMove};
use crate::hunt::Outcome;
use crate::hypothesis::CorruptState;
use crate::inquiry::NoReply;
use crate::leaf_kinds::LeavesAtRoot;
use crate::line::Line;
use crate::log::Step;
use crate::plan::Plan;
use ox88::Square;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// The version of the shape.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    format: u32,
    /// The command as it was given.
    engine: &'a str,
    verdict: Verdict,
    /// Why the hunt could not be run.
    error: Option<&'a str>,
    positions: usize,
    questions: u64,
    nodes: Count,
    seconds: f64,
    left_out: LeftOut<'a>,
    /// The remarks of the text: what was left out, and how the engine prints its rows.
    remarks: Vec<String>,
    findings: Vec<Found<'a>>,
    /// The findings by their cause, the most frequent first.
    rules: Vec<RuleRow>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    Differs,
    NoDifference,
    /// The hunt was ended from outside. What it found until then may be among the findings.
    Interrupted,
    /// Also if its budget was far too small.
    NotRun,
}

#[derive(Default, Serialize)]
struct LeftOut<'a> {
    /// Counts of suites beyond `--max-nodes` or `--depth`.
    by_limits: usize,
    /// Counts of suites, as the engine does not know Chess960.
    of_chess960: usize,
    /// Counts of suites, as the position cannot arise in a game.
    impossible: usize,
    /// What did not fit into `--budget`, or nothing if all did or no budget was given.
    by_budget: Option<ByBudget<'a>>,
    /// Deeper questions about a position with a finding.
    below_findings: usize,
    /// What came after the end of the hunt.
    not_asked: usize,
    /// Whether it ended because too many questions had no reply.
    gave_up: bool,
    /// Why no position was asked about twice, if none was: `"dies"`.
    not_asked_again: Option<&'static str>,
}

#[derive(Serialize)]
struct ByBudget<'a> {
    /// The budget.
    seconds: f64,
    /// Counts of suites that were not asked, or not answered in time.
    counts: usize,
    /// Every count up to this many leaves was asked, or 0 if there is no such number.
    asked_up_to: Count,
    /// The question that the engine, or ox88 itself, was still counting when the time was over. That is no finding.
    cut_short: Option<CutShortFound<'a>>,
}

#[derive(Serialize)]
struct CutShortFound<'a> {
    /// `"kiwipete"`
    case: &'a str,
    depth: u32,
    /// How long it was waited for.
    seconds: f64,
    /// Whether the engine had answered, and ox88 itself was still counting.
    answered: bool,
}

#[derive(Serialize)]
struct Found<'a> {
    /// `"kiwipete"`
    case: &'a str,
    /// `"suites/standard.epd:9"`
    place: Option<&'a str>,
    asked_depth: u32,
    /// The leaves there, if their number is wrong.
    leaves: Option<LeavesFound>,
    /// The moves to where it was found.
    path: Path,
    /// A rule, or a trouble: `"hangs"`.
    rule: &'static str,
    title: &'static str,
    /// Nothing where the engine gave no reply.
    origin: Option<OriginFound<'a>>,
    /// Whether another process of the engine has shown it as well.
    confirmed: bool,
    /// Why that is not known, if one was to be asked.
    doubt: Option<String>,
    /// The shortest question that shows it, with the lines to copy.
    shown_by: ShownBy,
    /// The one cause behind many missing moves.
    cause: Option<CauseFound<'a>>,
    missing: Vec<MoveFound<'a>>,
    extra: Vec<MoveFound<'a>>,
    twice: Vec<MoveFound<'a>>,
    counts: Vec<CountFound<'a>>,
    total: Option<TotalFound>,
    lacks_promotion_letters: bool,
    trouble: Option<TroubleFound<'a>>,
}

#[derive(Serialize)]
struct LeavesFound {
    theirs: Count,
    ours: Count,
    /// The one kind of which there are as many as the difference: `"en passant captures"`.
    as_many_as: Option<String>,
}

#[derive(Serialize)]
struct Path {
    /// A FEN.
    root: String,
    moves: Vec<String>,
    /// The FEN after the moves.
    fen: String,
}

#[derive(Serialize)]
struct ShownBy {
    #[serde(flatten)]
    path: Path,
    depth: u32,
    lines: Vec<String>,
}

#[derive(Serialize)]
struct OriginFound<'a> {
    #[serde(serialize_with = "as_id")]
    part: Part,
    sentence: String,
    state: Option<StateFound<'a>>,
}

#[derive(Serialize)]
struct StateFound<'a> {
    rule: &'static str,
    as_if: &'a str,
}

#[derive(Serialize)]
struct CauseFound<'a> {
    rule: &'static str,
    reason: &'a str,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct MoveFound<'a> {
    r#move: &'a str,
    /// Nothing, like the reason, where the text is not a move at all.
    rule: Option<&'static str>,
    reason: Option<&'a str>,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct CountFound<'a> {
    r#move: &'a str,
    theirs: Count,
    ours: Count,
}

#[derive(Serialize)]
struct TotalFound {
    claimed: Count,
    sum: Count,
}

#[derive(Serialize)]
struct TroubleFound<'a> {
    kind: &'static str,
    sentence: String,
    last_lines: &'a [String],
}

#[derive(Serialize)]
struct RuleRow {
    rule: &'static str,
    title: &'static str,
    /// The part of the engine, or nothing where it gave no reply.
    origin: Option<&'static str>,
    found: usize,
    /// The place of the smallest example among the findings.
    smallest: Option<usize>,
}

/// A count as a number, or as text beyond 64 bits.
struct Count(u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(count) => serializer.serialize_u64(count),
            Err(_) => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn as_id<S: Serializer>(part: &Part, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(part.id())
}

/// A hunt that was run, as JSON.
#[must_use]
pub fn json(outcome: &Outcome, plan: &Plan, style: &Style, time: Duration) -> String {
    let Outcome { findings, totals, .. } = outcome;
    let place = |finding: &Finding| findings.iter().position(|other| std::ptr::eq(other, finding));
    let rules = causes(findings).into_iter().map(|cause| RuleRow {
        rule: cause.id,
        title: cause.title,
        origin: cause.part.map(Part::id),
        found: cause.found,
        smallest: place(cause.smallest),
    });
    write(&Report {
        format: FORMAT,
        engine: &style.command,
        verdict: match findings.len() {
            _ if outcome.was_interrupted => Verdict::Interrupted,
            0 => Verdict::NoDifference,
            _ => Verdict::Differs,
        },
        error: None,
        positions: totals.positions,
        questions: totals.questions,
        nodes: Count(totals.nodes),
        seconds: time.as_secs_f64(),
        left_out: LeftOut {
            by_limits: plan.left_out,
            of_chess960: plan.left_out_of_chess960,
            impossible: plan.left_out_impossible,
            by_budget: outcome.left_out_by_budget.as_ref().map(ByBudget::of),
            below_findings: outcome.left_out_below,
            not_asked: outcome.not_asked,
            gave_up: outcome.gave_up,
            not_asked_again: outcome.not_asked_again.as_ref().map(TroubleKind::id),
        },
        remarks: remarks(outcome, plan),
        findings: findings.iter().map(|finding| Found::of(finding, style)).collect(),
        rules: rules.collect(),
    })
}

/// A hunt that could not be run, as JSON of the same shape.
#[must_use]
pub fn json_of_refusal(command: &str, error: &str) -> String {
    without_findings(Verdict::NotRun, command, error)
}

/// What is known of a hunt before its end, if somebody ends it who leaves it no time to report.
#[must_use]
pub fn json_of_interruption(command: &str) -> String {
    without_findings(Verdict::Interrupted, command, INTERRUPTED)
}

fn without_findings(verdict: Verdict, command: &str, error: &str) -> String {
    write(&Report {
        format: FORMAT,
        engine: command,
        verdict,
        error: Some(error),
        positions: 0,
        questions: 0,
        nodes: Count(0),
        seconds: 0.0,
        left_out: LeftOut::default(),
        remarks: Vec::new(),
        findings: Vec::new(),
        rules: Vec::new(),
    })
}

fn write(report: &Report) -> String {
    let text = serde_json::to_string_pretty(report);
    text.expect("keys are text, and a string can be written to") + "\n"
}

impl ByBudget<'_> {
    fn of(left_out: &LeftOutByBudget) -> ByBudget<'_> {
        let cut_short = left_out.cut_short.as_ref();
        ByBudget {
            seconds: left_out.budget.as_secs_f64(),
            counts: left_out.counts,
            asked_up_to: Count(left_out.asked_up_to),
            cut_short: cut_short.map(|CutShort { case, depth, waited, is_answered }| {
                CutShortFound {
                    case,
                    depth: *depth,
                    seconds: waited.as_secs_f64(),
                    answered: *is_answered,
                }
            }),
        }
    }
}

impl LeavesFound {
    fn of(leaves: &LeavesAtRoot) -> LeavesFound {
        let LeavesAtRoot { theirs, ours, as_many_as, .. } = leaves;
        LeavesFound {
            theirs: Count(*theirs),
            ours: Count(*ours),
            as_many_as: as_many_as.map(|kind| kind.to_string()),
        }
    }
}

impl<'a> Found<'a> {
    fn of(finding: &'a Finding, style: &Style) -> Found<'a> {
        match &finding.kind {
            FindingKind::Disagreement(disagreement) => {
                Found::of_disagreement(finding, disagreement, style)
            }
            FindingKind::NoReply(no_reply) => Found::of_no_reply(finding, no_reply, style),
        }
    }

    /// What every finding has.
    fn new(finding: &'a Finding, style: &Style, questions: &[Step]) -> Found<'a> {
        let cause = super::Cause::of(finding);
        let (line, depth) = finding.shortest_question();
        let lines = style.lines_to_copy(questions);
        Found {
            case: &finding.case,
            place: finding.place.as_deref(),
            asked_depth: finding.asked,
            leaves: finding.leaves.as_ref().map(LeavesFound::of),
            path: Path::of(&finding.line),
            rule: cause.id,
            title: cause.title,
            origin: None,
            confirmed: finding.is_confirmed(),
            doubt: None,
            shown_by: ShownBy { path: Path::of(line), depth, lines },
            cause: None,
            missing: Vec::new(),
            extra: Vec::new(),
            twice: Vec::new(),
            counts: Vec::new(),
            total: None,
            lacks_promotion_letters: false,
            trouble: None,
        }
    }

    fn of_disagreement(
        finding: &'a Finding,
        disagreement: &'a Disagreement,
        style: &Style,
    ) -> Found<'a> {
        let Disagreement { cause, moves, diagnosis, confirmation, .. } = disagreement;
        let comparison = &diagnosis.exchange.comparison;
        let moves_that_are =
            |wrong| moves.iter().filter(|mv| mv.wrong == wrong).map(MoveFound::of).collect();
        Found {
            origin: Some(OriginFound {
                part: diagnosis.origin.part(),
                sentence: origin_sentence(diagnosis),
                state: diagnosis.origin.state().map(StateFound::of),
            }),
            doubt: doubt(confirmation),
            cause: cause.as_ref().map(CauseFound::of),
            missing: moves_that_are(Wrong::Missing),
            extra: moves_that_are(Wrong::Extra),
            twice: moves_that_are(Wrong::Twice),
            counts: moves.iter().filter_map(CountFound::of).collect(),
            total: comparison.difference.total.map(TotalFound::of),
            lacks_promotion_letters: comparison.lacks_promotion_letters,
            ..Found::new(finding, style, &diagnosis.questions_to_ask())
        }
    }

    fn of_no_reply(finding: &'a Finding, no_reply: &'a NoReply, style: &Style) -> Found<'a> {
        let trouble = &no_reply.trouble;
        Found {
            trouble: Some(TroubleFound {
                kind: trouble.kind.id(),
                sentence: trouble.kind.to_string(),
                last_lines: &trouble.last_lines,
            }),
            ..Found::new(finding, style, &[Step::anew(&no_reply.line, no_reply.depth)])
        }
    }
}

impl Path {
    fn of(line: &Line) -> Path {
        Path { root: line.root.to_string(), moves: line.texts(), fen: line.end().to_string() }
    }
}

impl CauseFound<'_> {
    fn of(cause: &Explanation) -> CauseFound<'_> {
        let Explanation { rule, reason, squares } = cause;
        let squares = squares.iter().map(Square::to_string).collect();
        CauseFound { rule: rule.id(), reason, squares }
    }
}

impl MoveFound<'_> {
    fn of(mv: &WrongMove) -> MoveFound<'_> {
        let explanation = mv.explanation.as_ref();
        let squares = explanation.map_or(&[][..], |explanation| &explanation.squares);
        MoveFound {
            r#move: &mv.text,
            rule: explanation.map(|explanation| explanation.rule.id()),
            reason: explanation.map(|explanation| explanation.reason.as_str()),
            squares: squares.iter().map(Square::to_string).collect(),
        }
    }
}

impl CountFound<'_> {
    fn of(mv: &WrongMove) -> Option<CountFound<'_>> {
        let Wrong::Count { theirs, ours } = mv.wrong else { return None };
        Some(CountFound { r#move: &mv.text, theirs: Count(theirs), ours: Count(ours) })
    }
}

impl TotalFound {
    fn of(total: WrongTotal) -> TotalFound {
        TotalFound { claimed: Count(total.claimed), sum: Count(total.sum) }
    }
}

impl StateFound<'_> {
    fn of(state: &CorruptState) -> StateFound<'_> {
        StateFound { rule: state.rule.id(), as_if: &state.as_if }
    }
}
