//! Positions and moves as text: what is read, what is printed, and what is refused.

use ox88::{
    CastlingSide, Color, FenError, MoveError, Piece, Position, PositionError, START, perft,
};
use ox88_test_support::{Xorshift, assert_texts, position, square};
use rstest::rstest;

/// The FEN that is printed for one that is read.
fn printed(fen: &str) -> String {
    position(fen).to_string()
}

fn refusal(fen: &str) -> FenError {
    match fen.parse::<Position>() {
        Ok(position) => panic!("{fen} is read as {position}"),
        Err(error) => error,
    }
}

// FENs that are read.

#[rstest]
#[case::start(START)]
#[case::empty_ranks_and_bare_kings("8/8/8/8/8/8/8/K1k5 b - - 0 1")]
#[case::some_rights_and_counters("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 345")]
#[case::en_passant_for_black("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1")]
#[case::en_passant_that_no_pawn_can_use("4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1")]
#[case::every_kind_of_piece("bnrqk3/p7/8/8/8/8/P7/BNRQK3 w - - 0 1")]
#[case::largest_counters("8/8/8/8/8/8/8/K1k5 w - - 4294967295 4294967295")]
#[case::number_of_the_move_0("8/8/8/8/8/8/8/K1k5 w - - 0 0")]
#[case::chess960("nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1")]
fn a_fen_in_full_is_printed_as_it_was_read(#[case] fen: &str) {
    assert_eq!(printed(fen), fen);
    assert_eq!(position(&printed(fen)), position(fen));
}

#[rstest]
#[case::four_fields("8/8/8/8/8/8/8/K1k5 w - -", "8/8/8/8/8/8/8/K1k5 w - - 0 1")]
#[case::five_fields("8/8/8/8/8/8/8/K1k5 w - - 7", "8/8/8/8/8/8/8/K1k5 w - - 7 1")]
#[case::six_fields("8/8/8/8/8/8/8/K1k5 w - - 7 9", "8/8/8/8/8/8/8/K1k5 w - - 7 9")]
fn the_counters_may_be_left_out(#[case] fen: &str, #[case] expected: &str) {
    assert_eq!(printed(fen), expected);
}

#[rstest]
#[case::between("8/8/8/8/8/8/8/K1k5  w   -    - 7  9")]
#[case::around("  8/8/8/8/8/8/8/K1k5 w - - 7 9 ")]
#[case::tabs_and_ends_of_line("8/8/8/8/8/8/8/K1k5\tw\t-\t-\t7\t9\r\n")]
fn blanks_may_be_many(#[case] fen: &str) {
    assert_eq!(printed(fen), "8/8/8/8/8/8/8/K1k5 w - - 7 9");
}

#[test]
fn zeros_in_front_of_a_counter_are_ignored() {
    assert_eq!(printed("8/8/8/8/8/8/8/K1k5 w - - 007 09"), "8/8/8/8/8/8/8/K1k5 w - - 7 9");
}

#[test]
fn two_numbers_of_empty_squares_may_follow_each_other() {
    assert_eq!(printed("8/44/1111112/8/8/8/8/K1k5 w - -"), "8/8/8/8/8/8/8/K1k5 w - - 0 1");
}

#[rstest]
#[case("KQkq", "KQkq")]
#[case("qkQK", "KQkq")]
#[case("kQqK", "KQkq")]
#[case("qK", "Kq")]
#[case("kQ", "Qk")]
#[case("-", "-")]
fn castling_letters_may_come_in_any_order(#[case] letters: &str, #[case] expected: &str) {
    let fen = |letters| format!("r3k2r/8/8/8/8/8/8/R3K2R w {letters} - 0 1");
    assert_eq!(printed(&fen(letters)), fen(expected));
}

#[rstest]
#[case::files_of_the_rooks("HAha", "KQkq")]
#[case::in_any_order("aHhA", "KQkq")]
#[case::files_and_sides_mixed("KAhq", "KQkq")]
#[case::some_of_them("Ah", "Qk")]
fn shredder_letters_name_the_files_of_the_rooks(#[case] letters: &str, #[case] expected: &str) {
    let fen = |letters| format!("r3k2r/8/8/8/8/8/8/R3K2R w {letters} - 0 1");
    assert_eq!(printed(&fen(letters)), fen(expected));
}

#[rstest]
#[case::sides("KQkq", "GBgb")]
#[case::files("GBgb", "GBgb")]
#[case::one_side_of_each("Kq", "Gb")]
fn chess960_is_printed_with_the_files_of_the_rooks(#[case] letters: &str, #[case] expected: &str) {
    let fen = |letters| format!("nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w {letters} - 0 1");
    assert_eq!(printed(&fen(letters)), fen(expected));
}

#[rstest]
#[case::outermost_on_the_kings_side("K", "H")]
#[case::outermost_on_the_queens_side("Q", "A")]
#[case::inner_on_the_kings_side("G", "G")]
#[case::inner_on_the_queens_side("B", "B")]
#[case::one_of_each("GQ", "GA")]
fn of_several_rooks_the_letter_of_a_side_means_the_outermost_and_a_file_any(
    #[case] letters: &str,
    #[case] expected: &str,
) {
    let fen = |letters| format!("3k4/8/8/8/8/8/8/RR1K2RR w {letters} - 0 1");
    assert_eq!(printed(&fen(letters)), fen(expected));
}

#[test]
fn an_inner_rook_beside_one_in_the_corner_is_named_by_its_file() {
    let inner = position("k7/8/8/8/8/8/8/4K1RR w G -");
    assert_eq!(inner.to_string(), "k7/8/8/8/8/8/8/4K1RR w G - 0 1");
    let outer = position("k7/8/8/8/8/8/8/4K1RR w K -");
    assert_eq!(outer.to_string(), "k7/8/8/8/8/8/8/4K1RR w K - 0 1");
    assert_ne!(inner, outer);
}

// FENs that are refused.

#[rstest]
#[case::nothing("", 0)]
#[case::blanks(" \t ", 0)]
#[case::a_board_only("8/8/8/8/8/8/8/K1k5", 1)]
#[case::one_too_few("8/8/8/8/8/8/8/K1k5 w -", 3)]
#[case::one_too_many("8/8/8/8/8/8/8/K1k5 w - - 0 1 2", 7)]
fn a_fen_has_four_five_or_six_fields(#[case] fen: &str, #[case] count: usize) {
    assert_eq!(refusal(fen), FenError::FieldCount(count));
}

#[test]
fn a_refusal_names_the_field_and_quotes_it() {
    let cases = [
        ("too few ranks", "8/8/8/8/8/8/K1k5 w - -", 1),
        ("too many ranks", "8/8/8/8/8/8/8/8/K1k5 w - -", 1),
        ("unknown piece", "8/8/8/2x5/8/8/8/K1k5 w - -", 1),
        ("0 empty squares", "8/80/8/8/8/8/8/K1k5 w - -", 1),
        ("nine empty squares", "9/8/8/8/8/8/8/K1k5 w - -", 1),
        ("a rank too short", "8/8/8/8/8/8/8/K1k4 w - -", 1),
        ("a rank too long", "8/8/ppppppppp/8/8/8/8/K1k5 w - -", 1),
        ("an empty rank", "8/8//8/8/8/8/K1k5 w - -", 1),
        ("unknown side", "8/8/8/8/8/8/8/K1k5 white - -", 2),
        ("a capital side", "8/8/8/8/8/8/8/K1k5 W - -", 2),
        ("unknown castling", "4k3/8/8/8/8/8/8/4K2R w KX -", 3),
        ("a dash among castling letters", "4k3/8/8/8/8/8/8/4K2R w K- -", 3),
        ("a right twice", "4k3/8/8/8/8/8/8/4K2R w KK -", 3),
        ("a right by side and by file", "4k3/8/8/8/8/8/8/4K2R w KH -", 3),
        ("two rooks on one side", "3k4/8/8/8/8/8/8/4K1RR w GH -", 3),
        ("no square", "8/8/8/8/8/8/8/K1k5 w - e9", 4),
        ("more than a square", "8/8/8/8/8/8/8/K1k5 w - e3e", 4),
        ("no halfmove clock", "8/8/8/8/8/8/8/K1k5 w - - x", 5),
        ("a clock below 0", "8/8/8/8/8/8/8/K1k5 w - - -1", 5),
        ("a sign", "8/8/8/8/8/8/8/K1k5 w - - +1", 5),
        ("no number of the move", "8/8/8/8/8/8/8/K1k5 w - - 0 1.", 6),
        ("a number too large", "8/8/8/8/8/8/8/K1k5 w - - 0 4294967296", 6),
        ("foreign digits", "8/8/8/8/8/8/8/K1k5 w - - 0 ٣", 6),
    ];
    for (what, fen, field) in cases {
        let error = refusal(fen);
        let FenError::Field { ordinal, found, .. } = &error else { panic!("{what}: {error:?}") };
        assert_eq!(
            (*ordinal, Some(found.as_str())),
            (field, fen.split(' ').nth(field - 1)),
            "{what}"
        );
    }
    let text = |(what, fen, _)| (format!("{what}: {fen}"), refusal(fen));
    assert_texts("fen.fields", cases.map(text));
}

#[rstest]
#[case::no_king("8/8/8/8/8/8/8/k7 w - -", PositionError::Kings(Color::White, 0))]
#[case::two_kings("k6k/8/8/8/8/8/8/K7 w - -", PositionError::Kings(Color::Black, 2))]
#[case::white_in_check_after_its_move(
    "k6r/8/8/8/8/8/8/7K b - -",
    PositionError::JustMovedIntoCheck(Color::White, square("h1"))
)]
#[case::black_in_check_after_its_move(
    "k6R/8/8/8/8/8/8/7K w - -",
    PositionError::JustMovedIntoCheck(Color::Black, square("a8"))
)]
#[case::kings_side_by_side(
    "8/8/8/8/8/8/8/Kk6 w - -",
    PositionError::JustMovedIntoCheck(Color::Black, square("b1"))
)]
#[case::a_white_pawn_on_its_goal(
    "P6k/8/8/8/8/8/8/7K w - -",
    PositionError::PawnOnLastRank(square("a8"))
)]
#[case::a_white_pawn_before_its_home(
    "7k/8/8/8/8/8/8/P6K w - -",
    PositionError::PawnOnLastRank(square("a1"))
)]
#[case::a_black_pawn_on_its_goal(
    "7k/8/8/8/8/8/8/p6K w - -",
    PositionError::PawnOnLastRank(square("a1"))
)]
#[case::a_king_away_from_home(
    "4k3/8/8/8/8/8/4K3/7R w K -",
    PositionError::CastlingWithoutKing(Color::White, square("e2"))
)]
#[case::a_black_king_away_from_home(
    "r7/4k3/8/8/8/8/8/4K3 w q -",
    PositionError::CastlingWithoutKing(Color::Black, square("e7"))
)]
#[case::no_rook(
    "4k3/8/8/8/8/8/8/4K3 w K -",
    PositionError::CastlingWithoutRook(Color::White, CastlingSide::KingSide, square("h1"))
)]
#[case::the_rook_of_the_opponent(
    "R3k3/8/8/8/8/8/8/4K3 b a -",
    PositionError::CastlingWithoutRook(Color::Black, CastlingSide::QueenSide, square("a8"))
)]
#[case::another_piece_than_a_rook(
    "4k3/8/8/8/8/8/8/B3K3 w A -",
    PositionError::CastlingWithoutRook(Color::White, CastlingSide::QueenSide, square("a1"))
)]
fn a_position_in_which_the_rules_have_no_meaning_is_refused(
    #[case] fen: &str,
    #[case] expected: PositionError,
) {
    let error = refusal(fen);
    assert_eq!(error, FenError::Position(expected));
    assert_eq!(error.to_string(), expected.to_string());
}

#[rstest]
#[case::no_pawn_that_jumped("4k3/8/8/8/8/8/8/4K3 b - d3", "d3")]
#[case::a_pawn_of_the_side_to_move("4k3/8/8/8/3P4/8/8/4K3 w - d3", "d3")]
#[case::a_skipped_square_that_is_not_empty("4k3/8/8/8/3P4/3N4/8/4K3 b - d3", "d3")]
#[case::a_pawn_still_at_home("4k3/8/8/8/3P4/8/3P4/4K3 b - d3", "d3")]
#[case::a_rank_that_no_pawn_skips("4k3/8/8/3P4/8/8/8/4K3 b - d4", "d4")]
#[case::a_square_at_the_edge("4k3/8/8/8/8/8/8/4K3 w - d8", "d8")]
fn an_en_passant_square_that_no_pawn_has_just_skipped_is_refused(
    #[case] fen: &str,
    #[case] skipped: &str,
) {
    let expected = PositionError::EnPassantWithoutPawn(square(skipped));
    assert_eq!(refusal(fen), FenError::Position(expected));
}

#[test]
fn a_refusal_of_a_fen_says_what_was_expected() {
    let side = CastlingSide::QueenSide;
    let positions = [
        PositionError::Kings(Color::White, 0),
        PositionError::Kings(Color::Black, 2),
        PositionError::JustMovedIntoCheck(Color::White, square("h1")),
        PositionError::JustMovedIntoCheck(Color::Black, square("a8")),
        PositionError::PawnOnLastRank(square("a8")),
        PositionError::CastlingWithoutKing(Color::White, square("e2")),
        PositionError::CastlingWithoutKing(Color::Black, square("e7")),
        PositionError::CastlingWithoutRook(Color::White, CastlingSide::KingSide, square("h1")),
        PositionError::CastlingWithoutRook(Color::Black, side, square("a8")),
        PositionError::EnPassantWithoutPawn(square("d3")),
    ];
    let errors = [0, 1, 7].map(FenError::FieldCount).into_iter();
    let errors = errors.chain(positions.map(FenError::Position));
    assert_texts("fen.refusals", errors.map(|error| (format!("{error:?}"), error)));
}

#[rstest]
#[case::nine_queens("k7/8/8/8/8/QQQ5/1QQQ4/3QQQ1K b - -")]
#[case::an_impossible_double_check_by_pawns("8/8/8/3k4/2P1P3/8/8/7K b - -")]
#[case::a_triple_check("4r2k/8/8/8/7b/3n4/8/4K3 w - -")]
#[case::pawns_behind_one_another("7k/P7/P7/P7/P7/P7/P7/7K w - -")]
fn a_position_that_no_game_reaches_is_read_all_the_same(#[case] fen: &str) {
    let position = position(fen);
    assert_eq!(position.to_string(), format!("{fen} 0 1"));
    assert!(!position.pseudo_legal_moves().is_empty());
}

// Moves.

#[rstest]
#[case::a_step(START, "g1f3")]
#[case::two_steps_of_a_pawn(START, "e2e4")]
#[case::a_capture("7k/8/8/8/1p1R4/8/8/7K w - -", "d4b4")]
#[case::en_passant("7k/8/8/3pP3/8/8/8/7K w - d6", "e5d6")]
#[case::a_promotion("8/P6k/8/8/8/8/8/7K w - -", "a7a8n")]
#[case::a_promotion_that_takes("1n6/P6k/8/8/8/8/8/7K w - -", "a7b8q")]
#[case::a_promotion_of_black("7k/8/8/8/8/8/p7/7K b - -", "a2a1b")]
#[case::castling("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1")]
#[case::castling_long("r3k3/8/8/8/8/8/8/4K3 b q -", "e8c8")]
#[case::castling_in_chess960("k7/8/8/8/8/8/8/5K1R w H -", "f1h1")]
fn a_move_is_printed_as_it_was_read(#[case] fen: &str, #[case] text: &str) {
    let position = position(fen);
    assert_eq!(position.move_text(position.find_move(text).unwrap()), text);
}

#[test]
fn a_move_alone_prints_as_in_ordinary_chess() {
    let chess960 = position("k7/8/8/8/8/8/8/1K5R w H -");
    assert_eq!(chess960.find_move("b1h1").unwrap().to_string(), "b1g1");
    assert_eq!(position(START).find_move("e2e4").unwrap().to_string(), "e2e4");
}

#[rstest]
#[case::nothing("")]
#[case::one_square("e2")]
#[case::no_square("e2e9")]
#[case::a_file_too_far("i2e4")]
#[case::capitals("E2E4")]
#[case::a_blank("e2e4 ")]
#[case::a_dash("e2-e4")]
#[case::a_king("e7e8k")]
#[case::a_pawn("e7e8p")]
#[case::a_capital_promotion("e7e8Q")]
#[case::two_promotions("e7e8qq")]
#[case::castling_in_words("O-O")]
#[case::a_null_move("0000")]
#[case::a_move_in_san("Nf3")]
#[case::a_figure("e2♔4")]
#[case::an_umlaut("eü4")]
fn a_text_without_the_form_of_a_move_is_refused(#[case] text: &str) {
    let found = position(START).find_move(text);
    assert_eq!(found, Err(MoveError::NotAMove(text.to_owned())));
}

#[rstest]
#[case::three_steps_of_a_pawn(START, "e2e5")]
#[case::a_piece_of_the_opponent(START, "e7e5")]
#[case::an_empty_square(START, "e4e5")]
#[case::a_blocked_slider(START, "a1a3")]
#[case::a_square_to_itself(START, "e1e1")]
#[case::a_promotion_before_the_last_rank(START, "e2e4q")]
#[case::no_promotion_on_the_last_rank("8/P6k/8/8/8/8/8/7K w - -", "a7a8")]
#[case::castling_without_a_right("4k3/8/8/8/8/8/8/4K2R w - -", "e1g1")]
fn a_move_that_no_piece_can_make_is_refused(#[case] fen: &str, #[case] text: &str) {
    let found = position(fen).find_move(text);
    assert_eq!(found, Err(MoveError::NotPossible(text.to_owned())));
}

#[rstest]
#[case::a_pinned_piece("3r3k/8/8/8/3N4/8/8/3K4 w - -", "d4f5")]
#[case::a_check_not_answered("3r3k/8/8/8/8/8/7P/3K4 w - -", "h2h3")]
#[case::a_step_into_check("3r3k/8/8/8/8/8/8/4K3 w - -", "e1d1")]
#[case::castling_out_of_check("4rk2/8/8/8/8/8/8/4K2R w K -", "e1g1")]
#[case::castling_across_check("4kr2/8/8/8/8/8/8/4K2R w K -", "e1g1")]
#[case::castling_across_check_as_the_rook_is_taken("4kr2/8/8/8/8/8/8/4K2R w K -", "e1h1")]
fn a_move_that_leaves_the_king_attacked_is_refused(#[case] fen: &str, #[case] text: &str) {
    let found = position(fen).find_move(text);
    assert_eq!(found, Err(MoveError::LeavesKingAttacked(text.to_owned())));
}

#[test]
fn a_refusal_of_a_move_quotes_it_and_says_why() {
    let kinds = [MoveError::NotAMove, MoveError::NotPossible, MoveError::LeavesKingAttacked];
    let errors = kinds.map(|kind| kind("e2e9".to_owned()));
    assert_texts("fen.moves", errors.map(|error| (format!("{error:?}"), error)));
}

// The drawing of the board.

#[test]
fn the_board_is_drawn_with_the_eighth_rank_on_top() {
    let expected = "\
8 . . . . k . . .
7 p . . . . . . .
6 . n . . . . . .
5 . . . . . . . .
4 . . . b . . . .
3 . . Q . . . r .
2 . P . . . . . .
1 R . . . K . . .
  a b c d e f g h
";
    let position = position("4k3/p7/1n6/8/3b4/2Q3r1/1P6/R3K3 w Q -");
    assert_eq!(position.board().drawing(Piece::letter), expected);
    assert_eq!(format!("{:?}", position.board()), expected);
}

// Rubbish.

/// FENs that have something of everything, to be mutated.
const MODELS: [&str; 8] = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
    "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 12 34",
    "n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1",
    "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1",
    "3k4/8/8/8/8/8/8/RR1K2RR w GB - 4294967295 4294967295",
    "8/8/8/8/8/8/8/K1k5 w - -",
];

/// What a mutation puts in: most of these letters may be part of a FEN, and the last ones never.
const LETTERS: [char; 46] = [
    'P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k', 'r', 'R', '1', '2', '3', '4', '5',
    '6', '7', '8', '/', ' ', '-', 'w', 'a', 'c', 'd', 'e', 'f', 'g', 'h', 'A', 'G', 'H', '0', '9',
    '\t', '\0', '\u{a0}', 'é', '٣', '♔', '\u{301}', '😀',
];

/// The model with one to three letters changed, put in, left out, exchanged or written twice.
fn mutated(model: &str, random: &mut Xorshift) -> String {
    let mut letters: Vec<char> = model.chars().collect();
    for _ in 0..=random.below(3) {
        let [at, other] = [(); 2].map(|()| random.below(letters.len()));
        match random.below(6) {
            0 | 1 => letters[at] = random.choose(&LETTERS),
            2 => letters.insert(at, random.choose(&LETTERS)),
            3 => drop(letters.remove(at)),
            4 => letters.swap(at, other),
            _ => letters[at] = letters[other],
        }
    }
    letters.into_iter().collect()
}

/// Prints, reads again, walks and mirrors a position that a mutated FEN turned out to be.
fn use_position(fen: &str, position: &Position) {
    let text = position.to_string();
    assert_eq!(text.parse().as_ref(), Ok(position), "{fen:?} is printed as {text}");
    let mirror = position.mirrored();
    assert_eq!(mirror.to_string().parse().as_ref(), Ok(&mirror), "{fen:?} has a bad mirror");
    assert_eq!(mirror.mirrored(), *position, "{fen:?} changes when mirrored twice");
    assert_eq!(perft(&mirror, 1), perft(position, 1), "{fen:?} has other moves when mirrored");
}

#[test]
fn a_mutated_fen_is_refused_or_can_be_printed_walked_and_mirrored() {
    let mut random = Xorshift(0x0088_2025);
    let (mut read, mut refused) = (0, 0);
    for round in 0..80_000 {
        let fen = mutated(MODELS[round % MODELS.len()], &mut random);
        match fen.parse::<Position>() {
            Ok(position) => {
                use_position(&fen, &position);
                read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(
        read > 3_000 && refused > 40_000,
        "{read} read and {refused} refused: mutate otherwise"
    );
}

#[test]
fn bytes_of_any_kind_are_refused_as_a_fen_and_as_a_move() {
    let mut random = Xorshift(0x88);
    let start = position(START);
    for round in 0..20_000 {
        let bytes: Vec<u8> =
            (0..random.below(60)).map(|_| u8::try_from(random.below(256)).unwrap()).collect();
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.parse::<Position>().is_err(), "round {round}: {text:?} is read");
        assert!(start.find_move(&text).is_err(), "round {round}: {text:?} is a move");
    }
}

#[test]
fn a_mutated_move_is_refused_or_means_what_it_says() {
    let mut random = Xorshift(960);
    let position = position(MODELS[1]);
    let texts: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect();
    let (mut read, mut refused) = (0, 0);
    for round in 0..20_000 {
        let text = mutated(&texts[round % texts.len()], &mut random);
        match position.find_move(&text) {
            Ok(mv) => {
                let castles = ["e1h1", "e1a1"].contains(&text.as_str());
                assert!(castles || position.move_text(mv) == text, "{text:?} is read as {mv}");
                read += 1;
            }
            Err(error) => {
                assert!(
                    error.to_string().contains(&text) || error.to_string().contains("not a move")
                );
                refused += 1;
            }
        }
    }
    assert!(read > 500 && refused > 10_000, "{read} read and {refused} refused: mutate otherwise");
}

#[test]
fn the_letter_k_means_a_rook_on_the_king_side_of_the_king_only() {
    let (side, rook) = (CastlingSide::KingSide, square("h1"));
    let expected = PositionError::CastlingWithoutRook(Color::White, side, rook);
    assert_eq!(refusal("4k3/8/8/8/8/8/8/R3K3 w K - 0 1"), FenError::Position(expected));
}
