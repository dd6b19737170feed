//! The number of the opponent's legal replies to each of our moves.

use super::Side;
use super::count::moves_off_line;
use super::evasions::{count_evasions, look_up_evasions};
use super::facts::Facts;
use super::legal::{
    MOST_MOVES, NO_MOVES, after, collect_moves, number_of_legal, pawns_beside, stays_on,
};
use super::marks::Marks;
use super::mobility::Leaving;
use super::move_lists::Unchanged;
use super::pins::{Checks, LeftLine};
use super::ray::Ray;
use super::squares::Squares;
use super::targets::Targets;
use ox88::{CastlingPair, Move, MoveKind, Piece, PieceKind, Position, Square};
use std::marker::PhantomData;
use std::ops::Sub;

/// A position, and what is the same for all of our moves.
struct Replies<'a, S: Side> {
    position: &'a Position,
    us: PhantomData<S>,
    /// The squares with a piece of either side.
    occupied: Squares,
    /// What our own king sees, if we are in check.
    check: Option<Checks>,
    /// All about the opponent.
    facts: &'a Facts,
    /// The squares around the opponent's king that are safe, and how many moves the king has.
    safe: Targets,
    king_moves: i32,
}

/// A position from which the piece that moves has been lifted.
struct Lifted {
    leaving: Leaving,
    /// The squares around the opponent's king that are safe then, and how many moves it has.
    safe: Targets,
    king_moves: i32,
    /// What changes on the line to the king that the piece has left, if it mattered there and that is known.
    left_line: Option<LeftLine>,
    /// The marks that the piece touches by leaving, wherever it goes.
    left: Marks,
    /// The line along which the piece is pinned.
    pin: Option<Ray>,
}

/// The number of legal replies to all legal moves of this side, which is to move. These lists of its moves are right.
#[inline(never)]
pub fn replies_to_all<S: Side>(position: &Position, lists: Unchanged, facts: &Facts) -> u64 {
    let mut leaves = 0i32;
    each_with_replies::<S>(position, lists, facts, |_, replies| leaves += replies);
    u64::from(leaves.cast_unsigned())
}

/// Visits the moves of this side, which is to move, each with the number of legal replies to it. A move that is not
/// legal is not visited, or has none.
#[inline(always)]
pub fn each_with_replies<S: Side>(
    position: &Position,
    lists: Unchanged,
    facts: &Facts,
    mut visit: impl FnMut(Move, i32),
) {
    let replies = Replies::<S>::new(position, facts);
    let still = replies.still();

    let (mut list, mut legal) = (NO_MOVES, NO_MOVES);
    for (from, piece) in facts.enemies.pieces(position.board()) {
        let moves = match lists.list_of(from) {
            Some(moves) => moves,
            None => collect_moves::<S>(position, from, piece, &mut list),
        };
        if moves.is_empty() {
            continue;
        }
        if !replies.may_matter(from, piece) {
            replies.each_reply::<false>(&still, piece, moves, &mut visit);
            continue;
        }
        let mut lifted = replies.still();
        replies.lift(from, piece, &mut lifted);
        let moves = replies.legal(from, lifted.pin, moves, &mut legal);
        if let Some(line) = &lifted.left_line {
            for &mv in moves {
                visit(mv, replies.off_line(&lifted, line, piece, mv));
            }
        } else if !lifted.left.is_empty() {
            for &mv in moves {
                visit(mv, replies.of_marked_move(&lifted, piece, mv));
            }
        } else {
            replies.each_reply::<true>(&lifted, piece, moves, &mut visit);
        }
    }
}

/// Whether a move only brings a piece from one square to another, and can be answered as such.
#[inline(always)]
fn is_usual<S: Side>(position: &Position, mv: Move) -> bool {
    match mv.kind {
        MoveKind::Normal => true,
        MoveKind::DoublePush => pawns_beside(position.board(), mv.to, !S::COLOR, |_| true) == 0,
        _ => false,
    }
}

/// Puts some of the moves into a list.
#[inline(always)]
fn keep<'m>(
    moves: &[Move],
    list: &'m mut [Move; MOST_MOVES],
    is_kept: impl Fn(Move) -> bool,
) -> &'m [Move] {
    let mut count = 0;
    for &mv in moves {
        // Written first, so that there is no branch.
        list[count % MOST_MOVES] = mv;
        count += usize::from(is_kept(mv));
    }
    &list[..count.min(MOST_MOVES)]
}

impl<'a, S: Side> Replies<'a, S> {
    /// The position, with this side to move.
    #[inline(always)]
    fn new(position: &'a Position, facts: &'a Facts) -> Replies<'a, S> {
        let king = position.king(S::COLOR);
        let is_check = facts.mobility.attacks(king);
        let see = || Checks::of_king(position.board(), king, S::COLOR);
        let safe = facts.zone.safe();
        Replies {
            position,
            us: PhantomData,
            occupied: facts.own | facts.enemies,
            check: is_check.then(see),
            facts,
            safe,
            king_moves: facts.zone.moves(safe),
        }
    }

    /// Whether anything may depend on whether our piece is still on its square.
    #[inline(always)]
    fn may_matter(&self, from: Square, piece: Piece) -> bool {
        self.facts.mobility.notices(from)
            || !self.facts.marks[from].of_leaving().is_empty()
            || self.facts.zone.may_need(from, piece)
            || piece.kind() == PieceKind::King
            || self.check.is_some()
    }

    /// Where nothing depends on the piece that is lifted.
    #[inline(always)]
    fn still(&self) -> Lifted {
        Lifted {
            leaving: self.facts.mobility.unchanged(),
            safe: self.safe,
            king_moves: self.king_moves,
            left: Marks::NONE,
            left_line: None,
            pin: None,
        }
    }

    /// Lifts our piece from this square.
    #[inline(never)]
    fn lift(&self, from: Square, piece: Piece, lifted: &mut Lifted) {
        let Facts { mobility, zone, marks, pins, .. } = self.facts;
        let (board, king) = (self.position.board(), self.position.king(S::COLOR));
        mobility.leave(board, self.occupied, from, &mut lifted.leaving);
        lifted.safe = zone.safe_without(self.occupied, from, piece);
        if lifted.safe != self.safe {
            lifted.king_moves = zone.moves(lifted.safe);
        }
        // claim 6
        lifted.left = marks[from].of_leaving();
        if lifted.left.change_pins() {
            lifted.left_line = LeftLine::of(board, self.occupied, from, pins);
        }
        // claim 2
        lifted.pin = Ray::leading(from, king).filter(|&ray| {
            mobility.attacks_along(from, ray) && self.occupied.first_on(ray, from) == Some(king)
        });
    }

    /// The legal ones among the moves of a piece, in this list if there are others. Castling and captures en passant
    /// are tested where they are counted.
    #[inline(never)]
    fn legal<'m>(
        &self,
        from: Square,
        pin: Option<Ray>,
        moves: &'m [Move],
        list: &'m mut [Move; MOST_MOVES],
    ) -> &'m [Move] {
        let is_en_passant = |mv: Move| mv.kind == MoveKind::EnPassant;
        match (&self.check, pin) {
            // claim 3
            _ if from == self.position.king(S::COLOR) => {
                keep(moves, list, |mv| mv.castling_rook().is_some() || self.may_step_to(mv.to))
            }
            (Some(checks), _) => {
                let answers = checks.answers_of(from);
                keep(moves, list, |mv| is_en_passant(mv) || answers.contains(mv.to))
            }
            // claim 2
            (None, Some(line)) => keep(moves, list, |mv| is_en_passant(mv) || stays_on(line, mv)),
            (None, None) => moves,
        }
    }

    /// Visits the moves of a piece whose leaving the king need not look at, each with the number of replies.
    // Written once for pieces on which nothing depends, too, so that their moves are the quickest.
    #[inline(always)]
    fn each_reply<const IS_LIFTED: bool>(
        &self,
        lifted: &Lifted,
        piece: Piece,
        moves: &[Move],
        visit: &mut impl FnMut(Move, i32),
    ) {
        let arrival = Marks::of_arrival(piece);
        for &mv in moves {
            // claim 6
            let is_looked_up =
                is_usual::<S>(self.position, mv) && (self.facts.marks[mv.to] & arrival).is_empty();
            let replies = if is_looked_up {
                // claim 5
                let may_be_along = IS_LIFTED && lifted.leaving.may_be_along;
                let along = if may_be_along { lifted.leaving.along(mv) } else { 0 };
                self.look_up(lifted, piece, mv) + along
            } else {
                self.of_marked_move(lifted, piece, mv)
            };
            visit(mv, replies);
        }
    }

    /// The number of replies to a move that touches no mark, but for what leaving and arriving along a line change.
    #[inline(always)]
    fn look_up(&self, lifted: &Lifted, piece: Piece, mv: Move) -> i32 {
        // claim 5
        let replies =
            lifted.leaving.mobility + self.facts.mobility.arrival(mv.to) + lifted.king_moves;
        // claim 3
        let targets = Targets::attacked_by(piece, mv.to, self.facts.pins.king) & lifted.safe;
        if targets.is_empty() {
            replies
        } else {
            replies - self.count_lost_king_moves(lifted, piece, mv, targets)
        }
    }

    /// How many moves the opponent's king loses because of what a piece attacks from where it arrives: of these safe
    /// targets those to which nothing is in its way.
    #[inline(never)]
    fn count_lost_king_moves(
        &self,
        lifted: &Lifted,
        piece: Piece,
        mv: Move,
        targets: Targets,
    ) -> i32 {
        let zone = &self.facts.zone;
        let lost = zone.open_targets(self.occupied - mv.from, mv.to, piece, targets);
        if lost.are_beside() {
            lost.steps()
        } else {
            lifted.king_moves - zone.moves(lifted.safe - lost)
        }
    }

    /// The squares around the opponent's king that are still safe then.
    #[inline(always)]
    fn safe_after(&self, lifted: &Lifted, piece: Piece, mv: Move) -> Targets {
        lifted.safe - self.facts.zone.attacks_of(self.occupied - mv.from, mv.to, piece)
    }

    /// The number of replies to a legal move of a piece that leaves a line on which it mattered to the king.
    #[inline(never)]
    fn off_line(&self, lifted: &Lifted, line: &LeftLine, piece: Piece, mv: Move) -> i32 {
        let Facts { marks, pins, .. } = self.facts;
        // claim 6
        let besides = lifted.left - Marks::ANY_LEAVES;
        let touched = marks[mv.to] & Marks::of_arrival(piece) | besides;
        if is_usual::<S>(self.position, mv)
            && let Some(more) = line.moves_after(mv, pins.king, touched)
        {
            self.look_up(lifted, piece, mv) + lifted.leaving.along(mv) + more
        } else {
            self.of_marked_move(lifted, piece, mv)
        }
    }

    /// The number of replies to a move that is known to be legal, unless it is a castling or en passant.
    #[inline(never)]
    fn of_marked_move(&self, lifted: &Lifted, piece: Piece, mv: Move) -> i32 {
        let arriving = match mv.kind {
            MoveKind::Normal | MoveKind::DoublePush => piece,
            MoveKind::Promotion(kind) => Piece::new(S::COLOR, kind),
            MoveKind::Castling { rook } => {
                let looked_up = self.of_castling(lifted, mv, rook);
                return looked_up.unwrap_or_else(|| self.afresh(mv));
            }
            MoveKind::EnPassant => return self.afresh(mv),
        };
        let Facts { marks, pins, .. } = self.facts;
        // claim 6
        let touched = marks[mv.to] & Marks::of_arrival(arriving) | lifted.left;
        let marks_do_not_tell = pins.has_no_marks_for(mv);
        if touched.is_empty() && !marks_do_not_tell {
            return self.look_up(lifted, arriving, mv)
                + lifted.leaving.along(mv)
                + self.en_passants(mv);
        }
        // A double push may be answered en passant, too.
        if touched.are_of_check()
            && !marks_do_not_tell
            && mv.kind != MoveKind::DoublePush
            && let Some(answers) = self.evasions_of_arrival(lifted, arriving, mv)
        {
            return answers;
        }
        self.count_by_looking(lifted, mv, arriving, touched)
    }

    /// The number of replies to a move that gives check from where the piece arrives and changes nothing else of what
    /// the king sees. `None` if it gives none, or if the answers cannot be looked up.
    #[inline(never)]
    fn evasions_of_arrival(&self, lifted: &Lifted, arriving: Piece, mv: Move) -> Option<i32> {
        // claim 7
        let answers = look_up_evasions(self.facts, self.position.board(), &lifted.leaving, mv)?;
        // claim 3
        Some(answers + self.safe_after(lifted, arriving, mv).steps())
    }

    /// Whether no piece attacks this square beside our king.
    #[inline(always)]
    fn may_step_to(&self, to: Square) -> bool {
        if self.check.is_some() && self.is_behind_king(to) {
            return false;
        }
        // Both are looked up, because the branch is unpredictable.
        !(self.facts.mobility.attacks(to) | (Ray::steps(self.facts.pins.king, to) == 1))
    }

    /// Whether a slider that gives check attacks this square beside our king through the king.
    fn is_behind_king(&self, square: Square) -> bool {
        let (board, king) = (self.position.board(), self.position.king(S::COLOR));
        Ray::leading(square, king)
            .is_some_and(|ray| self.occupied.slider_on(ray, king, board, !S::COLOR))
    }

    /// The number of replies to a move after which the opponent's king must look again.
    #[inline(never)]
    fn count_by_looking(&self, lifted: &Lifted, mv: Move, arriving: Piece, touched: Marks) -> i32 {
        let Facts { mobility, zone, pins, .. } = self.facts;
        // claim 5
        let mut moves =
            lifted.leaving.mobility + mobility.arrival(mv.to) + lifted.leaving.along(mv);
        let mut board = *self.position.board();
        board.clear(mv.from);
        board.put(mv.to, arriving);
        let occupied = self.occupied.after(mv);
        let (king_steps, king_moves) = if touched.change_zone() {
            zone.moves_after::<S::Opponent>(&board, occupied, mv.to, arriving)
        } else {
            let safe = self.safe_after(lifted, arriving, mv);
            (safe.steps(), zone.moves(safe))
        };
        let en_passants = self.en_passants(mv);
        moves += en_passants;
        if !touched.change_pins() && mv.promotion().is_none() {
            return moves + king_moves;
        }

        let (checks, changed) = pins.look_again(&board, occupied, mv, arriving, !S::COLOR);
        if !checks.is_check() {
            // claim 2
            for ray in changed.each() {
                let off_line = |shield: Option<Square>| {
                    shield.map_or(0, |shield| moves_off_line(&board, shield, ray))
                };
                moves += off_line(pins.shield(ray)) - off_line(checks.pins.shield(ray));
            }
            return moves + king_moves;
        }
        // claim 7
        let Some(checker) = checks.checkers.only() else { return king_steps };
        let may_look_up = checker == mv.to && changed.is_empty();
        let look_up = || look_up_evasions(self.facts, self.position.board(), &lifted.leaving, mv);
        let look = || count_evasions(&board, occupied, &checks, !S::COLOR);
        let answers = may_look_up.then(look_up).flatten().unwrap_or_else(look);
        answers + king_steps + en_passants
    }

    /// The number of the opponent's legal captures en passant after a move that gives no check, or one check.
    fn en_passants(&self, mv: Move) -> i32 {
        if mv.kind != MoveKind::DoublePush {
            return 0;
        }
        let (board, pins) = (self.position.board(), &self.facts.pins);
        let Some(skipped) = mv.from.step(S::COLOR.forward()) else { return 0 };
        let is_legal = |from| {
            // claim 1
            let empty = [from, mv.from, mv.to];
            let lines = empty.into_iter().filter_map(|square| Ray::leading(pins.king, square));
            let mut opened = lines.filter(|&ray| pins.lines.contains(ray));
            let occupied = empty.into_iter().fold(self.occupied, Squares::sub) | skipped;
            !opened.any(|ray| occupied.slider_on(ray, pins.king, board, S::COLOR))
        };
        pawns_beside(board, mv.to, !S::COLOR, is_legal)
    }

    /// The number of replies to a castling, or 0 if it is not legal, unless king or rook touch something that has to
    /// be looked at again.
    #[inline(never)]
    fn of_castling(&self, lifted: &Lifted, mv: Move, home: Square) -> Option<i32> {
        let Facts { mobility, zone, marks, .. } = self.facts;
        let board = self.position.board();
        let castling = CastlingPair::new(mv.from, home);
        let [king, rook] =
            [PieceKind::King, PieceKind::Rook].map(|kind| Piece::new(S::COLOR, kind));
        let rook_target = castling.rook_target();
        let touched = lifted.left
            | marks[home].of_leaving()
            | marks[mv.to] & Marks::of_arrival(king)
            | marks[rook_target] & Marks::of_arrival(rook);
        // In Chess960 king and rook may change places, and a slider may look along their rank.
        let is_seen_from_behind =
            Ray::leading(home, mv.from).is_some_and(|ray| mobility.attacks_along(home, ray));
        if !touched.is_empty()
            || is_seen_from_behind
            || zone.may_need(mv.from, king)
            || zone.may_need(home, rook)
            || board.at(mv.to).is_some()
            || board.at(rook_target).is_some()
        {
            return None;
        }
        // claim 3
        let their_king = self.position.king(!S::COLOR);
        let is_attacked = |square| mobility.attacks(square) || Ray::steps(their_king, square) == 1;
        if castling.king_path().any(is_attacked) {
            return Some(0);
        }
        // claim 5. Nothing can go to where the king arrives: it would attack that square or, as a pawn in front of
        // it, one that the king passes.
        let mut of_rook = mobility.unchanged();
        mobility.leave(board, self.occupied, home, &mut of_rook);
        let moves = lifted.leaving.mobility + of_rook.mobility - mobility.moves
            + mobility.arrival(rook_target);
        let occupied = self.occupied.after(mv).after(Move::normal(home, rook_target));
        let attacks =
            zone.attacks_of(occupied, rook_target, rook) | zone.attacks_of(occupied, mv.to, king);
        Some(moves + zone.moves(self.safe - attacks))
    }

    /// The number of replies to a move, or 0 if it is not legal, counted on the board after it.
    #[inline(never)]
    fn afresh(&self, mv: Move) -> i32 {
        if !self.position.is_legal(mv) {
            return 0;
        }
        let replies = number_of_legal(&after(self.position, mv));
        i32::try_from(replies).unwrap_or(i32::MAX)
    }
}
