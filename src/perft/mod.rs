//! How many?

pub mod counter;
pub mod memo;
pub mod mobility;
pub mod quick;
pub mod siege;
pub mod sight;
pub mod squares;
pub mod walk;
