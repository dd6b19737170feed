//! A graphics card that counts: what others use of this crate.

use crate::count::{CHILD, Count, Done, IsOver, PLACE, Room, Unless, locked, narrow};
use crate::device::{CardError, Device};
use crate::packed::{TESTED, pack, tested};
use ox88::Position;
use ox88_count::RootMove;
use ox88_count::{Counter, Progress, Rows, checked};
use std::sync::{Arc, Mutex, MutexGuard};

/// A graphics card that is open, and has counted the positions of the suites right.
pub struct Card {
    names: [String; 2],
    is_software: bool,
    /// It does one thing at a time, and any thread may ask how far that has come.
    count: Mutex<Count>,
    progress: Arc<Mutex<Progress>>,
}

/// What a card is given for positions if nobody says it: little enough for any card, and for a processor in its place.
const MEMORY: u64 = 2 << 30;
const MEMORY_OF_SOFTWARE: u64 = 256 << 20;

/// The memory is for so many lists. If these would be larger than the card's largest buffer, there are more.
const LISTS: u64 = 6;
const MOST_LISTS: u64 = 16;

/// The least depth that is worth a question to the card: with less, the processor takes milliseconds.
const LEAST_DEPTH: u32 = 5;

impl Card {
    /// Opens the best card there is, and lets it count the positions of the suites. It uses about this many bytes of
    /// its memory.
    ///
    /// # Errors
    /// If there is no card, if it fails, or if a count is not that of the suites.
    pub fn open(memory: Option<u64>) -> Result<Card, CardError> {
        let device = Device::open()?;
        let usual = if device.is_software { MEMORY_OF_SOFTWARE } else { MEMORY };
        let room = room(&device, memory.unwrap_or(usual));
        let card = Card::with(device, room);
        card.test()?;
        card.count().done = Done::default();
        Ok(card)
    }

    /// A card with this room, before its test.
    pub(crate) fn with(device: Device, room: Room) -> Card {
        let (names, is_software) = (device.names.clone(), device.is_software);
        let count = Count::new(device, room);
        Card { names, is_software, progress: Arc::clone(&count.progress), count: count.into() }
    }

    /// Its name, and those of the interface and the driver.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// Whether there is no card, and the processor does the work of one.
    pub fn is_software(&self) -> bool {
        self.is_software
    }

    /// The leaves at this depth, or nothing if `is_over` becomes true on the way. The counter counts what is not worth a
    /// question to the card.
    ///
    /// # Errors
    /// If the card fails or counts wrong, or if their number does not fit into 128 bits.
    pub fn perft_until(
        &self,
        counter: &Counter,
        position: &Position,
        depth: u32,
        is_over: IsOver<'_>,
    ) -> Unless<u128> {
        *locked(&self.progress) = Progress::default();
        self.leaves(counter, position, depth, 1.0, is_over)
    }

    /// The same, split by root moves.
    ///
    /// # Errors
    /// If the card fails or counts wrong, or if the total does not fit into 128 bits.
    pub fn divide_until(
        &self,
        counter: &Counter,
        position: &Position,
        depth: u32,
        is_over: IsOver<'_>,
    ) -> Unless<Rows> {
        *locked(&self.progress) = Progress::default();
        let mut stop = None;
        let divide = Rows::of(position, depth, |root_moves| {
            let share = 1.0 / f64::from(narrow(root_moves.len() as u64));
            let row = |RootMove { mv, after, depth }| {
                let leaves = self.leaves(counter, &after, depth, share, is_over);
                if let Ok(Some(leaves)) = leaves {
                    return Some((mv, leaves));
                }
                stop = Some(leaves.map(|_| None));
                None
            };
            root_moves.into_iter().map_while(row).collect()
        });
        stop.unwrap_or_else(|| {
            checked(divide.total()).map(|_| Some(divide)).map_err(|_| CardError::Overflow)
        })
    }

    /// How far the present count has come. Any thread may ask.
    pub fn progress(&self) -> Progress {
        *locked(&self.progress)
    }

    /// What it has done so far.
    pub fn done(&self) -> Done {
        self.count().done
    }

    fn leaves(
        &self,
        counter: &Counter,
        position: &Position,
        depth: u32,
        share: f64,
        is_over: IsOver<'_>,
    ) -> Unless<u128> {
        if depth >= LEAST_DEPTH {
            return self.count().leaves_below(&[(pack(position), 1)], depth, share, is_over);
        }
        let leaves = counter.perft_until(position, depth, is_over);
        let leaves = leaves.map_err(|_| CardError::Overflow)?;
        self.count().report(share, leaves.unwrap_or(0));
        Ok(leaves)
    }

    pub(crate) fn count(&self) -> MutexGuard<'_, Count> {
        locked(&self.count)
    }

    /// Lets the card count all positions of the suites at once, and compares the sum with theirs.
    pub(crate) fn test(&self) -> Result<(), CardError> {
        let (positions, expected) = tested();
        let roots: Vec<_> = positions.into_iter().map(|words| (words, 1)).collect();
        let found = self.count().leaves_below(&roots, TESTED, 0.0, &|| false)?;
        if found == Some(expected) {
            return Ok(());
        }
        let found = found.unwrap_or(0);
        Err(CardError::Wrong(format!(
            "found {found} leaves {TESTED} plies below the positions of the suites, expected {expected}"
        )))
    }
}

/// How many positions fit into so much memory.
fn room(device: &Device, memory: u64) -> Room {
    // What a software adapter does in a step takes long enough.
    let most_children = if device.is_software { 1 << 15 } else { 1 << 24 };
    // A position of a list has up to four slots of four bytes in its table. All lists share the room for children.
    let of_children = CHILD.iter().sum::<u64>() / 2 / LISTS;
    let bytes = PLACE.iter().sum::<u64>() + 4 * 4 + of_children;
    // The shader counts the words of a buffer in 32 bits.
    let largest = device.largest_buffer().min(1 << 31) / PLACE[0];
    let kept = (memory / LISTS / bytes).clamp(1 << 12, largest);
    // With more memory than so many of the largest lists take, there are more of them.
    let lists = narrow((memory / (kept * bytes)).clamp(LISTS, MOST_LISTS));
    let kept = narrow(kept);
    let children = (kept / 2).min(most_children);
    Room { kept, lists, children, slots: kept.saturating_mul(2).next_power_of_two() }
}
