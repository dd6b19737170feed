//! Checks functions: one that counts the leaves behind each move, or one that lists moves.

use super::answer::{Answer, Counts, Moves, fails, reply};
use super::panics::caught;
use super::{Check, LIMIT};
use ox88::Position;
use ox88_engine::{
    Abilities, Experiment, Heard, Partner, Row, Step, Trouble, TroubleKind, run_each,
};
use std::time::Duration;

/// Checks a generator by a function that divides. It gets a FEN, the moves to play from there as UCI writes them, and a
/// depth. It returns the number of leaves behind each move of the position to which they lead.
///
/// ```
/// # fn my_divide(fen: &str, moves: &[&str], depth: u32) -> Vec<(String, u128)> {
/// #     let mut position: ox88::Position = fen.parse().unwrap();
/// #     moves.iter().for_each(|mv| position = position.after(position.find_move(mv).unwrap()).unwrap());
/// #     ox88::divide(&position, depth).texts().collect()
/// # }
/// ox88_hunt::check(my_divide).max_nodes(100).assert();
/// ```
///
/// [`Answer`] lists what it may return. Panics and errors are findings.
pub fn check<'a, F, A, How>(mut divide: F) -> Check<'a>
where
    F: FnMut(&str, &[&str], u32) -> A + 'a,
    A: Answer<Counts, How>,
{
    Check::new::<F>(Function(move |fen: &str, moves: &[&str], depth: u32, _: &Position| {
        caught(|| divide(fen, moves, depth).rows()).and_then(|rows| rows)
    }))
}

/// Checks a generator by a function that lists legal moves, as UCI writes them. It gets a FEN and the moves to play
/// from there. ox88 counts the leaves, by asking the function again behind each move.
///
/// ```
/// # fn my_moves(fen: &str, moves: &[&str]) -> Vec<String> {
/// #     let mut position: ox88::Position = fen.parse().unwrap();
/// #     moves.iter().for_each(|mv| position = position.after(position.find_move(mv).unwrap()).unwrap());
/// #     position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect()
/// # }
/// ox88_hunt::check_moves(my_moves).max_nodes(100).assert();
/// ```
///
/// [`Answer`] lists what it may return. Panics and errors are findings.
pub fn check_moves<'a, F, A, How>(mut list: F) -> Check<'a>
where
    F: FnMut(&str, &[&str]) -> A + 'a,
    A: Answer<Moves, How>,
{
    Check::new::<F>(Function(move |fen: &str, moves: &[&str], depth: u32, here: &Position| {
        let mut list = |moves: &[&str]| caught(|| list(fen, moves).rows()).and_then(|rows| rows);
        divide_by_lists(&mut list, moves, depth, here)
    }))
}

/// A function in this process, from a FEN, moves, a depth, and the position that they lead to.
struct Function<F>(F);

impl<F> Partner for Function<F>
where
    F: FnMut(&str, &[&str], u32, &Position) -> Result<Vec<Row>, TroubleKind>,
{
    fn can(&self) -> Abilities {
        Abilities::of_questions(LIMIT)
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each(experiment, |step| {
            let Step { line, depth, .. } = step;
            if !step.is_by_fen() {
                return Heard::Cannot;
            }
            let moves = step.moves_text(experiment.castling);
            let moves: Vec<&str> = moves.split_whitespace().collect();
            let rows = (self.0)(&line.fen(), &moves, *depth, &step.position());
            rows.map(reply).map_err(Trouble::from).into()
        })
    }
}

/// The leaves behind each move that is listed after these moves. Nothing is asked behind a move that is not legal,
/// since nobody has to be able to play it: it counts as one leaf.
fn divide_by_lists(
    list: &mut impl FnMut(&[&str]) -> Result<Vec<Row>, TroubleKind>,
    moves: &[&str],
    depth: u32,
    here: &Position,
) -> Result<Vec<Row>, TroubleKind> {
    let mut rows = list(moves)?;
    let legal = here.legal_moves();
    for row in rows.iter_mut().filter(|_| depth > 1) {
        match row.name().map(|name| name.among(&legal)).unwrap_or_default()[..] {
            [] => {}
            [mv] => {
                let moves = [moves, &[row.text.as_str()]].concat();
                let after = here.after_unchecked(mv);
                row.count = reply(divide_by_lists(list, &moves, depth - 1, &after)?).sum();
            }
            [..] => {
                let text = &row.text;
                let why = format!("{text} may be several moves: expected the letter of the piece");
                return Err(fails(&why));
            }
        }
    }
    Ok(rows)
}
