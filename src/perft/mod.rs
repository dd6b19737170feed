//! How many leaves?

// By the definition, and the same number sooner.
pub mod divide;
pub mod quick;
pub mod walk;
// Both walks with a memory, on several threads.
pub mod counter;
pub mod key;
pub mod memo;
pub mod progress;
pub mod split;
pub mod threads;
