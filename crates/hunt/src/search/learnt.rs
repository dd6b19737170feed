//! What a hunt has learnt about a fault: an engine that has just this one, and how it was tried.

use super::machine::Faulty;
use crate::worlds::World;
use ox88::{Move, Position};

/// An explanation that foretells an engine, and how it was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// The engine that has just this fault.
    pub engine: WrongEngine,
    /// How many wrong answers it explains: all that were heard.
    pub wrong: usize,
    /// How many right answers do not contradict it: all that were heard.
    pub right: usize,
}

/// A wrong engine that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongEngine {
    /// It has some moves of each position wrong.
    Moves(World),
    /// It has a fault that ox88 knows.
    Fault(Faulty),
}

impl WrongEngine {
    /// The leaves that it counts after each move. Nothing where nobody can say that.
    pub fn divide(&self, here: &Position, depth: u32) -> Option<Vec<(Move, u128)>> {
        match self {
            WrongEngine::Moves(world) => Some(world.divide(here, depth)),
            WrongEngine::Fault(faulty) => faulty.divide(here, depth),
        }
    }

    /// Its fault, if that is one that ox88 knows.
    pub const fn fault(&self) -> Option<Faulty> {
        match self {
            WrongEngine::Moves(_) => None,
            WrongEngine::Fault(faulty) => Some(*faulty),
        }
    }

    /// The faults of its moves, if it has such.
    pub const fn moves(&self) -> Option<&World> {
        match self {
            WrongEngine::Moves(world) => Some(world),
            WrongEngine::Fault(_) => None,
        }
    }
}
