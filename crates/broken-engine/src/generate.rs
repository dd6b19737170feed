//! Pseudo-legal moves: how the pieces move, even if the king is left in check.
//!
//! Each fault is one branch that asks `self.has(..)`.

use crate::faults::{Fault, wing_towards};
use crate::game::{Game, on_wing, other};
use crate::legal::between;
use ox88::{CastlingPair, CastlingSide, Color, Direction, Move, MoveKind, PieceKind, Square};

impl Game {
    pub fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces(self.side) {
            match piece.kind() {
                PieceKind::Pawn => {
                    self.pawn_steps(from, &mut moves);
                    self.pawn_captures(from, &mut moves);
                }
                PieceKind::Knight => self.knight_moves(from, &mut moves),
                PieceKind::Bishop => self.slides(from, &Direction::DIAGONAL, &mut moves),
                PieceKind::Rook => self.slides(from, &Direction::STRAIGHT, &mut moves),
                PieceKind::Queen => {
                    self.slides(from, &Direction::ALL, &mut moves);
                    let is_capture = |mv: &&Move| mv.from == from && !self.is_empty(mv.to);
                    let again: Vec<Move> = moves.iter().filter(is_capture).copied().collect();
                    if !again.is_empty() && self.has(Fault::QueenCapturesGeneratedTwice) {
                        moves.extend(again);
                    }
                }
                PieceKind::King => {
                    self.king_steps(from, &mut moves);
                    self.castlings(from, &mut moves);
                }
            }
        }
        self.faults.order.sort(&self.board, &mut moves);
        moves
    }

    fn is_own(&self, square: Square) -> bool {
        self.board.at(square).is_some_and(|piece| piece.belongs_to(self.side))
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.board.at(square).is_some_and(|piece| !piece.belongs_to(self.side))
    }

    fn pawn_steps(&self, from: Square, moves: &mut Vec<Move>) {
        let us = self.side;
        let Some(ahead) = from.step(us.forward()) else { return };
        let is_free = self.is_empty(ahead);
        if is_free || self.is_enemy(ahead) && self.has(Fault::PawnTakesStraightAhead) {
            self.pawn_arrives(from, ahead, moves);
        }
        if let Some(to) = ahead.step(us.forward())
            && self.is_empty(to)
            && (from.rank() == us.pawn_home_rank() || self.has(Fault::DoublePushFromAnyRank))
            && (is_free || self.has(Fault::DoublePushJumpsAPiece))
        {
            moves.push(Move { from, to, kind: MoveKind::DoublePush });
        }
    }

    fn pawn_captures(&self, from: Square, moves: &mut Vec<Move>) {
        for direction in self.side.pawn_captures() {
            match from.step(direction) {
                Some(to) if self.is_enemy(to) => self.pawn_arrives(from, to, moves),
                Some(to) if self.may_take_en_passant(from, to) => {
                    moves.push(Move { from, to, kind: MoveKind::EnPassant });
                }
                Some(_) => {}
                None => self.pawn_captures_round_the_edge(from, direction, moves),
            }
        }
    }

    fn may_take_en_passant(&self, from: Square, to: Square) -> bool {
        let is_forgotten = || {
            self.has(Fault::EpMissing)
                || to.file() > from.file() && self.has(Fault::EpOnlyTowardsTheAFile)
                || to.file() < from.file() && self.has(Fault::EpOnlyTowardsTheHFile)
        };
        self.en_passant == Some(to) && self.is_empty(to) && !is_forgotten()
    }

    fn pawn_captures_round_the_edge(
        &self,
        from: Square,
        direction: Direction,
        moves: &mut Vec<Move>,
    ) {
        let Some(to) = numbered_step(from, self.pawn_capture_number(direction)) else { return };
        let [west, _] = self.side.pawn_captures();
        let wing = if direction == west { CastlingSide::QueenSide } else { CastlingSide::KingSide };
        if self.is_enemy(to) && self.has_on(wing, Fault::PawnCaptureWrapsRoundTheEdge) {
            self.pawn_arrives(from, to, moves);
        }
        if self.en_passant == Some(to) && self.has_on(wing, Fault::EpWrapsRoundTheEdge) {
            moves.push(Move { from, to, kind: MoveKind::EnPassant });
        }
    }

    /// By how much a pawn's capture changes the number of a square.
    fn pawn_capture_number(&self, direction: Direction) -> i32 {
        let rank = if self.side == Color::White { 8 } else { -8 };
        let [west, _] = self.side.pawn_captures();
        if direction == west { rank - 1 } else { rank + 1 }
    }

    fn pawn_arrives(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        if self.side.promotes_on(to) {
            let wing = (!self.is_empty(to)).then(|| wing_towards(from, to));
            let promotions = self.promotions(wing).into_iter();
            moves.extend(promotions.map(|kind| Move { from, to, kind: MoveKind::Promotion(kind) }));
        } else {
            moves.push(Move::normal(from, to));
        }
    }

    /// The pieces that a pawn may become, by a capture towards a wing or by a step.
    fn promotions(&self, capture: Option<CastlingSide>) -> Vec<PieceKind> {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut kinds = PieceKind::PROMOTIONS.to_vec();
        if self.has(Fault::PromotionToQueenOnly) {
            kinds = vec![Queen];
        }
        if self.has(Fault::PromotionWithoutKnight) {
            kinds.retain(|&kind| kind != Knight);
        }
        if self.has(Fault::PromotionWithoutBishop) {
            kinds.retain(|&kind| kind != Bishop);
        }
        if self.has(Fault::PromotionWithoutKnightAndBishop) {
            kinds = vec![Queen, Rook];
        }
        if self.has(Fault::PromotionToKing) {
            kinds.push(King);
        }
        if self.has(Fault::PromotionToPawn) {
            kinds.push(Pawn);
        }
        if self.has(Fault::PromotionToKingInsteadOfKnight) {
            kinds = vec![Queen, Rook, Bishop, King];
        }
        if capture.is_some_and(|wing| self.has_on(wing, Fault::PromotionByCaptureMissing)) {
            kinds.clear();
        }
        if capture.is_some_and(|wing| self.has_on(wing, Fault::PromotionByCaptureToQueenOnly)) {
            kinds = vec![Queen];
        }
        kinds
    }

    fn knight_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let mut goals: Vec<Square> =
            Direction::KNIGHT.into_iter().filter_map(|jump| from.step(jump)).collect();
        if self.has(Fault::KnightWrapsRoundTheEdge) {
            let jumps = [17, 10, -6, -15, -17, -10, 6, 15];
            goals = jumps.into_iter().filter_map(|jump| numbered_step(from, jump)).collect();
        }
        let free = goals.into_iter().filter(|&to| !self.is_own(to));
        moves.extend(free.map(|to| Move::normal(from, to)));
    }

    fn slides(&self, from: Square, directions: &[Direction], moves: &mut Vec<Move>) {
        let Some(piece) = self.board.at(from) else { return };
        let passes_one = piece.kind() == PieceKind::Bishop
            && self.has(Fault::BishopSlidesThroughOnePiece)
            || piece.kind() == PieceKind::Rook && self.has(Fault::RookSlidesThroughOnePiece);
        for &direction in directions {
            let mut passes_left = u32::from(passes_one);
            let mut next = from.step(direction);
            while let Some(to) = next {
                if !self.is_own(to) || self.has(Fault::SliderTakesItsOwnPiece) {
                    moves.push(Move::normal(from, to));
                }
                next = to.step(direction);
                if !self.is_empty(to) {
                    if passes_left == 0 {
                        break;
                    }
                    passes_left -= 1;
                }
            }
        }
    }

    fn king_steps(&self, from: Square, moves: &mut Vec<Move>) {
        let goals = Direction::ALL.into_iter().filter_map(|direction| from.step(direction));
        let free = goals.filter(|&to| !self.is_own(to) || self.has(Fault::KingTakesItsOwnPiece));
        moves.extend(free.map(|to| Move::normal(from, to)));
    }

    /// Castling with each rook that has kept its right, if the paths of king and rook are free.
    fn castlings(&self, king: Square, moves: &mut Vec<Move>) {
        if king != self.king_homes[self.side.index()] {
            return;
        }
        for side in CastlingSide::BOTH {
            let Some(rook) = self.rights.rook(self.side, side) else { continue };
            let castling = CastlingPair::new(king, rook);
            let is_on_goal = king == castling.king_target() || rook == castling.rook_target();
            let is_forgotten = || {
                self.has_on(side, Fault::CastlingMissing)
                    || is_on_goal && self.has_on(side, Fault::CastlingWithAPieceOnItsGoalMissing)
            };
            if !self.holds(rook, self.side, PieceKind::Rook) && !self.trusts_the_right(side) {
                continue;
            }
            if self.has_other_wing(castling) {
                let elsewhere = self.castling_elsewhere(castling, king, side);
                moves.extend(elsewhere.filter(|_| !is_forgotten()));
                continue;
            }
            let is_free = castling.is_free(|square| {
                self.is_empty(square)
                    || square == castling.rook_target()
                        && self.has_on(side, Fault::CastlingWithF1Occupied)
                    || castling.king_path().all(|crossed| crossed != square)
                        && self.has(Fault::CastlingWithB1Occupied)
                    || between(king, square).any(|it| it == rook)
                        && ![castling.king_target(), castling.rook_target()].contains(&square)
                        && self.has_on(side, Fault::CastlingWithAPieceBeyondTheRook)
            });
            if is_free && !is_forgotten() {
                let mut mv = Move::castling(king, rook);
                if side == CastlingSide::QueenSide && self.has(Fault::LongCastlingToTheBFile) {
                    mv.to = mv.to.step(Direction::WEST).unwrap_or(mv.to);
                }
                moves.push(mv);
            }
        }
    }

    /// The castling on a wing with a rook that has the right of the other wing. It is made there, unless the rook has
    /// its own right as well.
    fn castling_elsewhere(
        &self,
        castling: CastlingPair,
        king: Square,
        wing: CastlingSide,
    ) -> Option<Move> {
        let goal = on_wing(castling, wing);
        let between = |one: Square, end: Square| {
            let on_rank = Square::all().filter(move |it| it.rank() == one.rank());
            on_rank.filter(move |it| *it >= one.min(end) && *it <= one.max(end))
        };
        let is_free = |it: Square| self.is_empty(it) || it == king || it == castling.rook();
        let way = between(king, goal.king_target());
        let is_legal = way.chain(between(castling.rook(), goal.rook_target())).all(is_free)
            && !between(king, goal.king_target()).any(|it| self.is_attacked(it, !self.side));
        let mv = Move::castling(king, castling.rook());
        let is_own = self.rights.rook(self.side, castling.side()) == Some(castling.rook());
        let to = if is_own { mv.to } else { goal.king_target() };
        is_legal.then_some(Move { to, ..mv })
    }

    /// Whether the rook of a castling has the right of the other wing.
    pub fn has_other_wing(&self, castling: CastlingPair) -> bool {
        self.rights.rook(self.side, other(castling.side())) == Some(castling.rook())
    }

    /// Whether the engine castles by the right alone, without a look at the rook. One side makes the mistake, by a
    /// capture that leaves the right of the other side, and the other side castles.
    fn trusts_the_right(&self, wing: CastlingSide) -> bool {
        self.faults.has_on(wing, Fault::CapturedRookKeepsTheRight, !self.side)
            || self.faults.has_on(wing, Fault::PromotionTakingTheRookKeepsTheRight, !self.side)
            || self.has_on(wing, Fault::CastlingWithoutTheRook)
    }
}

/// A step without regard to the edges, by the numbers of the squares from a1 along the ranks to h8.
fn numbered_step(from: Square, step: i32) -> Option<Square> {
    let rank = i32::from(from.rank().digit() as u8 - b'1');
    let file = i32::from(from.file().letter() as u8 - b'a');
    let number = usize::try_from(rank * 8 + file + step).ok()?;
    Square::all().nth(number)
}
