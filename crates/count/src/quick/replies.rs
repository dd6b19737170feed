//! The number of the opponent's legal replies to each of our moves.

use super::answers::{answers_by_looking, answers_looked_up};
use super::count::moves_off_line;
use super::legal::{MOST_MOVES, after, answers_check, collect_moves, number_of_legal, stays_on};
use super::men::men;
use super::mobility::{Leaving, Mobility};
use super::ray::Ray;
use super::side::Side;
use super::siege::Siege;
use super::sight::{Pins, Sight, next_piece};
use super::targets::Targets;
use super::watch::{Marks, Watch};
use ox88::{
    Board, Castling, Color, Direction, Move, MoveKind, Piece, PieceKind, Position, Square,
    is_attacked,
};
use std::marker::PhantomData;

/// What is known of a position before any of our moves is made, and is the same for all of them.
pub struct Before<'a, S: Side> {
    position: &'a Position,
    us: PhantomData<S>,
    /// What our own king sees, if we are in check.
    check: Option<Sight>,
    tables: &'a Tables,
    /// The squares around the opponent's king that are safe, and how many moves the king has.
    safe: Targets,
    king_moves: i32,
}

/// What one look at a position finds out about the opponent.
pub struct Tables {
    /// The moves of the opponent's pieces.
    mobility: Mobility,
    /// The pinned ones among them.
    pins: Pins,
    /// Our pieces around the opponent's king.
    siege: Siege,
    /// Where a move of ours changes what that king sees, or which squares are safe for it.
    watch: Watch,
}

/// What is known when the piece that moves has left its square.
pub struct Lifted {
    leaving: Leaving,
    /// The squares around the opponent's king that are safe then, and how many moves it has.
    safe: Targets,
    king_moves: i32,
    /// What the king must look at again because the piece has left.
    left: Marks,
    /// The line along which the piece is pinned.
    pin: Option<Ray>,
    /// Whether its moves may be illegal: the king's, those of a pinned piece, and all in check.
    may_be_illegal: bool,
}

/// The number of legal replies to all legal moves of this side, which is to move.
#[inline(never)]
#[must_use]
pub fn replies_to_all<S: Side>(position: &Position) -> u64 {
    let mut leaves = 0i32;
    each_with_replies::<S>(position, |_, replies| leaves += replies);
    u64::from(leaves.cast_unsigned())
}

/// Visits the moves of this side, which is to move, each with the number of legal replies to it. That
/// is 0 for a move that is not legal.
#[inline(always)]
pub fn each_with_replies<S: Side>(position: &Position, mut visit: impl FnMut(Move, i32)) {
    let mut tables = Tables::none(position, !S::COLOR);
    tables.look::<S>(position);
    let Tables { mobility, watch, .. } = &tables;
    let before = Before::<S>::new(position, &tables);
    let king = position.king(!S::COLOR);
    let still = before.still();

    let mut moves = [Move::normal(king, king); MOST_MOVES];
    for (from, piece) in men(position.board(), S::COLOR) {
        let moves = collect_moves::<S>(position, from, piece, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let own;
        let lifted = if before.may_matter(from, piece) {
            own = before.lift(from, piece);
            &own
        } else {
            &still
        };
        if lifted.may_be_illegal || lifted.left.is_some() {
            for &mv in moves {
                visit(mv, before.replies(lifted, piece, mv));
            }
            continue;
        }
        let (attacks, marks) = (Targets::of_piece(piece), Marks::of_arrival(piece));
        let safe = lifted.safe;
        let replies = lifted.leaving.moves + lifted.king_moves;
        for &mv in moves {
            // claims 4 and 5
            let is_looked_up = is_usual::<S>(position, mv)
                && watch.at(mv.to).and(marks).is_none()
                && (attacks.from(mv.to, king) & safe).is_none();
            // claim 1
            let replies = if is_looked_up {
                let along = if lifted.leaving.has_changes { lifted.leaving.changes(mv) } else { 0 };
                replies + mobility.arrival(mv.to) + along
            } else {
                before.replies_to_legal(lifted, piece, mv)
            };
            visit(mv, replies);
        }
    }
}

/// Whether a move only brings a piece from one square to another, and can be answered as such.
#[inline(always)]
fn is_usual<S: Side>(position: &Position, mv: Move) -> bool {
    match mv.kind {
        MoveKind::Normal => true,
        MoveKind::DoublePush => !has_neighbour::<S>(position.board(), mv.to),
        _ => false,
    }
}

/// Whether a pawn of the opponent is beside this square.
#[inline(always)]
fn has_neighbour<S: Side>(board: &Board, square: Square) -> bool {
    let pawn = Some(Piece::new(!S::COLOR, PieceKind::Pawn));
    let is_pawn = |side| square.step(side).is_some_and(|beside| board.at(beside) == pawn);
    is_pawn(Direction::EAST) || is_pawn(Direction::WEST)
}

impl Tables {
    /// What is found out about this side before anything is looked at.
    #[inline(always)]
    #[must_use]
    pub fn none(position: &Position, them: Color) -> Tables {
        let king = position.king(them);
        Tables {
            mobility: Mobility::none(them),
            pins: Pins::none(king),
            siege: Siege::none(king, them),
            watch: Watch::NONE,
        }
    }

    /// Looks at a position in which this side is to move.
    // The tables are filled in their place, because to move them would cost as much as to fill them.
    #[inline(always)]
    pub fn look<S: Side>(&mut self, position: &Position) {
        let board = position.board();
        self.pins = Sight::watching::<S::Opponent>(board, self.pins.king(), &mut self.watch);
        self.siege.watch::<S::Opponent>(board, position.castling_rights(), &mut self.watch);
        self.mobility.count::<S::Opponent>(board, &self.pins);
    }
}

impl<'a, S: Side> Before<'a, S> {
    /// What is known of a position in which this side is to move.
    #[inline(always)]
    #[must_use]
    pub fn new(position: &'a Position, tables: &'a Tables) -> Before<'a, S> {
        let king = position.king(S::COLOR);
        let is_check = tables.mobility.attacks(king);
        let look = || Sight::from_king(position.board(), king, S::COLOR);
        let safe = tables.siege.safe();
        Before {
            position,
            us: PhantomData,
            check: is_check.then(look),
            tables,
            safe,
            king_moves: tables.siege.moves(safe),
        }
    }

    /// Whether anything may depend on whether our piece is still on its square.
    #[inline(always)]
    fn may_matter(&self, from: Square, piece: Piece) -> bool {
        self.tables.mobility.notices(from)
            || self.tables.watch.at(from).of_leaving().is_some()
            || self.tables.siege.may_need(from, piece)
            || piece.kind() == PieceKind::King
            || self.check.is_some()
    }

    /// What is known when a piece has left on which nothing depends.
    #[inline(always)]
    fn still(&self) -> Lifted {
        Lifted {
            leaving: self.tables.mobility.unchanged(),
            safe: self.safe,
            king_moves: self.king_moves,
            left: Marks::NONE,
            pin: None,
            may_be_illegal: false,
        }
    }

    /// What is known when our piece has left this square.
    #[inline(never)]
    #[must_use]
    pub fn lift(&self, from: Square, piece: Piece) -> Lifted {
        let Tables { mobility, siege, watch, .. } = self.tables;
        let (board, king) = (self.position.board(), self.position.king(S::COLOR));
        let leaving = mobility.leaving(board, from);
        let safe = siege.safe_without(board, from, piece);
        let king_moves = if safe == self.safe { self.king_moves } else { siege.moves(safe) };
        let left = watch.at(from).of_leaving();
        // claim 3
        let pin = Ray::leading(from, king).filter(|&ray| {
            mobility.looks_along(from, ray)
                && next_piece(board, from, ray).is_some_and(|(square, _)| square == king)
        });
        let may_be_illegal = from == king || pin.is_some() || self.check.is_some();
        Lifted { leaving, safe, king_moves, left, pin, may_be_illegal }
    }

    /// The number of the opponent's legal replies to a move, or 0 if the move is not legal.
    #[must_use]
    pub fn replies(&self, lifted: &Lifted, piece: Piece, mv: Move) -> i32 {
        if lifted.may_be_illegal && !self.is_legal(lifted, mv) {
            return 0;
        }
        self.replies_to_legal(lifted, piece, mv)
    }

    /// The same for a move that is known to be legal, unless it is a castling or en passant.
    #[inline(never)]
    fn replies_to_legal(&self, lifted: &Lifted, piece: Piece, mv: Move) -> i32 {
        let arriving = match mv.kind {
            MoveKind::Normal | MoveKind::DoublePush => piece,
            MoveKind::Promotion(kind) => Piece::new(S::COLOR, kind),
            MoveKind::Castling { rook } => {
                let looked_up = self.replies_to_castling(lifted, piece, mv, rook);
                return looked_up.unwrap_or_else(|| self.replies_afresh(mv));
            }
            MoveKind::EnPassant => return self.replies_afresh(mv),
        };
        let Tables { mobility, siege, watch, .. } = self.tables;
        // claim 1
        let moves = lifted.leaving.moves + mobility.arrival(mv.to) + lifted.leaving.changes(mv);
        // claim 4
        let touched = watch.at(mv.to).and(Marks::of_arrival(arriving)) | lifted.left;
        let is_usual = match mv.kind {
            MoveKind::Promotion(_) => !self.tables.pins.opens_line_behind(mv),
            _ => is_usual::<S>(self.position, mv),
        };
        if touched.is_some() || !is_usual {
            return self.replies_looking_again(lifted, mv, arriving, touched, moves);
        }
        let king = self.position.king(!S::COLOR);
        if (Targets::of_piece(arriving).from(mv.to, king) & lifted.safe).is_none() {
            return moves + lifted.king_moves;
        }
        let attacks = siege.attacks_without(self.position.board(), mv.to, arriving, mv.from);
        moves + siege.moves(lifted.safe & !attacks)
    }

    /// Whether a move that may uncover our king, or is one of the king, is legal.
    #[inline(always)]
    fn is_legal(&self, lifted: &Lifted, mv: Move) -> bool {
        if let Some(sight) = &self.check {
            return answers_check(self.position, sight, mv);
        }
        match mv.kind {
            // These are tested where they are counted.
            MoveKind::EnPassant | MoveKind::Castling { .. } => true,
            // claim 5
            _ if mv.from == self.position.king(S::COLOR) => {
                !self.tables.mobility.attacks(mv.to)
                    && Ray::steps(self.position.king(!S::COLOR), mv.to) != 1
            }
            // claim 3
            _ => lifted.pin.is_none_or(|line| stays_on(line, mv)),
        }
    }

    /// The number of replies to a move after which the opponent's king must look again. `moves` are
    /// those of its pieces, as long as it sees the same.
    #[inline(never)]
    fn replies_looking_again(
        &self,
        lifted: &Lifted,
        mv: Move,
        arriving: Piece,
        touched: Marks,
        mut moves: i32,
    ) -> i32 {
        let Tables { mobility, siege, pins, .. } = self.tables;
        let mut board = *self.position.board();
        board.clear(mv.from);
        board.put(mv.to, arriving);
        let (king_steps, king_moves) = if touched.change_steps() {
            siege.moves_after(&board, mv.to, arriving)
        } else {
            let safe = lifted.safe & !siege.attacks_of(&board, mv.to, arriving);
            (safe.steps(), siege.moves(safe))
        };
        moves += self.en_passants(&board, mv);
        let is_promotion = mv.promotion().is_some();
        if !touched.change_sight() && !is_promotion {
            return moves + king_moves;
        }

        let (sight, mut changed) = pins.seen_again(&board, mv, arriving, !S::COLOR);
        match sight.checks {
            0 => {
                // claim 3
                while let Some(ray) = Ray::take(&mut changed) {
                    if let Some(freed) = pins.shield(ray) {
                        moves += moves_off_line(&board, freed, ray);
                    }
                    if let Some(pinned) = sight.pins.shield(ray) {
                        moves -= moves_off_line(&board, pinned, ray);
                    }
                }
                moves + king_moves
            }
            // claim 7
            1 => {
                let may_look_up = sight.checker == mv.to && changed == 0;
                let looked_up = if may_look_up {
                    answers_looked_up(mobility, pins, &lifted.leaving, self.position.board(), mv)
                } else {
                    None
                };
                let answers =
                    looked_up.unwrap_or_else(|| answers_by_looking(&board, &sight, !S::COLOR));
                answers + king_steps + self.en_passants(&board, mv)
            }
            _ => king_steps,
        }
    }

    /// The number of the opponent's legal captures en passant on the board after a move.
    #[inline(always)]
    fn en_passants(&self, board: &Board, mv: Move) -> i32 {
        if mv.kind != MoveKind::DoublePush {
            return 0;
        }
        let pawn = Piece::new(!S::COLOR, PieceKind::Pawn);
        let Some(skipped) = mv.from.step(S::COLOR.forward()) else { return 0 };
        let mut captures = 0;
        for side in [Direction::EAST, Direction::WEST] {
            let Some(from) = mv.to.step(side).filter(|&from| board.at(from) == Some(pawn)) else {
                continue;
            };
            // claim 2
            let mut after = *board;
            after.clear(from);
            after.clear(mv.to);
            after.put(skipped, pawn);
            let king = self.position.king(!S::COLOR);
            captures += i32::from(!is_attacked(&after, king, S::COLOR));
        }
        captures
    }

    /// The number of replies to a castling, or 0 if it is not legal, unless king or rook touch
    /// something that has to be looked at again.
    #[inline(never)]
    fn replies_to_castling(
        &self,
        lifted: &Lifted,
        king: Piece,
        mv: Move,
        home: Square,
    ) -> Option<i32> {
        let Tables { mobility, siege, watch, .. } = self.tables;
        let board = self.position.board();
        let castling = Castling::new(mv.from, home);
        let rook = Piece::new(S::COLOR, PieceKind::Rook);
        let rook_target = castling.rook_target();
        let touched = lifted.left
            | watch.at(home).of_leaving()
            | watch.at(mv.to).and(Marks::of_arrival(king))
            | watch.at(rook_target).and(Marks::of_arrival(rook));
        // In Chess960 king and rook may change places, and a slider may look along their rank.
        let is_seen_from_behind =
            Ray::leading(home, mv.from).is_some_and(|ray| mobility.looks_along(home, ray));
        if touched.is_some()
            || is_seen_from_behind
            || siege.may_need(mv.from, king)
            || siege.may_need(home, rook)
            || board.at(mv.to).is_some()
            || board.at(rook_target).is_some()
        {
            return None;
        }
        // claim 5
        let their_king = self.position.king(!S::COLOR);
        let is_attacked = |square| mobility.attacks(square) || Ray::steps(their_king, square) == 1;
        if !castling.is_safe(is_attacked) {
            return Some(0);
        }
        // claim 1. Nothing can go to where the king arrives: it would attack that square or, as a pawn in
        // front of it, one that the king passes.
        let moves = lifted.leaving.moves + mobility.leaving(board, home).moves - mobility.moves()
            + mobility.arrival(rook_target);
        let mut after = *board;
        after.clear(mv.from);
        after.clear(home);
        after.put(mv.to, king);
        after.put(rook_target, rook);
        let attacks =
            siege.attacks_of(&after, rook_target, rook) | siege.attacks_of(&after, mv.to, king);
        Some(moves + siege.moves(self.safe & !attacks))
    }

    /// The number of replies to a move, or 0 if it is not legal, counted on the board after it.
    #[inline(never)]
    fn replies_afresh(&self, mv: Move) -> i32 {
        if !self.position.is_legal(mv) {
            return 0;
        }
        let replies = number_of_legal(&after(self.position, mv));
        i32::try_from(replies).unwrap_or(i32::MAX)
    }
}
