//! Where does another engine go wrong, and which rule does it break?

pub mod dialect;
pub mod engine;
pub mod explain;
