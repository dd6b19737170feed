//! Are moves generated wrongly, or does an engine try them to see whether they are legal, and leave something behind? Where
//! both give the same answer, a position beside it tells: one where the broken rule makes the same moves wrong, and what is
//! left behind does not.

use super::Verdict;
use super::origin::{Diagnosis, Evidence, Origin};
use crate::exchange::Exchange;
use crate::explain::{Explanation, Rule, Scene};
use crate::faults::{Fault, Stage};
use crate::fewest::{men_of, with_men};
use crate::hypothesis::{CorruptState, after_trials_on};
use crate::inquiry::Inquiry;
use crate::oracle::Oracle;
use crate::spoilt::left_by;
use ox88::{Piece, PieceKind, Position, Setup, Square};
use ox88_engine::{Difference, Line, Reply, Row, RowsFrom, compare_with};

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
    let explains = |rule: Rule, it: &Exchange| left_by(oracle, rule, it).is_some();
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
    let mut asked = 0;
    for line in positions_beside(wrong) {
        if rules.is_empty() || asked == most || asked >= ENOUGH && rules.len() == 1 {
            break;
        }
        let Some(if_generated) = as_wrong(oracle, wrong, line) else { continue };
        if !rules.iter().any(|&rule| explains(rule, &if_generated)) {
            let answer = inquiry.ask(&if_generated.line, 1)?;
            // The same rule may make more moves wrong there.
            let there = &answer.comparison.difference;
            let Difference { missing, extra, .. } = &wrong.comparison.difference;
            if missing.iter().all(|mv| there.missing.contains(mv))
                && extra.iter().all(|it| there.extra.contains(it))
            {
                return Ok(None);
            }
            rules.retain(|&rule| explains(rule, &answer));
            asked += 1;
        }
    }
    if rules.is_empty() || asked == 0 {
        return Ok(None);
    }
    let states = rules.iter().filter_map(|&rule| left_by(oracle, rule, wrong));
    let state = states.reduce(|one, other| CorruptState {
        rule: Rule::StateCorrupted,
        as_if: format!("{}, or as if {}", one.as_if, other.as_if),
    });
    let origin = Origin::Unmake { evidence: Evidence::SeenElsewhere };
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
    let (before, here) = (Scene::at_end_of(&wrong.line), Scene::at_end_of(&line));
    let legal = here.here.legal_moves();
    let is_same = |one: Explanation, other: Explanation| one.rule == other.rule;
    let is_as_wrong = missing
        .iter()
        .all(|&mv| legal.contains(&mv) && is_same(before.explain_move(mv), here.explain_move(mv)))
        && extra.iter().all(|it| {
            it.named.is_some_and(|name| is_same(before.explain_name(name), here.explain_name(name)))
        });
    let right = oracle.divide(&here.here, 1);
    let listed = legal.iter().filter(|mv| !missing.contains(mv));
    let texts =
        listed.map(|&mv| here.here.move_text(mv)).chain(extra.iter().map(|it| it.text.clone()));
    let rows = texts.map(|text| Row::new(text, 1)).collect();
    let reply = Reply { rows, totals: Vec::new(), ..wrong.reply.clone() };
    let comparison = compare_with(&right, &reply);
    (is_as_wrong && wrong.comparison.difference.twice.is_empty()).then(|| Exchange {
        line: line.clone(),
        depth: 1,
        asked_before: None,
        reply,
        comparison,
    })
}
