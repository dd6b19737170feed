//! The parts of an engine that can still be at fault.

/// A part of an engine, as tables and programs name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Setting up a position by its FEN.
    ReadFen,
    /// The moves of a position, or the test whether they are legal.
    Generation,
    /// Making a move.
    Make,
    /// Taking a move back.
    Unmake,
    /// A table of remembered counts.
    Table,
    /// What is counted, or how it is added up.
    Counting,
    /// It is not known which.
    Unknown,
}

impl Part {
    /// All that can be at fault.
    const ALL: [Part; 6] =
        [Part::ReadFen, Part::Generation, Part::Make, Part::Unmake, Part::Table, Part::Counting];

    /// The name of the part in tables and for programs. It does not change.
    pub const fn id(self) -> &'static str {
        match self {
            Part::Generation => "generation",
            Part::ReadFen => "fen",
            Part::Make => "make",
            Part::Unmake => "unmake",
            Part::Table => "hash-table",
            Part::Counting => "counting",
            Part::Unknown => "unknown",
        }
    }
}

/// A set of parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Suspects(u8);

impl Suspects {
    /// Nothing is ruled out.
    pub const ALL: Suspects = Suspects(0b11_1111);
    /// No part.
    pub const NONE: Suspects = Suspects(0);
    pub(crate) const READ: Suspects = Suspects::of(Part::ReadFen);
    /// Generating the moves of a position.
    pub const GENERATION: Suspects = Suspects::of(Part::Generation);
    pub(crate) const MAKE: Suspects = Suspects::of(Part::Make);
    /// Taking a move back.
    pub const UNMAKE: Suspects = Suspects::of(Part::Unmake);
    pub(crate) const MAKE_OR_UNMAKE: Suspects = Suspects::MAKE.or(Suspects::UNMAKE);
    pub(crate) const TABLE: Suspects = Suspects::of(Part::Table);
    pub(crate) const COUNTING: Suspects = Suspects::of(Part::Counting);

    /// This part alone.
    const fn of(part: Part) -> Suspects {
        Suspects(1 << part as u8)
    }

    /// These and those.
    #[must_use]
    pub const fn or(self, others: Suspects) -> Suspects {
        Suspects(self.0 | others.0)
    }

    /// These but not those.
    #[must_use]
    pub const fn without(self, others: Suspects) -> Suspects {
        Suspects(self.0 & !others.0)
    }

    /// Whether one of those is among them.
    pub const fn has(self, others: Suspects) -> bool {
        self.0 & others.0 != 0
    }

    /// The part that is at fault: the only one that is left.
    pub fn part(self) -> Part {
        let mut left = self.parts();
        left.next().filter(|_| left.next().is_none()).unwrap_or(Part::Unknown)
    }

    /// Those that are left.
    pub fn parts(self) -> impl Iterator<Item = Part> {
        Part::ALL.into_iter().filter(move |&part| self.has(Suspects::of(part)))
    }
}

impl std::fmt::Debug for Suspects {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        if *self == Suspects::ALL {
            return f.write_str("unknown");
        }
        f.write_str(&self.parts().map(Part::id).collect::<Vec<_>>().join("|"))
    }
}
