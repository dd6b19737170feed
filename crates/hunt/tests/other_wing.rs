//! Rights to castle that are read for the other wing, and what only looks like it.

use crate::search::{castled, moves_by_wing, on_other_wing};
use crate::tests::engines::{EngineRow, assert_found, lists, makes};
use crate::tests::inside::wings::{BY_ROOK, reading, wing_from, with_wing_rights, with_wings};
use crate::tests::inside::{CASTLING_ALONE, Inside, List, Make, Read, is_castling, legal_but};
use ox88::{CastlingRights, CastlingSide, Color, File, Move, Square, is_attacked};

/// A rook beyond the other king is for the short wing, and one on its file has no right.
const BY_OTHER_KING: Read =
    |here| with_wings(here, |color, rook| wing_from(here.king(!color).file(), rook));

/// Without a right on the short wing, the right of a1 counts there too.
const A1_ON_BOTH_WINGS: Read = |here| {
    let mut castling = here.castling_rights();
    let [short, long] = CastlingSide::BOTH.map(|wing| castling.rook(Color::White, wing));
    if let (None, Some(a1)) = (short, long)
        && a1 == Square::new(File::A, Color::White.home_rank())
    {
        castling.grant(Color::White, CastlingSide::KingSide, a1);
    }
    with_wing_rights(here, castling)
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
    let misread = with_wing_rights(here, rights);
    match other {
        Some(_) => castled(&misread, mv),
        None => here.after(mv),
    }
};

#[test]
fn rights_of_the_other_wing_are_told_from_what_looks_like_them() {
    assert_found(
        "hunt.other_wing",
        [
            ("A wing that is told by the other king is misread.", by_the_other_king()),
            (
                "A wing that is told by the rook may be misread: no FEN is read rightly.",
                by_the_rook(),
            ),
            ("A right that counts for both wings is misread.", both_wings()),
            ("A castling that is made on the other wing is not misread.", made_elsewhere()),
            ("Other castlings are not blamed on reading rights.", other_castlings()),
        ],
    );
}

const ROOK_ON_G1: &str = "8/7k/8/8/8/8/8/5KR1 w G - 0 1";
const TWO_ROOKS: &str = "8/1k6/8/8/8/8/8/5RKR w HF - 0 1";
const ROOK_ON_C1: &str = "8/6k1/8/8/8/8/8/1KR5 w C - 0 1";
const ROOK_ON_A1: &str = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
const FAR_ROOK: &str = "8/7k/8/8/8/8/8/R5K1 w A - 0 1";

fn by_the_other_king() -> Vec<EngineRow> {
    let engine = || reading(BY_OTHER_KING);
    vec![
        ("the king goes elsewhere", engine(), ROOK_ON_G1, "f1g1 h7g6", 1),
        ("it is listed by other rules", engine(), "R4rk1/8/8/8/8/8/8/1K6 b f - 1 1", "", 1),
        ("another rook has the wing", engine(), TWO_ROOKS, "f1a1 b7b6", 1),
    ]
}

fn by_the_rook() -> Vec<EngineRow> {
    vec![
        ("made", reading(BY_ROOK), ROOK_ON_C1, "b1c1", 1),
        ("listed", reading(BY_ROOK), "8/6k1/8/8/8/8/8/1KR3N1 w C - 0 1", "", 1),
    ]
}

fn both_wings() -> Vec<EngineRow> {
    let engine = || reading(A1_ON_BOTH_WINGS);
    vec![
        ("twice", engine(), ROOK_ON_A1, "", 1),
        ("through an attack", engine(), "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", 1),
        ("twice in Chess960", engine(), FAR_ROOK, "", 1),
    ]
}

/// It lists the castling where the way of the other wing is closed, and not where its own is.
fn made_elsewhere() -> Vec<EngineRow> {
    let engine = || makes(MAKES_IT_ELSEWHERE);
    vec![
        ("b1c1", engine(), ROOK_ON_C1, "b1c1", 1),
        ("f1g1", engine(), ROOK_ON_G1, "f1g1 h7g6", 1),
        ("e1g1", engine(), CASTLING_ALONE, "e1g1", 1),
    ]
}

fn other_castlings() -> Vec<EngineRow> {
    // It does so where the way of the other wing is closed as well.
    let twice: List = |here, _| {
        let again = legal_but(here, |mv| !is_castling(mv));
        here.legal_moves().into_iter().chain(again).collect()
    };
    let loses_both: Make = |here, mv| {
        let after = here.after(mv);
        let castling = after.castling_rights();
        let is_lost = here.castling_rights() != castling;
        let left = castling.without_king_of(here.side_to_move());
        with_wing_rights(&after, if is_lost { left } else { castling })
    };
    // It also lacks a castling whose king stands on its goal. As if its right were for the other wing, these would be
    // missing too, and it is not.
    let not_on_goal: List = |here, _| {
        let mut moves = moves_by_wing(here);
        moves.retain(|mv| !is_castling(*mv) || mv.to != mv.from);
        moves
    };
    // On the other wing this castling would be legal too. With a piece in its way it would still be, and is not listed.
    let through_attack: List = |here, _| {
        let us = here.side_to_move();
        let is_listed = |&mv: &Move| {
            let after = here.after(mv);
            let is_safe = !is_attacked(after.board(), after.king(us), !us);
            is_castling(mv) && !here.is_legal(mv) && !here.is_check() && is_safe
        };
        let through = here.pseudo_legal_moves().into_iter().filter(is_listed);
        here.legal_moves().into_iter().chain(through).collect()
    };
    let not_on_goal = Inside { list: not_on_goal, ..reading(BY_OTHER_KING) };
    vec![
        ("listed twice", lists(twice), ROOK_ON_A1, "", 1),
        ("listed twice in Chess960", lists(twice), FAR_ROOK, "", 1),
        ("a right lost with the other rook", makes(loses_both), TWO_ROOKS, "f1a1 b7b6", 1),
        ("a king on its goal", not_on_goal, "2k5/8/8/8/8/8/8/1RK1B3 w B - 0 1", "", 1),
        ("through an attack", lists(through_attack), "1kr5/3R4/8/8/8/8/8/4K3 b c - 0 1", "", 1),
    ]
}
