//! The same wrong fact with as few moves and pieces, rights and counters as show it.

use crate::ask::{Check, Known};
use crate::compare::Wrong;
use ox88::{Position, Setup, Square};
use ox88_engine::fewest::{fewest, men_of, with_men};
use ox88_engine::told::{Answer, Teller};
use ox88_engine::{Line, Ply};

/// How many questions one finding may take to become smaller.
const MOST_QUESTIONS: usize = 160;

/// Whether two wrong facts are the same one, in two positions.
pub fn is_like(one: &Wrong, other: &Wrong, check: &Check, is_xor: bool) -> bool {
    match check {
        Check::Key => !is_xor || one.left == other.left,
        Check::Undo(_) => one.rule == other.rule,
        _ => one.rule == other.rule && one.mv == other.mv,
    }
}

/// The smallest line that shows a wrong fact, and how it is wrong there.
pub fn smaller(
    known: &Known,
    teller: &mut dyn Teller,
    check: &Check,
    line: &Line,
    first: &Wrong,
) -> Answer<(Line, Wrong)> {
    let mut smallest = (line.clone(), first.clone());
    let (mut left, mut trouble) = (MOST_QUESTIONS, None);
    let check = match (check, &first.mv) {
        (Check::Legal(_), Some(mv)) => Check::Legal(vec![mv.clone()]),
        _ => check.clone(),
    };
    // Keeps a line if it shows the same.
    let mut keep = |line: Line, smallest: &mut (Line, Wrong)| {
        if left == 0 || trouble.is_some() {
            return false;
        }
        left -= 1;
        let answer = known.wrong(teller, &check, &line);
        let answer = answer.unwrap_or_else(|it| {
            trouble = Some(it);
            Vec::new()
        });
        let found = answer.into_iter().find(|it| is_like(it, first, &check, known.is_xor));
        found.map(|found| *smallest = (line, found)).is_some()
    };
    // A repetition needs its moves; anything else may show after fewer.
    let plies: Vec<Ply> = line.plies().collect();
    for ply in plies.iter().rev() {
        let moves = line.moves[ply.ordinal..].to_vec();
        if keep(Line { root: ply.after, moves, ..line.clone() }, &mut smallest) {
            break;
        }
    }
    let whole = smallest.0.clone();
    let mut men = men_of(&whole.root);
    // What the other side has there says more than what is ours.
    men.sort_by_key(|(_, man)| man.belongs_to(whole.root.side_to_move()));
    fewest(&men, |men| with_men(&whole, men).is_some_and(|line| keep(line, &mut smallest)));
    // Without each right, without the en passant square, with counters as at the beginning.
    let rooks = smallest.0.root.castling_rights().iter().map(|(.., rook)| Some(rook));
    let ways: Vec<Option<Square>> = rooks.chain([None]).collect();
    for rook in ways {
        let setup = smallest.0.root.setup();
        let simpler = match rook {
            Some(rook) => Setup { castling: setup.castling.without_rook_on(rook), ..setup },
            None => Setup { en_passant: None, ..setup },
        };
        keep_from(simpler, &mut smallest, &mut keep);
    }
    let setup = smallest.0.root.setup();
    let early = Setup { halfmove_clock: 0, fullmove_number: 1, ..setup };
    keep_from(early, &mut smallest, &mut keep);
    trouble.map_or(Ok(smallest), Err)
}

/// Keeps the same moves from another position, if they can be played there and show the same.
fn keep_from(
    setup: Setup,
    smallest: &mut (Line, Wrong),
    keep: &mut impl FnMut(Line, &mut (Line, Wrong)) -> bool,
) {
    let root = Position::new(setup).ok().filter(|root| *root != smallest.0.root);
    if let Some(line) = root.and_then(|root| smallest.0.played_from(root)) {
        keep(line, smallest);
    }
}
