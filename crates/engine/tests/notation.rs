//! How the texts of moves are read: which moves of a position may a text mean?

use crate::read::{Name, typed_move};
use ox88::{Color, Move, Piece, PieceKind, Position};
use ox88_test_support::position;
use rstest::rstest;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Knights on b1, f1, b5 and f5 go to d2, d4 and d6, alone, on one file or on one rank.
const KNIGHTS: &str = "8/8/8/1N3N2/8/8/8/KN3N1k w - - 0 1";
const PROMOTIONS: &str = "1n6/P1P5/8/8/8/8/8/K6k w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
/// The king steps from b1 to c1, and castles with the rook on c1.
const STEP_OR_CASTLING: &str = "4k3/8/8/8/8/8/8/1KR5 w C - 0 1";

fn texts(position: &Position, moves: Vec<Move>) -> String {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts.join(" ")
}

/// The moves of a position that a text in SAN may mean, or `none` if it is no such text.
fn san(fen: &str, text: &str) -> String {
    let position = position(fen);
    match Name::of(text).san() {
        Some(san) => texts(&position, san.among(position.board(), &position.legal_moves())),
        None => "none".to_owned(),
    }
}

/// The same for a text that has both squares, or is a castling.
fn squares(fen: &str, text: &str) -> String {
    let position = position(fen);
    match Name::of(text).by_squares() {
        Some(name) => texts(&position, name.among(&position.legal_moves())),
        None => "none".to_owned(),
    }
}

#[rstest]
#[case("e4", "e2e4")]
#[case("e3", "e2e3")]
#[case(" Nf3 ", "g1f3")]
#[case("Nf3+", "g1f3")]
#[case("Nf3#!?", "g1f3")]
#[case("Ngf3", "g1f3")]
#[case("N1f3", "g1f3")]
#[case("Nxf3", "g1f3")]
#[case("Nbf3", "")]
#[case("N2f3", "")]
#[case("Bf3", "")]
#[case("f4", "f2f4")]
fn san_names_the_piece_and_the_square_to_which_it_goes(#[case] text: &str, #[case] moves: &str) {
    assert_eq!(san(START, text), moves);
}

#[rstest]
#[case("Nd2", "b1d2 f1d2")]
#[case("Nbd2", "b1d2")]
#[case("Nfxd2", "f1d2")]
#[case("Nd4", "b5d4 f5d4")]
#[case("Nd6", "b5d6 f5d6")]
#[case("N5d6", "b5d6 f5d6")]
#[case("N1d6", "")]
fn san_says_of_the_first_square_only_what_is_needed(#[case] text: &str, #[case] moves: &str) {
    assert_eq!(san(KNIGHTS, text), moves);
}

#[rstest]
#[case("a8=Q", "a7a8q")]
#[case("a8N", "a7a8n")]
#[case("a8(R)", "a7a8r")]
#[case("a8", "a7a8b a7a8n a7a8q a7a8r")]
#[case("axb8=B+", "a7b8b")]
#[case("ab8=B", "a7b8b")]
#[case("cxb8", "c7b8b c7b8n c7b8q c7b8r")]
#[case("b8=Q", "")]
#[case("a8=X", "none")]
fn san_names_the_piece_that_a_pawn_becomes(#[case] text: &str, #[case] moves: &str) {
    assert_eq!(san(PROMOTIONS, text), moves);
}

#[rstest]
#[case("cxd6", "c5d6")]
#[case("exd6 e.p.", "e5d6")]
#[case("e:d6ep", "e5d6")]
#[case("d6", "")]
#[case("c6", "c5c6")]
fn a_pawn_without_a_file_stays_on_its_own(#[case] text: &str, #[case] moves: &str) {
    assert_eq!(san(EN_PASSANT, text), moves);
}

#[rstest]
#[case("Kg1", "")]
#[case("Kf1", "e1f1")]
#[case("Rf1", "h1f1")]
fn castling_is_no_move_of_the_king_in_san(#[case] text: &str, #[case] moves: &str) {
    assert_eq!(san(CASTLING, text), moves);
}

#[rstest]
#[case("")]
#[case("e")]
#[case("e9")]
#[case("N")]
#[case("Nf")]
#[case("Nx")]
#[case("Nzf3")]
#[case("nf3")]
#[case("Nf3x")]
#[case("Nf3 g6")]
#[case("Nf32")]
#[case("O-O")]
fn what_is_no_move_in_san_is_read_as_none(#[case] text: &str) {
    assert_eq!(san(START, text), "none");
}

#[test]
fn a_move_ends_where_no_word_goes_on() {
    let begin = |text| Name::at_start_of(text).map(|(_, written)| written.to_owned());
    assert_eq!(begin("Nf3: 20").as_deref(), Some("Nf3"));
    assert_eq!(begin("exd6 e.p.: 20").as_deref(), Some("exd6 e.p."));
    assert_eq!(begin("e4 20").as_deref(), Some("e4"));
    assert_eq!(begin("e42"), None);
}

#[rstest]
#[case(START, "e2e4", "e2e4")]
#[case(START, "e2-e4", "e2e4")]
#[case(START, "E2-E4", "e2e4")]
#[case(START, "Ng1xf3+", "g1f3")]
#[case(START, "Ng1f3", "g1f3")]
#[case(START, "e2e5", "")]
#[case(START, "e3e4", "")]
#[case(PROMOTIONS, "a7a8q", "a7a8q")]
#[case(PROMOTIONS, "a7a8Q", "a7a8q")]
#[case(PROMOTIONS, "a7-a8=N", "a7a8n")]
#[case(PROMOTIONS, "a7a8(r)", "a7a8r")]
#[case(PROMOTIONS, "a7a8/b", "a7a8b")]
#[case(PROMOTIONS, "a7a8k", "")]
#[case(PROMOTIONS, "a7a8p", "")]
#[case(PROMOTIONS, "A7A8P", "")]
#[case(PROMOTIONS, "a7h6", "")]
#[case(PROMOTIONS, "a1a1", "")]
#[case(PROMOTIONS, "a1b2q", "")]
#[case(PROMOTIONS, "a7a8", "a7a8b a7a8n a7a8q a7a8r")]
#[case(PROMOTIONS, "a7b8", "a7b8b a7b8n a7b8q a7b8r")]
#[case(EN_PASSANT, "c5d6ep", "c5d6")]
#[case(EN_PASSANT, "e5xd6 e.p.", "e5d6")]
#[case(CASTLING, "O-O", "e1g1")]
#[case(CASTLING, "0-0-0", "e1c1")]
#[case(CASTLING, "O-O+", "e1g1")]
#[case(CASTLING, "e1g1", "e1g1")]
#[case(CASTLING, "e1h1", "e1g1")]
#[case(CASTLING, "e1a1", "e1c1")]
#[case(CASTLING, "e1f1", "e1f1")]
#[case(CASTLING, "0-0", "e1g1")]
#[case(CASTLING, "o-o+", "e1g1")]
#[case(CASTLING, "0-0-0#", "e1c1")]
#[case(CASTLING, "E1A1", "e1c1")]
#[case("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "")]
// A step of the king goes before a castling, and to g1 no step leads from b1.
#[case("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "f1g1")]
#[case("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "f1h1")]
#[case("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "O-O", "f1h1")]
#[case("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1g1", "b1h1")]
fn two_squares_name_a_move(#[case] fen: &str, #[case] text: &str, #[case] moves: &str) {
    assert_eq!(squares(fen, text), moves);
}

#[test]
fn where_a_step_and_a_castling_have_one_text_the_step_is_meant() {
    let position = position(STEP_OR_CASTLING);
    let meant = |text| Name::of(text).by_squares().unwrap().among(&position.legal_moves());
    assert!(meant("b1c1").iter().all(|mv| mv.castling_rook().is_some()), "the rook is there");
    assert_eq!(meant("b1b2").len(), 1);
    assert_eq!(meant("O-O").len(), 1);
    assert_eq!(meant("O-O-O").len(), 0);
}

#[rstest]
#[case("")]
#[case("e2")]
#[case("e2e")]
#[case("e2e9")]
#[case("i2e4")]
#[case("e2e44")]
#[case("e2e4 e7e5")]
#[case("a7a8x")]
#[case("O-O-O-O")]
#[case("O-")]
#[case("OO")]
#[case("e2xe")]
#[case("Xe2e4")]
#[case("e1g1g1")]
#[case("h5i6")]
#[case("a8a9")]
#[case("e2e4 20")]
#[case("0000")]
#[case("(none)")]
#[case("Nf3")]
fn what_is_no_move_by_squares_is_read_as_none(#[case] text: &str) {
    assert_eq!(squares(START, text), "none");
}

/// The move that a person means who types this, or what is wrong with it.
fn typed(fen: &str, text: &str) -> String {
    let position = position(fen);
    match typed_move(&position, text) {
        Ok(mv) => position.move_text(mv),
        Err(error) => error,
    }
}

#[rstest]
#[case(START, "Nf3", "g1f3")]
#[case(START, "e4", "e2e4")]
#[case(START, "Ng1-f3", "g1f3")]
#[case(KNIGHTS, "Nb1d2", "b1d2")]
#[case(PROMOTIONS, "axb8=N+", "a7b8n")]
#[case(EN_PASSANT, "exd6 e.p.", "e5d6")]
#[case(CASTLING, "0-0-0", "e1c1")]
fn the_one_move_that_a_text_means_is_played(
    #[case] fen: &str,
    #[case] text: &str,
    #[case] expected: &str,
) {
    assert_eq!(typed(fen, text), expected);
}

#[rstest]
#[case::of_two_knights(KNIGHTS, "Nd2", "Nd2 may be b1d2 or f1d2: expected one of them")]
#[case::without_its_letter(PROMOTIONS, "c7c8", "c7c8 may be c7c8q or c7c8r or c7c8b or c7c8n")]
#[case::nothing_to_take(START, "Nxf3", "Nxf3 says that a piece is taken")]
#[case::another_piece(START, "Bg1f3", "illegal move Bg1f3")]
#[case::no_move(START, "f9", "\"f9\" is not a move: expected one as in e2e4")]
fn a_text_that_does_not_mean_one_move_is_refused(
    #[case] fen: &str,
    #[case] text: &str,
    #[case] expected: &str,
) {
    let refusal = typed(fen, text);
    assert!(refusal.starts_with(expected), "{refusal}");
}

#[test]
fn bishops_rooks_and_queens_slide_and_no_other_piece() {
    for kind in PieceKind::ALL {
        let slides = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen].contains(&kind);
        for color in Color::BOTH {
            assert_eq!(Piece::new(color, kind).slides(), slides, "{kind:?}");
        }
    }
}

#[test]
fn a_position_is_the_same_at_another_clock_and_number_of_the_move() {
    let early = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(early.same_but_for_counters(&position("4k3/8/8/8/8/8/8/4K3 w - - 30 70")));
    assert!(!early.same_but_for_counters(&position("4k3/8/8/8/8/8/8/4K3 b - - 0 1")));
    assert!(!early.same_but_for_counters(&position("3k4/8/8/8/8/8/8/4K3 w - - 0 1")));
}
