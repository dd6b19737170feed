//! Estimates are unbiased, their errors are honest, and the seed alone decides what is drawn.

#![expect(clippy::cast_precision_loss, reason = "counts are compared with estimates")]

use crate::estimate::draw::Plan;
use crate::estimate::own_mobility::OwnMobility;
use crate::estimate::summary::Rounds;
use crate::estimate::{Estimate, Estimator};
use crate::quick;
use ox88::suite::built_in;
use ox88::{Color, PieceKind, Position, START, Setup};
use ox88_test_support::{assert_texts, position, random_positions};
use rstest::rstest;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A plan that leaves much to draw even in a small tree.
const FEW_STRATA: Plan = Plan { most_strata: 100, ..Plan::BEST };

const FEW_PLIES: Plan = Plan { most_strata: 1, last: 1 };

fn estimator(position: &Position, depth: u32, threads: usize, plan: Plan) -> Estimator {
    let estimator = Estimator::with(position, depth, threads, plan);
    estimator.unwrap_or_else(|error| panic!("{error}"))
}

/// What this number of samples says about the start position.
fn from_start(depth: u32, seed: u64, threads: usize, samples: u64) -> Estimate {
    let estimator = estimator(&Position::start(), depth, threads, Plan::BEST);
    estimator.run(seed, samples, |_| ControlFlow::Continue(()))
}

/// The king of Black alone, hunted by many pieces.
const MATES: &str = "7k/8/6K1/8/8/8/8/1QRRRQ2 w - - 0 1";

/// In 400 runs each, 95 of 100 intervals hold the truth, and the mean of all is right. A sample leaves out the trees
/// that take longest.
#[rstest]
#[case::the_start(START, 5, FEW_STRATA)]
#[ignore = "many runs take long: cargo test -p ox88-count -- --ignored"]
#[case::the_start_by_few_counted_plies(START, 4, FEW_PLIES)]
#[ignore = "many runs take long: cargo test -p ox88-count -- --ignored"]
#[case::castling(
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    5,
    FEW_STRATA
)]
#[ignore = "many runs take long: cargo test -p ox88-count -- --ignored"]
#[case::an_ending("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, FEW_STRATA)]
#[case::promotions("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, FEW_STRATA)]
#[ignore = "many runs take long: cargo test -p ox88-count -- --ignored"]
#[case::many_mates(MATES, 6, FEW_STRATA)]
#[ignore = "many runs take long: cargo test -p ox88-count -- --ignored"]
#[case::chess960(
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    5,
    FEW_STRATA
)]
fn the_interval_holds_the_truth_as_often_as_it_says(
    #[case] fen: &str,
    #[case] depth: u32,
    #[case] plan: Plan,
) {
    const SEEDS: u64 = 400;
    const SAMPLES: u64 = 400;
    let position = position(fen);
    let estimator = estimator(&position, depth, 1, plan);
    let truth = quick::perft(&position, depth) as f64;
    let (mut held, mut sum, mut squares) = (0, 0.0, 0.0);
    for seed in 1..=SEEDS {
        let estimate = estimator.run(seed, SAMPLES, |_| ControlFlow::Continue(()));
        assert_eq!((estimate.samples, estimate.exact), (SAMPLES, None));
        let (low, high) = (estimate.low, estimate.high);
        held += u64::from((low..=high).contains(&truth));
        sum += estimate.leaves / truth - 1.0;
        squares += (estimate.leaves / truth - 1.0).powi(2);
    }
    let percentage = held as f64 * 100.0 / SEEDS as f64;
    assert!((92.0..=98.0).contains(&percentage), "{percentage} % of the intervals hold {truth}");
    let mean = sum / SEEDS as f64;
    let error = ((squares / SEEDS as f64 - mean * mean) / (SEEDS - 1) as f64).sqrt();
    assert!(mean.abs() < 3.0 * error, "the mean is off by {mean}, its standard error is {error}");
}

#[test]
fn in_the_position_with_many_mates_one_move_in_twelve_mates_at_once() {
    let position = position(MATES);
    let moves = position.legal_moves();
    let is_mate = |position: Position| position.is_check() && position.legal_moves().is_empty();
    let mates = moves.iter().filter(|&&mv| is_mate(position.after(mv))).count();
    assert!(mates * 12 >= moves.len(), "only {mates} mates among {} moves", moves.len());
}

/// A sample has the least and the greatest depth.
#[rstest]
#[case::depth_11(11)]
#[ignore = "five depths take long: cargo test -p ox88-count -- --ignored"]
#[case::depth_12(12)]
#[ignore = "five depths take long: cargo test -p ox88-count -- --ignored"]
#[case::depth_13(13)]
#[ignore = "five depths take long: cargo test -p ox88-count -- --ignored"]
#[case::depth_14(14)]
#[case::depth_15(15)]
fn deep_estimates_agree_with_the_published_counts(#[case] depth: u32) {
    let published = built_in::published().find(&Position::start());
    let count = published.and_then(|known| known.count(depth)).expect("it is published").nodes;
    let estimate = from_start(depth, 1, 2, 25_000);
    let away = (estimate.leaves - count as f64) / estimate.standard_error;
    assert!(away.abs() < 4.0, "{away} standard errors: {estimate:?}, published {count}");
    assert!(estimate.relative_error() < 0.002, "{estimate:?}");
}

#[test]
fn the_seed_decides_and_the_threads_do_not() {
    let by = |seed, threads| from_start(9, seed, threads, 5_000);
    let one = by(7, 1);
    assert_eq!(one, by(7, 1));
    assert_eq!(one, by(7, 2));
    assert_eq!(one, by(7, 3));
    assert_ne!(one.leaves.to_bits(), by(8, 2).leaves.to_bits());
    assert!(by(8, 2).exact.is_none());
}

/// What is drawn, to the ninth digit, and the samples after which each round ended that could be shown.
#[test]
fn a_seed_draws_the_same_in_every_version() {
    let all: [(&str, u32, Plan, u64); 8] = [
        (START, 7, Plan::BEST, 200),
        (START, 5, FEW_STRATA, 10_000),
        (START, 5, FEW_PLIES, 200),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            5,
            FEW_STRATA,
            1_000,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, FEW_STRATA, 1_000),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, FEW_STRATA, 1_000),
        (MATES, 6, FEW_STRATA, 1_000),
        // Deeper than any guess goes.
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 60, FEW_STRATA, 100),
    ];
    let drawn = all.map(|(fen, depth, plan, samples)| {
        let mut ends = Vec::new();
        let estimate = estimator(&position(fen), depth, 1, plan).run(1, samples, |so_far| {
            ends.push(so_far.samples);
            ControlFlow::Continue(())
        });
        let Estimate { leaves, standard_error, low, high, .. } = estimate;
        let title = format!("{fen} at {depth}, strata {}", plan.most_strata);
        let [first, .., last] = ends[..] else { panic!("{title}: {} rounds", ends.len()) };
        let rounds =
            format!("{} rounds from {first} to {last} samples of {}", ends.len(), estimate.samples);
        (title, format!("{leaves:.8e} ± {standard_error:.8e}, {low:.8e} to {high:.8e}\n{rounds}"))
    });
    assert_texts("estimate.draws", drawn);
}

#[test]
fn a_run_that_is_stopped_early_says_what_it_said_when_it_stopped() {
    let estimator = estimator(&Position::start(), 9, 2, Plan::BEST);
    let mut seen = Vec::new();
    let estimate = estimator.run(1, u64::MAX, |estimate| {
        seen.push(*estimate);
        if estimate.relative_error() <= 0.001 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(seen.last(), Some(&estimate));
    assert!(estimate.relative_error() <= 0.001 && estimate.standard_error > 0.0, "{estimate:?}");
    assert!(seen.iter().rev().skip(1).all(|before| before.relative_error() > 0.001));
}

/// A tree that is small, one in which few positions come again and again, one without any leaf, and
/// one that ends before the first plies do.
#[rstest]
#[case::small(START, 5, 4_865_609)]
#[case::no_ply(START, 0, 1)]
#[case::one_ply(START, 1, 20)]
#[case::two_kings("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 9, 17_895_172)]
#[case::mated("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 5, 0)]
#[case::mated_at_once("7k/6pp/8/8/8/8/8/K3R3 b - - 0 1", 0, 1)]
fn what_is_counted_at_once_is_exact(#[case] fen: &str, #[case] depth: u32, #[case] count: u128) {
    let estimator = estimator(&position(fen), depth, 2, Plan::BEST);
    let estimate = estimator.run(1, 100, |_| ControlFlow::Continue(()));
    assert_eq!(estimate, Estimate::counted(count as f64, Some(count)));
    assert_eq!(count, quick::perft(&position(fen), depth));
}

/// Whatever White does, Black has no move: nothing is left to draw, though the first plies were not all played.
#[test]
fn a_tree_whose_last_leaves_are_known_to_be_none_is_exact() {
    let position = position("kb6/p1p5/P1P5/8/8/8/8/7K w - - 0 1");
    assert_eq!((quick::perft(&position, 1), quick::perft(&position, 2)), (3, 0));
    let plan = Plan { most_strata: 1, ..Plan::BEST };
    let estimate = estimator(&position, 5, 1, plan).run(1, 100, |_| ControlFlow::Continue(()));
    assert_eq!(estimate, Estimate::counted(0.0, Some(0)));
}

/// Each king has a half of the board for itself, so that there are few positions, and here more leaves than fit into
/// 128 bits.
#[test]
fn what_is_counted_beyond_128_bits_is_nearly_exact() {
    let position = position("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
    let mut ways = HashMap::from([(position, 1.0)]);
    let mut depth = 0;
    let leaves = loop {
        let leaves: f64 = ways.values().sum();
        if leaves > 2.0_f64.powi(128) {
            break leaves;
        }
        let mut next = HashMap::new();
        for (position, ways) in ways {
            for mv in position.legal_moves() {
                *next.entry(without_clocks(&position.after(mv))).or_insert(0.0) += ways;
            }
        }
        (ways, depth) = (next, depth + 1);
    };
    let estimator = estimator(&position, depth, 2, Plan::BEST);
    let estimate = estimator.run(1, 100, |_| ControlFlow::Continue(()));
    assert_eq!((estimate.samples, estimate.exact), (0, None), "at {depth}");
    assert!(
        (estimate.leaves / leaves - 1.0).abs() < 1e-12,
        "{estimate:?}, and {leaves:e} is right"
    );
}

fn without_clocks(position: &Position) -> Position {
    let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..position.setup() };
    Position::new(setup).expect("it is the same position")
}

#[test]
fn a_position_with_more_moves_than_any_game_has_can_be_estimated() {
    let position = position("QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    assert!(position.legal_moves().len() > 256, "{}", position.legal_moves().len());
    let estimate =
        estimator(&position, 4, 1, FEW_STRATA).run(1, 100, |_| ControlFlow::Continue(()));
    let count = quick::perft(&position, 4) as f64;
    assert!((estimate.leaves / count - 1.0).abs() < 0.2, "{estimate:?}, and {count} is right");
}

#[rstest]
#[case::a_share(200.0, 1.0, 0.005)]
#[case::nothing_is_known_to_be_off(200.0, 0.0, 0.0)]
#[case::of_nothing(0.0, 0.0, 0.0)]
fn the_error_is_a_share_of_the_estimate(
    #[case] leaves: f64,
    #[case] standard_error: f64,
    #[case] share: f64,
) {
    let estimate = Estimate { standard_error, ..Estimate::counted(leaves, None) };
    assert_eq!(estimate.relative_error().to_bits(), share.to_bits());
}

#[test]
fn one_round_says_nothing_of_its_error() {
    let mut rounds = Rounds::default();
    rounds.push(100, 20.0);
    let estimate = rounds.estimate();
    assert_eq!((estimate.leaves, estimate.samples, estimate.low), (20.0, 100, 0.0));
    assert!(estimate.standard_error.is_infinite() && estimate.high.is_infinite(), "{estimate:?}");
}

#[test]
fn our_moves_after_a_move_of_ours_are_nearly_known() {
    let (mut number, mut squares) = (0.0, 0.0);
    for position in random_positions(11).into_iter().step_by(5) {
        let us = position.side_to_move();
        let mut own = OwnMobility::new(&position);
        quick::each_answered(&position, |mv, replies| {
            let after = position.after(mv);
            assert_eq!(replies as usize, after.legal_moves().len(), "{position} {mv}");
            // As if it were our turn again, be it in a position that breaks the rules.
            let kings = Color::BOTH.map(|color| after.king(color));
            let setup = Setup { side_to_move: us, en_passant: None, ..after.setup() };
            let ours = Position::unchecked(setup, kings);
            let mut moves = 0;
            for (from, piece) in ours.board().pieces(us) {
                if piece.kind() != PieceKind::King {
                    ours.each_move_of(from, piece, |_| moves += 1);
                }
            }
            number += 1.0;
            squares += f64::from(own.moves_after(mv) - moves).powi(2);
        });
    }
    assert!(number > 10_000.0, "only {number} moves");
    let off = (squares / number).sqrt();
    assert!(off < 1.5, "off by {off} moves");
}
