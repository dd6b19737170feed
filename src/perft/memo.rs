//! Remembers how many leaves a position has at a depth, exactly.
//!
//! Ordinary hash tables for perft keep a few bytes of a position's hash and trust that no other
//! position has the same; now and then one has, and the count is wrong. Here an entry keeps the whole
//! position and compares all of it, so a count can only come from the very same position.
//!
//! That costs little, because a position fits into 256 bits and a side. A square takes four bits. Of
//! the sixteen codes twelve are pieces and one is an empty square, and the three that are left say
//! all that a board does not show: a rook of either side that may still castle, and a pawn that may be
//! taken en passant. A square en passant that no pawn can use is no part of a position here.

use crate::chess::color::Color;
use crate::chess::position::Position;
use crate::chess::square::Square;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A table of counts, which all threads share.
pub struct Memo {
    shards: Vec<Mutex<Shard>>,
    most_buckets_per_shard: usize,
}

/// A part of the table with a lock of its own. It grows with what is put in, so that a small count
/// does not pay for a large table.
#[derive(Default)]
struct Shard {
    buckets: Vec<Bucket>,
    entries: usize,
}

/// A position and a depth, as the table knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    board: [u64; 4],
    /// The depth, and whose turn it is in the lowest bit.
    depth_and_side: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    leaves: u128,
}

/// Where the entries of one hash go: the deepest of them, or of several that are as deep the latest;
/// and beside it the one that came last of the others.
type Bucket = [Entry; 2];

/// So many that two threads seldom want the same one.
const SHARDS: usize = 256;

/// What a shard begins with.
const FEWEST_BUCKETS: usize = 16;

const EMPTY: Entry = Entry { key: Key { board: [0; 4], depth_and_side: 0 }, leaves: 0 };

impl Memo {
    /// A table of at most so many bytes, and while a shard grows a little more. With too few for one
    /// bucket nothing is remembered.
    #[must_use]
    pub fn new(bytes: usize) -> Memo {
        let buckets = bytes / size_of::<Bucket>();
        let shards = buckets.min(SHARDS);
        Memo {
            shards: (0..shards).map(|_| Mutex::default()).collect(),
            most_buckets_per_shard: buckets.checked_div(shards).unwrap_or(0),
        }
    }

    /// Whether it can remember anything.
    #[must_use]
    pub fn is_any(&self) -> bool {
        !self.shards.is_empty()
    }

    /// The leaves of this key, if they are remembered.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<u128> {
        let hash = key.mixed();
        let shard = self.shard(hash)?;
        let bucket = shard.buckets.get(shard.place(hash))?;
        bucket.iter().find(|entry| entry.key == *key).map(|entry| entry.leaves)
    }

    /// Remembers the leaves of a key, perhaps in place of something that was put in before. Depth 0
    /// needs no memory, and has none.
    pub fn put(&self, key: Key, leaves: u128) {
        let hash = key.mixed();
        let Some(mut shard) = self.shard(hash).filter(|_| key.depth() > 0) else { return };
        if shard.entries >= shard.buckets.len() {
            shard.grow(self.most_buckets_per_shard);
        }
        shard.put(hash, Entry { key, leaves });
    }

    fn shard(&self, hash: u64) -> Option<MutexGuard<'_, Shard>> {
        // The high bits choose the shard, and the low ones the bucket in it.
        let shard = self.shards.get(part_of(hash >> 32, self.shards.len()))?;
        // No thread can have panicked halfway through an entry: nothing panics here.
        Some(shard.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Shard {
    fn place(&self, hash: u64) -> usize {
        part_of(hash & 0xFFFF_FFFF, self.buckets.len())
    }

    fn put(&mut self, hash: u64, entry: Entry) {
        let place = self.place(hash);
        let [deeper, latest] = &mut self.buckets[place];
        self.entries += usize::from(deeper.is_empty()) + usize::from(latest.is_empty());
        if entry.key.depth() < deeper.key.depth() {
            *latest = entry;
        } else {
            *latest = *deeper;
            *deeper = entry;
        }
        self.entries -= usize::from(deeper.is_empty()) + usize::from(latest.is_empty());
    }

    fn grow(&mut self, most_buckets: usize) {
        let buckets = (self.buckets.len() * 2).max(FEWEST_BUCKETS).min(most_buckets);
        if buckets == self.buckets.len() {
            return;
        }
        let smaller = mem::replace(&mut self.buckets, vec![[EMPTY; 2]; buckets]);
        self.entries = 0;
        // Within a bucket the latest goes first, so that the deeper one finds it and stays.
        for entry in smaller.into_iter().flat_map(|[deeper, latest]| [latest, deeper]) {
            if !entry.is_empty() {
                self.put(entry.key.mixed(), entry);
            }
        }
    }
}

impl Entry {
    /// No position is remembered at depth 0.
    const fn is_empty(&self) -> bool {
        self.key.depth() == 0
    }
}

/// Which of so many parts a number of 32 bits belongs to.
const fn part_of(number: u64, parts: usize) -> usize {
    ((number * parts as u64) >> 32) as usize
}

impl Key {
    /// The key of a position at a depth.
    #[must_use]
    pub fn new(position: &Position, depth: u32) -> Key {
        // Codes that are no piece of the board: see `Board::packed`.
        const CASTLING_ROOK: [u64; 2] = [0b0100, 0b1100];
        const EN_PASSANT_PAWN: u64 = 0b1000;

        let mut board = position.board().packed();
        let mut mark = |square: Square, code: u64| {
            let (word, shift) = (square.ordinal() / 16, square.ordinal() % 16 * 4);
            board[word] = board[word] & !(0b1111 << shift) | code << shift;
        };
        for (color, _, rook) in position.castling_rights().iter() {
            mark(rook, CASTLING_ROOK[color.index()]);
        }
        if let Some(pawn) = pawn_to_take_en_passant(position) {
            mark(pawn, EN_PASSANT_PAWN);
        }
        let side = u64::from(position.side_to_move() == Color::Black);
        Key { board, depth_and_side: u64::from(depth) << 1 | side }
    }

    const fn depth(&self) -> u64 {
        self.depth_and_side >> 1
    }

    /// Mixes all bits of a key. A poor mix would cost time, and never a wrong count.
    fn mixed(&self) -> u64 {
        let [a, b, c, d] = self.board;
        [a, b, c, d, self.depth_and_side].into_iter().fold(0, |hash: u64, word| {
            // A product mixes upwards, and the shift brings the high half down again.
            let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            product ^ product >> 32
        })
    }
}

/// The pawn that a pawn of the side to move can legally take en passant.
fn pawn_to_take_en_passant(position: &Position) -> Option<Square> {
    let capture = position.en_passant_captures().next()?;
    position.side_to_move().en_passant_victim(capture.to)
}
