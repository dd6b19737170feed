//! The kinds of leaves by the quick walk, the memory and the threads, against the leaves that are made one by one.

use crate::Tally;
use crate::entries::CountsByKind;
use crate::key::Key;
use crate::memo::Memo;
use crate::tests::remembered::{keys, percentage_known};
use crate::{Column, Stats, stats};
use crate::{Counter, quick};
use ox88::Position;
use ox88_test_support::{position, random_positions};
use rstest::rstest;

#[test]
fn the_quick_walk_finds_the_same_kinds_of_leaves_as_the_definition() {
    let mut seen = Stats::NONE;
    for position in random_positions(23) {
        let expected = stats(&position, 1);
        assert_eq!(quick::stats(&position, 1), expected, "{position}");
        seen = seen.and(expected);
    }
    for (column, leaves) in seen.columns() {
        assert!(leaves > 20, "only {leaves} {}: these positions show little", column.name());
    }
}

#[rstest]
#[case::the_rook_arrives_where_the_king_was("5k2/3nnn2/8/8/8/8/8/5K1R w H - 0 1")]
#[case::the_same_in_the_open("2r4r/5k1p/b2B4/pp2P2p/1Pp5/P7/2B4P/3RnK1R w H - 0 1")]
#[case::they_change_places("5k2/ppp5/8/8/8/8/8/5KR1 w G - 0 1")]
#[case::the_king_stays("3k4/5ppp/8/8/8/8/8/R1K5 w A - 0 1")]
fn castling_onto_a_square_that_its_own_king_or_rook_leaves_gives_the_check_that_it_gives(
    #[case] fen: &str,
) {
    let position = position(fen);
    assert_eq!(quick::stats(&position, 1), stats(&position, 1));
    assert_eq!(stats(&position, 1).get(Column::Castles), 1, "{fen}");
}

#[test]
fn three_men_that_only_their_own_side_holds_back_cannot_move_out_of_a_stalemate() {
    // Two steps of the pawn, or one, leave White without a move.
    let position = position("8/p7/8/8/8/1p1p1p1k/1P1PnP2/B1B1B2K b - - 0 1");
    assert_eq!(quick::stats(&position, 1), stats(&position, 1));
    assert_eq!(stats(&position, 1).get(Column::Stalemates), 2);
}

#[test]
fn the_nodes_are_the_leaves_that_perft_counts() {
    for position in random_positions(22).iter().step_by(20) {
        let counted: u128 = quick::perft(position, 2);
        assert_eq!(stats(position, 2).get(Column::Nodes), counted, "{position}");
        assert_eq!(quick::stats(position, 2).leaves(), counted, "{position}");
    }
}

#[rstest]
#[case::nothing_remembered(0, 1)]
#[case::two_positions_remembered(256, 1)]
#[case::plenty_and_three_threads(16 << 20, 3)]
fn memory_and_threads_change_no_column(#[case] memory: usize, #[case] threads: usize) {
    let counter = Counter::new(memory, threads).expect("few threads").by_kind();
    let by_definition = Counter::by_definition(memory, threads).expect("few threads").by_kind();
    for (fen, depth) in [
        (ox88::START, 4),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3),
    ] {
        let position = position(fen);
        for depth in 0..=depth {
            let expected = stats(&position, depth);
            assert_eq!(counter.perft(&position, depth), Ok(expected), "{fen}, depth {depth}");
            assert_eq!(by_definition.perft(&position, depth), Ok(expected), "{fen}, depth {depth}");
            let divide = counter.divide(&position, depth).expect("it fits");
            assert_eq!(divide.total(), expected, "{fen}, depth {depth}");
        }
    }
}

#[test]
fn a_divide_has_the_kinds_of_leaves_behind_each_move() {
    let position = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let counter = Counter::new(1 << 20, 2).expect("few threads").by_kind();
    for depth in 1..=3 {
        let divide = counter.divide(&position, depth).expect("it fits");
        assert_eq!(divide.rows().len(), position.legal_moves().len());
        for &(mv, found) in divide.rows() {
            let expected = match depth {
                1 => Stats::of_leaf(&position, mv),
                _ => stats(&position.after(mv), depth - 1),
            };
            assert_eq!(found, expected, "{mv}, depth {depth}");
        }
    }
}

fn made_up(number: u128) -> Stats {
    Stats::from(Column::ALL.map(|column| number * 100 + column as u128))
}

#[test]
fn a_memory_gives_back_the_kinds_that_were_put_in_or_nothing() {
    let positions: Vec<Position> = random_positions(23);
    for (bytes, must_know) in
        [(0, 0), (255, 0), (256, 1), (1 << 14, 50), (1 << 24, positions.len())]
    {
        let memo = Memo::<CountsByKind>::new(bytes);
        for (number, position) in (0..).zip(&positions) {
            memo.put(&Key::new(position, 2), made_up(number));
        }
        let mut known = 0;
        for position in &positions {
            let key = Key::new(position, 2);
            if let Some(found) = memo.get(&key) {
                let number = usize::try_from(found.leaves() / 100).expect("it was put in as one");
                assert_eq!(found, made_up(number as u128));
                assert!(Key::new(&positions[number], 2) == key);
                known += 1;
            }
        }
        // Before there is more room, one put in ten finds its two places taken by others.
        assert!(known * 5 >= must_know * 4, "{known} known in {bytes} bytes");
    }
}

#[test]
fn a_memory_of_kinds_that_has_grown_still_knows_nearly_everything() {
    let keys = keys(&random_positions(24), 1..5);
    let memo = Memo::<CountsByKind>::new(keys.len() * 512);
    for (number, key) in (0..).zip(&keys) {
        memo.put(key, made_up(number));
    }
    let known = percentage_known(&memo, &keys);
    assert!(known >= 80, "only {known} %");
}

#[test]
fn at_depth_0_there_are_no_kinds_to_remember() {
    let memo = Memo::<CountsByKind>::new(1 << 16);
    let key = Key::new(&position(ox88::START), 0);
    memo.put(&key, made_up(1));
    assert_eq!(memo.get(&key), None);
}

#[test]
fn kinds_beyond_64_bits_are_not_remembered_and_so_cannot_be_remembered_wrongly() {
    let memo = Memo::<CountsByKind>::new(1 << 16);
    let key = Key::new(&position(ox88::START), 20);
    for (leaves, is_remembered) in [(u64::MAX.into(), true), (u128::from(u64::MAX) + 1, false)] {
        let memo = if is_remembered { &memo } else { &Memo::<CountsByKind>::new(1 << 16) };
        let stats = Stats::from([leaves; Column::ALL.len()]);
        memo.put(&key, stats);
        assert_eq!(memo.get(&key), is_remembered.then_some(stats));
    }
}
