//! The programs that are compared, each behind one small trait.
//!
//! The peers are used as their own documentation shows: shakmaty has a perft, cozy-chess has one
//! among its examples, and Stockfish is asked over its pipe. All of them count the moves of the
//! last ply without making them. The quick walk of ox88 counts the last two plies without making
//! them.

use super::machine::{processor_time, version_of};
use super::positions::Compared;
use super::stockfish::Stockfish;
use cozy_chess::Board;
use ox88_count::Counter;
use ox88_count::quick;
use shakmaty::{CastlingMode, Chess, fen::Fen};
use std::time::Duration;

/// A program that counts leaves.
pub trait Program {
    /// Its name in the tables.
    fn name(&self) -> String;

    /// Sets up a position and all that is needed to count from it. This is not timed. The function
    /// that it returns does the counting, and is timed.
    ///
    /// # Errors
    /// If the program cannot play the position, or has ended.
    fn ready(&mut self, position: &Compared) -> Result<Count<'_>, String>;
}

/// Counts the leaves at a depth.
pub type Count<'a> = Box<dyn FnMut(u32) -> Result<Counted, String> + 'a>;

/// What a program has counted.
pub struct Counted {
    pub leaves: u128,
    /// The processor time that it took, where that is known: it stands for the time that passed.
    pub own_time: Option<Duration>,
}

/// Counts, and takes the processor time of a process meanwhile.
fn on_processor(
    process: &str,
    count: impl FnOnce() -> Result<u128, String>,
) -> Result<Counted, String> {
    let before = processor_time(process);
    let leaves = count()?;
    let after = processor_time(process);
    Ok(Counted { leaves, own_time: after.zip(before).map(|(after, before)| after - before) })
}

impl From<u128> for Counted {
    fn from(leaves: u128) -> Counted {
        Counted { leaves, own_time: None }
    }
}

/// ox88, each leaf made and tested.
pub struct Reference;

/// The quick walk of ox88 on one thread, without memory.
pub struct Quick;

/// The quick walk of ox88 with a memory of this many bytes, on this many threads. For each position
/// it begins with nothing remembered.
pub struct Remembering {
    pub memory: usize,
    pub threads: usize,
}

/// shakmaty.
pub struct Shakmaty;

/// cozy-chess.
pub struct CozyChess;

impl Program for Reference {
    fn name(&self) -> String {
        "ox88, reference".to_owned()
    }

    fn ready(&mut self, position: &Compared) -> Result<Count<'_>, String> {
        let position = position.position();
        Ok(Box::new(move |depth| on_processor("self", || Ok(ox88::perft(position, depth)))))
    }
}

impl Program for Quick {
    fn name(&self) -> String {
        "ox88, quick".to_owned()
    }

    fn ready(&mut self, position: &Compared) -> Result<Count<'_>, String> {
        let position = position.position();
        Ok(Box::new(move |depth| on_processor("self", || Ok(quick::perft(position, depth)))))
    }
}

impl Program for Remembering {
    fn name(&self) -> String {
        let Remembering { memory, threads } = self;
        let threads_word = if *threads == 1 { "thread" } else { "threads" };
        format!("ox88, {} MiB, {threads} {threads_word}", memory >> 20)
    }

    fn ready(&mut self, position: &Compared) -> Result<Count<'_>, String> {
        let position = position.position();
        let counter = Counter::new(self.memory, self.threads)
            .map_err(|error| format!("{} threads: {error}", self.threads))?;
        Ok(Box::new(move |depth| {
            let leaves = counter.perft(position, depth).map_err(|error| error.to_string())?;
            Ok(leaves.into())
        }))
    }
}

impl Program for Shakmaty {
    fn name(&self) -> String {
        format!("shakmaty {}", version_of("shakmaty"))
    }

    fn ready(&mut self, position: &Compared) -> Result<Count<'_>, String> {
        let refuse = |error: &dyn ToString| cannot_play("shakmaty", position, error);
        let fen: Fen = position.fen().parse().map_err(|error| refuse(&error))?;
        let chess: Chess =
            fen.into_position(CastlingMode::Standard).map_err(|error| refuse(&error))?;
        let count = move |depth| Ok(u128::from(shakmaty::perft(&chess, depth)));
        Ok(Box::new(move |depth| on_processor("self", || count(depth))))
    }
}

impl Program for CozyChess {
    fn name(&self) -> String {
        format!("cozy-chess {}", version_of("cozy-chess"))
    }

    fn ready(&mut self, position: &Compared) -> Result<Count<'_>, String> {
        let board = Board::from_fen(position.fen(), false)
            .map_err(|error| cannot_play("cozy-chess", position, &error))?;
        let count = move |depth| Ok(u128::from(cozy_perft(&board, depth)));
        Ok(Box::new(move |depth| on_processor("self", || count(depth))))
    }
}

impl Program for Stockfish {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn ready(&mut self, position: &Compared) -> Result<Count<'_>, String> {
        let name = self.name.clone();
        self.set_up(position.fen()).map_err(|error| format!("{name}: {error}"))?;
        let process = self.process_id().to_string();
        Ok(Box::new(move |depth| {
            let mut count = || self.perft(depth).map_err(|error| format!("{name}: {error}"));
            on_processor(&process, || Ok(count()?.1))
        }))
    }
}

/// As `perft_bulk` in the examples of cozy-chess.
pub fn cozy_perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => {
            board.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut after = board.clone();
                    after.play_unchecked(mv);
                    leaves += cozy_perft(&after, depth - 1);
                }
                false
            });
        }
    }
    leaves
}

fn cannot_play(program: &str, position: &Compared, error: &dyn ToString) -> String {
    let (name, fen) = (position.name, position.fen());
    format!("{program} cannot play {name}, {fen}: {}", error.to_string())
}
