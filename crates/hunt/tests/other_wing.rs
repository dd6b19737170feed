//! Rights to castle that are read for the other wing, and what only looks like it.

use crate::machine::{castled, moves_by_wing, on_other_wing};
use crate::tests::inside::{Inside, List, Make, RIGHT, Read, found, is_castling, legal_but};
use ox88::{
    CastlingRights, CastlingSide, Color, File, Move, MoveKind, Position, Setup, Square, is_attacked,
};
use rstest::rstest;

/// An engine that has the rights which this function reads from a FEN, and castles by them.
pub fn reading(read: Read) -> Inside {
    let make: Make = |here, mv| match mv.castling_rook() {
        Some(_) => castled(here, mv),
        None => here.after_unchecked(mv),
    };
    Inside { read, make, list: |here, _| moves_by_wing(here), ..RIGHT }
}

/// A right may be for the wing on which the rook does not stand.
fn with_rights(here: &Position, castling: CastlingRights) -> Position {
    let kings = Color::BOTH.map(|color| here.king(color));
    Position::unchecked(Setup { castling, ..here.setup() }, kings)
}

fn with_wings(here: &Position, wing: impl Fn(Color, Square) -> Option<CastlingSide>) -> Position {
    let mut castling = CastlingRights::NONE;
    for (color, _, rook) in here.castling_rights().iter() {
        if let Some(side) = wing(color, rook) {
            castling.grant(color, side, rook);
        }
    }
    with_rights(here, castling)
}

fn wing_from(file: File, rook: Square) -> Option<CastlingSide> {
    match rook.file().cmp(&file) {
        std::cmp::Ordering::Less => Some(CastlingSide::QueenSide),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(CastlingSide::KingSide),
    }
}

/// A rook beyond the other king is for the short wing, and one on its file has no right.
const BY_OTHER_KING: Read =
    |here| with_wings(here, |color, rook| wing_from(here.king(!color).file(), rook));

/// A rook on the files a to d is for the long wing, wherever the king stands.
pub const BY_ROOK: Read = |here| {
    with_wings(here, |_, rook| Some(wing_from(File::D, rook).unwrap_or(CastlingSide::QueenSide)))
};

/// Without a right on the short wing, the right of a1 counts there too.
const A1_ON_BOTH_WINGS: Read = |here| {
    let mut castling = here.castling_rights();
    let [short, long] = CastlingSide::BOTH.map(|wing| castling.rook(Color::White, wing));
    if let (None, Some(a1)) = (short, long)
        && a1 == Square::new(File::A, Color::White.home_rank())
    {
        castling.grant(Color::White, CastlingSide::KingSide, a1);
    }
    with_rights(here, castling)
};

/// It makes every castling on the other wing.
const MAKES_IT_ELSEWHERE: Make = |here, mv| {
    let other = on_other_wing(mv);
    let mut rights = here.castling_rights();
    if let Some(rook) = mv.castling_rook() {
        rights = CastlingRights::NONE;
        let is_long = rook.file() < mv.from.file();
        let wing = CastlingSide::BOTH[usize::from(!is_long)];
        rights.grant(here.side_to_move(), wing, rook);
    }
    let misread = with_rights(here, rights);
    match other {
        Some(_) => castled(&misread, mv),
        None => here.after_unchecked(mv),
    }
};

const MOVED: &str = "a right to castle counted for the other side of the board";

#[rstest]
#[case::the_king_goes_elsewhere("8/7k/8/8/8/8/8/5KR1 w G - 0 1", "f1g1 h7g6")]
#[case::it_is_listed_by_the_other_rules("R4rk1/8/8/8/8/8/8/1K6 b f - 1 1", "")]
#[case::another_rook_has_the_wing("8/1k6/8/8/8/8/8/5RKR w HF - 0 1", "f1a1 b7b6")]
fn a_wing_that_is_told_by_the_other_king_is_misread(#[case] fen: &str, #[case] moves: &str) {
    let found = found(reading(BY_OTHER_KING), fen, moves, 1);
    assert_eq!(found, format!("castling-on-other-wing fen WrongByFen by the FEN at 1: {MOVED}"));
}

/// No other FEN is read rightly.
#[rstest]
#[case::made(
    "8/6k1/8/8/8/8/8/1KR5 w C - 0 1",
    "b1c1",
    "fen|make ListedOnOtherWing by b1c1",
    "b1c1 had castled to the other side"
)]
#[case::listed(
    "8/6k1/8/8/8/8/8/1KR3N1 w C - 0 1",
    "",
    "fen|generation OtherWingByEachFen by the FEN",
    MOVED
)]
fn a_wing_that_is_told_by_the_rook_may_be_misread(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] origin: &str,
    #[case] as_if: &str,
) {
    let found = found(reading(BY_ROOK), fen, moves, 1);
    assert_eq!(found, format!("castling-on-other-wing {origin} at 1: {as_if}"));
}

/// It lists the castling where the way of the other wing is closed, and not where its own is.
#[rstest]
#[case("8/6k1/8/8/8/8/8/1KR5 w C - 0 1", "b1c1")]
#[case("8/7k/8/8/8/8/8/5KR1 w G - 0 1", "f1g1 h7g6")]
#[case("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1")]
fn a_castling_that_is_made_on_the_other_wing_is_not_blamed_on_reading_rights(
    #[case] fen: &str,
    #[case] moves: &str,
) {
    let found = found(Inside { make: MAKES_IT_ELSEWHERE, ..RIGHT }, fen, moves, 1);
    let castling = &moves[..4];
    let expected = format!(
        "castling-on-other-wing make WrongWhenPlayed by {moves} at 1: {castling} had castled to the other side"
    );
    assert_eq!(found, expected);
}

#[rstest]
#[case::twice("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")]
#[case::through_an_attack("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1")]
#[case::twice_in_chess960("8/7k/8/8/8/8/8/R5K1 w A - 0 1")]
fn a_right_that_counts_for_both_wings_is_misread(#[case] fen: &str) {
    let found = found(reading(A1_ON_BOTH_WINGS), fen, "", 1);
    let expected =
        format!("castling-on-other-wing fen WrongByFen by the FEN at 1: {MOVED} as well");
    assert_eq!(found, expected);
}

/// It does so where the way of the other wing is closed as well.
#[rstest]
#[case("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")]
#[case("8/7k/8/8/8/8/8/R5K1 w A - 0 1")]
fn a_castling_that_is_listed_twice_is_not_blamed_on_reading_rights(#[case] fen: &str) {
    let list: List = |here, _| {
        let mut moves = here.legal_moves();
        let again = legal_but(here, |mv| !is_castling(mv));
        moves.extend(again);
        moves
    };
    let found = found(Inside { list, ..RIGHT }, fen, "", 1);
    assert!(found.starts_with("listed-twice generation"), "{found}");
}

#[test]
fn a_right_that_is_lost_with_the_other_rook_is_not_blamed_on_reading_it() {
    let make: Make = |here, mv| {
        let after = here.after_unchecked(mv);
        let is_lost = here.castling_rights() != after.castling_rights();
        let us = here.side_to_move();
        let castling = after.castling_rights();
        let castling = if is_lost { castling.without_king_of(us) } else { castling };
        with_rights(&after, castling)
    };
    let fen = "8/1k6/8/8/8/8/8/5RKR w HF - 0 1";
    let found = found(Inside { make, ..RIGHT }, fen, "f1a1 b7b6", 1);
    assert!(
        found
            .starts_with("castling-after-other-rook-gone make WrongWhenPlayed by f1a1 b7b6 at 1: "),
        "{found}"
    );
}

/// It also lacks a castling whose king stands on its goal. As if its right were for the other wing, these would be
/// missing too, and it is not.
#[test]
fn a_misread_right_is_blamed_for_no_other_castling() {
    let engine = reading(BY_OTHER_KING);
    let list: List = |here, _| {
        let mut moves = moves_by_wing(here);
        moves.retain(|mv| !matches!(mv.kind, MoveKind::Castling { .. }) || mv.to != mv.from);
        moves
    };
    let fen = "2k5/8/8/8/8/8/8/1RK1B3 w B - 0 1";
    let found = found(Inside { list, ..engine }, fen, "", 1);
    assert!(found.starts_with("castling-piece-on-goal fen|generation "), "{found}");
}

/// On the other wing this castling would be legal too. With a piece in its way it would still be, and is not listed.
#[test]
fn a_castling_through_an_attack_is_none_on_the_other_wing() {
    let list: List = |here, _| {
        let us = here.side_to_move();
        let is_listed = |&mv: &Move| {
            let after = here.after_unchecked(mv);
            let is_safe = !is_attacked(after.board(), after.king(us), !us);
            is_castling(mv) && !here.is_legal(mv) && !here.is_check() && is_safe
        };
        let through = here.pseudo_legal_moves().into_iter().filter(is_listed);
        here.legal_moves().into_iter().chain(through).collect()
    };
    let found = found(Inside { list, ..RIGHT }, "1kr5/3R4/8/8/8/8/8/4K3 b c - 0 1", "", 1);
    assert_eq!(found, "castling-through-attack generation ByFen by the FEN at 1: -");
}
