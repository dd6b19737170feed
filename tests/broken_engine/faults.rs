//! What a fault is: a name to switch it on by, and the positions that are known to show it.

use ox88::internals::chess::color::Color;

/// A position in which a fault changes the count of leaves.
pub struct Shown {
    pub fen: &'static str,
    pub depth: u32,
    pub right: u64,
    pub wrong: u64,
}

/// Writes out the list of faults as an enum and as a table. An entry is the fault, its name, what it
/// does, and a bracket for each position that shows it: `[FEN, depth: right => wrong]`.
macro_rules! faults {
    ($($fault:ident $name:literal $what:literal
       $([$fen:literal, $depth:literal: $right:literal => $wrong:literal])*;)*) => {
        /// One mistake that this engine can make.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault { $(#[doc = $what] $fault),* }

        impl Fault {
            pub const ALL: &[Fault] = &[$(Fault::$fault),*];

            /// The word on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Fault::$fault => $name),* }
            }

            /// What goes wrong, in one line.
            pub fn description(self) -> &'static str {
                match self { $(Fault::$fault => $what),* }
            }

            /// The smallest positions that are known to show it.
            pub fn shown(self) -> &'static [Shown] {
                match self { $(Fault::$fault => &[$(
                    Shown { fen: $fen, depth: $depth, right: $right, wrong: $wrong }
                ),*]),* }
            }
        }
    };
}
pub(crate) use faults;

pub use super::list::Fault;

/// The faults that are switched on, for each side on its own.
#[derive(Clone, Copy, Default)]
pub struct Faults {
    of_sides: [u128; 2],
}

impl Faults {
    pub const NONE: Faults = Faults { of_sides: [0; 2] };

    /// Reads a name, or `white:` or `black:` and a name for a mistake that only one side makes.
    /// Answers whether there is such a fault.
    pub fn switch_on_by_name(&mut self, word: &str) -> bool {
        let (sides, name): (&[Color], &str) = match word.split_once(':') {
            Some(("white", name)) => (&[Color::White], name),
            Some(("black", name)) => (&[Color::Black], name),
            _ => (&Color::BOTH, word),
        };
        let Some(&fault) = Fault::ALL.iter().find(|fault| fault.name() == name) else {
            return false;
        };
        for &side in sides {
            self.switch_on(fault, side);
        }
        true
    }

    fn switch_on(&mut self, fault: Fault, side: Color) {
        self.of_sides[side.index()] |= 1 << fault as u32;
    }

    /// Whether this side makes this mistake.
    #[inline]
    pub fn has(self, fault: Fault, side: Color) -> bool {
        self.of_sides[side.index()] >> fault as u32 & 1 != 0
    }
}
