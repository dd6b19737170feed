//! The starts of Chess960: their numbers, and the counts of all of them.

use ox88::{File, PieceKind, Position, perft};
use ox88_count::Start960;
use ox88_test_support::position;
use ox88_test_support::starts960::{DEPTH, DOUBLE, SINGLE, assert_checksum, double, single, start};
use rstest::rstest;
use std::collections::HashSet;

fn letters(start: Start960) -> String {
    let fen = start.position().to_string();
    fen.split(['/', ' ']).nth(7).expect("a board has eight ranks").to_owned()
}

#[test]
fn all_960_starts_have_the_confirmed_counts_by_the_reference() {
    assert_checksum(single(), |position| perft(position, DEPTH), SINGLE);
}

#[test]
fn a_thousand_starts_of_double_chess960_have_the_confirmed_counts_by_the_reference() {
    assert_checksum(double(), |position| perft(position, DEPTH), DOUBLE);
}

#[rstest]
#[case::the_first(0, "BBQNNRKR")]
#[case::the_next_light_bishop(1, "BQNBNRKR")]
#[case::the_next_dark_bishop(4, "QBBNNRKR")]
#[case::the_next_queen(16, "BBNQNRKR")]
#[case::the_next_knights(96, "BBQNRNKR")]
#[case::ordinary_chess(518, "RNBQKBNR")]
#[case::its_mirror_image(534, "RNBKQBNR")]
#[case::the_last(959, "RKRNNQBB")]
fn a_number_means_the_set_up_that_it_means_everywhere(
    #[case] number: usize,
    #[case] expected: &str,
) {
    let start = Start960::new(number).expect("there is such a number");
    assert_eq!(letters(start), expected);
}

#[test]
fn number_518_is_the_start_of_ordinary_chess() {
    assert_eq!(start([518, 518]), Position::start());
}

#[test]
fn no_number_above_959_has_a_set_up() {
    for number in [960, 961, 1000, usize::MAX] {
        assert_eq!(Start960::new(number), None);
    }
}

#[test]
fn the_960_set_ups_differ_and_each_obeys_the_rules_of_chess960() {
    let all: HashSet<String> = Start960::all().map(letters).collect();
    assert_eq!(all.len(), Start960::COUNT);
    for start in Start960::all() {
        let rank = letters(start);
        let places = |kind: PieceKind| -> Vec<usize> {
            let letter = kind.letter().to_ascii_uppercase();
            rank.match_indices(letter).map(|(place, _)| place).collect()
        };
        let of = PieceKind::ALL.map(|kind| places(kind).len());
        assert_eq!(of.iter().sum::<usize>(), 8);
        let (bishops, rooks) = (places(PieceKind::Bishop), places(PieceKind::Rook));
        let (knights, queens) = (places(PieceKind::Knight), places(PieceKind::Queen));
        let kings = places(PieceKind::King);
        assert_eq!((knights.len(), queens.len(), kings.len()), (2, 1, 1));
        assert_eq!((bishops.len(), bishops[0] % 2 + bishops[1] % 2), (2, 1), "{rank:?}");
        assert_eq!(rooks.len(), 2);
        assert!(rooks[0] < kings[0] && kings[0] < rooks[1], "{rank:?}");
    }
}

#[test]
fn a_start_is_the_position_that_its_fen_says() {
    for numbers in single().chain(double()) {
        let start = start(numbers);
        assert_eq!(position(&start.to_string()), start);
        assert_eq!(start.castling_rights().iter().count(), 4);
    }
}

#[test]
fn in_double_chess960_each_side_has_its_own_set_up() {
    let start = start([518, 0]);
    assert_eq!(start.to_string(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1");
    assert_eq!(start.mirrored().to_string().split(' ').nth(2), Some("HFha"));
    let rooks = start.castling_rights().iter().map(|(.., rook)| rook.file());
    assert_eq!(rooks.collect::<Vec<_>>(), [File::H, File::A, File::H, File::F]);
}
