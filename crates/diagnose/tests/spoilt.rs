//! Moves that are taken back wrongly, in an engine that tries each move to see whether it is legal: what else is wrong
//! with its lists is a symptom of that where that explains the whole list, and a fault of its own elsewhere.

use crate::Until;
use crate::tests::inside::{
    Inside, List, NO_CASTLING, RIGHT, Read, in_short, is_castling, legal_but, questions, search,
    with_illegal, without,
};
use ox88::{Color, Move, PieceKind, Position, Setup, is_attacked};
use ox88_test_support::square;
use std::collections::HashSet;

/// The queen may take a pawn. By the list alone nothing is wrong: the pawn attacks no square that matters.
const CLEAN: &str = "7k/7p/8/8/8/8/8/K6Q w - - 0 1";
/// The king may not take the pawn, which is guarded. Once it was tried, the pawn guards nothing.
const KING_BESIDE_GUARDED_PAWN: &str = "8/8/3k4/3P1P2/3K4/8/8/8 b - - 0 1";
/// The same with a pawn on another file.
const CLEAN_TOO: &str = "7k/6p1/8/8/8/8/8/K5Q1 w - - 0 1";
const CASTLING: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

/// Tries each move, and puts no captured piece back. With the legal moves comes the board that is left.
fn tried(here: &Position) -> (Vec<Move>, Position) {
    let us = here.side_to_move();
    let mut board = *here;
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| {
        let after = board.after_unchecked(mv);
        if let Some(taken) = here.captured(mv) {
            let mut setup = board.setup();
            setup.board.clear(taken);
            board = Position::unchecked(setup, Color::BOTH.map(|color| board.king(color)));
        }
        !is_attacked(after.board(), after.king(us), !us) && (!is_castling(mv) || here.is_legal(mv))
    });
    (moves, board)
}

const PUTS_NOTHING_BACK: Inside =
    Inside { list: |here, _| tried(here).0, again: Some(|here| tried(here).1), ..RIGHT };

fn hunted(engine: &Inside, fens: &[&str]) -> Vec<String> {
    let plan = questions(&fens.iter().map(|fen| (*fen, 1)).collect::<Vec<_>>());
    let outcome = search(&mut engine.clone(), &plan, Until::All, |_, _| ());
    outcome.findings.iter().map(in_short).collect()
}

#[test]
fn a_list_that_a_spoilt_board_explains_is_a_symptom_whichever_was_found_first() {
    let [clean, symptom] = [
        "captured-piece-not-restored unmake AskedTwice by the FEN at 1: the captured piece had not been put back after h1h7 was \
         made and unmade",
        "captured-piece-not-restored unmake SeenElsewhere by the FEN at 1: the captured piece had not been put back after d6d5 was \
         made and unmade",
    ];
    let found = |fens| hunted(&PUTS_NOTHING_BACK, fens);
    assert_eq!(found(&[CLEAN, KING_BESIDE_GUARDED_PAWN]), [clean, symptom]);
    assert_eq!(found(&[KING_BESIDE_GUARDED_PAWN, CLEAN]), [symptom, clean]);
}

/// Asked again, it tries b4c5 first, and the pawn on c5 gives no check from then on. A king that is looked for on c5,
/// where it may take the pawn, would have the same moves.
#[test]
fn a_wrong_square_of_the_king_is_not_named_where_another_fault_explains_the_list() {
    let again: Read = |here| {
        let setup = Setup { fullmove_number: 1000, ..here.setup() };
        Position::unchecked(setup, Color::BOTH.map(|color| here.king(color)))
    };
    let list: List = |here, _| {
        let mut moves = here.legal_moves();
        if here.setup().fullmove_number >= 1000 {
            moves.retain(|mv| mv.from == square("b4"));
            moves.extend(
                without(here, "c5").legal_moves().iter().filter(|mv| mv.from != square("b4")),
            );
        }
        moves
    };
    let engine = Inside { again: Some(again), list, ..RIGHT };
    let found = hunted(&engine, &["7k/4N3/8/2p5/1P1K4/8/8/8 w - - 0 1"]);
    let told = "captured-piece-not-restored unmake AskedTwice by the FEN at 1: the captured piece had not been put back after d4c5 \
                was made and unmade";
    assert_eq!(found, [told]);
}

/// Asked again this engine shows nothing, and another list shows it.
#[test]
fn a_wrong_list_is_told_from_what_is_generated_by_another_one() {
    let engine = Inside { again: None, ..PUTS_NOTHING_BACK };
    let found = hunted(&engine, &["7k/4N3/8/2p5/1P1K4/8/8/8 w - - 0 1"]);
    let told = "captured-piece-not-restored unmake SeenElsewhere by the FEN at 1: the captured piece had not been put back after moves were \
                made and unmade";
    assert_eq!(found, [told]);
}

#[test]
fn that_rook_files_differ_is_a_reason_only_if_the_engine_castles_where_the_other_side_has_no_right()
{
    let files_differ: List = |here, _| {
        let files: HashSet<_> = here.castling_rights().iter().map(|it| it.2.file()).collect();
        legal_but(here, |mv| is_castling(mv) && files.len() > 1)
    };
    let fen = "4k1r1/8/8/8/8/8/8/4K2R b Hg - 0 1";
    let found = |list| hunted(&Inside { list, ..RIGHT }, &[fen]);
    let told = |rule: &str| [format!("{rule} fen|generation CastlesByNoFen by the FEN at 1: -")];
    assert_eq!(found(files_differ), told("castling-rook-files-differ"));
    assert_eq!(found(NO_CASTLING.list), told("castling-in-chess960"));
}

#[test]
fn what_a_spoilt_board_does_not_explain_is_a_fault_of_its_own() {
    let list: List = |here, _| legal_but(here, is_castling);
    let found = hunted(&Inside { list, ..PUTS_NOTHING_BACK }, &[CLEAN, CASTLING]);
    assert_eq!(
        found[1..],
        ["castling fen|generation CastlesByNoFen by the FEN at 1: -"],
        "{found:?}"
    );
}

/// Asked again about the knight on g1, the engine has one on f3 as well, as if taking back left the piece on its goal.
/// Nothing is left on a goal where pieces are taken, and so that is no reason why it has another knight on g3
/// elsewhere.
#[test]
fn what_should_show_in_another_answer_and_does_not_explains_no_list() {
    fn with_knight(here: &Position, home: &str, other: &str) -> Option<Position> {
        let mut setup = here.setup();
        let knight = setup.board.at(square(home)).filter(|it| it.kind() == PieceKind::Knight)?;
        setup.board.put(square(other), knight);
        Some(Position::unchecked(setup, Color::BOTH.map(|color| here.king(color))))
    }
    let again: Read = |here| with_knight(here, "g1", "f3").unwrap_or_else(|| tried(here).1);
    let list: List = |here, _| with_knight(here, "h1", "g3").unwrap_or(*here).legal_moves();
    let engine = Inside { again: Some(again), list, ..RIGHT };
    let fens = ["7k/8/8/8/8/8/8/K5N1 w - - 0 1", "7k/8/8/8/8/8/8/K6N w - - 0 1"];
    let found_last = |fens: &[&str]| hunted(&engine, fens).pop().unwrap_or_default();
    let alone = found_last(&fens);
    assert!(alone.starts_with("state-corrupted unmake SeenElsewhere by the FEN at 1: "), "{alone}");
    let beside_another = found_last(&[CLEAN, CLEAN_TOO, fens[0], fens[1]]);
    assert_eq!(beside_another, "knight-jump generation ByFen by the FEN at 1: -");
}

/// The king goes beside the pawn that attacks it there. Then the engine lacks a pawn, whose moves are missing when it
/// is asked again.
#[test]
fn taking_an_illegal_move_back_proves_nothing_about_unmake() {
    let again: Read = |here| without(here, "h7");
    let list: List = |here, _| {
        let has_pawn = here.board().at(square("h7")).is_some();
        with_illegal(here, |mv| has_pawn && mv.to == square("c6"))
    };
    let engine = Inside { again: Some(again), list, ..RIGHT };
    let fen = "8/7p/3k4/3P4/8/8/8/7K b - - 0 1";
    let found = hunted(&engine, &[fen]);
    assert!(found[0].contains(" generation|unmake AskedTwice by the FEN at 1"), "{found:?}");
    // If the move is listed without that pawn as well, nothing is left behind there.
    let always: List = |here, _| with_illegal(here, |mv| mv.to == square("c6"));
    assert_eq!(
        hunted(&Inside { list: always, ..engine.clone() }, &[fen]),
        ["king-into-pawn-attack generation ByFen by the FEN at 1: -"]
    );
    // Where it takes back legal moves alone, it is unmake.
    let legal = Inside { list: RIGHT.list, ..engine };
    let found = hunted(&legal, &[fen]);
    assert!(found[0].contains(" unmake AskedTwice by the FEN at 1"), "{found:?}");
}
