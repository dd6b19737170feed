//! Where does another engine go wrong, and which rule does it break?

pub mod compare;
pub mod diagnose;
pub mod dialect;
pub mod engine;
pub mod explain;
mod faults;
pub mod finding;
mod hypothesis;
pub mod line;
pub mod plan;
pub mod report;
pub mod search;
pub mod session;
mod shrink;
pub use dialect as read;
pub use engine as ask;
