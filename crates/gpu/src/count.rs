//! The count, level by level: from a list of distinct positions the card makes that of the next ply, until two plies
//! are left.
//!
//! A level is filled from the one above it in portions: `grow` writes the children of a portion, `unify` finds those
//! that are equal, and `keep` moves the others after those that are kept already. What does not fit is made in windows
//! of keys, each from all parents. Equal positions have the same key, and so a window misses none of them.

use crate::device::{Device, Job, MOST_THREADS, Step};
use crate::error::CardError;
use crate::packed::{Packed, narrow, unpack};
use crate::shader::GROUP_OF_SOFTWARE;
use ox88_count::random::Random;
use ox88_count::{Progress, quick};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A count that is going on.
pub struct Count<'a> {
    pub device: &'a Device,
    pub buffers: &'a mut Buffers,
    pub progress: &'a Mutex<Progress>,
    pub is_over: &'a (dyn Fn() -> bool + Sync),
    pub done: &'a mut Done,
}

/// What a card has done for its counts, and how they were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// The leaves that it walked. Those of equal positions are walked once.
    pub walked: u128,
    /// How long that took.
    pub walking: Duration,
    /// The positions above them, two plies higher.
    pub positions: u64,
    /// The positions for which the processor also counted the leaves two plies below.
    pub recounted: u64,
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
    /// By depth, the width of a window for the children of one parent: those of several share it.
    widths: BTreeMap<u32, u64>,
    random: Random,
}

/// A list of positions on the card.
pub struct List {
    /// Two sets of each board, the other two, and the rest of its words.
    rows: [wgpu::Buffer; 3],
    room: u32,
}

/// Some positions of a list, below which leaves are counted.
#[derive(Clone, Copy)]
struct Part<'a> {
    list: &'a List,
    first: u32,
    end: u32,
    /// So many plies the leaves are below them.
    depth: u32,
    /// Of the whole count.
    share: f64,
}

impl Part<'_> {
    fn len(self) -> u32 {
        self.end - self.first
    }
}

/// Sums over positions: the paths that lead to them, and these times what is below each.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Sums {
    pub paths: u128,
    pub leaves: u128,
    /// The leaves that were walked for it.
    pub walked: u128,
}

/// Why some parents have no sums.
pub enum Stop {
    /// The count is over before its end.
    Over,
    /// The children of this parent have no room.
    NoRoom(u32),
    Failed(CardError),
}

impl From<CardError> for Stop {
    fn from(error: CardError) -> Stop {
        Stop::Failed(error)
    }
}

/// What the steps flag, in the order of the shader.
struct Flags {
    children: u32,
    firsts: u32,
    is_overflow: bool,
}

const ROW: u64 = 4;
const REST: u64 = 3;
const SUM_WORDS: u64 = 12;
const SAMPLE_WORDS: usize = 11;
const FLAGS: u64 = 8;

/// The bytes of a place in a list.
pub const PLACE: u64 = 4 * (2 * ROW + REST);

/// A driver resets a card that does not answer for two seconds, and Ctrl-C should not wait.
const LONG_STEP: Duration = Duration::from_millis(150);

/// No position has as many moves.
const MOST_MOVES: u64 = 1 << 9;

/// The most parents of a portion: 32 bits hold the number of all children.
const MOST_PARENTS: u64 = 1 << 23;

/// So many keys there are.
const KEYS: u32 = 1 << 24;

/// The children of so few parents are not split by keys.
const FEW: u32 = 256;

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
        self.buffers.widths.clear();
        let sums = self.below(Part { list: &list, first: 0, end: list.room, depth, share });
        self.buffers.spare.push(list);
        match sums {
            Ok(sums) => sums.checked(roots.iter().map(|root| u128::from(root.1)).sum()).map(Some),
            Err(Stop::Over) => Ok(None),
            Err(Stop::Failed(error)) => Err(error),
            Err(Stop::NoRoom(_)) => {
                Err(CardError::Failed("no room for the children of one position".to_owned()))
            }
        }
    }

    /// The sums of some positions, with the leaves below them.
    fn below(&mut self, part: Part<'_>) -> Result<Sums, Stop> {
        if part.len() == 0 {
            self.report(part.share, 0);
            return Ok(Sums::default());
        }
        if part.depth == 2 {
            return self.leaves(part);
        }
        let kept = self.buffers.list_for(self.device, part.len());
        let sums = self.by_windows(part, &kept);
        self.buffers.spare.push(kept);
        match sums {
            // Where even one window of keys has no room, by halves.
            Err(Stop::NoRoom(_)) if part.len() > 1 => {
                let (middle, share) = (part.first + part.len() / 2, part.share / 2.0);
                let mut sums = self.below(Part { end: middle, share, ..part })?;
                sums.add(self.below(Part { first: middle, share, ..part })?)?;
                Ok(sums)
            }
            sums => sums,
        }
    }

    /// The same, for all these positions' children, one window of keys after the other.
    fn by_windows(&mut self, part: Part<'_>, kept: &List) -> Result<Sums, Stop> {
        let count = u64::from(part.len());
        let width_for = |keys: u64| narrow(keys.clamp(1, KEYS.into()));
        let known = self.buffers.widths.get(&part.depth);
        let mut width = width_for(known.map_or(u64::MAX, |keys| keys / count));
        let (mut low, mut above, mut below) = (0, Sums::default(), Sums::default());
        while low < KEYS {
            // All that are left, in windows of the same width.
            width = (KEYS - low).div_ceil((KEYS - low).div_ceil(width));
            let end;
            (end, above) = match self.fill(part, low..low + width, kept) {
                Err(Stop::NoRoom(end)) if part.len() > FEW && width > 1 => {
                    let fits = u64::from(width) * u64::from(end - part.first) / count;
                    width = width_for(fits / 8 * 7).min(width / 2);
                    continue;
                }
                filled => filled?,
            };
            let (depth, share) = (part.depth - 1, part.share * f64::from(width) / f64::from(KEYS));
            below.add(self.below(Part { list: kept, first: 0, end, depth, share })?)?;
            low += width;
            let fits = u64::from(width) * u64::from(kept.room) / u64::from(end.max(1)) / 8 * 7;
            width = width_for(fits);
            self.buffers.widths.insert(part.depth, fits.saturating_mul(count));
        }
        let leaves = below.checked(above.leaves)?;
        Ok(Sums { paths: above.paths, leaves, walked: below.walked })
    }

    /// Fills a list with the distinct children of some positions whose keys are in a window. Returns how many these are,
    /// and the sums of the positions, with their moves as leaves.
    fn fill(&mut self, part: Part<'_>, keys: Range<u32>, kept: &List) -> Result<(u32, Sums), Stop> {
        let slots = kept.room.saturating_mul(2).next_power_of_two().min(self.buffers.room.slots);
        self.device.clear(&self.buffers.table, u64::from(slots));
        let (mut first, mut have, mut all) = (part.first, 0, Sums::default());
        while first < part.end {
            if (self.is_over)() {
                return Err(Stop::Over);
            }
            let end = part.end.min(first.saturating_add(self.buffers.portion));
            let portion = Part { first, end, ..part };
            let (grown, sums) = self.grow(portion, &keys)?;
            // So many parents that their children, as many for each as here, take seven eighths of the room.
            let count = u64::from(portion.len());
            let room = u64::from(self.buffers.room.children);
            let fitting = room / 8 * 7 * count / u64::from(grown.children.max(1));
            if grown.is_overflow {
                if count == 1 {
                    return Err(Stop::NoRoom(first));
                }
                self.buffers.portion = narrow(fitting.clamp(1, count / 2));
                continue;
            }
            self.buffers.portion = narrow(fitting.clamp(1, room.min(MOST_PARENTS)));
            have += self.unify(grown.children, slots, have, kept)?.ok_or(Stop::NoRoom(first))?;
            all.add(sums)?;
            first = end;
        }
        Ok((have, all))
    }

    /// Writes the children of some positions whose keys are in a window, and returns the sums of these positions.
    fn grow(&self, part: Part<'_>, keys: &Range<u32>) -> Result<(Flags, Sums), CardError> {
        let Part { list, first, end, .. } = part;
        let Buffers { children, flags, sums, .. } = &*self.buffers;
        self.device.clear(flags, FLAGS);
        let (room, low, high) = (children.room, keys.start, keys.end);
        let job = Job { first, end, room, low, high, ..Job::default() };
        let buffers = list.rows.iter().chain(&children.rows).chain([flags, sums]);
        let groups = self.device.run(Step::Grow, job, buffers);
        let [flags, sums] = self.device.read([(flags, 0..FLAGS), (sums, 0..SUM_WORDS * groups)])?;
        Ok((Flags::of(&flags)?, Sums::of(&sums)?))
    }

    /// Keeps each child that is equal to none before it, and returns their number, or nothing if there is no room for
    /// them. The others add their paths.
    fn unify(
        &mut self,
        children: u32,
        slots: u32,
        have: u32,
        kept: &List,
    ) -> Result<Option<u32>, CardError> {
        let from = &self.buffers.children;
        let Buffers { table, firsts, flags, .. } = &*self.buffers;
        let buffers = from.rows.iter().chain(&kept.rows).chain([table, firsts]);
        if children == 0 {
            return Ok(Some(0));
        }
        self.device.clear(flags, FLAGS);
        let job = Job { end: children, slots, kept: have, ..Job::default() };
        self.device.run(Step::Unify, job, buffers.clone().chain([flags]));
        let [read] = self.device.read([(flags, 0..FLAGS)])?;
        let read = Flags::of(&read)?;
        if read.is_overflow || read.firsts > kept.room - have {
            return Ok(None);
        }
        if read.firsts > 0 {
            self.device.run(Step::Keep, Job { end: read.firsts, ..job }, buffers);
        }
        Ok(Some(read.firsts))
    }

    /// The sums of some positions, with the leaves two plies below them.
    fn leaves(&mut self, part: Part<'_>) -> Result<Sums, Stop> {
        let mut all = Sums::default();
        let sample = self.buffers.random.below(part.len().min(ONE_IN) as usize);
        let share_of_one = part.share / f64::from(part.len());
        let mut first = part.first;
        while first < part.end {
            if (self.is_over)() {
                return Err(Stop::Over);
            }
            let start = Instant::now();
            let end = part.end.min(first + self.buffers.batch);
            let some = Part { first, end, ..part };
            let (sums, samples) = self.run_leaves(some, ONE_IN, narrow(sample as u64))?;
            let time = start.elapsed();
            samples.iter().try_for_each(|sample| self.recount(sample))?;
            all.add(sums)?;
            self.done.walked = self.done.walked.saturating_add(sums.walked);
            self.done.walking += time;
            self.done.positions += u64::from(some.len());
            self.report(share_of_one * f64::from(some.len()), sums.leaves);
            first = end;
            if time > LONG_STEP {
                self.buffers.batch = (self.buffers.batch / 2).max(1);
            } else if time < LONG_STEP / 3 {
                self.buffers.batch = self.buffers.batch.saturating_mul(2).min(1 << 30);
            }
        }
        Ok(all)
    }

    /// The same for as many as the card takes at a time. One of so many is put down, with its moves and leaves.
    fn run_leaves(
        &self,
        Part { list, first, end, .. }: Part<'_>,
        one_in: u32,
        sample: u32,
    ) -> Result<(Sums, Vec<[u32; SAMPLE_WORDS]>), CardError> {
        let Buffers { flags, sums, samples, .. } = &*self.buffers;
        self.device.clear(flags, FLAGS);
        let job = Job { first, end, one_in, sample, ..Job::default() };
        let buffers = list.rows.iter().chain([flags, sums, samples]);
        let groups = self.device.run(Step::Leaves, job, buffers);
        let samples_before = |end: u32| u64::from((end + (one_in - 1 - sample)) / one_in);
        let places = samples_before(first)..samples_before(end);
        // A range of no words cannot be read.
        let words = SAMPLE_WORDS as u64;
        let words = words * places.start..words * places.end.max(places.start + 1);
        let sums = (sums, 0..SUM_WORDS * groups);
        let [flags, sums, read] = self.device.read([(flags, 0..FLAGS), sums, (samples, words)])?;
        Flags::of(&flags)?;
        Ok((Sums::of(&sums)?, read.as_chunks().0[..places.count()].to_vec()))
    }

    /// Counts the leaves two plies below a position again.
    fn recount(&mut self, sample: &[u32; SAMPLE_WORDS]) -> Result<(), CardError> {
        let [words @ .., _, leaves] = sample;
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

    pub fn report(&self, share: f64, leaves: u128) {
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
            sums: buffer(MOST_THREADS / GROUP_OF_SOFTWARE, SUM_WORDS),
            samples: buffer(room.kept / ONE_IN + 2, SAMPLE_WORDS as u64),
            batch: 1 << 12,
            portion: 1 << 8,
            widths: BTreeMap::new(),
            random: Random::new(0),
        }
    }

    /// A list for the children of so many parents, for as long as it is not put back.
    fn list_for(&mut self, device: &Device, parents: u32) -> List {
        let room = (u64::from(parents) * 64).next_power_of_two().max(MOST_MOVES);
        self.list(device, narrow(room.min(self.room.kept.into())))
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
        let row = |at: usize| positions.iter().flat_map(move |root| root.0[at..at + 4].to_vec());
        let rest = |(words, paths): &(Packed, u64)| [words[8], narrow(*paths), narrow(paths >> 32)];
        let rows = [row(0).collect(), row(4).collect(), positions.iter().flat_map(rest).collect()];
        for (buffer, words) in list.rows.iter().zip::<[Vec<u32>; 3]>(rows) {
            device.write(buffer, &words);
        }
        list
    }
}

impl List {
    fn new(device: &Device, room: u32) -> List {
        let buffer = |words: u64| device.buffer(4 * words * u64::from(room));
        List { rows: [ROW, ROW, REST].map(buffer), room }
    }
}

impl Sums {
    /// The sums of all groups.
    fn of(words: &[u32]) -> Result<Sums, CardError> {
        let numbers: Vec<u128> = bytemuck::pod_collect_to_vec(words);
        let mut all = Sums::default();
        for &[paths, leaves, walked] in numbers.as_chunks().0 {
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
        let [children, firsts, no_room, unlike_counts] = words[..4] else {
            return Err(CardError::Wrong("found no flags".to_owned()));
        };
        if unlike_counts > 0 {
            let message = "its two ways to find moves differ in their number".to_owned();
            return Err(CardError::Wrong(message));
        }
        Ok(Flags { children, firsts, is_overflow: no_room > 0 })
    }
}

#[cfg(test)]
#[path = "../tests/each.rs"]
mod each;
