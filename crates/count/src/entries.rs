//! The entries of a bucket of the memory: keys with their counts, in words that are written one by one.
//!
//! A word is an atomic number, so a thread may read an entry while another one writes it. `memo` decides whether it can
//! trust what it has read.

use super::key::Key;
use crate::stats::{Column, Stats};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

/// The entries of a bucket.
pub trait Entries: Default + Send + Sync {
    /// The count of a key.
    type Count: Copy + Send;

    /// How many there are on the average when the table grows.
    const CROWD: usize;

    /// Whether counts of this key can be remembered. At depth 0 there is nothing to remember.
    fn can_hold(key: &Key) -> bool;

    /// The count of this key. While a thread is writing here, it may be any number.
    fn get(&self, key: &Key) -> Option<Self::Count>;

    /// Puts a count in place of the one that its key has here, or else of the shallowest. Returns by how many the
    /// entries have grown, or by how many they count for. One thread at a time may do this.
    fn put(&self, key: &Key, count: Self::Count) -> usize;

    /// The keys that are here.
    fn keys(&self) -> impl Iterator<Item = Key>;

    /// Reads from each line of the processor's cache but the first one, to fetch it.
    fn touch(&self);
}

/// Three numbers of leaves, which leaves room for the version in two lines of the processor's cache. A
/// number that is too large for one entry takes all three.
pub type Counts = [CountEntry; 3];

/// Two times the leaves by their kinds, in four lines with the version.
pub type CountsByKind = [KindsEntry; 2];

/// A key with its count, or with a part of the count if that is too large for one entry. An entry of depth 0 is empty.
#[derive(Default)]
pub struct CountEntry {
    board: [AtomicU64; 4],
    /// The tag of the key in the low bits, then whether the count is split into parts, and above that
    /// the count or the part.
    rest: AtomicU64,
}

/// A key with the leaves of each kind. An entry of depth 0 is empty.
#[derive(Default)]
pub struct KindsEntry {
    board: [AtomicU64; 4],
    tag: AtomicU64,
    columns: [AtomicU64; Column::ALL.len()],
}

/// The bits of a tag that is remembered: enough for 65,535 plies, and nothing deeper is.
const TAG: u64 = (1 << 17) - 1;
const IS_SPLIT: u64 = 1 << 17;
const PART_SHIFT: u32 = 18;

/// Three times as many are enough for any count.
const PART_BITS: u32 = 46;

impl Entries for Counts {
    type Count = u128;
    const CROWD: usize = 2;

    #[inline]
    fn can_hold(key: &Key) -> bool {
        key.depth() > 0 && key.tag <= TAG
    }

    #[inline(always)]
    fn get(&self, key: &Key) -> Option<u128> {
        let entry = self.iter().find(|entry| entry.has(key))?;
        if !entry.is_split() {
            return Some(entry.part());
        }
        // Another key may have replaced one of the parts.
        let is_whole = self.iter().all(|entry| entry.has(key));
        let [low, middle, high] = self.each_ref().map(CountEntry::part);
        is_whole.then_some((high << PART_BITS | middle) << PART_BITS | low)
    }

    fn put(&self, key: &Key, leaves: u128) -> usize {
        if leaves >> PART_BITS == 0 {
            let same = self.iter().find(|entry| entry.has(key));
            let shallowest = || self.iter().min_by_key(|entry| entry.depth());
            same.or_else(shallowest).map_or(0, |entry| entry.write(key, 0, leaves))
        } else {
            let parts = (0..).zip(self);
            let written =
                parts.map(|(n, entry)| entry.write(key, IS_SPLIT, leaves >> (n * PART_BITS)));
            // Each needs a bucket for itself, so the table has to be twice as large for as many to find room.
            2 * written.sum::<usize>()
        }
    }

    fn keys(&self) -> impl Iterator<Item = Key> {
        self.iter().filter(|entry| entry.depth() > 0).map(CountEntry::key)
    }

    #[inline]
    fn touch(&self) {
        let [.., last] = self;
        black_box(last.rest.load(Ordering::Relaxed));
    }
}

impl CountEntry {
    #[inline]
    fn has(&self, key: &Key) -> bool {
        self.rest.load(Ordering::Relaxed) & TAG == key.tag && is_board(&self.board, key)
    }

    #[inline]
    fn depth(&self) -> u32 {
        Key { board: [0; 4], tag: self.rest.load(Ordering::Relaxed) & TAG }.depth()
    }

    fn key(&self) -> Key {
        Key { board: loaded(&self.board), tag: self.rest.load(Ordering::Relaxed) & TAG }
    }

    #[inline]
    fn is_split(&self) -> bool {
        self.rest.load(Ordering::Relaxed) & IS_SPLIT != 0
    }

    #[inline]
    fn part(&self) -> u128 {
        (self.rest.load(Ordering::Relaxed) >> PART_SHIFT).into()
    }

    /// Returns 1 if the entry was empty, and 0 otherwise.
    #[expect(clippy::cast_possible_truncation, reason = "what is cut off is another part")]
    fn write(&self, key: &Key, is_split: u64, leaves: u128) -> usize {
        let was_empty = self.depth() == 0;
        store(&self.board, key.board);
        let rest = key.tag | is_split | (leaves as u64) << PART_SHIFT;
        self.rest.store(rest, Ordering::Relaxed);
        was_empty.into()
    }
}

impl Entries for CountsByKind {
    type Count = Stats;
    const CROWD: usize = 1;

    #[inline]
    fn can_hold(key: &Key) -> bool {
        key.depth() > 0
    }

    #[inline(always)]
    fn get(&self, key: &Key) -> Option<Stats> {
        let entry = self.iter().find(|entry| entry.has(key))?;
        Some(Stats::from(loaded(&entry.columns).map(u128::from)))
    }

    /// Counts beyond 64 bits are not remembered.
    fn put(&self, key: &Key, stats: Stats) -> usize {
        let mut columns = [0; Column::ALL.len()];
        for (column, (_, leaves)) in columns.iter_mut().zip(stats.columns()) {
            let Ok(leaves) = u64::try_from(leaves) else { return 0 };
            *column = leaves;
        }
        let same = self.iter().find(|entry| entry.has(key));
        let shallowest = || self.iter().min_by_key(|entry| entry.key().depth());
        same.or_else(shallowest).map_or(0, |entry| entry.write(key, columns))
    }

    fn keys(&self) -> impl Iterator<Item = Key> {
        self.iter().map(KindsEntry::key).filter(|key| key.depth() > 0)
    }

    #[inline]
    fn touch(&self) {
        for entry in self {
            black_box(entry.tag.load(Ordering::Relaxed));
            black_box(entry.columns[Column::Stalemates as usize].load(Ordering::Relaxed));
        }
    }
}

impl KindsEntry {
    #[inline]
    fn has(&self, key: &Key) -> bool {
        self.tag.load(Ordering::Relaxed) == key.tag && is_board(&self.board, key)
    }

    fn key(&self) -> Key {
        Key { board: loaded(&self.board), tag: self.tag.load(Ordering::Relaxed) }
    }

    /// Returns 1 if the entry was empty, and 0 otherwise.
    fn write(&self, key: &Key, columns: [u64; Column::ALL.len()]) -> usize {
        let was_empty = self.key().depth() == 0;
        store(&self.board, key.board);
        self.tag.store(key.tag, Ordering::Relaxed);
        store(&self.columns, columns);
        was_empty.into()
    }
}

#[inline]
fn is_board(board: &[AtomicU64; 4], key: &Key) -> bool {
    let is_same = |(here, there): (&AtomicU64, &u64)| here.load(Ordering::Relaxed) == *there;
    board.iter().zip(&key.board).all(is_same)
}

#[inline]
fn loaded<const N: usize>(words: &[AtomicU64; N]) -> [u64; N] {
    words.each_ref().map(|word| word.load(Ordering::Relaxed))
}

#[inline]
fn store<const N: usize>(places: &[AtomicU64; N], words: [u64; N]) {
    for (place, word) in places.iter().zip(words) {
        place.store(word, Ordering::Relaxed);
    }
}
