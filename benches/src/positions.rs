//! The six positions with which engines are usually compared, and their well-known counts.

use ox88::Position;
use ox88::suite::SuitePosition;
use ox88::suite::built_in;

/// One of the six usual positions.
pub struct Usual {
    /// Its name in the tables.
    pub name: &'static str,
    /// A depth to which a program that counts the last ply needs some tenths of a second.
    pub depth: u32,
    suite: &'static SuitePosition,
    /// Its published counts, which are deeper than those of the suite.
    published: Option<&'static SuitePosition>,
}

/// Name, id in the suites of ox88, depth.
const SIX: [(&str, &str, u32); 6] = [
    ("start", "start_position", 6),
    ("kiwipete", "kiwipete", 5),
    ("position 3", "rook_ending_with_pins_along_both_ranks", 7),
    ("position 4", "check_on_the_diagonal_and_pawns_about_to_promote", 5),
    ("position 5", "pawn_on_d7_takes_bishop_and_promotes", 5),
    ("position 6", "symmetrical_middlegame_with_pinned_knights", 5),
];

/// The six usual positions, the start position first.
///
/// # Errors
/// If the suites of ox88 have lost one of them.
pub fn six() -> Result<Vec<Usual>, String> {
    let usual = |(name, id, depth)| {
        let found = built_in::by_id(id);
        let suite = found.ok_or_else(|| {
            format!("the suites of ox88 have no {id}: write its new id into positions.rs")
        })?;
        let published = built_in::published().map_err(ToString::to_string)?.find(&suite.position);
        Ok(Usual { name, depth, suite, published })
    };
    SIX.into_iter().map(usual).collect()
}

impl Usual {
    /// The position.
    #[must_use]
    pub const fn position(&self) -> &'static Position {
        &self.suite.position
    }

    /// The FEN of the position.
    #[must_use]
    pub fn fen(&self) -> &'static str {
        &self.suite.entry.fen
    }

    /// The number of leaves at a depth.
    ///
    /// # Errors
    /// If that is not known.
    pub fn leaves(&self, depth: u32) -> Result<u128, String> {
        let published = self.published.and_then(|published| published.count(depth));
        let known = self.suite.count(depth).or(published);
        known.map(|count| count.nodes).ok_or_else(|| {
            format!("no count at depth {depth} of {}: write it into the suites of ox88", self.name)
        })
    }
}
