//! Are moves generated wrongly, or does an engine try them to see whether they are legal, and leave something behind? Where
//! both give the same answer, a position beside it tells: one where the broken rule makes the same moves wrong, and what is
//! left behind does not.

use super::Verdict;
use super::origin::{Diagnosis, Evidence, Origin};
use crate::exchange::Exchange;
use crate::explain::{Rule, Scene};
use crate::faults::{Fault, Stage};
use crate::fewest::{men_of, with_men};
use crate::hypothesis::{CorruptState, after_trials_on, words_after_undoing};
use crate::inquiry::Inquiry;
use crate::oracle::Oracle;
use crate::spoilt::{is_left_by, left_by};
use ox88::{Piece, PieceKind, Position, Setup, Square};
use ox88_engine::{Difference, Line, Reply, Row, RowsFrom, compare_with};
use std::collections::HashSet;

/// How many positions have to tell the same if there are as many, and how many are asked about where those leave more than
/// one rule. A person is asked about one.
const ENOUGH: usize = 2;
const MOST: usize = 8;

/// With more men on the board the search for an order of trials takes too long, unless a person is asked anyway.
const MOST_MEN: usize = 8;

/// Whether what is left behind explains this answer, and others that no broken rule explains.
pub(super) fn left_behind(inquiry: &mut Inquiry, known: &mut Diagnosis) -> Verdict {
    let (wrong, oracle) = (&known.exchange, inquiry.oracle);
    let is_list = wrong.depth == 1 && wrong.reply.source != RowsFrom::Totals;
    if !is_list || known.origin != Origin::Generation {
        return Ok(None);
    }
    let explains = |rule: Rule, it: &Exchange| is_left_by(oracle, rule, it);
    let mut rules: Vec<Rule> = Fault::of(Stage::Unmake).map(|fault| fault.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    let states = after_trials_on(&wrong.line);
    let is_few = inquiry.is_with_person() || men_of(&wrong.line.root).len() <= MOST_MEN;
    rules.retain(|&rule| {
        let mut states = states.iter().filter(|it| it.state.rule == rule);
        states.any(|it| it.explains(oracle, wrong)) || is_few && explains(rule, wrong)
    });
    let most = if inquiry.is_with_person() { 1 } else { MOST };
    let (mut asked, mut is_seen) = (0, false);
    for line in positions_beside(wrong) {
        if rules.is_empty() || asked == most || asked >= ENOUGH && rules.len() == 1 {
            break;
        }
        let Some(if_generated) = as_wrong(oracle, wrong, line) else { continue };
        if !rules.iter().any(|&rule| explains(rule, &if_generated)) {
            let answer = inquiry.ask(&if_generated.line, 1)?;
            // The same rules may make more moves wrong there.
            let (there, here) = (&answer.comparison.difference, &wrong.comparison.difference);
            if here.missing.iter().all(|mv| there.missing.contains(mv))
                && here.extra.iter().all(|it| there.extra.contains(it))
                && broken_by(&answer).is_subset(&broken_by(wrong))
            {
                // Where both explain it, it decides nothing.
                if rules.iter().any(|&rule| explains(rule, &answer)) {
                    continue;
                }
                return Ok(None);
            }
            rules.retain(|&rule| explains(rule, &answer));
            is_seen |= !answer.is_right();
            asked += 1;
        }
    }
    if rules.is_empty() || asked == 0 {
        return Ok(None);
    }
    let state = match rules[..] {
        [only] => left_by(oracle, only, wrong),
        // Which move has left it behind is not known where it may be one thing or the other.
        ref several => {
            let fault = |rule: &Rule| Fault::of(Stage::Unmake).find(|it| it.rule == *rule);
            let words = |it| words_after_undoing(it, &wrong.line.end(), Vec::new());
            let words: Vec<String> = several.iter().filter_map(fault).map(words).collect();
            let rule = Rule::StateCorrupted;
            Some(CorruptState { rule, as_if: words.join(", or as if ") })
        }
    };
    // That the moves are right elsewhere does not show what is left behind: the rule may be broken here alone.
    let origin = if is_seen {
        Origin::Unmake { evidence: Evidence::SeenElsewhere }
    } else {
        Origin::GenerationOrUnmake { evidence: Evidence::RightBeside }
    };
    Ok(Some(Diagnosis::new(wrong.clone(), origin).with_state(state)))
}

/// The position without one of the men, or with one more of ours beside the king, which may not go there then.
fn positions_beside(wrong: &Exchange) -> impl Iterator<Item = Line> {
    let line = &wrong.line;
    let (men, end) = (men_of(&line.root), line.end());
    let without = men.clone().into_iter().filter_map(move |man| {
        let left: Vec<_> = men.iter().copied().filter(|it| *it != man).collect();
        with_men(line, &left)
    });
    let us = end.side_to_move();
    let steps = end.pseudo_legal_moves().into_iter().filter(move |mv| mv.from == end.king(us));
    let with = move |to: Square| {
        let mut setup = line.root.setup();
        setup.board.put(to, Piece::new(us, PieceKind::Knight));
        line.played_from(Position::new(Setup { halfmove_clock: 0, ..setup }).ok()?)
    };
    without.chain(steps.map(|mv| mv.to).filter_map(with))
}

/// The answer to be expected if the same moves are wrong, against the same rules. Nothing where they are right, or would be
/// wrong for another reason.
fn as_wrong(oracle: &Oracle, wrong: &Exchange, line: Line) -> Option<Exchange> {
    let Difference { missing, extra, .. } = &wrong.comparison.difference;
    let here = line.end();
    let right = oracle.divide(&here, 1);
    let listed = right.rows().iter().filter(|row| !missing.contains(&row.0));
    let texts =
        listed.map(|row| here.move_text(row.0)).chain(extra.iter().map(|it| it.text.clone()));
    let rows = texts.map(|text| Row::new(text, 1)).collect();
    let reply = Reply { rows, totals: Vec::new(), ..wrong.reply.clone() };
    let comparison = compare_with(&right, &reply);
    let as_wrong = Exchange { line, reply, comparison, ..wrong.clone() };
    let is_same = as_wrong.comparison.difference == wrong.comparison.difference;
    (is_same && broken_by(&as_wrong) == broken_by(wrong)).then_some(as_wrong)
}

/// The rules that an answer breaks.
fn broken_by(answer: &Exchange) -> HashSet<Rule> {
    let scene = Scene::at_end_of(&answer.line);
    let Difference { missing, extra, .. } = &answer.comparison.difference;
    let extra = extra.iter().filter_map(|it| it.named).map(|name| scene.explain_name(name).rule);
    missing.iter().map(|&mv| scene.explain_move(mv).rule).chain(extra).collect()
}
