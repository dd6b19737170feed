//! Where does another engine go wrong, and which rule does it break?

pub mod compare;
pub mod descend;
pub mod dialect;
pub mod engine;
pub mod explain;
pub mod finding;
pub mod line;
pub mod plan;
pub mod report;
pub mod search;
pub mod slip;
pub mod witness;
