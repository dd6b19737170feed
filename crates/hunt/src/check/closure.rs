//! Checks functions: one that counts the leaves after each move, or one that lists moves.

use super::answer::{Answer, Counts, Moves, reply};
use super::listed::Listed;
use super::panics::caught;
use super::{Check, LIMIT};
use ox88::{CastlingNotation, Move, Position};
use ox88_engine::{
    Abilities, Experiment, Heard, Partner, Row, Step, Trouble, TroubleKind, run_each_by_fen,
};
use std::collections::HashMap;
use std::time::Duration;

/// Checks a generator by a function that divides. It gets a FEN, the moves to play from there as UCI writes them, and a
/// depth. It returns the number of leaves after each move of the position to which they lead.
///
/// ```
/// # fn my_divide(fen: &str, moves: &[&str], depth: u32) -> Vec<(String, u128)> {
/// #     let mut position: ox88::Position = fen.parse().unwrap();
/// #     moves.iter().for_each(|mv| position = position.after(position.find_move(mv).unwrap()));
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
    Check::new::<F>(Function(move |question: &Step, fen: &str, moves: &[&str]| {
        Ok(caught(|| divide(fen, moves, question.depth).rows()).and_then(|rows| rows)?)
    }))
}

/// Checks a generator by a function that lists legal moves. It gets a FEN and the moves to play from there as UCI
/// writes them. ox88 counts the leaves, by asking the function again after each move. In one question a position to
/// which other moves have led before is not asked about again, if the list was right there.
///
/// ```
/// # fn my_moves(fen: &str, moves: &[&str]) -> Vec<String> {
/// #     let mut position: ox88::Position = fen.parse().unwrap();
/// #     moves.iter().for_each(|mv| position = position.after(position.find_move(mv).unwrap()));
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
    Check::new::<F>(Function(move |question: &Step, fen: &str, moves: &[&str]| {
        let list = |moves: &[&str]| caught(|| list(fen, moves).rows()).and_then(|rows| rows);
        let of_root = question.line.root.castling_notation();
        let mut lists = Lists { list, of_root, are_right: HashMap::new() };
        lists.divide(moves, question.depth, &question.position())
    }))
}

/// A function in this process, from a question, its FEN and its moves.
struct Function<F>(F);

impl<F> Partner for Function<F>
where
    F: FnMut(&Step, &str, &[&str]) -> Result<Vec<Row>, Trouble>,
{
    fn can(&self) -> Abilities {
        Abilities::of_questions(LIMIT)
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each_by_fen(experiment, |step| {
            let moves = step.moves_text(experiment.castling);
            let moves: Vec<&str> = moves.split_whitespace().collect();
            (self.0)(step, &step.line.fen(), &moves).map(reply).into()
        })
    }
}

/// The lists after the moves of one question.
struct Lists<F> {
    list: F,
    /// How castling is written in the moves that lead to the position of the question.
    of_root: CastlingNotation,
    /// The positions in which the list was right, with how it writes castling. A wrong list is asked for again: what
    /// is made wrongly on one way is made rightly on another. And the next question begins without them, so that
    /// asking again shows whether an answer repeats.
    are_right: HashMap<Position, CastlingNotation>,
}

impl<F: FnMut(&[&str]) -> Result<Vec<Row>, TroubleKind>> Lists<F> {
    /// The leaves after each move that is listed after these moves.
    fn divide(&mut self, moves: &[&str], depth: u32, here: &Position) -> Result<Vec<Row>, Trouble> {
        let mut rows = (self.list)(moves)?;
        if depth > 1 {
            let listed = Listed::read(here, &rows, self.of_root);
            let Listed { moves: meant, castling, .. } = listed.without_doubt()?;
            for (row, mv) in rows.iter_mut().zip(meant) {
                row.count = self.leaves_behind(mv, castling, (moves, depth, here))?;
            }
        }
        Ok(rows)
    }

    /// The leaves after a move. Nothing is asked after a move that is not legal, since nobody has to be able to play
    /// it: it counts as one leaf.
    fn leaves_behind(
        &mut self,
        mv: Option<Move>,
        castling: CastlingNotation,
        (moves, depth, here): (&[&str], u32, &Position),
    ) -> Result<u128, Trouble> {
        let Some(mv) = mv.filter(|_| depth > 1) else { return Ok(1) };
        let text = mv.text(castling);
        self.leaves(&[moves, &[&text]].concat(), depth - 1, &here.after(mv))
    }

    fn leaves(&mut self, moves: &[&str], depth: u32, here: &Position) -> Result<u128, Trouble> {
        let (meant, castling) = if let Some(&castling) = self.are_right.get(here) {
            (here.legal_moves().into_iter().map(Some).collect(), castling)
        } else {
            let rows = (self.list)(moves)?;
            let mut listed = Listed::read(here, &rows, self.of_root);
            if depth > 1 {
                listed = listed.without_doubt()?;
            }
            if listed.is_right {
                self.are_right.insert(*here, listed.castling);
            }
            (listed.moves, listed.castling)
        };
        meant.into_iter().try_fold(0, |sum: u128, mv| {
            Ok(sum.saturating_add(self.leaves_behind(mv, castling, (moves, depth, here))?))
        })
    }
}
