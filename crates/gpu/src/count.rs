//! The count, level by level: from a list of distinct positions the card makes that of the next ply, until two plies
//! are left.
//!
//! A level is filled from the one above it in portions: `grow` writes the children of a portion, `unify` finds those
//! that are equal, and `keep` appends the others to a list. A level that is too large for one list has several, each
//! for a window of keys. What has no room in all of them is made later, from all parents again. Equal positions have the
//! same key, and so are in the same list.

use crate::device::{
    CardError, Device, GROW, Job, LEAVES, LISTS_AT_A_TIME, MOST_GROUPS, Places, Read, SAMPLE_WORDS,
    SUMS, TAKEN, Task, UNIFY_KEEP,
};
use crate::packed::{Packed, unpack};
use ox88_count::random::Random;
use ox88_count::{Progress, quick};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
    /// Distinct positions of a list.
    pub kept: u32,
    /// So many lists of that size.
    pub lists: u32,
    /// The children of a portion.
    pub children: u32,
    /// The most slots of a table: a power of two.
    pub slots: u32,
}

/// A card, what it has of positions, and what the steps leave there.
pub struct Count {
    pub device: Device,
    room: Room,
    /// The lists that no level uses now.
    spare: Vec<List>,
    /// How many lists of full size are in use.
    in_use: u32,
    children: Places,
    /// For each list that is filled at the same time.
    tables: Vec<wgpu::Buffer>,
    sums: wgpu::Buffer,
    samples: wgpu::Buffer,
    /// How many positions `leaves` takes at a time, and how many parents `grow`.
    batch: u32,
    portion: u32,
    /// By depth, the width of a window for the children of one parent: those of several share it.
    widths: BTreeMap<u32, u64>,
    random: Random,
    pub progress: Arc<Mutex<Progress>>,
    pub done: Done,
}

/// A list on the card, with room for so many positions.
pub struct List {
    places: Places,
    kept: u32,
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
    is_over: IsOver<'a>,
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
#[derive(Debug)]
pub enum Stop {
    /// The count is over before its end.
    Over,
    /// The children have no room.
    NoRoom,
    Failed(CardError),
}

impl From<CardError> for Stop {
    fn from(error: CardError) -> Stop {
        Stop::Failed(error)
    }
}

/// The bytes of a position in each buffer of a list, and of a child.
pub const PLACE: [u64; 3] = [16, 16, 8];
pub const CHILD: [u64; 3] = [16, 16, 12];
/// So many distinct children a position is expected to have. A wrong guess takes a list too many or another pass.
const DISTINCT_CHILDREN: u64 = 16;
/// A driver resets a card that does not answer for two seconds, and Ctrl-C should not wait.
const LONG_STEP: Duration = Duration::from_millis(150);
/// No position has as many moves.
const MOST_MOVES: u64 = 1 << 9;
/// The most parents of a portion: 32 bits hold the number of all children.
const MOST_PARENTS: u64 = 1 << 23;
/// So many keys there are.
const KEYS: u32 = 1 << 24;
/// So few parents get no narrower windows than there are lists: their number is halved instead.
const FEW: u32 = 256;
/// Of how many positions one is counted again.
const ONE_IN: u32 = 100_003;

/// Whether a count is to end before its time.
pub type IsOver<'a> = &'a (dyn Fn() -> bool + Sync);

/// `None` in place of a count that is over before its end.
pub type Unless<T> = Result<Option<T>, CardError>;

impl Count {
    /// Room for so many positions.
    pub fn new(device: Device, room: Room) -> Count {
        let buffer = |places: u32, bytes: u64| device.buffer(bytes * u64::from(places));
        Count {
            room,
            spare: Vec::new(),
            in_use: 0,
            children: CHILD.map(|bytes| buffer(room.children, bytes)),
            tables: Vec::new(),
            sums: buffer(MOST_GROUPS, SUMS),
            samples: buffer(room.kept / ONE_IN + 2, 4 * SAMPLE_WORDS as u64),
            batch: 1 << 12,
            portion: 1 << 8,
            widths: BTreeMap::new(),
            random: Random::new(0),
            progress: Arc::default(),
            done: Done::default(),
            device,
        }
    }

    /// The leaves at this depth, at least 2, below some positions, each times its paths.
    pub fn leaves_below(
        &mut self,
        roots: &[(Packed, u64)],
        depth: u32,
        share: f64,
        is_over: IsOver<'_>,
    ) -> Unless<u128> {
        let list = self.upload(roots);
        self.widths.clear();
        let part = Part { list: &list, first: 0, end: list.kept, depth, share, is_over };
        let sums = self.below(part);
        self.put_back(list);
        match sums {
            Ok(sums) => sums.checked(roots.iter().map(|root| u128::from(root.1)).sum()).map(Some),
            Err(Stop::Over) => Ok(None),
            Err(Stop::Failed(error)) => Err(error),
            Err(Stop::NoRoom) => {
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
        let lists = self.lists_below(part);
        let sums = self.by_windows(part, &lists);
        for list in lists {
            self.put_back(list);
        }
        match sums {
            // Where even one window of keys has no room, by halves.
            Err(Stop::NoRoom) if part.len() > 1 => {
                let (middle, share) = (part.first + part.len() / 2, part.share / 2.0);
                let mut sums = self.below(Part { end: middle, share, ..part })?;
                sums.add(self.below(Part { first: middle, share, ..part })?)?;
                Ok(sums)
            }
            sums => sums,
        }
    }

    /// The same, for all these positions' children: as many windows of keys at a time as there are lists.
    fn by_windows(&mut self, part: Part<'_>, lists: &[List]) -> Result<Sums, Stop> {
        let count = u64::from(part.len());
        let width_for = |keys: u64| narrow(keys.clamp(1, KEYS.into()));
        let known = self.widths.get(&part.depth);
        let mut width = width_for(known.map_or(u64::MAX, |keys| keys / count));
        let (mut low, mut above, mut below) = (0, Sums::default(), Sums::default());
        while low < KEYS {
            // All that are left, in windows of the same width, and with all lists if one is not enough.
            let left = KEYS - low;
            let times = left.div_ceil(width).next_multiple_of(narrow(lists.len() as u64));
            width = left.div_ceil(times);
            let windows: Vec<_> = (low..KEYS).step_by(width as usize).zip(lists).collect();
            let have;
            (have, above) = match self.fill(part, width, &windows) {
                Err(Stop::NoRoom) if part.len() > FEW && width > 1 => {
                    width /= 2;
                    continue;
                }
                filled => filled?,
            };
            let (depth, share) = (part.depth - 1, part.share * f64::from(width) / f64::from(KEYS));
            for (&(_, list), &end) in windows.iter().zip(&have) {
                below.add(self.below(Part { list, first: 0, end, depth, share, ..part })?)?;
            }
            low = low.saturating_add(narrow(u64::from(width) * windows.len() as u64));
            let most = have.into_iter().max().unwrap_or(1).max(1);
            let fits = u64::from(width) * u64::from(lists[0].kept) / u64::from(most) / 8 * 7;
            width = width_for(fits);
            if lists[0].kept == self.room.kept {
                self.widths.insert(part.depth, fits.saturating_mul(count));
            }
        }
        let leaves = below.checked(above.leaves)?;
        Ok(Sums { paths: above.paths, leaves, walked: below.walked })
    }

    /// Fills each list with the distinct children of some positions whose keys are in its window, which begins there.
    /// Returns how many these are, and the sums of the positions, with their moves as leaves.
    fn fill(
        &mut self,
        part: Part<'_>,
        width: u32,
        windows: &[(u32, &List)],
    ) -> Result<(Vec<u32>, Sums), Stop> {
        while self.tables.len() < windows.len() {
            self.tables.push(self.device.buffer(4 * u64::from(self.room.slots)));
        }
        let (mut first, mut have, mut all) = (part.first, vec![0; windows.len()], Sums::default());
        while first < part.end {
            let end = part.end.min(first.saturating_add(self.portion));
            let some = Part { first, end, ..part };
            let grown = Job { room: self.room.children, ..Job::default() };
            let mut tasks = vec![self.task(GROW, some, grown)];
            for (number, &(low, list)) in windows.iter().enumerate() {
                let job = Job {
                    room: list.kept,
                    have: have[number],
                    slots: list.kept.saturating_mul(2).next_power_of_two().min(self.room.slots),
                    list: narrow(number as u64),
                    low,
                    high: low.saturating_add(width),
                    ..Job::default()
                };
                let (list, table) = (&list.places, &self.tables[number]);
                tasks.push(Task { list, table, ..self.task(UNIFY_KEEP, some, job) });
            }
            let Read { flags, sums, .. } = self.run(part, &tasks)?;
            let [children, no_room, full, ..] = flags;
            // So many parents that their children, as many for each as here, take seven eighths of the room.
            let (count, room) = (u64::from(end - first), u64::from(self.room.children));
            let fitting = room / 8 * 7 * count / u64::from(children.max(1));
            let most = if no_room > 0 { count / 2 } else { room.min(MOST_PARENTS) };
            self.portion = narrow(fitting.min(most).max(1));
            if no_room > 0 && count > 1 {
                continue;
            }
            if no_room + full > 0 {
                return Err(Stop::NoRoom);
            }
            have.iter_mut().zip(&flags[TAKEN..]).for_each(|(have, taken)| *have += taken);
            all.add(Sums::of(&sums)?)?;
            first = end;
        }
        Ok((have, all))
    }

    /// The sums of some positions, with the leaves two plies below them.
    fn leaves(&mut self, part: Part<'_>) -> Result<Sums, Stop> {
        let mut all = Sums::default();
        let sample = self.random.below(part.len().min(ONE_IN) as usize);
        let share_of_one = part.share / f64::from(part.len());
        let mut first = part.first;
        while first < part.end {
            let start = Instant::now();
            let end = part.end.min(first + self.batch);
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
                self.batch = (self.batch / 2).max(1);
            } else if time < LONG_STEP / 3 {
                self.batch = self.batch.saturating_mul(2).min(1 << 30);
            }
        }
        Ok(all)
    }

    /// The same for as many as the card takes at a time. One of so many is put down, with its moves and leaves.
    fn run_leaves(
        &self,
        part: Part<'_>,
        one_in: u32,
        sample: u32,
    ) -> Result<(Sums, Vec<[u32; SAMPLE_WORDS]>), Stop> {
        let job = Job { one_in, sample, ..Job::default() };
        let Read { sums, samples, .. } = self.run(part, &[self.task(LEAVES, part, job)])?;
        let before = (one_in + sample - part.first % one_in) % one_in;
        let places = (part.first..part.end).skip(before as usize).step_by(one_in as usize);
        Ok((Sums::of(&sums)?, places.map(|place| samples[(place / one_in) as usize]).collect()))
    }

    /// Steps with these positions that use no other list, and no table.
    fn task<'a>(&'a self, steps: &'static [usize], part: Part<'a>, job: Job) -> Task<'a> {
        let job = Job { first: part.first, end: part.end, ..job };
        Task { steps, job, list: &part.list.places, table: &self.sums }
    }

    /// Lets the card do some tasks, unless the count is over.
    fn run(&self, part: Part<'_>, tasks: &[Task<'_>]) -> Result<Read, Stop> {
        if (part.is_over)() {
            return Err(Stop::Over);
        }
        let places = [&part.list.places, &self.children];
        let read = self.device.run(tasks, places, [&self.sums, &self.samples])?;
        if read.flags[3] == 0 {
            return Ok(read);
        }
        let what = "its two ways to find moves differ in their number";
        Err(CardError::Wrong(what.to_owned()).into())
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

    /// Lists for the children of some positions: a small one that nearly always has room, or as many of full size as may
    /// be needed, of those that are left. The last level, two plies above the leaves, may take all of them, and each other
    /// one half of them.
    fn lists_below(&mut self, part: Part<'_>) -> Vec<List> {
        let room = (u64::from(part.len()) * 64).next_power_of_two().max(MOST_MOVES);
        // All small ones together are less than half a list.
        if room < u64::from(self.room.kept / 4) {
            return vec![self.list(narrow(room))];
        }
        let left = self.room.lists.saturating_sub(self.in_use);
        let left = if part.depth == 3 { left } else { left.div_ceil(2) };
        let needed = u64::from(part.len()) * DISTINCT_CHILDREN / u64::from(self.room.kept) + 1;
        let lists = needed.min(left.into()).clamp(1, LISTS_AT_A_TIME as u64);
        (0..lists).map(|_| self.list(self.room.kept)).collect()
    }

    /// A list, for as long as it is not put back among the spare ones.
    fn list(&mut self, kept: u32) -> List {
        self.in_use += u32::from(kept == self.room.kept);
        if let Some(place) = self.spare.iter().position(|list| list.kept == kept) {
            return self.spare.swap_remove(place);
        }
        let places = PLACE.map(|bytes| self.device.buffer(bytes * u64::from(kept)));
        List { places, kept }
    }

    fn put_back(&mut self, list: List) {
        self.in_use -= u32::from(list.kept == self.room.kept);
        self.spare.push(list);
    }

    /// A list with these positions, each with its paths.
    fn upload(&mut self, positions: &[(Packed, u64)]) -> List {
        let list = self.list(narrow(positions.len() as u64));
        let [ab, co, paths] = &list.places;
        let half = |first: usize| {
            let words = positions.iter().flat_map(|(words, _)| &words[first..first + 4]);
            words.copied().collect::<Vec<_>>()
        };
        self.device.write(ab, &half(0));
        self.device.write(co, &half(4));
        let words = positions.iter().flat_map(|&(_, it)| [narrow(it), narrow(it >> 32)]);
        self.device.write(paths, &words.collect::<Vec<_>>());
        list
    }

    pub fn report(&self, share: f64, leaves: u128) {
        let mut progress = locked(&self.progress);
        progress.share += share;
        progress.leaves = progress.leaves.saturating_add(leaves);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is taken")]
pub const fn narrow(word: u64) -> u32 {
    word as u32
}

pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sums {
    /// The sums of all groups.
    fn of(groups: &[[u128; 3]]) -> Result<Sums, CardError> {
        let mut all = Sums::default();
        for &[paths, leaves, walked] in groups {
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

#[cfg(test)]
#[path = "../tests/each.rs"]
mod each;
