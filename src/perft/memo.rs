//! Remembers how many leaves a position has at a depth, exactly.
//!
//! An ordinary hash table for perft keeps a few bytes of a position's hash and trusts that no other
//! position has the same. Sometimes one does, and the count is wrong. Here an entry keeps the whole
//! position, and all of it is compared, so a count cannot come from any other position.
//!
//! That costs little, because a position fits into 256 bits and the side to move. Each square takes
//! four bits. Of their sixteen codes, twelve are pieces and one is the empty square. The three that
//! are left say all that a board does not show: that a rook, White's or Black's, may still castle,
//! and that a pawn may be captured en passant. An en passant square on which no pawn can legally
//! capture is left out: it changes no count.

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

/// A part of the table with its own lock. It grows as entries are put in, so that a small count
/// does not pay for a large table.
#[derive(Default)]
struct Shard {
    buckets: Vec<Bucket>,
    entries: usize,
}

/// A position and a depth, as the table compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    board: [u64; 4],
    /// The depth, and in the lowest bit the side to move.
    depth_and_side: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    leaves: u128,
}

/// A place of the table, with room for two entries: first the deepest, and of equally deep ones the
/// latest, then the latest of the others.
type Bucket = [Entry; 2];

/// Enough for two threads seldom to want the same shard.
const SHARDS: usize = 256;

/// The size with which a shard begins.
const FEWEST_BUCKETS: usize = 16;

const EMPTY: Entry = Entry { key: Key { board: [0; 4], depth_and_side: 0 }, leaves: 0 };

impl Memo {
    /// A table of at most this many bytes, and a little more while a shard grows. If they are not
    /// enough for one bucket, nothing is remembered.
    #[must_use]
    pub fn new(bytes: usize) -> Memo {
        let buckets = bytes / size_of::<Bucket>();
        let shards = buckets.min(SHARDS);
        Memo {
            shards: (0..shards).map(|_| Mutex::default()).collect(),
            most_buckets_per_shard: buckets.checked_div(shards).unwrap_or(0),
        }
    }

    /// Whether there is room to remember anything.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        !self.shards.is_empty()
    }

    /// The leaves for this key, if they are remembered.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<u128> {
        let hash = key.hash();
        let shard = self.shard(hash)?;
        let bucket = shard.buckets.get(shard.place(hash))?;
        bucket.iter().find(|entry| entry.key == *key).map(|entry| entry.leaves)
    }

    /// Remembers the leaves for a key, perhaps in place of an earlier entry. At depth 0 there is
    /// nothing to remember, and nothing is.
    pub fn put(&self, key: Key, leaves: u128) {
        let hash = key.hash();
        let Some(mut shard) = self.shard(hash).filter(|_| key.depth() > 0) else { return };
        if shard.entries >= shard.buckets.len() {
            shard.grow(self.most_buckets_per_shard);
        }
        shard.put(hash, Entry { key, leaves });
    }

    fn shard(&self, hash: u64) -> Option<MutexGuard<'_, Shard>> {
        // The high bits choose the shard, and the low ones the bucket in it.
        let shard = self.shards.get(part_of(hash >> 32, self.shards.len()))?;
        // A poisoned lock does no harm: no thread can have panicked halfway through an entry.
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
        // Of a bucket the latest entry goes first, so that the deeper one comes to it and stays.
        for entry in smaller.into_iter().flat_map(|[deeper, latest]| [latest, deeper]) {
            if !entry.is_empty() {
                self.put(entry.key.hash(), entry);
            }
        }
    }
}

impl Entry {
    /// An entry of depth 0 is an empty one, because nothing is remembered at depth 0.
    const fn is_empty(&self) -> bool {
        self.key.depth() == 0
    }
}

/// Which of the parts a number belongs to, when all numbers of 32 bits are divided among them.
const fn part_of(number: u64, parts: usize) -> usize {
    ((number * parts as u64) >> 32) as usize
}

impl Key {
    /// The key of a position at a depth.
    #[must_use]
    pub fn new(position: &Position, depth: u32) -> Key {
        // Codes that are no piece and no empty square: see `Board::packed`.
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

    /// A hash of all bits of the key. A poor one would cost time, but could never give a wrong
    /// count.
    fn hash(&self) -> u64 {
        let [a, b, c, d] = self.board;
        [a, b, c, d, self.depth_and_side].into_iter().fold(0, |hash: u64, word| {
            // The product mixes upwards, and the shift brings the high half down again.
            let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            product ^ product >> 32
        })
    }
}

/// The square of the pawn that the side to move can legally capture en passant.
fn pawn_to_take_en_passant(position: &Position) -> Option<Square> {
    let capture = position.en_passant_captures().next()?;
    position.side_to_move().en_passant_victim(capture.to)
}
