//! The rules of chess, one clause per test, each shown by a position as small as possible.
//!
//! What is asked about the moves of one side is asked about the other side as well: [`moves_of`],
//! [`play`] and [`is_listed`] put each question to the mirrored position, too.

use ox88::{
    Board, CastlingNotation, Move, MoveKind, Piece, PieceKind, Position, Setup, Square, divide,
    is_attacked, perft,
};
use ox88_test_support::{mirrored_move, position, square};
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

// How the pieces move.

#[test]
fn a_knight_jumps_one_step_straight_and_one_diagonally() {
    assert_eq!(moves_from("7k/8/8/8/3N4/8/8/K7 w - -", "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
}

#[test]
fn a_knight_jumps_over_whatever_stands_beside_it() {
    let fen = "7k/8/8/2pPp3/2PNP3/2pPp3/8/K7 w - -";
    assert_eq!(moves_from(fen, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
}

#[rstest]
#[case::lower_left_corner("7k/8/8/8/8/8/8/N3K3 w - -", "a1", "b3 c2")]
#[case::upper_right_corner("k6N/8/8/8/8/8/8/K7 w - -", "h8", "f7 g6")]
#[case::left_edge("7k/8/8/N7/8/8/8/7K w - -", "a5", "b3 b7 c4 c6")]
#[case::one_file_from_the_left_edge("7k/8/8/1N6/8/8/8/7K w - -", "b5", "a3 a7 c3 c7 d4 d6")]
#[case::right_edge("k7/8/8/8/7N/8/8/K7 w - -", "h4", "f3 f5 g2 g6")]
#[case::one_file_from_the_right_edge("k7/8/8/8/6N1/8/8/K7 w - -", "g4", "e3 e5 f2 f6 h2 h6")]
fn a_knight_does_not_jump_over_an_edge(#[case] fen: &str, #[case] from: &str, #[case] goals: &str) {
    assert_eq!(moves_from(fen, from), goals);
}

#[test]
fn a_king_takes_one_step_in_any_direction() {
    assert_eq!(moves_from("7k/8/8/8/3K4/8/8/8 w - -", "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[rstest]
#[case::lower_left_corner("7k/8/8/8/8/8/8/K7 w - -", "a1", "a2 b1 b2")]
#[case::upper_right_corner("7K/8/8/8/8/8/8/k7 w - -", "h8", "g7 g8 h7")]
#[case::left_edge("7k/8/8/8/K7/8/8/8 w - -", "a4", "a3 a5 b3 b4 b5")]
#[case::right_edge("k7/8/8/8/7K/8/8/8 w - -", "h4", "g3 g4 g5 h3 h5")]
fn a_king_does_not_step_over_an_edge(#[case] fen: &str, #[case] from: &str, #[case] goals: &str) {
    assert_eq!(moves_from(fen, from), goals);
}

#[rstest]
#[case::bishop("k7/8/8/8/3B4/8/8/7K w - -", "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8")]
#[case::rook("7k/8/8/8/3R4/8/8/7K w - -", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4")]
#[case::queen(
    "1k6/8/8/8/3Q4/8/8/7K w - -",
    "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 d8 e3 e4 e5 f2 f4 f6 g1 g4 g7 h4 h8"
)]
fn a_slider_goes_on_to_the_edges_of_an_empty_board(#[case] fen: &str, #[case] goals: &str) {
    assert_eq!(moves_from(fen, "d4"), goals);
}

#[rstest]
#[case::bishop("k7/8/8/8/7B/8/8/K7 w - -", "d8 e1 e7 f2 f6 g3 g5")]
#[case::rook("k7/8/8/8/7R/8/8/K7 w - -", "a4 b4 c4 d4 e4 f4 g4 h1 h2 h3 h5 h6 h7 h8")]
#[case::queen(
    "k7/8/8/8/7Q/8/8/K7 w - -",
    "a4 b4 c4 d4 d8 e1 e4 e7 f2 f4 f6 g3 g4 g5 h1 h2 h3 h5 h6 h7 h8"
)]
fn a_slider_does_not_slide_over_an_edge(#[case] fen: &str, #[case] goals: &str) {
    assert_eq!(moves_from(fen, "h4"), goals);
}

#[rstest]
#[case::bishop("7k/8/1P3P2/8/3B4/8/8/7K w - -", "a1 b2 c3 c5 e3 e5 f2 g1")]
#[case::rook("7k/8/8/8/1P1R1P2/8/8/7K w - -", "c4 d1 d2 d3 d5 d6 d7 d8 e4")]
#[case::queen("1k6/8/1P1P1P2/8/1P1Q1P2/8/1P1P1P2/7K w - -", "c3 c4 c5 d3 d5 e3 e4 e5")]
fn a_slider_stops_before_a_piece_of_its_own(#[case] fen: &str, #[case] goals: &str) {
    assert_eq!(moves_from(fen, "d4"), goals);
}

#[rstest]
#[case::bishop("7k/8/1p3p2/8/3B4/8/8/7K w - -", "a1 b2 b6 c3 c5 e3 e5 f2 f6 g1")]
#[case::rook("7k/8/8/8/1p1R1p2/8/8/7K w - -", "b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4")]
#[case::queen(
    "1k6/8/1p1p1p2/8/1p1Q1p2/8/1p1p1p2/7K w - -",
    "b2 b4 b6 c3 c4 c5 d2 d3 d5 d6 e3 e4 e5 f2 f4 f6"
)]
fn a_slider_takes_the_first_enemy_on_its_way_and_stops_there(
    #[case] fen: &str,
    #[case] goals: &str,
) {
    assert_eq!(moves_from(fen, "d4"), goals);
}

#[test]
fn a_knight_takes_enemies_but_no_piece_of_its_own() {
    assert_eq!(moves_from("7k/8/8/8/8/1P6/2p5/N3K3 w - -", "a1"), "c2");
}

#[test]
fn a_king_takes_enemies_but_no_piece_of_its_own() {
    assert_eq!(moves_from("7k/8/8/8/8/8/Pn6/K7 w - -", "a1"), "b1 b2");
}

#[test]
fn a_captured_piece_is_gone_and_the_capturing_one_stands_in_its_place() {
    let after = play("7k/8/8/8/1p1R4/8/8/7K w - -", "d4b4");
    assert_eq!(board(&after), "7k/8/8/8/1R6/8/8/7K");
}

#[test]
fn the_sides_move_in_turn() {
    let start = position("7k/8/8/8/8/8/8/K7 w - -");
    assert_eq!(legal_moves(&start), "a1a2 a1b1 a1b2");
    let after = play("7k/8/8/8/8/8/8/K7 w - -", "a1b2");
    assert_eq!(legal_moves(&after), "h8g7 h8g8 h8h7");
}

// Pawns.

#[test]
fn a_pawn_walks_one_step_ahead() {
    assert_eq!(moves_from("7k/8/8/8/3P4/8/8/7K w - -", "d4"), "d5");
}

#[test]
fn a_pawn_on_its_home_rank_may_take_two_steps() {
    assert_eq!(moves_from("7k/8/8/8/8/8/3P4/7K w - -", "d2"), "d3 d4");
}

#[rstest]
#[case::a_step_ahead_of_it("7k/8/8/8/8/3P4/8/7K w - -", "d3", "d4")]
#[case::the_other_home_rank("8/3P3k/8/8/8/8/8/7K w - -", "d7", "d8b d8n d8q d8r")]
fn a_pawn_on_any_other_rank_takes_one_step_only(
    #[case] fen: &str,
    #[case] from: &str,
    #[case] goals: &str,
) {
    assert_eq!(moves_from(fen, from), goals);
}

#[rstest]
#[case::enemy("7k/8/8/8/8/3n4/3P4/7K w - -", "")]
#[case::own_piece("7k/8/8/8/8/3N4/3P4/7K w - -", "")]
#[case::enemy_two_steps_ahead("7k/8/8/8/3n4/8/3P4/7K w - -", "d3")]
#[case::own_piece_two_steps_ahead("7k/8/8/8/3N4/8/3P4/7K w - -", "d3")]
fn a_pawn_neither_takes_nor_jumps_a_piece_ahead_of_it(#[case] fen: &str, #[case] goals: &str) {
    assert_eq!(moves_from(fen, "d2"), goals);
}

#[test]
fn a_pawn_takes_enemies_diagonally_ahead() {
    assert_eq!(moves_from("7k/8/8/2p1p3/3P4/8/8/7K w - -", "d4"), "c5 d5 e5");
}

#[test]
fn a_pawn_takes_no_piece_of_its_own() {
    assert_eq!(moves_from("7k/8/8/2P1P3/3P4/8/8/7K w - -", "d4"), "d5");
}

#[test]
fn a_pawn_takes_nothing_beside_or_behind_it() {
    assert_eq!(moves_from("7k/8/8/8/2pPp3/2ppp3/8/7K w - -", "d4"), "d5");
}

#[rstest]
#[case::left_edge("7k/8/8/P6p/8/8/8/K7 w - -", "a5", "a6")]
#[case::left_edge_one_rank_on("7k/8/7p/P7/8/8/8/K7 w - -", "a5", "a6")]
#[case::right_edge("k7/8/8/p6P/8/8/8/7K w - -", "h5", "h6")]
#[case::right_edge_one_rank_on("k7/8/p7/7P/8/8/8/7K w - -", "h5", "h6")]
#[case::right_edge_two_ranks_on("k7/p7/8/7P/8/8/8/7K w - -", "h5", "h6")]
fn a_pawn_does_not_take_over_an_edge(#[case] fen: &str, #[case] from: &str, #[case] goals: &str) {
    assert_eq!(moves_from(fen, from), goals);
}

#[test]
fn a_pawn_that_reaches_the_last_rank_becomes_one_of_four_pieces() {
    assert_eq!(moves_from("8/P6k/8/8/8/8/8/7K w - -", "a7"), "a8b a8n a8q a8r");
}

#[test]
fn a_pawn_may_capture_on_the_last_rank_and_becomes_one_of_four_pieces_there() {
    let fen = "n1n5/1P5k/8/8/8/8/8/7K w - -";
    let four_on_each = "a8b a8n a8q a8r b8b b8n b8q b8r c8b c8n c8q c8r";
    assert_eq!(moves_from(fen, "b7"), four_on_each);
}

#[test]
fn a_pawn_that_is_blocked_before_the_last_rank_does_not_promote() {
    assert_eq!(moves_from("n7/P6k/8/8/8/8/8/7K w - -", "a7"), "");
}

#[rstest]
#[case::queen("b7a8q", "Q7/7k/8/8/8/8/8/7K")]
#[case::rook("b7a8r", "R7/7k/8/8/8/8/8/7K")]
#[case::bishop("b7b8b", "nB6/7k/8/8/8/8/8/7K")]
#[case::knight("b7b8n", "nN6/7k/8/8/8/8/8/7K")]
fn the_chosen_piece_stands_on_the_last_rank_and_the_pawn_is_gone(
    #[case] promotion: &str,
    #[case] expected: &str,
) {
    assert_eq!(board(&play("n7/1P5k/8/8/8/8/8/7K w - -", promotion)), expected);
}

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
fn en_passant_removes_the_pawn_that_passed() {
    let after = play("7k/8/8/3pP3/8/8/8/7K w - d6", "e5d6");
    assert_eq!(board(&after), "7k/8/3P4/8/8/8/8/7K");
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

#[rstest]
#[case::on_the_left_edge("7k/8/8/p7/7P/8/8/K7 w - a6", "h4", "h5")]
#[case::on_the_right_edge("k7/8/P7/7p/8/8/8/7K w - h6", "a6", "a7")]
#[case::a_rank_on("7k/8/8/p6P/8/8/8/K7 w - a6", "h5", "h6")]
fn en_passant_does_not_reach_over_an_edge(
    #[case] fen: &str,
    #[case] from: &str,
    #[case] goals: &str,
) {
    assert_eq!(moves_from(fen, from), goals);
}

#[test]
fn no_piece_but_a_pawn_takes_en_passant() {
    let after = play("7k/8/8/3p4/4N3/8/8/7K w - d6", "e4d6");
    assert_eq!(board(&after), "7k/8/3N4/3p4/8/8/8/7K");
}

#[test]
fn en_passant_must_not_uncover_the_king_along_the_rank() {
    let position = position("8/8/8/r2Pp2K/8/8/4k3/8 w - e6");
    assert_eq!(pseudo_legal_from(&position, "d5"), "d6 e6");
    assert_eq!(legal_from(&position, "d5"), "d6");
}

#[test]
fn en_passant_must_not_uncover_the_king_on_a_diagonal_through_the_passed_pawn() {
    let position = position("k6b/8/8/3Pp3/8/2K5/8/8 w - e6");
    assert_eq!(pseudo_legal_from(&position, "d5"), "d6 e6");
    assert_eq!(legal_from(&position, "d5"), "d6");
}

#[test]
fn en_passant_must_not_leave_the_file_of_a_pin() {
    let position = position("3r3k/8/8/3Pp3/8/8/8/3K4 w - e6");
    assert_eq!(pseudo_legal_from(&position, "d5"), "d6 e6");
    assert_eq!(legal_from(&position, "d5"), "d6");
}

#[test]
fn en_passant_may_go_along_the_diagonal_of_a_pin() {
    let position = position("4k1b1/8/8/3Pp3/8/8/K7/8 w - e6");
    assert_eq!(pseudo_legal_from(&position, "d5"), "d6 e6");
    assert_eq!(legal_from(&position, "d5"), "e6");
}

#[test]
fn en_passant_may_take_the_pawn_that_gives_check() {
    let position = position("8/8/8/2k5/3Pp3/8/8/4K3 b - d3");
    assert_eq!(position.checkers(), [square("d4")]);
    assert_eq!(pseudo_legal_from(&position, "e4"), "d3 e3");
    assert_eq!(legal_from(&position, "e4"), "d3");
}

#[test]
fn en_passant_does_not_answer_the_check_of_another_piece() {
    let position = position("k7/8/8/8/5pP1/8/K7/7B b - g3");
    assert_eq!(position.checkers(), [square("h1")]);
    assert_eq!(pseudo_legal_from(&position, "f4"), "f3 g3");
    assert_eq!(legal_from(&position, "f4"), "f3");
}

#[test]
fn en_passant_may_block_a_check_on_the_skipped_square() {
    let position = position("6bk/8/8/4pP2/2K5/8/8/8 w - e6");
    assert_eq!(position.checkers(), [square("g8")]);
    assert_eq!(pseudo_legal_from(&position, "f5"), "e6 f6");
    assert_eq!(legal_from(&position, "f5"), "e6");
}

// Castling.

#[test]
fn king_and_rook_castle_where_nothing_stands_between_them() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ -");
    let both = "e1a1 e1h1".to_owned();
    assert_eq!(castlings(&position), (both.clone(), both));
}

#[rstest]
#[case::kings_side("e1g1", "4k3/8/8/8/8/8/8/R4RK1")]
#[case::queens_side("e1c1", "4k3/8/8/8/8/8/8/2KR3R")]
fn castling_brings_the_king_two_steps_towards_the_rook_and_the_rook_beyond_it(
    #[case] castling: &str,
    #[case] expected: &str,
) {
    assert_eq!(board(&play("4k3/8/8/8/8/8/8/R3K2R w KQ -", castling)), expected);
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

#[rstest]
#[case::own_piece_on_f1("4k3/8/8/8/8/8/8/4KB1R w K -")]
#[case::own_piece_on_g1("4k3/8/8/8/8/8/8/4K1NR w K -")]
#[case::enemy_on_g1("4k3/8/8/8/8/8/8/4K1nR w K -")]
#[case::own_piece_on_b1("7k/8/8/8/8/8/8/RN2K3 w Q -")]
#[case::own_piece_on_c1("7k/8/8/8/8/8/8/R1B1K3 w Q -")]
#[case::own_piece_on_d1("7k/8/8/8/8/8/8/R2QK3 w Q -")]
#[case::enemy_on_b1("7k/8/8/8/8/8/8/Rn2K3 w Q -")]
fn nothing_may_stand_between_king_and_rook(#[case] fen: &str) {
    assert_eq!(castlings(&position(fen)), (String::new(), String::new()));
}

#[test]
fn the_king_does_not_castle_out_of_check() {
    let position = position("4rk2/8/8/8/8/8/8/R3K2R w KQ -");
    assert_eq!(castlings(&position), ("e1a1 e1h1".to_owned(), String::new()));
}

#[rstest]
#[case::f1_by_a_rook("4kr2/8/8/8/8/8/8/4K2R w K -", "e1h1")]
#[case::f1_by_a_pawn("4k3/8/8/8/8/8/6p1/4K2R w K -", "e1h1")]
#[case::f1_by_a_king("8/8/8/8/8/8/6k1/4K2R w K -", "e1h1")]
#[case::d1_by_a_rook("3r3k/8/8/8/8/8/8/R3K3 w Q -", "e1a1")]
#[case::d1_by_a_knight("7k/8/8/8/8/2n5/8/R3K3 w Q -", "e1a1")]
fn the_king_does_not_castle_across_an_attacked_square(#[case] fen: &str, #[case] castling: &str) {
    assert_eq!(castlings(&position(fen)), (castling.to_owned(), String::new()));
}

#[rstest]
#[case::g1_by_a_rook("4k1r1/8/8/8/8/8/8/4K2R w K -", "e1h1")]
#[case::g1_by_a_pawn("7k/8/8/8/8/8/7p/4K2R w K -", "e1h1")]
#[case::c1_by_a_rook("2r4k/8/8/8/8/8/8/R3K3 w Q -", "e1a1")]
#[case::c1_by_a_bishop("7k/8/8/8/8/b7/8/R3K3 w Q -", "e1a1")]
fn the_king_does_not_castle_into_check(#[case] fen: &str, #[case] castling: &str) {
    assert_eq!(castlings(&position(fen)), (castling.to_owned(), String::new()));
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

#[test]
fn a_rook_that_takes_a_rook_at_home_ends_the_rights_of_both() {
    let after = play("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "h1h8");
    assert_eq!(rights(&after), "Qq");
}

#[test]
fn a_rook_that_is_taken_away_from_home_had_no_right_to_lose() {
    let after = play("7k/8/8/7R/8/5b2/8/4K2R b K -", "f3h5");
    assert_eq!(rights(&after), "K");
}

#[rstest]
#[case::kings_side("e1g1")]
#[case::queens_side("e1c1")]
fn castling_ends_the_rights_of_the_side_that_castled_and_no_others(#[case] castling: &str) {
    let fen = "r3k2r/8/8/4p3/4P3/8/8/R3K2R w KQkq -";
    assert_eq!(rights(&play(fen, castling)), "kq");
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
#[case::on_the_way_of_the_king("k7/8/8/8/8/8/8/1KR1N3 w C -")]
#[case::on_the_goal_of_the_king("k7/8/8/8/8/8/8/1KR3N1 w C -")]
#[case::on_the_goal_of_the_rook("k7/8/8/8/8/8/8/5NKR w H -")]
#[case::on_the_way_of_the_rook("7k/8/8/8/8/8/8/RN3K2 w A -")]
#[case::on_the_goal_of_the_rook_beyond_the_king("7k/8/8/8/8/8/8/RK1N4 w A -")]
fn whatever_stands_on_a_way_or_a_goal_forbids_it(#[case] fen: &str) {
    assert_eq!(castlings(&position(fen)), (String::new(), String::new()));
}

#[rstest]
#[case::behind_the_rook("k7/8/8/8/8/8/8/4K1RR w G -", "e1g1")]
#[case::behind_the_king("k7/8/8/8/8/8/8/3NKR2 w F -", "e1f1")]
#[case::in_the_corner("7k/8/8/8/8/8/8/NRK5 w B -", "c1b1")]
fn what_stands_beyond_both_ways_forbids_nothing(#[case] fen: &str, #[case] castling: &str) {
    assert_eq!(castlings(&position(fen)), (castling.to_owned(), castling.to_owned()));
}

#[test]
fn a_king_does_not_castle_across_an_attacked_square_however_far_it_goes() {
    let position = position("k2r4/8/8/8/8/8/8/1K5R w H -");
    assert_eq!(castlings(&position), ("b1h1".to_owned(), String::new()));
}

#[test]
fn a_rook_may_cross_an_attacked_square_however_far_it_goes() {
    let position = position("1r5k/8/8/8/8/8/8/R4K2 w A -");
    assert_eq!(castlings(&position), ("f1a1".to_owned(), "f1a1".to_owned()));
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

#[rstest]
#[case::rook("4k3/8/8/8/r3K3/8/8/8 w - -", "d3 d5 e3 e5 f3 f5")]
#[case::bishop("4k3/8/8/8/4K3/8/8/1b6 w - -", "d4 d5 e3 e5 f3 f4")]
fn a_king_does_not_step_back_along_the_line_of_a_check(#[case] fen: &str, #[case] legal: &str) {
    let position = position(fen);
    assert_eq!(pseudo_legal_from(&position, "e4"), "d3 d4 d5 e3 e5 f3 f4 f5");
    assert_eq!(legal_from(&position, "e4"), legal);
}

#[test]
fn a_king_does_not_take_a_protected_piece() {
    let position = position("8/8/8/8/8/2k5/1q6/K7 w - -");
    assert_eq!(pseudo_legal_from(&position, "a1"), "a2 b1 b2");
    assert_eq!(legal_from(&position, "a1"), "");
}

#[test]
fn a_king_takes_an_unprotected_piece_that_gives_check() {
    let position = position("8/8/8/8/3k4/8/1q6/K7 w - -");
    assert_eq!(pseudo_legal_from(&position, "a1"), "a2 b1 b2");
    assert_eq!(legal_from(&position, "a1"), "b2");
}

#[test]
fn the_kings_keep_a_square_between_them() {
    let position = position("8/8/8/8/8/k7/8/K7 w - -");
    assert_eq!(pseudo_legal_from(&position, "a1"), "a2 b1 b2");
    assert_eq!(legal_from(&position, "a1"), "b1");
}

#[rstest]
#[case::knight("7k/8/8/8/8/3n4/8/5K2 w - -", "f1", "e1 e2 f2 g1 g2", "e2 g1 g2")]
#[case::pawn("8/8/7k/7p/7P/7K/8/8 w - -", "h3", "g2 g3 g4 h2", "g2 g3 h2")]
#[case::pawn_ahead(
    "7k/8/8/8/3p4/8/3K4/8 w - -",
    "d2",
    "c1 c2 c3 d1 d3 e1 e2 e3",
    "c1 c2 d1 d3 e1 e2"
)]
#[case::bishop("7k/8/8/8/3b4/8/8/K7 w - -", "a1", "a2 b1 b2", "a2 b1")]
#[case::rook("1r5k/8/8/8/8/8/8/K7 w - -", "a1", "a2 b1 b2", "a2")]
#[case::queen("1q5k/8/8/8/8/8/8/K7 w - -", "a1", "a2 b1 b2", "a2")]
fn a_king_does_not_step_onto_an_attacked_square(
    #[case] fen: &str,
    #[case] from: &str,
    #[case] pseudo_legal: &str,
    #[case] legal: &str,
) {
    let position = position(fen);
    assert_eq!(pseudo_legal_from(&position, from), pseudo_legal);
    assert_eq!(legal_from(&position, from), legal);
}

#[test]
fn a_pinned_knight_has_pseudo_legal_moves_but_no_legal_one() {
    let position = position("3r3k/8/8/8/3N4/8/8/3K4 w - -");
    assert_eq!(pseudo_legal_from(&position, "d4"), "b3 b5 c2 c6 e2 e6 f3 f5");
    assert_eq!(legal_from(&position, "d4"), "");
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

#[test]
fn a_pawn_pinned_on_its_file_walks_but_does_not_take() {
    let position = position("3r3k/8/8/8/2n5/3P4/8/3K4 w - -");
    assert_eq!(pseudo_legal_from(&position, "d3"), "c4 d4");
    assert_eq!(legal_from(&position, "d3"), "d4");
}

#[test]
fn a_pawn_pinned_on_a_diagonal_takes_the_pinning_piece_but_does_not_walk() {
    let position = position("7k/8/8/8/8/5b2/4P3/3K4 w - -");
    assert_eq!(pseudo_legal_from(&position, "e2"), "e3 e4 f3");
    assert_eq!(legal_from(&position, "e2"), "f3");
}

#[test]
fn a_pawn_pinned_on_its_rank_does_not_move() {
    let position = position("7k/8/8/8/8/8/K2P3r/8 w - -");
    assert_eq!(pseudo_legal_from(&position, "d2"), "d3 d4");
    assert_eq!(legal_from(&position, "d2"), "");
}

#[test]
fn a_double_push_may_block_a_check() {
    let position = position("7k/8/8/8/r6K/8/3P4/8 w - -");
    assert_eq!(pseudo_legal_from(&position, "d2"), "d3 d4");
    assert_eq!(legal_from(&position, "d2"), "d4");
}

#[test]
fn a_promotion_may_take_or_block_the_piece_that_gives_check() {
    let position = position("2K2r2/4P3/8/8/8/8/8/3k4 w - -");
    let four_on_each = "e8b e8n e8q e8r f8b f8n f8q f8r";
    assert_eq!(pseudo_legal_from(&position, "e7"), four_on_each);
    assert_eq!(legal_from(&position, "e7"), four_on_each);
}

#[test]
fn a_promotion_does_not_answer_a_check_that_it_does_not_stop() {
    let position = position("2K5/4P3/8/8/8/2r5/8/3k4 w - -");
    assert_eq!(pseudo_legal_from(&position, "e7"), "e8b e8n e8q e8r");
    assert_eq!(legal_from(&position, "e7"), "");
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
