//! The facts by definition, in positions where engines fall. `crates/checks/src/bin/differential/` compares them with shakmaty.

use crate::truth::{CheckBy, EnPassant, End, Ending};
use ox88_engine::Line;
use ox88_engine::read::san;
use ox88_test_support::{line, position};
use rstest::rstest;

/// After each move: by the FEN always, beside, and legal.
#[rstest]
#[case::nobody_beside("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", ["e3", "-", "-"])]
#[case::a_pinned_pawn_beside("k2r4/8/8/8/3pP3/8/8/3QK3 b - e3 0 1", "", ["e3", "e3", "e3"])]
#[case::both_leave_the_rank("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "", ["e3", "e3", "-"])]
#[case::legal("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", ["e3", "e3", "e3"])]
fn an_en_passant_square_has_three_conventions(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] expected: [&str; 3],
) {
    let end = line::<Line>(fen, moves).end();
    let square = |it: EnPassant| {
        let written = it.fen(&end);
        written.split(' ').nth(3).unwrap_or_default().to_owned()
    };
    assert_eq!(EnPassant::ALL.map(square), expected);
}

#[rstest]
#[case::direct("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Some(CheckBy::Direct))]
#[case::none("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", None)]
#[case::discovered("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c3", Some(CheckBy::Discovered))]
#[case::two_pawns_leave_the_rank(
    "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1",
    "e5d6",
    Some(CheckBy::EnPassant)
)]
#[case::the_pawn_itself("8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", Some(CheckBy::Direct))]
#[case::castling("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Some(CheckBy::Castling))]
#[case::promotion("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Some(CheckBy::Promotion))]
#[case::along_the_file(
    "8/P7/8/8/k7/8/8/4K3 w - - 0 1",
    "a7a8q",
    Some(CheckBy::PromotionThroughPawn)
)]
fn a_check_is_by_what_gives_it(#[case] fen: &str, #[case] mv: &str, #[case] by: Option<CheckBy>) {
    let here = position(fen);
    assert_eq!(CheckBy::of(&here, here.find_move(mv).expect("legal")), by);
}

#[rstest]
#[case::pinned_piece_is_no_candidate("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2")]
#[case::file("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1")]
#[case::file_needed("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1d1", "Rad1")]
#[case::rank_needed("4k3/R7/8/8/8/4K3/8/R7 w - - 0 1", "a1a3", "R1a3")]
#[case::both_needed("8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1", "h4e1", "Qh4e1")]
#[case::check("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8+")]
#[case::mate("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#")]
#[case::castling_gives_mate("5k2/4pBp1/4P1P1/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O")]
#[case::promotion_takes("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N")]
#[case::en_passant("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+")]
#[case::long("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O")]
fn san_is_written(#[case] fen: &str, #[case] mv: &str, #[case] expected: &str) {
    let here = position(fen);
    assert_eq!(san(&here, here.find_move(mv).expect("legal")), expected);
}

#[rstest]
#[case::nothing("startpos", "e2e4", (None, 0, 1, false))]
#[case::three_times("startpos", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", (None, 8, 3, false))]
#[case::no_capture_is_legal("startpos", "e2e4 g8f6 b1c3 f6g8 c3b1 g8f6 b1c3 f6g8 c3b1", (None, 8, 3, false))]
#[case::mate_on_the_hundredth("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", "a1a8", (Some(End::Checkmate), 100, 1, false))]
#[case::stalemate("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", (Some(End::Stalemate), 1, 1, false))]
#[case::bare_kings("k7/8/1K6/8/8/8/8/8 w - - 0 1", "", (None, 0, 1, true))]
fn a_game_ends(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] expected: (Option<End>, u32, usize, bool),
) {
    let typed = if fen == "startpos" { fen.to_owned() } else { format!("fen {fen}") };
    let line: Line =
        format!("{typed} moves {moves}").trim_end_matches("moves ").parse().expect(fen);
    let it = Ending::of(&line);
    assert_eq!((it.without_moves(), it.clock, it.occurrences, it.is_dead), expected);
}

/// The first time the rook had not moved.
#[test]
fn a_repetition_needs_the_same_rights() {
    let moves = "h1g1 e8d8 g1h1 d8e8 h1g1 e8d8 g1h1 d8e8";
    let it = Ending::of(&line("4k3/8/8/8/8/8/8/4K2R w K - 0 1", moves));
    assert_eq!(it.occurrences, 2);
}

/// A game that has been in print since 1858, written as it is printed.
#[test]
fn a_printed_game_is_written_again() {
    let printed = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                   Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
    let mut here = ox88::Position::start();
    for text in printed.split_whitespace() {
        let mv = ox88_engine::typed_move(&here, text).expect(text);
        assert_eq!(san(&here, mv), text);
        here = here.after(mv);
    }
}
