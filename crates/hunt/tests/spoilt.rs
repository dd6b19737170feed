//! Moves that are taken back wrongly, in an engine that tries each move to see whether it is legal: what else is wrong
//! with its lists is a symptom of that where that explains the whole list, and a fault of its own elsewhere.

use crate::tests::engines::{assert_rows, below, lists};
use crate::tests::inside::{
    Answers, Inside, List, NO_CASTLING, RIGHT, Read, in_short, is_castling, legal_but, partner,
    questions, search, with_illegal, without,
};
use crate::{Clock, Hunt, Oracle, Origin, Part, Rule, Suspects, Until};
use ox88::{Color, Move, Piece, PieceKind, Position, Setup, Square, is_attacked};
use ox88_engine::{Partner, Reply, Row, Step, Trouble};
use ox88_test_support::square;
use rstest::rstest;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The queen may take a pawn. By the list alone nothing is wrong: the pawn attacks no square that matters.
const CLEAN: &str = "7k/7p/8/8/8/8/8/K6Q w - - 0 1";
/// The king may not take the pawn, which is guarded. Once it was tried, the pawn guards nothing.
const KING_BESIDE_GUARDED_PAWN: &str = "8/8/3k4/3P1P2/3K4/8/8/8 b - - 0 1";
/// The same with a pawn on another file.
const CLEAN_TOO: &str = "7k/6p1/8/8/8/8/8/K5Q1 w - - 0 1";
const CASTLING: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
const BOTH_CASTLE: &str = "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1";

/// The board that is left where a captured piece is not put back.
fn without_captured(board: &Position, taken: Option<Square>) -> Position {
    let mut setup = board.setup();
    if let Some(taken) = taken {
        setup.board.clear(taken);
    }
    Position::unchecked(setup, Color::BOTH.map(|color| board.king(color)))
}

/// Tries each move, and puts no captured piece back. With the legal moves comes the board that is left.
fn tried(here: &Position) -> (Vec<Move>, Position) {
    tried_in_order(here, here.pseudo_legal_moves())
}

fn tried_in_order(here: &Position, mut moves: Vec<Move>) -> (Vec<Move>, Position) {
    let us = here.side_to_move();
    let mut board = *here;
    moves.retain(|&mv| {
        let after = board.after(mv);
        board = without_captured(&board, here.captured(mv));
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

/// It makes and unmakes moves in place, in its order, and leaves the square of a captured piece empty. Of a leaf it makes
/// no move.
#[derive(Clone, Copy)]
struct LeavesCapturesOut {
    board: Position,
    order: fn(&Position, &mut [Move]),
    /// Whether it makes each move to see whether it is legal.
    tries: bool,
    /// Whether its rows are sorted by the names of the moves, and not in the order in which it makes them.
    sorts: bool,
}

impl LeavesCapturesOut {
    fn count(&mut self, depth: u32) -> Vec<(Move, u128)> {
        let here = self.board;
        let mut moves =
            if self.tries { here.pseudo_legal_moves() } else { legal_but(&here, is_castling) };
        (self.order)(&here, &mut moves);
        if self.tries {
            (moves, self.board) = tried_in_order(&here, moves);
        }
        let mut rows = Vec::new();
        for mv in moves {
            if depth == 1 {
                rows.push((mv, 1));
                continue;
            }
            let mut below = LeavesCapturesOut { board: self.board.after(mv), ..*self };
            rows.push((mv, below.count(depth - 1).iter().map(|row| row.1).sum()));
            self.board = without_captured(&self.board, self.board.captured(mv));
        }
        rows
    }
}

impl Answers for LeavesCapturesOut {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let here = question.line.end();
        if !question.is_again {
            self.board = here;
        }
        let rows = self.count(question.depth).into_iter();
        let mut rows: Vec<Row> =
            rows.map(|(mv, count)| Row::new(here.move_text(mv), count)).collect();
        if self.sorts {
            rows.sort_by(|one, other| one.text.cmp(&other.text));
        }
        Ok(Reply { rows, ..Reply::default() })
    }
}

partner!(LeavesCapturesOut);

fn from_h8_to_a1(_: &Position, moves: &mut [Move]) {
    moves.sort_by_key(|mv| Reverse((mv.from, mv.to)));
}

/// Pawns come last, and of a piece first the steps to the left, and at last those to the right.
fn to_the_left_first(here: &Position, moves: &mut [Move]) {
    let is_pawn = |mv: &Move| here.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Pawn);
    let side = |mv: &Move| mv.to.file().cmp(&mv.from.file());
    moves.sort_by_key(|mv| (is_pawn(mv), Reverse(mv.from), side(mv)));
}

/// Where the pawn may be taken, it is tried first.
const PAWN_BESIDE_KING: &str = "8/Pk6/8/8/8/8/6Kp/8 b - - 0 1";

#[rstest]
#[case::a_king_with_two_moves("k7/8/8/8/8/8/5r2/4K3 w - - 0 1")]
#[case::near_the_other_king("8/8/8/8/8/8/5r2/4K2k w - - 0 1")]
fn a_captured_piece_that_unmake_leaves_out_is_named_if_moves_are_tried_from_h8_on(
    #[case] fen: &str,
    #[values(&[], &[(CASTLING, 1), (BOTH_CASTLE, 1)])] second_fault: &[(&str, u32)],
) {
    let board = fen.parse().expect("a position");
    let mut engine = LeavesCapturesOut { board, order: from_h8_to_a1, tries: false, sorts: false };
    let plan = questions(&[second_fault, &[(fen, 2)]].concat());
    let outcome = search(&mut engine, &plan, Until::All, |_, _| ());
    let finding = outcome.findings.last().expect("it is wrong");
    assert_eq!(finding.rule(), Some(Rule::CapturedPieceNotRestored));
    assert_eq!(finding.origin().map(Origin::part), Some(Part::Unmake));
}

#[test]
fn generation_is_not_blamed_for_what_a_captured_piece_that_is_left_out_explains_in_some_order() {
    let board = PAWN_BESIDE_KING.parse().expect("a position");
    let mut engine =
        LeavesCapturesOut { board, order: to_the_left_first, tries: true, sorts: true };
    let plan = questions(&[(PAWN_BESIDE_KING, 1)]);
    let outcome = search(&mut engine, &plan, Until::All, |_, _| ());
    let finding = outcome.findings.first().expect("it is wrong");
    let origin = finding.origin().expect("moves are wrong");
    assert!(origin.suspects.has(Suspects::UNMAKE), "{origin:?}");
}

#[test]
fn generation_is_not_blamed_for_a_castling_that_is_there_if_no_move_tried_before_it_gives_check() {
    // The flag that says who is in check is that of the last move that was taken back.
    let list: List = |here, _| {
        let checks = |mv: Move| !is_castling(mv) && here.after(mv).is_check();
        let is_flag_left = here.pseudo_legal_moves().into_iter().any(checks);
        legal_but(here, |mv| is_castling(mv) && is_flag_left)
    };
    let outcome = search(&mut lists(list), &questions(&[(CASTLING, 1)]), Until::All, |_, _| ());
    let finding = outcome.findings.first().expect("castling is missing");
    let origin = finding.origin().expect("moves are wrong");
    assert!(origin.suspects.has(Suspects::UNMAKE), "{origin:?}");
}

#[test]
fn unmake_is_not_told_where_it_takes_too_long_to_find_out() {
    let part_by = |oracle: Oracle| {
        let mut engine = PUTS_NOTHING_BACK;
        let hunt = Hunt::new(
            &Arc::new(oracle),
            questions(&[(CLEAN, 1)]),
            Until::First,
            Partner::can(&engine),
        );
        let outcome = hunt.run(&mut engine, |_, _| ());
        outcome.findings.first().and_then(|it| Some(it.origin()?.part()))
    };
    let seconds = AtomicU64::new(0);
    let fast = Clock::new(move || Duration::from_secs(seconds.fetch_add(1, Ordering::Relaxed)));
    assert_eq!(part_by(Oracle::new()), Some(Part::Unmake));
    assert_eq!(part_by(Oracle::with_clock(fast)), Some(Part::Unknown));
}

/// It sees no attack by a rook.
fn overlooking_rooks(here: &Position) -> Vec<Move> {
    let us = here.side_to_move();
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| {
        let after = here.after(mv);
        let mut board = *after.board();
        let rooks = after.board().pieces(!us).filter(|it| it.1.kind() == PieceKind::Rook);
        rooks.for_each(|it| board.clear(it.0));
        !is_attacked(&board, after.king(us), !us)
    });
    moves
}

#[test]
fn unmake_is_not_blamed_for_a_rule_that_is_broken_elsewhere_with_nothing_left_behind() {
    let engine = Inside { list: |here, _| overlooking_rooks(here), ..RIGHT };
    let far = "5rk1/8/8/8/8/8/8/4K3 w - - 0 1";
    let takes_the_rook = "8/8/8/8/8/8/6k1/4K2R b - - 0 1";
    let plan = questions(&[(far, 1), (takes_the_rook, 1)]);
    let outcome = search(&mut engine.clone(), &plan, Until::All, |_, _| ());
    let parts: Vec<Part> =
        outcome.findings.iter().filter_map(|it| Some(it.origin()?.part())).collect();
    assert_eq!(parts, [Part::Generation, Part::Generation]);
}

/// An engine, and the positions that it is asked about.
type Asked = (&'static str, Inside, Vec<&'static str>);

#[test]
fn a_wrong_list_is_a_symptom_where_a_spoilt_board_explains_it() {
    let rules = [
        ("It is a symptom, whichever was found first.", symptoms()),
        ("Of two explanations a second list tells.", two_explanations()),
        ("What a spoilt board does not explain is a fault of its own.", own_faults()),
        ("Taking an illegal move back proves nothing about unmake.", illegal_moves()),
        (
            "That rook files differ is a reason only if the other side having no right changes it.",
            rook_files(),
        ),
    ];
    assert_rows("spoilt.found", rules, |(name, engine, fens)| below(name, &hunted(&engine, &fens)));
}

fn symptoms() -> Vec<Asked> {
    vec![
        ("it comes last", PUTS_NOTHING_BACK, vec![CLEAN, KING_BESIDE_GUARDED_PAWN]),
        ("it comes first", PUTS_NOTHING_BACK, vec![KING_BESIDE_GUARDED_PAWN, CLEAN]),
    ]
}

fn two_explanations() -> Vec<Asked> {
    const PAWN_ON_C5: &str = "7k/4N3/8/2p5/1P1K4/8/8/8 w - - 0 1";
    // Asked again, it tries b4c5 first, and the pawn on c5 gives no check from then on. A king that is looked for on c5,
    // where it may take the pawn, would have the same moves.
    let again: Read = |here| {
        let setup = Setup { fullmove_number: 1000, ..here.setup() };
        Position::unchecked(setup, Color::BOTH.map(|color| here.king(color)))
    };
    let list: List = |here, _| {
        let mut moves = here.legal_moves();
        if here.setup().fullmove_number >= 1000 {
            moves.retain(|mv| mv.from == square("b4"));
            let without_c5 = without(here, "c5").legal_moves();
            moves.extend(without_c5.iter().filter(|mv| mv.from != square("b4")));
        }
        moves
    };
    let takes_first = Inside { again: Some(again), list, ..RIGHT };
    // Asked again this engine shows nothing, and another list shows it.
    let not_again = Inside { again: None, ..PUTS_NOTHING_BACK };
    vec![
        ("no wrong square of the king", takes_first, vec![PAWN_ON_C5]),
        ("the list of another position", not_again, vec![PAWN_ON_C5]),
    ]
}

/// Asked again about the knight on g1, the engine has one on f3 as well, as if taking back left the piece on its goal.
/// Nothing is left on a goal where pieces are taken, and so that is no reason why it has another knight on g3
/// elsewhere.
fn own_faults() -> Vec<Asked> {
    fn with_knight(here: &Position, home: &str, other: &str) -> Option<Position> {
        let mut setup = here.setup();
        let knight = setup.board.at(square(home)).filter(|it| it.kind() == PieceKind::Knight)?;
        setup.board.put(square(other), knight);
        Some(Position::unchecked(setup, Color::BOTH.map(|color| here.king(color))))
    }
    let again: Read = |here| with_knight(here, "g1", "f3").unwrap_or_else(|| tried(here).1);
    let list: List = |here, _| with_knight(here, "h1", "g3").unwrap_or(*here).legal_moves();
    let knights = Inside { again: Some(again), list, ..RIGHT };
    let (knight, other) = ("7k/8/8/8/8/8/8/K5N1 w - - 0 1", "7k/8/8/8/8/8/8/K6N w - - 0 1");
    let no_castling = Inside { list: NO_CASTLING.list, ..PUTS_NOTHING_BACK };
    vec![
        ("castling", no_castling, vec![CLEAN, CASTLING]),
        ("a knight, which alone may be a symptom", knights.clone(), vec![knight, other]),
        ("a knight, beside captures", knights, vec![CLEAN, CLEAN_TOO, knight, other]),
    ]
}

/// The king goes beside the pawn that attacks it there. Then the engine lacks a pawn, whose moves are missing when it
/// is asked again.
fn illegal_moves() -> Vec<Asked> {
    const PAWN: &str = "8/7p/3k4/3P4/8/8/8/7K b - - 0 1";
    let again: Read = |here| without(here, "h7");
    let list: List = |here, _| {
        let has_pawn = here.board().at(square("h7")).is_some();
        with_illegal(here, |mv| has_pawn && mv.to == square("c6"))
    };
    let always: List = |here, _| with_illegal(here, |mv| mv.to == square("c6"));
    let engine = |list| Inside { again: Some(again), list, ..RIGHT };
    vec![
        ("it may be either part", engine(list), vec![PAWN]),
        // If the move is listed without that pawn as well, nothing is left behind there.
        ("the move is always listed", engine(always), vec![PAWN]),
        ("it takes back legal moves alone", engine(RIGHT.list), vec![PAWN]),
    ]
}

fn rook_files() -> Vec<Asked> {
    const ROOKS: &str = "4k1r1/8/8/8/8/8/8/4K2R b Hg - 0 1";
    let files_differ: List = |here, _| {
        let files: HashSet<_> = here.castling_rights().iter().map(|it| it.2.file()).collect();
        legal_but(here, |mv| is_castling(mv) && files.len() > 1)
    };
    vec![
        ("castling where files differ", lists(files_differ), vec![ROOKS]),
        ("castling", lists(NO_CASTLING.list), vec![ROOKS]),
    ]
}
