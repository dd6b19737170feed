//! Why no piece of the side to move could make such a move at all: it is not even pseudo-legal.

use super::castling;
use super::explanation::{Explanation, reasons};
use super::facts::{Scene, attacks_on_empty_board, between, kind_name, name_on, side_name};
use super::rules::Rule;
use ox88::{Board, File, Move, MoveKind, Piece, PieceKind, Rank, Square};

/// Why a move from one square to another is not pseudo-legal.
pub(super) fn why(
    scene: &Scene,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Explanation {
    let us = scene.us();
    let Some(piece) = scene.board().at(from) else { return no_piece_there(scene, from, to) };
    let is_move = |mv: &Move| mv.from == from && mv.to == to;
    if !piece.belongs_to(us) {
        let name = scene.piece(from);
        Rule::PieceOfTheOtherSide.because(format!("{name} is {}'s, and {us} is to move", !us))
    } else if from == to {
        Rule::StaysWhereItIs.because(format!(
            "a move must end on another square, and this one ends on {to}, where it began"
        ))
    } else if scene.here.pseudo_legal_moves().iter().any(is_move) {
        wrong_letter(scene, from, to, promotion)
    } else if let Some((side, rook)) = castling::meant_by(scene, from, to) {
        castling::why_impossible(scene, side, rook)
    } else if piece.kind() == PieceKind::Pawn {
        pawn_move(scene, from, to)
    } else if attacks_on_empty_board(piece, from, to) {
        in_the_way(scene, from, to)
    } else {
        not_its_way(scene, piece, from, to)
    }
}

fn no_piece_there(scene: &Scene, from: Square, to: Square) -> Explanation {
    let us = scene.us();
    if let Some(side) = castling::of_the_other_side(scene, from, to) {
        let side = side_name(side);
        return Rule::NoPieceThere.because(format!(
            "{from} is empty: this would be {us} castling {side}, and only {} has that right",
            !us
        ));
    }
    let gone = scene.line.last_ply(|ply| {
        ply.before.board().at(from).is_some() && ply.after.board().at(from).is_none()
    });
    let since = gone.map_or(String::new(), |ply| {
        let name = name_on(ply.before.board(), from);
        match ply.mv.kind {
            MoveKind::EnPassant if ply.mv.from != from => {
                format!(": the {name} that stood there was captured by {ply}")
            }
            _ => format!(": the {name} left it with {ply}"),
        }
    });
    Rule::NoPieceThere.because(format!("{from} is empty{since}"))
}

/// The piece may go there, but not with this letter of a promotion, or not without a letter.
fn wrong_letter(
    scene: &Scene,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Explanation {
    let us = scene.us();
    let (piece, is_pawn) = (scene.piece(from), scene.own(from) == Some(PieceKind::Pawn));
    reasons! {
        (promotion.is_none()) => PawnDoesNotPromote, [],
            "a pawn that reaches {to} must become a queen, rook, bishop or knight: expected the letter of one, as in \
             {from}{to}q";
        (let Some(kind) = promotion && is_pawn && us.promotes_on(to)) => PromotionToKingOrPawn, [],
            "a pawn on {to} may become a queen, rook, bishop or knight, but not a {name}", name = kind_name(kind);
        (is_pawn) => PromotionOfNothing, [],
            "{piece} promotes on rank {rank} only, and not on {to}", rank = (!us).home_rank().digit();
        else PromotionOfNothing, [], "{piece} is not a pawn and cannot promote";
    }
}

/// A pawn goes where it may not: straight ahead, diagonally, or elsewhere.
fn pawn_move(scene: &Scene, from: Square, to: Square) -> Explanation {
    let us = scene.us();
    let pawn = Piece::new(us, PieceKind::Pawn);
    let ahead = from.step(us.forward());
    let two_ahead = ahead.and_then(|ahead| ahead.step(us.forward()));
    if ahead == Some(to) || two_ahead == Some(to) {
        straight_ahead(scene, from, to)
    } else if !attacks_on_empty_board(pawn, from, to) {
        not_its_way(scene, pawn, from, to)
    } else if scene.own(to).is_some() {
        in_the_way(scene, from, to)
    } else {
        diagonal_without_capture(scene, to)
    }
}

/// One step, or two.
fn straight_ahead(scene: &Scene, from: Square, to: Square) -> Explanation {
    let (home, over) = (scene.us().pawn_home_rank(), between(from, to).next());
    let (rank, piece) = (home.digit(), scene.piece(to));
    reasons! {
        (over.is_some() && from.rank() != home) => DoublePushNotFromHome, [],
            "a pawn takes two steps only from its home rank, rank {rank}; this one is on {from}";
        (let Some(over) = over && scene.board().at(over).is_some()) => DoublePushOverPiece, [over],
            "the pawn on {from} cannot jump over {piece}", piece = scene.piece(over);
        (scene.own(to).is_some()) => TakesOwnPiece, [],
            "the pawn on {from} is blocked by its own {piece}", piece = scene.name_and_square(to);
        else PawnTakesStraight, [],
            "a pawn captures only diagonally, and {piece} is straight ahead";
    }
}

/// A pawn goes to an empty square that it attacks and that is not the en passant square.
fn diagonal_without_capture(scene: &Scene, to: Square) -> Explanation {
    let beside = scene.us().en_passant_victim(to);
    let skipped = scene.line.last_ply(|ply| ply.after.en_passant() == Some(to));
    let first = scene.line.texts().into_iter().next();
    let can_be_skipped = (!scene.us()).double_push_over(to).is_some();
    let is_pawn = |square: &Square| scene.enemy(*square) == Some(PieceKind::Pawn);
    let (us, root) = (scene.us(), scene.line.root);
    let of_root = first.filter(|_| root.en_passant() == Some(to));
    let only = format!("only {} could capture en passant there, and only at once", !us);
    reasons! {
        (let Some(ply) = skipped && ply.side() == us) => EnPassantTooLate, [],
            "{to} was the en passant square of {us}'s own push {ply}: {only}";
        (let Some(ply) = skipped) => EnPassantTooLate, [],
            "{to} was the en passant square after {ply}, but only the very next move may capture there";
        (let Some(first) = &of_root && root.side_to_move() != us) => EnPassantTooLate, [],
            "{to} was the en passant square of {us}'s own double push: {only}, but the next move was {first}";
        (let Some(first) = of_root) => EnPassantTooLate, [],
            "en passant on {to} had to be played at once, but the next move was {first}";
        (let Some(beside) = beside.filter(is_pawn) && can_be_skipped) => EnPassantWithoutDoublePush, [beside],
            "{pawn} has not just taken two steps, so {to} is not an en passant square", pawn = scene.piece(beside);
        else PawnDiagonalWithoutCapture, [],
            "a pawn moves diagonally only when it takes, and there is nothing on {to}";
    }
}

/// A piece moves as it may, but another one is in the way, or one of its own side where the move ends.
fn in_the_way(scene: &Scene, from: Square, to: Square) -> Explanation {
    let (piece, over) = (scene.piece(from), scene.occupied(between(from, to)));
    reasons! {
        (!over.is_empty()) => JumpsOverPiece, over,
            "{piece} cannot jump over {pieces}", pieces = scene.pieces(&over);
        else TakesOwnPiece, [], "{piece} may not capture its own {own}", own = scene.name_and_square(to);
    }
}

fn not_its_way(scene: &Scene, piece: Piece, from: Square, to: Square) -> Explanation {
    let way = match piece.kind() {
        PieceKind::Pawn => {
            "a pawn moves one step straight ahead, or two from its home rank, and captures one step diagonally ahead"
        }
        PieceKind::Knight => "a knight jumps two squares along a rank or file and one to the side",
        PieceKind::Bishop => "a bishop slides along diagonals",
        PieceKind::Rook => "a rook slides along ranks and files",
        PieceKind::Queen => "a queen slides along ranks, files and diagonals",
        PieceKind::King => "a king takes one step",
    };
    let captures_en_passant =
        piece.kind() == PieceKind::Pawn && scene.here.en_passant() == Some(to);
    let what = if captures_en_passant { "en passant from " } else { "" };
    reasons! {
        (reaches_round_the_edge(scene.board(), piece, from, to)) => RoundTheEdge, [],
            "{what}{from} to {to} wraps around the edge of the board";
        (scene.enemy(to) == Some(PieceKind::King)) => TakesKing, [],
            "a king is never captured, and there is one on {to}; {way}: that does not lead from {from} to {to}";
        (castling::seems_meant_by(scene, from, to)) => NotItsWay, [],
            "{way}; {from}{to} looks like castling that puts the king on the wrong square";
        else NotItsWay, [], "{way}: that does not lead from {from} to {to}";
    }
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
        attacks_on_empty_board(piece, near, far) && between(near, far).all(is_empty)
    })
}

fn way(from: Square, to: Square) -> Way {
    let place = |square: Square| square.number().cast_signed();
    (place(to) % 8 - place(from) % 8, place(to) / 8 - place(from) / 8)
}

/// The square to which a way leads, if it is on the board.
fn end_of(from: Square, (files, ranks): Way) -> Option<Square> {
    let file = (from.number() % 8).checked_add_signed(files)?;
    let rank = (from.number() / 8).checked_add_signed(ranks)?;
    Some(Square::new(File::all().nth(file)?, Rank::all().nth(rank)?))
}
