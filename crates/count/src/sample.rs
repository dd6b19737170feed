//! Picks the lines of work to be counted again.

use crate::random::Random;

/// A share of some items, but at least one if there is any: those that the seed chooses, in their order.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a number of lines is far from the limits of all these types"
)]
pub fn sample<T>(items: Vec<T>, percent: f64, seed: u64) -> Vec<T> {
    let mut random = Random::new(seed);
    let most = items.len();
    let size = ((most as f64 * percent / 100.0).ceil() as usize).clamp(most.min(1), most);
    // Each item is taken with the probability: items still to take, divided by items left.
    let (mut wanted, mut left) = (size, most);
    let is_taken = |_: &T| {
        let is_taken = random.below(left) < wanted;
        wanted -= usize::from(is_taken);
        left -= 1;
        is_taken
    };
    items.into_iter().filter(is_taken).collect()
}
