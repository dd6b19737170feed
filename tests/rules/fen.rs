//! Positions and moves as text: what is read, what is printed, and what is refused.

use ox88::{CastlingSide, Color, FenError, Piece, Position, PositionError, START, perft};
use ox88_test_support::{Xorshift, assert_rules, assert_texts, kept, position, square, unescaped};
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

/// The title of each refusal says what is wrong, and has the FEN. To add a case, write its title into the snapshot, and run the
/// test with `INSTA_UPDATE=always`.
#[rstest]
#[case::names_the_field_and_quotes_it("fen.fields")]
#[case::says_what_was_expected("fen.refusals")]
fn a_refusal_of_a_fen(#[case] snapshot: &str) {
    let refused = kept(snapshot).into_iter().map(|(title, _)| {
        let (_, fen) = title.split_once(": ").expect("a title has a FEN");
        let error = refusal(fen);
        if let FenError::Field { ordinal, found, .. } = &error {
            assert_eq!(Some(found.as_str()), fen.split(' ').nth(ordinal - 1), "{title}");
        }
        (title, error)
    });
    assert_texts(snapshot, refused);
    assert_eq!(["", " \t "].map(refusal), [0, 0].map(FenError::FieldCount));
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

/// The moves of the snapshot, each behind its name and below its position.
#[test]
fn a_refusal_of_a_move_quotes_it_and_says_why() {
    assert_rules("fen.moves", |fen, line| {
        let (_, text) = line.split_once(": ").expect("it has a name");
        position(fen).find_move(&unescaped(text)).expect_err(line).to_string()
    });
    assert!(position(START).find_move("").is_err());
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
