//! The report of a hunt, filled in from what the hunt has found.

use super::baseline::{Baseline, Compared};
use super::causes::causes;
use super::kinds::special_moves;
use super::remarks::remarks;
use super::words::{
    SHORT_LIST, by_totals, doubt, is_symptom, may_be_full, origin_sentence, rule_of,
    squares_to_mark, total_sentence,
};
use super::{
    ExactCount, FORMAT, Found, LeftOut, NO_PART, NoAnswer, Origin, Report, RightIn, ShownBy, Style,
    Total, Verdict, in_a_line, men_off, whole_path,
};
use crate::search::{
    Diagnosis, Disagreement, Evidence, Finding, FindingKind, Learnt, NoReply, Outcome, Part, Plan,
    Suspects, Wrong, WrongMove,
};
use crate::worlds::World;
use ox88::{Piece, PieceKind, Square};
use ox88_engine::{Protocol, Step, TroubleKind, WrongTotal};
use ox88_explain::{A_SIDE, Draw, Rule, RuleKind, UsualCause, man_name};
use std::collections::HashMap;
use std::time::Duration;

/// Why a report has no findings that was written before the hunt, and was never replaced.
const INTERRUPTED: &str = "the hunt was ended from outside";

impl Report {
    /// A hunt that was run.
    pub fn new(outcome: &Outcome, plan: &Plan, style: &Style, time: Duration) -> Report {
        Report::beside(None, outcome, plan, style, time)
    }

    /// The same beside what an earlier hunt has found: what both have is known, and only counted.
    pub fn beside(
        baseline: Option<&Baseline>,
        outcome: &Outcome,
        plan: &Plan,
        style: &Style,
        time: Duration,
    ) -> Report {
        let Outcome { findings, totals, .. } = outcome;
        let has_answered = totals.nodes > 0;
        let mut reported: Vec<Found> =
            findings.iter().map(|finding| Found::of(finding, style, has_answered)).collect();
        let unheard = reported.first().and_then(|found| found.trouble.as_ref());
        let unheard = unheard.filter(|_| style.protocol != Protocol::Function && !has_answered);
        let error =
            unheard.filter(|it| !is_readable(&it.trouble.kind)).map(|it| it.sentence.clone());
        number_repeated_keys(&mut reported);
        let compared = baseline.map(|baseline| baseline.compared(outcome, plan, &reported));
        let is_new = |found: &Found| baseline.is_none_or(|baseline| !baseline.has(found));
        let pairs = findings.iter().cloned().zip(reported).filter(|(_, found)| is_new(found));
        let (findings, reported): (Vec<Finding>, Vec<Found>) = pairs.unzip();
        let (causes, advice) = causes(&findings, &reported);
        let [skipped, mut notes] = remarks(outcome, plan, style);
        notes.extend(compared.iter().flat_map(Compared::remarks));
        Report {
            format: FORMAT,
            engine: style.command.clone(),
            verdict: match findings.len() {
                _ if outcome.was_interrupted => Verdict::Interrupted,
                _ if error.is_some() => Verdict::NotRun,
                0 => Verdict::NoDifference,
                _ => Verdict::Differs,
            },
            error,
            positions: totals.positions,
            positions_planned: plan.positions.max(totals.positions),
            questions: totals.questions,
            nodes: ExactCount(totals.nodes),
            seconds: time.as_secs_f64(),
            left_out: LeftOut {
                by_limits: plan.left_out,
                of_chess960: plan.left_out_of_chess960,
                impossible: plan.left_out_impossible,
                by_budget: outcome.left_out_by_budget.clone(),
                below_findings: outcome.left_out_below,
                not_asked: outcome.not_asked,
                gave_up: outcome.gave_up,
                not_asked_again: outcome.not_asked_again.as_ref().map(TroubleKind::id),
            },
            details: skipped.len(),
            remarks: [skipped, notes].concat(),
            advice,
            findings: reported,
            baseline: compared,
            causes,
            asked_by: match &style.protocol {
                Protocol::Uci { perft } => ("asked for ", format!("{perft} N")),
                Protocol::Script => {
                    ("called the script as ", "COMMAND DEPTH FEN [MOVES]".to_owned())
                }
                _ => ("called the function with ", "fen, moves, depth".to_owned()),
            },
        }
    }

    /// A hunt that could not be run.
    pub fn of_refusal(command: &str, error: &str) -> Report {
        let (engine, error) = (command.to_owned(), Some(error.to_owned()));
        Report { format: FORMAT, engine, error, ..Report::default() }
    }

    /// What is known of a hunt before its end, if somebody ends it who leaves it no time to report.
    pub fn of_interruption(command: &str) -> Report {
        Report { verdict: Verdict::Interrupted, ..Report::of_refusal(command, INTERRUPTED) }
    }
}

/// Whether such an engine has given answers that ox88 could read, and only the position was not that of the question.
const fn is_readable(kind: &TroubleKind) -> bool {
    matches!(kind, TroubleKind::IgnoresPosition | TroubleKind::SameTotal(_))
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

impl RightIn {
    /// The first piece without which the engine is right, if there is one.
    fn of(Disagreement { diagnosis, moves, .. }: &Disagreement) -> Option<RightIn> {
        let (line, lines) = (&diagnosis.exchange.line, diagnosis.right_in.iter().flatten());
        let (with, us) = (line.root, line.end().side_to_move());
        let is_castling = |mv: &WrongMove| rule_of(mv).is_some_and(|id| id.contains("castling"));
        lines.into_iter().find_map(|line| {
            let board = line.root.board();
            let gone = |it: Square| with.board().at(it).filter(|man| board.at(it) != Some(*man));
            let mut gone = Square::all().filter_map(|it| Some((it, gone(it)?)));
            let ((square, man), None) = (gone.next()?, gone.next()) else { return None };
            // That there is no castling without its rook says nothing, and no move without the piece that makes it.
            let begins = |mv: &WrongMove| squares_to_mark(mv).first() == Some(&square);
            let needs_it = !moves.is_empty() && moves.iter().all(begins);
            let castles = man == Piece::new(us, PieceKind::Rook) && moves.iter().any(is_castling);
            if needs_it || castles {
                return None;
            }
            let without = format!("{} on {square}", man_name(man));
            Some(RightIn { line: line.clone(), without })
        })
    }
}

/// What an engine does wrong that breaks the rule of this disagreement, and which side does, if one alone.
fn fault_of(found: &Disagreement) -> String {
    if let Some(world) = boundary(found.learnt.as_ref()) {
        return world.headline();
    }
    let Diagnosis { exchange, origin, .. } = &found.diagnosis;
    // Where something else explains the answer, the length of the list is chance.
    if may_be_full(exchange) && found.learnt.is_none() && origin.part() == Part::Generation {
        let listed = exchange.reply.rows.len();
        return format!("moves are missing where there are more than {listed}");
    }
    if is_symptom(found.rule, origin.part().id(), &found.moves) {
        return "the moves are wrong after a move is played".to_owned();
    }
    let misread = match found.rule {
        Rule::TurnNotPassed => Some("the side to move is read wrongly"),
        Rule::CastlingOnOtherWing => Some(
            "castling goes to the wrong side of the board: a right of the FEN is read for the other wing",
        ),
        _ => None,
    };
    if let Some(fault) = misread.filter(|_| origin.part() == Part::ReadFen) {
        return fault.to_owned();
    }
    if lists_nothing(&found.diagnosis, found.rule) {
        return "no move is listed where there are legal moves".to_owned();
    }
    if let Some(end) = one_end(found.learnt.as_ref()) {
        return found.rule.fault().replace(EITHER_END, end);
    }
    let has = |wrong: Wrong| found.moves.iter().any(|mv| mv.wrong == wrong);
    // The fault says how such a move is wrong. Where this one is wrong in another way, the rule alone is named.
    let fits = match found.rule.kind() {
        RuleKind::MakesLegal => has(Wrong::Missing),
        RuleKind::MakesIllegal => has(Wrong::Extra),
        _ => true,
    };
    let fault = if fits { found.rule.fault() } else { found.rule.title() };
    let of_side = found.side.zip(fault.strip_prefix(A_SIDE));
    of_side.map_or_else(|| fault.to_owned(), |(side, rest)| format!("{side}{rest}"))
}

/// Whether the engine lists no move, and nothing shows that it took the game for drawn.
fn lists_nothing(Diagnosis { exchange, origin, .. }: &Diagnosis, rule: Rule) -> bool {
    let is_of_draws = matches!(origin.evidence, Evidence::DrawnGame(_) | Evidence::Everywhere(_));
    rule == Rule::EndsGameTooEarly
        && !is_of_draws
        && exchange.has_no_rows()
        && Draw::at_end_of(&exchange.line).is_empty()
}

/// The moves that are wrong, if these are not just those of a rule, and can be said.
fn boundary(learnt: Option<&Learnt>) -> Option<&World> {
    learnt?.engine.moves().filter(|it| !it.is_of_rule() && !it.is_vague())
}

/// The words for both ends of a game in what is said of a rule, in place of which stands the one that is counted alone.
const EITHER_END: &str = "mate or stalemate";
const WITHOUT_MOVES: &str = "a position without moves";

/// The end of a game that alone is counted as a leaf.
fn one_end(learnt: Option<&Learnt>) -> Option<&'static str> {
    learnt?.engine.fault()?.one_end()
}

/// What usually causes counts that are right only up to a power of two.
const WRAPS: &str = "the count is kept in an integer with too few bits";

/// What usually causes this. Nothing where the answer itself shows how the engine counts, or where all usual causes are in
/// another part of the engine or about other moves.
fn usual_cause(Disagreement { rule, diagnosis, learnt, .. }: &Disagreement) -> Option<String> {
    let Diagnosis { exchange, origin, .. } = diagnosis;
    if let Some(world) = boundary(learnt.as_ref()) {
        let is_of_rule = || {
            let is_whole = rule.kind() != RuleKind::MakesLegal || rule.is_of_a_kind();
            is_whole && world.is_of_kinds()
        };
        let hint = world.hint().map(str::to_owned);
        return hint.or_else(|| is_of_rule().then(|| usual_cause_of(*rule, diagnosis)).flatten());
    }
    if may_be_full(exchange) {
        return Some(SHORT_LIST.to_owned());
    }
    if matches!(origin.evidence, Evidence::Counted { how: Some(_), .. }) {
        return Some(WRAPS.to_owned());
    }
    // The total says whether moves are missing. Or they are shown, and nothing rare is to be looked for.
    let says_nothing = *rule == Rule::NumberOfMoves
        || *rule == Rule::CountOnly && origin.part() != Part::Counting
        || *rule == Rule::NotNarrowedDown && exchange.depth == 1
        || lists_nothing(diagnosis, *rule)
        || origin.evidence == Evidence::RightForLess;
    if says_nothing {
        return None;
    }
    let cause = usual_cause_of(*rule, diagnosis)?;
    Some(match one_end(learnt.as_ref()) {
        Some(end) => cause.replace(WITHOUT_MOVES, &format!("a {end}")),
        None => cause,
    })
}

/// The usual causes of a broken rule that are in a part that can be at fault, and about moves that are wrong here.
fn usual_cause_of(rule: Rule, Diagnosis { exchange, origin, .. }: &Diagnosis) -> Option<String> {
    let is_anywhere = matches!(rule.kind(), RuleKind::Counting | RuleKind::MakeAndUnmake)
        || rule.depends_on_earlier_moves();
    let moves = special_moves(exchange);
    let fits = |it: &&UsualCause| match it.of {
        None => is_anywhere || origin.suspects.has(Suspects::GENERATION),
        Some(of) => moves.contains(of) || origin.suspects.parts().any(|part| part.id() == of),
    };
    let joined = UsualCause::joined(rule.usual_causes().iter().filter(fits));
    Some(joined).filter(|it| !it.is_empty())
}

/// What is above the lines that show a finding again. Nobody should take the same line twice for a slip.
fn heading_of(questions: &[Step], diagnosis: Option<&Diagnosis>) -> &'static str {
    let is_first_wrong = diagnosis.is_some_and(|it| it.exchange.asked_before.is_none());
    let at_times = [Evidence::RightWhenRepeated, Evidence::NotSettled];
    match questions {
        [_] if diagnosis.is_some_and(|it| at_times.contains(&it.origin.evidence)) => {
            "to reproduce (wrong only at times)"
        }
        [] | [_] => "to reproduce",
        [_, again] if again.is_again && diagnosis.is_none() => {
            "to reproduce (ask twice: the engine fails at the second question)"
        }
        [_, again] if again.is_again && is_first_wrong => {
            "to reproduce (ask twice: the first answer is wrong, and the second differs)"
        }
        [_, again] if again.is_again => "to reproduce (ask twice: only the second answer is wrong)",
        _ if diagnosis.is_none() => "to reproduce (the last question fails)",
        _ => "to reproduce (the last answer is wrong)",
    }
}

impl Found {
    fn of(finding: &Finding, style: &Style, has_answered: bool) -> Found {
        let Finding { case, place, asked, line: path, kind } = finding;
        let (rule, title, questions, trouble) = match kind {
            FindingKind::Disagreement(found) => {
                (found.rule.id(), found.rule.title(), found.diagnosis.questions_to_ask(), None)
            }
            FindingKind::NoReply(no_reply) => {
                let NoReply { depth, trouble, .. } = &**no_reply;
                let (rule, title) = (trouble.kind.id(), trouble.kind.title());
                let questions = no_reply.questions_to_ask();
                let sentence = style.choices.sentence(trouble, *depth, has_answered);
                (rule, title, questions, Some(NoAnswer { trouble: trouble.clone(), sentence }))
            }
        };
        let wrong = finding.disagreement();
        let exchange = wrong.map(|wrong| &wrong.diagnosis.exchange);
        let part = finding.cause().map_or(NO_PART, |(_, part)| part.id());
        let (line, depth) = finding.shortest_question();
        let (end, plies) = (line.end(), depth.to_string());
        let fen = end.to_string();
        let right_in = match kind {
            FindingKind::Disagreement(found) => RightIn::of(found),
            FindingKind::NoReply(no_reply) => no_reply.right_in.as_ref().map(|line| RightIn {
                line: line.clone(),
                without: format!("clock of {}", no_reply.line.root.setup().halfmove_clock),
            }),
        };
        Found {
            key: format!("{case}: {rule}, {part}, {}", in_a_line(path)),
            case: case.clone(),
            place: place.clone(),
            asked_depth: *asked,
            path: path.clone(),
            men_off: men_off(&whole_path(path, line).end(), &end),
            rule,
            title,
            fault: wrong.map_or_else(|| title.to_owned(), fault_of),
            origin: wrong.map(|Disagreement { diagnosis, .. }| Origin {
                part,
                sentence: origin_sentence(diagnosis) + by_totals(&diagnosis.exchange),
                state: diagnosis.state.clone(),
            }),
            confirmed: finding.is_confirmed(),
            article: wrong.and_then(|wrong| wrong.rule.article()),
            usual_cause: wrong.and_then(usual_cause),
            right_in,
            learnt: wrong.and_then(|wrong| wrong.learnt.clone()),
            doubt: doubt(finding),
            shown_by: ShownBy {
                line: line.clone(),
                depth,
                lines: style.lines_to_copy(&questions),
                heading: heading_of(&questions, wrong.map(|it| &it.diagnosis)),
                // Beside no answer, the correct one shows nothing.
                lines_for_ox88: (style.choices.commands.iter())
                    .filter(|_| wrong.is_some())
                    .map(|it| it.replace("DEPTH", &plies).replace("FEN", &fen))
                    .collect(),
            },
            cause: wrong.and_then(|wrong| wrong.cause.clone()),
            moves: wrong.map_or_else(Vec::new, |wrong| wrong.moves.clone()),
            total: exchange.and_then(|exchange| {
                let WrongTotal { claimed, sum } = exchange.comparison.difference.total?;
                let sentence = total_sentence(exchange, claimed, sum);
                Some(Total { claimed: ExactCount(claimed), sum: ExactCount(sum), sentence })
            }),
            lacks_promotion_letters: exchange
                .is_some_and(|exchange| exchange.comparison.lacks_promotion_letters),
            trouble,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EITHER_END, WITHOUT_MOVES};
    use ox88_explain::Rule;

    #[test]
    fn the_rule_about_ends_of_games_says_both_where_one_may_be_counted_alone() {
        assert!(Rule::LeafAtGameEnd.fault().contains(EITHER_END));
        assert!(Rule::LeafAtGameEnd.usual_cause().contains(WITHOUT_MOVES));
    }
}
