//! Which pseudo-legal moves are legal: make the move, look at the king, take it back.
//!
//! An engine goes wrong here if it takes a shortcut: it decides without making the move. Each such fault is one branch
//! that asks `self.has(..)`.

use crate::faults::Fault;
use crate::game::Game;
use ox88::{CastlingPair, Color, Direction, Move, MoveKind, Piece, PieceKind, Square};
use std::iter;

/// The decision of a shortcut, before the move is made.
enum Shortcut {
    Legal,
    Illegal,
    /// The move has to be made and tested.
    Unknown,
}

impl Game {
    /// The legal moves. Each pseudo-legal move is made and taken back, so a faulty `undo` spoils the position here.
    pub fn legal_moves(&mut self) -> Vec<Move> {
        if Color::BOTH.iter().all(|&it| self.is_bare(it)) && self.has(Fault::DrawsByBareKings) {
            return Vec::new();
        }
        let mut moves = self.pseudo_legal();
        if self.has(Fault::UndoForgetsTheEpSquareGeneratedLast) {
            moves.retain(|mv| mv.kind != MoveKind::EnPassant);
            moves.retain(|&mv| self.is_legal(mv));
            let mut last = self.pseudo_legal();
            last.retain(|&mv| mv.kind == MoveKind::EnPassant && self.is_legal(mv));
            moves.extend(last);
        } else {
            moves.retain(|&mv| self.is_legal(mv));
        }
        moves
    }

    /// Whether this side has nothing but its king.
    fn is_bare(&self, color: Color) -> bool {
        self.board.pieces(color).count() == 1
    }

    fn is_legal(&mut self, mv: Move) -> bool {
        match self.shortcut(mv) {
            Shortcut::Legal => true,
            Shortcut::Illegal => false,
            Shortcut::Unknown => self.is_king_safe_after(mv),
        }
    }

    fn is_king_safe_after(&mut self, mv: Move) -> bool {
        let us = self.side;
        self.make(mv);
        let is_safe = !self.is_attacked(self.kings[us.index()], !us);
        self.undo();
        is_safe
    }

    fn shortcut(&mut self, mv: Move) -> Shortcut {
        match mv.kind {
            MoveKind::Castling { rook } => self.shortcut_for_castling(mv, rook),
            _ if mv.from == self.kings[self.side.index()] => self.shortcut_for_king_step(mv),
            MoveKind::EnPassant => match self.shortcut_for_en_passant(mv) {
                Shortcut::Unknown => self.shortcut_for_other(mv),
                shortcut => shortcut,
            },
            MoveKind::Promotion(_) if self.forgets_promotion_in_check(mv) => Shortcut::Illegal,
            _ => self.shortcut_for_other(mv),
        }
    }

    fn shortcut_for_castling(&self, mv: Move, rook: Square) -> Shortcut {
        let them = !self.side;
        let castling = CastlingPair::new(mv.from, rook);
        let has = |fault| self.has_on(castling.side(), fault);
        if self.has_other_wing(castling) {
            return Shortcut::Unknown;
        }
        for square in castling.king_path() {
            if !self.is_attacked(square, them) {
                continue;
            }
            let is_looked_at = if square == mv.from {
                let forgets = self.is_of_fen() && has(Fault::FenForgetsTheCheck);
                !has(Fault::CastlingOutOfCheck) && !forgets
            } else if square == castling.king_target() {
                !has(Fault::CastlingIntoCheck)
            } else {
                !has(Fault::CastlingThroughAnAttack)
            };
            if is_looked_at {
                return Shortcut::Illegal;
            }
        }
        if between(rook, castling.rook_target()).any(|square| self.is_attacked(square, them))
            && self.has(Fault::CastlingForbiddenByAttackOnB1)
            || self.is_attacked(rook, them) && has(Fault::CastlingForbiddenByAttackOnRook)
        {
            return Shortcut::Illegal;
        }
        if !self.sliders_behind_knights().is_empty() && self.has(Fault::CheckSeenThroughKnights) {
            return Shortcut::Illegal;
        }
        // An attack that is ignored here must not be seen later either.
        let is_sure =
            has(Fault::CastlingIntoCheck) || self.is_of_fen() && has(Fault::FenForgetsTheCheck);
        if is_sure { Shortcut::Legal } else { Shortcut::Unknown }
    }

    fn shortcut_for_king_step(&self, mv: Move) -> Shortcut {
        if !self.is_empty(mv.to) && self.has(Fault::KingTakesAProtectedPiece) {
            return Shortcut::Legal;
        }
        // Without a check no line ends at the king.
        if self.is_check() && self.has(Fault::KingStepsBackAlongTheRay) {
            // The king still stands on its old square, and hides the squares behind it.
            let is_attacked = self.is_attacked(mv.to, !self.side);
            return if is_attacked { Shortcut::Illegal } else { Shortcut::Legal };
        }
        Shortcut::Unknown
    }

    fn shortcut_for_en_passant(&mut self, mv: Move) -> Shortcut {
        if self.has_in_capture(mv, Fault::EpInAnUnrelatedCheck) && self.is_check() {
            return Shortcut::Legal;
        }
        if self.has_in_capture(mv, Fault::EpOfTheCheckingPawnMissing) && !self.in_check_mask(mv.to)
        {
            return Shortcut::Illegal;
        }
        if self.has_in_capture(mv, Fault::EpUncoversTheKingAlongTheRank)
            && !self.is_check()
            && self.king().rank() == mv.from.rank()
        {
            return Shortcut::Legal;
        }
        if self.has_in_capture(mv, Fault::EpAlongItsPinMissing) && self.is_pinned(mv.from) {
            return Shortcut::Illegal;
        }
        if self.has_in_capture(mv, Fault::EpTestedBeforeThePawnLands)
            && self.is_check_without_both_pawns(mv)
        {
            return Shortcut::Illegal;
        }
        if self.has(Fault::EpDecidedByOnePawn)
            && let Some(other) = self.capture_from_the_queen_side(mv)
            && !self.is_king_safe_after(other)
        {
            return Shortcut::Illegal;
        }
        Shortcut::Unknown
    }

    /// The same capture en passant by the pawn on the other side of the one that is taken, if that is the side of the
    /// queens.
    fn capture_from_the_queen_side(&self, mv: Move) -> Option<Move> {
        let [_, east] = self.side.pawn_captures();
        let pawn = Some(Piece::new(self.side, PieceKind::Pawn));
        let takes = |from: &Square| self.board.at(*from) == pawn && from.step(east) == Some(mv.to);
        let from = Square::all().find(takes).filter(|&from| from != mv.from)?;
        Some(Move { from, ..mv })
    }

    fn forgets_promotion_in_check(&self, mv: Move) -> bool {
        let is_capture = !self.is_empty(mv.to);
        (self.has(Fault::PromotionThatBlocksACheckMissing) && !is_capture
            || self.has_in_capture(mv, Fault::PromotionThatTakesTheCheckerMissing) && is_capture)
            && self.is_check()
    }

    /// For a move of another piece than the king.
    fn shortcut_for_other(&mut self, mv: Move) -> Shortcut {
        let (is_check, is_pinned) = (self.is_check(), self.is_pinned(mv.from));
        let is_usual = mv.kind != MoveKind::EnPassant;
        if is_pinned && is_usual && !is_check && self.has(Fault::PinIgnored) {
            return Shortcut::Legal;
        }
        if is_pinned && self.has(Fault::PinnedPieceFrozen) {
            return Shortcut::Illegal;
        }
        let king = self.king();
        let is_on_line =
            |slider: Square| mv.to == slider || between(king, slider).any(|it| it == mv.to);
        if !is_check
            && self.has_knight_in_front()
            && self.has(Fault::CheckSeenThroughKnights)
            && !self.sliders_behind_knights().into_iter().all(is_on_line)
        {
            return Shortcut::Illegal;
        }
        if self.has(Fault::PinSeenThroughKnights) {
            let sliders = self.sliders_behind_knights();
            let piece = self.board.at(mv.from);
            self.board.clear(mv.from);
            let uncovered = self.sliders_behind_knights();
            if let Some(piece) = piece {
                self.board.put(mv.from, piece);
            }
            let mut pinners = uncovered.into_iter().filter(|slider| !sliders.contains(slider));
            if pinners.any(|slider| !is_on_line(slider)) {
                return Shortcut::Illegal;
            }
        }
        if self.en_passant == Some(mv.to)
            && self.has(Fault::EnPassantByAnotherPiece)
            && self.goes_where_the_checking_pawn_was_skipped(mv)
            && !is_pinned
        {
            return Shortcut::Legal;
        }
        let takes_checker = is_check
            && self.has(Fault::DoubleCheckAnsweredByACapture)
            && self.checkers().contains(&mv.to);
        let blocks_check =
            is_check && self.has(Fault::DoubleCheckAnsweredByABlock) && self.blocks_a_check(mv.to);
        if (takes_checker || blocks_check) && self.checkers().len() == 2 && !is_pinned {
            return Shortcut::Legal;
        }
        Shortcut::Unknown
    }

    /// Whether the first piece on some line from the king is a knight.
    fn has_knight_in_front(&self) -> bool {
        Direction::ALL.into_iter().any(|line| {
            let first = line_of(self.king(), line).find_map(|square| self.board.at(square));
            first.is_some_and(|piece| piece.kind() == PieceKind::Knight)
        })
    }

    /// The enemy sliders that would give check if the knights in their way were gone.
    fn sliders_behind_knights(&self) -> Vec<Square> {
        let look = |line: Direction| {
            let on_line = line_of(self.king(), line).filter(|&square| !self.is_empty(square));
            let pieces: Vec<Square> = on_line.collect();
            let is_knight = |square: &&Square| {
                self.board.at(**square).is_some_and(|piece| piece.kind() == PieceKind::Knight)
            };
            let knights = pieces.iter().take_while(is_knight).count();
            let first = pieces.get(knights).copied().filter(|_| knights > 0)?;
            let slider = if Direction::STRAIGHT.contains(&line) {
                PieceKind::Rook
            } else {
                PieceKind::Bishop
            };
            let piece = self.board.at(first)?;
            (!piece.belongs_to(self.side) && piece.slides_like(slider)).then_some(first)
        };
        Direction::ALL.into_iter().filter_map(look).collect()
    }

    fn goes_where_the_checking_pawn_was_skipped(&self, mv: Move) -> bool {
        self.passed_square(mv).is_some_and(|passed| self.checkers() == [passed])
    }

    fn king(&self) -> Square {
        self.kings[self.side.index()]
    }

    fn checkers(&self) -> Vec<Square> {
        self.attackers(self.king(), !self.side).collect()
    }

    pub(super) fn is_check(&self) -> bool {
        self.is_attacked(self.king(), !self.side)
    }

    /// Whether a piece shields its king: without it, a slider would attack there.
    fn is_pinned(&self, square: Square) -> bool {
        let Some(line) = line_to(self.king(), square) else { return false };
        let mut pieces = line_of(self.king(), line).filter(|&it| !self.is_empty(it));
        let slider =
            if Direction::STRAIGHT.contains(&line) { PieceKind::Rook } else { PieceKind::Bishop };
        let shields = pieces.next() == Some(square);
        let pinner = pieces.next().filter(|_| shields).and_then(|it| self.board.at(it));
        pinner.is_some_and(|it| !it.belongs_to(self.side) && it.slides_like(slider))
    }

    /// Whether the king is attacked while neither pawn of a capture en passant is on the board.
    fn is_check_without_both_pawns(&mut self, mv: Move) -> bool {
        let board = self.board;
        self.board.clear(mv.from);
        if let Some(passed) = self.passed_square(mv) {
            self.board.clear(passed);
        }
        let is_check = self.is_check();
        self.board = board;
        is_check
    }

    /// The check mask: the square of the checker, and those between it and the king.
    fn in_check_mask(&self, square: Square) -> bool {
        match self.checkers()[..] {
            [] => true,
            [checker] => square == checker || self.blocks_a_check(square),
            _ => false,
        }
    }

    fn blocks_a_check(&self, square: Square) -> bool {
        let king = self.king();
        self.checkers().into_iter().any(|checker| between(king, checker).any(|it| it == square))
    }

    pub fn is_attacked(&self, target: Square, by: Color) -> bool {
        self.attackers(target, by).next().is_some()
    }

    /// The squares of that side's pieces that attack the target, found by looking outwards from the target.
    fn attackers(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let on_lines = Direction::ALL
            .into_iter()
            .filter_map(move |line| self.attacker_on_line(target, line, by));
        let by_jumps = Direction::KNIGHT.into_iter().filter_map(move |jump| {
            let from = target.step(jump).filter(|&it| self.holds(it, by, PieceKind::Knight))?;
            (!self.faults.has(Fault::KnightAttacksLeftOut, !by)).then_some(from)
        });
        on_lines.chain(by_jumps)
    }

    fn attacker_on_line(&self, target: Square, line: Direction, by: Color) -> Option<Square> {
        // The mistakes are those of the attacked side.
        let has = |fault| self.faults.has(fault, !by);
        let from = line_of(target, line).find(|&square| !self.is_empty(square))?;
        let piece = self.board.at(from).filter(|piece| piece.belongs_to(by))?;
        let is_beside = target.step(line) == Some(from);
        let slider =
            if Direction::STRAIGHT.contains(&line) { PieceKind::Rook } else { PieceKind::Bishop };
        let goes_along = piece.slides_like(slider);
        let (attacks, left_out) = match piece.kind() {
            PieceKind::King => (is_beside, Fault::KingsSideBySide),
            PieceKind::Pawn => {
                let captures = by.pawn_captures().contains(&line.reversed());
                (is_beside && captures, Fault::PawnAttacksLeftOut)
            }
            PieceKind::Queen => (goes_along, Fault::QueenAttacksLeftOut),
            PieceKind::Rook => (goes_along, Fault::RookAttacksLeftOut),
            PieceKind::Bishop => (goes_along, Fault::BishopAttacksLeftOut),
            PieceKind::Knight => return None,
        };
        (attacks && !has(left_out)).then_some(from)
    }
}

/// The squares from one on in a direction, to the edge of the board.
fn line_of(from: Square, line: Direction) -> impl Iterator<Item = Square> {
    iter::successors(from.step(line), move |square| square.step(line))
}

/// The direction from one square to another on the same line.
fn line_to(from: Square, to: Square) -> Option<Direction> {
    let offset = from.offset_to(to);
    let (files, ranks) = (offset.files(), offset.ranks());
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let is_it = |line: &Direction| line.files() == files.signum() && line.ranks() == ranks.signum();
    Direction::ALL.into_iter().find(is_it).filter(|_| is_line)
}

/// The squares between two that share a line; none if they share no line.
pub(super) fn between(one: Square, other: Square) -> impl Iterator<Item = Square> {
    let line =
        Direction::ALL.into_iter().find(|&line| line_of(one, line).any(|square| square == other));
    line.into_iter()
        .flat_map(move |line| line_of(one, line).take_while(move |&square| square != other))
}
