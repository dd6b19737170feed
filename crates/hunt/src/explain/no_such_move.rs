//! Why no piece of the side to move could make such a move at all: it is not even pseudo-legal.

use super::castling;
use super::explanation::Explanation;
use super::facts::{Scene, attacks_on_empty_board, kind_name, name_on};
use super::rules::Rule;
use ox88::{Board, File, Piece, PieceKind, Rank, Square};

/// Why a move from one square to another is not pseudo-legal.
pub(super) fn why(
    scene: &Scene,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Explanation {
    let us = scene.us();
    let Some(piece) = scene.board().at(from) else { return no_piece_there(scene, from) };
    if !piece.belongs_to(us) {
        let name = scene.piece(from);
        return Rule::PieceOfTheOtherSide
            .because(format!("{name} is {}'s, and {us} is to move", !us));
    }
    if from == to {
        return Rule::StaysWhereItIs.because(format!(
            "a move must end on another square, and this one ends on {to}, where it began"
        ));
    }
    let mut moves = scene.here.pseudo_legal_moves().into_iter();
    if moves.any(|mv| mv.from == from && mv.to == to) {
        return wrong_letter(scene, from, to, promotion);
    }
    if let Some((side, rook)) = castling::meant_by(scene, from, to) {
        return castling::why_impossible(scene, side, rook);
    }
    let in_its_way = match piece.kind() {
        PieceKind::Pawn => pawn_move(scene, from, to),
        _ => piece_move(scene, piece, from, to),
    };
    in_its_way.unwrap_or_else(|| not_its_way(scene, piece, from, to))
}

fn no_piece_there(scene: &Scene, from: Square) -> Explanation {
    let gone = scene.line.last_ply(|ply| {
        ply.before.board().at(from).is_some() && ply.after.board().at(from).is_none()
    });
    let since = gone.map_or(String::new(), |ply| {
        let name = name_on(ply.before.board(), from);
        if ply.mv.from == from {
            format!(": the {name} left it in {ply}")
        } else {
            format!(": the {name} there has been gone since {ply}")
        }
    });
    Rule::NoPieceThere.because(format!("there is no piece on {from}{since}"))
}

/// The piece may go there, but not with this letter of a promotion, or not without a letter.
fn wrong_letter(
    scene: &Scene,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Explanation {
    let us = scene.us();
    let is_pawn = scene.own(from) == Some(PieceKind::Pawn);
    let piece = scene.piece(from);
    match promotion.map(kind_name) {
        Some(name) if is_pawn && us.promotes_on(to) => Rule::PromotionToKingOrPawn.because(
            format!("a pawn on {to} may become a queen, rook, bishop or knight, but not a {name}"),
        ),
        Some(_) if is_pawn => {
            let rank = us.promotion_rank().digit();
            Rule::PromotionOfNothing
                .because(format!("{piece} promotes on rank {rank} only, and not on {to}"))
        }
        Some(_) => {
            Rule::PromotionOfNothing.because(format!("{piece} is no pawn and does not promote"))
        }
        None => Rule::PawnDoesNotPromote.because(format!(
            "a pawn that reaches {to} must become a queen, rook, bishop or knight: expected the \
             letter of one, as in {from}{to}q"
        )),
    }
}

/// A pawn goes straight ahead or diagonally where it may not. None if it does neither.
fn pawn_move(scene: &Scene, from: Square, to: Square) -> Option<Explanation> {
    let us = scene.us();
    let ahead = from.step(us.forward())?;
    if to == ahead {
        Some(straight_into_piece(scene, to))
    } else if Some(to) == ahead.step(us.forward()) {
        Some(two_steps(scene, from, ahead, to))
    } else if !attacks_on_empty_board(Piece::new(us, PieceKind::Pawn), from, to) {
        None
    } else if scene.own(to).is_some() {
        Some(own_piece_there(scene, from, to))
    } else {
        Some(diagonal_without_capture(scene, to))
    }
}

fn two_steps(scene: &Scene, from: Square, over: Square, to: Square) -> Explanation {
    let home = scene.us().pawn_home_rank();
    if from.rank() != home {
        let rank = home.digit();
        Rule::DoublePushNotFromHome.because(format!(
            "a pawn takes two steps from its home rank only, which is rank {rank}, and this one \
             stands on {from}"
        ))
    } else if scene.board().at(over).is_some() {
        let piece = scene.piece(over);
        Rule::DoublePushOverPiece
            .because(format!("the pawn on {from} cannot jump over {piece}"))
            .shown_by([over])
    } else {
        straight_into_piece(scene, to)
    }
}

fn straight_into_piece(scene: &Scene, to: Square) -> Explanation {
    let piece = scene.piece(to);
    if scene.own(to).is_some() {
        Rule::TakesOwnPiece
            .because(format!("{piece} of its own side stands in the way of the pawn"))
    } else {
        Rule::PawnTakesStraight
            .because(format!("a pawn takes diagonally only, and {piece} stands straight ahead"))
    }
}

/// A pawn goes to an empty square that it attacks and that is not the en passant square.
fn diagonal_without_capture(scene: &Scene, to: Square) -> Explanation {
    let beside = scene.us().en_passant_victim(to);
    let skipped = scene.line.last_ply(|ply| ply.after.en_passant() == Some(to));
    let was_skipped_at_root = scene.line.root.en_passant() == Some(to);
    let since = skipped
        .map(|ply| format!("after {ply}"))
        .or_else(|| was_skipped_at_root.then(|| "where the line begins".to_owned()));
    if let Some(since) = since {
        return Rule::EnPassantTooLate
            .because(format!(
                "{to} was the en passant square {since}, and it could be used for one move only"
            ))
            .shown_by(beside);
    }
    let can_be_skipped = (!scene.us()).double_push_over(to).is_some();
    let is_pawn = |square: &Square| scene.enemy(*square) == Some(PieceKind::Pawn);
    match beside.filter(is_pawn).filter(|_| can_be_skipped) {
        Some(beside) => {
            let pawn = scene.piece(beside);
            Rule::EnPassantWithoutDoublePush
                .because(format!(
                    "{pawn} has not just taken two steps, so {to} is no en passant square"
                ))
                .shown_by([beside])
        }
        None => Rule::PawnDiagonalWithoutCapture.because(format!(
            "a pawn moves diagonally only when it takes, and there is nothing on {to}"
        )),
    }
}

/// A piece other than a pawn moves as it may, but something is in the way. `None` if it does not move
/// like that.
fn piece_move(scene: &Scene, piece: Piece, from: Square, to: Square) -> Option<Explanation> {
    if !attacks_on_empty_board(piece, from, to) {
        return None;
    }
    let over = scene.occupied(from.between(to));
    if over.is_empty() {
        return Some(own_piece_there(scene, from, to));
    }
    let sentence = format!("{} cannot jump over {}", scene.piece(from), scene.pieces(&over));
    Some(Rule::JumpsOverPiece.because(sentence).shown_by(over))
}

fn own_piece_there(scene: &Scene, from: Square, to: Square) -> Explanation {
    let (piece, own) = (scene.piece(from), scene.piece(to));
    Rule::TakesOwnPiece.because(format!("{piece} may not take {own} of its own side"))
}

fn not_its_way(scene: &Scene, piece: Piece, from: Square, to: Square) -> Explanation {
    if reaches_round_the_edge(scene.board(), piece, from, to) {
        return Rule::RoundTheEdge
            .because(format!("{from} to {to} goes round the edge of the board"));
    }
    let way = match piece.kind() {
        PieceKind::Pawn => "a pawn walks straight ahead and takes one step diagonally ahead",
        PieceKind::Knight => "a knight jumps two squares along a rank or file and one to the side",
        PieceKind::Bishop => "a bishop slides along diagonals",
        PieceKind::Rook => "a rook slides along ranks and files",
        PieceKind::Queen => "a queen slides along ranks, files and diagonals",
        PieceKind::King => "a king takes one step",
    };
    let not_so = format!("{way}, which does not lead from {from} to {to}");
    if scene.enemy(to) == Some(PieceKind::King) {
        return Rule::TakesKing
            .because(format!("a king is never taken, and there is one on {to}; {not_so}"));
    }
    Rule::NotItsWay.because(not_so)
}

// Round the edge of the board.

/// How many files and ranks it is from one square to another. It may lead beyond the edge.
type Way = (isize, isize);

/// Where the board seems to begin again for an engine that does not test for the edge.
///
/// Behind the last rank is the first one. Behind the h-file is the a-file: on the same rank where
/// files and ranks are counted apart, on the next one where all squares are numbered in one row.
/// After h4 comes a5 if the row begins with a1, and a3 if it begins with a8.
const BOARD_AGAIN: [Way; 8] =
    [(0, 8), (0, -8), (8, 0), (-8, 0), (8, -1), (-8, 1), (8, 1), (-8, -1)];

/// Whether a piece would come to a square over one edge of the board and over empty squares. With
/// more than one edge it would come to every square.
fn reaches_round_the_edge(board: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let (files, ranks) = way(from, to);
    BOARD_AGAIN.into_iter().any(|(again_files, again_ranks)| {
        let round = (files + again_files, ranks + again_ranks);
        // Two squares that lie as far apart, if the board is large enough.
        let mut pairs = Square::all().filter_map(|near| Some((near, end_of(near, round)?)));
        let Some((near, far)) = pairs.next() else { return false };
        let is_empty = |passed: Square| {
            let before_edge = end_of(from, way(near, passed));
            let square = before_edge.or_else(|| end_of(to, way(far, passed)));
            square.is_none_or(|square| board.at(square).is_none())
        };
        attacks_on_empty_board(piece, near, far) && near.between(far).all(is_empty)
    })
}

fn way(from: Square, to: Square) -> Way {
    let place = |square: Square| square.ordinal().cast_signed();
    (place(to) % 8 - place(from) % 8, place(to) / 8 - place(from) / 8)
}

/// The square to which a way leads, if it is on the board.
fn end_of(from: Square, (files, ranks): Way) -> Option<Square> {
    let file = (from.ordinal() % 8).checked_add_signed(files)?;
    let rank = (from.ordinal() / 8).checked_add_signed(ranks)?;
    Some(Square::new(File::all().nth(file)?, Rank::all().nth(rank)?))
}
