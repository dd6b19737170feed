//! The count by bitboards, against the reference and the quick walk.

use crate::bitboards::sliding::Sliding;
use crate::bitboards::{PORTABLE, Walk, is_piece, perft};
use crate::quick::siblings::leaves_at_three;
use crate::quick::squares::Squares;
use crate::quick::{Black, White, each_legal, for_side_to_move, leaves_at_two};
use ox88::{Color, Direction, Position, Square};
use ox88_test_support::starts960::{DEPTH, DOUBLE, SINGLE, assert_checksum, double, single};
use ox88_test_support::{position, random_positions, suite_positions};
use rstest::rstest;
use std::sync::LazyLock;
use std::time::Instant;

/// Compiled for every processor.
static WALK: LazyLock<Walk> = LazyLock::new(|| Walk::new(PORTABLE));

#[track_caller]
fn assert_counts(position: &Position, depth: u32, leaves: u128) {
    let counted = [perft(position, depth), WALK.perft(position, depth)].map(u128::from);
    assert_eq!(counted, [leaves; 2], "{position} at depth {depth}");
}

#[test]
fn bitboards_and_look_up_count_what_the_walk_counts_with_any_number_of_pieces() {
    for (number, position) in random_positions(41).into_iter().enumerate() {
        for position in [position, position.mirrored()] {
            let right = ox88::perft(&position, 2);
            assert_counts(&position, 2, right);
            assert_eq!(u128::from(leaves_at_two(&position)), right, "{position}");
            if number % 9 == 0 {
                let right = ox88::perft(&position, 3);
                assert_counts(&position, 3, right);
                assert_eq!(looked_up(&position, 3), right, "{position}");
            }
        }
    }
}

#[test]
fn bitboards_count_every_position_of_the_suites() {
    for position in suite_positions() {
        assert_counts(&position, 2, ox88::perft(&position, 2));
    }
}

#[test]
fn bitboards_count_the_starts_of_chess960_and_a_thousand_of_double_chess960() {
    assert_checksum(single(), |position| perft(position, DEPTH).into(), SINGLE);
    assert_checksum(double(), |position| perft(position, DEPTH).into(), DOUBLE);
}

#[rstest]
#[case::two_pawns_promote_by_capturing_the_same_piece("1n6/P1P4k/8/8/8/8/8/K7 w - - 0 1")]
#[case::en_passant_opens_the_rank_of_the_king("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")]
#[case::en_passant_opens_a_diagonal("8/8/1k6/8/3p4/8/4PB2/4K3 w - - 0 1")]
#[case::en_passant_takes_the_pawn_that_gives_check("8/8/8/3k4/3p4/8/4P3/4K3 w - - 0 1")]
#[case::a_knight_gives_check_where_en_passant_is_possible("8/8/3N4/8/k2pP3/8/8/4K3 b - e3 0 1")]
#[case::a_double_check("4k3/8/8/8/4N3/8/8/4R2K w - - 0 1")]
#[case::the_rook_is_the_shield_of_its_king("8/8/8/8/8/k7/8/r1RK4 w C - 0 1")]
#[case::a_king_castles_to_the_square_of_its_rook("8/8/8/8/8/7k/8/5KR1 w G - 0 1")]
#[case::a_captured_rook_takes_its_right_along("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")]
#[case::a_pawn_pinned_on_its_file_takes_two_steps("4r2k/8/8/8/8/8/4P3/4K3 w - - 0 1")]
#[case::a_pinned_pawn_captures_what_pins_it_and_promotes("3b3k/2P5/1K6/8/8/8/8/8 w - - 0 1")]
fn bitboards_count_where_rules_meet(#[case] fen: &str) {
    for position in [position(fen), position(fen).mirrored()] {
        for depth in 2..=3 {
            assert_counts(&position, depth, ox88::perft(&position, depth));
        }
    }
}

/// Two sets of pieces that the product brings to one entry would show.
#[test]
fn a_slider_reaches_the_first_piece_on_each_of_its_lines() {
    let sliding = Sliding::new();
    let reached = |from: Square, steps: &[Direction], pieces: Squares| {
        let mut reached = Squares::NONE;
        for &step in steps {
            let mut next = from.step(step);
            while let Some(here) = next {
                reached |= here;
                next = here.step(step).filter(|_| !pieces.contains(here));
            }
        }
        reached
    };
    let diagonal = (&Direction::DIAGONAL, Sliding::diagonal as fn(&_, _, _) -> _);
    for (steps, attacks) in [diagonal, (&Direction::STRAIGHT, Sliding::straight)] {
        for from in Square::all() {
            for pieces in reached(from, steps, Squares::NONE).subsets() {
                let right = reached(from, steps, pieces);
                assert_eq!(attacks(&sliding, from.into(), pieces), right, "{from} {pieces:?}");
            }
        }
    }
}

/// The leaves at a depth from 3 on, looked up with any number of pieces.
fn looked_up(position: &Position, depth: u32) -> u128 {
    if depth == 3 {
        return for_side_to_move!(leaves_at_three(position));
    }
    let mut leaves = 0;
    each_legal(position, |mv| leaves += looked_up(&position.after(mv), depth - 1));
    leaves
}

/// The shortest of some times that a count takes, in seconds.
fn shortest(count: impl Fn() -> u128, leaves: u128) -> f64 {
    let times = [(); 3].map(|()| {
        let start = Instant::now();
        assert_eq!(count(), leaves);
        start.elapsed().as_secs_f64()
    });
    times.into_iter().fold(f64::MAX, f64::min)
}

/// Prints how much longer look-up takes than bitboards by the number of pieces besides kings and pawns, as the geometric
/// mean: with what this processor can, and as every processor can.
#[test]
#[ignore = "prints times: cargo test --release -p ox88-count bitboards_are_quicker -- --ignored --nocapture"]
fn bitboards_are_quicker_where_there_are_few_pieces() {
    const LEAST: u128 = 50_000;
    if cfg!(debug_assertions) {
        eprintln!("LEFT OUT: without --release, the times say nothing");
        return;
    }
    let mut groups = [[0.0; 3]; 17];
    for position in suite_positions().chain(random_positions(5)).step_by(9) {
        let deep_enough = |depth: &u32| ox88::perft(&position, depth - 1) > LEAST;
        let Some(depth) = (3..8).find(deep_enough) else { continue };
        let leaves = perft(&position, depth).into();
        let here = shortest(|| perft(&position, depth).into(), leaves);
        let anywhere = shortest(|| WALK.perft(&position, depth).into(), leaves);
        let look_up = shortest(|| looked_up(&position, depth), leaves);
        let board = position.board();
        let pieces = Squares::occupied(board).pieces(board).filter(|it| is_piece(it.1)).count();
        let [number, sum, sum_anywhere] = &mut groups[pieces.min(16)];
        *number += 1.0;
        *sum += (look_up / here).ln();
        *sum_anywhere += (look_up / anywhere).ln();
    }
    println!("pieces positions here anywhere");
    for (pieces, [number, sum, sum_anywhere]) in
        groups.into_iter().enumerate().filter(|it| it.1[0] > 0.0)
    {
        let [here, anywhere] = [sum, sum_anywhere].map(|sum: f64| (sum / number).exp());
        println!("{pieces:6} {number:9} {here:4.2} {anywhere:8.2}");
    }
}
