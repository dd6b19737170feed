//! Remembers how many leaves a position has at a depth, exactly.
//!
//! An ordinary hash table for perft keeps a few bytes of a position's hash and trusts that no other
//! position has the same. Sometimes one does, and the count is wrong. Here an entry keeps the whole
//! position, and all of it is compared, so a count cannot come from any other position.
//!
//! To read and write entries takes no lock. A bucket has a version: a thread that writes makes it odd,
//! and even again when it has written. What another thread reads counts only if the version was even
//! before and is the same afterwards, because then nothing was written in between.

use super::key::Key;
use std::hint::black_box;
use std::mem;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// A table of counts, which all threads share.
pub struct Memo {
    shards: Vec<RwLock<Shard>>,
}

/// The table in use by a thread. As long as it is open, it does not grow.
pub struct Open<'a> {
    shards: Vec<RwLockReadGuard<'a, Shard>>,
}

/// Where a key belongs in the table, whether it is there or not.
pub struct Place<'a> {
    key: &'a Key,
    shard: &'a Shard,
    bucket: &'a Bucket,
}

/// A part of the table. It grows as entries are put in, so that a small count does not pay for a
/// large table.
struct Shard {
    /// The entries, in the order of the hashes of their keys.
    buckets: Vec<Bucket>,
    most_buckets: usize,
    /// How many entries there are.
    entries: AtomicUsize,
}

/// Room for three entries, in two lines of the processor's cache.
#[derive(Default)]
#[repr(align(128))]
struct Bucket {
    version: AtomicU64,
    entries: [Entry; 3],
}

/// A key with its count, or with a part of the count if that is too large for one entry. An entry of
/// depth 0 is an empty one.
#[derive(Default)]
struct Entry {
    board: [AtomicU64; 4],
    /// The tag of the key in the low bits, then whether the count is split into parts, and above that
    /// the count or the part.
    rest: AtomicU64,
}

/// The parts of a table: as many threads can let it grow at the same time.
const SHARDS: usize = 16;

/// The size with which a shard begins.
const FEWEST_BUCKETS: usize = 512;

/// The bits of a tag that is remembered: enough for 65,535 plies, and nothing deeper is.
const TAG: u64 = (1 << 17) - 1;
const IS_SPLIT: u64 = 1 << 17;
const PART_SHIFT: u32 = 18;

/// Three times as many are enough for any count.
const PART_BITS: u32 = 46;

impl Memo {
    /// A table of at most this many bytes, or of fewer if the system does not give as many. If they
    /// are not enough for one bucket, nothing is remembered.
    #[must_use]
    pub fn new(bytes: usize) -> Memo {
        let buckets = bytes / size_of::<Bucket>();
        let shards = buckets.min(SHARDS);
        let shard = |_| RwLock::new(Shard::new(buckets / shards));
        Memo { shards: (0..shards).map(shard).collect() }
    }

    /// The leaves for this key, if they are remembered.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<u128> {
        let shard = self.shards.get(shard_of(key, self.shards.len()))?;
        read(shard).place(key).get()
    }

    /// Remembers the leaves for a key, perhaps in place of an earlier entry. At depth 0 there is
    /// nothing to remember, and nothing is.
    pub fn put(&self, key: &Key, leaves: u128) {
        if let Some(shard) = self.shards.get(shard_of(key, self.shards.len())) {
            grow_if_crowded(shard);
            read(shard).place(key).put(leaves);
        }
    }

    /// The table, for a thread that looks into it again and again, or `None` if nothing is remembered.
    /// Before it has dropped this, the thread must not use the memory in any other way.
    #[must_use]
    pub fn open(&self) -> Option<Open<'_>> {
        self.shards.iter().for_each(grow_if_crowded);
        let shards: Vec<_> = self.shards.iter().map(read).collect();
        (!shards.is_empty()).then_some(Open { shards })
    }
}

// A poisoned lock does no harm: no thread can have panicked halfway through an entry.
fn read(shard: &RwLock<Shard>) -> RwLockReadGuard<'_, Shard> {
    shard.read().unwrap_or_else(PoisonError::into_inner)
}

fn grow_if_crowded(shard: &RwLock<Shard>) {
    // If another thread is at it, this one goes on to the next shard.
    if shard.try_read().is_ok_and(|shard| shard.is_crowded()) {
        let mut shard = shard.write().unwrap_or_else(PoisonError::into_inner);
        if shard.is_crowded() {
            shard.grow();
        }
    }
}

impl Open<'_> {
    /// The places of keys that are about to be looked up. The processor fetches all of them from the
    /// main memory hardly later than one.
    #[must_use]
    pub fn fetch<'a>(&'a self, keys: impl Iterator<Item = &'a Key>) -> Vec<Place<'a>> {
        let place = |key| self.shards[shard_of(key, self.shards.len())].place(key);
        let places: Vec<_> = keys.map(place).collect();
        for place in &places {
            place.bucket.touch();
        }
        places
    }
}

impl Place<'_> {
    /// As [`Memo::get`] for the key of this place.
    #[inline]
    #[must_use]
    pub fn get(&self) -> Option<u128> {
        self.bucket.get(self.key)
    }

    /// As [`Memo::put`] for the key of this place.
    pub fn put(&self, leaves: u128) {
        if self.key.depth() > 0 && self.key.tag <= TAG {
            let more_entries = self.bucket.put(self.key, leaves);
            if more_entries > 0 {
                self.shard.entries.fetch_add(more_entries, Ordering::Relaxed);
            }
        }
    }
}

/// Which of this many shards a key belongs to: the low bits of its hash say which, and the high ones are for the
/// bucket.
#[inline]
fn shard_of(key: &Key, shards: usize) -> usize {
    part_of(key.hash().rotate_left(32), shards)
}

/// Which of the parts a hash belongs to, when all hashes are divided among them in their order.
#[expect(clippy::cast_possible_truncation, reason = "it is less than the number of parts")]
#[inline]
const fn part_of(hash: u64, parts: usize) -> usize {
    ((hash as u128 * parts as u128) >> 64) as usize
}

impl Shard {
    fn new(mut most_buckets: usize) -> Shard {
        // Memory that is reserved costs nothing until it is used.
        let mut buckets = Vec::new();
        while most_buckets > 1 && buckets.try_reserve_exact(most_buckets).is_err() {
            most_buckets /= 2;
        }
        buckets.resize_with(most_buckets.min(FEWEST_BUCKETS), Bucket::default);
        Shard { buckets, most_buckets, entries: AtomicUsize::new(0) }
    }

    #[inline]
    fn place<'a>(&'a self, key: &'a Key) -> Place<'a> {
        let bucket = &self.buckets[part_of(key.hash(), self.buckets.len())];
        Place { key, shard: self, bucket }
    }

    /// Whether a third of the room is taken and there may be more of it. Then one put in forty has
    /// found its bucket full so far.
    fn is_crowded(&self) -> bool {
        let buckets = self.buckets.len();
        buckets < self.most_buckets && self.entries.load(Ordering::Relaxed) > buckets
    }

    fn grow(&mut self) {
        let smaller = self.buckets.len();
        self.buckets.resize_with((2 * smaller).min(self.most_buckets), Bucket::default);
        // The greatest hashes go first. No entry goes down, and so each comes to a bucket from which
        // the old entries have gone.
        for number in (0..smaller).rev() {
            let bucket = mem::take(&mut self.buckets[number]);
            for key in bucket.entries.iter().filter(|entry| entry.depth() > 0).map(Entry::key) {
                if let Some(leaves) = bucket.leaves(&key) {
                    self.place(&key).bucket.put(&key, leaves);
                }
            }
        }
    }
}

impl Bucket {
    /// Reads something of both lines, so that they are near when they are needed.
    #[inline]
    fn touch(&self) {
        let [.., last] = &self.entries;
        black_box(self.version.load(Ordering::Relaxed));
        black_box(last.rest.load(Ordering::Relaxed));
    }

    #[inline]
    fn get(&self, key: &Key) -> Option<u128> {
        let version = self.version.load(Ordering::Acquire);
        let leaves = self.leaves(key)?;
        // Nothing above is read after this, and nothing below before.
        fence(Ordering::Acquire);
        let is_whole = version & 1 == 0 && self.version.load(Ordering::Relaxed) == version;
        is_whole.then_some(leaves)
    }

    /// The leaves for this key. While a thread is writing here, that may be anything.
    #[inline(always)]
    fn leaves(&self, key: &Key) -> Option<u128> {
        let entry = self.entries.iter().find(|entry| entry.has(key))?;
        if !entry.is_split() {
            return Some(entry.part());
        }
        // One of the parts may have been given up for another key.
        let is_whole = self.entries.iter().all(|entry| entry.has(key));
        let [low, middle, high] = self.entries.each_ref().map(Entry::part);
        is_whole.then_some((high << PART_BITS | middle) << PART_BITS | low)
    }

    /// Puts a count in place of the one that its key has here, or else of the shallowest. A count that
    /// is split takes the whole bucket. If another thread is writing here, the count is left out.
    /// Returns how many entries there are more now.
    fn put(&self, key: &Key, leaves: u128) -> usize {
        let even = self.version.load(Ordering::Relaxed) & !1;
        let begin =
            self.version.compare_exchange(even, even + 1, Ordering::Acquire, Ordering::Relaxed);
        if begin.is_err() {
            return 0;
        }
        // Nothing below is written before the version is odd.
        fence(Ordering::Release);
        let more_entries = if leaves >> PART_BITS == 0 {
            let same = self.entries.iter().find(|entry| entry.has(key));
            let shallowest = || self.entries.iter().min_by_key(|entry| entry.depth());
            same.or_else(shallowest).map_or(0, |entry| entry.write(key, 0, leaves))
        } else {
            let parts = (0..).zip(&self.entries);
            parts.map(|(n, entry)| entry.write(key, IS_SPLIT, leaves >> (n * PART_BITS))).sum()
        };
        self.version.store(even + 2, Ordering::Release);
        more_entries
    }
}

impl Entry {
    #[inline]
    fn has(&self, key: &Key) -> bool {
        let is_same = |(here, there): (&AtomicU64, &u64)| here.load(Ordering::Relaxed) == *there;
        self.rest.load(Ordering::Relaxed) & TAG == key.tag
            && self.board.iter().zip(&key.board).all(is_same)
    }

    #[inline]
    fn depth(&self) -> u32 {
        Key { board: [0; 4], tag: self.rest.load(Ordering::Relaxed) & TAG }.depth()
    }

    fn key(&self) -> Key {
        let board = self.board.each_ref().map(|word| word.load(Ordering::Relaxed));
        Key { board, tag: self.rest.load(Ordering::Relaxed) & TAG }
    }

    #[inline]
    fn is_split(&self) -> bool {
        self.rest.load(Ordering::Relaxed) & IS_SPLIT != 0
    }

    #[inline]
    fn part(&self) -> u128 {
        (self.rest.load(Ordering::Relaxed) >> PART_SHIFT).into()
    }

    /// Returns 1 if the entry was empty, and else 0.
    #[expect(clippy::cast_possible_truncation, reason = "what is cut off is another part")]
    fn write(&self, key: &Key, is_split: u64, leaves: u128) -> usize {
        let was_empty = self.depth() == 0;
        for (place, word) in self.board.iter().zip(key.board) {
            place.store(word, Ordering::Relaxed);
        }
        let rest = key.tag | is_split | (leaves as u64) << PART_SHIFT;
        self.rest.store(rest, Ordering::Relaxed);
        was_empty.into()
    }
}
