//! What only tests want of a count: the leaves below each position by itself, and its checks one by one.

use super::{Count, Part, SAMPLE_WORDS, Stop, Sums};
use crate::device::CardError;

impl Count {
    /// The leaves one and two plies below each of some positions.
    pub fn each(&mut self, positions: &[ox88::Position]) -> Result<Vec<[u32; 2]>, Stop> {
        let mut counts = Vec::new();
        for some in positions.chunks(200) {
            let roots: Vec<_> = some.iter().map(|it| (crate::pack(it), 1)).collect();
            let list = self.upload(&roots);
            self.samples = self.device.buffer(4 * SAMPLE_WORDS as u64 * u64::from(list.kept));
            let part = Part {
                list: &list,
                first: 0,
                end: list.kept,
                depth: 2,
                share: 0.0,
                is_over: &|| false,
            };
            let (_, samples) = self.run_leaves(part, 1, 0)?;
            counts.extend(samples.iter().map(|it| [it[8], it[9]]));
            self.put_back(list);
        }
        Ok(counts)
    }

    /// What becomes of a position that the card has put down with this number of leaves.
    pub fn sampled(&mut self, position: &ox88::Position, leaves: u32) -> Result<(), CardError> {
        let mut sample = [0; SAMPLE_WORDS];
        sample[..8].copy_from_slice(&crate::pack(position));
        sample[9] = leaves;
        self.recount(&sample)
    }
}

#[test]
fn paths_that_do_not_add_up_are_an_error() {
    let sums = Sums { paths: 20, leaves: 400, walked: 0 };
    assert_eq!(sums.checked(20), Ok(400));
    let error = "found 20 paths to a level, expected 21".to_owned();
    assert_eq!(sums.checked(21), Err(CardError::Wrong(error)));
}
