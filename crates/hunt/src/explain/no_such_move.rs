//! Why no piece of the side to move could make such a move at all: it is not even pseudo-legal.

use super::castling;
use super::facts::attacks_on_empty_board;
use super::facts::{Reason, Scene, kind_name, name_on};
use super::rules::Rule;
use ox88::{Board, File, Piece, PieceKind, Rank, Square};

/// Why a move from one square to another is not pseudo-legal.
pub(super) fn why(scene: &Scene, from: Square, to: Square, promotion: Option<PieceKind>) -> Reason {
    let us = scene.us();
    let Some(piece) = scene.board().at(from) else { return no_piece_there(scene, from) };
    if !piece.belongs_to(us) {
        let sentence = format!("{} is {}'s, and {us} is to move", scene.piece(from), !us);
        return Reason::new(Rule::PieceOfTheOtherSide, sentence);
    }
    if from == to {
        let sentence =
            format!("a move must end on another square, and this one ends on {to}, where it began");
        return Reason::new(Rule::StaysWhereItIs, sentence);
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

fn no_piece_there(scene: &Scene, from: Square) -> Reason {
    let gone = scene.line.last_ply(|ply| {
        ply.before.board().at(from).is_some() && ply.after.board().at(from).is_none()
    });
    let since = match gone {
        None => String::new(),
        Some(ply) => {
            let name = name_on(ply.before.board(), from);
            if ply.mv.from == from {
                format!(": the {name} left it in {ply}")
            } else {
                format!(": the {name} there has been gone since {ply}")
            }
        }
    };
    Reason::new(Rule::NoPieceThere, format!("there is no piece on {from}{since}"))
}

/// The piece may go there, but not with this letter of a promotion, or not without a letter.
fn wrong_letter(scene: &Scene, from: Square, to: Square, promotion: Option<PieceKind>) -> Reason {
    let last_rank = scene.us().promotion_rank();
    let is_pawn = scene.own(from) == Some(PieceKind::Pawn);
    let piece = scene.piece(from);
    match promotion {
        Some(kind) if is_pawn && scene.us().promotes_on(to) => {
            let name = kind_name(kind);
            let sentence = format!(
                "a pawn on {to} may become a queen, rook, bishop or knight, but not a {name}"
            );
            Reason::new(Rule::PromotionToKingOrPawn, sentence)
        }
        Some(_) if is_pawn => {
            let rank = last_rank.digit();
            let sentence = format!("{piece} promotes on rank {rank} only, and not on {to}");
            Reason::new(Rule::PromotionOfNothing, sentence)
        }
        Some(_) => {
            let sentence = format!("{piece} is no pawn and does not promote");
            Reason::new(Rule::PromotionOfNothing, sentence)
        }
        None => {
            let sentence = format!(
                "a pawn that reaches {to} must become a queen, rook, bishop or knight: expected \
                 the letter of one, as in {from}{to}q"
            );
            Reason::new(Rule::PawnDoesNotPromote, sentence)
        }
    }
}

/// A pawn goes straight ahead or diagonally where it may not. None if it does neither.
fn pawn_move(scene: &Scene, from: Square, to: Square) -> Option<Reason> {
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

fn two_steps(scene: &Scene, from: Square, over: Square, to: Square) -> Reason {
    let home = scene.us().pawn_home_rank();
    if from.rank() != home {
        let rank = home.digit();
        let sentence = format!(
            "a pawn takes two steps from its home rank only, which is rank {rank}, and this one \
             stands on {from}"
        );
        Reason::new(Rule::DoublePushNotFromHome, sentence)
    } else if scene.board().at(over).is_some() {
        let sentence = format!("the pawn on {from} cannot jump over {}", scene.piece(over));
        Reason::new(Rule::DoublePushOverPiece, sentence).shown_by([over])
    } else {
        straight_into_piece(scene, to)
    }
}

fn straight_into_piece(scene: &Scene, to: Square) -> Reason {
    let piece = scene.piece(to);
    if scene.own(to).is_some() {
        let sentence = format!("{piece} of its own side stands in the way of the pawn");
        Reason::new(Rule::TakesOwnPiece, sentence)
    } else {
        let sentence = format!("a pawn takes diagonally only, and {piece} stands straight ahead");
        Reason::new(Rule::PawnTakesStraight, sentence)
    }
}

/// A pawn goes to an empty square that it attacks and that is not the en passant square.
fn diagonal_without_capture(scene: &Scene, to: Square) -> Reason {
    let them = !scene.us();
    let beside = scene.passed_pawn(to);
    let skipped = scene.line.last_ply(|ply| ply.after.en_passant() == Some(to));
    let was_skipped_at_root = scene.line.root.en_passant() == Some(to);
    let since = skipped
        .map(|ply| format!("after {ply}"))
        .or_else(|| was_skipped_at_root.then(|| "where the line begins".to_owned()));
    if let Some(since) = since {
        let sentence = format!(
            "{to} was the en passant square {since}, and it could be used for one move only"
        );
        return Reason::new(Rule::EnPassantTooLate, sentence).shown_by(beside);
    }
    let can_be_skipped = them.double_push_over(to).is_some();
    match beside {
        Some(beside) if can_be_skipped && scene.enemy(beside) == Some(PieceKind::Pawn) => {
            let pawn = scene.piece(beside);
            let sentence =
                format!("{pawn} has not just taken two steps, so {to} is no en passant square");
            Reason::new(Rule::EnPassantWithoutDoublePush, sentence).shown_by([beside])
        }
        _ => {
            let sentence =
                format!("a pawn moves diagonally only when it takes, and there is nothing on {to}");
            Reason::new(Rule::PawnDiagonalWithoutCapture, sentence)
        }
    }
}

/// A piece other than a pawn moves as it may, but something is in the way. `None` if it does not move
/// like that.
fn piece_move(scene: &Scene, piece: Piece, from: Square, to: Square) -> Option<Reason> {
    if !attacks_on_empty_board(piece, from, to) {
        return None;
    }
    let is_piece = |&square: &Square| scene.board().at(square).is_some();
    let over: Vec<Square> = from.between(to).filter(is_piece).collect();
    if over.is_empty() {
        return Some(own_piece_there(scene, from, to));
    }
    let sentence = format!("{} cannot jump over {}", scene.piece(from), scene.pieces(&over));
    Some(Reason::new(Rule::JumpsOverPiece, sentence).shown_by(over))
}

fn own_piece_there(scene: &Scene, from: Square, to: Square) -> Reason {
    let (piece, own) = (scene.piece(from), scene.piece(to));
    Reason::new(Rule::TakesOwnPiece, format!("{piece} may not take {own} of its own side"))
}

fn not_its_way(scene: &Scene, piece: Piece, from: Square, to: Square) -> Reason {
    if reaches_round_the_edge(scene.board(), piece, from, to) {
        let sentence = format!("{from} to {to} goes round the edge of the board");
        return Reason::new(Rule::RoundTheEdge, sentence);
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
        let sentence = format!("a king is never taken, and there is one on {to}; {not_so}");
        return Reason::new(Rule::TakesKing, sentence);
    }
    Reason::new(Rule::NotItsWay, not_so)
}

// Round the edge of the board.

/// Files and ranks: the way from one square to another, or the place of a square seen from a1. It
/// may lie beyond the edge of the board.
#[derive(Clone, Copy)]
struct Offset {
    files: isize,
    ranks: isize,
}

/// Where the board seems to begin again for an engine that does not test for the edge.
///
/// Behind the last rank is the first one. Behind the h-file is the a-file: on the same rank where
/// files and ranks are counted apart, on the next one where all squares are numbered in one row.
/// After h4 comes a5 if the row begins with a1, and a3 if it begins with a8.
const BOARD_AGAIN: [Offset; 8] = [
    Offset { files: 0, ranks: 8 },
    Offset { files: 0, ranks: -8 },
    Offset { files: 8, ranks: 0 },
    Offset { files: -8, ranks: 0 },
    Offset { files: 8, ranks: -1 },
    Offset { files: -8, ranks: 1 },
    Offset { files: 8, ranks: 1 },
    Offset { files: -8, ranks: -1 },
];

/// Whether a piece would come to a square over one edge of the board and over empty squares. With
/// more than one edge it would come to every square.
fn reaches_round_the_edge(board: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let start = Offset::of(from);
    BOARD_AGAIN.into_iter().any(|again| {
        let way = Offset::of(to).plus(again).minus(start);
        let Some((near, far)) = squares_apart(way) else { return false };
        let is_empty = |passed: Square| {
            let place = Offset::of(passed).minus(Offset::of(near)).plus(start);
            let square = place.square().or_else(|| place.minus(again).square());
            square.is_none_or(|square| board.at(square).is_none())
        };
        attacks_on_empty_board(piece, near, far) && near.between(far).all(is_empty)
    })
}

/// Two squares of the board that lie as far apart, if the board is large enough.
fn squares_apart(way: Offset) -> Option<(Square, Square)> {
    let corner = |distance: isize| if distance < 0 { 7 } else { 0 };
    let near = Offset { files: corner(way.files), ranks: corner(way.ranks) };
    near.square().zip(near.plus(way).square())
}

impl Offset {
    fn of(square: Square) -> Offset {
        let ordinal = square.ordinal().cast_signed();
        Offset { files: ordinal % 8, ranks: ordinal / 8 }
    }

    fn square(self) -> Option<Square> {
        let file = File::all().nth(usize::try_from(self.files).ok()?)?;
        let rank = Rank::all().nth(usize::try_from(self.ranks).ok()?)?;
        Some(Square::new(file, rank))
    }

    const fn plus(self, other: Offset) -> Offset {
        Offset { files: self.files + other.files, ranks: self.ranks + other.ranks }
    }

    const fn minus(self, other: Offset) -> Offset {
        Offset { files: self.files - other.files, ranks: self.ranks - other.ranks }
    }
}
