//! The number of the opponent's legal replies to each of our moves.

use super::answers::{answers_by_looking, answers_looked_up};
use super::count::moves_off_line;
use super::known::StillKnown;
use super::left_line::LeftLine;
use super::legal::{
    MOST_MOVES, NO_MOVES, after, answers_check, collect_moves, number_of_legal, stays_on,
};
use super::look::Look;
use super::men::Men;
use super::mobility::Leaving;
use super::ray::Ray;
use super::side::Side;
use super::sight::Sight;
use super::targets::{Attacks, Targets};
use super::watch::Marks;
use ox88::{Board, CastlingPair, Direction, Move, MoveKind, Piece, PieceKind, Position, Square};
use std::marker::PhantomData;

/// What is known of a position before any of our moves is made, and is the same for all of them.
struct Prepared<'a, S: Side> {
    position: &'a Position,
    us: PhantomData<S>,
    /// The pieces of both sides.
    men: Men,
    /// What our own king sees, if we are in check.
    check: Option<Sight>,
    /// The opponent, as a look has found it.
    look: &'a Look,
    /// The squares around the opponent's king that are safe, and how many moves the king has.
    safe: Targets,
    king_moves: i32,
}

/// What is known when the piece that moves has left its square.
struct Lifted {
    leaving: Leaving,
    /// The squares around the opponent's king that are safe then, and how many moves it has.
    safe: Targets,
    king_moves: i32,
    /// What changes on the line to the king that the piece has left, if it mattered there and that is known.
    left_line: Option<LeftLine>,
    /// What else the king must look at again because the piece has left.
    left: Marks,
    /// The line along which the piece is pinned.
    pin: Option<Ray>,
    /// Whether its moves may be illegal: the king's, those of a pinned piece, and all in check.
    may_be_illegal: bool,
}

/// The number of legal replies to all legal moves of this side, which is to move, where this is known of them.
#[inline(never)]
#[must_use]
pub fn replies_to_all<S: Side>(position: &Position, known: StillKnown, look: &Look) -> u64 {
    let mut leaves = 0i32;
    each_with_replies::<S>(position, known, look, |_, replies| leaves += replies);
    u64::from(leaves.cast_unsigned())
}

/// Visits the moves of this side, which is to move, each with the number of legal replies to it. A move that is
/// not legal is not visited, or has none.
#[inline(always)]
pub fn each_with_replies<S: Side>(
    position: &Position,
    known: StillKnown,
    look: &Look,
    mut visit: impl FnMut(Move, i32),
) {
    let prepared = Prepared::<S>::new(position, look);
    let still = prepared.still();

    let (mut list, mut legal) = (NO_MOVES, NO_MOVES);
    for (from, piece) in look.enemies.pieces(position.board()) {
        let moves = match known.moves_of(from) {
            Some(moves) => moves,
            None => collect_moves::<S>(position, from, piece, &mut list),
        };
        if moves.is_empty() {
            continue;
        }
        if !prepared.may_matter(from, piece) {
            prepared.each_reply::<false>(&still, piece, moves, &mut visit);
            continue;
        }
        let mut lifted = prepared.still();
        prepared.lift(from, piece, &mut lifted);
        let moves = if lifted.may_be_illegal {
            prepared.keep_legal(from, lifted.pin, moves, &mut legal)
        } else {
            moves
        };
        if let Some(line) = &lifted.left_line {
            for &mv in moves {
                visit(mv, prepared.replies_off_line(&lifted, line, piece, mv));
            }
        } else if lifted.left.is_some() {
            for &mv in moves {
                visit(mv, prepared.replies_by_looking(&lifted, piece, mv));
            }
        } else {
            prepared.each_reply::<true>(&lifted, piece, moves, &mut visit);
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

/// Whether a pawn of the opponent is beside this square.
#[inline(always)]
fn has_neighbour<S: Side>(board: &Board, square: Square) -> bool {
    let pawn = Some(Piece::new(!S::COLOR, PieceKind::Pawn));
    let is_pawn = |side| square.step(side).is_some_and(|beside| board.at(beside) == pawn);
    is_pawn(Direction::EAST) || is_pawn(Direction::WEST)
}

impl Lifted {
    /// The marks that the piece touches by leaving, wherever it goes.
    fn touched(&self) -> Marks {
        if self.left_line.is_some() { self.left | Marks::LEAVING_SEEN } else { self.left }
    }
}

impl<'a, S: Side> Prepared<'a, S> {
    /// What is known of a position in which this side is to move.
    #[inline(always)]
    fn new(position: &'a Position, look: &'a Look) -> Prepared<'a, S> {
        let king = position.king(S::COLOR);
        let is_check = look.mobility.attacks(king);
        let see = || Sight::from_king(position.board(), king, S::COLOR);
        let safe = look.zone.safe();
        Prepared {
            position,
            us: PhantomData,
            men: look.men.and(look.enemies),
            check: is_check.then(see),
            look,
            safe,
            king_moves: look.zone.moves(safe),
        }
    }

    /// Whether anything may depend on whether our piece is still on its square.
    #[inline(always)]
    fn may_matter(&self, from: Square, piece: Piece) -> bool {
        self.look.mobility.notices(from)
            || self.look.watch.at(from).of_leaving().is_some()
            || self.look.zone.may_need(from, piece)
            || piece.kind() == PieceKind::King
            || self.check.is_some()
    }

    /// What is known when a piece has left on which nothing depends.
    #[inline(always)]
    fn still(&self) -> Lifted {
        Lifted {
            leaving: self.look.mobility.unchanged(),
            safe: self.safe,
            king_moves: self.king_moves,
            left: Marks::NONE,
            left_line: None,
            pin: None,
            may_be_illegal: false,
        }
    }

    /// What is known when our piece has left this square.
    #[inline(never)]
    fn lift(&self, from: Square, piece: Piece, lifted: &mut Lifted) {
        let Look { mobility, zone, watch, pins, .. } = self.look;
        let (board, king) = (self.position.board(), self.position.king(S::COLOR));
        mobility.note_leaving(board, self.men, from, &mut lifted.leaving);
        lifted.safe = zone.safe_without(self.men, from, piece);
        if lifted.safe != self.safe {
            lifted.king_moves = zone.moves(lifted.safe);
        }
        // claim 4
        lifted.left = watch.at(from).of_leaving();
        if lifted.left.change_sight() {
            lifted.left_line = LeftLine::of(board, self.men, from, pins);
            if lifted.left_line.is_some() {
                lifted.left = lifted.left.and(Marks::LEAVING_THE_WAY);
            }
        }
        // claim 3
        lifted.pin = Ray::leading(from, king).filter(|&ray| {
            mobility.looks_along(from, ray) && self.men.first_on(ray, from) == Some(king)
        });
        lifted.may_be_illegal = from == king || lifted.pin.is_some() || self.check.is_some();
    }

    /// Puts the legal ones among the moves of a piece into a list. Castling and captures en passant are tested where they
    /// are counted.
    #[inline(never)]
    fn keep_legal<'m>(
        &self,
        from: Square,
        pin: Option<Ray>,
        moves: &[Move],
        list: &'m mut [Move; MOST_MOVES],
    ) -> &'m [Move] {
        let is_en_passant = |mv: Move| mv.kind == MoveKind::EnPassant;
        match (&self.check, pin) {
            // claim 5
            _ if from == self.position.king(S::COLOR) => {
                keep(moves, list, |mv| mv.castling_rook().is_some() || self.may_step_to(mv.to))
            }
            (Some(sight), _) => {
                keep(moves, list, |mv| is_en_passant(mv) || answers_check(sight, mv))
            }
            // claim 3
            (None, Some(line)) => keep(moves, list, |mv| is_en_passant(mv) || stays_on(line, mv)),
            (None, None) => keep(moves, list, |_| true),
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
        let (attacks, marks) = (Targets::of_piece(piece), Marks::of_arrival(piece));
        for &mv in moves {
            // claim 4
            let is_looked_up =
                is_usual::<S>(self.position, mv) && self.look.watch.at(mv.to).and(marks).is_none();
            let replies = if is_looked_up {
                // claim 1
                let has_changes = IS_LIFTED && lifted.leaving.has_changes;
                let along = if has_changes { lifted.leaving.changes(mv) } else { 0 };
                self.looked_up(lifted, attacks, piece, mv) + along
            } else {
                self.replies_by_looking(lifted, piece, mv)
            };
            visit(mv, replies);
        }
    }

    /// The number of replies to a move that touches no mark, but for what leaving and arriving along a line change.
    #[inline(always)]
    fn looked_up(&self, lifted: &Lifted, attacks: &Attacks, piece: Piece, mv: Move) -> i32 {
        // claim 1
        let replies = lifted.leaving.moves + self.look.mobility.arrival(mv.to) + lifted.king_moves;
        // claim 5
        let targets = attacks.from(mv.to, self.look.pins.king()) & lifted.safe;
        if targets.is_none() {
            replies
        } else {
            replies - self.king_moves_lost(lifted, piece, mv, targets)
        }
    }

    /// How many moves the opponent's king loses because a piece would attack these squares from where it arrives,
    /// if nothing were in its way.
    #[inline(never)]
    fn king_moves_lost(&self, lifted: &Lifted, piece: Piece, mv: Move, targets: Targets) -> i32 {
        let (zone, men) = (&self.look.zone, self.men.without(Men::on(mv.from)));
        let attacked = zone.attacked_from(men, mv.to, piece, targets);
        lifted.king_moves - zone.moves(lifted.safe & !attacked)
    }

    /// The number of replies to a legal move of a piece that leaves a line on which it mattered to the king.
    #[inline(never)]
    fn replies_off_line(&self, lifted: &Lifted, line: &LeftLine, piece: Piece, mv: Move) -> i32 {
        let Look { watch, pins, .. } = self.look;
        // claim 4
        let touched = watch.at(mv.to).and(Marks::of_arrival(piece)) | lifted.left;
        if is_usual::<S>(self.position, mv)
            && let Some(more) = line.moves_after(mv, pins.king(), touched)
        {
            let attacks = Targets::of_piece(piece);
            self.looked_up(lifted, attacks, piece, mv) + lifted.leaving.changes(mv) + more
        } else {
            self.replies_by_looking(lifted, piece, mv)
        }
    }

    /// The number of replies to a move that is known to be legal, unless it is a castling or en passant.
    #[inline(never)]
    fn replies_by_looking(&self, lifted: &Lifted, piece: Piece, mv: Move) -> i32 {
        let arriving = match mv.kind {
            MoveKind::Normal | MoveKind::DoublePush => piece,
            MoveKind::Promotion(kind) => Piece::new(S::COLOR, kind),
            MoveKind::Castling { rook } => {
                let looked_up = self.replies_to_castling(lifted, piece, mv, rook);
                return looked_up.unwrap_or_else(|| self.replies_afresh(mv));
            }
            MoveKind::EnPassant => return self.replies_afresh(mv),
        };
        let Look { watch, pins, zone, .. } = self.look;
        // claim 4
        let mut arrival = watch.at(mv.to).and(Marks::of_arrival(arriving));
        if zone.is_in_own_way(self.position.board(), mv) {
            arrival = arrival.without(Marks::ARRIVAL_IN_THE_WAY);
        }
        let touched = arrival | lifted.touched();
        let is_unmarked = mv.promotion().is_some() && pins.has_no_marks_for(mv);
        if touched.is_none() && !is_unmarked {
            let attacks = Targets::of_piece(arriving);
            return self.looked_up(lifted, attacks, arriving, mv)
                + lifted.leaving.changes(mv)
                + self.en_passants(mv);
        }
        // A double push may be answered en passant, too.
        if touched.are_of_check()
            && !is_unmarked
            && mv.kind != MoveKind::DoublePush
            && let Some(answers) = self.answers_to_arrival(lifted, arriving, mv)
        {
            return answers;
        }
        self.replies_looking_again(lifted, mv, arriving, touched)
    }

    /// The number of replies to a move that gives check from where the piece arrives and changes nothing else of
    /// what the king sees. Nothing if it gives none, or if the answers cannot be looked up.
    #[inline(never)]
    fn answers_to_arrival(&self, lifted: &Lifted, arriving: Piece, mv: Move) -> Option<i32> {
        let Look { mobility, zone, pins, .. } = self.look;
        let (board, king) = (self.position.board(), pins.king());
        // claim 7
        let answers = answers_looked_up(mobility, pins, &lifted.leaving, board, self.men, mv)?;
        // claim 5
        let targets = Targets::of_piece(arriving).from(mv.to, king) & lifted.safe;
        let men = self.men.without(Men::on(mv.from));
        let attacked = zone.attacked_from(men, mv.to, arriving, targets);
        Some(answers + (lifted.safe & !attacked).steps())
    }

    /// Whether no piece attacks this square beside our king.
    #[inline(always)]
    fn may_step_to(&self, to: Square) -> bool {
        if self.check.is_some() && self.is_behind_king(to) {
            return false;
        }
        // Both are looked up, because the branch is unpredictable.
        !(self.look.mobility.attacks(to) | (Ray::steps(self.look.pins.king(), to) == 1))
    }

    /// Whether a slider that gives check attacks this square beside our king through the king.
    fn is_behind_king(&self, square: Square) -> bool {
        let (board, king) = (self.position.board(), self.position.king(S::COLOR));
        Ray::leading(square, king).is_some_and(|ray| {
            self.men.first_piece_on(ray, king, board).is_some_and(|(_, piece)| {
                !piece.belongs_to(S::COLOR) && piece.slides_like(ray.slider())
            })
        })
    }

    /// The number of replies to a move after which the opponent's king must look again.
    #[inline(never)]
    fn replies_looking_again(
        &self,
        lifted: &Lifted,
        mv: Move,
        arriving: Piece,
        touched: Marks,
    ) -> i32 {
        let Look { mobility, zone, pins, .. } = self.look;
        // claim 1
        let mut moves = lifted.leaving.moves + mobility.arrival(mv.to) + lifted.leaving.changes(mv);
        let mut board = *self.position.board();
        board.clear(mv.from);
        board.put(mv.to, arriving);
        let men = self.men.after(mv);
        let (king_steps, king_moves) = if touched.change_steps() {
            zone.moves_after(&board, men, mv.to, arriving)
        } else {
            let safe = lifted.safe & !zone.attacks_of(men, mv.to, arriving);
            (safe.steps(), zone.moves(safe))
        };
        let en_passants = self.en_passants(mv);
        moves += en_passants;
        let is_promotion = mv.promotion().is_some();
        if !touched.change_sight() && !is_promotion {
            return moves + king_moves;
        }

        let (sight, mut changed) = pins.seen_again(&board, men, mv, arriving, !S::COLOR);
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
                    answers_looked_up(
                        mobility,
                        pins,
                        &lifted.leaving,
                        self.position.board(),
                        self.men,
                        mv,
                    )
                } else {
                    None
                };
                let answers =
                    looked_up.unwrap_or_else(|| answers_by_looking(&board, men, &sight, !S::COLOR));
                answers + king_steps + en_passants
            }
            _ => king_steps,
        }
    }

    /// The number of the opponent's legal captures en passant after a move that gives no check, or one check.
    #[inline(always)]
    fn en_passants(&self, mv: Move) -> i32 {
        if mv.kind == MoveKind::DoublePush { self.en_passants_of(mv) } else { 0 }
    }

    /// The same for a double push.
    #[inline(never)]
    fn en_passants_of(&self, mv: Move) -> i32 {
        let (board, pins) = (self.position.board(), &self.look.pins);
        let (king, pawn) = (pins.king(), Piece::new(!S::COLOR, PieceKind::Pawn));
        let Some(skipped) = mv.from.step(S::COLOR.forward()) else { return 0 };
        let mut captures = 0;
        for side in [Direction::EAST, Direction::WEST] {
            let Some(from) = mv.to.step(side).filter(|&from| board.at(from) == Some(pawn)) else {
                continue;
            };
            // claim 2
            let empty = [from, mv.from, mv.to];
            let lines = empty.iter().filter_map(|&square| Ray::leading(king, square));
            let lines = lines.filter(|&ray| pins.has_line(ray));
            let mut opened = lines.fold(0, |rays, ray| rays | ray.bit());
            let men = empty.iter().fold(self.men, |men, &it| men.without(Men::on(it)));
            let men = men.and(Men::on(skipped));
            let mut is_check = false;
            while let Some(ray) = Ray::take(&mut opened) {
                is_check |= men.first_piece_on(ray, king, board).is_some_and(|(_, piece)| {
                    piece.belongs_to(S::COLOR) && piece.slides_like(ray.slider())
                });
            }
            captures += i32::from(!is_check);
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
        let Look { mobility, zone, watch, .. } = self.look;
        let board = self.position.board();
        let castling = CastlingPair::new(mv.from, home);
        let rook = Piece::new(S::COLOR, PieceKind::Rook);
        let rook_target = castling.rook_target();
        let touched = lifted.touched()
            | watch.at(home).of_leaving()
            | watch.at(mv.to).and(Marks::of_arrival(king))
            | watch.at(rook_target).and(Marks::of_arrival(rook));
        // In Chess960 king and rook may change places, and a slider may look along their rank.
        let is_seen_from_behind =
            Ray::leading(home, mv.from).is_some_and(|ray| mobility.looks_along(home, ray));
        if touched.is_some()
            || is_seen_from_behind
            || zone.may_need(mv.from, king)
            || zone.may_need(home, rook)
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
        let moves = lifted.leaving.moves + mobility.leaving(board, self.men, home).moves
            - mobility.moves()
            + mobility.arrival(rook_target);
        let men = self.men.after(mv).after(Move::normal(home, rook_target));
        let attacks = zone.attacks_of(men, rook_target, rook) | zone.attacks_of(men, mv.to, king);
        Some(moves + zone.moves(self.safe & !attacks))
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
