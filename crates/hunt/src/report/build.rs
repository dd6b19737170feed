//! The report of a hunt, filled in from what the hunt has found.

use super::causes::{advice, causes};
use super::remarks::remarks;
use super::words::{doubt, origin_sentence, reason, total_sentence};
use super::{
    ByBudget, Count, CutShort, Explained, FORMAT, Facts, Found, Leaves, LeftOut, Mark, MoveFound,
    Origin, Path, Report, ShownBy, State, Style, Total, Trouble, Verdict,
};
use crate::ask::Step;
use crate::ask::{self, Protocol, TroubleKind};
use crate::budget::LeftOutByBudget;
use crate::diagnose::Diagnosis;
use crate::exchange::{Exchange, NoReply};
use crate::explain::Explanation;
use crate::finding::{Finding, FindingKind, Wrong, WrongMove};
use crate::hunt::Outcome;
use crate::leaf_kinds::LeavesAtRoot;
use crate::line::Line;
use crate::plan::Plan;
use crate::read::move_name;
use ox88::{MoveName, Square};
use std::collections::HashMap;
use std::time::Duration;

/// Why a report has no findings that was written before the hunt, and was never replaced.
const INTERRUPTED: &str = "the hunt was ended from outside";

/// What takes the place of the part at fault in a key where the engine gave no reply.
const NO_PART: &str = "none";

impl Report {
    /// A hunt that was run.
    #[must_use]
    pub fn new(outcome: &Outcome, plan: &Plan, style: &Style, time: Duration) -> Report {
        let Outcome { findings, totals, .. } = outcome;
        let mut reported: Vec<Found> =
            findings.iter().map(|finding| Found::of(finding, style)).collect();
        number_repeated_keys(&mut reported);
        let causes = causes(findings, &reported);
        Report {
            format: FORMAT,
            engine: style.command.clone(),
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
            left_out: LeftOut::of(outcome, plan),
            remarks: remarks(outcome, plan),
            findings: reported,
            advice: advice(&causes, findings),
            causes,
            asked_by: match &style.protocol {
                Protocol::Uci { perft } => ("", format!("{perft} N")),
                Protocol::Script => ("as a script, ", "COMMAND DEPTH FEN [MOVES]".to_owned()),
            },
        }
    }

    /// A hunt that could not be run.
    #[must_use]
    pub fn of_refusal(command: &str, error: &str) -> Report {
        let (engine, error) = (command.to_owned(), Some(error.to_owned()));
        Report { format: FORMAT, engine, error, ..Report::default() }
    }

    /// What is known of a hunt before its end, if somebody ends it who leaves it no time to report.
    #[must_use]
    pub fn of_interruption(command: &str) -> Report {
        Report { verdict: Verdict::Interrupted, ..Report::of_refusal(command, INTERRUPTED) }
    }
}

fn number_repeated_keys(findings: &mut [Found]) {
    let mut times = HashMap::new();
    for found in findings {
        let times = times.entry(found.key.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            found.key = format!("{} ({times})", found.key);
        }
    }
}

impl LeftOut {
    fn of(outcome: &Outcome, plan: &Plan) -> LeftOut {
        LeftOut {
            by_limits: plan.left_out,
            of_chess960: plan.left_out_of_chess960,
            impossible: plan.left_out_impossible,
            by_budget: outcome.left_out_by_budget.as_ref().map(ByBudget::of),
            below_findings: outcome.left_out_below,
            not_asked: outcome.not_asked,
            gave_up: outcome.gave_up,
            not_asked_again: outcome.not_asked_again.as_ref().map(TroubleKind::id),
        }
    }
}

impl ByBudget {
    fn of(left_out: &LeftOutByBudget) -> ByBudget {
        let LeftOutByBudget { budget, counts, asked_up_to, cut_short, .. } = left_out;
        ByBudget {
            seconds: budget.as_secs_f64(),
            counts: *counts,
            asked_up_to: Count(*asked_up_to),
            cut_short: cut_short.as_ref().map(|question| CutShort {
                case: question.case.clone(),
                depth: question.depth,
                seconds: question.waited.as_secs_f64(),
                answered: question.is_answered,
            }),
        }
    }
}

impl Found {
    fn of(finding: &Finding, style: &Style) -> Found {
        let Finding { case, place, asked, leaves, line, kind } = finding;
        let (rule, title, questions, trouble) = match kind {
            FindingKind::Disagreement(found) => {
                let rule = found.rule;
                (rule.id(), rule.title(), found.diagnosis.questions_to_ask(), None)
            }
            FindingKind::NoReply(no_reply) => {
                let NoReply { line, depth, trouble } = &**no_reply;
                let kind = &trouble.kind;
                (kind.id(), kind.title(), vec![Step::anew(line, *depth)], Some(trouble))
            }
        };
        let wrong = finding.disagreement();
        let exchange = wrong.map(|wrong| &wrong.diagnosis.exchange);
        let moves = wrong.map_or(&[][..], |wrong| &wrong.moves);
        let moves: Vec<MoveFound> = moves.iter().map(MoveFound::of).collect();
        let marked = |mark| moves.iter().filter(|mv| mv.mark == mark).cloned().collect();
        let origin = wrong.map(|wrong| Origin::of(&wrong.diagnosis));
        let part = origin.as_ref().map_or(NO_PART, |origin| origin.part);
        let path = Path::of(line);
        Found {
            key: format!("{case}: {rule}, {part}, {}", path.in_a_line()),
            case: case.clone(),
            place: place.clone(),
            asked_depth: *asked,
            leaves: leaves.as_ref().map(Leaves::of),
            path,
            rule,
            title,
            origin,
            confirmed: finding.is_confirmed(),
            doubt: wrong.and_then(|wrong| doubt(&wrong.confirmation)),
            shown_by: ShownBy::of(finding, style.lines_to_copy(&questions)),
            cause: wrong.and_then(|wrong| wrong.cause.as_ref()).map(Explained::of),
            missing: marked(Mark::Missing),
            extra: marked(Mark::Extra),
            twice: marked(Mark::Twice),
            counts: marked(Mark::Count),
            total: exchange.and_then(Total::of),
            lacks_promotion_letters: exchange
                .is_some_and(|exchange| exchange.comparison.lacks_promotion_letters),
            trouble: trouble.map(Trouble::of),
        }
    }
}

impl Trouble {
    fn of(trouble: &ask::Trouble) -> Trouble {
        Trouble {
            kind: trouble.kind.id(),
            sentence: trouble.kind.to_string(),
            last_lines: trouble.last_lines.clone(),
            last_words: trouble.last_words(),
        }
    }
}

impl Leaves {
    fn of(leaves: &LeavesAtRoot) -> Leaves {
        let LeavesAtRoot { theirs, ours, as_many_as, .. } = leaves;
        Leaves {
            theirs: Count(*theirs),
            ours: Count(*ours),
            as_many_as: as_many_as.map(|kind| kind.to_string()),
            sentence: leaves.to_string(),
        }
    }
}

impl Path {
    fn of(line: &Line) -> Path {
        let (root, fen) = (line.root.to_string(), line.end().to_string());
        Path { root, moves: line.texts(), fen, line: line.clone() }
    }
}

impl ShownBy {
    fn of(finding: &Finding, lines: Vec<String>) -> ShownBy {
        let (line, depth) = finding.shortest_question();
        let path = Path::of(line);
        let fen = &path.fen;
        let lines_for_ox88 =
            [format!("ox88 divide {depth} \"{fen}\""), format!("ox88 show \"{fen}\"")];
        ShownBy { path, depth, lines, lines_for_ox88 }
    }
}

impl Origin {
    fn of(diagnosis: &Diagnosis) -> Origin {
        let state = diagnosis.origin.state();
        Origin {
            part: diagnosis.origin.part().id(),
            sentence: origin_sentence(diagnosis),
            state: state.map(|it| State { rule: it.rule.id(), as_if: it.as_if.clone() }),
        }
    }
}

impl Explained {
    fn of(Explanation { rule, reason, squares }: &Explanation) -> Explained {
        Explained { rule: rule.id(), reason: reason.clone(), squares: squares.clone() }
    }
}

impl MoveFound {
    fn of(mv: &WrongMove) -> MoveFound {
        let (mark, count) = match mv.wrong {
            Wrong::Missing => (Mark::Missing, None),
            Wrong::Extra => (Mark::Extra, None),
            Wrong::Twice => (Mark::Twice, None),
            Wrong::Count { theirs, ours } => (Mark::Count, Some((Count(theirs), Count(ours)))),
        };
        let explanation = mv.explanation.as_ref();
        let facts = match count {
            Some((theirs, ours)) => Facts::Count { theirs, ours },
            None => Facts::Reason {
                rule: explanation.map(|it| it.rule.id()),
                reason: explanation.map(|it| it.reason.clone()),
                squares: explanation.map_or(Vec::new(), |it| it.squares.clone()),
            },
        };
        MoveFound { r#move: mv.text.clone(), facts, mark, why: reason(mv), arrow: arrow(mv) }
    }
}

fn arrow(mv: &WrongMove) -> Option<(Square, Square)> {
    if let Some(MoveName::Squares { from, to, .. }) = move_name(&mv.text) {
        return Some((from, to));
    }
    // The squares of the move itself come first.
    match mv.explanation.as_ref()?.squares[..] {
        [from, to, ..] => Some((from, to)),
        _ => None,
    }
}

impl Total {
    fn of(exchange: &Exchange) -> Option<Total> {
        let total = exchange.comparison.difference.total?;
        let sentence = total_sentence(exchange, total);
        Some(Total { claimed: Count(total.claimed), sum: Count(total.sum), sentence })
    }
}
