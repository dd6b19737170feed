//! As few pieces as show an error, and the position with one piece less in which the engine is right.

use crate::tests::inside::{
    Inside, List, NO_CASTLING, Place, RIGHT, Read, finding, in_short, is_castling, legal_but,
    one_question, search, without,
};
use crate::{Finding, Until};
use ox88::{Color, Move, PieceKind, Position, is_attacked};
use ox88_engine::fewest::fewest;
use ox88_engine::{Abilities, Experiment, Heard, Partner};
use ox88_test_support::square;
use rstest::rstest;
use std::time::Duration;

/// Two rooks attack b1, over which only the rook of White goes when it castles. The rest has nothing to do with that.
const B1_IS_ATTACKED: &str = "1r2k3/1r5p/6p1/8/8/6P1/7P/R3K3 w Q - 0 1";

fn shown(found: &Finding) -> String {
    found.position().to_string()
}

/// The pieces that are gone in the positions where the engine is right.
fn right_without(found: &Finding) -> Vec<String> {
    let diagnosis = &found.disagreement().expect("it answers").diagnosis;
    diagnosis.right_in.iter().flatten().map(|line| line.end().to_string()).collect()
}

fn found(list: List, fen: &str) -> Finding {
    finding(Inside { list, ..RIGHT }, fen, "", 1).expect("it differs")
}

#[rstest]
#[case::none(&[], &[])]
#[case::one(&[5], &[5])]
#[case::neighbours(&[3, 4], &[3, 4])]
#[case::the_ends(&[0, 9], &[0, 9])]
#[case::all(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9])]
fn what_is_needed_is_left(#[case] needed: &[u32], #[case] expected: &[u32]) {
    let all: Vec<u32> = (0..10).collect();
    let shows = |left: &[u32]| needed.iter().all(|it| left.contains(it));
    assert_eq!(fewest(&all, shows), expected);
}

/// Without any one of those that are left it is not shown, even if that comes to light late.
#[test]
fn a_part_is_tried_again_when_another_one_is_gone() {
    // The first can go only after the last has gone.
    let shows = |left: &[u32]| left.contains(&0) || !left.contains(&3);
    assert_eq!(fewest(&[0, 1, 2, 3], |left| shows(left) && left.contains(&1)), [1]);
}

/// The attack has nothing to do with it: the error stays when the rooks are gone.
#[test]
fn a_man_without_which_the_error_stays_is_no_reason() {
    let found = found(|here, _| legal_but(here, is_castling), B1_IS_ATTACKED);
    assert_eq!(in_short(&found), "castling fen|generation CastlesByNoFen by the FEN at 1: -");
    assert_eq!(shown(&found), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(right_without(&found), [""; 0]);
}

#[test]
fn a_man_without_which_the_engine_is_right_is_part_of_the_error() {
    let list: List = |here, _| {
        let is_b1_attacked = is_attacked(here.board(), square("b1"), Color::Black);
        legal_but(here, |mv| is_castling(mv) && is_b1_attacked)
    };
    let found = found(list, B1_IS_ATTACKED);
    assert_eq!(
        in_short(&found),
        "castling-over-attacked-rook-way generation ByFen by the FEN at 1: -"
    );
    assert_eq!(shown(&found), "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(right_without(&found), ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]);
}

/// The knight attacks b1 and f1, and the queen a1 and f1. No rule is about f1.
#[rstest]
#[case::b1(lacking(|here, _| no_castling_if_attacked(here, "b1")), KNIGHT, "castling-over-attacked-rook-way")]
#[case::f1_with_b1(lacking(|here, _| no_castling_if_attacked(here, "f1")), KNIGHT, "castling")]
#[case::a1(lacking(|here, _| no_castling_if_attacked(here, "a1")), QUEEN, "castling-with-attacked-rook")]
#[case::f1_with_a1(lacking(|here, _| no_castling_if_attacked(here, "f1")), QUEEN, "castling")]
fn an_attack_is_a_reason_only_if_castling_is_missing_wherever_it_is(
    #[case] list: List,
    #[case] fen: &str,
    #[case] rule: &str,
) {
    let found = found(list, fen);
    assert_eq!(in_short(&found), format!("{rule} generation ByFen by the FEN at 1: -"));
    let without: Position = right_without(&found)[0].parse().expect("a position");
    assert!(without.board().pieces(Color::Black).count() == 1, "{without}");
}

const KNIGHT: &str = "1k6/8/8/8/8/8/3n4/R3K3 w Q - 0 1";
const QUEEN: &str = "4k3/8/5q2/8/8/8/8/R3K3 w Q - 0 1";

const fn lacking(list: List) -> List {
    list
}

fn no_castling_if_attacked(here: &Position, name: &str) -> Vec<Move> {
    let is_attacked = is_attacked(here.board(), square(name), Color::Black);
    legal_but(here, |mv| is_attacked && is_castling(mv))
}

/// The king has no castling where the knight has no moves, and otherwise the other way round.
#[test]
fn where_something_else_is_wrong_without_a_man_it_stays() {
    let list: List = |here, _| {
        let has_pawn = here.board().at(square("a2")).is_some();
        legal_but(here, |mv| if has_pawn { is_castling(mv) } else { mv.to == square("e2") })
    };
    let found = found(list, "4k3/7p/8/8/8/8/P6P/4K2R w K - 0 1");
    assert_eq!(shown(&found), "4k3/8/8/8/8/8/P7/4K2R w K - 0 1");
}

/// Without the pawn on d2 the knight has one jump more, and that is missing as well.
#[test]
fn what_is_wrong_against_the_same_rule_may_be_more_with_fewer_men() {
    fn is_knight(here: &Position, mv: Move) -> bool {
        here.board().at(mv.from).is_some_and(|man| man.kind() == PieceKind::Knight)
    }
    let no_jumps: List = |here, _| legal_but(here, |mv| is_knight(here, mv));
    let found_without_jumps = found(no_jumps, "4k3/7p/8/8/8/8/3P4/1N2K3 w - - 0 1");
    assert_eq!(shown(&found_without_jumps), "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1");
    // Where d2 is empty, the king lacks its step to it, which is another rule.
    let no_step_either: List =
        |here, _| legal_but(here, |mv| is_knight(here, mv) || mv.to == square("d2"));
    let found_both = found(no_step_either, "4k3/7p/8/8/8/8/3P4/1N2K3 w - - 0 1");
    assert_eq!(shown(&found_both), "4k3/8/8/8/8/8/3P4/1N2K3 w - - 0 1");
}

/// Two of the three promotions that are missing are captures. With no knight left one is missing that is none.
#[test]
fn as_many_men_are_left_as_show_the_rule_of_the_finding() {
    let list: List = |here, _| legal_but(here, |mv| mv.promotion() == Some(PieceKind::Knight));
    let found = found(list, "n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1");
    assert_eq!(in_short(&found), "underpromotion-by-capture generation ByFen by the FEN at 1: -");
    assert_eq!(shown(&found), "2n5/1Pk5/8/8/8/8/5K2/8 w - - 0 1");
}

/// A pawn that could be taken en passant is gone with the square behind it.
#[test]
fn a_pawn_is_taken_off_together_with_its_en_passant_square() {
    let list: List = |here, _| legal_but(here, |mv| mv.to == square("c3"));
    let found = found(list, "4k3/8/8/3p4/8/8/8/1N2K3 w - d6 0 1");
    assert_eq!(shown(&found), "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1");
}

/// Only black pawns on d5 with their square make it forget the jump.
#[test]
fn a_pawn_stays_if_the_error_needs_its_en_passant_square() {
    let list: List =
        |here, _| legal_but(here, |mv| here.en_passant().is_some() && mv.to == square("c3"));
    let found = found(list, "4k3/7p/8/3p4/8/8/8/1N2K3 w - d6 0 1");
    assert_eq!(shown(&found), "4k3/8/8/3p4/8/8/8/1N2K3 w - d6 0 1");
    assert_eq!(right_without(&found), [""; 0]);
}

/// One leaves something behind when the move above is taken back, and that needs two pieces.
#[test]
fn what_a_second_answer_shows_is_shown_with_few_men() {
    let again: Read = |here| {
        let is_there = here.board().at(square("h7")).is_some();
        if is_there { without(here, "h7") } else { *here }
    };
    let engine = Inside { again: Some(again), ..RIGHT };
    let found =
        finding(engine, "r3k3/1p1p3p/8/8/8/8/P4PP1/4K2R w - - 0 1", "", 1).expect("it differs");
    assert!(
        in_short(&found).starts_with("captured-piece-not-restored unmake "),
        "{}",
        in_short(&found)
    );
    assert_eq!(shown(&found), "4k3/7p/8/8/8/8/8/4K2R w - - 0 1");
}

/// The pawn gives check until it was taken. From then on all others have moves, and rooks that are left have more of
/// them if one or two are gone. The pawn on h2 is enough.
#[test]
fn where_other_moves_are_wrong_it_is_the_same_if_what_is_left_behind_explains_them() {
    let found = |again| {
        let fen = "R7/R7/R7/2p5/3K4/8/7P/7k w - - 0 1";
        let found = finding(Inside { again: Some(again), ..RIGHT }, fen, "", 1);
        found.expect("it differs")
    };
    let of_unmake = found(|here| without(here, "c5"));
    let named = in_short(&of_unmake);
    assert!(
        named.starts_with("captured-piece-not-restored unmake AskedTwice by the FEN at 1: "),
        "{named}"
    );
    assert_eq!(shown(&of_unmake), "8/8/8/2p5/3K4/8/7P/7k w - - 0 1");
    // Nothing takes the pawn on h2, which is gone where the rook is not on a8.
    let of_two_kinds: Read = |here| {
        let has_rook = here.board().at(square("a8")).is_some();
        without(here, if has_rook { "c5" } else { "h2" })
    };
    assert_eq!(shown(&found(of_two_kinds)), "R7/8/8/2p5/3K4/8/8/7k w - - 0 1");
}

/// By White's right to castle it lists a castling of Black, whose king is not there.
#[test]
fn men_are_taken_off_where_a_piece_that_is_not_there_seems_to_move() {
    let list: List = |here, _| {
        let is_whites =
            here.side_to_move() == Color::Black && here.castling_rights().iter().next().is_some();
        let castling = is_whites.then(|| Move::normal(square("e8"), square("g8")));
        here.legal_moves().into_iter().chain(castling).collect()
    };
    let found = found(list, "1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1");
    assert_eq!(in_short(&found), "no-piece-there generation ByFen by the FEN at 1: -");
    assert_eq!(shown(&found), "1k6/8/8/8/8/8/8/4K2R b K - 0 1");
}

/// Behind e8e7 it lacks castling and a capture, and without the pawn it is as if the right were lost.
#[test]
fn what_explains_the_smaller_answer_alone_is_not_named() {
    let list: List = |here, place| {
        let is_lacking = |mv: Move| is_castling(mv) || here.board().at(mv.to).is_some();
        legal_but(here, |mv| place == Place::Played && is_lacking(mv))
    };
    let fen = "4k3/8/8/8/8/5p2/6P1/4K2R b K - 0 1";
    let found = |list| finding(Inside { list, ..RIGHT }, fen, "e8e7", 1).expect("it differs");
    let both = found(list);
    assert_eq!(in_short(&both), "castling make RightInItsWalk by e8e7 at 1: -");
    assert_eq!(shown(&both), "8/4k3/8/8/8/8/8/4K2R w K - 1 2");
    let castling: List =
        |here, place| legal_but(here, |mv| place == Place::Played && is_castling(mv));
    let named = in_short(&found(castling));
    assert!(named.starts_with("castling-right-lost make RightInItsWalk by e8e7 at 1: "), "{named}");
}

/// Who answers by hand is not asked thirty questions more.
#[test]
fn a_person_is_not_asked_about_fewer_men() {
    struct Person(Inside, usize);
    impl Partner for Person {
        fn can(&self) -> Abilities {
            Abilities { is_person: true, ..self.0.can() }
        }

        fn run(&mut self, experiment: &Experiment, within: Duration) -> Vec<Heard> {
            self.1 += 1;
            self.0.run(experiment, within)
        }
    }
    let mut person = Person(NO_CASTLING, 0);
    let outcome =
        search(&mut person, &one_question(B1_IS_ATTACKED, "", 1), Until::First, |_, _| ());
    assert_eq!(shown(&outcome.findings[0]), B1_IS_ATTACKED);
    assert!(person.1 <= 3, "{} questions", person.1);
}

/// With fewer pieces the king would be in another check, or in none.
#[test]
fn the_check_stays_the_same() {
    let list: List = |here, _| legal_but(here, |mv| here.is_check() && mv.to == square("f1"));
    let fen = "4k3/4r3/7p/8/8/8/P6P/4K3 w - - 0 1";
    let found = found(list, fen);
    let here: Position = shown(&found).parse().expect("a position");
    assert!(here.is_check());
    assert_eq!(shown(&found), "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1");
}
