//! The same number once more, by bitboards: all moves of a piece are one set of squares.
//!
//! This is how most perft programs count. The moves of the last ply are not made: the sets are as large as there are
//! moves. With few pieces besides kings and pawns each of our moves changes much of what the opponent can do, and then
//! this is quicker than to look up what has not changed (`quick`).
//!
//! | module | what it knows |
//! |---|---|
//! | `board` | the sets of pieces, and the board after a move |
//! | `moves` | the legal moves, as sets |
//! | `sliding` | where sliders go, by tables |
//!
//! Counting the members of a set, finding the first and taking it out are single instructions of nearly all
//! processors, but a program that runs on every x86-64 may not use them. So the last two plies are compiled twice, and
//! the program takes those that its processor can run.

mod board;
mod moves;
pub(crate) mod sliding;

use super::quick::squares::Squares;
use super::quick::{Black, Side, White, for_side_to_move};
use board::{Bitboards, last_rank};
use moves::{Moves, Visit, each_set};
use ox88::{Color, Piece, PieceKind, Position};
use sliding::Sliding;
use std::sync::LazyLock;

/// With so many pieces or fewer besides kings and pawns this is quicker in most positions. A test that is run by hand
/// prints by how much.
const MOST_PIECES: usize = 3;

/// Whether this counts a position sooner.
pub fn is_quicker(position: &Position) -> bool {
    let board = position.board();
    let mut pieces = Squares::occupied(board).pieces(board).filter(|it| is_piece(it.1));
    has_instructions() && pieces.nth(MOST_PIECES).is_none()
}

/// Whether the processor has the instructions without which this is slower, and the program may use them.
fn has_instructions() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    true
}

/// Whether it is neither a king nor a pawn.
pub(crate) fn is_piece(piece: Piece) -> bool {
    !matches!(piece.kind(), PieceKind::King | PieceKind::Pawn)
}

/// The number of leaves at a depth from 2 on.
pub fn perft(position: &Position, depth: u32) -> u64 {
    static HERE: LazyLock<Walk> = LazyLock::new(|| Walk::new(for_this_processor()));
    HERE.perft(position, depth)
}

/// What a walk needs besides the board.
pub(crate) struct Walk {
    sliding: Sliding,
    last_two: LastTwo,
}

/// Counts the last two plies, White or Black moving first.
type LastTwo = [fn(&Bitboards, &Sliding) -> u64; 2];

/// As every processor can.
pub(crate) const PORTABLE: LastTwo = [portable::<White>, portable::<Black>];

impl Walk {
    /// A walk that counts the last two plies like this.
    pub fn new(last_two: LastTwo) -> Walk {
        Walk { sliding: Sliding::new(), last_two }
    }

    /// The number of leaves at a depth from 2 on.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        fn leaves<S: Side>(position: &Position, walk: &Walk, depth: u32) -> u64 {
            walk.leaves::<S>(&Bitboards::of(position), depth)
        }
        for_side_to_move!(leaves(position, self, depth))
    }

    fn leaves<S: Side>(&self, here: &Bitboards, depth: u32) -> u64 {
        if depth <= 2 {
            return self.last_two[S::COLOR.index()](here, &self.sliding);
        }
        let mut leaves = 0;
        let below = |after: &Bitboards| leaves += self.leaves::<S::Opponent>(after, depth - 1);
        each_set::<S>(here, &self.sliding, &mut Made { here, below });
        leaves
    }
}

/// Defines what counts the last two plies, compiled in this way.
macro_rules! last_two_plies {
    ($(#[$compiled:meta])* $two:ident, $one:ident) => {
        $(#[$compiled])*
        fn $two<S: Side>(here: &Bitboards, sliding: &Sliding) -> u64 {
            let mut leaves = 0;
            let below = |after: &Bitboards| leaves += $one::<S::Opponent>(after, sliding);
            each_set::<S>(here, sliding, &mut Made { here, below });
            leaves
        }

        $(#[$compiled])*
        fn $one<S: Side>(here: &Bitboards, sliding: &Sliding) -> u64 {
            let mut counted = Counted(0);
            each_set::<S>(here, sliding, &mut counted);
            counted.0.into()
        }
    };
}

last_two_plies!(portable, moves_portable);

#[cfg(target_arch = "x86_64")]
last_two_plies! {
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    with_bit_instructions, moves_with_bit_instructions
}

/// As the processor can on which the program runs.
fn for_this_processor() -> LastTwo {
    #[cfg(target_arch = "x86_64")]
    if has_instructions() {
        fn called<S: Side>(here: &Bitboards, sliding: &Sliding) -> u64 {
            // SAFETY: it is called only where the processor has each of these instructions.
            #[expect(unsafe_code, reason = "not every processor can run what is called")]
            unsafe {
                with_bit_instructions::<S>(here, sliding)
            }
        }
        return [called::<White>, called::<Black>];
    }
    PORTABLE
}

/// Counts moves.
struct Counted(u32);

/// Makes each move, and goes on from there.
struct Made<'a, F: FnMut(&Bitboards)> {
    here: &'a Bitboards,
    below: F,
}

impl Visit for Counted {
    #[inline(always)]
    fn visit<S: Side>(&mut self, moves: Moves) {
        self.0 += match moves {
            Moves::Of { to, .. } | Moves::DoublePushes { to } => to.number(),
            Moves::OfPawns { to, .. } => {
                let promoting = to & last_rank::<S>();
                let more = if promoting.is_empty() { 0 } else { 3 * promoting.number() };
                to.number() + more
            }
            Moves::EnPassant { .. } | Moves::Castling(_) => 1,
        };
    }
}

impl<F: FnMut(&Bitboards)> Visit for Made<'_, F> {
    #[inline(always)]
    fn visit<S: Side>(&mut self, moves: Moves) {
        self.here.each_after::<S>(&moves, &mut self.below);
    }
}
