//! Where does another engine go wrong, and which rule does it break?

pub mod ask;
pub mod compare;
pub mod descend;
pub mod explain;
pub mod finding;
pub mod line;
pub mod plan;
pub mod read;
pub mod report;
pub mod search;
pub mod slip;
pub mod witness;
