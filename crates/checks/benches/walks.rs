//! Our own walks on the six usual positions, in leaves a second: the `item/s` of the output.
//!
//! `cargo bench -p ox88-checks --no-default-features`

use divan::Bencher;
use divan::counter::ItemsCount;
use ox88::Position;
use ox88::perft;
use ox88_checks::measure::machine;
use ox88_checks::measure::positions::{self, Compared};
use ox88_count::Counter;
use ox88_count::quick;
use std::fmt;

const MEMORY: usize = 64 << 20;

/// A position and a depth.
struct Case {
    position: Compared,
    depth: u32,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, depth {}", self.position.name, self.depth)
    }
}

fn main() {
    divan::main();
}

/// The six usual positions to these depths.
fn cases(depths: [u32; 6]) -> impl Iterator<Item = Case> {
    let positions = positions::six().expect("the suites of ox88 have the six usual positions");
    positions.into_iter().zip(depths).map(|(position, depth)| Case { position, depth })
}

// A count should take about a tenth of a second. The reference makes every leaf: to it, one ply
// less is nearly as much work.
#[divan::bench(args = cases([5, 4, 6, 5, 4, 4]), sample_count = 10, sample_size = 1)]
fn reference(bencher: Bencher, case: &Case) {
    bench(bencher, case, || (), |(), position, depth| perft(position, depth));
}

#[divan::bench(args = cases([6, 5, 6, 5, 5, 5]), sample_count = 10, sample_size = 1)]
fn quick(bencher: Bencher, case: &Case) {
    bench(bencher, case, || (), |(), position, depth| quick::perft(position, depth));
}

#[divan::bench(args = cases([6, 5, 6, 5, 5, 5]), sample_count = 10, sample_size = 1)]
fn counter_on_one_thread(bencher: Bencher, case: &Case) {
    bench_counter(bencher, case, 1);
}

#[divan::bench(args = cases([6, 5, 6, 5, 5, 5]), sample_count = 10, sample_size = 1)]
fn counter_on_all_cores(bencher: Bencher, case: &Case) {
    bench_counter(bencher, case, machine::cores());
}

fn bench_counter(bencher: Bencher, case: &Case, threads: usize) {
    let fresh = || Counter::new(MEMORY, threads).expect("the system gives a thread for each core");
    bench(bencher, case, fresh, |counter, position, depth| {
        counter.perft(position, depth).expect("the six usual positions have few enough leaves")
    });
}

/// Times the counts of a walk. Each of them begins with what `fresh` returns.
fn bench<T>(
    bencher: Bencher,
    case: &Case,
    fresh: impl Fn() -> T,
    count: impl Fn(&T, &Position, u32) -> u128,
) {
    let Case { position, depth } = case;
    let leaves = position.leaves(*depth).expect("the suites have the counts of the usual depths");
    bencher
        .counter(ItemsCount::new(u64::try_from(leaves).unwrap_or(u64::MAX)))
        .with_inputs(fresh)
        .bench_local_refs(|walk| {
            assert_eq!(count(walk, position.position(), *depth), leaves, "leaves of {case}");
        });
}
