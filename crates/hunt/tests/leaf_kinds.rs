//! How many leaves too few or too many there are where the engine was asked first, and of which kind
//! there are as many.

use crate::tests::helpers::position::position;
use crate::tests::inside::{
    Answers, Inside, LAST_PLY_WITHOUT_CASTLING, NO_CASTLING, Print, RIGHT, SAN, finding, partner,
    questions, search,
};
use crate::{Finding, Reply, Step, Trouble, Until};
use ox88::{File, Move, MoveKind, Position};
use rstest::rstest;

/// An engine that counts each leaf of some kind more than once, or not at all, behind the moves that it lists.
struct Miscounting {
    is_of_kind: Kind,
    times: u128,
}

/// Whether the last move to a leaf is of a kind.
type Kind = fn(&Position, Move) -> bool;

impl Miscounting {
    fn count(&self, here: &Position, depth: u32) -> u128 {
        let moves = here.legal_moves().into_iter();
        if depth > 1 {
            return moves.map(|mv| self.count(&here.after_unchecked(mv), depth - 1)).sum();
        }
        moves.map(|mv| if (self.is_of_kind)(here, mv) { self.times } else { 1 }).sum()
    }
}

impl Answers for Miscounting {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let here = question.position();
        let mut lines = Vec::new();
        for mv in here.legal_moves() {
            let after = here.after_unchecked(mv);
            let leaves =
                if question.depth == 1 { 1 } else { self.count(&after, question.depth - 1) };
            lines.push(format!("{}: {leaves}", here.move_text(mv)));
        }
        Ok(lines.iter().map(String::as_str).collect())
    }
}

partner!(Miscounting);

/// What is said of it at a depth, where the position with the sides changed shows the same.
fn leaves(fen: &str, depth: u32, is_of_kind: Kind, times: u128) -> Option<String> {
    let mirrored = position(fen).mirrored().to_string();
    let said = all_leaves(&[fen, &mirrored], depth, is_of_kind, times);
    let [Some(here), Some(there)] = &said[..] else { return None };
    assert_eq!(here, there);
    Some(here.clone())
}

fn all_leaves(fens: &[&str], depth: u32, is_of_kind: Kind, times: u128) -> Vec<Option<String>> {
    let mut engine = Miscounting { is_of_kind, times };
    let plan = questions(&fens.iter().map(|fen| (*fen, depth)).collect::<Vec<_>>());
    let outcome = search(&mut engine, &plan, Until::All, |_, _| ());
    let said = |finding: &Finding| finding.leaves.map(|leaves| leaves.to_string());
    outcome.findings.iter().map(said).collect()
}

fn is_capture(here: &Position, mv: Move) -> bool {
    mv.kind == MoveKind::EnPassant
        || here.board().at(mv.to).is_some() && mv.castling_rook().is_none()
}

fn is_en_passant(_: &Position, mv: Move) -> bool {
    mv.kind == MoveKind::EnPassant
}

fn is_castling(_: &Position, mv: Move) -> bool {
    mv.castling_rook().is_some()
}

/// Each bishop takes the other, or gives check.
const BISHOPS: &str = "7k/8/8/4b3/8/2B5/8/K7 w - - 0 1";

fn gives_check(here: &Position, mv: Move) -> bool {
    here.after_unchecked(mv).is_check()
}

fn ends_game(here: &Position, mv: Move) -> bool {
    here.after_unchecked(mv).legal_moves().is_empty()
}

#[rstest]
#[case::captures(BISHOPS, is_capture, "5 too few at depth 2: as many as there are captures")]
#[case::en_passant(
    "4k3/8/8/8/1p3p2/8/P1P1P1P1/4K3 w - - 0 1",
    is_en_passant,
    "4 too few at depth 2: as many as there are en passant captures"
)]
// Castling of one wing: an engine that does not castle at all is known by that.
#[case::castlings(
    "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1",
    |here: &_, mv: Move| is_castling(here, mv) && mv.to.file() == File::C,
    "5 too few at depth 2: as many as there are castlings"
)]
#[case::promotions("4k3/8/8/8/8/8/4p3/4K2R w K - 0 1",
    |_: &_, mv: Move| matches!(mv.kind, MoveKind::Promotion(_)),
    "12 too few at depth 2: as many as there are promotions")]
#[case::checks(BISHOPS, gives_check, "3 too few at depth 2: as many as there are checks")]
#[case::checkmates("8/8/1p6/bP3p2/4pP2/pP2P3/rp4pp/R3K1kq w Q - 0 1",
    |here: &_, mv| gives_check(here, mv) && ends_game(here, mv),
    "6 too few at depth 2: as many as there are checkmates")]
#[case::stalemates("2k5/K1rp4/n1rp4/Ppp5/qp6/pp6/b7/8 w - b6 0 1",
    |here: &_, mv| !gives_check(here, mv) && ends_game(here, mv),
    "7 too few at depth 2: as many as there are stalemates")]
#[case::what_ends_a_check("6qk/8/8/8/8/8/8/7K b - - 0 1", |here: &Position, _| here.is_check(),
    "8 too few at depth 2: as many as there are moves that end a check")]
// Of two kinds of which one is a part of the other, the narrower one is named.
#[case::all_that_ends_a_check_is_a_capture("3r2NK/k2P2PP/3P1p1p/5P1P/3P4/p7/P1p5/8 b - - 0 1", |here: &Position, _| here.is_check(),
    "5 too few at depth 2: as many as there are captures that end a check")]
#[case::all_checks_are_mates(
    "7K/1r6/5nk1/8/5P2/n7/6P1/8 w - - 0 1",
    |here: &_, mv| gives_check(here, mv) && ends_game(here, mv),
    "4 too few at depth 2: as many as there are checkmates"
)]
#[case::all_captures_that_end_a_check_are_en_passant(
    "8/8/8/4k3/2p1p1p1/4K3/3P1P2/8 w - - 0 1",
    is_en_passant,
    "4 too few at depth 2: as many as there are en passant captures that end a check"
)]
#[case::all_captures_end_a_check(
    "8/k7/5P2/3R4/8/8/1Q6/K7 w - - 0 1",
    is_capture,
    "3 too few at depth 2: as many as there are captures that end a check"
)]
#[case::all_en_passant_ends_a_check(
    "8/8/8/4k3/2p1p1p1/8/3P1P2/K7 w - - 0 1",
    is_en_passant,
    "4 too few at depth 2: as many as there are en passant captures that end a check"
)]
// There are five castlings here, and five captures: none is named.
#[case::two_kinds("4k3/8/8/8/8/8/7p/R3K2R b KQ - 0 1", is_castling, "5 too few at depth 2")]
fn the_one_kind_of_which_there_are_as_many_is_named(
    #[case] fen: &str,
    #[case] is_of_kind: Kind,
    #[case] expected: &str,
) {
    let few = leaves(fen, 2, is_of_kind, 0);
    assert_eq!(few.as_deref(), Some(expected));
    // What is counted twice is as many too many.
    let many = leaves(fen, 2, is_of_kind, 2);
    assert_eq!(many.map(|it| it.replace("too many", "too few")).as_deref(), Some(expected));
}

/// One or two leaves may be those of any kind by chance.
#[rstest]
#[case::one("4k3/8/8/8/1p6/8/P7/1N2K3 w - - 0 1", is_en_passant, "1 too few at depth 2")]
#[case::two(BISHOPS, |here: &Position, _| here.is_check(), "2 too few at depth 2")]
#[case::three(BISHOPS, gives_check, "3 too few at depth 2: as many as there are checks")]
fn of_a_difference_below_three_no_kind_is_named(
    #[case] fen: &str,
    #[case] is_of_kind: Kind,
    #[case] expected: &str,
) {
    assert_eq!(leaves(fen, 2, is_of_kind, 0).as_deref(), Some(expected));
}

/// A row that cannot be read may be one of these leaves.
#[test]
fn where_a_row_is_not_read_nothing_is_said() {
    let list = LAST_PLY_WITHOUT_CASTLING;
    let one_not_read: Print = |here, depth, rows| {
        let queen = ["Qd5: 1".to_owned()];
        Ok(SAN(here, depth, rows)?.into_iter().chain(queen).collect())
    };
    let leaves = |print| {
        let found =
            finding(Inside { list, print, ..RIGHT }, "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", "", 2);
        found.expect("it differs").leaves.is_some()
    };
    assert!(leaves(SAN));
    assert!(!leaves(one_not_read));
}

/// One ply deep the moves themselves are what was asked for.
#[test]
fn where_the_number_is_right_or_that_of_moves_nothing_is_said() {
    assert_eq!(leaves("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", 2, is_capture, 0), None);
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(finding(NO_CASTLING, fen, "", 1).expect("it differs").leaves, None);
}

#[test]
fn deeper_down_the_kinds_are_those_of_the_last_ply() {
    assert_eq!(
        leaves("4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1", 3, is_castling, 0).as_deref(),
        Some("23 too few at depth 3: as many as there are castlings")
    );
}

/// One ply less deep there are captures as well. An engine that forgets them is wrong there, and was asked before.
#[test]
fn what_would_have_been_wrong_at_a_smaller_depth_is_not_the_kind() {
    let said = leaves(BISHOPS, 3, is_capture, 0).expect("a number is wrong");
    assert!(said.ends_with(" too few at depth 3"), "{said}");
}

/// The number may be that of another kind by chance.
#[test]
fn a_kind_is_named_only_where_another_answer_agrees() {
    const EN_PASSANT: &str = "4k3/8/8/8/1p3p2/8/P1P1P1P1/4K3 w - - 0 1";
    let kind = "4 too few at depth 2: as many as there are en passant captures".to_owned();
    assert_eq!(
        all_leaves(&[EN_PASSANT], 2, is_en_passant, 0),
        [Some("4 too few at depth 2".to_owned())]
    );
    let other = "4k3/8/8/8/1p3p2/8/P1P1P1P1/3K4 w - - 0 1";
    assert_eq!(
        all_leaves(&[EN_PASSANT, other], 2, is_en_passant, 0),
        [Some(kind.clone()), Some(kind)]
    );
    // On the way down from depth 2 it lacks castling itself.
    let fen = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1";
    let leaves = finding(NO_CASTLING, fen, "", 2).expect("it differs").leaves.expect("it is wrong");
    assert_eq!(leaves.to_string(), "5 too few at depth 2: as many as there are castlings");
}
