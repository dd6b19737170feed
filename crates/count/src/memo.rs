//! Remembers how many leaves a position has at a depth, exactly.
//!
//! An ordinary hash table for perft keeps a few bytes of a position's hash and trusts that no other position has the
//! same. Sometimes one does, and the count is wrong. Here an entry keeps the whole position, and all of it is compared,
//! so a count cannot come from another position.
//!
//! Reading and writing entries takes no lock. Each bucket has a version: a thread makes it odd before it writes, and
//! even again afterwards. What another thread reads is valid only if the version was even before and is the same
//! afterwards, because then nobody wrote in between.

use super::entries::{Counts, Entries};
use super::key::Key;
use std::hint::black_box;
use std::mem;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// A table of counts, which all threads share.
pub struct Memo<E = Counts> {
    shards: Vec<RwLock<Shard<E>>>,
    is_whole: bool,
}

/// The table while a thread uses it. Until this is dropped, the table does not grow.
pub struct Open<'a, E> {
    shards: Vec<RwLockReadGuard<'a, Shard<E>>>,
}

/// The place of a key in the table, whether or not it is there.
pub struct Place<'a, E> {
    key: &'a Key,
    shard: &'a Shard<E>,
    bucket: &'a Bucket<E>,
}

/// A part of the table. It grows with its entries, so that a small count does not pay for a large table.
struct Shard<E> {
    /// The entries, in the order of the hashes of their keys.
    buckets: Vec<Bucket<E>>,
    most_buckets: usize,
    /// How many entries there are.
    entries: AtomicUsize,
}

/// Room for some entries, which begins with a line of the processor's cache.
#[derive(Default)]
#[repr(align(128))]
struct Bucket<E> {
    version: AtomicU64,
    entries: E,
}

/// The number of parts of a table. As many threads can make it grow at the same time.
const SHARDS: usize = 16;

/// The initial size of a shard.
const FEWEST_BUCKETS: usize = 512;

/// The bytes that the table leaves to the rest of the program: for some threads, with the room that an allocator sets
/// aside for each.
const RESERVED_BYTES: usize = 256 << 20;

impl<E: Entries> Memo<E> {
    /// A table of at most this many bytes, or fewer if the system does not give as many. If they are not enough for one
    /// bucket, the table remembers nothing.
    pub fn new(bytes: usize) -> Memo<E> {
        let asked_for = bytes / size_of::<Bucket<E>>();
        let buckets = most_that_fit::<E>(asked_for);
        let shards = buckets.min(SHARDS);
        let shard = |_| RwLock::new(Shard::new(buckets / shards));
        Memo { shards: (0..shards).map(shard).collect(), is_whole: buckets == asked_for }
    }

    /// Whether the system has given all the memory that was asked for.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The leaves of this key, if they are remembered.
    pub fn get(&self, key: &Key) -> Option<E::Count> {
        let shard = self.shards.get(shard_of(key, self.shards.len()))?;
        read(shard).place(key).get()
    }

    /// Remembers the leaves of a key, perhaps in place of another entry. Does nothing at depth 0.
    pub fn put(&self, key: &Key, leaves: E::Count) {
        if let Some(shard) = self.shards.get(shard_of(key, self.shards.len())) {
            grow_if(shard, Shard::is_crowded);
            read(shard).place(key).put(leaves);
        }
    }

    /// Opens the table for a thread that uses it again and again; `None` if nothing is remembered. Until the thread
    /// drops this, it must not use the memory in any other way.
    pub fn open(&self) -> Option<Open<'_, E>> {
        // To grow a shard, a thread waits until the others have closed the table. So as soon as one shard is crowded, or
        // being grown, the threads grow all that soon would be, and wait once for all of them.
        let is_calm = |shard: &RwLock<Shard<E>>| shard.try_read().is_ok_and(|it| !it.is_crowded());
        if !self.shards.iter().all(is_calm) {
            self.shards.iter().for_each(|shard| grow_if(shard, Shard::is_nearly_crowded));
        }
        let shards: Vec<_> = self.shards.iter().map(read).collect();
        (!shards.is_empty()).then_some(Open { shards })
    }
}

/// As many buckets as the system gives room for, with some memory left for the rest of the program: without that, the
/// allocator would end it.
fn most_that_fit<E>(mut buckets: usize) -> usize {
    let fit = |buckets: usize| {
        let bytes = buckets.saturating_mul(size_of::<Bucket<E>>()).saturating_add(RESERVED_BYTES);
        let mut room: Vec<u8> = Vec::new();
        let is_given = room.try_reserve_exact(bytes).is_ok();
        black_box(&mut room);
        is_given
    };
    while buckets > 0 && !fit(buckets) {
        buckets /= 2;
    }
    buckets
}

// A poisoned lock does no harm: no thread can have panicked halfway through an entry.
fn read<E>(shard: &RwLock<Shard<E>>) -> RwLockReadGuard<'_, Shard<E>> {
    shard.read().unwrap_or_else(PoisonError::into_inner)
}

fn grow_if<E: Entries>(shard: &RwLock<Shard<E>>, is_due: fn(&Shard<E>) -> bool) {
    // If another thread is growing this shard, this one goes on to the next.
    if shard.try_read().is_ok_and(|shard| is_due(&shard)) {
        let mut shard = shard.write().unwrap_or_else(PoisonError::into_inner);
        if is_due(&shard) {
            shard.grow();
        }
    }
}

impl<E: Entries> Open<'_, E> {
    /// The places of keys that are about to be looked up. The processor fetches all of them from the main memory in
    /// little more time than one.
    pub fn fetch<'a>(&'a self, keys: impl Iterator<Item = &'a Key>) -> Vec<Place<'a, E>> {
        let place = |key| self.shards[shard_of(key, self.shards.len())].place(key);
        let places: Vec<_> = keys.map(place).collect();
        for place in &places {
            place.bucket.touch();
        }
        places
    }
}

impl<E: Entries> Place<'_, E> {
    /// As [`Memo::get`] for the key of this place.
    #[inline]
    pub fn get(&self) -> Option<E::Count> {
        self.bucket.get(self.key)
    }

    /// As [`Memo::put`] for the key of this place.
    pub fn put(&self, leaves: E::Count) {
        if E::can_hold(self.key) {
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

/// The part that a hash belongs to, if all hashes are divided evenly among the parts in their order.
#[expect(clippy::cast_possible_truncation, reason = "it is less than the number of parts")]
#[inline]
const fn part_of(hash: u64, parts: usize) -> usize {
    ((hash as u128 * parts as u128) >> 64) as usize
}

impl<E: Entries> Shard<E> {
    fn new(mut most_buckets: usize) -> Shard<E> {
        // Memory that is reserved costs nothing until it is used.
        let mut buckets = Vec::new();
        while most_buckets > 1 && buckets.try_reserve_exact(most_buckets).is_err() {
            most_buckets /= 2;
        }
        buckets.resize_with(most_buckets.min(FEWEST_BUCKETS), Bucket::default);
        Shard { buckets, most_buckets, entries: AtomicUsize::new(0) }
    }

    #[inline]
    fn place<'a>(&'a self, key: &'a Key) -> Place<'a, E> {
        let bucket = &self.buckets[part_of(key.hash(), self.buckets.len())];
        Place { key, shard: self, bucket }
    }

    /// Whether there are so many entries that it is to grow, and there may be more buckets. If it grew sooner, fewer
    /// entries would be lost, but the processor would find fewer of them in its caches, which costs more.
    fn is_crowded(&self) -> bool {
        self.has_more_than(E::CROWD * self.buckets.len())
    }

    /// Whether it soon will be: hashes are even, so all shards are crowded at nearly the same time.
    fn is_nearly_crowded(&self) -> bool {
        self.has_more_than(E::CROWD * self.buckets.len() / 8 * 7)
    }

    /// Whether it has more entries than this, and may grow.
    fn has_more_than(&self, entries: usize) -> bool {
        self.buckets.len() < self.most_buckets && self.entries.load(Ordering::Relaxed) > entries
    }

    fn grow(&mut self) {
        let smaller = self.buckets.len();
        self.buckets.resize_with((2 * smaller).min(self.most_buckets), Bucket::default);
        // The greatest hashes go first. No entry moves down, so each comes to a bucket that is already free of old
        // entries.
        for number in (0..smaller).rev() {
            let bucket = mem::take(&mut self.buckets[number]);
            for key in bucket.entries.keys() {
                if let Some(leaves) = bucket.entries.get(&key) {
                    self.place(&key).bucket.put(&key, leaves);
                }
            }
        }
    }
}

impl<E: Entries> Bucket<E> {
    /// Reads from each cache line, so that all are in the cache when they are needed.
    #[inline]
    fn touch(&self) {
        black_box(self.version.load(Ordering::Relaxed));
        self.entries.touch();
    }

    #[inline]
    fn get(&self, key: &Key) -> Option<E::Count> {
        let version = self.version.load(Ordering::Acquire);
        let leaves = self.entries.get(key)?;
        // Nothing above is read after this, and nothing below before.
        fence(Ordering::Acquire);
        let is_whole = version & 1 == 0 && self.version.load(Ordering::Relaxed) == version;
        is_whole.then_some(leaves)
    }

    /// Drops the count if another thread is writing here. Returns by how many the entries have grown.
    fn put(&self, key: &Key, leaves: E::Count) -> usize {
        let even = self.version.load(Ordering::Relaxed) & !1;
        let begin =
            self.version.compare_exchange(even, even + 1, Ordering::Acquire, Ordering::Relaxed);
        if begin.is_err() {
            return 0;
        }
        // Nothing below is written before the version is odd.
        fence(Ordering::Release);
        let more_entries = self.entries.put(key, leaves);
        self.version.store(even + 2, Ordering::Release);
        more_entries
    }
}
