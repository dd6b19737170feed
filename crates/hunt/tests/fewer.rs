//! As few pieces as show an error, and the position with one piece less in which the engine is right.

use crate::tests::engines::{EngineRow, asked_again, assert_rows, below, lists};
use crate::tests::inside::{
    Inside, List, NO_CASTLING, Place, Read, finding, in_short, is_castling, legal_but,
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

/// What is found, where that is shown, and where the engine is right.
fn told((name, engine, fen, moves, depth): EngineRow) -> String {
    let found = finding(engine, fen, moves, depth).expect("it differs");
    let right_in = right_without(&found).into_iter().map(|fen| format!("right in {fen}"));
    let shown = [in_short(&found), format!("shown in {}", shown(&found))];
    below(name, &shown.into_iter().chain(right_in).collect::<Vec<_>>())
}

#[test]
fn an_error_is_shown_with_few_men() {
    let rules = [
        ("A man without which the engine is right is part of the error, and no other one.", men()),
        ("An attack is a reason only if castling is missing wherever it is.", attacks()),
        ("Where something else is wrong without a man, it stays.", something_else()),
        ("A pawn goes with its en passant square, and stays if the error needs that.", pawns()),
        ("What a second answer shows is shown with few men.", second_answers()),
        ("What explains the smaller answer alone is not named.", smaller_answers()),
        ("The check stays the same.", checks()),
    ];
    assert_rows("fewer.men", rules, told);
}

fn men() -> Vec<EngineRow> {
    let if_attacked: List = |here, _| no_castling_if_attacked(here, "b1");
    // By White's right to castle it lists a castling of Black, whose king is not there.
    let castles_from_e8: List = |here, _| {
        let is_whites =
            here.side_to_move() == Color::Black && here.castling_rights().iter().next().is_some();
        let castling = is_whites.then(|| Move::normal(square("e8"), square("g8")));
        here.legal_moves().into_iter().chain(castling).collect()
    };
    let no_piece = "1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1";
    vec![
        ("the error stays when the rooks are gone", lists(NO_CASTLING.list), B1_IS_ATTACKED, "", 1),
        ("castling is missing where b1 is attacked", lists(if_attacked), B1_IS_ATTACKED, "", 1),
        ("a piece that is not there seems to move", lists(castles_from_e8), no_piece, "", 1),
    ]
}

fn no_castling_if_attacked(here: &Position, name: &str) -> Vec<Move> {
    let is_attacked = is_attacked(here.board(), square(name), Color::Black);
    legal_but(here, |mv| is_attacked && is_castling(mv))
}

/// The knight attacks b1 and f1, and the queen a1 and f1. No rule is about f1.
fn attacks() -> Vec<EngineRow> {
    const KNIGHT: &str = "1k6/8/8/8/8/8/3n4/R3K3 w Q - 0 1";
    const QUEEN: &str = "4k3/8/5q2/8/8/8/8/R3K3 w Q - 0 1";
    let [a1, b1, f1]: [List; 3] = [
        |here, _| no_castling_if_attacked(here, "a1"),
        |here, _| no_castling_if_attacked(here, "b1"),
        |here, _| no_castling_if_attacked(here, "f1"),
    ];
    vec![
        ("b1", lists(b1), KNIGHT, "", 1),
        ("f1 with b1", lists(f1), KNIGHT, "", 1),
        ("a1", lists(a1), QUEEN, "", 1),
        ("f1 with a1", lists(f1), QUEEN, "", 1),
    ]
}

fn something_else() -> Vec<EngineRow> {
    const KNIGHT: &str = "4k3/7p/8/8/8/8/3P4/1N2K3 w - - 0 1";
    fn is_knight(here: &Position, mv: Move) -> bool {
        here.board().at(mv.from).is_some_and(|man| man.kind() == PieceKind::Knight)
    }
    // The king has no castling where the knight has no moves, and otherwise the other way round.
    let by_pawn: List = |here, _| {
        let has_pawn = here.board().at(square("a2")).is_some();
        legal_but(here, |mv| if has_pawn { is_castling(mv) } else { mv.to == square("e2") })
    };
    // Without the pawn on d2 the knight has one jump more, and that is missing as well.
    let no_jumps: List = |here, _| legal_but(here, |mv| is_knight(here, mv));
    // Where d2 is empty, the king lacks its step to it, which is another rule.
    let no_step: List =
        |here, _| legal_but(here, |mv| is_knight(here, mv) || mv.to == square("d2"));
    // Two of the three promotions that are missing are captures. With no knight left one is missing that is none.
    let no_knights: List =
        |here, _| legal_but(here, |mv| mv.promotion() == Some(PieceKind::Knight));
    let promotions = "n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1";
    vec![
        ("another move", lists(by_pawn), "4k3/7p/8/8/8/8/P6P/4K2R w K - 0 1", "", 1),
        ("more against the same rule does not matter", lists(no_jumps), KNIGHT, "", 1),
        ("another rule does", lists(no_step), KNIGHT, "", 1),
        ("the rule of most moves", lists(no_knights), promotions, "", 1),
    ]
}

fn pawns() -> Vec<EngineRow> {
    let never: List = |here, _| legal_but(here, |mv| mv.to == square("c3"));
    let with_square: List =
        |here, _| legal_but(here, |mv| here.en_passant().is_some() && mv.to == square("c3"));
    vec![
        ("it goes", lists(never), "4k3/8/8/3p4/8/8/8/1N2K3 w - d6 0 1", "", 1),
        ("it stays", lists(with_square), "4k3/7p/8/3p4/8/8/8/1N2K3 w - d6 0 1", "", 1),
    ]
}

/// One leaves something behind when the move above is taken back, and that needs two pieces. Then a pawn gives check
/// until it was taken. From then on all others have moves, and rooks that are left have more of them if one or two are
/// gone. The pawn on h2 is enough.
fn second_answers() -> Vec<EngineRow> {
    const CHECK: &str = "R7/R7/R7/2p5/3K4/8/7P/7k w - - 0 1";
    let gone_if_there: Read = |here| {
        let is_there = here.board().at(square("h7")).is_some();
        if is_there { without(here, "h7") } else { *here }
    };
    let until_taken: Read = |here| without(here, "c5");
    // Nothing takes the pawn on h2, which is gone where the rook is not on a8.
    let two_kinds: Read = |here| {
        let has_rook = here.board().at(square("a8")).is_some();
        without(here, if has_rook { "c5" } else { "h2" })
    };
    // Without the pawn on a2 it is wrong at once, and gives the same answer when it is asked again.
    let gone_beside_a2: Read = |here| {
        let is_there = ["a2", "h7"].map(|it| here.board().at(square(it)).is_some());
        if is_there == [true; 2] { without(here, "h7") } else { *here }
    };
    let needs_a2: List = |here, _| {
        let captures_own = Move::normal(here.king(Color::White), square("f2"));
        let is_gone = here.board().at(square("a2")).is_none();
        here.legal_moves().into_iter().chain(is_gone.then_some(captures_own)).collect()
    };
    let wrong_at_once = Inside { list: needs_a2, ..asked_again(gone_beside_a2) };
    let many = "r3k3/1p1p3p/8/8/8/8/P4PP1/4K2R w - - 0 1";
    vec![
        ("a pawn without which it is wrong at once", wrong_at_once, many, "", 1),
        ("two pieces", asked_again(gone_if_there), many, "", 1),
        ("other moves that it explains as well", asked_again(until_taken), CHECK, "", 1),
        ("other moves that it does not explain", asked_again(two_kinds), CHECK, "", 1),
    ]
}

/// Behind e8e7 it lacks castling and a capture, and without the pawn it is as if the right were lost.
fn smaller_answers() -> Vec<EngineRow> {
    const PAWNS: &str = "4k3/8/8/8/8/5p2/6P1/4K2R b K - 0 1";
    let both: List = |here, place| {
        let is_lacking = |mv: Move| is_castling(mv) || here.board().at(mv.to).is_some();
        legal_but(here, |mv| place == Place::Played && is_lacking(mv))
    };
    let castling: List =
        |here, place| legal_but(here, |mv| place == Place::Played && is_castling(mv));
    vec![
        ("castling and a capture", lists(both), PAWNS, "e8e7", 1),
        ("castling", lists(castling), PAWNS, "e8e7", 1),
    ]
}

/// With fewer pieces the king would be in another check, or in none.
fn checks() -> Vec<EngineRow> {
    let list: List = |here, _| legal_but(here, |mv| here.is_check() && mv.to == square("f1"));
    vec![("", lists(list), "4k3/4r3/7p/8/8/8/P6P/4K3 w - - 0 1", "", 1)]
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
