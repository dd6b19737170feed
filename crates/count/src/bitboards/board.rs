//! A board as sets of squares: those of each kind of piece of each side.

use super::moves::{Kind, Moves};
use crate::quick::Side;
use crate::quick::squares::Squares;
use ox88::{Color, PieceKind, Position};

/// The pieces of one side.
#[derive(Clone, Copy)]
pub struct Men {
    pub pawns: Squares,
    pub knights: Squares,
    /// Bishops and queens.
    pub diagonal: Squares,
    /// Rooks and queens.
    pub straight: Squares,
    pub king: Squares,
    /// All of them.
    pub all: Squares,
}

/// A position, but for the side to move, which is a type here, and for what does not change its moves.
#[derive(Clone, Copy)]
pub struct Bitboards {
    men: [Men; 2],
    /// The square that the last move skipped, if that was a double push.
    pub en_passant: Squares,
    /// The rooks with which a side may still castle.
    pub castling_rooks: Squares,
}

impl Bitboards {
    /// The same position.
    pub fn of(position: &Position) -> Bitboards {
        let board = position.board();
        let men = |color| {
            let mut men = Men {
                pawns: Squares::NONE,
                knights: Squares::NONE,
                diagonal: Squares::NONE,
                straight: Squares::NONE,
                king: position.king(color).into(),
                all: Squares::of(board, color),
            };
            for (square, piece) in men.all.pieces(board) {
                men.put(square.into(), piece.kind());
            }
            men
        };
        Bitboards {
            men: Color::BOTH.map(men),
            en_passant: position.en_passant().into_iter().collect(),
            castling_rooks: position.castling_rights().iter().map(|(_, _, rook)| rook).collect(),
        }
    }

    /// The pieces of a side.
    #[inline(always)]
    pub const fn men<S: Side>(&self) -> &Men {
        &self.men[S::COLOR.index()]
    }

    #[inline(always)]
    const fn men_mut<S: Side>(&mut self) -> &mut Men {
        &mut self.men[S::COLOR.index()]
    }

    /// The board after each of these moves of this side.
    #[inline(always)]
    pub fn each_after<S: Side>(&self, moves: &Moves, mut then: impl FnMut(&Bitboards)) {
        let mut before = Bitboards { en_passant: Squares::NONE, ..*self };
        let home = Squares::of_rank(S::COLOR.home_rank());
        match *moves {
            Moves::Of { kind, from, to } => {
                let men = before.men_mut::<S>();
                let is_queen = !(men.diagonal & men.straight & from).is_empty();
                men.all -= from;
                match kind {
                    Kind::King => {}
                    Kind::Knight => men.knights -= from,
                    Kind::Diagonal | Kind::Straight => {
                        men.diagonal -= from;
                        men.straight -= from;
                    }
                }
                before.castling_rooks -= if kind == Kind::King { home } else { from };
                before.each_arrival::<S>(to, |mut after, to| {
                    let men = after.men_mut::<S>();
                    men.all |= to;
                    match kind {
                        Kind::King => men.king = to,
                        Kind::Knight => men.knights |= to,
                        Kind::Diagonal | Kind::Straight => {
                            if kind == Kind::Diagonal || is_queen {
                                men.diagonal |= to;
                            }
                            if kind == Kind::Straight || is_queen {
                                men.straight |= to;
                            }
                        }
                    }
                    then(&after);
                });
            }
            Moves::OfPawns { to, step } => {
                let last = last_rank::<S>();
                before.each_arrival::<S>(to - last, |mut after, to| {
                    after.men_mut::<S>().move_pawn(to.stepped(step.reversed()), to);
                    then(&after);
                });
                before.each_arrival::<S>(to & last, |mut after, to| {
                    after.men_mut::<S>().move_pawn(to.stepped(step.reversed()), to);
                    after.men_mut::<S>().pawns -= to;
                    for kind in PieceKind::PROMOTIONS {
                        let mut after = after;
                        after.men_mut::<S>().put(to, kind);
                        then(&after);
                    }
                });
            }
            Moves::DoublePushes { to } => {
                let back = S::COLOR.forward().reversed();
                for to in to.singles() {
                    let skipped = to.stepped(back);
                    let mut after = Bitboards { en_passant: skipped, ..before };
                    after.men_mut::<S>().move_pawn(skipped.stepped(back), to);
                    then(&after);
                }
            }
            Moves::EnPassant { from, to, victim } => {
                let mut after = before.without::<S::Opponent>(victim);
                after.men_mut::<S>().move_pawn(from, to);
                then(&after);
            }
            Moves::Castling(castling) => {
                before.castling_rooks -= home;
                let men = before.men_mut::<S>();
                let (king, rook) = (castling.king_target(), castling.rook_target());
                men.all = (men.all - men.king - castling.rook()) | king | rook;
                men.straight = (men.straight - castling.rook()) | rook;
                men.king = king.into();
                then(&before);
            }
        }
    }

    /// The board before a piece of this side arrives on each of these squares, without what it captures there.
    #[inline(always)]
    fn each_arrival<S: Side>(&self, to: Squares, mut then: impl FnMut(Bitboards, Squares)) {
        let enemies = self.men::<S::Opponent>().all;
        for to in (to - enemies).singles() {
            then(*self, to);
        }
        for to in (to & enemies).singles() {
            then(self.without::<S::Opponent>(to), to);
        }
    }

    /// The board without a piece of this side, which is no king.
    #[inline(always)]
    fn without<S: Side>(&self, square: Squares) -> Bitboards {
        let mut left = *self;
        let men = left.men_mut::<S>();
        men.pawns -= square;
        men.knights -= square;
        men.diagonal -= square;
        men.straight -= square;
        men.all -= square;
        left.castling_rooks -= square;
        left
    }
}

impl Men {
    /// Puts a piece on a square of this side.
    #[inline(always)]
    fn put(&mut self, square: Squares, kind: PieceKind) {
        match kind {
            PieceKind::Pawn => self.pawns |= square,
            PieceKind::Knight => self.knights |= square,
            PieceKind::Bishop => self.diagonal |= square,
            PieceKind::Rook => self.straight |= square,
            PieceKind::Queen => {
                self.diagonal |= square;
                self.straight |= square;
            }
            PieceKind::King => {}
        }
    }

    #[inline(always)]
    fn move_pawn(&mut self, from: Squares, to: Squares) {
        self.pawns ^= from | to;
        self.all ^= from | to;
    }
}

/// Where pawns of this side promote.
pub const fn last_rank<S: Side>() -> Squares {
    Squares::of_rank(S::Opponent::COLOR.home_rank())
}
