//! The same number as the walk's, sooner: the last two plies are looked up, not made.
//!
//! **What a move does not touch is not looked at again.** Two plies above the leaves, one look at
//! the position fills tables for all moves at once: how many moves the opponent has, what changes
//! when a piece of ours leaves a square or arrives on one, and on which squares that depends. Most
//! moves are then answered by a few look-ups, and the others look again at what they have touched.
//!
//! Each trick is a claim with its reason. The number of a claim is noted where it is used, and a test
//! of its own holds it against the reference (`tests/claims.rs`), besides those that compare whole
//! counts. All claims are about positions in which the rules have a meaning: in others this walk may
//! count something different from the reference.
//!
//! 1. **The moves of a side change only where a move touches them** (see `mobility`). What leaving
//!    a square changes and what arriving on one changes are counted each by itself, before any move
//!    is made. They add up, except for a piece that moves along a line on which it was looked at,
//!    which is put right by one number for each line. Two pieces that castle change the moves each
//!    for itself, because no line of an enemy leads along their rank.
//! 2. **Most moves need no test of the king.** If a side is not in check, a move of a piece that is
//!    not pinned cannot uncover its king: no enemy slider waits behind that piece on a line to the
//!    king. Captures en passant are the exception, because two pieces leave their squares: ours are made
//!    and tested, and for those that answer a double step the king looks along the lines that open.
//! 3. **A pin leaves a piece the moves along its line**: there it goes on shielding its king, or
//!    captures the pinning piece. All others are forbidden.
//! 4. **A king sees nothing new where nothing has changed** (see `sight` and `watch`). Checks and
//!    pins depend on the first three pieces of each line from the king, and on the squares from which
//!    knights and pawns give check. The squares on which an event would change them are marked. After
//!    a move that touches a mark, the king looks along the lines through its two squares, and along
//!    no other. What it sees along a line that a piece leaves is the same wherever that piece goes off
//!    the line (see `left_line`).
//! 5. **A king may step to any square that no enemy attacks when the king is lifted.** No other test
//!    is needed, because a step of the king cannot uncover another attack on it. Our own king, when
//!    it is not in check, asks the table of the enemy's moves. For the enemy's king our pieces are
//!    asked from where they are (see `king_zone`), and the squares on which their answer depends are
//!    marked, too.
//! 6. **A castling that its own side blocks stays blocked** whatever we move: a piece that captures
//!    the one in the way is then in the way itself. Any other is legal if nothing is in the way, no
//!    square of the king's path is attacked, and the rook is no shield.
//! 7. **A single check is answered on its line** (see `answers`). Apart from moves of the king, only
//!    a move to the square of the checking piece or between it and the king, or a capture en
//!    passant, can end a check, and none of them can end two. How many moves lead to a square is
//!    mostly known.
//! 8. **A move stops few pieces from moving** (see `kinds`). One that touches no mark pins nothing. It may
//!    capture a piece, or arrive in front of a pawn, or of two by castling; whatever else could move still
//!    can. So if three pieces can, no such move is a stalemate.
//! 9. **A move changes the moves of few pieces of the other side** (see `known`): of those whose ways lead to
//!    one of its squares. Three plies above the leaves the moves of the others are listed once for all of ours.
//! 10. **Nor does it change much of our own side** (see `look`): of the pieces whose ways lead to one of its squares only
//!     the moves along those ways, of what the king sees only the lines through the two squares, and the squares
//!     around the king only if the move is beside it, on a line to them, or captures a piece that attacks them. So most
//!     of what a look finds out two plies above the leaves is taken over from one look before our moves.
//!
//! | room | what it knows |
//! |---|---|
//! | [`ray`], [`side`], [`pieces`] | lines as a type; the two sides as types; sets of pieces |
//! | [`watch`], [`targets`] | marks on squares; the squares around a king |
//! | [`sight`] | what a king sees, and where that changes |
//! | [`count`], [`mobility`] | how many moves a piece has; those of a side, and what changes them |
//! | [`look`], [`ways_to`] | what a look at a side finds out, before and after a move of it; whose ways lead to a square |
//! | [`left_line`] | what changes on a line to the king that a piece leaves |
//! | [`king_zone`] | where a king may step and castle |
//! | [`legal`], [`answers`] | our legal moves; how many moves answer a check |
//! | [`known`] | which moves are still the same after a move of the other side |
//! | [`replies`] | the number of replies to each move |
//! | [`kinds`] | of what kinds the leaves are, where that is asked |

pub mod answers;
pub mod count;
pub mod kinds;
pub mod king_zone;
pub mod known;
pub mod left_line;
pub mod legal;
pub mod look;
pub mod men;
pub mod mobility;
pub mod ray;
pub mod replies;
pub mod side;
pub mod sight;
pub mod targets;
pub mod watch;
pub mod ways_to;

use kinds::count_kinds;
use known::{Known, StillKnown};
pub use legal::each_legal;
use legal::{Legality, after, number_of_legal};
use look::{Look, LookBefore};
use ox88::{Color, Divide, Move, Position, Stats, Tally, divide_by};
use replies::{each_with_replies, replies_to_all};
use side::{Black, Side, White};

/// The number of leaves at this depth.
///
/// As in the walk, 128 bits cannot wrap: without a memory no count comes near that.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => u128::from(number_of_legal(position)),
        2 => u128::from(leaves_at_two(position)),
        3 => match position.side_to_move() {
            Color::White => leaves_at_three::<White>(position),
            Color::Black => leaves_at_three::<Black>(position),
        },
        _ => {
            let mut leaves = 0u128;
            each_legal(position, |mv| leaves += perft(&after(position, mv), depth - 1));
            leaves
        }
    }
}

/// The leaves at this depth by their kinds.
#[must_use]
pub fn stats(position: &Position, depth: u32) -> Stats {
    if depth == 0 {
        return ox88::stats(position, 0);
    }
    let mut stats = Stats::NONE;
    add_kinds(position, depth, &mut stats);
    stats
}

fn add_kinds(position: &Position, depth: u32, stats: &mut Stats) {
    match (depth, position.side_to_move()) {
        (1, Color::White) => count_kinds::<White>(position, stats),
        (1, Color::Black) => count_kinds::<Black>(position, stats),
        _ => each_legal(position, |mv| {
            add_kinds(&after(position, mv), depth - 1, stats);
        }),
    }
}

/// The divide of a position, counted by this walk.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Divide {
    divide_by(position, depth, perft)
}

/// The number of leaves three plies below.
fn leaves_at_three<S: Side>(position: &Position) -> u128 {
    let mut shared = Shared::of::<S>(position);
    let zone = *shared.before.zone();
    let mut leaves = 0u128;
    Legality::new(position).with_zone(&zone).each_legal(|mv| {
        leaves += u128::from(shared.leaves_at_two_after::<S>(mv));
    });
    leaves
}

/// What all moves of a position three plies above the leaves share.
pub struct Shared<'a> {
    position: &'a Position,
    known: Known,
    before: LookBefore<'a>,
    /// The look after one move, kept for the next because it is large.
    look: Look,
}

impl<'a> Shared<'a> {
    /// What the moves of this position share.
    #[must_use]
    pub fn new(position: &'a Position) -> Shared<'a> {
        match position.side_to_move() {
            Color::White => Shared::of::<White>(position),
            Color::Black => Shared::of::<Black>(position),
        }
    }

    #[inline(always)]
    fn of<S: Side>(position: &'a Position) -> Shared<'a> {
        // claims 9 and 10
        let (known, before) = (Known::of::<S::Opponent>(position), LookBefore::new::<S>(position));
        Shared { position, known, before, look: Look::nothing::<S>(position) }
    }

    /// The number of leaves two plies below the position after a legal move.
    pub fn leaves_after(&mut self, mv: Move) -> u64 {
        match self.position.side_to_move() {
            Color::White => self.leaves_at_two_after::<White>(mv),
            Color::Black => self.leaves_at_two_after::<Black>(mv),
        }
    }

    #[inline(always)]
    fn leaves_at_two_after<S: Side>(&mut self, mv: Move) -> u64 {
        let after = after(self.position, mv);
        self.before.after::<S>(mv, &after, &mut self.look);
        replies_to_all::<S::Opponent>(&after, self.known.after::<S>(mv), &self.look)
    }
}

/// The number of legal replies to all legal moves.
#[must_use]
pub fn leaves_at_two(position: &Position) -> u64 {
    match position.side_to_move() {
        Color::White => {
            replies_to_all::<White>(position, StillKnown::NOTHING, &Look::new::<Black>(position))
        }
        Color::Black => {
            replies_to_all::<Black>(position, StillKnown::NOTHING, &Look::new::<White>(position))
        }
    }
}

/// Visits every legal move that has a legal reply, with the number of its replies, in the order of
/// [`each_legal`].
pub fn each_answered(position: &Position, mut visit: impl FnMut(Move, u32)) {
    let visit = |mv, replies: i32| {
        if replies > 0 {
            visit(mv, replies.cast_unsigned());
        }
    };
    match position.side_to_move() {
        Color::White => {
            let look = Look::new::<Black>(position);
            each_with_replies::<White>(position, StillKnown::NOTHING, &look, visit);
        }
        Color::Black => {
            let look = Look::new::<White>(position);
            each_with_replies::<Black>(position, StillKnown::NOTHING, &look, visit);
        }
    }
}
