//! The quick walk, bitboards, the memory, the estimates and the split work, held against the reference.

mod bitboards;
mod chess960;
mod claims;
mod columns;
mod distinct;
mod estimate;
mod quick;
mod remembered;
mod sets;
mod stats;
mod suites;
mod work;
mod worked;
