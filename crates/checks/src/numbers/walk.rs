//! Counts what an engine with a fault counts, with an exact memory: it remembers whole states.
//!
//! Taking moves back may leave something behind, so a count also has the state in which it leaves the game.

use ox88::{Color, Position};
use ox88_broken_engine::faults::{Asked, Fault, Faults};
use ox88_broken_engine::game::{Game, State};
use ox88_count::quick;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

type Key = ([u64; 6], u32);

type Memory<T> = HashMap<Key, T, BuildHasherDefault<Mix>>;

/// What a right engine counts, with what it was asked for on the way: of each state with a depth, the leaves.
pub struct Right(Memory<(u64, Asked)>);

impl Right {
    /// The counts below a position, for all depths up to one.
    pub fn new(position: &Position, deepest: u32) -> Right {
        let mut right = Right(HashMap::default());
        for depth in 1..=deepest {
            let mut game = Game::new(position, Faults::NONE);
            for mv in game.legal_moves() {
                game.make(mv);
                right.count(&mut game, depth - 1);
                game.undo();
            }
        }
        right
    }

    /// The right total of the position.
    pub fn total(&self, position: &Position, depth: u32) -> u64 {
        let mut game = Game::new(position, Faults::NONE);
        let mut leaves = |mv| {
            game.make(mv);
            let known = self.0.get(&(game.key(), depth - 1));
            game.undo();
            known.map_or(1, |it| it.0)
        };
        position.legal_moves().into_iter().map(&mut leaves).sum()
    }

    fn count(&mut self, game: &mut Game, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let key = (game.key(), depth);
        if let Some((leaves, asked)) = self.0.get(&key) {
            asked.put_back();
            return *leaves;
        }
        let before = Asked::take();
        let _ = game.is_drawn();
        let moves = game.legal_moves();
        let mut leaves = game.leaves_without_moves(&moves);
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                game.make(mv);
                leaves += self.count(game, depth - 1);
                game.undo();
            }
        }
        let asked = Asked::take();
        self.0.insert(key, (leaves, asked));
        before.with(asked).put_back();
        leaves
    }
}

/// The sum of all rows that an engine with these faults prints, and how many states it had to walk. Nothing if these
/// are more than so many.
pub fn total(
    position: &Position,
    faults: Faults,
    depth: u32,
    right: &Right,
    most: usize,
) -> Option<(u64, usize)> {
    let mut game = Game::new(position, faults);
    let has = |fault| Color::BOTH.into_iter().any(|side| faults.has(fault, side));
    // A table of the engine's own is such a memory. What came before a repetition is no part of a state.
    let is_plain =
        [Fault::HashForgetsTheEpSquare, Fault::HashForgetsTheRights, Fault::DrawsByRepetition];
    if is_plain.into_iter().any(has) {
        let leaves = quick::perft(position, depth - 1);
        let leaves = usize::try_from(leaves).ok().filter(|leaves| *leaves <= most)?;
        return Some((game.divide(depth).iter().map(|row| row.1).sum(), leaves));
    }
    // By the clock positions are others for one fault alone, which is far from here.
    if has(Fault::DrawsByFiftyMoves) && position.setup().halfmove_clock + depth < 100 {
        game = Game::new(position, Faults::NONE);
    }
    let mut walk = Walk {
        right,
        faults: faults.by_side(),
        known: HashMap::default(),
        spoils: faults.spoil_when_undone(),
        left: most,
    };
    let wraps = has(Fault::CountsWrapAt16Bits);
    let mut sum = 0;
    for mv in game.legal_moves() {
        game.make(mv);
        let leaves = walk.count(&mut game, depth - 1)?;
        game.undo();
        sum += if wraps { leaves & 0xFFFF } else { leaves };
    }
    Some((sum, most - walk.left))
}

struct Walk<'a> {
    right: &'a Right,
    faults: Asked,
    /// Of each state and depth, the leaves and the state after the count, if that is another.
    known: Memory<(u64, Option<Box<State>>)>,
    spoils: bool,
    /// How many more states may be remembered.
    left: usize,
}

impl Walk<'_> {
    /// The same as `Game::count`.
    fn count(&mut self, game: &mut Game, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if game.is_drawn() {
            return Some(0);
        }
        let key = (game.key(), depth);
        // The right engine looks at no clock, so that its keys have none.
        let ([board @ .., _], _) = key;
        let clean = ([board[0], board[1], board[2], board[3], board[4], 0], depth);
        if let Some((leaves, asked)) = self.right.0.get(&clean)
            && asked.shares_none_with(self.faults)
        {
            return Some(*leaves);
        }
        if let Some((leaves, after)) = self.known.get(&key) {
            if let Some(after) = after {
                game.restore(after);
            }
            return Some(*leaves);
        }
        let moves = game.legal_moves();
        let mut leaves = game.leaves_without_moves(&moves);
        if depth == 1 && !self.spoils {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                game.make(mv);
                leaves += self.count(game, depth - 1)?;
                game.undo();
            }
        }
        self.left = self.left.checked_sub(1)?;
        let after = (self.spoils && game.key() != key.0).then(|| Box::new(game.state()));
        self.known.insert(key, (leaves, after));
        Some(leaves)
    }
}

/// Mixes whole words. Keys are compared in full, so that a bad mix costs time alone.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0xF135_7AEA_2E62_A9C5);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
}
