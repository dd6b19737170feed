//! The positions on which programs are compared: the six usual ones with their well-known counts, and six endings.

use ox88::Position;
use ox88::suite::SuitePosition;
use ox88::suite::built_in;

/// A position on which programs are compared.
pub struct Compared {
    /// Its name in the tables.
    pub name: &'static str,
    /// A depth to which a program that counts the last ply needs some tenths of a second.
    pub depth: u32,
    /// The leaves at that depth, if the suites do not count so far.
    deepest: Option<u128>,
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

/// Name, id in the suites of ox88, depth, and the leaves, on which all programs of a run agree.
const ENDINGS: [(&str, &str, u32, u128); 6] = [
    ("pawns", "d_and_e_pawns_at_home_before_their_kings_white_to_move", 10, 1_016_755_501),
    ("knights", "four_knights_in_the_centre_give_check_white_to_move", 7, 320_053_913),
    ("bishops", "two_bishops_a_side_with_kings_on_the_edge_white_to_move", 7, 531_840_753),
    ("two rooks", "rooks_in_all_four_corners_white_to_move", 6, 525_169_084),
    ("queens", "queens_pin_each_other_white_to_move", 8, 1_389_464_081),
    ("four rooks", "doubled_rooks_against_cornered_kings_white_to_move", 7, 974_704_196),
];

/// The six usual positions, the start position first.
///
/// # Errors
/// If the suites of ox88 have lost one of them.
pub fn six() -> Result<Vec<Compared>, String> {
    SIX.into_iter().map(|(name, id, depth)| Compared::of(name, id, depth, None)).collect()
}

/// Six endings: of each kind of piece one, and of rooks two.
///
/// # Errors
/// If the suites of ox88 have lost one of them.
pub fn endings() -> Result<Vec<Compared>, String> {
    let ending = |(name, id, depth, leaves)| Compared::of(name, id, depth, Some(leaves));
    ENDINGS.into_iter().map(ending).collect()
}

impl Compared {
    fn of(
        name: &'static str,
        id: &str,
        depth: u32,
        deepest: Option<u128>,
    ) -> Result<Compared, String> {
        let found = built_in::by_id(id);
        let suite = found.ok_or_else(|| {
            format!("the suites of ox88 have no {id}: write its new id into positions.rs")
        })?;
        let published = built_in::published().find(&suite.position);
        Ok(Compared { name, depth, deepest, suite, published })
    }

    /// The depth for a short comparison: the greatest below the usual one whose count is known.
    pub fn short_depth(&self) -> u32 {
        (1..self.depth).rev().find(|&depth| self.leaves(depth).is_ok()).unwrap_or(1)
    }

    /// The position.
    pub const fn position(&self) -> &'static Position {
        &self.suite.position
    }

    /// The FEN of the position.
    pub fn fen(&self) -> &'static str {
        &self.suite.entry.fen
    }

    /// The number of leaves at a depth.
    ///
    /// # Errors
    /// If that is not known.
    pub fn leaves(&self, depth: u32) -> Result<u128, String> {
        let published = self.published.and_then(|published| published.count(depth));
        let known = self.suite.count(depth).or(published).map(|count| count.nodes);
        known.or(self.deepest.filter(|_| depth == self.depth)).ok_or_else(|| {
            format!("no count at depth {depth} of {}: write it into the suites of ox88", self.name)
        })
    }
}
