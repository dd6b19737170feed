//! Positions and moves as text: what is read, what is printed, and what is refused.

use ox88::{CastlingSide, Color, FenError, Position, PositionError, START, perft};
use ox88_test_support::{Xorshift, assert_rules, cases, position, square, unescaped};

fn refusal(fen: &str) -> FenError {
    match fen.parse::<Position>() {
        Ok(position) => panic!("{fen} is read as {position}"),
        Err(error) => error,
    }
}

// FENs that are read.

/// The FEN that is printed for each of the snapshot, or `the same`.
#[test]
fn a_fen_is_printed_as_it_is_meant() {
    assert_rules("fen.printed", |_, case| {
        let (_, fen) = case.split_once(": ").expect("it has a name");
        let read = position(&unescaped(fen));
        let printed = read.to_string();
        assert_eq!(position(&printed), read, "{case}");
        assert!(!read.pseudo_legal_moves().is_empty(), "{case}");
        if printed == fen { "the same".to_owned() } else { printed }
    });
}

// FENs that are refused.

/// Each FEN of the snapshot has the name of what is wrong with it.
#[test]
fn a_refusal_of_a_fen_names_the_field_and_says_what_was_expected() {
    assert_rules("fen.refusals", |_, case| {
        let (_, fen) = case.split_once(": ").expect("it has a name");
        let error = refusal(fen);
        if let FenError::Field { ordinal, found, .. } = &error {
            assert_eq!(Some(found.as_str()), fen.split(' ').nth(ordinal - 1), "{case}");
        }
        error.to_string()
    });
    assert_eq!(["", " \t "].map(refusal), [0, 0].map(FenError::FieldCount));
}

// Moves.

#[test]
fn a_move_is_printed_as_it_was_read() {
    let moves = cases(include_str!("clauses.txt"), "A move is printed as it was read.");
    for (fen, text) in moves.into_iter().filter_map(|it| it.split_once(": ")?.1.rsplit_once(' ')) {
        let position = position(fen);
        assert_eq!(position.move_text(position.find_move(text).unwrap()), text, "{fen}");
    }
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
    assert_eq!(position.board().drawing(), expected);
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
