//! Checks a generator that makes moves and takes them back. ox88 walks the tree, so it also tests taking back.

use super::answer::reply;
use super::listed::Listed;
use super::panics::caught;
use super::{Check, LIMIT};
use ox88::Move;
use ox88_engine::{
    Abilities, Experiment, Heard, Partner, Process, Reply, Row, Step, Trouble, run_each,
};
use std::time::Duration;

/// A generator that makes its moves on one board, and takes them back.
///
/// The hunt asks it for the moves of a position, and walks through the tree by making each move, the last ones as well,
/// and taking it back. Then it asks for the moves again without a new position, to see what was left behind. A panic is
/// a finding.
///
/// ```
/// # struct Board(Vec<ox88::Position>);
/// # #[derive(Clone, Copy)]
/// # struct Move(ox88::Move);
/// # impl Board {
/// #     fn new() -> Board { Board(vec![ox88::Position::start()]) }
/// #     fn set_fen(&mut self, fen: &str) { self.0 = vec![fen.parse().unwrap()] }
/// #     fn legal_moves(&self) -> Vec<Move> { self.0.last().unwrap().legal_moves().into_iter().map(Move).collect() }
/// #     fn uci(&self, mv: Move) -> String { self.0.last().unwrap().move_text(mv.0) }
/// #     fn make(&mut self, mv: Move) { self.0.push(self.0.last().unwrap().after(mv.0)) }
/// #     fn unmake(&mut self, _: Move) { self.0.pop(); }
/// # }
/// impl ox88_hunt::Generator for Board {
///     type Move = Move;
///     fn set_up(&mut self, fen: &str) { self.set_fen(fen) }
///     fn moves(&mut self) -> Vec<Move> { self.legal_moves() }
///     fn text(&self, mv: &Move) -> String { self.uci(*mv) }
///     fn make(&mut self, mv: &Move) { self.make(*mv) }
///     fn unmake(&mut self, mv: &Move) { self.unmake(*mv) }
/// }
///
/// ox88_hunt::check_generator(Board::new).max_nodes(100).assert();
/// ```
pub trait Generator {
    /// A move. What is needed to take it back may be in it, or kept by the generator.
    type Move;

    /// Sets up the position of a FEN, whatever was set up before.
    fn set_up(&mut self, fen: &str);

    /// The legal moves.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// A move of the position as UCI writes it, `e2e4`, `e7e8q`, and `e1g1` to castle, or in SAN: `e4`, `e8=Q`, `O-O`.
    fn text(&self, mv: &Self::Move) -> String;

    /// Makes one of the moves.
    fn make(&mut self, mv: &Self::Move);

    /// Takes back the move that was made last.
    fn unmake(&mut self, mv: &Self::Move);
}

/// Checks a generator that makes moves and takes them back. `new` makes a fresh one, which shows whether a finding
/// depends on earlier questions.
pub fn check_generator<'a, G, F>(new: F) -> Check<'a>
where
    G: Generator + 'a,
    F: FnMut() -> G + 'a,
{
    Check::new::<G>(InPlace { new, running: None, beside: None })
}

/// A generator in this process, with another one beside it. None that has panicked is asked again.
struct InPlace<G, F> {
    new: F,
    running: Option<G>,
    beside: Option<G>,
}

impl<G: Generator, F: FnMut() -> G> Partner for InPlace<G, F> {
    fn can(&self) -> Abilities {
        Abilities { again: true, fresh: true, ..Abilities::of_questions(LIMIT) }
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        if experiment.process != Process::Beside {
            self.beside = None;
        }
        let asked = match experiment.process {
            Process::Running => &mut self.running,
            Process::Fresh | Process::Beside => &mut self.beside,
        };
        run_each(experiment, |step| {
            let generator = if step.is_by_name { None } else { asked.take() };
            if !step.is_by_fen() && generator.is_none() {
                return Heard::Cannot;
            }
            let answer = caught(|| {
                let mut generator = generator.unwrap_or_else(&mut self.new);
                let answer = answer(&mut generator, step);
                *asked = Some(generator);
                answer
            });
            answer.map_err(Trouble::from).into()
        })
    }
}

/// What a generator answers. It cannot play a move that it does not list: then it is given the FEN of the position
/// after that.
fn answer<G: Generator>(generator: &mut G, step: &Step) -> Reply {
    let Step { line, depth, is_again, .. } = step;
    if !is_again {
        generator.set_up(&line.fen());
        for ply in line.plies() {
            let moves = generator.moves();
            let rows: Vec<Row> = moves.iter().map(|mv| Row::new(generator.text(mv), 1)).collect();
            let listed = Listed::read(&ply.before, &rows, line.root.castling_notation());
            let is_it = |meant: &Option<Move>| *meant == Some(ply.mv);
            match listed.moves.iter().position(is_it) {
                Some(index) => generator.make(&moves[index]),
                None => generator.set_up(&ply.after.to_string()),
            }
        }
    }
    let rows = generator.moves().into_iter().map(|mv| {
        let text = generator.text(&mv);
        Row::new(text, behind(generator, &mv, *depth))
    });
    reply(rows.collect())
}

/// The leaves after a move.
fn behind<G: Generator>(generator: &mut G, mv: &G::Move, depth: u32) -> u128 {
    generator.make(mv);
    let leaves = match depth {
        0 | 1 => 1,
        _ => generator.moves().iter().map(|mv| behind(generator, mv, depth - 1)).sum(),
    };
    generator.unmake(mv);
    leaves
}
