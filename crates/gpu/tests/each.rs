//! The leaves below each position by itself, which no count needs.

use super::{Count, SAMPLE_WORDS, SUM_WORDS};
use crate::error::CardError;

impl Count<'_> {
    /// The leaves one and two plies below each of some positions.
    pub fn each(&mut self, positions: &[ox88::Position]) -> Result<Vec<[u32; 2]>, CardError> {
        let mut counts = Vec::new();
        for some in positions.chunks(1000) {
            let roots: Vec<_> = some.iter().map(|it| (crate::pack(it), 1)).collect();
            let list = self.buffers.upload(self.device, &roots);
            self.buffers.samples =
                self.device.buffer(4 * SAMPLE_WORDS as u64 * u64::from(list.room));
            self.run_leaves(&list, 0..list.room, 1, 0);
            let words = 0..SAMPLE_WORDS as u64 * u64::from(list.room);
            let [samples] = self.device.read([(&self.buffers.samples, words)])?;
            // Each has a thread of its own, and so a sum.
            self.grow(&list, &(0..list.room))?;
            let words = 0..SUM_WORDS as u64 * u64::from(list.room);
            let [sums] = self.device.read([(&self.buffers.sums, words)])?;
            let sums = sums.as_chunks::<SUM_WORDS>().0.iter().map(|sum| sum[4]);
            let samples = samples.as_chunks::<SAMPLE_WORDS>().0.iter().map(|it| it[9]);
            counts.extend(sums.zip(samples).map(|(one, two)| [one, two]));
            self.buffers.spare.push(list);
        }
        Ok(counts)
    }
}
