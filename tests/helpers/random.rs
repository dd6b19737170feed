//! Random numbers that are the same in every run.

/// Marsaglia's xorshift. The seed may be any number but 0.
pub struct Xorshift(pub u64);

impl Xorshift {
    /// A number from 0 to just below this one.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits fit") % end
    }

    pub fn choose<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }
}
