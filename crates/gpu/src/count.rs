//! The count, level by level: from a list of distinct positions the card makes that of the next ply, until two plies
//! are left.
//!
//! A level is filled from the one above it in portions. `grow` writes the children of a portion, `unify` finds those
//! that are equal, and `keep` moves the others after those that are kept already. When the next portion may not fit,
//! the leaves below the kept positions are counted first, and then the level begins anew: an equal position further on
//! is counted once more, and nothing else happens. After each step the host reads what the card has flagged.
//!
//! The paths to the children of some positions are these positions' paths times their moves. Whatever `unify` has
//! united, the paths of what is kept have to be as many: so a path that is lost or counted twice is noticed.

use crate::device::{Device, Job, MOST_THREADS, Step};
use crate::error::CardError;
use crate::packed::{Packed, unpack};
use ox88_count::random::Random;
use ox88_count::{Counter, Progress, quick};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A count that is going on.
pub struct Count<'a> {
    pub device: &'a Device,
    pub buffers: &'a mut Buffers,
    /// Counts what has no room on the card.
    pub counter: &'a Counter,
    pub progress: &'a Mutex<Progress>,
    pub is_over: &'a (dyn Fn() -> bool + Sync),
    pub done: &'a mut Done,
}

/// What a card has done for its counts, and how they were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// The leaves that it walked. Those of equal positions are walked once.
    pub walked: u128,
    /// The positions above them, two plies higher.
    pub positions: u64,
    /// The positions for which the processor also counted the leaves two plies below.
    pub recounted: u64,
    /// The positions that the processor counted alone, because they had no room on the card.
    pub by_processor: u64,
}

/// For how many positions there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Distinct positions of a level.
    pub kept: u32,
    /// The children of a portion.
    pub children: u32,
    /// The most slots of the table: a power of two.
    pub slots: u32,
}

/// What the card has of positions, and what the steps leave there.
pub struct Buffers {
    room: Room,
    children: List,
    /// The lists of levels that are not in use now.
    spare: Vec<List>,
    table: wgpu::Buffer,
    firsts: wgpu::Buffer,
    flags: wgpu::Buffer,
    sums: wgpu::Buffer,
    samples: wgpu::Buffer,
    /// How many positions `leaves` takes at a time, and how many parents `grow`.
    batch: u32,
    portion: u32,
    random: Random,
}

/// A list of positions on the card.
pub struct List {
    boards: wgpu::Buffer,
    rest: wgpu::Buffer,
    room: u32,
}

/// Sums over positions: the paths that lead to them, and these times what is below each.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Sums {
    pub paths: u128,
    pub leaves: u128,
    /// The leaves that were walked for it.
    pub walked: u128,
}

/// The children of some parents, as they are kept.
struct Filled {
    /// The parent up to which it came.
    end: u32,
    kept: u32,
    /// The sums of the parents, with their moves as leaves.
    parents: Sums,
    /// Whether nothing overflowed on the way. Otherwise the children that are kept are meaningless.
    is_right: bool,
}

/// What the steps flag, in the order of the shader.
struct Flags {
    children: u32,
    firsts: u32,
    is_overflow: bool,
}

const BOARD_WORDS: u64 = 8;
const REST_WORDS: u64 = 3;
const SUM_WORDS: usize = 12;
const SAMPLE_WORDS: usize = 10;
const FLAGS: u64 = 8;

/// The bytes of a place in a list.
pub const PLACE: u64 = 4 * (BOARD_WORDS + REST_WORDS);

/// A driver resets a card that does not answer for two seconds, and Ctrl-C should not wait.
const LONG_STEP: Duration = Duration::from_millis(150);

/// The most parents of a portion. No board has room for pieces with 2048 moves, and so 32 bits hold the number of all
/// children.
const MOST_PARENTS: u32 = 1 << 20;

/// Of how many positions one is counted again.
const ONE_IN: u32 = 100_003;

/// `None` in place of a count that is over before its end.
pub type Unless<T> = Result<Option<T>, CardError>;

impl Count<'_> {
    /// The leaves at this depth, at least 2, below some positions, each times its paths.
    pub fn leaves_below(
        &mut self,
        roots: &[(Packed, u64)],
        depth: u32,
        share: f64,
    ) -> Unless<u128> {
        let list = self.buffers.upload(self.device, roots);
        let sums = self.below(&list, 0..list.room, depth, share)?;
        self.buffers.spare.push(list);
        let promised = roots.iter().map(|root| u128::from(root.1)).sum();
        sums.map(|sums| sums.checked(promised)).transpose()
    }

    /// The sums of some parents, with the leaves at this depth below them.
    fn below(&mut self, parents: &List, range: Range<u32>, depth: u32, share: f64) -> Unless<Sums> {
        if range.is_empty() {
            self.report(share, 0);
            return Ok(Some(Sums::default()));
        }
        if depth == 2 {
            return self.leaves(parents, range, share);
        }
        let kept = self.buffers.list_for(self.device, range.len());
        let sums = self.through(parents, range, depth, share, &kept);
        self.buffers.spare.push(kept);
        sums
    }

    /// The same by way of the next level, as often as it has to be filled.
    fn through(
        &mut self,
        parents: &List,
        mut range: Range<u32>,
        depth: u32,
        share: f64,
        kept: &List,
    ) -> Unless<Sums> {
        let share_of_one = share / f64::from(range.end - range.start);
        let mut sums = Sums::default();
        let mut most = u32::MAX;
        while !range.is_empty() {
            let some = range.start..range.end.min(range.start.saturating_add(most));
            let Some(filled) = self.fill(parents, &some, kept)? else { return Ok(None) };
            let parents_done = filled.end - range.start;
            let added = if filled.is_right && parents_done > 0 {
                let share = share_of_one * f64::from(parents_done);
                let below = self.below(kept, 0..filled.kept, depth - 1, share)?;
                let Some(below) = below else { return Ok(None) };
                let leaves = below.checked(filled.parents.leaves)?;
                Sums { paths: filled.parents.paths, leaves, walked: below.walked }
            } else if parents_done > 1 {
                most = parents_done / 2;
                continue;
            } else {
                let by_processor = self.by_processor(parents, range.start, depth, share_of_one)?;
                let Some(by_processor) = by_processor else { return Ok(None) };
                by_processor
            };
            sums.add(added)?;
            range.start += parents_done.max(1);
            most = most.saturating_mul(2);
        }
        Ok(Some(sums))
    }

    /// Fills a list with the distinct children of parents, of as many as there is room for.
    fn fill(&mut self, parents: &List, range: &Range<u32>, kept: &List) -> Unless<Filled> {
        let slots = kept.room.saturating_mul(2).next_power_of_two().min(self.buffers.room.slots);
        self.device.clear(&self.buffers.table, u64::from(slots));
        let mut filled =
            Filled { end: range.start, kept: 0, parents: Sums::default(), is_right: true };
        // With less room left than a quarter, portions would be small.
        while filled.end < range.end && filled.is_right && filled.kept <= kept.room / 4 * 3 {
            if (self.is_over)() {
                return Ok(None);
            }
            let portion = filled.end..range.end.min(filled.end + self.buffers.portion);
            let (grown, sums) = self.grow(parents, &portion)?;
            let is_room = !grown.is_overflow && filled.kept + grown.children <= kept.room;
            if is_room {
                let unified = self.unify(grown.children, slots, filled.kept, kept)?;
                filled.is_right = !unified.is_overflow;
                filled.kept += unified.firsts;
                filled.parents.add(sums)?;
                filled.end = portion.end;
            } else if portion.len() == 1 {
                break;
            }
            // So many parents that their children, as many for each as here, take seven eighths of the room.
            let room = self.buffers.room.children.min(kept.room - filled.kept) / 8 * 7;
            let parents = portion.len() as u64;
            let fitting = u64::from(room) * parents / u64::from(grown.children.max(1));
            let most = if is_room { MOST_PARENTS.into() } else { parents / 2 };
            self.buffers.portion = narrow(fitting.clamp(1, most.max(1)));
        }
        Ok(Some(filled))
    }

    /// Writes the children of some parents, and returns the sums of these.
    fn grow(&mut self, parents: &List, range: &Range<u32>) -> Result<(Flags, Sums), CardError> {
        let Buffers { children, flags, sums, .. } = &*self.buffers;
        self.device.clear(flags, FLAGS);
        let job = Job { first: range.start, end: range.end, room: children.room, ..Job::default() };
        let buffers =
            [&parents.boards, &parents.rest, &children.boards, &children.rest, flags, sums];
        let threads = u64::from(self.device.run(Step::Grow, job, &buffers));
        let [flags, sums] =
            self.device.read([(flags, 0..FLAGS), (sums, 0..SUM_WORDS as u64 * threads)])?;
        Ok((Flags::of(&flags)?, Sums::of(&sums)?))
    }

    /// Keeps each child that is equal to none before it. The others add their paths.
    fn unify(
        &mut self,
        children: u32,
        slots: u32,
        have: u32,
        kept: &List,
    ) -> Result<Flags, CardError> {
        let from = &self.buffers.children;
        let Buffers { table, firsts, flags, .. } = &*self.buffers;
        let buffers = [&from.boards, &from.rest, &kept.boards, &kept.rest, table, firsts, flags];
        if children == 0 {
            return Ok(Flags { children, firsts: 0, is_overflow: false });
        }
        self.device.clear(flags, FLAGS);
        let job = Job { end: children, slots, kept: have, ..Job::default() };
        self.device.run(Step::Unify, job, &buffers);
        let [read] = self.device.read([(flags, 0..FLAGS)])?;
        let read = Flags::of(&read)?;
        if read.firsts > 0 && !read.is_overflow {
            self.device.run(Step::Keep, Job { end: read.firsts, ..job }, &buffers[..6]);
        }
        Ok(read)
    }

    /// The sums of some positions, with the leaves two plies below them.
    fn leaves(&mut self, list: &List, range: Range<u32>, share: f64) -> Unless<Sums> {
        let mut all = Sums::default();
        let sample = narrow(self.buffers.random.below(range.len().min(ONE_IN as usize)) as u64);
        // How many positions before this place are counted again.
        let samples_before = |end: u32| u64::from(end + (ONE_IN - 1 - sample)) / u64::from(ONE_IN);
        let mut next = range.start;
        while next < range.end {
            if (self.is_over)() {
                return Ok(None);
            }
            let start = Instant::now();
            let end = range.end.min(next + self.buffers.batch);
            let threads = self.run_leaves(list, next..end, ONE_IN, sample);
            let Buffers { sums, samples, .. } = &*self.buffers;
            let places = samples_before(next)..samples_before(end);
            // A range of no words cannot be read.
            let words = SAMPLE_WORDS as u64;
            let words = words * places.start..words * places.end.max(places.start + 1);
            let [sums, samples] =
                self.device.read([(sums, 0..SUM_WORDS as u64 * threads), (samples, words)])?;
            let time = start.elapsed();
            let (samples, _) = samples.as_chunks();
            samples[..places.count()].iter().try_for_each(|sample| self.recount(sample))?;
            let sums = Sums::of(&sums)?;
            all.add(sums)?;
            self.done.walked = self.done.walked.saturating_add(sums.walked);
            self.done.positions += u64::from(end - next);
            let part = f64::from(end - next) / f64::from(range.end - range.start);
            self.report(share * part, sums.leaves);
            next = end;
            if time > LONG_STEP {
                self.buffers.batch = (self.buffers.batch / 2).max(1);
            } else if time < LONG_STEP / 3 {
                self.buffers.batch = self.buffers.batch.saturating_mul(2).min(1 << 30);
            }
        }
        Ok(Some(all))
    }

    /// Gives the card these positions, and returns the number of threads. One position of so many is put down.
    fn run_leaves(&self, list: &List, range: Range<u32>, one_in: u32, sample: u32) -> u64 {
        let job = Job { first: range.start, end: range.end, one_in, sample, ..Job::default() };
        let Buffers { sums, samples, .. } = &*self.buffers;
        let buffers = [&list.boards, &list.rest, sums, samples];
        self.device.run(Step::Leaves, job, &buffers).into()
    }

    /// Counts the leaves two plies below a position again.
    fn recount(&mut self, sample: &[u32; SAMPLE_WORDS]) -> Result<(), CardError> {
        let [words @ .., leaves] = sample;
        self.done.recounted += 1;
        let Some(position) = unpack(words) else {
            return Err(CardError::Wrong(format!("found {words:x?}, expected a position")));
        };
        let right = quick::perft(&position, 2);
        if right == u128::from(*leaves) {
            return Ok(());
        }
        Err(CardError::Wrong(format!(
            "found {leaves} leaves two plies below {position}, expected {right}"
        )))
    }

    /// The sums of one parent, by the processor.
    fn by_processor(&mut self, parents: &List, place: u32, depth: u32, share: f64) -> Unless<Sums> {
        let words = |words: u64| words * u64::from(place)..words * (u64::from(place) + 1);
        let [mut position, rest] = self
            .device
            .read([(&parents.boards, words(BOARD_WORDS)), (&parents.rest, words(REST_WORDS))])?;
        position.push(rest[0]);
        let position = position.as_slice().try_into().ok().and_then(unpack);
        let position = position.ok_or_else(|| CardError::Wrong("found no position".to_owned()))?;
        self.done.by_processor += 1;
        let leaves = self.counter.perft_until(&position, depth, self.is_over);
        let Some(leaves) = leaves.map_err(|_| CardError::Overflow)? else { return Ok(None) };
        let paths = u128::from(rest[1]) | u128::from(rest[2]) << 32;
        let leaves = leaves.checked_mul(paths).ok_or(CardError::Overflow)?;
        self.report(share, leaves);
        Ok(Some(Sums { paths, leaves, walked: 0 }))
    }

    fn report(&self, share: f64, leaves: u128) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.share += share;
        progress.leaves = progress.leaves.saturating_add(leaves);
    }
}

impl Buffers {
    /// Room for so many positions.
    pub fn new(device: &Device, room: Room) -> Buffers {
        let buffer = |places: u32, words: u64| device.buffer(4 * words * u64::from(places));
        Buffers {
            room,
            children: List::new(device, room.children),
            spare: Vec::new(),
            table: buffer(room.slots, 1),
            firsts: buffer(room.children, 2),
            flags: buffer(1, FLAGS),
            sums: buffer(MOST_THREADS, SUM_WORDS as u64),
            samples: buffer(room.kept / ONE_IN + 2, SAMPLE_WORDS as u64),
            batch: 1 << 12,
            portion: 1 << 8,
            random: Random::new(0),
        }
    }

    /// A list for the children of so many parents, for as long as it is not put back.
    fn list_for(&mut self, device: &Device, parents: usize) -> List {
        let room = (parents as u64 * 64).next_power_of_two().min(self.room.kept.into());
        self.list(device, narrow(room))
    }

    fn list(&mut self, device: &Device, room: u32) -> List {
        match self.spare.iter().position(|list| list.room == room) {
            Some(place) => self.spare.swap_remove(place),
            None => List::new(device, room),
        }
    }

    /// A list with these positions, each with its paths.
    fn upload(&mut self, device: &Device, positions: &[(Packed, u64)]) -> List {
        let list = self.list(device, narrow(positions.len() as u64));
        let boards: Vec<u32> = positions.iter().flat_map(|root| root.0[..8].to_vec()).collect();
        let rest = |(words, paths): &(Packed, u64)| [words[8], narrow(*paths), narrow(paths >> 32)];
        let rest: Vec<u32> = positions.iter().flat_map(rest).collect();
        device.write(&list.boards, &boards);
        device.write(&list.rest, &rest);
        list
    }
}

impl List {
    fn new(device: &Device, room: u32) -> List {
        let buffer = |words: u64| device.buffer(4 * words * u64::from(room));
        List { boards: buffer(BOARD_WORDS), rest: buffer(REST_WORDS), room }
    }
}

impl Sums {
    /// The sums of all threads.
    fn of(words: &[u32]) -> Result<Sums, CardError> {
        let (threads, _) = words.as_chunks::<SUM_WORDS>();
        let mut all = Sums::default();
        for thread in threads {
            let number = |words: &[u32]| {
                words.iter().rev().fold(0, |number, word| number << 32 | u128::from(*word))
            };
            let [paths, leaves, walked] = [0, 4, 8].map(|at| number(&thread[at..at + 4]));
            all.add(Sums { paths, leaves, walked })?;
        }
        Ok(all)
    }

    fn add(&mut self, other: Sums) -> Result<(), CardError> {
        let paths = self.paths.checked_add(other.paths).ok_or(CardError::Overflow)?;
        let leaves = self.leaves.checked_add(other.leaves).ok_or(CardError::Overflow)?;
        *self = Sums { paths, leaves, walked: self.walked.saturating_add(other.walked) };
        Ok(())
    }

    /// The leaves, if so many paths lead to the positions.
    fn checked(self, promised: u128) -> Result<u128, CardError> {
        if self.paths == promised {
            return Ok(self.leaves);
        }
        let found = self.paths;
        Err(CardError::Wrong(format!("found {found} paths to a level, expected {promised}")))
    }
}

impl Flags {
    fn of(words: &[u32]) -> Result<Flags, CardError> {
        let [children, firsts, no_room, no_slot, too_many_paths, unlike_counts] = words[..6] else {
            return Err(CardError::Wrong("found no flags".to_owned()));
        };
        if unlike_counts > 0 {
            let message = "its two ways to find moves differ in their number".to_owned();
            return Err(CardError::Wrong(message));
        }
        let is_overflow = no_room > 0 || no_slot > 0 || too_many_paths > 0;
        Ok(Flags { children, firsts, is_overflow })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is taken")]
const fn narrow(number: u64) -> u32 {
    number as u32
}

#[cfg(test)]
#[path = "../tests/each.rs"]
mod each;
