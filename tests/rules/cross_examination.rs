//! Pieces of code that have to agree, over many positions: texts with a second statement of what they
//! mean, attacks with captures, a position with its mirror, and a FEN with its position.
//!
//! The positions are those of all suites, and others that random play reaches from them.

mod statement;

use ox88::{
    CastlingRights, Color, Move, MoveError, Piece, PieceKind, Position, Setup, Square, attackers,
    is_attacked, perft,
};
use ox88_test_support::{Xorshift, mirrored_move, position, random_game, suite_positions};
use statement::{Meaning, meaning};
use std::collections::HashSet;
use std::iter;
use std::sync::LazyLock;

/// Positions of Chess960, in case the suites have none: castling in which king and rook pass each
/// other, stay where they are, or have another rook beside them.
const CHESS960: [&str; 6] = [
    "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1",
    "rk4r1/p6p/8/8/8/8/P6P/RK4R1 w GAga - 0 1",
    "1r3kr1/p6p/8/8/8/8/P6P/1R3KR1 b GBgb - 0 1",
    "2r1kr2/p6p/8/8/8/8/P6P/2R1KR2 w FCfc - 0 1",
    "qrk4r/8/8/8/8/8/8/QRK4R w HBhb - 0 1",
    "3k4/8/8/8/8/8/8/RR1K2RR w GB - 0 1",
];

/// Positions that have a bit of everything, for tests that would take too long with all positions.
const RICH: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4r2k/8/8/8/8/3n4/8/3QK3 w - - 0 1",
    "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1",
    "rk4r1/p6p/8/8/8/8/P6P/RK4R1 w GAga - 0 1",
    "1r3kr1/p6p/8/8/8/8/P6P/1R3KR1 b GBgb - 0 1",
    "7k/8/8/8/8/8/8/qRK5 w B - 0 1",
    // The king's step to g1 is no castling, its way from b1 to g1 is, and from b1 to c1 it castles with
    // the rook that is there, not with the other one.
    "k7/8/8/8/8/8/8/5K1R w H - 0 1",
    "k7/8/8/8/8/8/8/1K5R w H - 0 1",
    "7k/8/8/8/8/8/8/RKR5 w CA - 0 1",
];

/// Every position of the suites, and those of [`CHESS960`].
static WRITTEN: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let positions: Vec<Position> = suite_positions().chain(CHESS960.map(position)).collect();
    assert!(positions.len() > 300, "only {} positions: where are the suites?", positions.len());
    positions
});

/// From each of [`WRITTEN`], every eighth position of a game of random moves.
static PLAYED: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut random = Xorshift(0x0088_2025);
    let mut positions = Vec::new();
    for start in WRITTEN.iter() {
        positions.extend(random_game(*start, &mut random).skip(8).step_by(8).take(5));
    }
    assert!(positions.len() > WRITTEN.len(), "most games end at once");
    positions
});

fn all_positions() -> impl Iterator<Item = &'static Position> {
    WRITTEN.iter().chain(PLAYED.iter())
}

// Texts against what they mean, and legal moves against the king.

/// Each square to each, alone and with each promotion: all that has the form of a move in UCI.
fn all_move_texts() -> impl Iterator<Item = (Square, Square, Option<PieceKind>)> {
    let promotions = [None].into_iter().chain(PieceKind::PROMOTIONS.map(Some));
    Square::all().flat_map(move |from| {
        let promotions = promotions.clone();
        Square::all().flat_map(move |to| promotions.clone().map(move |kind| (from, to, kind)))
    })
}

/// This compares the reading of texts, the generator, the test for legality, castling, and what is on
/// the board after a move with the statement of [`meaning`]. The two share the squares, the board,
/// and the attacks, which are cross-examined below.
#[test]
fn every_text_is_accepted_or_refused_by_what_it_means() {
    let (mut legal, mut attacked) = (0, 0);
    let some_of_them = WRITTEN.iter().step_by(16).chain(PLAYED.iter().step_by(64));
    for position in RICH.map(position).iter().chain(some_of_them) {
        for (from, to, promotion) in all_move_texts() {
            let letter = promotion.map_or(String::new(), |kind| kind.letter().to_string());
            let text = format!("{from}{to}{letter}");
            let found = match position.find_move(&text) {
                Ok(mv) => Meaning::Legal(*position.after(mv).board()),
                Err(MoveError::NotLegal(_)) => Meaning::LeavesKingAttacked,
                Err(MoveError::NotPossible(_)) => Meaning::NotPossible,
                Err(error) => panic!("{error}"),
            };
            legal += usize::from(matches!(found, Meaning::Legal(_)));
            attacked += usize::from(found == Meaning::LeavesKingAttacked);
            assert_eq!(found, meaning(position, from, to, promotion), "{text} in {position}");
        }
    }
    assert!(legal > 1_000 && attacked > 100, "{legal} texts are legal, {attacked} leave the king");
}

#[test]
fn the_text_of_a_legal_move_means_that_move_and_no_other() {
    for position in all_positions() {
        let moves = position.legal_moves();
        for &mv in &moves {
            assert_eq!(position.find_move(&position.move_text(mv)), Ok(mv), "{position}");
        }
        let texts: HashSet<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        assert_eq!(texts.len(), moves.len(), "two moves of {position} have one text");
    }
}

#[test]
fn a_move_is_legal_exactly_when_the_king_cannot_be_taken_after_it() {
    let mut illegal = 0;
    for position in all_positions() {
        for mv in position.pseudo_legal_moves() {
            let after = position.after(mv);
            let king = after.king(position.side_to_move());
            let mut answers = after.pseudo_legal_moves().into_iter();
            let king_can_be_taken = answers.any(|answer| answer.to == king);
            let is_legal = position.is_legal(mv);
            // Castling must keep other squares safe as well.
            if mv.castling_rook().is_none() || is_legal {
                assert_eq!(is_legal, !king_can_be_taken, "{mv} in {position}");
            }
            illegal += usize::from(!is_legal);
        }
    }
    assert!(illegal > 1_000, "only {illegal} moves are not legal: these positions show little");
}

// Attacks against captures.

/// The position with one side to move and an enemy knight on a square, in place of the piece there.
/// An enemy king that would be in check, or was on that square itself, is put on another one that
/// shares no line with the target, so that it hides nothing that attacks it.
fn with_target(position: &Position, target: Square, by: Color) -> Option<Position> {
    let Setup { mut board, halfmove_clock, fullmove_number, .. } = position.setup();
    if target == position.king(by) {
        return None;
    }
    board.put(target, Piece::new(!by, PieceKind::Knight));
    let setup = Setup {
        board,
        side_to_move: by,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock,
        fullmove_number,
    };
    let king = position.king(!by);
    let with_king_on = |square: Square| {
        let mut moved = setup;
        if king != target {
            moved.board.clear(king);
        }
        if moved.board.at(square).is_some() {
            return None;
        }
        moved.board.put(square, Piece::new(!by, PieceKind::King));
        Position::new(moved).ok()
    };
    let elsewhere = Square::all().filter(|&square| !share_a_line(square, target));
    iter::once(king).chain(elsewhere).find_map(with_king_on)
}

fn share_a_line(one: Square, other: Square) -> bool {
    let numbers = |square: Square| {
        (u32::from(square.file().letter()), square.rank().digit().to_digit(10).unwrap())
    };
    let ((file, rank), (other_file, other_rank)) = (numbers(one), numbers(other));
    let (files, ranks) = (file.abs_diff(other_file), rank.abs_diff(other_rank));
    files == 0 || ranks == 0 || files == ranks
}

#[test]
fn a_square_is_attacked_exactly_when_an_enemy_there_could_be_taken() {
    let (mut attacked, mut safe, mut impossible) = (0, 0, 0);
    for position in all_positions() {
        for (target, by) in Square::all().flat_map(|square| Color::BOTH.map(|by| (square, by))) {
            let Some(laid) = with_target(position, target, by) else {
                impossible += usize::from(target != position.king(by));
                continue;
            };
            let mut expected: Vec<Square> = laid
                .pseudo_legal_moves()
                .into_iter()
                .filter(|mv| mv.to == target)
                .map(|mv| mv.from)
                .collect();
            // A pawn that takes on the last rank has four moves there.
            expected.sort();
            expected.dedup();
            let mut found = attackers(laid.board(), target, by);
            found.sort();
            assert_eq!(found, expected, "{target} is attacked by {by} in {laid}");
            assert_eq!(is_attacked(laid.board(), target, by), !expected.is_empty());
            // The piece on the square does not matter, unless the king had to leave its own.
            if laid.king(!by) == position.king(!by) || target == position.king(!by) {
                assert_eq!(
                    is_attacked(position.board(), target, by),
                    !expected.is_empty(),
                    "{target} is attacked by {by} in {position}"
                );
            }
            *if expected.is_empty() { &mut safe } else { &mut attacked } += 1;
        }
    }
    assert!(attacked > 50_000 && safe > 50_000, "{attacked} squares are attacked, {safe} are not");
    // Rarely each square that shares no line with the target is attacked or taken.
    assert!(impossible < 10, "{impossible} times there is no square for an enemy king");
}

#[test]
fn a_side_is_in_check_exactly_when_its_king_could_be_taken() {
    let mut checks = 0;
    for position in all_positions() {
        let king = position.king(position.side_to_move());
        let expected = with_target(position, king, !position.side_to_move())
            .expect("the king finds another square")
            .pseudo_legal_moves()
            .into_iter()
            .any(|mv| mv.to == king);
        assert_eq!(position.is_check(), expected, "{position}");
        assert_eq!(position.checkers().is_empty(), !expected, "{position}");
        checks += usize::from(expected);
    }
    assert!(checks > 50, "only {checks} of the positions are checks");
}

// A position against its mirror.

#[test]
fn the_mirrored_position_is_another_with_the_mirrored_moves_and_they_lead_to_mirrored_positions() {
    type Moves = fn(&Position) -> Vec<Move>;
    for position in all_positions() {
        let mirror = position.mirrored();
        assert_eq!(mirror.mirrored(), *position);
        assert_ne!(mirror, *position);
        assert_eq!(mirror.is_check(), position.is_check(), "{position}");
        for moves in [Position::legal_moves as Moves, Position::pseudo_legal_moves] {
            let expected: HashSet<Move> = moves(position).into_iter().map(mirrored_move).collect();
            let found = moves(&mirror);
            assert_eq!(found.len(), expected.len(), "{mirror} has a move twice");
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected, "{position}");
        }
        for mv in position.pseudo_legal_moves() {
            // The number of the move grows after the moves of Black only.
            let after = mirror.after(mirrored_move(mv)).mirrored();
            assert!(after.same_but_for_counters(&position.after(mv)), "{mv} in {position}");
        }
    }
}

#[test]
fn the_mirrored_position_has_the_same_perft() {
    for position in WRITTEN.iter() {
        let mirror = position.mirrored();
        for depth in 1..=3 {
            assert_eq!(perft(&mirror, depth), perft(position, depth), "{position} at {depth}");
        }
    }
    for position in PLAYED.iter() {
        assert_eq!(perft(&position.mirrored(), 2), perft(position, 2), "{position}");
    }
}

// Text, and what a position says of itself.

#[test]
fn a_position_is_read_again_as_it_was_printed() {
    for position in all_positions() {
        for position in [*position, position.mirrored()] {
            let fen = position.to_string();
            assert_eq!(fen.parse(), Ok(position), "{fen}");
            assert_eq!(fen.split(' ').count(), 6);
        }
    }
}

#[test]
fn every_position_after_a_legal_move_has_a_meaning() {
    for position in all_positions() {
        for mv in position.legal_moves() {
            let after = position.after(mv);
            assert_eq!(Position::new(after.setup()), Ok(after), "{mv} in {position}");
            assert_eq!(after.side_to_move(), !position.side_to_move());
        }
    }
}
