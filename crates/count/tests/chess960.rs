//! The starts of Chess960 by the quick walk.

use crate::quick;
use ox88_test_support::starts960::{DEPTH, DOUBLE, SINGLE, assert_checksum, double, single};

#[test]
fn all_960_starts_have_the_confirmed_counts_by_the_quick_walk() {
    assert_checksum(single(), |position| quick::perft(position, DEPTH), SINGLE);
}

#[test]
fn a_thousand_starts_of_double_chess960_have_the_confirmed_counts_by_the_quick_walk() {
    assert_checksum(double(), |position| quick::perft(position, DEPTH), DOUBLE);
}
