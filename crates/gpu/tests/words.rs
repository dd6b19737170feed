//! Positions as words and back.

use crate::packed::en_passant_capture;
use crate::{pack, unpack};
use ox88::{Color, Position};
use ox88_test_support::{position, random_positions};

/// With White to move, the counters of the start of a game, and an en passant square only for a legal capture.
fn as_kept(position: &Position) -> Position {
    let is_white = position.side_to_move() == Color::White;
    let position = if is_white { *position } else { position.mirrored() };
    let mut setup = position.setup();
    setup.en_passant = en_passant_capture(&position).map(|capture| capture.to);
    (setup.halfmove_clock, setup.fullmove_number) = (0, 1);
    Position::new(setup).expect("it was valid before")
}

#[test]
fn a_position_comes_back_from_its_words() {
    for position in random_positions(51) {
        assert_eq!(unpack(&pack(&position)), Some(as_kept(&position)), "{position}");
    }
}

#[test]
fn mirrored_positions_have_the_same_words() {
    for position in random_positions(52).iter().step_by(7) {
        assert_eq!(pack(position), pack(&position.mirrored()), "{position}");
    }
}

#[test]
fn words_that_are_no_position_are_refused() {
    let start = pack(&Position::start());
    assert_eq!(unpack(&[0; 8]), None);
    for word in 0..8 {
        let mut words = start;
        // A man becomes another one or one of the other side, or an empty square has one.
        words[word] ^= 1;
        assert_ne!(unpack(&words), Some(Position::start()), "word {word}");
    }
    // A rook on a5 may castle; a pawn on a3 may be captured en passant, or two pawns, on a5 and b5.
    for (word, bits) in [(5, 1), (6, 1 << 16), (7, 3)] {
        let mut words = start;
        words[word] ^= bits;
        assert_eq!(unpack(&words), None, "word {word}");
    }
}

#[test]
fn a_pawn_that_cannot_be_captured_en_passant_is_left_out() {
    let with = position("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1");
    let without = position("8/8/8/r2Pp2K/8/8/4k3/8 w - - 0 1");
    assert_eq!(pack(&with), pack(&without));
}
