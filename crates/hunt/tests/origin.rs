//! What is at fault, from what an engine answers.

use crate::diagnose::in_another_order;
use crate::tests::inside::{
    Answers, BARE_KINGS, BEFORE_CASTLING, CASTLING, CASTLING_ALONE, CLOCK_99, Inside,
    LAST_PLY_WITHOUT_CASTLING, List, Make, NO_CASTLING, NO_CASTLING_AT_ROOT, NO_CASTLING_BY_FEN,
    NO_RIGHT, PAWN_ON_D5_GONE, Place, Print, RIGHT, RIGHT_AGAIN, RIGHT_IS_NOT_BACK,
    ROOK_LEFT_ON_F1, Read, by_fifty_moves, finding, found, in_short, is_castling,
    leaving_the_pawn_on_d5, legal_but, partner, search, setup, with_illegal,
    with_pinned_en_passant, with_rights, with_rights_of_the_other_wing, with_rook_gone, without,
    without_en_passant, without_rights, without_rights_of_white_to_move,
};
use crate::{
    Chess960, FindingKind, Limits, Line, Origin, Plan, Reply, Step, Trouble, TroubleKind, Until,
};
use ox88::suite::built_in;
use ox88::{CastlingPair, Color, Move, MoveKind, Piece, PieceKind, Position, Setup, is_attacked};
use ox88_test_support::{position, square};
use rstest::rstest;

const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const BEFORE_EN_PASSANT: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
/// After c7c5 the capture on c6 would uncover the king.
const BEFORE_PINNED_EN_PASSANT: &str = "8/2p5/8/KP5r/8/8/8/4k3 b - - 0 1";

/// Behind e7g6 there is a mate, whose leaf no move that was taken back has left.
#[test]
fn a_leaf_at_a_mate_says_nothing_of_taking_moves_back() {
    let fen = "7k/4N2p/4P2P/1ppPP3/1PpKP3/2P1P3/8/8 w - c6 0 1";
    let list: List =
        |here, _| with_illegal(here, |mv| mv.from == square("e7") && mv.to == square("c6"));
    let engine = Inside { list, count_at_end: |_, _| 1, ..RIGHT };
    let told = found(engine, fen, "", 1);
    assert_eq!(told, "en-passant-by-another-piece generation ByFen by the FEN at 1: -");
}

/// What else is wrong there, and is no move of a king, does not hide that the right may not be read.
#[test]
fn castling_that_is_missing_beside_extra_moves_of_another_piece_may_be_misread() {
    let list: List = |here, _| {
        let jumps = |mv: &Move| mv.from == square("h1") && mv.to == square("d1");
        let mut moves = legal_but(here, is_castling);
        let has_rook =
            here.side_to_move() == Color::White && here.board().at(square("h1")).is_some();
        moves.extend(has_rook.then(|| Move::normal(square("h1"), square("d1"))).filter(jumps));
        moves
    };
    let told = found(Inside { list, ..RIGHT }, CASTLING, "", 1);
    assert!(told.contains("fen|generation CastlesByNoFen"), "{told}");
}

#[rstest]
#[case::everywhere(NO_CASTLING.list, CASTLING,
    "castling fen|generation CastlesByNoFen by the FEN at 1: -")]
#[case::at_the_root_and_where_moves_were_played(
    NO_CASTLING_AT_ROOT,
    CASTLING,
    "castling generation RightFromBefore by the FEN at 1: -"
)]
// Every move after which leaves can be counted loses the right.
#[case::there_where_nothing_can_tell_it_from_a_right_that_is_lost(
    NO_CASTLING_AT_ROOT,
    CASTLING_ALONE,
    "castling fen|generation RightFromBefore by the FEN at 1: White could no longer castle on the king's side"
)]
// It is not as if the right were lost: after a2a3 there is castling.
#[case::where_only_a_fen_was_set_up(
    NO_CASTLING_BY_FEN,
    CASTLING,
    "castling fen WrongByFen by the FEN at 1: -"
)]
#[case::there_with_nothing_that_could_show_it(
    NO_CASTLING_BY_FEN,
    CASTLING_ALONE,
    "castling-right-lost fen WrongByFen by the FEN at 1: White could no longer castle on the king's side"
)]
// After a2a3 it has it, and after a2a4 it has not.
#[case::at_the_root_and_here_and_there_below(
    |here: &Position, place: Place| legal_but(here, |mv| {
        let is_after_a4 = here.board().at(square("a4")).is_some();
        (!place.is_below() || is_after_a4) && is_castling(mv)
    }), CASTLING,
    "castling fen|generation RightFromBefore by the FEN at 1: White could no longer castle on the king's side")]
fn where_castling_is_missing_shows_what_is_at_fault(
    #[case] list: List,
    #[case] fen: &str,
    #[case] expected: &str,
) {
    assert_eq!(found(Inside { list, ..RIGHT }, fen, "", 1), expected);
}

#[rstest]
#[case::a_right(
    without_rights_of_white_to_move,
    CASTLING,
    "castling-right-lost fen WrongByFen by the FEN at 1: White could no longer castle on the king's side"
)]
#[case::an_en_passant_square(
    without_en_passant,
    EN_PASSANT,
    "en-passant-square-lost fen WrongByFen by the FEN at 1: there were no en passant square"
)]
#[case::no_right(
    with_rights,
    NO_RIGHT,
    "castling-right-kept fen WrongByFen by the FEN at 1: White could castle on the king's side"
)]
fn what_is_not_read_in_a_fen_is_named(
    #[case] read: Read,
    #[case] fen: &str,
    #[case] expected: &str,
) {
    assert_eq!(found(Inside { read, ..RIGHT }, fen, "", 1), expected);
}

/// The FEN with which a line begins is misread as well, so that no line to the position shows it.
#[rstest]
#[case::by_its_fen("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "")]
#[case::where_the_rook_is_taken("k7/8/8/8/8/8/6b1/4K2R b K - 0 1", "g2h1")]
fn rights_that_are_taken_for_those_of_the_other_wing_are_misread(
    #[case] fen: &str,
    #[case] moves: &str,
) {
    let engine = Inside { read: with_rights_of_the_other_wing, ..RIGHT };
    assert_eq!(
        found(engine, fen, moves, 1),
        "castling-right-lost fen WrongByFen by the FEN at 1: each right to castle were for the other side of the board"
    );
}

/// It is the same by a FEN, and when it is played.
#[test]
fn castling_by_the_right_of_the_other_wing_is_a_fault_of_generation() {
    let list: List = |here, _| with_rights_of_the_other_wing(here).legal_moves();
    let found = found(Inside { list, ..RIGHT }, "4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "", 1);
    assert!(found.starts_with("castling generation ByFen by the FEN"), "{found}");
}

/// A king and a rook at home, which have lost the right, show nothing of an en passant square.
#[test]
fn a_right_that_is_not_in_question_is_no_reason_to_play_other_moves() {
    let engine = Inside { read: without_en_passant, ..RIGHT };
    assert_eq!(
        found(engine, "4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 1", "", 1),
        "en-passant-square-lost fen WrongByFen by the FEN at 1: there were no en passant square"
    );
}

/// An engine that plays a double push may rightly set no square where no pawn can capture.
#[rstest]
#[case::where_no_pawn_can_capture("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "generation")]
#[case::where_a_pawn_can_capture(EN_PASSANT, "fen")]
#[case::where_there_is_no_such_square("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "fen")]
fn what_is_right_after_a_double_push_shows_something_of_the_fen_where_a_pawn_can_capture(
    #[case] fen: &str,
    #[case] origin: &str,
) {
    let list: List = |here, place| {
        let king = here.king(here.side_to_move());
        legal_but(here, |mv| place == Place::Root && mv.from == king)
    };
    let found = found(Inside { list, ..RIGHT }, fen, "", 1);
    assert_eq!(found.split(' ').nth(1), Some(origin), "{found}");
}

/// The rook on f8 has come from g8, and has taken what stood between it and the king.
#[test]
fn a_position_to_which_a_capture_alone_leads_is_played_by_that() {
    let list: List = |here, place| with_illegal(here, |mv| place == Place::Root && is_castling(mv));
    let fen = "r3kR2/p1p2p1p/2Pp1P1P/3P1p2/P2P1P2/6p1/6Pp/7K b q - 0 1";
    assert_eq!(
        found(Inside { list, ..RIGHT }, fen, "", 1),
        "castling-out-of-check fen WrongByFen by the FEN at 1: -"
    );
}

#[test]
fn what_is_right_when_played_may_be_wrong_there_in_another_way() {
    let read: Read = without_rights_of_white_to_move;
    // The king goes to the file of the rook.
    let list: List =
        |here, place| with_illegal(here, |mv| place == Place::Played && mv.to == square("d1"));
    let fen = "3rk3/8/8/8/8/8/P7/4K2R w K - 0 1";
    let expected = "castling-right-lost fen WrongByFen by the FEN at 1: White could no longer castle on the \
                    king's side";
    assert_eq!(found(Inside { read, ..RIGHT }, fen, "", 1), expected);
    assert_eq!(found(Inside { read, list, ..RIGHT }, fen, "", 1), expected);
}

/// The count from the position before shows something only if the move to this one is counted there.
#[rstest]
#[case::it_is_counted(|here: &Position, place| lists_to_e8(here, place, 1), "fen|generation")]
#[case::it_is_not_listed(|here: &Position, place| lists_to_e8(here, place, 0), "fen|generation")]
#[case::it_is_listed_twice(|here: &Position, place| lists_to_e8(here, place, 2), "fen|generation")]
fn the_position_before_has_to_have_the_move_to_this_one(#[case] list: List, #[case] origin: &str) {
    let found = found(Inside { list, ..RIGHT }, CASTLING_ALONE, "", 1);
    assert_eq!(found.split(' ').nth(1), Some(origin), "{found}");
}

/// No castling except below, and at the root the move of the king to e8 this many times.
fn lists_to_e8(here: &Position, place: Place, times: usize) -> Vec<Move> {
    let moves = legal_but(here, |mv| !place.is_below() && is_castling(mv));
    let times = |mv: Move| if place == Place::Root && mv.to == square("e8") { times } else { 1 };
    moves.into_iter().flat_map(|mv| std::iter::repeat_n(mv, times(mv))).collect()
}

#[rstest]
#[case::everywhere(|here: &Position, _| king_moves_twice(here), "generation ByFen")]
#[case::where_only_a_fen_was_set_up(
    |here: &Position, place: Place| match place {
        Place::Root => king_moves_twice(here),
        Place::Played | Place::Below { .. } => here.legal_moves(),
    },
    "fen WrongByFen"
)]
#[case::at_the_root_and_where_moves_were_played(
    |here: &Position, place: Place| match place {
        Place::Root | Place::Played => king_moves_twice(here),
        Place::Below { .. } => here.legal_moves(),
    },
    "fen|generation RightFromBefore"
)]
fn where_moves_are_listed_twice_shows_what_is_at_fault(#[case] list: List, #[case] origin: &str) {
    let found = found(Inside { list, ..RIGHT }, NO_RIGHT, "", 1);
    assert_eq!(found, format!("listed-twice {origin} by the FEN at 1: -"));
}

/// The moves of White's king are listed twice.
fn king_moves_twice(here: &Position) -> Vec<Move> {
    let mut moves = here.legal_moves();
    let king = here.king(Color::White);
    moves.extend(here.legal_moves().into_iter().filter(|mv| mv.from == king));
    moves
}

/// What is played instead of a FEN begins with a new count of moves to a draw.
#[rstest]
#[case::a_last_move(without_rights_of_white_to_move, "4k3/8/8/8/8/8/P7/4K2R w K - 99 80")]
#[case::moves_that_lose_a_right(with_rights, "4k3/8/8/8/8/8/P7/4K2R w - - 97 80")]
fn moves_in_place_of_a_fen_begin_far_from_a_draw(#[case] read: Read, #[case] fen: &str) {
    let found = found(Inside { read, list: by_fifty_moves, ..RIGHT }, fen, "", 1);
    assert_eq!(found.split(' ').nth(1), Some("fen"), "{found}");
}

/// An engine whose perft is right, and which takes these moves for another kind when it is told to play them.
struct Told {
    is_mistaken: fn(MoveKind) -> bool,
    taken_for: MoveKind,
}

impl Answers for Told {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let Line { root, moves, .. } = &question.line;
        let play = |here: Position, mv: &Move| {
            let kind = if (self.is_mistaken)(mv.kind) { self.taken_for } else { mv.kind };
            here.after_unchecked(Move { kind, ..*mv })
        };
        let here = Line::at(moves.iter().fold(*root, play));
        RIGHT.clone().ask(&Step::anew(&here, question.depth))
    }
}

partner!(Told);

/// It reads them as text, by other code than that of its walk.
#[rstest]
#[case::a_double_push(|kind| kind == MoveKind::DoublePush, MoveKind::Normal, "en-passant-square-lost make RightInItsWalk by a2a4 at 1: there were no en passant square")]
#[case::en_passant(|kind| kind == MoveKind::EnPassant, MoveKind::Normal, "captured-pawn-left make RightInItsWalk by c5b6 at 1: the pawn on b5, which c5b6 captured, were still there")]
#[case::castling(|kind| matches!(kind, MoveKind::Castling { .. }), MoveKind::Normal, "rook-not-moved make RightInItsWalk by e1g1 at 1: the rook were still on h1 after e1g1")]
#[case::a_promotion(
    |kind| matches!(kind, MoveKind::Promotion(_)),
    MoveKind::Promotion(PieceKind::Queen),
    "promotes-to-another-piece make RightInItsWalk by e7e8n at 1: e7e8n had promoted to another piece (q)"
)]
fn moves_that_it_is_told_are_played_where_its_perft_is_right(
    #[case] is_mistaken: fn(MoveKind) -> bool,
    #[case] taken_for: MoveKind,
    #[case] expected: &str,
) {
    let suites: Vec<_> = built_in::suites().into_iter().cloned().collect();
    let (max_depth, chess960) = (Some(1), Chess960::LeftOut);
    let limits = Limits { max_nodes: 100, max_depth, chess960, has_impossible: false };
    let plan = Plan::of_suites(&suites, limits);
    let outcome = search(&mut Told { is_mistaken, taken_for }, &plan, Until::First, |_, _| ());
    let found: Vec<_> = outcome.findings.iter().map(in_short).collect();
    assert_eq!(found, [expected]);
}

/// The right that the engine takes from nowhere is there at first, and the king and the rook move.
#[test]
fn a_right_that_the_fen_does_not_give_is_lost_on_the_board() {
    let finding = finding(Inside { read: with_rights, ..RIGHT }, NO_RIGHT, "", 1);
    let FindingKind::Disagreement(it) = finding.expect("it differs").kind else {
        panic!("it answers");
    };
    assert_eq!(it.diagnosis.origin, Origin::READ_FEN);
    let played = it.diagnosis.control.expect("it is right there");
    assert_eq!(played.root.castling_rights(), position(CASTLING).castling_rights());
    assert_eq!(played.moves.len(), 4);
}

/// It reads no field of rights, or those of one side. By FENs alone that is an engine which knows no castling, and no
/// FEN is read of the start position if it has a name.
#[rstest]
#[case::no_right(without_rights, CASTLING)]
#[case::no_right_where_black_moves(without_rights, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1")]
#[case::no_right_of_black(without_rights_of_black, "r3k3/8/8/8/8/8/8/4K3 b q - 0 1")]
fn rights_that_are_read_in_no_fen_are_known_after_the_start_position(
    #[case] read: Read,
    #[case] fen: &str,
) {
    let found = |engine: Inside| found(engine, fen, "", 1);
    let by_name = found(Inside { read, ..RIGHT });
    assert_eq!(by_name, "castling-right-lost fen CastlesByName by the FEN at 1: -");
    // One that knows no castling may as well read no right, and set up the start position by its FEN.
    assert_eq!(found(NO_CASTLING), "castling fen|generation CastlesByNoFen by the FEN at 1: -");
}

/// It castles by the rights of other FENs.
#[test]
fn castling_that_is_missing_by_some_fens_is_one_of_generation() {
    let list: List = |here, _| {
        let is_pawn_at_home = here.board().at(square("g2")).is_some();
        legal_but(here, |mv| is_castling(mv) && !is_pawn_at_home)
    };
    let found = found(Inside { list, ..RIGHT }, CASTLING, "", 1);
    assert_eq!(found, "castling generation ByFen by the FEN at 1: -");
}

/// It takes every position for one of White's, or of Black's.
#[rstest]
#[case::white_by_the_last_move(Color::White, "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "")]
#[case::white_where_no_move_keeps_the_rights(Color::White, "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", "")]
#[case::white_with_an_en_passant_square(Color::White, "4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1", "")]
#[case::white_in_check(Color::White, "4k3/8/8/8/8/8/4Q3/R3K3 b Q - 0 1", "")]
#[case::white_before_a_move(Color::White, "4k3/8/8/8/8/8/r7/4K3 b - - 0 1", "a2a1")]
#[case::black(Color::Black, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "")]
#[case::black_where_no_move_keeps_the_rights(Color::Black, "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", "")]
fn a_turn_that_is_not_read_is_named(#[case] side: Color, #[case] fen: &str, #[case] moves: &str) {
    let read: Read = match side {
        Color::White => |here| with_turn_of(Color::White, here),
        Color::Black => |here| with_turn_of(Color::Black, here),
    };
    let found = found(Inside { read, ..RIGHT }, fen, moves, 1);
    let expected =
        format!("turn-not-passed fen WrongByFen by the FEN at 1: it were the turn of {side}");
    assert_eq!(found, expected);
    // What it lists for the other side when it is played as well is no matter of reading.
    let list: List = |here, _| with_turn_of(!here.side_to_move(), here).legal_moves();
    let found = self::found(Inside { list, ..RIGHT }, fen, moves, 1);
    assert_eq!(found.split(' ').nth(1), Some("generation"), "{found}");
}

fn with_turn_of(side: Color, here: &Position) -> Position {
    let setup = Setup { side_to_move: side, ..here.setup() };
    Position::unchecked(setup, Color::BOTH.map(|color| here.king(color)))
}

fn without_rights_of_black(here: &Position) -> Position {
    let of_black = here.castling_rights().iter().filter(|it| it.0 == Color::Black);
    let castling = of_black.fold(here.castling_rights(), |left, it| left.without_rook_on(it.2));
    setup(here, |setup| Setup { castling, ..setup })
}

/// From outside, an engine that reads a pawn in no FEN is one that does not move it.
#[test]
fn a_man_that_is_read_in_no_fen_is_one_of_generation() {
    let read: Read = |root| without(root, "a2");
    let found = found(Inside { read, ..RIGHT }, CASTLING, "", 1);
    assert_eq!(found, "double-push generation ByFen by the FEN at 1: -");
}

#[test]
fn a_pinned_capture_en_passant_is_one_of_generation_even_if_no_fen_shows_it() {
    let list: List = |here, _| with_pinned_en_passant(here);
    let found = |read: Read| found(Inside { read, list, ..RIGHT }, BEFORE_PINNED_EN_PASSANT, "", 2);
    assert_eq!(found(|root| *root), "en-passant-uncovers-rank generation ByFen by the FEN at 1: -");
    assert_eq!(
        found(without_en_passant),
        "en-passant-uncovers-rank generation WhenPlayed by c7c5 at 1: -"
    );
}

#[test]
fn a_pinned_capture_en_passant_that_only_a_played_move_shows_is_one_of_making_it() {
    let list: List = |here, place| match place {
        Place::Played => with_pinned_en_passant(here),
        Place::Root | Place::Below { .. } => here.legal_moves(),
    };
    assert_eq!(
        found(Inside { list, ..RIGHT }, BEFORE_PINNED_EN_PASSANT, "c7c5", 1),
        "en-passant-uncovers-rank make RightInItsWalk by c7c5 at 1: -"
    );
}

/// At once only White's right is seen to be gone. One ply deeper it is seen whether Black's is.
#[rstest]
#[case::of_both(
    |here: &Position, mv| after_a7(here, mv, without_rights),
    "White could no longer castle on the king's side and Black could no longer castle on the king's \
     side"
)]
#[case::of_one(
    |here: &Position, mv| after_a7(here, mv, with_rights_of_black),
    "White could no longer castle on the king's side"
)]
fn of_two_states_that_explain_an_answer_one_ply_more_shows_which_it_is(
    #[case] make: Make,
    #[case] as_if: &str,
) {
    assert_eq!(
        found(Inside { make, ..RIGHT }, "4k2r/p7/8/8/8/8/8/4K2R b Kk - 0 1", "a7a6", 1),
        format!("castling-right-lost make WrongWhenPlayed by a7a6 at 1: {as_if}")
    );
}

/// The position after a move, with this change if the move is one of the pawn on a7.
fn after_a7(here: &Position, mv: Move, change: Read) -> Position {
    let after = here.after_unchecked(mv);
    if mv.from == square("a7") { change(&after) } else { after }
}

fn with_rights_of_black(here: &Position) -> Position {
    setup(here, |setup| Setup { castling: setup.castling.without_rook_on(square("h1")), ..setup })
}

#[test]
fn two_things_that_are_wrong_at_once_are_both_named() {
    let make: Make = |here, mv| {
        let after = leaving_the_pawn_on_d5(here, mv);
        if mv.kind == MoveKind::EnPassant { without_rights(&after) } else { after }
    };
    let fen = "4k2r/3p4/8/4P3/8/8/8/4K3 b k - 0 1";
    assert_eq!(
        found(Inside { make, ..RIGHT }, fen, "d7d5 e5d6", 1),
        "castling-right-lost make WrongWhenPlayed by e5d6 at 1: Black could no longer castle on the king's side and \
         the pawn on d5, which e5d6 captured, were still there"
    );
}

/// What an engine does not read has nothing to do with what it makes wrongly.
#[test]
fn a_pawn_that_a_capture_en_passant_leaves_behind_is_one_of_making_moves() {
    let make: Make = leaving_the_pawn_on_d5;
    let reads: [Read; 2] = [RIGHT.read, without_en_passant];
    for read in reads {
        assert_eq!(
            found(Inside { read, make, ..RIGHT }, BEFORE_EN_PASSANT, "d7d5", 2),
            "captured-pawn-left make WrongWhenPlayed by e5d6 at 1: \
             the pawn on d5, which e5d6 captured, were still there"
        );
    }
}

/// It has lost more than any fault that is known.
#[test]
fn moves_that_are_missing_only_when_others_were_played_are_one_of_making_moves() {
    let list: List = |here, place| {
        let is_of_queens_side = |mv: Move| ["a2", "b2", "b1"].map(square).contains(&mv.from);
        legal_but(here, |mv| place == Place::Played && is_of_queens_side(mv))
    };
    let reads: [Read; 2] = [RIGHT.read, without_en_passant];
    for read in reads {
        assert_eq!(
            found(Inside { read, list, ..RIGHT }, ox88::START, "e2e4 e7e5", 1),
            "double-push make RightInItsWalk by e7e5 at 1: -"
        );
    }
}

#[rstest]
#[case::the_same(|here: &Position| *here, "nothing")]
#[case::without_a_right(
    without_rights,
    "castling-right-lost unmake AskedTwice by the FEN at 2: the castling rights had not been restored after moves \
     were made and unmade"
)]
#[case::without_a_pawn(
    |here: &Position| without(here, "a2"),
    "state-corrupted unmake AskedTwice by the FEN at 2: -"
)]
#[case::without_a_pawn_of_the_other_side(
    |here: &Position| without(here, "h7"),
    "captured-piece-not-restored unmake AskedTwice by the FEN at 2: the captured piece had not been put back \
     after h1h7 was made and unmade"
)]
#[case::without_a_pawn_that_nothing_takes(
    |here: &Position| without(here, "b7"),
    "count-depends-on-history unmake|recursion CountAskedTwice by the FEN at 2: -"
)]
fn what_is_left_behind_by_a_count_is_shown_by_a_second_one(
    #[case] again: Read,
    #[case] expected: &str,
) {
    let engine = Inside { again: Some(again), ..RIGHT };
    assert_eq!(found(engine, "4k3/1p5p/8/8/8/8/P7/4K2R w K - 0 1", "", 2), expected);
}

/// The queen can take four knights, in this order.
#[rstest]
#[case::one(|here: &Position| without_those_taken_first(here, 1), "d4d7 was")]
#[case::three(|here: &Position| without_those_taken_first(here, 3), "d4d7, d4g7 and d4h4 were")]
#[case::four(|here: &Position| without_those_taken_first(here, 4), "each of 4 moves (d4d7 … d4a4) was")]
fn all_moves_that_leave_something_behind_are_named(#[case] again: Read, #[case] moves: &str) {
    let engine = Inside { again: Some(again), ..RIGHT };
    assert_eq!(
        found(engine, "4k3/3n2n1/8/8/n2Q3n/8/8/K7 w - - 0 1", "", 2),
        format!(
            "captured-piece-not-restored unmake AskedTwice by the FEN at 2: the captured piece had not been \
             put back after {moves} made and unmade"
        )
    );
}

/// They are tried in the order in which they are listed.
#[test]
fn the_moves_that_are_tried_first_are_those_that_are_listed_first() {
    let list: List = |here, _| here.legal_moves().into_iter().rev().collect();
    let again: Read = |here| without_those_taken(here, |captures| captures.rev().take(3).collect());
    let found = found(
        Inside { list, again: Some(again), ..RIGHT },
        "4k3/3n2n1/8/8/n2Q3n/8/8/K7 w - - 0 1",
        "",
        2,
    );
    assert!(found.ends_with(" after d4a4, d4h4 and d4g7 were made and unmade"), "{found}");
}

/// No last move leads to a check by two knights. Where the engine takes moves from, it lacks a step of the king, and so
/// it refuses that step and answers for the position before, in which the king is attacked. That says nothing about how
/// it makes the step.
#[test]
fn a_move_that_is_refused_in_check_is_not_one_that_is_made_wrongly() {
    let list: List =
        |here, place| legal_but(here, |mv| place == Place::Root && mv.to == square("f1"));
    let make: Make = |here, mv| if mv.to == square("f1") { *here } else { (RIGHT.make)(here, mv) };
    assert_eq!(
        found(Inside { make, list, ..RIGHT }, "4k3/8/8/8/8/8/2n3n1/4K3 w - - 0 1", "", 1),
        "king-leaves-check generation ByFen by the FEN at 1: -"
    );
}

/// The queen goes to d5, where the knight takes it. When both moves are taken back, there is no queen to go home.
#[test]
fn what_is_lost_after_a_move_is_lost_where_the_move_began() {
    let again: Read = |here| {
        let is_knight_there = here.board().at(square("b6")).is_some();
        if is_knight_there { without(here, "d1") } else { *here }
    };
    assert_eq!(
        found(Inside { again: Some(again), ..RIGHT }, "4k3/8/1n6/8/8/8/8/K2Q4 w - - 0 1", "", 2),
        "captured-piece-not-restored unmake AskedTwice by the FEN at 2: the captured piece had not been put \
         back after moves were made and unmade"
    );
}

/// It tries them after those that it lists.
#[test]
fn a_move_that_is_missing_may_leave_something_behind() {
    let list: List = |here, _| {
        let is_there = here.board().at(square("d7")).is_some();
        legal_but(here, |mv| is_there && mv.to == square("d7"))
    };
    let again: Read = |here| without_those_taken(here, Iterator::collect);
    let engine = Inside { list, again: Some(again), ..RIGHT };
    let found = found(engine, "4k3/3n2n1/8/8/n2Q3n/8/8/K7 w - - 0 1", "", 2);
    assert!(found.ends_with(" after each of 4 moves (d4g7 … d4d7) was made and unmade"), "{found}");
}

/// The position without the pieces that the first legal moves take.
fn without_those_taken_first(here: &Position, moves: usize) -> Position {
    without_those_taken(here, |captures| captures.take(moves).collect())
}

/// Where there are four of them. With fewer pieces on the board nothing is wrong.
fn without_those_taken(
    here: &Position,
    some: impl Fn(std::vec::IntoIter<Move>) -> Vec<Move>,
) -> Position {
    let captures = legal_but(here, |mv| here.board().at(mv.to).is_none());
    let mut board = *here.board();
    let is_wrong = captures.len() == 4;
    for mv in some(captures.into_iter()).into_iter().filter(|_| is_wrong) {
        board.clear(mv.to);
    }
    setup(here, |setup| Setup { board, ..setup })
}

/// The counts are wrong at first, and something else is when the engine is asked again: moves, which no table
/// of counts can spoil, or counts that no move explains.
#[rstest]
#[case::moves(|here: &Position| without(here, "b7"), "unmake")]
#[case::counts(|here: &Position| without(here, "a2"), "unmake|counting")]
fn a_second_answer_with_other_moves_is_one_of_taking_back(
    #[case] again: Read,
    #[case] origin: &str,
) {
    let list = LAST_PLY_WITHOUT_CASTLING;
    let engine = Inside { list, again: Some(again), ..RIGHT };
    let found = found(engine, "4k3/1p6/8/8/8/8/P7/4K2R b K - 0 1", "", 2);
    assert_eq!(found.split(' ').nth(1), Some(origin), "{found}");
}

/// Whether a second answer is wrong in the same way shows nothing. Only what is wrong beyond that is left behind.
#[test]
fn what_is_missing_twice_is_not_one_of_taking_back() {
    let list = NO_CASTLING.list;
    let engine = Inside { list, ..RIGHT_AGAIN };
    assert_eq!(
        found(engine, CASTLING, "", 1),
        "castling fen|generation CastlesByNoFen by the FEN at 1: -"
    );
    let engine = Inside { list, again: Some(|here: &Position| without(here, "a2")), ..RIGHT };
    assert_eq!(
        found(engine, CASTLING, "", 1),
        "state-corrupted unmake AskedTwice by the FEN at 1: -"
    );
}

/// It lacks castling, and where it is made to castle it leaves the rook at home. That it lacks castling does
/// not come from there.
#[test]
fn a_missing_move_that_is_made_wrongly_is_missing_for_another_reason() {
    let make: Make = |here, mv| {
        let after = here.after_unchecked(mv);
        if is_castling(mv) { with_rook_gone(&after, "f1", "h1") } else { after }
    };
    let engine = Inside { make, ..NO_CASTLING };
    assert_eq!(
        found(engine, CASTLING, "", 1),
        "castling fen|generation CastlesByNoFen by the FEN at 1: -"
    );
}

/// The turn does not pass after a promotion.
fn promoting_again(here: &Position, mv: Move) -> Position {
    let after = here.after_unchecked(mv);
    let setup = Setup { side_to_move: here.side_to_move(), ..after.setup() };
    let again = Position::unchecked(setup, Color::BOTH.map(|color| after.king(color)));
    if mv.promotion().is_some() { again } else { after }
}

/// It makes each move to see whether the king of the side that moved is attacked, and looks for that of the other side.
fn legal_by_making_them(here: &Position) -> Vec<Move> {
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| {
        let after = promoting_again(here, mv);
        let them = after.side_to_move();
        !is_attacked(after.board(), after.king(!them), them)
    });
    moves
}

#[rstest]
#[case::that_are_missing("8/1k6/8/8/8/8/6Kp/8 b - - 0 1", "h2h1b", "Black", "promotion")]
#[case::that_are_too_many(
    "8/K3P2r/8/8/8/8/8/7k w - - 0 1",
    "e7e8q",
    "White",
    "pinned-piece-leaves-line"
)]
// From the FEN of the position after a promotion it is wrong as well, for the other side promotes there.
#[case::that_the_other_side_has_as_well(
    "8/1Pk5/8/8/8/8/5Kp1/8 w - - 0 1",
    "b7b8b",
    "White",
    "promotion"
)]
fn moves_that_are_tested_by_making_them_wrongly_are_blamed_on_that(
    #[case] fen: &str,
    #[case] mv: &str,
    #[case] side: &str,
    #[case] rule: &str,
) {
    let list: List = |here, _| legal_by_making_them(here);
    let expected = format!(
        "turn-not-passed make WrongWhenPlayed by {mv} at 1: it were still the turn of {side}"
    );
    assert_eq!(found(Inside { make: promoting_again, list, ..RIGHT }, fen, "", 1), expected);
    // It may play no move that it lacks.
    let make: Make = |here, mv| {
        let is_listed = legal_by_making_them(here).contains(&mv);
        if is_listed { promoting_again(here, mv) } else { *here }
    };
    assert_eq!(found(Inside { make, list, ..RIGHT }, fen, "", 1), expected);
    // An engine that makes its moves rightly generates them wrongly.
    let expected = format!("{rule} generation ByFen by the FEN at 1: -");
    assert_eq!(found(Inside { list, ..RIGHT }, fen, "", 1), expected);
}

/// Some engines answer for the position before a move that they do not know.
#[rstest]
#[case::castling(CASTLING, "castling fen|generation CastlesByNoFen")]
#[case::in_check("4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1", "checker-taken generation ByFen")]
fn a_missing_move_that_is_refused_is_not_one_of_making_it(
    #[case] fen: &str,
    #[case] expected: &str,
) {
    let engine = Inside {
        list: |here, _| legal_but(here, |mv| is_castling(mv) || mv.from == square("d1")),
        make: |here, mv| {
            let is_refused = is_castling(mv) || mv.from == square("d1");
            if is_refused { *here } else { (RIGHT.make)(here, mv) }
        },
        ..RIGHT
    };
    assert_eq!(found(engine, fen, "", 1), format!("{expected} by the FEN at 1: -"));
}

#[test]
fn moves_that_are_right_without_castling_are_spoilt_by_taking_castling_back() {
    assert_eq!(
        found(ROOK_LEFT_ON_F1, CASTLING, "", 1),
        "rook-not-moved-back unmake WithoutCastling by the FEN at 1: \
         the rook had not been moved back after e1g1 was made and unmade"
    );
}

#[test]
fn moves_that_are_right_without_en_passant_are_spoilt_by_taking_it_back() {
    // That a bishop could take the pawn as well makes no difference.
    for fen in ["4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1", "4k3/8/8/3pP3/8/1B2K3/8/8 w - d6 0 1"] {
        assert_eq!(
            found(PAWN_ON_D5_GONE, fen, "", 1),
            "captured-piece-not-restored unmake WithoutEnPassant by the FEN at 1: \
             the captured piece had not been put back after e5d6 was made and unmade"
        );
    }
}

/// Where a pawn that may be taken en passant gives check, it takes every step of a pawn for an answer. The moves are
/// right without en passant, and would be so if that pawn had not come back. The counts after them may tell.
#[rstest]
#[case::that_the_pawn_is_there(
    "4k3/8/8/2pP4/3K4/8/P7/8 w - c6 0 1",
    "check-not-answered generation ByFen by the FEN at 1: -"
)]
#[case::nothing_because_it_blocks_as_many_moves_as_it_has(
    "4k3/1n6/8/2pP4/n2K4/8/P7/8 w - c6 0 1",
    "check-not-answered generation|unmake WithoutEnPassant by the FEN at 1: \
     the captured piece had not been put back after d5c6 was made and unmade"
)]
fn moves_in_check_are_spoilt_by_no_unmake_if_the_counts_after_them_do_not_show_it(
    #[case] fen: &str,
    #[case] expected: &str,
) {
    let list: List = |here, _| {
        let mut moves = here.legal_moves();
        if here.is_check() && here.en_passant().is_some() {
            let is_step = |mv: &Move| {
                let kind = here.board().at(mv.from).map(ox88::Piece::kind);
                kind == Some(ox88::PieceKind::Pawn) && mv.from.file() == mv.to.file()
            };
            moves.extend(here.pseudo_legal_moves().into_iter().filter(is_step));
        }
        moves
    };
    assert_eq!(found(Inside { list, ..RIGHT }, fen, "", 1), expected);
}

/// The same moves for another reason: it never sees that the pawn on d5 attacks. And other moves that are right
/// without en passant, which no pawn that is gone would explain.
#[rstest]
#[case::whether_there_is_en_passant_or_not(
    |here: &Position, _| with_illegal(here, |mv| mv.to == square("e4"))
)]
#[case::where_a_rook_attacks(
    |here: &Position, _| with_illegal(here, |mv| here.en_passant().is_some() && mv.to == square("f3"))
)]
fn moves_that_no_en_passant_has_spoilt_are_one_of_generation(#[case] list: List) {
    let fen = "4kr2/8/8/3pP3/8/4K3/8/8 w - d6 0 1";
    let found = found(Inside { list, ..RIGHT }, fen, "", 1);
    assert_eq!(found.split(' ').nth(1), Some("generation"), "{found}");
}

/// After it has tried to take the rook on a2, that is gone: the king can go where it attacked, and Black has its
/// moves no more.
#[test]
fn an_illegal_move_and_counts_that_one_move_spoils_are_both_of_taking_it_back() {
    let engine = Inside {
        list: |here, _| with_illegal(here, |mv| mv.from == square("e1") && mv.to == square("e2")),
        print: |here, depth, rows| {
            let spoilt = |(mv, count): &(String, u128)| {
                let mv = here.find_move(mv).ok()?;
                let is_spoilt = ![mv.from, mv.to].contains(&square("a2"));
                let after = || without(here, "a2").after_unchecked(mv);
                is_spoilt.then(|| ox88::perft(&after(), 1)).or(Some(*count))
            };
            let rows = rows.iter().map(|row| {
                let count = (depth == 2).then(|| spoilt(row)).flatten().unwrap_or(row.1);
                format!("{}: {count}", row.0)
            });
            Ok(rows.collect())
        },
        ..RIGHT
    };
    assert_eq!(
        found(engine, "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1", "", 1),
        "captured-piece-not-restored unmake RightAfterEachMove by the FEN at 1: the captured piece had not been put back after \
         a1a2 was made and unmade"
    );
}

/// The pinned knight is listed all the same. What is counted after its move is wrong for the same reason.
#[test]
fn what_is_counted_after_an_illegal_move_is_no_matter_of_taking_it_back() {
    let list: List = |here, place| {
        let is_lost =
            is_attacked(here.board(), here.king(!here.side_to_move()), here.side_to_move());
        let mut moves = with_illegal(here, |mv| mv.to == square("c3"));
        moves.truncate(if is_lost && place.is_below() { 3 } else { moves.len() });
        moves
    };
    let fen = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(
        found(Inside { list, ..RIGHT }, fen, "", 1),
        "pinned-piece-leaves-line generation ByFen by the FEN at 1: -"
    );
}

/// Many engines count the last ply without a list of its moves. What is wrong there need not have been taken
/// back wrongly.
#[test]
fn a_kind_of_moves_that_the_last_ply_alone_lacks_may_be_one_of_counting() {
    let list = LAST_PLY_WITHOUT_CASTLING;
    // Nor does a second answer show more, which is the same.
    for again in [None, Some((|here| *here) as Read)] {
        assert_eq!(
            found(Inside { list, again, ..RIGHT }, BEFORE_CASTLING, "", 2),
            "count-only unmake|counting RightAfterEachMove by the FEN at 2: -"
        );
    }
}

/// Some engines count the last two plies at once. No count there depends on what was counted before.
#[test]
fn a_wrong_count_of_the_last_two_plies_need_not_come_from_a_table() {
    let list: List = |here, place| {
        let is_counted_at_once = place == Place::Below { left: 2 };
        legal_but(here, |mv| is_counted_at_once && is_castling(mv))
    };
    assert_eq!(
        found(Inside { list, ..RIGHT }, BEFORE_CASTLING, "", 3),
        "count-only unmake|recursion|counting RightAfterEachMove by the FEN at 3: -"
    );
}

/// One ply deeper, the right is lost for all moves that come later, and not only castling is missing.
#[test]
fn a_right_that_does_not_come_back_costs_more_than_castling_one_ply_deeper() {
    let list = RIGHT_IS_NOT_BACK;
    let found = found(Inside { list, ..RIGHT }, BEFORE_CASTLING, "", 2);
    assert!(
        found.starts_with("castling-right-lost unmake RightAfterEachMove by the FEN at 2: "),
        "{found}"
    );
}

/// What is missing says more than what is extra, and what most of the moves show more than what one does.
#[rstest]
#[case::a_missing_move_and_two_illegal_ones(
    |here: &Position, _| changed(here, &["h1h5"], &["e1d2", "e1f2"]), "rook-slide")]
#[case::two_of_three_missing_moves(
    |here: &Position, _| changed(here, &["h1h5", "h1h4", "a2a4"], &[]), "rook-slide")]
#[case::another_two_of_three(
    |here: &Position, _| changed(here, &["h1h5", "b2b3", "a2a3"], &["e1d2"]), "pawn-push")]
#[case::illegal_moves_alone(|here: &Position, _| changed(here, &[], &["e1d2", "e1f2"]), "king-into-attack")]
fn the_rule_is_that_of_most_missing_moves_or_else_of_most_illegal_ones(
    #[case] list: List,
    #[case] rule: &str,
) {
    let found = found(Inside { list, ..RIGHT }, "4k3/8/8/8/4n3/8/PP6/4K2R w - - 0 1", "", 1);
    assert_eq!(found.split(' ').next(), Some(rule), "{found}");
}

/// The legal moves without some of them, and with some that leave the king in check.
fn changed(here: &Position, missing: &[&str], extra: &[&str]) -> Vec<Move> {
    let is_one_of = |texts: &[&str], mv| texts.contains(&here.move_text(mv).as_str());
    let mut moves = with_illegal(here, |mv| is_one_of(extra, mv));
    moves.retain(|&mv| !is_one_of(missing, mv));
    moves
}

/// Some engines have no row for a move after which they count no leaf. What is wrong is there.
#[test]
fn a_move_without_a_row_may_be_one_without_a_leaf() {
    let print: Print = |here, depth, rows| {
        let some: Vec<(String, u128)> = rows.iter().filter(|row| row.1 > 0).cloned().collect();
        (RIGHT.print)(here, depth, &some)
    };
    let engine = Inside { list: by_fifty_moves, print, ..RIGHT };
    assert_eq!(
        found(engine, CLOCK_99, "", 2),
        "ends-game-too-early counting DrawnGame by the FEN at 1: [FiftyMoves]"
    );
}

/// Where moves are played, the FEN may show another thing.
#[test]
fn a_fen_that_is_misread_is_found_at_the_smallest_depth() {
    let print: Print = |here, depth, rows| {
        let is_counted = |row: &&(String, u128)| depth == 1 || row.0 != "a2a3";
        let some: Vec<(String, u128)> = rows.iter().filter(is_counted).cloned().collect();
        (RIGHT.print)(here, depth, &some)
    };
    let list = NO_CASTLING_BY_FEN;
    let found = found(Inside { list, print, ..RIGHT }, BEFORE_CASTLING, "e8d7", 2);
    assert!(found.starts_with("castling fen WrongByFen by the FEN at 1"), "{found}");
}

/// Nothing is known of the engine but that it prints what no move is called.
#[test]
fn a_text_that_is_no_move_breaks_no_rule_of_moving() {
    let print: Print = |here, depth, rows| {
        let right = (RIGHT.print)(here, depth, rows)?;
        Ok(right.into_iter().chain(["e1e9: 1".to_owned()]).collect())
    };
    assert_eq!(
        found(Inside { print, ..RIGHT }, CASTLING, "", 1),
        "no-move fen|generation RightFromBefore by the FEN at 1: -"
    );
}

/// Asked one ply deep, the engine lists the right moves.
#[rstest]
#[case::as_after_a_move_that_was_taken_back(
    |here: &Position, depth, _: &_| {
        let here = if depth == 2 { without_rights(here) } else { *here };
        let right = ox88::divide(&here, depth);
        Ok(right.rows().iter().map(|&(mv, count)| format!("{}: {count}", here.move_text(mv))).collect())
    },
    "castling generation|unmake RightForLess by the FEN at 2: the castling rights had not been restored after moves were made and \
     unmade"
)]
#[case::as_nothing_explains(
    |here: &Position, depth, rows: &[_]| with_row_at_depth_2("e1e3: 1", here, depth, rows),
    "not-its-way generation|unmake RightForLess by the FEN at 2: -"
)]
#[case::with_a_text_that_is_no_move(
    |here: &Position, depth, rows: &[_]| with_row_at_depth_2("e1e9: 1", here, depth, rows),
    "no-move generation|unmake RightForLess by the FEN at 2: -"
)]
fn moves_that_are_wrong_from_two_plies_on_are_not_blamed_on_generation(
    #[case] print: Print,
    #[case] expected: &str,
) {
    assert_eq!(found(Inside { print, ..RIGHT }, CASTLING, "", 2), expected);
}

fn with_row_at_depth_2(
    row: &str,
    here: &Position,
    depth: u32,
    rows: &[(String, u128)],
) -> Result<Vec<String>, TroubleKind> {
    let right = (RIGHT.print)(here, depth, rows)?;
    let row = (depth == 2).then(|| row.to_owned());
    Ok(row.into_iter().chain(right).collect())
}

#[rstest]
#[case::all_that_pass_8_bits(
    |count| count & 0xFF,
    "count-only counting Counted by the FEN at 3: \
     counts wrap at 2^8: the counter has only 8 bits"
)]
#[case::some_of_them(
    |count| if count > 400 { count & 0xFF } else { count },
    "count-only unmake|recursion|counting RightAfterEachMove by the FEN at 3: -"
)]
#[case::by_another_number(
    |count| if count > 0xFF { count - 0xFF } else { count },
    "count-only unmake|recursion|counting RightAfterEachMove by the FEN at 3: -"
)]
fn counts_that_begin_again_at_0_have_too_few_bits(
    #[case] show: fn(u128) -> u128,
    #[case] expected: &str,
) {
    assert_eq!(found(Inside { show, ..RIGHT }, ox88::START, "", 3), expected);
}

/// Some counts at this depth need 8 bits, and others more.
#[test]
fn counts_that_have_bits_enough_are_right_beside_those_that_have_not() {
    let right = ox88::divide(&position(CASTLING), 4);
    let has_small = right.rows().iter().any(|&(_, leaves)| leaves <= 0xFF);
    let has_large = right.rows().iter().any(|&(_, leaves)| leaves > 0xFF);
    assert!(has_small && has_large);
    assert_eq!(
        found(Inside { show: |count| count & 0xFF, ..RIGHT }, CASTLING, "", 4),
        "count-only counting Counted by the FEN at 4: \
         counts wrap at 2^8: the counter has only 8 bits"
    );
}

const CLOCK_100: &str = "4k3/8/8/8/8/8/P7/4K2R w - - 100 80";
const BARE_KINGS_100: &str = "7k/8/8/8/8/8/8/K7 w - - 100 80";

#[rstest]
#[case::after_the_move(by_fifty_moves, CLOCK_99, 2, "FiftyMoves")]
#[case::at_once(by_fifty_moves, CLOCK_100, 1, "FiftyMoves")]
#[case::bare_kings(by_material, BARE_KINGS, 1, "Material")]
#[case::bare_kings_whatever_the_clock(by_material, BARE_KINGS_100, 1, "Material")]
#[case::by_the_clock_with_bare_kings(by_fifty_moves, BARE_KINGS_100, 1, "FiftyMoves")]
fn an_engine_that_ends_the_game_by_a_draw_is_not_accused_of_missing_moves(
    #[case] list: List,
    #[case] fen: &str,
    #[case] depth: u32,
    #[case] draws: &str,
) {
    assert_eq!(
        found(Inside { list, ..RIGHT }, fen, "", depth),
        format!("ends-game-too-early counting DrawnGame by the FEN at 1: [{draws}]")
    );
}

/// An engine without a move there has some other reason.
#[test]
fn where_the_game_is_not_drawn_no_draw_is_the_reason() {
    let list: List = |_, _| Vec::new();
    for fen in [CLOCK_99, CLOCK_100] {
        let found = found(Inside { list, ..RIGHT }, fen, "", 1);
        assert_eq!(found, "ends-game-too-early generation ByFen by the FEN at 1: -", "{fen}");
    }
}

fn by_material(here: &Position, _: Place) -> Vec<Move> {
    let pieces = Color::BOTH.map(|color| here.board().pieces(color).count());
    if pieces == [1, 1] { Vec::new() } else { here.legal_moves() }
}

/// No rule of moving says why all moves are missing, unless all of them are of one kind.
#[rstest]
#[case::a_king_that_can_step(CASTLING, "ends-game-too-early")]
#[case::a_king_that_can_only_step("7k/7p/8/8/8/8/8/K7 w - - 0 1", "king-step")]
#[case::pawns_that_do_different_things("1b6/8/8/8/8/2P5/P4k2/7K w - - 0 1", "ends-game-too-early")]
#[case::one_pawn_that_does_different_things("1b6/8/8/8/8/8/P4k2/7K w - - 0 1", "double-push")]
#[case::pawns_that_do_the_same("1b6/8/8/8/8/P1P5/5k2/7K w - - 0 1", "pawn-push")]
#[case::castling_alone("7k/8/b7/8/8/7p/r6P/6KR w H - 0 1", "castling-in-chess960")]
fn an_engine_without_a_move_ends_the_game_where_no_rule_says_more(
    #[case] fen: &str,
    #[case] expected: &str,
) {
    let list: List = |_, _| Vec::new();
    let found = found(Inside { list, ..RIGHT }, fen, "", 1);
    assert_eq!(found.split(' ').next(), Some(expected), "{found}");
}

/// A castling that leaves king or rook where it is.
fn moves_one_piece(mv: Move) -> bool {
    mv.castling_rook().is_some_and(|rook| {
        let castling = CastlingPair::new(mv.from, rook);
        mv.from == castling.king_target() || rook == castling.rook_target()
    })
}

#[rstest]
#[case::the_king("7k/8/8/8/8/8/7P/6KR w H - 0 1")]
#[case::the_rook("7k/8/8/8/8/8/7P/3RK3 w D - 0 1")]
#[case::of_black("5kr1/8/8/8/8/8/8/K7 b g - 0 1")]
fn castling_that_is_missing_where_a_piece_stands_on_its_goal_is_named_by_that(#[case] fen: &str) {
    let on_goal: List = |here, _| {
        let moves = here.legal_moves().into_iter();
        moves.filter(|mv| !moves_one_piece(*mv)).collect()
    };
    let expected = if fen.contains("5kr1") { "nothing" } else { "castling-piece-on-goal" };
    let first = |list| {
        let found = found(Inside { list, ..RIGHT }, fen, "", 1);
        found.split(' ').next().unwrap_or_default().to_owned()
    };
    assert_eq!(first(on_goal), expected);
    // One that castles nowhere in Chess960 has another fault.
    let nowhere: List = |here, _| {
        let moves = here.legal_moves().into_iter();
        moves.filter(|mv| mv.castling_rook().is_none()).collect()
    };
    assert_eq!(first(nowhere), "castling-in-chess960");
}

#[test]
fn an_engine_without_a_fault_is_not_accused() {
    for again in [None, Some((|here| *here) as Read)] {
        for fen in [ox88::START, CASTLING, NO_RIGHT, EN_PASSANT, BEFORE_PINNED_EN_PASSANT] {
            assert_eq!(found(Inside { again, ..RIGHT }, fen, "", 3), "nothing", "{fen}");
        }
    }
}

/// To this engine "no en passant square" is square 0, which is a1.
#[test]
fn a_pawn_that_takes_en_passant_on_the_square_that_means_none_is_told_as_what_it_is() {
    let onto_a1: List = |here, _| {
        let is_taken = here.en_passant().is_none() && here.board().at(square("a1")).is_none();
        let is_pawn =
            here.board().at(square("b2")) == Some(Piece::new(Color::Black, PieceKind::Pawn));
        let is_possible = is_taken && is_pawn && here.side_to_move() == Color::Black;
        let mut moves = here.legal_moves();
        moves.extend(is_possible.then(|| Move::normal(square("b2"), square("a1"))));
        moves
    };
    let told = found(Inside { list: onto_a1, ..RIGHT }, "4k3/8/8/8/8/8/1p6/4K3 b - - 0 1", "", 1);
    assert_eq!(told, "pawn-diagonal-without-capture generation ByFen by the FEN at 1: -");
}

/// A castling over an attacked square is tried and refused, and the en passant square is not what it was after that.
#[test]
fn a_castling_that_is_refused_may_cost_the_en_passant_square() {
    let refused: List = |here, _| {
        let has_right = here.castling_rights().iter().any(|it| it.0 == here.side_to_move());
        let castles = here.legal_moves().into_iter().any(is_castling);
        legal_but(here, |mv| has_right && !castles && mv.kind == MoveKind::EnPassant)
    };
    let told =
        found(Inside { list: refused, ..RIGHT }, "4kr2/8/8/3pP3/8/8/8/4K2R w K d6 0 1", "", 1);
    let left = "the en passant square had not been restored after e1g1 was made and unmade";
    assert_eq!(
        told,
        format!("en-passant generation|unmake WithoutCastling by the FEN at 1: {left}")
    );
}

/// The rows of the table of controls say themselves which others they rely on.
#[test]
fn the_order_of_the_controls_means_nothing() {
    let misread = Inside { read: without_rights_of_white_to_move, ..RIGHT };
    let made = Inside { make: leaving_the_pawn_on_d5, ..RIGHT };
    let by_fen_alone = Inside { list: NO_CASTLING_BY_FEN, ..RIGHT };
    let on_other_wing = Inside { read: with_rights_of_the_other_wing, ..RIGHT };
    let last_ply = Inside { list: LAST_PLY_WITHOUT_CASTLING, ..RIGHT };
    let not_back = Inside { list: RIGHT_IS_NOT_BACK, ..RIGHT };
    let engines = [
        (NO_CASTLING, CASTLING, "", 1),
        (misread, CASTLING, "", 1),
        (made, EN_PASSANT, "e5d6", 1),
        (by_fen_alone, CASTLING_ALONE, "", 1),
        (on_other_wing, "k7/8/8/8/8/8/6b1/4K2R b K - 0 1", "g2h1", 1),
        (last_ply, BEFORE_CASTLING, "", 2),
        (not_back, BEFORE_CASTLING, "", 2),
        (ROOK_LEFT_ON_F1, CASTLING, "", 1),
        (PAWN_ON_D5_GONE, "4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1", "", 1),
    ];
    let told =
        || engines.clone().map(|(engine, fen, moves, depth)| found(engine, fen, moves, depth));
    let in_order = told();
    assert!(in_order.iter().all(|it| it != "nothing"), "{in_order:?}");
    for turned in [0, 5, 11, 17, 23] {
        for is_reversed in [false, true] {
            in_another_order(turned, is_reversed);
            assert_eq!(told(), in_order, "{turned} {is_reversed}");
        }
    }
}
