//! Can a position arise: is there a last move that explains its check and its en passant square?
//!
//! The last move is taken back in every way there could be, and each position before it has to lead
//! here by a legal move. So the rules that decide are those of the library, and nothing in here is
//! trusted but that no way is left out.

use ox88::{
    CastlingNotation, CastlingPair, Color, File, Move, MoveKind, Piece, PieceKind, Position, Setup,
    Square,
};

/// How many moves in a row are explained. A position before a check may itself need a last move, as
/// before a capture en passant.
const MOVES_BACK: u32 = 3;

/// What a move may have taken.
const TAKEN: [PieceKind; 5] =
    [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// Whether a game could come here, as far as its last moves and its pieces say.
pub fn can_arise(position: &Position) -> bool {
    is_explained(position, MOVES_BACK)
}

/// Without a check and without an en passant square, the last move may have been anywhere.
fn is_explained(position: &Position, moves_back: u32) -> bool {
    let needs_a_last_move = position.en_passant().is_some() || position.is_check();
    // The last move was that of a pawn, from which the clock counts.
    let has_clock_at_0 = position.setup().halfmove_clock == 0;
    Color::BOTH.into_iter().all(|color| is_of_one_set(position, color))
        && (has_clock_at_0 || position.en_passant().is_none())
        && (!needs_a_last_move
            || moves_back == 0
            || positions_before(position).any(|before| is_explained(&before, moves_back - 1)))
}

/// Whether what a side has beyond its first pieces can have been its missing pawns.
fn is_of_one_set(position: &Position, color: Color) -> bool {
    let count = |kind| {
        let piece = Some(Piece::new(color, kind));
        Square::all().filter(|&square| position.board().at(square) == piece).count()
    };
    let at_first = [
        (PieceKind::Knight, 2),
        (PieceKind::Bishop, 2),
        (PieceKind::Rook, 2),
        (PieceKind::Queen, 1_usize),
    ];
    let promoted: usize =
        at_first.map(|(kind, first)| count(kind).saturating_sub(first)).iter().sum();
    count(PieceKind::Pawn) + promoted <= 8
}

/// The positions from which a legal move leads to this one.
fn positions_before(after: &Position) -> impl Iterator<Item = Position> {
    let set_ups = set_ups_before(after).into_iter();
    let positions = set_ups.filter_map(|set_up| Position::new(set_up).ok());
    positions.filter(|before| leads_to(before, after))
}

fn leads_to(before: &Position, after: &Position) -> bool {
    before.legal_moves().into_iter().any(|mv| {
        let arrived = before.after(mv);
        // Where no pawn can take en passant, a FEN may leave the square out.
        let is_en_passant = |mv: &Move| mv.kind == MoveKind::EnPassant;
        let may_be_left_out =
            after.en_passant().is_none() && !arrived.legal_moves().iter().any(is_en_passant);
        arrived.same_but_for_counters(after)
            || may_be_left_out && without_en_passant(&arrived).same_but_for_counters(after)
    })
}

fn without_en_passant(position: &Position) -> Position {
    let setup = Setup { en_passant: None, ..position.setup() };
    Position::new(setup).expect("only the en passant square has gone")
}

/// What the last move may have been played from, whether or not that makes sense.
fn set_ups_before(after: &Position) -> Vec<Setup> {
    let us = !after.side_to_move();
    let now = Setup { side_to_move: us, en_passant: None, ..after.setup() };
    let mut set_ups = castlings_taken_back(after, now);
    for (to, piece) in now.board.pieces(us) {
        let pawn = Piece::new(us, PieceKind::Pawn);
        let was_promoted = us.promotes_on(to) && piece.kind() != PieceKind::King;
        let moved = [Some(piece), was_promoted.then_some(pawn)];
        for from in Square::all().filter(|&from| now.board.at(from).is_none()) {
            for moved in moved.into_iter().flatten() {
                let mut before = now;
                before.board.clear(to);
                before.board.put(from, moved);
                set_ups.push(before);
                for taken in TAKEN {
                    before.board.put(to, Piece::new(!us, taken));
                    set_ups.push(before);
                }
            }
            if let Some(passed) = us.en_passant_victim(to)
                && piece == pawn
                && now.board.at(passed).is_none()
                && passed != from
            {
                let mut before = Setup { en_passant: Some(to), ..now };
                before.board.clear(to);
                before.board.put(from, pawn);
                before.board.put(passed, Piece::new(!us, PieceKind::Pawn));
                set_ups.push(before);
            }
        }
    }
    set_ups
}

/// Before castling, king and rook were at home, and had the right. Where all that is left of rights is
/// that of ordinary chess, so was the one that is gone.
fn castlings_taken_back(after: &Position, now: Setup) -> Vec<Setup> {
    let us = now.side_to_move;
    let is_chess960 = after.castling_notation() == CastlingNotation::KingTakesRook;
    let home = || Square::all().filter(move |square| square.rank() == us.home_rank());
    let pairs = home().flat_map(|king| home().map(move |rook| (king, rook)));
    let back = |(king, rook): (Square, Square)| {
        let castling = CastlingPair::new(king, rook);
        let is_ordinary = king.file() == File::E && rook.file() == castling.side().edge();
        let (target, rook_target) = (castling.king_target(), castling.rook_target());
        let rook_piece = Piece::new(us, PieceKind::Rook);
        let has_castled = after.king(us) == target && now.board.at(rook_target) == Some(rook_piece);
        if king == rook || !has_castled || !(is_ordinary || is_chess960) {
            return None;
        }
        let mut before = now;
        before.board.clear(target);
        before.board.clear(rook_target);
        before.board.put(king, Piece::new(us, PieceKind::King));
        before.board.put(rook, rook_piece);
        before.castling.grant(us, castling.side(), rook);
        Some(before)
    };
    pairs.filter_map(back).collect()
}
