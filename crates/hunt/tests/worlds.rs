//! Generators with faults that no table lists, and what a lesson says of them.

use crate::worlds::{Lesson, World, WrongMoves, contrasts};
use ox88::suite::built_in;
use ox88::{
    CastlingNotation, CastlingPair, Color, Move, MoveKind, Piece, PieceKind, Position, Square,
    attackers, is_attacked,
};
use ox88_engine::Line;
use ox88_explain::explain_move;
use ox88_test_support::square;
use rstest::rstest;

/// The moves of a wrong generator.
type Moves = fn(&Position) -> Vec<Move>;

/// How many questions a lesson may have.
const QUESTIONS: usize = 150;

fn wrong(moves: Moves, here: &Position) -> WrongMoves {
    let (theirs, legal) = (moves(here), here.legal_moves());
    let times = |mv: &Move| theirs.iter().filter(|it| *it == mv).count();
    WrongMoves {
        missing: legal.iter().copied().filter(|mv| times(mv) == 0).collect(),
        extra: theirs.iter().copied().filter(|mv| !legal.contains(mv)).collect(),
        twice: legal.iter().copied().filter(|mv| times(mv) > 1).collect(),
    }
}

/// Positions of ordinary chess.
fn positions() -> Vec<Position> {
    let suites = built_in::suites();
    let all = suites.iter().flat_map(|suite| suite.positions.iter().map(|it| it.position));
    all.filter(|it| it.castling_notation() == CastlingNotation::KingToTarget).collect()
}

/// What is learnt of such a generator from a first wrong answer.
fn learnt(fen: &str, moves: Moves) -> Option<World> {
    let here: Position = fen.parse().expect("the FEN is right");
    let first = wrong(moves, &here);
    let shown = first.missing.iter().chain(&first.extra).chain(&first.twice).next();
    let rule = explain_move(
        &Line::at(here),
        *shown.unwrap_or_else(|| panic!("the generator is right in {fen}")),
    )
    .rule;
    let others: Vec<Position> = positions().into_iter().take(300).collect();
    let mut lesson = Lesson::new(&here, &first, Some(rule), &others, &[], QUESTIONS);
    let mut questions = 0;
    while let Some(next) = lesson.next_position() {
        questions += 1;
        lesson.answer(&next, &wrong(moves, &next));
    }
    assert!(questions <= QUESTIONS, "{questions}");
    lesson.learnt().map(|it| it.0)
}

fn without(here: &Position, is_gone: impl Fn(&Move) -> bool) -> Vec<Move> {
    here.legal_moves().into_iter().filter(|mv| !is_gone(mv)).collect()
}

fn with(here: &Position, is_taken_for_legal: impl Fn(&Move) -> bool) -> Vec<Move> {
    let moves = here.pseudo_legal_moves().into_iter();
    moves.filter(|mv| here.is_legal(*mv) || is_taken_for_legal(mv)).collect()
}

fn man(here: &Position, at: Square) -> Option<PieceKind> {
    here.board().at(at).map(Piece::kind)
}

fn king(here: &Position) -> Square {
    here.king(here.side_to_move())
}

fn is_black(here: &Position) -> bool {
    here.side_to_move() == Color::Black
}

fn is_capture(here: &Position, mv: Move) -> bool {
    here.captured(mv).is_some()
}

fn is_pawn(here: &Position, mv: Move) -> bool {
    man(here, mv.from) == Some(PieceKind::Pawn)
}

/// A mask of the wrong file for Black's pawns.
fn h_file_of_black(here: &Position) -> Vec<Move> {
    without(here, |mv| {
        is_black(here)
            && is_pawn(here, *mv)
            && mv.to.file().letter() == 'h'
            && is_capture(here, *mv)
    })
}

/// `1 << square` where the king is looked through.
fn king_looked_at_by_32_bits(here: &Position) -> Vec<Move> {
    with(here, |mv| {
        let steps = mv.from == king(here) && mv.castling_rook().is_none();
        steps
            && mv.from.rank().digit() >= '5'
            && !is_attacked(here.board(), mv.to, !here.side_to_move())
    })
}

/// A pawn may be pinned along its rank: so each one beside its king is taken for pinned, for both sides.
fn king_beside_en_passant(here: &Position) -> Vec<Move> {
    without(here, |mv| mv.kind == MoveKind::EnPassant && mv.from.rank() == king(here).rank())
}

/// `<` for `<=` at the end of the board.
fn last_square(here: &Position) -> Vec<Move> {
    without(here, |mv| {
        let corner = if is_black(here) { Square::A1 } else { Square::H8 };
        mv.promotion().is_some() && mv.to == corner && !is_capture(here, *mv)
    })
}

fn pins_along_lines(here: &Position) -> Vec<Move> {
    with(here, |mv| {
        let king = king(here);
        let is_straight = mv.from.file() == king.file() || mv.from.rank() == king.rank();
        let is_ordinary = mv.from != king && mv.kind != MoveKind::EnPassant;
        is_ordinary && !here.is_check() && !is_straight
    })
}

fn pins_without_queens(here: &Position) -> Vec<Move> {
    with(here, |mv| {
        let (us, after) = (here.side_to_move(), here.after(*mv));
        let by = attackers(after.board(), after.king(us), !us);
        let are_queens = by.iter().all(|&it| man(here, it) == Some(PieceKind::Queen));
        mv.from != king(here) && !here.is_check() && are_queens
    })
}

fn castling_squares_in_check(here: &Position) -> Vec<Move> {
    let squares = ["c1", "g1", "c8", "g8"];
    without(here, |mv| here.is_check() && squares.contains(&&*mv.to.to_string()))
}

fn ends_at_two_men(here: &Position) -> Vec<Move> {
    let men: usize = Color::BOTH.map(|it| here.board().pieces(it).count()).iter().sum();
    if men == 2 { Vec::new() } else { here.legal_moves() }
}

fn ends_at_fifty(here: &Position) -> Vec<Move> {
    if here.setup().halfmove_clock >= 50 { Vec::new() } else { here.legal_moves() }
}

fn en_passant_twice(here: &Position) -> Vec<Move> {
    let legal = here.legal_moves();
    let again = legal.iter().copied().filter(|it| it.kind == MoveKind::EnPassant);
    legal.iter().copied().chain(again).collect()
}

/// A pin test that takes every piece for pinned.
fn all_pinned(here: &Position) -> Vec<Move> {
    without(here, |mv| mv.from != king(here))
}

fn black_castling(here: &Position) -> Vec<Move> {
    without(here, |mv| is_black(here) && mv.castling_rook().is_some())
}

fn no_promotion(here: &Position) -> Vec<Move> {
    without(here, |mv| mv.promotion().is_some())
}

/// A move from e8 to h8 is taken for a castling where the king is on c8, in place of e8.
fn a_rook_taken_for_a_king(here: &Position) -> Vec<Move> {
    let is_there = here.king(Color::Black) == square("c8");
    without(here, |mv| is_there && (mv.from, mv.to) == (square("e8"), square("h8")))
}

fn only_queens_by_capture(here: &Position) -> Vec<Move> {
    without(here, |mv| {
        is_capture(here, *mv) && mv.promotion().is_some_and(|it| it != PieceKind::Queen)
    })
}

fn king_stays_in_check(here: &Position) -> Vec<Move> {
    without(here, |mv| here.is_check() && mv.from == king(here))
}

fn no_jump_of_seventeen(here: &Position) -> Vec<Move> {
    without(here, |mv| {
        man(here, mv.from) == Some(PieceKind::Knight) && mv.to.number() == mv.from.number() + 17
    })
}

/// The squares of the king's way are tested before the rook leaves.
fn castling_off_its_shield(here: &Position) -> Vec<Move> {
    with(here, |mv| {
        let is_safe = |at: Square| !is_attacked(here.board(), at, !here.side_to_move());
        let rook = mv.castling_rook();
        rook.is_some_and(|rook| CastlingPair::new(mv.from, rook).king_path().all(is_safe))
    })
}

#[rstest]
#[case::a_rook_that_shields(
    "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
    castling_off_its_shield,
    "castling whose rook uncovers an attack on the king is allowed"
)]
#[case::a_mask_of_one_side(
    "8/2k5/8/8/8/8/5Kp1/7N b - - 0 1",
    h_file_of_black,
    "Black's pawn captures onto the h-file are missing"
)]
#[case::one_side("r3k3/8/8/8/8/8/8/1K6 b q - 0 1", black_castling, "Black's castling is missing")]
#[case::half_of_the_board(
    "3R2k1/8/8/8/8/8/8/6K1 b - - 0 1",
    king_looked_at_by_32_bits,
    "retreats of a king along the line of a check from ranks 5 to 8 are allowed"
)]
#[case::a_corner(
    "8/8/8/8/8/k7/p1K5/8 b - - 0 1",
    last_square,
    "pawn pushes to a1 or h8 are missing"
)]
#[case::one_kind_of_line(
    "7k/8/8/3b4/8/1N6/K7/8 w - - 0 1",
    pins_along_lines,
    "moves off a pin along a diagonal are allowed"
)]
#[case::one_kind_of_pinner(
    "7k/8/8/3q4/8/1N6/K7/8 w - - 0 1",
    pins_without_queens,
    "moves off a pin by a queen are allowed"
)]
#[case::every_piece_pinned(
    "7k/8/8/8/8/1N6/K7/8 w - - 0 1",
    all_pinned,
    "moves of every piece but the king are missing"
)]
#[case::single_squares(
    "3r3k/8/8/8/8/8/3K4/8 w - - 0 1",
    castling_squares_in_check,
    "moves in check to c1, g1 or c8 are missing"
)]
#[case::one_square_of_a_king(
    "2k1r3/8/8/8/8/8/8/7K b - - 0 1",
    a_rook_taken_for_a_king,
    "moves from the e-file to h8 with their king on the c-file and rank 8 are missing"
)]
#[case::no_promotion("8/P7/8/8/8/8/2k5/K7 w - - 0 1", no_promotion, "promotions are missing")]
#[case::one_letter(
    "1n6/P7/8/8/8/8/2k5/K7 w - - 0 1",
    only_queens_by_capture,
    "underpromotions by capture are missing"
)]
#[case::never_out_of_check(
    "7k/8/8/8/8/8/8/K6r w - - 0 1",
    king_stays_in_check,
    "moves of a king in check are missing"
)]
#[case::short_of_material(
    "7k/8/8/8/8/8/8/K7 w - - 0 1",
    ends_at_two_men,
    "moves with 2 pieces on the board are missing"
)]
#[case::a_clock(
    "7k/8/8/8/8/8/8/K5R1 w - - 60 80",
    ends_at_fifty,
    "moves at a halfmove clock of 50 or more are missing"
)]
#[case::one_jump(
    "7k/8/8/8/8/2N5/1K6/8 w - - 0 1",
    no_jump_of_seventeen,
    "knight moves two up and one right are missing"
)]
#[case::twice(
    "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
    en_passant_twice,
    "en passant captures are listed twice"
)]
#[case::a_rank_of_its_own_king(
    "8/8/8/K1Pp4/8/8/8/7k w - d6 0 1",
    king_beside_en_passant,
    "en passant captures with their king on their fifth rank are missing"
)]
fn a_lesson_says_where_a_fault_ends_and_foretells_answers(
    #[case] fen: &str,
    #[case] moves: Moves,
    #[case] headline: &str,
) {
    let world = learnt(fen, moves).expect("something is learnt");
    assert_eq!(world.headline(), headline);
    let (mut all, mut foretold) = (0, 0);
    for here in positions().into_iter().skip(300).take(300) {
        let (heard, said) = (wrong(moves, &here), world.wrong_moves(&here));
        // Nothing right is called wrong.
        assert!(said.missing.iter().all(|it| heard.missing.contains(it)), "{here}");
        assert!(said.extra.iter().all(|it| heard.extra.contains(it)), "{here}");
        all += usize::from(!heard.is_empty());
        foretold += usize::from(!heard.is_empty() && heard == said);
    }
    assert!(foretold * 100 >= all * 95, "{foretold} of {all}");
}

/// The castlings of one rook need no explanation but its square: the engine may look at something that no respect is.
fn no_pattern(here: &Position) -> Vec<Move> {
    without(here, |mv| (mv.from.number() * 7 + mv.to.number() * 5) % 11 == 3)
}

#[test]
fn nothing_is_learnt_of_moves_that_have_nothing_in_common() {
    assert_eq!(learnt("7k/8/8/8/8/2N5/1K6/8 w - - 0 1", no_pattern), None);
}

/// They are among the first two dozen, of which each is asked about.
#[rstest]
#[case::the_sides_exchanged("4k3/4r3/8/8/8/8/8/R2K4 b - - 0 1")]
#[case::the_files_mirrored("4k2r/8/8/8/8/8/3R4/3K4 w - - 0 1")]
#[case::the_other_side_to_move("r2k4/8/8/8/8/8/4R3/4K3 b - - 0 1")]
#[case::something_to_capture("r2k4/8/8/4n3/8/8/4R3/4K3 w - - 0 1")]
#[case::another_clock("r2k4/8/8/8/8/8/4R3/4K3 w - - 30 1")]
fn a_contrast_differs_from_the_shown_position_in_little(#[case] contrast: Position) {
    let here: Position = "r2k4/8/8/8/8/8/4R3/4K3 w - - 0 1".parse().expect("the FEN is right");
    let wrong = here.find_move("e2e5").expect("the rook goes there");
    let first: Vec<Position> = contrasts(&here, &[wrong]).into_iter().take(24).collect();
    assert!(first.contains(&contrast), "{contrast} is not among them");
}
