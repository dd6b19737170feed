//! Generators that write their moves in SAN, as python-chess and chess.js do: what is right there is right here, and
//! what is wrong has the name that it has by squares.

use super::{EN_PASSANT, List, here, keys, legal, no_castling, queens_alone};
use crate::tests::inside::{
    leaving_the_pawn_on_d5, legal_but, with_illegal, with_pinned_en_passant, with_rook_gone,
};
use crate::{Check, Generator, Report, check, check_generator, check_moves};
use ox88::{CastlingSide, Move, MoveKind, PieceKind, Position};
use ox88_test_support::position;
use rstest::rstest;
use std::cell::RefCell;
use std::collections::HashSet;

/// How a generator writes a castling.
type Castling = fn(CastlingSide) -> &'static str;

fn with_letters(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "O-O",
        CastlingSide::QueenSide => "O-O-O",
    }
}

fn with_zeros(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "0-0",
        CastlingSide::QueenSide => "0-0-0",
    }
}

/// A move as a generator writes it that lists these. It names the file or the rank where another of its own moves
/// would have the same text.
fn san(here: &Position, listed: &[Move], mv: Move, castling: Castling) -> String {
    let after = here.after(mv);
    let check = match (after.is_check(), after.legal_moves().is_empty()) {
        (true, true) => "#",
        (true, false) => "+",
        _ => "",
    };
    if let MoveKind::Castling { rook } = mv.kind {
        let side = ox88::CastlingPair::new(mv.from, rook).side();
        return format!("{}{check}", castling(side));
    }
    let kind = |mv: Move| here.board().at(mv.from).expect("a piece moves").kind();
    let takes = here.board().at(mv.to).is_some() || matches!(mv.kind, MoveKind::EnPassant);
    let is_like =
        |other: &&Move| other.to == mv.to && other.from != mv.from && kind(**other) == kind(mv);
    let others: Vec<Move> = listed.iter().filter(is_like).copied().collect();
    let from = mv.from.to_string();
    let from = match kind(mv) {
        PieceKind::Pawn if takes => &from[..1],
        PieceKind::Pawn => "",
        _ if others.is_empty() => "",
        _ if others.iter().all(|other| other.from.file() != mv.from.file()) => &from[..1],
        _ if others.iter().all(|other| other.from.rank() != mv.from.rank()) => &from[1..],
        _ => &from,
    };
    let letter = match kind(mv) {
        PieceKind::Pawn => String::new(),
        kind => kind.letter().to_string().to_uppercase(),
    };
    let takes = if takes { "x" } else { "" };
    let promotion =
        mv.promotion().map_or(String::new(), |kind| format!("={}", kind.letter()).to_uppercase());
    format!("{letter}{from}{takes}{}{promotion}{check}", mv.to)
}

fn texts(list: List, here: &Position, castling: Castling) -> Vec<String> {
    let listed = list(here);
    listed.iter().map(|&mv| san(here, &listed, mv, castling)).collect()
}

fn lists(list: List, castling: Castling) -> Check<'static> {
    check_moves(move |fen, moves| texts(list, &here(fen, moves), castling))
}

fn rows(list: List, castling: Castling) -> Check<'static> {
    check(move |fen, moves, depth| {
        let here = here(fen, moves);
        let count = |mv| super::count(list, &here.after(mv), depth - 1);
        texts(list, &here, castling)
            .into_iter()
            .zip(list(&here).into_iter().map(count))
            .collect::<Vec<_>>()
    })
}

#[rstest]
#[case::with_letters(with_letters)]
#[case::with_zeros(with_zeros)]
fn a_right_generator_passes(#[case] castling: Castling) {
    lists(legal, castling).max_nodes(250).assert();
    rows(legal, castling).max_nodes(250).assert();
}

fn no_en_passant(here: &Position) -> Vec<Move> {
    legal_but(here, |mv| matches!(mv.kind, MoveKind::EnPassant))
}

fn kings_walk_into_attacks(here: &Position) -> Vec<Move> {
    let king = here.king(here.side_to_move());
    with_illegal(here, |mv| mv.from == king && mv.castling_rook().is_none())
}

fn pins_are_ignored(here: &Position) -> Vec<Move> {
    let king = here.king(here.side_to_move());
    with_illegal(here, |mv| {
        mv.from != king && !here.is_check() && !matches!(mv.kind, MoveKind::EnPassant)
    })
}

fn no_castling_queen_side(here: &Position) -> Vec<Move> {
    legal_but(here, |mv| mv.castling_rook().is_some_and(|rook| rook.file() < mv.from.file()))
}

fn no_double_steps(here: &Position) -> Vec<Move> {
    legal_but(here, |mv| matches!(mv.kind, MoveKind::DoublePush))
}

#[rstest]
#[case::no_castling(no_castling)]
#[case::no_castling_queen_side(no_castling_queen_side)]
#[case::queens_alone(queens_alone)]
#[case::no_en_passant(no_en_passant)]
#[case::no_double_steps(no_double_steps)]
#[case::kings_walk_into_attacks(kings_walk_into_attacks)]
#[case::pins_are_ignored(pins_are_ignored)]
#[case::en_passant_opens_a_line(with_pinned_en_passant)]
fn a_wrong_generator_has_the_findings_that_it_has_by_squares(#[case] list: List) {
    let by_squares = check_moves(move |fen: &str, moves: &[&str]| {
        let here = here(fen, moves);
        list(&here).into_iter().map(move |mv| here.move_text(mv))
    });
    let all = |check: Check| check.suite("catch_all").max_nodes(16).all().report();
    let found = |report: &Report| keys(report).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let expected = found(&all(by_squares));
    assert!(!expected.is_empty());
    // It takes no move back.
    assert!(expected.iter().all(|key| !key.contains(", unmake, ")), "{expected:?}");
    assert_eq!(found(&all(lists(list, with_letters))), expected);
    assert_eq!(found(&all(rows(list, with_letters))), expected);
}

/// Two knights can go to d2.
const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";

#[rstest]
#[case::of_the_position(KNIGHTS, 1)]
#[case::deeper_down("4k3/7p/8/8/8/5N2/8/1N2K3 b - - 0 1", 2)]
fn where_nothing_shows_which_of_two_moves_is_listed_no_move_is_accused(
    #[case] fen: &str,
    #[case] depth: u32,
) {
    let knights = |here: &Position| {
        legal_but(here, |mv| mv.from.to_string() == "b1" && mv.to.to_string() == "d2")
    };
    let report = lists(knights, with_letters).position(fen, depth).report();
    assert!(
        keys(&report).iter().all(|key| key.contains(": unread-rows, none, ")),
        "{:?}",
        keys(&report)
    );
    assert_eq!(keys(&report).len(), 1);
}

/// A generator that makes its moves on one board.
struct Board(Vec<Position>, fn(&Position, Move) -> Position);

impl Generator for Board {
    type Move = Move;

    fn set_up(&mut self, fen: &str) {
        self.0 = vec![position(fen)];
    }

    fn moves(&mut self) -> Vec<Move> {
        self.0.last().expect("it is set up").legal_moves()
    }

    fn text(&self, mv: &Move) -> String {
        let here = self.0.last().expect("it is set up");
        san(here, &here.legal_moves(), *mv, with_letters)
    }

    fn make(&mut self, mv: &Move) {
        let here = self.0.last().expect("it is set up");
        self.0.push((self.1)(here, *mv));
    }

    fn unmake(&mut self, _: &Move) {
        self.0.pop();
    }
}

#[test]
fn a_generator_that_makes_its_moves_is_asked_after_what_it_writes_in_san() {
    check_generator(|| Board(Vec::new(), Position::after)).max_nodes(250).assert();
    let report = check_generator(|| Board(Vec::new(), leaving_the_pawn_on_d5))
        .position(EN_PASSANT, 2)
        .report();
    let [key] = keys(&report)[..] else { panic!("{:?}", keys(&report)) };
    assert!(
        key.starts_with("position: captured-pawn-left, make, "),
        "{}",
        report.whole_text(false)
    );
}

/// `Rb1` is a move of the rook on a1 that castling has left there, though the right position has none on that square.
#[test]
fn a_wrong_position_after_moves_is_known_by_what_san_means_there() {
    let report = check_moves(|fen: &str, moves: &[&str]| {
        let here = moves.iter().fold(position(fen), |here, text| {
            let mv = here.find_move(text).expect("it is listed");
            let after = here.after(mv);
            if mv.castling_rook().is_some() { with_rook_gone(&after, "d1", "a1") } else { after }
        });
        let listed = here.legal_moves();
        let text = |&mv: &Move| san(&here, &listed, mv, with_letters);
        listed.iter().map(text).collect::<Vec<_>>()
    });
    let fen = "7k/8/8/p7/8/8/P7/R3K3 w Q - 0 1 moves e1c1";
    let report = report.position(fen, 2).report();
    let [key] = keys(&report)[..] else { panic!("{:?}", keys(&report)) };
    assert!(key.starts_with("position: rook-not-moved, make, "), "{key}");
}

#[test]
fn moves_are_played_as_uci_writes_them() {
    let asked = RefCell::new(HashSet::new());
    let list = |fen: &str, moves: &[&str]| {
        asked.borrow_mut().extend(moves.iter().map(|&text| text.to_owned()));
        texts(legal, &here(fen, moves), with_letters)
    };
    check_moves(list).position("r3k3/1P6/8/8/8/8/8/4K2R w K - 0 1", 2).assert();
    let asked = asked.into_inner();
    for text in ["e1g1", "b7a8q", "b7b8n", "h1h8"] {
        assert!(asked.contains(text), "{asked:?}");
    }
}
