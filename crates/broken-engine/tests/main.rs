//! What the broken engine counts, and how it talks.

mod conversation;
mod faults;
