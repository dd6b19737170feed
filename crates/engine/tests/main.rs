//! Engines that answer within the test, or in small shell scripts: what they are sent, and how they are read.

mod columns;
mod comparing;
#[cfg(all(unix, feature = "processes"))]
mod engine;
mod notation;
mod partial_reply;
mod pasted;
mod read;
#[cfg(feature = "processes")]
mod splitting;
#[cfg(all(unix, feature = "processes"))]
mod suites;
mod talk;
