//! The same number as the walk's, sooner: the last two plies are looked up, not made.
//!
//! Two plies above the leaves we need the sum, over our moves, of the opponent's legal replies. Most moves change
//! little of what the opponent can do. So one look at the position fills tables for all moves at once, and then
//!
//! ```text
//! replies = mobility        the opponent's moves before ours, but for those of the king and en passant
//!         + leaving[from]   what changes when our piece leaves its square
//!         + arriving[to]    what changes when it arrives
//!         + along           a correction, if it moves along a line that is concerned by both
//!         + king moves      steps to safe squares, and castlings
//! ```
//!
//! **What a move does not touch is not looked at again**: each fact comes with marks on the squares on which it
//! depends. A move that touches a mark looks again, and only at what it has touched. `docs/quick.md` of the
//! repository works one position through in numbers.
//!
//! # The claims
//!
//! Each trick is a claim with its reason. The number of a claim is noted where it is used, and tests of its own hold
//! it against the reference (`tests/claims.rs`). All claims are about valid positions: of others
//! this walk may count something different from the reference.
//!
//! 1. **Most moves need no test of the king.** If a side is not in check, a move of a piece that is not pinned cannot
//!    uncover its king: no enemy slider waits behind that piece on a line to the king. Captures en passant are the
//!    exception, because two pieces leave their squares: ours are made and tested, and for those that answer a double
//!    step the king looks along the lines that open.
//! 2. **A pin leaves a piece the moves along its line**: there it goes on shielding its king, or captures the pinning
//!    piece. All others are forbidden.
//! 3. **A king may step to any square that no enemy attacks when the king is lifted.** No other test is needed, because
//!    a step of the king cannot uncover another attack on it. Our own king asks the table of the enemy's moves and,
//!    when it is in check, whether a slider attacks through it. For the enemy's king our pieces are asked from where
//!    they are (`king_zone`).
//! 4. **A castling that its own side blocks stays blocked** whatever we move: a piece that captures the one in the way
//!    is then in the way itself. Any other is legal if nothing is in the way, no square of the king's path is attacked,
//!    and the rook is no shield.
//! 5. **The moves of a side change only where a move touches them** (`mobility`). What leaving a square changes and
//!    what arriving on one changes are counted each by itself, before any move is made. They add up, except for a piece
//!    that moves along a line on which it was attacked, which is put right by one number for each line. Two pieces that
//!    castle change the moves each for itself, because no line of an enemy leads along their rank.
//! 6. **A king sees nothing new where nothing has changed** (`pins`). Checks and pins depend on the first three pieces
//!    of each line from the king, and on the squares from which knights and pawns give check. After a move that touches
//!    a mark, the king looks along the lines through its two squares, and along no other. What it sees along a line
//!    that a piece leaves is the same wherever that piece goes off the line (`pins::LeftLine`).
//! 7. **A single check is answered on its line** (`evasions`). Apart from moves of the king, only a move to the square
//!    of the checking piece or between it and the king, or a capture en passant, can end a check, and none of them can
//!    end two. How many moves lead to a square is mostly known.
//! 8. **A move changes the moves of few pieces of the other side** (`move_lists`): of those that attack one of its
//!    squares, or step there. Three plies above the leaves the moves of the others are listed once for all of ours.
//! 9. **Nor does it change much of our own side** (`facts`): of the pieces that attack one of its squares only the
//!    moves towards it, of checks and pins only the lines through the two squares, and the squares around the king only
//!    if the move is beside it, on its rank where it may castle, on a line to them, or captures a piece that attacks
//!    them. So most facts two plies above the leaves are taken over from one look before our moves. All moves of a
//!    piece share what its leaving changes, and only what its arrival changes is looked at for each.
//! 10. **A move stops few pieces from moving** (`kinds`). One that touches no mark pins nothing. It may capture a
//!     piece, or arrive in front of a pawn, or of two by castling; whatever else could move still can. So if three
//!     pieces can, no such move is a stalemate.
//!
//! # The way through
//!
//! Read [`perft`] below, then `siblings`, then `replies` from `each_with_replies` on, then the head of `mobility`.
//! After these, each module can be looked up by itself:
//!
//! | module | what it knows |
//! |---|---|
//! | `sets`, `squares`, `ray` | one vocabulary for sets; sets of squares and tables by square; the eight rays |
//! | `legal` | our legal moves |
//! | `siblings` | what the moves of a position three plies above the leaves share |
//! | `replies` | the number of replies to each move, by look-up or by looking again |
//! | `facts` | all that one look finds out about the side that replies |
//! | `count`, `mobility` | the moves of a piece; those of a side, and what leaving and arriving change |
//! | `marks`, `pins` | what changes something for a king; its checks and pins |
//! | `targets`, `king_zone` | the squares around a king; where it may step and castle |
//! | `evasions` | how many moves answer a check |
//! | `move_lists` | which listed moves are still the same after a move of the other side |
//! | `kinds` | of what kinds the leaves are, where that is asked |

pub(crate) mod count;
pub(crate) mod evasions;
pub(crate) mod facts;
pub(crate) mod kinds;
pub(crate) mod king_zone;
pub(crate) mod legal;
pub(crate) mod marks;
pub(crate) mod mobility;
pub(crate) mod move_lists;
pub(crate) mod pins;
pub(crate) mod ray;
pub(crate) mod replies;
pub(crate) mod sets;
pub(crate) mod siblings;
pub(crate) mod squares;
pub(crate) mod targets;

use crate::bitboards;
use crate::stats::Stats;
use facts::Facts;
use kinds::count_kinds;
pub use legal::each_legal;
use legal::{after, number_of_legal};
use move_lists::Unchanged;
use ox88::{Color, Divide, Move, Position, root_moves};
use replies::{each_with_replies, replies_to_all};
use siblings::leaves_at_three;

/// A side as a type: compiled once for each, its directions and ranks are constants. What is generic over a side is
/// about that side: the one that replies in `facts`, and the one that moves in `replies`.
pub(crate) trait Side {
    /// Its colour.
    const COLOR: Color;
    /// The opponent.
    type Opponent: Side<Opponent = Self>;
}

/// White.
pub(crate) struct White;

/// Black.
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}

/// Calls a function for the side that is to move, as a type.
macro_rules! for_side_to_move {
    ($function:ident($position:expr $(, $rest:expr)*)) => {
        match $position.side_to_move() {
            Color::White => $function::<White>($position $(, $rest)*),
            Color::Black => $function::<Black>($position $(, $rest)*),
        }
    };
}

pub(crate) use for_side_to_move;

/// The number of leaves at this depth. With few pieces on the board it is counted by bitboards.
///
/// 128 bits cannot wrap: without a memory no count comes near that.
pub fn perft(position: &Position, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => u128::from(number_of_legal(position)),
        _ if bitboards::is_quicker(position) => bitboards::perft(position, depth).into(),
        2 => u128::from(leaves_at_two(position)),
        3 => for_side_to_move!(leaves_at_three(position)),
        _ => {
            let mut leaves = 0u128;
            each_legal(position, |mv| leaves += perft(&after(position, mv), depth - 1));
            leaves
        }
    }
}

/// The leaves at this depth by their kinds.
pub fn stats(position: &Position, depth: u32) -> Stats {
    if depth == 0 {
        return crate::stats::stats(position, 0);
    }
    let mut stats = Stats::NONE;
    add_kinds(position, depth, &mut stats);
    stats
}

fn add_kinds(position: &Position, depth: u32, stats: &mut Stats) {
    if depth == 1 {
        return for_side_to_move!(count_kinds(position, stats));
    }
    each_legal(position, |mv| add_kinds(&after(position, mv), depth - 1, stats));
}

/// The divide of a position, counted by this walk.
pub fn divide(position: &Position, depth: u32) -> Divide {
    let castling = position.castling_notation();
    let rows = depth.checked_sub(1).map_or(Vec::new(), |depth| {
        let count = |(mv, after)| (mv, perft(&after, depth));
        root_moves(position, castling).into_iter().map(count).collect()
    });
    Divide::new(depth, castling, rows)
}

/// The number of legal replies to all legal moves.
pub(crate) fn leaves_at_two(position: &Position) -> u64 {
    fn leaves<S: Side>(position: &Position) -> u64 {
        replies_to_all::<S>(position, Unchanged::NONE, &Facts::new::<S::Opponent>(position))
    }
    for_side_to_move!(leaves(position))
}

/// Visits every legal move that has a legal reply, with the number of its replies, in the order of [`each_legal`].
pub(crate) fn each_answered(position: &Position, mut visit: impl FnMut(Move, u32)) {
    fn each<S: Side>(position: &Position, visit: &mut impl FnMut(Move, i32)) {
        let facts = Facts::new::<S::Opponent>(position);
        each_with_replies::<S>(position, Unchanged::NONE, &facts, visit);
    }
    let visit = &mut |mv, replies: i32| {
        if replies > 0 {
            visit(mv, replies.cast_unsigned());
        }
    };
    for_side_to_move!(each(position, visit));
}
