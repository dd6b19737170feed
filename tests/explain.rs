//! Explanations: each rule of the table shown by a move that proves it, with its whole sentence, and
//! every position of the suites asked about every move there could be.
//!
//! [`explain`] puts each question to the position with the sides changed as well.

mod helpers {
    pub mod line;
    pub mod mirror;
    pub mod position;
    pub mod square;
    pub mod suite_positions;
}

use helpers::line::line;
use helpers::mirror::mirrored_move;
use helpers::square::square;
use helpers::suite_positions::suite_positions;
use ox88::internals::chess::attacks::attackers;
use ox88::internals::chess::castling::CastlingSide;
use ox88::internals::chess::notation::MoveName;
use ox88::internals::chess::piece::PieceKind;
use ox88::internals::chess::square::Square;
use ox88::internals::hunt::explain::{Explanation, Rule, RuleKind, explain_move, explain_name};
use ox88::internals::hunt::line::Line;
use ox88::{Move, MoveKind, Position};
use rstest::rstest;
use std::collections::BTreeSet;

/// The path with the sides changed.
fn mirrored_path(path: &Line) -> Line {
    let moves = path.moves.iter().map(|&mv| mirrored_move(mv)).collect();
    Line { root: path.root.mirrored(), moves }
}

fn mirrored_name(named: MoveName) -> MoveName {
    match named {
        MoveName::Squares { from, to, promotion } => {
            MoveName::Squares { from: from.mirrored(), to: to.mirrored(), promotion }
        }
        MoveName::Castling(_) => named,
    }
}

/// The explanation of a move, whether it is legal or not.
fn explain_named(path: &Line, named: MoveName) -> Explanation {
    match named.among(&path.end().legal_moves())[..] {
        [mv] => explain_move(path, mv),
        _ => explain_name(path, named),
    }
}

/// The explanation of a move after some moves. The mirrored move has the mirrored explanation.
fn explain(fen: &str, moves: &str, text: &str) -> Explanation {
    let path = line(fen, moves);
    let named = MoveName::from_text(text).unwrap();
    let here = explain_named(&path, named);
    let there = explain_named(&mirrored_path(&path), mirrored_name(named));
    assert_eq!(there.rule, here.rule, "{text} breaks another rule for the mirror of {fen}");
    assert_eq!(words(&there.reason), words(&mirrored_text(&here.reason)));
    let squares = |squares: &[Square]| squares.iter().copied().collect::<BTreeSet<_>>();
    let mirrored: Vec<Square> = here.squares.iter().map(|square| square.mirrored()).collect();
    assert_eq!(squares(&there.squares), squares(&mirrored));
    here
}

/// The words of a sentence in any order: two attackers may be named the other way round.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split([' ', ',', ';', ':']).collect();
    words.sort_unstable();
    words
}

/// A sentence about the other side: ranks are counted from the other edge, the sides exchanged.
fn mirrored_text(text: &str) -> String {
    let mut mirrored = String::new();
    let mut last = ' ';
    let text = text.replace("Black", "#").replace("White", "Black").replace('#', "White");
    let text = text.replace("rank ", "rank_");
    for letter in text.chars() {
        let is_rank = ('a'..='h').contains(&last) || last == '_';
        mirrored.push(match letter.to_digit(10) {
            Some(rank) if is_rank => char::from_digit(9 - rank, 10).unwrap(),
            _ => letter,
        });
        last = letter;
    }
    mirrored.replace('_', " ")
}

fn assert_explained(fen: &str, moves: &str, text: &str, rule: Rule, reason: &str) {
    let explanation = explain(fen, moves, text);
    assert_eq!((explanation.rule, explanation.reason.as_str()), (rule, reason), "{fen} {text}");
}

// What generators really get wrong.

#[rstest]
#[case::en_passant_uncovers_the_king_along_the_rank(
    "8/8/8/r2Pp2K/8/8/4k3/8 w - e6",
    "",
    "d5e6",
    Rule::EnPassantUncoversRank,
    "after d5e6 the rook on a5 attacks the king on h5: both pawns have left the rank"
)]
#[case::the_same_behind_a_double_push(
    "3k4/3p4/8/K1P4r/8/8/8/8 b - -",
    "d7d5",
    "c5d6",
    Rule::EnPassantUncoversRank,
    "after c5d6 the rook on h5 attacks the king on a5: both pawns have left the rank"
)]
#[case::en_passant_takes_the_checker(
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3",
    "",
    "e4d3",
    Rule::EnPassantTakesChecker,
    "en passant e4d3 takes the pawn on d4 that gives check"
)]
#[case::the_worked_example(
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "b4c4 h4g3 a5b4 c7c5",
    "b5c6",
    Rule::EnPassantTakesChecker,
    "en passant b5c6 takes the pawn on c5 that gives check"
)]
#[case::en_passant_in_an_unrelated_check(
    "k7/8/8/8/5pP1/8/K7/7B b - g3",
    "",
    "f4g3",
    Rule::EnPassantInOtherCheck,
    "en passant f4g3 takes the pawn on g4, but the bishop on h1 still gives check to the king on a8"
)]
#[case::the_en_passant_square_is_not_cleared(
    "k7/8/8/8/5pP1/8/K7/7B b - g3",
    "a8b8 a2b2",
    "f4g3",
    Rule::EnPassantTooLate,
    "g3 was the en passant square where the path begins, and the chance to take there lasted for \
     one move"
)]
#[case::en_passant_along_the_pin(
    "4k1b1/8/8/3Pp3/8/8/K7/8 w - e6",
    "",
    "d5e6",
    Rule::EnPassantAlongPin,
    "the pawn on d5 is pinned by the bishop on g8, but en passant d5e6 stays on the line between \
     it and the king on a2"
)]
#[case::en_passant_to_one_side_only(
    "rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6",
    "",
    "e5f6",
    Rule::EnPassant,
    "the pawn on f5 has just taken two steps over f6: the pawn beside it on e5 may take it there"
)]
#[case::en_passant_round_the_edge(
    "8/RPP5/8/3k4/5Bp1/6Pp/P4P1P/5K2 w - -",
    "a2a4",
    "h3a3",
    Rule::RoundTheEdge,
    "h3 to a3 is round the edge of the board"
)]
#[case::undo_forgets_the_pawn_taken_en_passant(
    "4r1k1/8/p3pQp1/3p2Pp/1p1P1RK1/2P5/7q/8 w - h6",
    "",
    "f6e6",
    Rule::CheckNotAnswered,
    "the pawn on h5 gives check to the king on g4, and f6e6 does not take it"
)]
#[case::that_very_capture(
    "4r1k1/8/p3pQp1/3p2Pp/1p1P1RK1/2P5/7q/8 w - h6",
    "",
    "g5h6",
    Rule::EnPassantTakesChecker,
    "en passant g5h6 takes the pawn on h5 that gives check"
)]
#[case::castling_through_an_attack(
    "4k3/8/8/8/8/8/4p3/4K2R w K -",
    "",
    "e1g1",
    Rule::CastlingThroughAttack,
    "the pawn on e2 attacks f1, which the king passes"
)]
#[case::castling_out_of_check(
    "4k3/4r3/8/8/8/8/8/R3K2R w KQ -",
    "",
    "e1c1",
    Rule::CastlingOutOfCheck,
    "the king may not castle out of check: the rook on e7 gives check on e1"
)]
#[case::castling_into_check(
    "4k1r1/8/8/8/8/8/8/4K2R w K -",
    "",
    "e1g1",
    Rule::CastlingIntoCheck,
    "the rook on g8 attacks g1, where the king arrives"
)]
#[case::b1_attacked(
    "1r2k3/8/8/8/8/8/8/R3K3 w Q -",
    "",
    "e1c1",
    Rule::CastlingOverAttackedRookWay,
    "b1 is attacked by the rook on b8, but the king does not pass it: only e1, d1 and c1 must be \
     safe"
)]
#[case::b1_occupied(
    "4k3/8/8/8/8/8/8/RN2K3 w Q -",
    "",
    "e1c1",
    Rule::CastlingRookWayBlocked,
    "the knight on b1 stands in the way of the rook on a1, though not of the king"
)]
#[case::f1_occupied(
    "4k3/8/8/8/8/8/8/4KB1R w K -",
    "",
    "e1g1",
    Rule::CastlingKingWayBlocked,
    "the bishop on f1 stands in the way of the king on e1 and the rook on h1"
)]
#[case::the_rook_is_attacked(
    "4k2r/8/8/8/8/8/8/4K2R w K -",
    "",
    "e1g1",
    Rule::CastlingWithAttackedRook,
    "the rook on h1 is attacked by the rook on h8, but only the king's way must be safe: e1, f1 \
     and g1"
)]
#[case::the_rook_is_not_moved(
    "5k2/8/8/8/8/8/8/4K2R w K -",
    "e1g1 f8e8",
    "h1h8",
    Rule::NoPieceThere,
    "no piece stands on h1: the rook there has been gone since move 1 of the path (e1g1)"
)]
#[case::a_captured_rook_keeps_the_right(
    "1k6/8/8/8/R7/1n6/8/R3K3 b Q -",
    "b3a1",
    "e1c1",
    Rule::CastlingRightLostToCapture,
    "the right was lost when the rook on a1 was captured: move 1 of the path (b3a1)"
)]
#[case::the_same_where_a_rook_stands_again(
    "7k/7p/7P/8/8/7R/6p1/4K2R b K -",
    "g2h1q h3h1 h8g8",
    "e1g1",
    Rule::CastlingRightLostToPromotion,
    "the right was lost when a pawn captured the rook on h1 and promoted: move 1 of the path \
     (g2h1q); the rook that stands there now is another one"
)]
#[case::a_promotion_takes_the_rook(
    "4k3/8/8/8/8/8/6p1/4K2R b K -",
    "g2h1n",
    "e1g1",
    Rule::CastlingRightLostToPromotion,
    "the right was lost when a pawn captured the rook on h1 and promoted: move 1 of the path (g2h1n)"
)]
#[case::the_king_goes_out_and_back(
    "7k/5p1p/5P1P/8/8/p6p/P6P/4K2R w K -",
    "e1f1 h8g8 f1e1 g8h8",
    "e1g1",
    Rule::CastlingRightLostToKingMove,
    "the right was lost when the king on e1 moved: move 1 of the path (e1f1)"
)]
#[case::the_rook_goes_out_and_back(
    "7k/5p1p/5P1P/8/8/p6p/P6P/4K2R w K -",
    "h1f1 h8g8 f1h1 g8h8",
    "e1g1",
    Rule::CastlingRightLostToRookMove,
    "the right was lost when the rook on h1 moved: move 1 of the path (h1f1)"
)]
#[case::one_captured_rook_clears_both_rights(
    "4k3/8/8/7R/8/5b2/8/4K2R b K -",
    "f3h5",
    "e1g1",
    Rule::CastlingRightNotLost,
    "the rook captured on h5 in move 1 of the path (f3h5) is not the one that castles: neither the \
     king on e1 nor the rook on h1 has moved"
)]
#[case::rights_are_not_restored(
    "4k2r/6K1/8/8/8/8/8/8 w k -",
    "g7g6",
    "e8g8",
    Rule::Castling,
    "neither the king on e8 nor the rook on h8 has moved, nothing stands between them, and none of \
     e8, f8 and g8 is attacked"
)]
#[case::a_pawn_takes_round_the_edge(
    "7k/8/8/P6p/8/8/8/K7 w - -",
    "",
    "a5h5",
    Rule::RoundTheEdge,
    "a5 to h5 is round the edge of the board"
)]
#[case::two_steps_over_a_piece(
    "4k3/8/8/8/8/4n3/4P3/4K3 w - -",
    "",
    "e2e4",
    Rule::DoublePushOverPiece,
    "the pawn on e2 cannot jump over the knight on e3"
)]
#[case::two_steps_from_any_rank(
    "k7/8/7p/8/8/6P1/8/K7 b - -",
    "",
    "h6h4",
    Rule::DoublePushNotFromHome,
    "a pawn takes two steps from its home rank only, which is rank 7, and this one stands on h6"
)]
#[case::a_pawn_takes_straight_ahead(
    "8/8/8/8/8/4k3/4P3/4K3 w - -",
    "",
    "e2e3",
    Rule::PawnTakesStraight,
    "a pawn takes diagonally only, and the king on e3 stands straight ahead"
)]
#[case::a_knight_is_left_out(
    "8/P1k5/K7/8/8/8/8/8 w - -",
    "",
    "a7a8n",
    Rule::Underpromotion,
    "the pawn reaches a8 and becomes a knight: a promotion on a8 gives four moves"
)]
#[case::a_pawn_becomes_a_king(
    "8/P1k5/K7/8/8/8/8/8 w - -",
    "",
    "a7a8k",
    Rule::PromotionToKingOrPawn,
    "a pawn on a8 may become a queen, rook, bishop or knight, but not a king"
)]
#[case::a_pawn_becomes_a_pawn(
    "8/P1k5/K7/8/8/8/8/8 w - -",
    "",
    "a7a8p",
    Rule::PromotionToKingOrPawn,
    "a pawn on a8 may become a queen, rook, bishop or knight, but not a pawn"
)]
#[case::a_pawn_takes_and_promotes(
    "n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - -",
    "",
    "b7a8q",
    Rule::PromotionByCapture,
    "the pawn takes the knight on a8 and becomes a queen"
)]
#[case::a_pawn_takes_and_becomes_a_rook(
    "n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - -",
    "",
    "b7c8r",
    Rule::UnderpromotionByCapture,
    "the pawn takes the knight on c8 and becomes a rook: a promotion on c8 gives four moves"
)]
#[case::a_promotion_answers_a_check(
    "2K2r2/4P3/8/8/8/8/8/3k4 w - -",
    "",
    "e7e8q",
    Rule::PromotionBlocksCheck,
    "the pawn becomes a queen and blocks the check of the rook on f8: e8 lies between it and the \
     king on c8"
)]
#[case::a_promotion_takes_the_checker(
    "2K2r2/4P3/8/8/8/8/8/3k4 w - -",
    "",
    "e7f8n",
    Rule::PromotionTakesChecker,
    "the pawn takes the rook on f8 that gives check and becomes a knight"
)]
#[case::a_promoted_piece_is_left(
    "8/k1P5/8/1K6/8/8/8/8 w - -",
    "c7c8r a7b7",
    "c7c8r",
    Rule::NoPieceThere,
    "no piece stands on c7: the pawn left it in move 1 of the path (c7c8r)"
)]
#[case::a_pin_is_ignored(
    "K7/8/8/3Q4/4q3/8/8/7k w - -",
    "",
    "d5d8",
    Rule::PinnedPieceLeavesLine,
    "the queen on e4 pins the queen on d5 to the king on a8, and d8 is not on the line between them"
)]
#[case::a_pinned_piece_is_frozen(
    "K7/8/8/3Q4/4q3/8/8/7k w - -",
    "",
    "d5c6",
    Rule::PinnedPieceAlongPin,
    "the pinned queen on d5 may move along its pin, the line from the king on a8 to the queen on e4"
)]
#[case::a_pinned_piece_may_take(
    "K7/8/8/3Q4/4q3/8/8/7k w - -",
    "",
    "d5e4",
    Rule::PinnedPieceTakesPinner,
    "the pinned queen on d5 may take the queen on e4, which pins it to the king on a8"
)]
#[case::a_double_check_is_answered_by_a_capture(
    "4r1k1/8/8/8/8/3n4/3P4/3RKB2 w - -",
    "",
    "f1d3",
    Rule::DoubleCheckNeedsKing,
    "the rook on e8 and the knight on d3 both give check to the king on e1: only the king may move"
)]
#[case::a_double_check_is_answered_by_a_block(
    "4r1k1/8/8/8/8/3n4/3P4/3RKB2 w - -",
    "",
    "f1e2",
    Rule::DoubleCheckNeedsKing,
    "the rook on e8 and the knight on d3 both give check to the king on e1: only the king may move"
)]
#[case::the_king_steps_back_along_the_line(
    "4k3/8/8/8/r3K3/8/8/8 w - -",
    "",
    "e4f4",
    Rule::KingBackAlongLine,
    "the king steps back along the line of the rook on a4: without the king on e4 it reaches f4"
)]
#[case::the_king_takes_a_protected_piece(
    "8/8/8/8/8/2k5/1q6/K7 w - -",
    "",
    "a1b2",
    Rule::KingTakesProtected,
    "the king may not take the queen on b2, which the king on c3 protects"
)]
#[case::kings_side_by_side(
    "K1k5/8/P7/8/8/8/8/8 w - -",
    "",
    "a8b8",
    Rule::KingBesideKing,
    "the king on c8 stands beside b8: two kings never stand side by side"
)]
#[case::the_attack_of_a_pawn_is_left_out(
    "8/8/7k/7p/7P/7K/8/8 w - -",
    "",
    "h3g4",
    Rule::KingIntoPawnAttack,
    "the pawn on h5 attacks g4: a pawn attacks the two squares diagonally ahead"
)]
fn a_bug_that_generators_really_have_is_named(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] text: &str,
    #[case] rule: Rule,
    #[case] reason: &str,
) {
    assert_explained(fen, moves, text, rule, reason);
}

// Legal moves.

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

#[rstest]
#[case::a_knight(START, "", "g1f3", Rule::KnightJump, "a knight jumps from g1 to f3")]
#[case::a_knight_that_takes(
    START,
    "b1c3 d7d5",
    "c3d5",
    Rule::KnightJump,
    "a knight jumps from c3 to d5 and takes the pawn on d5"
)]
#[case::a_pawn(
    START,
    "",
    "a2a3",
    Rule::PawnPush,
    "the pawn steps ahead from a2 to the empty square a3"
)]
#[case::a_double_push(
    START,
    "",
    "e2e4",
    Rule::DoublePush,
    "the pawn takes two steps from its home rank, over e3 to e4: both are empty"
)]
#[case::a_pawn_that_takes(
    START,
    "e2e4 d7d5",
    "e4d5",
    Rule::PawnCapture,
    "the pawn on e4 takes the pawn on d5, one step diagonally ahead"
)]
#[case::a_bishop(
    START,
    "e2e4 d7d5",
    "f1c4",
    Rule::BishopSlide,
    "the bishop slides along a diagonal from f1 to c4, and nothing stands between"
)]
#[case::a_rook_on_its_file(
    "4k3/8/8/8/8/8/8/R3K3 w - -",
    "",
    "a1a8",
    Rule::RookSlide,
    "the rook slides along its file from a1 to a8, and nothing stands between"
)]
#[case::a_rook_that_takes_on_its_rank(
    "4k3/8/8/8/R5n1/8/8/4K3 w - -",
    "",
    "a4g4",
    Rule::RookSlide,
    "the rook slides along its rank from a4 to g4 and takes the knight on g4, and nothing stands \
     between"
)]
#[case::a_queen_on_a_diagonal(
    START,
    "e2e4 d7d5",
    "d1h5",
    Rule::QueenSlide,
    "the queen slides along a diagonal from d1 to h5, and nothing stands between"
)]
#[case::a_king(
    "4k3/8/8/8/8/8/8/R3K3 w - -",
    "",
    "e1d1",
    Rule::KingStep,
    "the king steps from e1 to d1, which nothing attacks"
)]
#[case::a_king_that_takes(
    "4k3/8/8/8/8/8/3r4/4K3 b - -",
    "e8e7",
    "e1d2",
    Rule::KingTakesUnprotected,
    "the king takes the rook on d2, which nothing protects"
)]
#[case::a_promotion(
    "8/P1k5/K7/8/8/8/8/8 w - -",
    "",
    "a7a8q",
    Rule::Promotion,
    "the pawn reaches a8 and becomes a queen"
)]
fn a_plain_move_is_said_to_be_one(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] text: &str,
    #[case] rule: Rule,
    #[case] reason: &str,
) {
    assert_explained(fen, moves, text, rule, reason);
}

#[rstest]
#[case::a_capture(
    "4k3/8/8/8/8/3n4/2P5/4K3 w - -",
    "c2d3",
    Rule::CheckerTaken,
    "the pawn on c2 takes the knight on d3 that gives check"
)]
#[case::a_block(
    "4k3/8/8/b7/8/8/8/1N2K3 w - -",
    "b1c3",
    Rule::CheckBlocked,
    "the knight from b1 blocks the check of the bishop on a5: c3 lies between it and the king on e1"
)]
#[case::a_block_by_two_steps(
    "8/8/8/8/K6r/8/3P4/k7 w - -",
    "d2d4",
    Rule::DoublePushBlocksCheck,
    "the pawn's two steps from its home rank block the check of the rook on h4: d4 lies between it \
     and the king on a4"
)]
#[case::a_step_off_the_line(
    "4k3/8/8/b7/8/8/1N6/4K3 w - -",
    "e1d1",
    Rule::KingStepsOffLine,
    "the king steps off the line of the bishop on a5: nothing attacks d1"
)]
#[case::a_step_out_of_a_double_check(
    "4r1k1/8/8/8/8/3n4/8/4K3 w - -",
    "e1d2",
    Rule::KingLeavesCheck,
    "the king leaves the check of the rook on e8 and the knight on d3: nothing attacks d2"
)]
#[case::a_step_away_from_a_knight(
    "4k3/8/8/8/8/3n4/2P5/4K3 w - -",
    "e1e2",
    Rule::KingLeavesCheck,
    "the king leaves the check of the knight on d3: nothing attacks e2"
)]
#[case::the_king_takes_the_checker(
    "4k3/8/8/8/8/8/4q3/4K3 w - -",
    "e1e2",
    Rule::KingTakesChecker,
    "the king takes the queen on e2 that gives check, and nothing protects it"
)]
#[case::en_passant_into_the_line(
    "8/8/8/7k/4pP2/8/8/K2B4 b - f3",
    "e4f3",
    Rule::EnPassantBlocksCheck,
    "en passant e4f3 blocks the check of the bishop on d1: on f3 the pawn stands before the king on h5"
)]
#[case::a_pinned_pawn_takes_and_promotes(
    "1q2k3/2P5/3K4/8/8/8/8/8 w - -",
    "c7b8r",
    Rule::PinnedPieceTakesPinner,
    "the pinned pawn on c7 may take the queen on b8, which pins it to the king on d6; it becomes a \
     rook"
)]
#[case::either_neighbour_takes_en_passant(
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6",
    "e5d6",
    Rule::EnPassantFromBothSides,
    "the pawn on d5 has just taken two steps over d6: the pawn on e5 may take it there, and so may \
     the one on c5"
)]
#[case::one_neighbour_is_pinned(
    "2r1k3/8/8/2PpP3/8/8/8/2K5 w - d6",
    "e5d6",
    Rule::EnPassant,
    "the pawn on d5 has just taken two steps over d6: the pawn beside it on e5 may take it there"
)]
fn a_check_is_answered_and_a_pin_respected(
    #[case] fen: &str,
    #[case] text: &str,
    #[case] rule: Rule,
    #[case] reason: &str,
) {
    assert_explained(fen, "", text, rule, reason);
}

#[rstest]
#[case::a_rook_that_was_attacked_before(
    "r3k2r/8/8/8/8/1n6/8/R3K2R b KQkq -",
    "b3a1",
    "e1g1",
    Rule::CastlingRightNotLost,
    "the capture of the rook on a1 in move 1 of the path (b3a1) lost the queen's side only: neither \
     the king on e1 nor the rook on h1 has moved"
)]
#[case::a_rook_that_is_attacked_since(
    "r3k3/8/8/8/4b3/1n6/6P1/R3K2R b KQq -",
    "b3a1 g2g3 e8e7",
    "e1g1",
    Rule::CastlingWithAttackedRook,
    "the rook on h1 is attacked by the bishop on e4, but only the king's way must be safe: e1, f1 \
     and g1"
)]
#[case::the_other_rook_moved(
    CASTLING,
    "a1a2 a8b8 a2a1 b8a8",
    "e1g1",
    Rule::CastlingRightNotLost,
    "the move of the rook from a1 in move 1 of the path (a1a2) lost the queen's side only: neither \
     the king on e1 nor the rook on h1 has moved"
)]
#[case::in_chess960(
    "k7/8/8/8/8/8/8/1K4R1 w G -",
    "",
    "b1g1",
    Rule::CastlingInChess960,
    "in Chess960 the king on b1 and the rook on g1 castle from their own homes: the king goes to g1 \
     and the rook to f1"
)]
#[case::in_other_words(
    "4k3/8/8/8/8/8/8/R3K3 w Q -",
    "",
    "0-0-0",
    Rule::Castling,
    "neither the king on e1 nor the rook on a1 has moved, nothing stands between them, and none of \
     e1, d1 and c1 is attacked"
)]
#[case::after_a_castling(
    CASTLING,
    "e1c1 e8e7",
    "O-O",
    Rule::CastlingRightLostToKingMove,
    "the right was lost when the king castled: move 1 of the path (e1c1)"
)]
#[case::without_a_right(
    "4k3/8/8/8/8/8/8/4K2R w - -",
    "",
    "e1g1",
    Rule::CastlingWithoutRight,
    "White has no right to castle with the rook on h1: the FEN gives none"
)]
#[case::without_a_rook(
    "4k3/8/8/8/8/8/8/4K3 w - -",
    "",
    "e1c1",
    Rule::CastlingWithoutRook,
    "no rook of White is at home on a1, and the FEN gives no right to castle on the queen's side"
)]
#[case::an_own_rook_in_the_way(
    "k7/8/8/8/8/8/P7/R1R1K3 w Q -",
    "",
    "e1c1",
    Rule::CastlingKingWayBlocked,
    "the rook on c1 stands in the way of the king on e1 and the rook on a1"
)]
#[case::a_rook_that_uncovers_its_king(
    "7k/8/8/8/8/8/8/qRK5 w B -",
    "",
    "c1b1",
    Rule::CastlingIntoCheck,
    "after castling the queen on a1 attacks the king on c1: the rook has left b1"
)]
#[case::two_attackers(
    "3rk3/8/8/8/5n2/8/4r3/R3K3 w Q -",
    "",
    "e1d1",
    Rule::KingIntoAttack,
    "the rook on d8 attacks d1"
)]
fn a_castling_is_explained_by_what_is_known_of_its_right(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] text: &str,
    #[case] rule: Rule,
    #[case] reason: &str,
) {
    assert_explained(fen, moves, text, rule, reason);
}

// Illegal moves.

#[rstest]
#[case::no_piece(START, "", "e4e5", Rule::NoPieceThere, "no piece stands on e4")]
#[case::a_piece_that_has_left(
    START,
    "e2e4 e7e5",
    "e2e3",
    Rule::NoPieceThere,
    "no piece stands on e2: the pawn left it in move 1 of the path (e2e4)"
)]
#[case::a_pawn_that_was_taken_in_passing(
    "4k3/8/8/8/3p4/8/4P3/4K3 w - -",
    "e2e4 d4e3 e1f1 e8e7",
    "e4e5",
    Rule::NoPieceThere,
    "no piece stands on e4: the pawn there has been gone since move 2 of the path (d4e3)"
)]
#[case::a_piece_of_the_other_side(
    START,
    "",
    "e7e5",
    Rule::PieceOfTheOtherSide,
    "the pawn on e7 is Black's, and White is to move"
)]
#[case::a_move_that_ends_where_it_begins(
    START,
    "",
    "e2e2",
    Rule::StaysWhereItIs,
    "a move leads to another square, and this one ends on e2 where it begins"
)]
#[case::an_own_piece(
    START,
    "",
    "a1a2",
    Rule::TakesOwnPiece,
    "the rook on a1 may not take the pawn on a2 of its own side"
)]
#[case::an_own_piece_diagonally_ahead(
    "4k3/8/8/8/8/3N4/4P3/4K3 w - -",
    "",
    "e2d3",
    Rule::TakesOwnPiece,
    "the pawn on e2 may not take the knight on d3 of its own side"
)]
#[case::an_own_piece_straight_ahead(
    "4k3/8/8/8/4N3/8/4P3/4K3 w - -",
    "",
    "e2e4",
    Rule::TakesOwnPiece,
    "the knight on e4 of its own side stands in the way of the pawn"
)]
#[case::an_own_rook_beside_the_king(
    "k7/8/8/8/8/8/8/4KR2 w - -",
    "",
    "e1f1",
    Rule::TakesOwnPiece,
    "the king on e1 may not take the rook on f1 of its own side"
)]
#[case::a_king(
    "4k3/8/8/8/8/8/4N3/4K3 w - -",
    "",
    "e2e8",
    Rule::TakesKing,
    "no move takes a king, and there is one on e8; a knight jumps one step straight and one \
     diagonally onwards, and e2 to e8 is no such move"
)]
#[case::another_way(
    START,
    "",
    "g1g3",
    Rule::NotItsWay,
    "a knight jumps one step straight and one diagonally onwards, and g1 to g3 is no such move"
)]
#[case::over_a_piece(
    START,
    "",
    "a1a3",
    Rule::JumpsOverPiece,
    "the rook on a1 cannot jump over the pawn on a2"
)]
#[case::two_steps_onto_a_piece(
    "4k3/8/8/8/4n3/8/4P3/4K3 w - -",
    "",
    "e2e4",
    Rule::PawnTakesStraight,
    "a pawn takes diagonally only, and the knight on e4 stands straight ahead"
)]
#[case::nothing_to_take(
    START,
    "",
    "e2d3",
    Rule::PawnDiagonalWithoutCapture,
    "a pawn moves diagonally only when it takes, and there is nothing on d3"
)]
#[case::en_passant_a_move_too_late(
    START,
    "e2e4 a7a6 e4e5 d7d5 a2a3 a6a5",
    "e5d6",
    Rule::EnPassantTooLate,
    "d6 was the en passant square after move 4 of the path (d7d5), and the chance to take there \
     lasted for one move"
)]
#[case::en_passant_of_two_single_steps(
    START,
    "e2e4 d7d6 e4e5 d6d5",
    "e5d6",
    Rule::EnPassantWithoutDoublePush,
    "the pawn on d5 has not just taken two steps, so d6 is no en passant square"
)]
#[case::a_promotion_on_another_rank(
    START,
    "",
    "e2e3q",
    Rule::PromotionOfNothing,
    "the pawn on e2 promotes on rank 8 only, and not on e3"
)]
#[case::a_promotion_of_a_knight(
    START,
    "",
    "g1f3q",
    Rule::PromotionOfNothing,
    "the knight on g1 is no pawn and does not promote"
)]
#[case::no_promotion(
    "8/P1k5/K7/8/8/8/8/8 w - -",
    "",
    "a7a8",
    Rule::PawnDoesNotPromote,
    "a pawn that reaches a8 must become a queen, rook, bishop or knight: expected the letter of one, \
     as in a7a8q"
)]
fn a_move_that_no_piece_has_is_told_apart(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] text: &str,
    #[case] rule: Rule,
    #[case] reason: &str,
) {
    assert_explained(fen, moves, text, rule, reason);
}

#[rstest]
#[case::a_knight_at_the_edge("4k3/8/8/8/8/8/8/N3K3 w - -", "a1g2", Rule::RoundTheEdge)]
#[case::a_knight_on_a_row_of_64("4k3/8/8/8/7N/8/8/4K3 w - -", "h4b6", Rule::RoundTheEdge)]
#[case::a_king_on_a_row_of_64("4k3/8/8/8/8/8/K7/8 w - -", "a2h1", Rule::RoundTheEdge)]
#[case::a_king_on_the_same_rank("4k3/8/8/8/8/8/K7/8 w - -", "a2h2", Rule::RoundTheEdge)]
#[case::a_black_pawn_on_the_same_rank("4k3/p7/8/8/8/8/8/4K3 b - -", "a7h6", Rule::RoundTheEdge)]
#[case::a_bishop("4k3/8/8/8/8/8/8/1B2K3 w - -", "b1g4", Rule::RoundTheEdge)]
#[case::a_bishop_with_a_piece_on_its_way("4k3/8/8/5P2/8/7P/8/1B2K3 w - -", "b1g4", Rule::NotItsWay)]
#[case::a_pawn_two_files_further("4k3/8/8/8/8/8/P7/4K3 w - -", "a2c3", Rule::NotItsWay)]
#[case::a_pawn_backwards("4k3/8/8/8/P7/8/8/4K3 w - -", "a4a3", Rule::NotItsWay)]
#[case::a_blocked_rook_on_its_rank("4k3/8/8/8/R2P3p/8/8/4K3 w - -", "a4h4", Rule::JumpsOverPiece)]
fn a_move_round_the_edge_would_be_right_if_the_board_went_on(
    #[case] fen: &str,
    #[case] text: &str,
    #[case] rule: Rule,
) {
    assert_eq!(explain(fen, "", text).rule, rule, "{fen} {text}");
}

#[rstest]
#[case::into_an_attack(
    "4k3/8/8/8/8/8/6r1/4K3 w - -",
    "",
    "e1d2",
    Rule::KingIntoAttack,
    "the rook on g2 attacks d2"
)]
#[case::into_two_attacks(
    "4k3/8/8/8/8/2p4r/8/2K5 w - -",
    "c1b1 h3h2",
    "b1b2",
    Rule::KingIntoAttack,
    "the rook on h2 and the pawn on c3 attack b2"
)]
#[case::onto_a_piece_that_is_protected_twice(
    "4k3/8/8/8/8/2p5/3r3r/3K4 w - -",
    "",
    "d1d2",
    Rule::KingTakesProtected,
    "the king may not take the rook on d2, which the rook on h2 and the pawn on c3 protect"
)]
#[case::check_of_a_knight(
    "4k3/8/8/8/8/3n4/2P5/4K3 w - -",
    "",
    "c2c3",
    Rule::CheckNotAnswered,
    "the knight on d3 gives check to the king on e1, and c2c3 does not take it"
)]
#[case::check_of_a_bishop(
    "4k3/8/8/b7/8/8/1N6/4K3 w - -",
    "",
    "b2d1",
    Rule::CheckNotAnswered,
    "the bishop on a5 gives check to the king on e1, and b2d1 neither takes it nor steps between \
     the two"
)]
#[case::check_taken_by_a_pinned_piece(
    "4k3/8/8/b7/8/2N5/8/r3K3 w - -",
    "",
    "c3d1",
    Rule::PinnedPieceLeavesLine,
    "the bishop on a5 pins the knight on c3 to the king on e1, and d1 is not on the line between \
     them"
)]
#[case::en_passant_by_a_pawn_pinned_on_its_file(
    "3r3k/8/8/3Pp3/8/8/8/3K4 w - e6",
    "",
    "d5e6",
    Rule::PinnedPieceLeavesLine,
    "the rook on d8 pins the pawn on d5 to the king on d1, and e6 is not on the line between them"
)]
#[case::en_passant_of_a_pawn_that_covers_the_king(
    "7b/8/8/3Pp3/8/8/1K6/7k w - e6",
    "",
    "d5e6",
    Rule::EnPassantUncoversDiagonal,
    "after d5e6 the bishop on h8 attacks the king on b2: the pawn that it takes on e5 stood between \
     them"
)]
fn a_king_left_in_check_is_shown_its_attacker(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] text: &str,
    #[case] rule: Rule,
    #[case] reason: &str,
) {
    assert_explained(fen, moves, text, rule, reason);
}

#[test]
fn a_legal_move_that_is_asked_for_as_an_illegal_one_is_said_to_be_legal() {
    let explanation = explain_name(&line(START, ""), MoveName::from_text("g1f3").unwrap());
    assert_eq!(explanation.rule, Rule::KnightJump);
    assert_eq!(explanation.reason, "the move is legal: a knight jumps from g1 to f3");
}

#[test]
fn an_illegal_move_that_is_asked_for_as_a_legal_one_is_said_to_be_illegal() {
    let mv = Move::normal(square("a1"), square("a3"));
    let explanation = explain_move(&line(START, ""), mv);
    assert_eq!(explanation.rule, Rule::JumpsOverPiece);
    assert_eq!(explanation.squares, ["a1", "a3", "a2"].map(square));
}

// The path.

#[test]
fn a_path_knows_its_end_and_the_text_of_each_move() {
    let path = line(CASTLING, "e1g1 e8c8");
    assert_eq!(path.texts(), ["e1g1", "e8c8"]);
    assert_eq!(path.end().to_string(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    assert_eq!(path.plies().map(|step| step.ordinal).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(Line::at(path.root).end(), path.root);
}

#[test]
fn the_last_ply_of_a_kind_is_found_with_its_number() {
    let path = line(START, "e2e4 e7e5 g1f3 b8c6");
    let step = path.last_ply(|step| step.mv.kind == MoveKind::DoublePush).unwrap();
    assert_eq!(step.to_string(), "move 2 of the path (e7e5)");
    assert_eq!(path.last_ply(|step| step.mv.kind == MoveKind::EnPassant), None);
}

// The table.

#[test]
fn every_rule_has_a_name_and_a_title_of_its_own() {
    let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    let titles: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.title()).collect();
    assert_eq!((ids.len(), titles.len()), (Rule::ALL.len(), Rule::ALL.len()));
    let is_kebab = |id: &str| {
        id.chars()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    assert!(ids.into_iter().all(is_kebab));
}

#[test]
fn the_name_of_a_rule_is_its_name_in_the_code() {
    for rule in Rule::ALL {
        let words = rule.id().split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
        assert_eq!(words.collect::<String>(), format!("{rule:?}"));
    }
}

// All positions of the suites.

fn promotion(mv: Move) -> Option<PieceKind> {
    match mv.kind {
        MoveKind::Promotion(kind) => Some(kind),
        _ => None,
    }
}

/// The squares of an explanation begin with the ends of the move, and none is there twice.
fn assert_marked(explanation: &Explanation, what: &str) {
    let squares: BTreeSet<Square> = explanation.squares.iter().copied().collect();
    assert_eq!(squares.len(), explanation.squares.len(), "{what}");
    assert!(!explanation.reason.is_empty(), "{what}");
}

#[test]
fn every_legal_move_of_the_suites_is_explained_by_a_rule_that_makes_it_legal() {
    let mut rules = BTreeSet::new();
    for position in suite_positions() {
        for mv in position.legal_moves() {
            let explanation = explain_move(&Line::at(position), mv);
            let what = format!("{position} {}", position.move_text(mv));
            assert_eq!(explanation.rule.kind(), RuleKind::MakesLegal, "{what}");
            assert_marked(&explanation, &what);
            assert!(explanation.squares.starts_with(&[mv.from]), "{what}");
            rules.insert(explanation.rule);
        }
    }
    let never: Vec<&str> = Rule::ALL
        .iter()
        .filter(|rule| rule.kind() == RuleKind::MakesLegal && !rules.contains(rule))
        .map(|rule| rule.id())
        .collect();
    assert_eq!(never, ["castling-right-not-lost", "en-passant-blocks-check"]);
}

#[test]
fn the_piece_that_proves_a_move_illegal_attacks_the_king_after_it() {
    let mut proved = 0;
    for position in suite_positions() {
        let us = position.side_to_move();
        for mv in position.pseudo_legal_moves() {
            if position.is_legal(mv) {
                continue;
            }
            let text = position.move_text(mv);
            let explanation =
                explain_name(&Line::at(position), MoveName::from_text(&text).unwrap());
            let what = format!("{position} {text}: {explanation:?}");
            assert_eq!(explanation.rule.kind(), RuleKind::MakesIllegal, "{what}");
            assert_marked(&explanation, &what);
            let is_named = |square: &Square| explanation.reason.contains(&format!(" on {square}"));
            let proof =
                explanation.squares.iter().copied().skip_while(|&it| it == mv.from || it == mv.to);
            let proof = proof.take_while(|&square| {
                position.board().at(square).is_some_and(|piece| !piece.belongs_to(us))
            });
            let proof: Vec<Square> = proof.collect();
            assert!(proof.iter().any(is_named), "{what}");
            if !matches!(explanation.rule, Rule::CastlingThroughAttack | Rule::CastlingOutOfCheck) {
                let next = position.after_unchecked(mv);
                let attackers = attackers(next.board(), next.king(us), !us);
                // Of a double check both are named, though one of them may be taken.
                assert!(attackers.contains(&proof[0]), "{what}");
            }
            proved += 1;
        }
    }
    assert!(proved > 1000, "only {proved} illegal moves");
}

#[test]
fn every_move_of_the_suites_that_is_not_legal_is_explained_by_a_rule_that_forbids_it() {
    let mut rules = BTreeSet::new();
    for position in suite_positions() {
        let path = Line::at(position);
        let legal: Vec<_> =
            position.legal_moves().into_iter().map(|mv| (mv.from, mv.to, promotion(mv))).collect();
        for from in Square::all() {
            for to in Square::all() {
                let promotions = PieceKind::ALL.map(Some);
                // Letters matter where a piece could go, and for the rest one of them stands for all.
                let letters = if position.board().at(from).is_some() {
                    &promotions[..]
                } else {
                    &promotions[..1]
                };
                for &promotion in [None].iter().chain(letters) {
                    let named = MoveName::Squares { from, to, promotion };
                    let explanation = explain_name(&path, named);
                    let is_legal = legal.contains(&(from, to, promotion))
                        || is_castling_onto_rook(&position, named);
                    let expected =
                        if is_legal { RuleKind::MakesLegal } else { RuleKind::MakesIllegal };
                    assert_eq!(
                        explanation.rule.kind(),
                        expected,
                        "{position} {named:?}: {explanation:?}"
                    );
                    rules.insert(explanation.rule);
                }
            }
        }
    }
    let never: Vec<&str> = Rule::ALL
        .iter()
        .filter(|rule| rule.kind() == RuleKind::MakesIllegal && !rules.contains(rule))
        .map(|rule| rule.id())
        .collect();
    let need_a_path = [
        "en-passant-too-late",
        "castling-right-lost-to-king-move",
        "castling-right-lost-to-rook-move",
        "castling-right-lost-to-promotion",
        "castling-right-lost-to-capture",
    ];
    assert_eq!(never, need_a_path);
    let marked: Vec<&str> = Rule::ALL
        .iter()
        .filter(|rule| rule.kind() == RuleKind::MakesIllegal && rule.depends_on_earlier_moves())
        .map(|rule| rule.id())
        .collect();
    assert_eq!(marked, need_a_path);
}

/// Castling may be written as the king taking its own rook.
fn is_castling_onto_rook(position: &Position, named: MoveName) -> bool {
    matches!(
        named.among(&position.legal_moves())[..],
        [Move { kind: MoveKind::Castling { .. }, .. }]
    )
}

/// The path of some moves that are picked one here, one there.
fn wander(root: Position, pick: usize, length: usize) -> Line {
    (0..length).fold(Line::at(root), |path, ply| {
        let moves = path.end().legal_moves();
        let index = (pick * 31 + ply * 17) % moves.len().max(1);
        moves.get(index).map_or(path.clone(), |&mv| path.and(mv))
    })
}

#[test]
fn behind_a_path_every_move_is_explained_and_the_mirrored_one_by_the_same_rule() {
    let mut rules = BTreeSet::new();
    let castlings = CastlingSide::BOTH.map(MoveName::Castling);
    for (pick, root) in suite_positions().enumerate() {
        let path = wander(root, pick, 2 + pick % 5);
        let (mirror, end) = (mirrored_path(&path), path.end());
        let steps = Square::all().flat_map(|from| {
            Square::all().map(move |to| MoveName::Squares { from, to, promotion: None })
        });
        for named in steps.chain(castlings) {
            let explanation = explain_name(&path, named);
            let is_legal = named.among(&end.legal_moves()).len() == 1;
            let expected = if is_legal { RuleKind::MakesLegal } else { RuleKind::MakesIllegal };
            let what = format!("{root} {:?} {named:?}: {explanation:?}", path.texts());
            assert_eq!(explanation.rule.kind(), expected, "{what}");
            assert_eq!(
                explain_name(&mirror, mirrored_name(named)).rule,
                explanation.rule,
                "{what}"
            );
            rules.insert(explanation.rule);
        }
    }
    for rule in [
        Rule::CastlingRightNotLost,
        Rule::EnPassantTooLate,
        Rule::CastlingRightLostToKingMove,
        Rule::CastlingRightLostToRookMove,
        Rule::CastlingRightLostToCapture,
    ] {
        assert!(rules.contains(&rule), "no path shows {}", rule.id());
    }
}
