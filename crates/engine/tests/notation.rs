//! How the texts of moves are read: which moves of a position may a text mean?

use crate::read::{Name, typed_move};
use ox88::{Color, Move, Piece, PieceKind, Position};
use ox88_test_support::{assert_rules, position, unescaped};

/// The king steps from b1 to c1, and castles with the rook on c1.
const STEP_OR_CASTLING: &str = "4k3/8/8/8/8/8/8/1KR5 w C - 0 1";

/// The moves of a position, or what is said in place of them.
fn texts(here: &Position, moves: Option<Vec<Move>>) -> String {
    let Some(moves) = moves else { return "-".to_owned() };
    let mut texts: Vec<String> = moves.into_iter().map(|mv| here.move_text(mv)).collect();
    texts.sort();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}

/// What a text may mean in SAN, by its squares, and when a person types it: `-` if it is no such text.
fn meant(here: &Position, text: &str) -> String {
    let (legal, name) = (here.legal_moves(), Name::of(text));
    let san = texts(here, name.san().map(|san| san.among(here.board(), &legal)));
    let squares = texts(here, name.by_squares().map(|name| name.among(&legal)));
    let no_move =
        format!("{text:?} is not a move: expected one as in e2e4 or e7e8q, or as in Nf3 or exd5");
    let typed = match typed_move(here, text) {
        Ok(mv) => here.move_text(mv),
        Err(error) if error == no_move && text.len() > 1 => "-".to_owned(),
        Err(error) => error,
    };
    format!("SAN {san}; squares {squares}; typed {typed}")
}

#[test]
fn a_text_may_mean_these_moves() {
    assert_rules("notation.moves", |fen, line| meant(&position(fen), &unescaped(line)));
}

#[test]
fn a_move_ends_where_no_word_goes_on() {
    let begin = |text| Name::at_start_of(text).map(|(_, written)| written.to_owned());
    assert_eq!(begin("Nf3: 20").as_deref(), Some("Nf3"));
    assert_eq!(begin("exd6 e.p.: 20").as_deref(), Some("exd6 e.p."));
    assert_eq!(begin("e4 20").as_deref(), Some("e4"));
    assert_eq!(begin("e42"), None);
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
