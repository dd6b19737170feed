//! How many leaves?

// By the definition, and the same number sooner.
pub mod divide;
pub mod quick;
pub mod stats;
pub mod walk;
// Both walks with a memory, on several threads.
pub mod counter;
pub mod entries;
pub mod key;
pub mod memo;
pub mod progress;
pub mod tally;
pub mod threads;
// In parts, for several machines.
pub mod distinct;
pub mod split;
// About how many, where counting takes too long.
pub mod estimate;
pub mod random;
