//! How much a memory keeps of what is put in.

use crate::entries::Entries;
use crate::key::Key;
use crate::memo::Memo;
use ox88::Position;
use std::ops::Range;

/// The keys of positions at each of these depths, the positions of the first depth first.
pub fn keys(positions: &[Position], depths: Range<u32>) -> Vec<Key> {
    let at = |depth| positions.iter().map(move |position| Key::new(position, depth));
    depths.flat_map(at).collect()
}

/// How many of a hundred keys are remembered.
pub fn percentage_known<E: Entries>(memo: &Memo<E>, keys: &[Key]) -> usize {
    keys.iter().filter(|key| memo.get(key).is_some()).count() * 100 / keys.len()
}
