//! The rules of chess, one clause per test or per line of `clauses.txt`, each shown by a position as small as possible.
//!
//! What is asked about the moves of one side is asked about the other side as well: [`moves_of`],
//! [`play`] and [`is_listed`] put each question to the mirrored position, too.

use ox88::{
    Board, CastlingNotation, Move, MoveKind, Piece, PieceKind, Position, Setup, Square, divide,
    is_attacked, perft,
};
use ox88_test_support::{cases, mirrored_move, position, square};
use rstest::rstest;

/// The position after some legal moves. The mirrored moves lead to the mirrored position.
fn play(fen: &str, moves: &str) -> Position {
    let mut position = position(fen);
    for text in moves.split(' ') {
        let mirror = position.mirrored();
        position = position.after(position.find_move(text).unwrap());
        let mirror = mirror.after(mirror.find_move(&mirrored(text)).unwrap());
        assert!(
            mirror.mirrored().same_but_for_counters(&position),
            "{text} is another move for the mirror"
        );
    }
    position
}

/// The texts of some moves, sorted. The mirrored position must have the mirrored ones.
fn moves_of(position: &Position, moves: fn(&Position) -> Vec<Move>) -> Vec<String> {
    let texts = |position: &Position| -> Vec<String> {
        moves(position).into_iter().map(|mv| position.move_text(mv)).collect()
    };
    let mut here = texts(position);
    let mut there: Vec<String> =
        texts(&position.mirrored()).iter().map(|text| mirrored(text)).collect();
    here.sort();
    there.sort();
    assert_eq!(here, there, "the mirrored position has other moves than {position}");
    here
}

/// The text with ranks counted from the other side, as in the mirrored move.
fn mirrored(text: &str) -> String {
    let mirror = |letter: char| letter.to_digit(10).map_or(letter, mirrored_rank);
    text.chars().map(mirror).collect()
}

fn mirrored_rank(rank: u32) -> char {
    char::from_digit(9 - rank, 10).unwrap()
}

fn legal_moves(position: &Position) -> String {
    moves_of(position, Position::legal_moves).join(" ")
}

fn pseudo_legal_moves(position: &Position) -> String {
    moves_of(position, Position::pseudo_legal_moves).join(" ")
}

/// Where the legal moves of the piece on a square go.
fn legal_from(position: &Position, from: &str) -> String {
    goals(&legal_moves(position), from)
}

/// Where the pseudo-legal moves of the piece on a square go.
fn pseudo_legal_from(position: &Position, from: &str) -> String {
    goals(&pseudo_legal_moves(position), from)
}

/// Where the moves of the piece on a square go, all of which must be legal.
fn moves_from(fen: &str, from: &str) -> String {
    let position = position(fen);
    let legal = legal_from(&position, from);
    assert_eq!(pseudo_legal_from(&position, from), legal, "{fen}: a move of {from} is not legal");
    legal
}

fn goals(moves: &str, from: &str) -> String {
    let goals: Vec<&str> = moves.split(' ').filter_map(|text| text.strip_prefix(from)).collect();
    goals.join(" ")
}

/// The castlings among the pseudo-legal and among the legal moves.
fn castlings(position: &Position) -> (String, String) {
    let castlings = |moves: fn(&Position) -> Vec<Move>| {
        // In this notation the text is always that of a castling, whatever the position uses.
        let mut texts: Vec<String> = moves(position)
            .into_iter()
            .filter(|mv| matches!(mv.kind, MoveKind::Castling { .. }))
            .map(|mv| mv.text(CastlingNotation::KingTakesRook))
            .collect();
        texts.sort();
        texts.join(" ")
    };
    // These compare all moves with those of the mirrored position.
    legal_moves(position);
    pseudo_legal_moves(position);
    (castlings(Position::pseudo_legal_moves), castlings(Position::legal_moves))
}

fn legal_castlings(position: &Position) -> String {
    castlings(position).1
}

/// A field of the position's FEN, counted from 1.
fn field(position: &Position, number: usize) -> String {
    position.to_string().split(' ').nth(number - 1).unwrap().to_owned()
}

fn board(position: &Position) -> String {
    field(position, 1)
}

fn rights(position: &Position) -> String {
    field(position, 3)
}

fn passed_square(position: &Position) -> Option<Square> {
    position.setup().en_passant
}

/// The halfmove clock and the number of the move.
fn counters(position: &Position) -> (u32, u32) {
    let Setup { halfmove_clock, fullmove_number, .. } = position.setup();
    (halfmove_clock, fullmove_number)
}

/// Compares what comes of each clause below a rule of `clauses.txt` with what is written behind it.
#[track_caller]
pub fn assert_each(rule: &str, comes_of: impl Fn(&str, usize) -> String) {
    let wrong = cases(include_str!("clauses.txt"), rule).into_iter().filter_map(|line| {
        let (clause, rest) = line.split_once(": ").expect("it says something");
        let (position, expected) = rest.split_once(" ⇒").expect("something comes of it");
        let found = comes_of(position, 1 + expected.matches(" ⇒").count());
        (found != expected.trim_start()).then(|| format!("{clause}: {position} ⇒ {found}"))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_piece_goes_where_the_clauses_say() {
    let rule =
        "Where a piece goes: all of it is legal, or only what stands behind the second sign.";
    assert_each(rule, |text, parts| {
        let (fen, from) = text.rsplit_once(' ').expect("a position and a square");
        let position = position(fen);
        let (pseudo_legal, legal) =
            (pseudo_legal_from(&position, from), legal_from(&position, from));
        let checkers = position.checkers();
        match (parts, &checkers[..]) {
            (1, _) => moves_from(fen, from),
            (3, &[checker]) => format!("check by {checker} ⇒ {pseudo_legal} ⇒ {legal}"),
            _ => format!("{pseudo_legal} ⇒ {legal}"),
        }
        .trim_end()
        .to_owned()
    });
}

#[test]
fn these_castlings_are_listed_and_legal() {
    let rule =
        "Which castlings there are: all of them are legal, or only those behind the second sign.";
    assert_each(rule, |fen, parts| {
        let (pseudo_legal, legal) = castlings(&position(fen));
        let are_all = parts == 1 && legal == pseudo_legal;
        if are_all { legal } else { format!("{pseudo_legal} ⇒ {legal}").trim_end().to_owned() }
    });
}

/// The position behind the moves of a clause.
fn behind(text: &str) -> Position {
    let (fen, moves) = text.split_once(" : ").expect("a position and moves");
    play(fen, moves)
}

#[test]
fn moves_change_the_board_and_the_rights() {
    assert_each("What is on the board behind moves.", |text, _| board(&behind(text)));
    assert_each("Which rights to castle are left behind moves.", |text, _| rights(&behind(text)));
}

// How the pieces move.

#[test]
fn the_sides_move_in_turn() {
    let start = position("7k/8/8/8/8/8/8/K7 w - -");
    assert_eq!(legal_moves(&start), "a1a2 a1b1 a1b2");
    let after = play("7k/8/8/8/8/8/8/K7 w - -", "a1b2");
    assert_eq!(legal_moves(&after), "h8g7 h8g8 h8h7");
}

// Pawns.

#[rstest]
#[case::king("a7a8k")]
#[case::pawn("a7a8p")]
#[case::nothing("a7a8")]
fn a_pawn_becomes_no_king_and_does_not_stay_a_pawn(#[case] promotion: &str) {
    let position = position("8/P6k/8/8/8/8/8/7K w - -");
    assert!(position.find_move("a7a8q").is_ok());
    assert!(position.find_move(promotion).is_err());
}

#[test]
fn a_pawn_becomes_nothing_before_the_last_rank() {
    let position = position("8/7k/P7/8/8/8/8/7K w - -");
    assert!(position.find_move("a6a7").is_ok());
    assert!(position.find_move("a6a7q").is_err());
}

// En passant.

#[test]
fn a_pawn_that_took_two_steps_may_be_taken_on_the_square_it_skipped() {
    let after = play("7k/3p4/8/4P3/8/8/8/7K b - -", "d7d5");
    assert_eq!(pseudo_legal_from(&after, "e5"), "d6 e6");
    assert_eq!(legal_from(&after, "e5"), "d6 e6");
}

#[test]
fn en_passant_is_allowed_at_once_or_never() {
    let later = play("7k/3p4/8/4P3/8/8/8/7K b - -", "d7d5 h1h2 h8h7");
    assert_eq!(pseudo_legal_from(&later, "e5"), "e6");
    assert_eq!(legal_from(&later, "e5"), "e6");
}

#[test]
fn the_skipped_square_is_remembered_for_one_move() {
    let skipped = play("7k/3p4/8/8/8/8/8/7K b - -", "d7d5");
    assert_eq!(passed_square(&skipped), Some(square("d6")));
    let next = play("7k/3p4/8/8/8/8/8/7K b - -", "d7d5 h1h2");
    assert_eq!(passed_square(&next), None);
    let taken = play("7k/3p4/8/4P3/8/8/8/7K b - -", "d7d5 e5d6");
    assert_eq!(passed_square(&taken), None);
    let replaced = play("7k/3p4/8/8/8/8/6P1/7K b - -", "d7d5 g2g4");
    assert_eq!(passed_square(&replaced), Some(square("g3")));
}

#[test]
fn a_pawn_that_took_one_step_is_not_taken_en_passant() {
    let after = play("7k/8/3p4/4P3/8/8/8/7K b - -", "d6d5");
    assert_eq!(passed_square(&after), None);
    assert_eq!(pseudo_legal_from(&after, "e5"), "e6");
    assert_eq!(legal_from(&after, "e5"), "e6");
}

#[test]
fn only_pawns_beside_the_passed_pawn_take_en_passant() {
    let fen = "7k/8/2P1P3/1PPpPP2/2P1P3/8/8/7K w - d6";
    let position = position(fen);
    let is_en_passant = |mv: &Move| mv.kind == MoveKind::EnPassant;
    let mut takers: Vec<String> =
        position.legal_moves().into_iter().filter(is_en_passant).map(|mv| mv.to_string()).collect();
    takers.sort();
    assert_eq!(takers, ["c5d6", "e5d6"]);
    assert_eq!(position.pseudo_legal_moves().into_iter().filter(is_en_passant).count(), 2);
    assert_eq!(moves_from(fen, "c5"), "d6");
    assert_eq!(moves_from(fen, "e5"), "d6");
}

// Castling.

#[test]
fn king_and_rook_castle_where_nothing_stands_between_them() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ -");
    let both = "e1a1 e1h1".to_owned();
    assert_eq!(castlings(&position), (both.clone(), both));
}

#[rstest]
#[case::kings_side("K", "e1h1")]
#[case::queens_side("Q", "e1a1")]
#[case::the_opponent("kq", "")]
#[case::no_right("-", "")]
fn castling_needs_the_right_to_it(#[case] rights: &str, #[case] expected: &str) {
    let position = position(&format!("r3k2r/8/8/4p3/4P3/8/8/R3K2R w {rights} -"));
    assert_eq!(castlings(&position), (expected.to_owned(), expected.to_owned()));
}

#[test]
fn the_rook_may_castle_across_an_attacked_square() {
    let position = position("1r5k/8/8/8/8/8/8/R3K3 w Q -");
    assert_eq!(legal_castlings(&position), "e1a1");
}

#[rstest]
#[case::kings_side("k6r/8/8/8/8/8/8/4K2R w K -", "e1h1")]
#[case::queens_side("r6k/8/8/8/8/8/8/R3K3 w Q -", "e1a1")]
fn an_attacked_rook_may_castle(#[case] fen: &str, #[case] castling: &str) {
    assert_eq!(legal_castlings(&position(fen)), castling);
}

#[test]
fn castling_may_give_check() {
    let after = play("5k2/8/8/8/8/8/8/4K2R w K -", "e1g1");
    assert_eq!(after.checkers(), [square("f1")]);
}

#[test]
fn a_king_that_has_moved_castles_no_more_even_back_at_home() {
    let moved = play("4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1e2");
    assert_eq!(rights(&moved), "-");
    let back = play("4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1e2 e8e7 e2e1 e7e8");
    assert_eq!(board(&back), "4k3/8/8/8/8/8/8/R3K2R");
    assert_eq!(castlings(&back), (String::new(), String::new()));
}

#[rstest]
#[case::kings_rook("h1h2 g7f7 h2h1 f7g7", "Q", "e1a1")]
#[case::queens_rook("a1a2 g7f7 a2a1 f7g7", "K", "e1h1")]
fn a_rook_that_has_moved_castles_no_more_but_the_other_still_may(
    #[case] moves: &str,
    #[case] left: &str,
    #[case] castling: &str,
) {
    let back = play("8/6k1/8/8/8/8/8/R3K2R w KQ -", moves);
    assert_eq!(board(&back), "8/6k1/8/8/8/8/8/R3K2R");
    assert_eq!(rights(&back), left);
    assert_eq!(castlings(&back), (castling.to_owned(), castling.to_owned()));
}

#[test]
fn a_rook_that_is_taken_at_home_takes_its_right_along() {
    let after = play("7k/8/8/8/4b3/8/8/R3K2R b KQ -", "e4h1");
    assert_eq!(rights(&after), "Q");
    assert_eq!(castlings(&after).0, "e1a1");
}

#[test]
fn a_pawn_that_takes_a_rook_at_home_and_promotes_ends_its_right() {
    for promotion in ["g2h1q", "g2h1r", "g2h1b", "g2h1n"] {
        let after = play("4k3/8/8/8/8/8/6p1/R3K2R b KQ -", promotion);
        assert_eq!(rights(&after), "Q");
    }
}

#[test]
fn another_rook_on_the_home_of_a_taken_one_has_no_right_to_castle() {
    let after = play("k7/8/8/8/8/7R/6p1/4K2R b K -", "g2h1n h3h1 a8a7");
    assert_eq!(board(&after), "8/k7/8/8/8/8/8/4K2R");
    assert_eq!(castlings(&after), (String::new(), String::new()));
}

// Castling in Chess960.

#[rstest]
#[case::they_pass_each_other_on_the_kings_side(
    "k7/8/8/8/8/8/8/1KR5 w C -",
    "b1c1",
    "k7/8/8/8/8/8/8/5RK1"
)]
#[case::they_pass_each_other_on_the_queens_side(
    "k7/8/8/8/8/8/8/4RK2 w E -",
    "f1e1",
    "k7/8/8/8/8/8/8/2KR4"
)]
#[case::they_change_places("k7/8/8/8/8/8/8/5KR1 w G -", "f1g1", "k7/8/8/8/8/8/8/5RK1")]
#[case::the_king_stays("k7/8/8/8/8/8/8/6KR w H -", "g1h1", "k7/8/8/8/8/8/8/5RK1")]
#[case::the_rook_stays("k7/8/8/8/8/8/8/4KR2 w F -", "e1f1", "k7/8/8/8/8/8/8/5RK1")]
#[case::the_king_stays_on_the_queens_side(
    "7k/8/8/8/8/8/8/R1K5 w A -",
    "c1a1",
    "7k/8/8/8/8/8/8/2KR4"
)]
#[case::the_king_steps_away_from_the_rook(
    "7k/8/8/8/8/8/8/RK6 w A -",
    "b1a1",
    "7k/8/8/8/8/8/8/2KR4"
)]
#[case::the_king_goes_to_the_home_of_the_rook(
    "7k/8/8/8/8/8/8/2RK4 w C -",
    "d1c1",
    "7k/8/8/8/8/8/8/2KR4"
)]
fn wherever_they_begin_the_king_arrives_on_g_or_c_and_the_rook_beside_it(
    #[case] fen: &str,
    #[case] castling: &str,
    #[case] expected: &str,
) {
    let start = position(fen);
    assert_eq!(castlings(&start), (castling.to_owned(), castling.to_owned()));
    assert_eq!(board(&play(fen, castling)), expected);
}

#[rstest]
#[case::the_king_stays("7k/8/8/8/8/8/8/qRK5 w B -", "c1b1")]
#[case::the_king_steps_towards_it("7k/8/8/8/8/8/8/qR1K4 w B -", "d1b1")]
#[case::on_the_kings_side("k7/8/8/8/8/8/8/5KRr w G -", "f1g1")]
fn a_rook_that_shields_its_king_from_a_line_may_not_castle_away(
    #[case] fen: &str,
    #[case] castling: &str,
) {
    let position = position(fen);
    assert!(!position.is_check());
    assert_eq!(castlings(&position), (castling.to_owned(), String::new()));
}

#[test]
fn a_king_that_stays_on_its_square_loses_its_rights_all_the_same() {
    let after = play("6kr/8/8/8/8/8/8/R5KR w HAh -", "g1h1");
    assert_eq!(board(&after), "6kr/8/8/8/8/8/8/R4RK1");
    assert_eq!(rights(&after), "h");
}

#[test]
fn ordinary_castling_is_written_as_the_kings_move_and_read_in_both_ways() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ -");
    assert_eq!(legal_from(&position, "e1"), "c1 d1 d2 e2 f1 f2 g1");
    assert_eq!(position.find_move("e1h1"), position.find_move("e1g1"));
    assert_eq!(position.find_move("e1a1"), position.find_move("e1c1"));
    assert!(position.find_move("e1g1").is_ok() && position.find_move("e1c1").is_ok());
}

#[test]
fn castling_in_chess960_is_written_as_the_king_that_takes_its_rook() {
    let position = position("k7/8/8/8/8/8/8/5K1R w H -");
    assert_eq!(legal_from(&position, "f1"), "e1 e2 f2 g1 g2 h1");
    let [step, castling] = ["f1g1", "f1h1"].map(|text| position.find_move(text).unwrap());
    assert_eq!(step.kind, MoveKind::Normal);
    assert_eq!(castling.kind, MoveKind::Castling { rook: square("h1") });
    // Both bring the king to g1, and only the text tells them apart.
    assert_eq!(step.to, castling.to);
}

#[test]
fn castling_in_chess960_may_also_be_written_as_the_kings_move_where_that_means_one_move() {
    let position = position("k7/8/8/8/8/8/8/1K5R w H -");
    assert_eq!(position.find_move("b1g1"), position.find_move("b1h1"));
    assert!(position.find_move("b1g1").is_ok());
}

// Checks and pins.

#[test]
fn a_check_is_answered_by_taking_or_blocking_or_by_a_move_of_the_king() {
    let position = position("4r2k/8/8/7B/8/8/3R4/4K3 w - -");
    assert_eq!(position.checkers(), [square("e8")]);
    assert_eq!(legal_moves(&position), "d2e2 e1d1 e1f1 e1f2 h5e2 h5e8");
    assert_eq!(pseudo_legal_from(&position, "d2"), "a2 b2 c2 d1 d3 d4 d5 d6 d7 d8 e2 f2 g2 h2");
}

#[test]
fn a_double_check_is_answered_by_a_move_of_the_king_only() {
    let position = position("4r2k/8/8/8/8/3n4/8/3QK3 w - -");
    assert_eq!(position.checkers().len(), 2);
    assert_eq!(legal_moves(&position), "e1d2 e1f1");
    assert_eq!(pseudo_legal_from(&position, "d1"), { "a1 a4 b1 b3 c1 c2 d2 d3 e2 f3 g4 h5" });
}

#[test]
fn a_double_check_that_the_king_cannot_leave_is_mate() {
    let position = position("4r1k1/8/8/8/8/3n4/3P4/3RKB2 w - -");
    assert_eq!(position.checkers().len(), 2);
    assert_eq!(pseudo_legal_from(&position, "f1"), "d3 e2 g2 h3");
    assert_eq!(legal_moves(&position), "");
}

#[test]
fn a_pinned_slider_moves_along_the_line_of_the_pin_and_may_take_the_pinning_piece() {
    let position = position("K7/8/8/3Q4/4q3/8/8/7k w - -");
    assert_eq!(
        pseudo_legal_from(&position, "d5"),
        "a2 a5 b3 b5 b7 c4 c5 c6 d1 d2 d3 d4 d6 d7 d8 e4 e5 e6 f5 f7 g5 g8 h5"
    );
    assert_eq!(legal_from(&position, "d5"), "b7 c6 e4");
}

#[rstest]
#[case::mate("k6R/8/K7/8/8/8/8/8 b - -", true)]
#[case::stalemate("k7/P7/K7/8/8/8/8/8 b - -", false)]
fn without_a_legal_move_it_is_mate_in_check_and_stalemate_otherwise(
    #[case] fen: &str,
    #[case] is_check: bool,
) {
    let position = position(fen);
    assert_eq!(legal_moves(&position), "");
    assert_ne!(pseudo_legal_moves(&position), "");
    assert_eq!(position.is_check(), is_check);
}

// The counters.

#[rstest]
#[case::a_move_of_a_piece_counts("7k/8/8/8/8/8/8/R3K3 w - - 7 30", "a1a2", 8)]
#[case::a_move_of_the_king_counts("7k/8/8/8/8/8/8/R3K3 w - - 7 30", "e1e2", 8)]
#[case::a_pawn_begins_anew("7k/8/8/8/3P4/8/8/K7 w - - 7 30", "d4d5", 0)]
#[case::two_steps_begin_anew("7k/8/8/8/8/8/3P4/K7 w - - 7 30", "d2d4", 0)]
#[case::a_capture_begins_anew("7k/8/8/8/8/p7/8/R3K3 w - - 7 30", "a1a3", 0)]
#[case::en_passant_begins_anew("7k/8/8/3pP3/8/8/8/K7 w - d6 7 30", "e5d6", 0)]
#[case::a_promotion_begins_anew("8/P6k/8/8/8/8/8/7K w - - 7 30", "a7a8n", 0)]
#[case::castling_counts("4k3/8/8/8/8/8/8/R3K2R w KQ - 7 30", "e1g1", 8)]
#[case::castling_long_counts("4k3/8/8/8/8/8/8/R3K2R w KQ - 7 30", "e1c1", 8)]
#[case::a_king_that_goes_to_the_home_of_its_rook_takes_nothing(
    "k7/8/8/8/8/8/8/5KR1 w G - 7 30",
    "f1g1",
    8
)]
#[case::a_king_that_stays_while_it_castles_takes_nothing(
    "k7/8/8/8/8/8/8/6KR w H - 7 30",
    "g1h1",
    8
)]
fn the_halfmove_clock_counts_the_moves_since_a_pawn_moved_or_a_piece_was_taken(
    #[case] fen: &str,
    #[case] mv: &str,
    #[case] clock: u32,
) {
    assert_eq!(counters(&play(fen, mv)), (clock, 30));
}

#[test]
fn the_number_of_the_move_grows_after_each_move_of_black() {
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let numbers = ["a1a2", "a1a2 h8h7", "a1a2 h8h7 a2a1", "a1a2 h8h7 a2a1 h7h8"]
        .map(|moves| counters(&play(fen, moves)));
    assert_eq!(numbers, [(1, 1), (2, 2), (3, 2), (4, 3)]);
}

#[test]
fn the_counters_end_at_the_largest_number_they_can_hold() {
    let fen = "7k/8/8/8/8/8/8/K7 b - - 4294967295 4294967295";
    assert_eq!(counters(&play(fen, "h8h7")), (u32::MAX, u32::MAX));
}

// Moves that come from elsewhere.

/// A move between the two squares that a text names, with this kind.
fn move_of_kind(squares: &str, kind: MoveKind) -> Move {
    let (from, to) = squares.split_at(2);
    Move { from: square(from), to: square(to), kind }
}

/// Whether a move is listed: as pseudo-legal, and as legal. The mirrored move is listed in the same way.
fn is_listed(position: &Position, mv: Move) -> [bool; 2] {
    let listed = |position: &Position, mv| {
        [position.pseudo_legal_moves(), position.legal_moves()].map(|moves| moves.contains(&mv))
    };
    let here = listed(position, mv);
    assert_eq!(here, listed(&position.mirrored(), mirrored_move(mv)), "{mv} in {position}");
    here
}

#[rstest]
#[case::from_an_empty_square("7k/8/8/8/8/8/8/K7 w - -", "b2b3", MoveKind::Normal)]
#[case::of_the_other_side("7k/8/8/8/8/8/8/K7 w - -", "h8h7", MoveKind::Normal)]
#[case::onto_an_own_piece("7k/8/8/8/8/8/P7/K7 w - -", "a1a2", MoveKind::Normal)]
#[case::not_the_way_of_the_piece("7k/8/8/8/8/8/R7/K7 w - -", "a2b3", MoveKind::Normal)]
#[case::two_steps_as_one("7k/8/8/8/8/8/3P4/K7 w - -", "d2d4", MoveKind::Normal)]
#[case::one_step_as_two("7k/8/8/8/8/8/3P4/K7 w - -", "d2d3", MoveKind::DoublePush)]
#[case::en_passant_too_late("7k/8/8/3pP3/8/8/8/K7 w - -", "e5d6", MoveKind::EnPassant)]
#[case::en_passant_as_a_quiet_move("7k/8/8/3pP3/8/8/8/K7 w - d6", "e5d6", MoveKind::Normal)]
#[case::no_promotion("8/P6k/8/8/8/8/8/7K w - -", "a7a8", MoveKind::Normal)]
#[case::promotion_too_early(
    "7k/8/P7/8/8/8/8/7K w - -",
    "a6a7",
    MoveKind::Promotion(PieceKind::Queen)
)]
#[case::promotion_to_a_king(
    "8/P6k/8/8/8/8/8/7K w - -",
    "a7a8",
    MoveKind::Promotion(PieceKind::King)
)]
fn a_move_that_no_piece_can_make_is_in_no_list(
    #[case] fen: &str,
    #[case] squares: &str,
    #[case] kind: MoveKind,
) {
    let mv = move_of_kind(squares, kind);
    assert_eq!(is_listed(&position(fen), mv), [false, false]);
}

#[test]
fn castling_without_the_right_is_in_no_list() {
    let castling = Move::castling(square("e1"), square("h1"));
    let with_the_right = position("4k3/8/8/8/8/8/8/4K2R w K -");
    let without = position("4k3/8/8/8/8/8/8/4K2R w - -");
    assert_eq!(is_listed(&with_the_right, castling), [true, true]);
    assert_eq!(is_listed(&without, castling), [false, false]);
}

#[rstest]
#[case::of_a_pinned_piece("3r3k/8/8/8/3N4/8/8/3K4 w - -", move_of_kind("d4c6", MoveKind::Normal))]
#[case::of_the_king_into_check("1r5k/8/8/8/8/8/8/K7 w - -", move_of_kind("a1b1", MoveKind::Normal))]
#[case::castling_across_an_attacked_square(
    "4kr2/8/8/8/8/8/8/4K2R w K -",
    Move::castling(square("e1"), square("h1"))
)]
fn a_move_that_leaves_the_king_attacked_is_pseudo_legal_alone(#[case] fen: &str, #[case] mv: Move) {
    assert_eq!(is_listed(&position(fen), mv), [true, false]);
}

#[cfg(debug_assertions)]
#[rstest]
#[case::from_an_empty_square("b2b3")]
#[case::of_the_other_side("h8h7")]
#[case::onto_an_own_piece("a1a2")]
#[should_panic(expected = "is not pseudo-legal in")]
fn a_debug_build_does_not_make_it(#[case] squares: &str) {
    let mv = move_of_kind(squares, MoveKind::Normal);
    let _ = position("7k/8/8/8/8/8/P7/K7 w - -").after(mv);
}

// What perft counts.

/// Either king has three squares that touch each other and nothing else may ever move: two moves a
/// ply, so that `n` plies have two to the power of `n` leaves.
const TWO_MOVES_A_PLY: &str = "5b1k/4p1p1/4P1p1/6P1/6p1/4p1P1/4P1P1/5B1K w - -";

#[rstest]
#[case::in_any_position(TWO_MOVES_A_PLY)]
#[case::in_mate("k6R/8/K7/8/8/8/8/8 b - -")]
#[case::in_stalemate("k7/P7/K7/8/8/8/8/8 b - -")]
fn nothing_played_is_one_leaf(#[case] fen: &str) {
    assert_eq!(perft(&position(fen), 0), 1);
}

#[rstest]
#[case::in_any_position(TWO_MOVES_A_PLY)]
#[case::in_mate("k6R/8/K7/8/8/8/8/8 b - -")]
#[case::in_stalemate("k7/P7/K7/8/8/8/8/8 b - -")]
fn a_divide_of_nothing_played_has_no_row_and_one_leaf(#[case] fen: &str) {
    let divide = divide(&position(fen), 0);
    assert_eq!(divide.rows(), []);
    assert_eq!(divide.total(), 1);
    assert_eq!(divide.to_string(), "\nNodes searched: 1\n");
}

#[rstest]
#[case::ordinary_castling("4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1c1", "e1g1")]
#[case::castling_in_chess960("4k3/8/8/8/8/8/8/R1K4R w HA -", "c1a1", "c1h1")]
fn the_rows_of_a_divide_are_sorted_by_text_and_add_up_to_perft(
    #[case] fen: &str,
    #[case] queen_side: &str,
    #[case] king_side: &str,
) {
    let position = position(fen);
    let divide = divide(&position, 3);
    let rows: Vec<(String, u128)> = divide.texts().collect();
    assert!(rows.is_sorted(), "{rows:?}");
    let texts: Vec<String> = rows.iter().map(|(text, _)| text.clone()).collect();
    assert_eq!(texts.join(" "), legal_moves(&position));
    assert!([queen_side, king_side].iter().all(|&castling| texts.iter().any(|it| it == castling)));
    assert_eq!(divide.total(), perft(&position, 3));
    let lines: Vec<String> =
        rows.iter().map(|(text, leaves)| format!("{text}: {leaves}\n")).collect();
    let printed = format!("{}\nNodes searched: {}\n", lines.concat(), divide.total());
    assert_eq!(divide.to_string(), printed);
}

#[test]
fn a_repeated_position_ends_no_branch() {
    let start = TWO_MOVES_A_PLY;
    // After eight plies the position may have occurred for the third time.
    let there_and_back = "h1g1 h8g8 g1h1 g8h8";
    let repeated = play(start, &[there_and_back; 4].join(" "));
    assert!(repeated.same_but_for_counters(&position(start)));
    assert_eq!(perft(&repeated, 2), 4);
    assert_eq!(perft(&position(start), 10), 1 << 10);
}

#[rstest]
#[case::fifty_moves(98)]
#[case::seventy_five_moves(148)]
#[case::long_ago(5000)]
fn the_fifty_move_rule_ends_no_branch(#[case] clock: u32) {
    let position = position(&format!("{TWO_MOVES_A_PLY} {clock} 200"));
    assert_eq!(perft(&position, 6), 1 << 6);
}

#[test]
fn bare_kings_play_on() {
    // From a1 to a2 and b1, with five moves each, and to b2 with eight; Black has three of its own.
    assert_eq!(perft(&position("7k/8/8/8/8/8/8/K7 w - -"), 3), (5 + 5 + 8) * 3);
}

/// White mates by Rh8 and stalemates by Rb1.
const MATE_OR_STALEMATE: &str = "k7/8/K7/8/8/8/8/7R w - -";

/// The leaves after a move, two plies deep.
fn leaves_behind(text: &str) -> u128 {
    let divide = divide(&position(MATE_OR_STALEMATE), 2);
    divide.texts().find(|row| row.0 == text).unwrap().1
}

#[test]
fn a_mate_above_the_last_ply_adds_nothing() {
    assert_eq!(leaves_behind("h1h8"), 0);
    assert_eq!(leaves_behind("h1h7"), 1);
    let mated = position("k6R/8/K7/8/8/8/8/8 b - -");
    assert_eq!([1, 2, 3].map(|depth| perft(&mated, depth)), [0, 0, 0]);
}

#[test]
fn a_stalemate_above_the_last_ply_adds_nothing() {
    assert_eq!(leaves_behind("h1b1"), 0);
    assert_eq!(leaves_behind("h1c1"), 1);
    let stalemated = position("k7/P7/K7/8/8/8/8/8 b - -");
    assert_eq!([1, 2, 3].map(|depth| perft(&stalemated, depth)), [0, 0, 0]);
}

#[test]
fn a_mate_on_the_last_ply_is_a_leaf_like_any_other() {
    // Fourteen moves of the rook, three of the king; two of them end the game.
    assert_eq!(perft(&position(MATE_OR_STALEMATE), 1), 17);
    // One answer to each of the other twelve moves of the rook, and 3 + 3 + 1 to those of the king.
    assert_eq!(perft(&position(MATE_OR_STALEMATE), 2), 12 + 3 + 3 + 1);
}

#[rstest]
#[case::pawn('P', 2 * 7 * 7)]
#[case::knight('N', 336)]
#[case::bishop('B', 560)]
#[case::rook('R', 64 * 14)]
#[case::queen('Q', 560 + 64 * 14)]
#[case::king('K', 420)]
fn from_all_squares_of_an_empty_board_together_a_piece_attacks_this_many(
    #[case] letter: char,
    #[case] squares: usize,
) {
    let attacked = |letter: char| {
        let piece = Piece::from_letter(letter).expect("it is the letter of a piece");
        let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        let attacks = |&(from, to): &(Square, Square)| {
            let mut board = Board::EMPTY;
            board.put(from, piece);
            is_attacked(&board, to, piece.color())
        };
        pairs.filter(attacks).count()
    };
    assert_eq!(attacked(letter), squares);
    assert_eq!(attacked(letter.to_ascii_lowercase()), squares);
}
