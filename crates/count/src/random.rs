//! Random numbers that depend on a seed and on a place in the work alone, and not on the thread that asks for them.

/// A stream of random numbers: `SplitMix64` of Steele, Lea and Flood (2014), as in Java.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream that begins at this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The stream of this seed for one piece of a round.
    pub fn of_piece(seed: u64, round: u64, piece: u64) -> Random {
        // Streams that begin at neighbouring numbers would overlap, so each number is mixed first.
        let mut random = Random(seed);
        for number in [round, piece] {
            random = Random(random.number().wrapping_add(number));
        }
        Random(random.number())
    }

    /// A number from 0 to just below 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are what a fraction holds")]
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        (self.number() >> 11) as f64 * STEP
    }

    /// A number from 0 to just below this one, or 0. The numbers used here are so small that none comes up noticeably
    /// more often.
    #[expect(clippy::cast_possible_truncation, reason = "what is left of a division by `end` fits")]
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end.max(1) as u64) as usize
    }

    /// A number of 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
