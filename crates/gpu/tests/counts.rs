//! What a card counts, held against the quick walk, the reference and the suites. Without a card, and without a driver
//! that makes the processor one, these tests say so and check nothing; `OX88_CARD=1` demands one.
//!
//! Each test opens the card again. On an H200 five of twelve runs in 16 threads hung, and we do not know why; with
//! `--test-threads 4` none did.

use crate::card::Card;
use crate::count::{Done, Room};
use crate::device::{CardError, Device};
use crate::{Packed, pack};
use ox88::{Position, START};
use ox88_count::Start960;
use ox88_count::{Counter, quick};
use ox88_test_support::{
    ROOT as REPOSITORY, Xorshift, position, random_game, random_positions, suite_positions,
};
use std::{env, fs};

const ROOM: Room = Room { kept: 1 << 16, lists: 4, children: 1 << 16, slots: 1 << 17 };
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// An open card, if there is one.
fn card(room: Room) -> Option<Card> {
    let device = match Device::open() {
        Err(CardError::None) if env::var_os("OX88_CARD").is_none() => {
            eprintln!("LEFT OUT: no graphics card here, and no driver in place of one");
            return None;
        }
        device => device.expect("a card was demanded"),
    };
    Some(Card::with(device, room))
}

/// The leaves below some positions, each times its paths, all of them by the card unless it has no room.
fn leaves_below(card: &Card, roots: &[(Packed, u64)], depth: u32) -> Result<u128, CardError> {
    let leaves = card.count().leaves_below(roots, depth, 1.0, &|| false);
    leaves.map(|leaves| leaves.expect("nobody ended it"))
}

fn perft(card: &Card, position: &Position, depth: u32) -> u128 {
    leaves_below(card, &[(pack(position), 1)], depth).expect("the card counts right")
}

fn sum(positions: &[Position], depth: u32) -> u128 {
    positions.iter().map(|position| quick::perft(position, depth)).sum()
}

fn children(positions: &[Position]) -> Vec<Position> {
    let after = |position: &Position| {
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| position.after(mv)).collect::<Vec<_>>()
    };
    positions.iter().flat_map(after).collect()
}

/// Compares the leaves one ply below each position, two plies below each, and three below groups of them.
#[track_caller]
fn assert_right(card: &Card, positions: &[Position]) {
    let counts = card.count().each(positions).expect("the card counts right");
    assert_eq!(counts.len(), positions.len());
    for (position, counts) in positions.iter().zip(counts) {
        let right = [1, 2].map(|depth| quick::perft(position, depth));
        assert_eq!(counts.map(u128::from), right, "{position}");
    }
    for group in positions.chunks(500) {
        let roots: Vec<_> = group.iter().map(|position| (pack(position), 1)).collect();
        let found = leaves_below(card, &roots, 3).expect("the card counts right");
        assert_eq!(found, sum(group, 3), "three plies below {} and those after it", group[0]);
    }
}

#[test]
fn the_suites_are_counted_right() {
    let positions: Vec<Position> = suite_positions().collect();
    let Some(card) = card(ROOM) else { return };
    eprintln!("on {}", card.names().join(": "));
    card.test().expect("their counts are those of the card");
    assert_right(&card, &positions);
}

#[test]
#[ignore = "every child of the suites: cargo test -p ox88-gpu --features device -- --ignored"]
fn the_children_of_the_suites_are_counted_right() {
    let positions: Vec<Position> = suite_positions().collect();
    let positions = children(&positions);
    let Some(card) = card(ROOM) else { return };
    assert_right(&card, &positions);
}

#[test]
fn random_play_is_counted_right() {
    let positions: Vec<Position> = random_positions(88).into_iter().step_by(5).collect();
    let Some(card) = card(ROOM) else { return };
    assert_right(&card, &positions);
}

#[test]
fn random_games_of_chess960_are_counted_right() {
    let mut random = Xorshift(960);
    let starts = Start960::all().step_by(7);
    let games = starts
        .flat_map(|start| random_game(start.position(), &mut random).take(40).collect::<Vec<_>>());
    let positions: Vec<Position> = games.collect();
    let Some(card) = card(ROOM) else { return };
    assert_right(&card, &positions);
}

#[test]
fn a_whole_perft_is_right_and_a_share_of_it_is_counted_again() {
    let known = [(START, 6, 119_060_324), (KIWIPETE, 5, 193_690_690)];
    let Some(card) = card(ROOM) else { return };
    for (fen, depth, leaves) in known {
        for depth in 2..depth {
            let position = position(fen);
            assert_eq!(perft(&card, &position, depth), quick::perft(&position, depth));
        }
        assert_eq!(perft(&card, &position(fen), depth), leaves);
    }
    let Done { positions, recounted, walked, .. } = card.done();
    assert!(recounted >= positions / 100_003 && recounted > 8, "{recounted} of {positions}");
    assert!(walked < known.iter().map(|known| known.2).sum(), "no equal positions were united");
}

/// The example of docs/gpu.md.
#[test]
fn the_worked_example_is_so() {
    let Some(card) = card(ROOM) else { return };
    assert_eq!(perft(&card, &Position::start(), 5), 4_865_609);
    let Done { walked, positions, .. } = card.done();
    let page = fs::read_to_string(format!("{REPOSITORY}/docs/gpu.md")).expect("the page is there");
    let page = page.replace(',', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let says = |text: &str| page.contains(text);
    assert!(says(&format!("the {positions} positions")), "{positions} positions");
    assert!(says(&format!("walks {walked} leaves")), "{walked} leaves walked");
}

#[test]
#[ignore = "three thousand million leaves: cargo test -p ox88-gpu --features device -- --ignored"]
fn a_deep_perft_is_right() {
    let Some(card) = card(Room { kept: 1 << 20, lists: 4, children: 1 << 19, slots: 1 << 21 })
    else {
        return;
    };
    assert_eq!(perft(&card, &Position::start(), 7), 3_195_901_860);
}

#[test]
fn a_divide_is_right_and_its_rows_are_in_their_order() {
    let Some(card) = card(ROOM) else { return };
    let counter = Counter::new(0, 1).expect("one thread needs nothing");
    for (fen, deepest) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 7),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
        (START, 6),
    ] {
        let position = position(fen);
        for depth in 1..=deepest {
            let divide = card.divide_until(&counter, &position, depth, &|| false);
            let right = counter.divide(&position, depth).expect("it fits");
            assert_eq!(divide, Ok(Some(right)));
        }
    }
    assert!((card.progress().share - 1.0).abs() < 1e-6);
}

#[test]
fn a_position_without_moves_has_no_leaves() {
    let Some(card) = card(ROOM) else { return };
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    for depth in 2..=5 {
        assert_eq!(perft(&card, &stalemate, depth), 0);
    }
}

#[test]
fn more_moves_than_any_list_holds_are_counted() {
    // 218 moves; and queens all along two edges.
    let most = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    let queens = position("kn5Q/pp5Q/7Q/7Q/7Q/7Q/7Q/QQQQQQKQ w - - 0 1");
    let Some(card) = card(ROOM) else { return };
    assert_right(&card, &[most]);
    assert_right(&card, &[queens]);
    assert_right(&card, &[[most; 40], [queens; 40]].concat());
}

/// However little room there is, the count is right or refused.
#[test]
fn what_has_no_room_is_counted_in_smaller_parts_or_refused() {
    let kiwipete = position(KIWIPETE);
    let right = quick::perft(&kiwipete, 4);
    let none = CardError::Failed("no room for the children of one position".to_owned());
    for (room, expected) in [
        // For the children of a few positions, of one, and of none.
        (Room { children: 300, ..ROOM }, Ok(right)),
        (Room { children: 100, ..ROOM }, Ok(right)),
        (Room { children: 1, ..ROOM }, Err(none.clone())),
        // The same for what is kept.
        (Room { kept: 300, ..ROOM }, Ok(right)),
        (Room { kept: 100, ..ROOM }, Ok(right)),
        (Room { kept: 40, ..ROOM }, Err(none.clone())),
        // A table that is full, which is noticed when something is kept already.
        (Room { slots: 1 << 11, ..ROOM }, Ok(right)),
        (Room { slots: 1 << 6, ..ROOM }, Ok(right)),
        (Room { slots: 1 << 4, ..ROOM }, Err(none)),
    ] {
        let Some(card) = card(room) else { return };
        let found = leaves_below(&card, &[(pack(&kiwipete), 1)], 4);
        assert_eq!(found, expected, "{room:?}");
    }
}

/// A level is larger than one list, than all lists there are, and than those that the levels below leave to it.
#[test]
fn a_level_that_needs_several_lists_is_counted_right() {
    let kiwipete = position(KIWIPETE);
    let [right, of_start] = [quick::perft(&kiwipete, 4), quick::perft(&Position::start(), 5)];
    for lists in [1, 2, 3, 8] {
        let Some(card) = card(Room { kept: 1 << 9, lists, ..ROOM }) else { return };
        assert_eq!(perft(&card, &kiwipete, 4), right, "{lists} lists");
        assert_eq!(perft(&card, &Position::start(), 5), of_start, "{lists} lists");
    }
}

/// 64 bits hold the paths of each of these positions, but not those of their children, which are equal.
#[test]
fn paths_beyond_64_bits_are_counted_by_halves() {
    let Some(card) = card(ROOM) else { return };
    let roots = ["4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1"];
    let roots = roots.map(position);
    let paths = [u64::MAX, u64::MAX - 7];
    for depth in 2..=5 {
        let right = roots
            .iter()
            .zip(paths)
            .map(|(root, paths)| quick::perft(root, depth) * u128::from(paths));
        let given = [(pack(&roots[0]), paths[0]), (pack(&roots[1]), paths[1])];
        assert_eq!(leaves_below(&card, &given, depth), Ok(right.sum()), "depth {depth}");
    }
    // Words of all kinds carry rightly: the same position many times.
    let paths = [1, u64::from(u32::MAX), 1 << 32, (1 << 63) - 1, 0xdead_beef_0bad_cafe];
    let given = paths.map(|paths| (pack(&roots[0]), paths));
    let right =
        paths.iter().map(|paths| u128::from(*paths)).sum::<u128>() * quick::perft(&roots[0], 4);
    assert_eq!(leaves_below(&card, &given, 4), Ok(right));
}

#[test]
fn a_count_that_is_over_has_no_result_and_the_next_one_is_right() {
    let Some(card) = card(ROOM) else { return };
    let counter = Counter::new(0, 1).expect("one thread needs nothing");
    let start = Position::start();
    for after in [0, 1, 5, 10] {
        let asked = std::sync::atomic::AtomicU32::new(0);
        let is_over = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= after;
        assert_eq!(card.perft_until(&counter, &start, 6, &is_over), Ok(None));
    }
    assert_eq!(perft(&card, &start, 4), 197_281);
}

#[test]
fn a_lost_device_is_an_error_and_no_count() {
    let Some(card) = card(ROOM) else { return };
    card.count().device.lose();
    let end = leaves_below(&card, &[(pack(&Position::start()), 1)], 5);
    assert!(matches!(end, Err(CardError::Failed(_))), "{end:?}");
}

/// A word of the card's memory that is not as it was written, as by a failing chip.
#[test]
fn a_wrong_count_is_noticed() {
    let Some(card) = card(ROOM) else { return };
    let words = pack(&Position::start());
    // A rook on a5 that may castle; no position has that.
    let mut damaged = words;
    damaged[5] ^= 1;
    let end = leaves_below(&card, &[(damaged, 1)], 2);
    assert!(matches!(end, Err(CardError::Wrong(_))), "{end:?}");
}

#[test]
fn a_sample_with_another_count_is_an_error() {
    let Some(card) = card(ROOM) else { return };
    let sampled = |leaves| card.count().sampled(&Position::start(), leaves);
    assert_eq!(sampled(400), Ok(()));
    let error = format!("found 401 leaves two plies below {START}, expected 400");
    assert_eq!(sampled(401), Err(CardError::Wrong(error)));
}

/// The same board with other rights, or with another pawn to capture en passant, is another position.
#[test]
fn positions_that_differ_only_in_rights_or_en_passant_are_not_united() {
    let roots = ["KQkq", "KQ", "Kk", "Qq", "-"]
        .map(|rights| position(&format!("r3k2r/p6p/8/8/8/8/P6P/R3K2R w {rights} - 0 1")));
    let pawns =
        ["b6", "d6", "-"].map(|to| position(&format!("4k3/8/8/1pPp4/8/8/7P/4K3 w - {to} 0 1")));
    // With room for the children of one position, those of another come later, when these are kept. In a table that is
    // nearly full, a search for one passes many others.
    for children in [ROOM.children, 40] {
        let Some(card) = card(Room { children, slots: 1 << 7, ..ROOM }) else { return };
        for positions in [&roots[..], &pawns[..]] {
            let given: Vec<_> = positions.iter().map(|position| (pack(position), 1)).collect();
            for depth in 2..=4 {
                assert_eq!(leaves_below(&card, &given, depth), Ok(sum(positions, depth)));
            }
        }
    }
}

#[test]
fn sums_carry_from_each_word_to_the_next() {
    let Some(card) = card(ROOM) else { return };
    let mut random = ox88_count::random::Random::new(7);
    let (mut given, mut right) = (Vec::new(), 0);
    for position in random_positions(5) {
        let paths = random.number();
        given.push((pack(&position), paths));
        right += u128::from(paths) * quick::perft(&position, 2);
    }
    assert_eq!(leaves_below(&card, &given, 2), Ok(right));
}
