//! The same wrong fact with as few moves and pieces, rights and counters as show it.

use crate::ask::{Asked, Check};
use crate::compare::Wrong;
use crate::key::parts_of;
use crate::told::TellResult;
use ox88::{Position, Setup};
use ox88_engine::Line;
use ox88_engine::fewest::{fewest, men_of, with_men};

/// How many questions one finding may take to become smaller.
const MOST_QUESTIONS: usize = 160;

/// Whether two wrong facts are the same one, in two positions.
pub fn is_like(one: &Wrong, other: &Wrong, check: &Check, is_xor: bool) -> bool {
    match check {
        Check::Kept => {
            one.rule.method() == other.rule.method() && (!is_xor || one.left == other.left)
        }
        Check::Undo(_) => one.rule == other.rule,
        _ => one.rule == other.rule && one.mv == other.mv,
    }
}

/// The smallest line that shows a wrong fact, and how it is wrong there.
pub fn smaller(
    asked: &mut Asked<'_>,
    check: &Check,
    line: &Line,
    first: &Wrong,
) -> TellResult<(Line, Wrong)> {
    let check = match (check, &first.mv) {
        (Check::Legal(_), Some(mv)) => Check::Legal(vec![mv.clone()]),
        _ => check.clone(),
    };
    let mut questions = 0..MOST_QUESTIONS;
    let (mut smallest, mut trouble) = ((line.clone(), first.clone()), None);
    // Keeps a line if it shows the same.
    let mut keep = |line: Line, smallest: &mut (Line, Wrong)| {
        if trouble.is_some() || questions.next().is_none() || !asked.goes_on() {
            return false;
        }
        let answer = asked.wrong(&check, &line).map_err(|it| trouble = Some(it));
        let is_it = |it: &Wrong| is_like(it, first, &check, asked.known.is_xor);
        let found = answer.unwrap_or_default().into_iter().find(is_it);
        found.map(|found| *smallest = (line, found)).is_some()
    };
    // A repetition needs its moves; anything else may show after fewer.
    let _ = line.shorter().any(|shorter| keep(shorter, &mut smallest));
    let whole = smallest.0.clone();
    let mut men = men_of(&whole.root);
    // What the other side has there says more than what is ours.
    men.sort_by_key(|(_, man)| man.belongs_to(whole.root.side_to_move()));
    fewest(&men, |men| with_men(&whole, men).is_some_and(|line| keep(line, &mut smallest)));
    // Without each right, without the en passant square, with counters as at the beginning.
    let parts = parts_of(&smallest.0.root);
    for part in parts.into_iter().map(Some).chain([None]) {
        let root = smallest.0.root;
        let early = Setup { halfmove_clock: 0, fullmove_number: 1, ..root.setup() };
        let simpler = part.map_or(Position::new(early).ok(), |part| part.without(&root));
        let simpler = simpler.filter(|simpler| *simpler != root);
        if let Some(line) = simpler.and_then(|root| smallest.0.played_from(root)) {
            keep(line, &mut smallest);
        }
    }
    trouble.map_or(Ok(smallest), Err)
}
