//! What a hunt finds of the broken engine, at every door; what the catch-all catches; the numbers, the vectors, and the
//! pages of the rules.

mod catch_all;
mod claims;
mod exam;
mod forms;
mod hunt;
mod numbers;
mod open;
mod pictures;
mod planted;
mod rules_page;
mod vectors;

/// An eighth of these: another one each day in `ci/run`, which sets `OX88_SEED` to the day of the year. `ci/slow exam` sets
/// it to `all`.
fn sampled<T: Clone>(all: &[T]) -> Vec<T> {
    let seed = std::env::var("OX88_SEED").unwrap_or_default();
    if seed == "all" {
        return all.to_vec();
    }
    // Shown if the test fails.
    println!("an eighth of all, by OX88_SEED={seed}");
    all.iter().skip(seed.parse().unwrap_or(0) % 8).step_by(8).cloned().collect()
}
