//! The quick walk, and both walks with memory and threads, compared with the walk: the same numbers.

use crate::counter::Counter;
use crate::entries::Counts;
use crate::key::{Key, en_passant_captures};
use crate::memo::Memo;
use crate::tests::remembered::{keys, percentage_known};
use crate::{ThreadsUnavailable, quick};
use ox88::{Color, Divide, Move, MoveKind, Position, divide, perft};
use ox88_test_support::{Xorshift, position, random_positions, suite_positions};
use rstest::rstest;
use std::sync::LazyLock;

type Started = Result<Counter, ThreadsUnavailable>;

fn started(counter: Started) -> Counter {
    counter.unwrap_or_else(|error| panic!("{error}"))
}

fn counter(memory: usize, threads: usize) -> Counter {
    started(Counter::new(memory, threads))
}

#[test]
fn the_quick_walk_counts_what_the_walk_counts_wherever_random_play_leads() {
    let positions = random_positions(1);
    assert!(positions.len() > 5_000, "only {} positions", positions.len());
    for (number, position) in positions.into_iter().enumerate() {
        // Three plies deep a sample is enough.
        let deepest = if number % 7 == 0 { 3 } else { 2 };
        for position in [position, position.mirrored()] {
            for depth in 0..=deepest {
                let right = perft(&position, depth);
                assert_eq!(quick::perft(&position, depth), right, "{position} at depth {depth}");
            }
        }
    }
}

#[test]
fn the_legal_moves_that_are_sure_and_those_that_are_tested_are_the_legal_moves() {
    for position in random_positions(3).into_iter().step_by(5) {
        let mut moves = Vec::new();
        quick::each_legal(&position, |mv| moves.push(mv));
        assert_eq!(moves, position.legal_moves(), "{position}");
    }
}

#[test]
fn the_captures_en_passant_are_those_among_the_legal_moves() {
    let after_double_pushes = |position: Position| {
        let mut moves = position.legal_moves();
        moves.retain(|mv| mv.kind == MoveKind::DoublePush);
        moves.into_iter().map(move |mv| position.after(mv))
    };
    let mut captures = 0;
    for position in random_positions(7).into_iter().flat_map(after_double_pushes) {
        let mut found: Vec<Move> = en_passant_captures(&position).collect();
        let mut legal = position.legal_moves();
        legal.retain(|mv| mv.kind == MoveKind::EnPassant);
        captures += legal.len();
        found.sort_by_key(|mv| mv.from);
        legal.sort_by_key(|mv| mv.from);
        assert_eq!(found, legal, "{position}");
    }
    assert!(captures > 100, "only {captures} captures en passant: these positions show little");
}

/// Some positions of the suites, each with a depth and its divide by the walk.
static DIVIDES: LazyLock<Vec<(Position, u32, Divide)>> = LazyLock::new(|| {
    let positions = suite_positions().step_by(11);
    let divides = positions
        .flat_map(|position| [4, 3, 0].map(|depth| (position, depth, divide(&position, depth))));
    divides.filter(|(_, _, divide)| divide.total() <= 3_000_000).collect()
});

/// No memory, the least that can remember anything, a few entries, and enough for everything.
#[rstest]
fn neither_threads_nor_memory_change_a_count(
    #[values(0, 128, 4096, 1 << 16, 1 << 24)] memory: usize,
    #[values(1, 2, 7)] threads: usize,
    #[values(Counter::new, Counter::by_definition)] walk: fn(usize, usize) -> Started,
) {
    let counter = started(walk(memory, threads));
    // One memory for all of them: an entry of one position must never be used for another.
    for (position, depth, right) in &*DIVIDES {
        assert_eq!(
            counter.divide(position, *depth).map(Divide::from).as_ref(),
            Ok(right),
            "{position}"
        );
        assert_eq!(counter.perft(position, *depth), Ok(right.total()), "{position}");
    }
}

/// A sample goes one ply or two less deep.
#[rstest]
#[case::the_start(ox88::START, 4)]
#[case::castling("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3)]
#[case::en_passant("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5)]
#[case::promotions("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4)]
#[case::two_kings("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 7)]
#[ignore = "deeper trees take long: cargo test -p ox88-count -- --ignored"]
#[case::the_start_deeper(ox88::START, 5)]
#[ignore = "deeper trees take long: cargo test -p ox88-count -- --ignored"]
#[case::castling_deeper("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4)]
#[ignore = "deeper trees take long: cargo test -p ox88-count -- --ignored"]
#[case::en_passant_deeper("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6)]
#[ignore = "deeper trees take long: cargo test -p ox88-count -- --ignored"]
#[case::promotions_deeper("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5)]
#[ignore = "deeper trees take long: cargo test -p ox88-count -- --ignored"]
#[case::two_kings_deeper("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 9)]
#[case::a_king_castles_to_the_square_of_its_rook("8/8/8/8/8/7k/8/5KR1 w G - 0 1", 5)]
#[case::the_same_on_the_other_side("8/8/8/8/8/k7/8/2RK4 w C - 0 1", 5)]
fn a_deep_tree_is_shared_out_to_threads_and_stays_the_same(#[case] fen: &str, #[case] depth: u32) {
    let position = position(fen);
    let right = perft(&position, depth);
    for (memory, threads) in [(0, 1), (0, 7), (1 << 12, 7), (1 << 22, 2), (1 << 26, 1)] {
        for walk in [Counter::new, Counter::by_definition] {
            let counted = started(walk(memory, threads)).perft(&position, depth);
            assert_eq!(counted, Ok(right), "{memory} bytes, {threads} threads");
        }
    }
}

/// Two kings come to the same positions in many ways, and in the third position the game is over.
#[rstest]
fn all_progress_has_been_reported_when_a_count_ends(
    #[values(ox88::START, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")]
    fen: &str,
    #[values(1, 2)] threads: usize,
    #[values(Counter::new, Counter::by_definition)] walk: fn(usize, usize) -> Started,
) {
    let position = position(fen);
    // One counter for all: the progress of each count begins anew, and later counts find much that
    // is remembered.
    let counter = started(walk(1 << 24, threads));
    for depth in [4, 5, 6, 7, 4].into_iter().filter(|&depth| fen != ox88::START || depth < 7) {
        let leaves = counter.perft(&position, depth).expect("it fits");
        let progress = counter.progress();
        assert_eq!(progress.leaves, leaves, "{fen} at depth {depth}");
        assert!((progress.share - 1.0).abs() < 1e-6, "{fen} at depth {depth}: {progress:?}");
    }
}

/// How many walks of this many steps a king can take in a room of eight files, from a corner of it.
fn walks_from_a_corner(ranks: usize, steps: u32) -> u128 {
    let mut walks = vec![[1u128; 8]; ranks];
    for _ in 0..steps {
        let near = |rank: usize, file: usize| {
            let ranks = rank.saturating_sub(1)..=(rank + 1).min(ranks - 1);
            let squares = ranks
                .flat_map(|r| (file.saturating_sub(1)..=(file + 1).min(7)).map(move |f| (r, f)));
            squares.filter(|&square| square != (rank, file)).collect::<Vec<_>>()
        };
        let step = |rank| {
            std::array::from_fn(|file| near(rank, file).iter().map(|&(r, f)| walks[r][f]).sum())
        };
        walks = (0..ranks).map(step).collect();
    }
    walks[0][0]
}

#[test]
fn two_kings_in_rooms_that_pawns_have_closed_walk_as_if_each_were_alone() {
    // The pawns block each other, and neither king can get past them.
    let rooms = position("k7/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/7K w - - 0 1");
    let counter = counter(1 << 24, 2);
    for plies_each in [1, 2, 3, 24] {
        let right = walks_from_a_corner(3, plies_each) * walks_from_a_corner(2, plies_each);
        assert_eq!(counter.perft(&rooms, 2 * plies_each), Ok(right), "{plies_each} each");
        assert_eq!(counter.divide(&rooms, 2 * plies_each).map(|divide| divide.total()), Ok(right));
    }
    let deep = counter.perft(&rooms, 48).expect("it fits");
    assert!(deep > u128::from(u64::MAX), "{deep} would not need 128 bits");
}

#[rstest]
fn a_count_that_passes_128_bits_is_an_error_and_no_number(#[values(1, 2)] threads: usize) {
    let kings = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let counter = counter(1 << 26, threads);
    assert!(counter.perft(&kings, 200).is_err());
    assert!(counter.divide(&kings, 200).is_err());
    // And what was too large has not spoiled the memory.
    assert_eq!(counter.perft(&kings, 3), Ok(perft(&kings, 3)));
}

#[test]
fn two_positions_have_one_key_only_if_they_have_the_same_moves() {
    let start = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    let differing = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w - d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2Q w Qkq d6 0 1",
        "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1",
    ];
    for other in differing {
        assert!(Key::new(&position(start), 3) != Key::new(&position(other), 3), "{other}");
    }
    assert!(Key::new(&position(start), 3) != Key::new(&position(start), 4));
    assert!(Key::new(&position(start), 3) == Key::new(&position(start), 3));
}

#[test]
fn the_key_after_a_move_is_the_key_of_the_position_after_it() {
    let mut moves = 0;
    for position in random_positions(9) {
        let key = Key::new(&position, 3);
        for mv in position.legal_moves() {
            let after = Key::new(&position.after(mv), 2);
            assert_eq!(key.after(&position, mv), after, "{position} {mv}");
            moves += 1;
        }
    }
    assert!(moves > 100_000, "only {moves} moves");
}

/// A right to capture en passant that no pawn can use makes no difference.
#[rstest]
#[case::no_pawn_beside("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1")]
#[case::the_king_would_be_uncovered("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1")]
fn a_square_en_passant_that_no_pawn_can_use_is_folded_away(#[case] fen: &str) {
    let with = position(fen);
    let without = position(&[fen.split(' ').take(3).collect(), vec!["- 0 1"]].concat().join(" "));
    assert!(Key::new(&with, 2) == Key::new(&without, 2));
    assert_eq!(perft(&with, 3), perft(&without, 3));
}

#[test]
fn a_key_gives_back_the_position_that_it_is_of() {
    for position in random_positions(10) {
        let key = Key::new(&position, 7);
        let back = key.position();
        let (here, there) = (position.setup(), back.setup());
        assert_eq!(key.depth(), 7);
        assert_eq!(there.board, here.board, "{position}");
        assert_eq!(there.side_to_move, here.side_to_move, "{position}");
        assert_eq!(there.castling, here.castling, "{position}");
        for color in Color::BOTH {
            assert_eq!(back.king(color), position.king(color), "{position}");
        }
        // A square that no pawn can use is folded away.
        let is_used = position.legal_moves().iter().any(|mv| mv.kind == MoveKind::EnPassant);
        assert_eq!(there.en_passant, here.en_passant.filter(|_| is_used), "{position}");
        assert_eq!(Key::new(&back, 7), key, "{position}");
    }
}

#[test]
fn a_depth_for_which_an_entry_has_no_room_is_not_remembered_and_taken_for_no_other() {
    let memo = Memo::<Counts>::new(128);
    let start = Position::start();
    let deepest = (1 << 16) - 1;
    for (number, depth) in [(4, 1), (5, 0), (6, deepest), (7, deepest + 1), (8, deepest + 3)] {
        memo.put(&Key::new(&start, depth), number);
    }
    let known = |depth| memo.get(&Key::new(&start, depth));
    assert_eq!([1, deepest].map(known), [Some(4), Some(6)]);
    for depth in [0, 2, deepest - 1, deepest + 1, deepest + 3] {
        assert_eq!(known(depth), None, "depth {depth}");
    }
}

#[test]
fn no_two_positions_of_random_play_share_a_key_unless_they_have_the_same_moves() {
    let mut seen = std::collections::HashMap::new();
    for position in random_positions(4) {
        let key = Key::new(&position, 1);
        let moves = position.pseudo_legal_moves();
        let legal = position.legal_moves();
        let known = seen.entry(key).or_insert((legal.clone(), position));
        assert_eq!(known.0, legal, "{position} and {}: {} moves", known.1, moves.len());
    }
}

#[test]
fn a_memory_gives_back_what_was_put_in_or_nothing() {
    for bytes in [0, 1, 128, 300, 5_000, 1 << 20] {
        let memo = Memo::<Counts>::new(bytes);
        let positions = random_positions(5);
        let depth = |number: usize| [2, 3, 4][number % 3];
        let mut found = 0;
        for (number, position) in positions.iter().enumerate() {
            memo.put(&Key::new(position, depth(number)), number as u128);
        }
        for (number, position) in positions.iter().enumerate() {
            let key = Key::new(position, depth(number));
            if let Some(remembered) = memo.get(&key) {
                found += 1;
                let first = usize::try_from(remembered).expect("it was put in as one");
                assert!(Key::new(&positions[first], depth(first)) == key);
                assert!(first >= number, "the later count is kept");
            }
        }
        let fits = bytes / 128 * 3;
        assert!(found <= fits, "{found} entries in {bytes} bytes");
        assert!(found > 0 || fits == 0, "nothing is remembered in {bytes} bytes");
        assert_eq!(memo.open().is_some(), fits > 0);
    }
}

#[test]
fn a_memory_that_has_grown_still_knows_nearly_everything() {
    let keys = keys(&random_positions(6), 2..5);
    // It grows when an entry for each 64 of its bytes has been put in.
    let memo = Memo::<Counts>::new(keys.len() * 128);
    for key in &keys {
        memo.put(key, 1);
    }
    let known = percentage_known(&memo, &keys);
    assert!(known >= 80, "only {known} %");
}

#[test]
fn a_full_memory_gives_up_what_is_shallow_and_keeps_what_is_deep() {
    let positions = random_positions(6);
    let deep: Vec<Key> = keys(&positions, 5..6).into_iter().step_by(4).collect();
    let shallow = keys(&positions, 1..5);
    let memo = Memo::<Counts>::new(positions.len() * 64);
    for key in deep.iter().chain(&shallow) {
        memo.put(key, 1);
    }
    let (shallow, deep) = (percentage_known(&memo, &shallow), percentage_known(&memo, &deep));
    assert!(deep >= 95, "only {deep} % of what is deep");
    assert!((20..60).contains(&shallow), "{shallow} % of what is shallow");
}

/// Counts of which each needs a bit more than the one before it, up to the greatest.
#[test]
fn a_memory_gives_back_counts_of_any_size() {
    let memo = Memo::<Counts>::new(1 << 20);
    let counts = (0..=128).map(|bits| u128::MAX.checked_shr(bits).unwrap_or(0));
    for (count, position) in counts.zip(random_positions(8)) {
        let key = Key::new(&position, 1);
        memo.put(&key, count);
        assert_eq!(memo.get(&key), Some(count));
    }
}

/// Four threads write to a place for three entries what others read at the same time.
#[test]
fn threads_that_write_to_one_place_never_read_a_count_of_another_position() {
    let memo = Memo::<Counts>::new(128);
    let position = position(ox88::START);
    let positions = position.legal_moves().into_iter().map(|mv| position.after(mv));
    let keys: Vec<Key> = positions.map(|position| Key::new(&position, 2)).collect();
    // Every other count needs two entries.
    let count = |number: usize| (number as u128 + 1) << (number % 2 * 60);
    let write_and_read = |seed| {
        let mut random = Xorshift(seed);
        let mut found = 0;
        for _ in 0..2_000_000 {
            let [written, read] = [(); 2].map(|()| random.below(keys.len()));
            memo.put(&keys[written], count(written));
            if let Some(leaves) = memo.get(&keys[read]) {
                assert_eq!(leaves, count(read));
                found += 1;
            }
        }
        found
    };
    let found: Vec<u32> = std::thread::scope(|scope| {
        let threads = [1, 2, 3, 4].map(|seed| scope.spawn(move || write_and_read(seed)));
        threads.map(|thread| thread.join().expect("no count is wrong")).into()
    });
    assert!(found.iter().all(|&found| found > 1_000), "{found:?}");
}
