//! Where a king may step and castle: the enemy pieces that attack squares around it.
//!
//! To look outwards from every square around a king would be the most expensive part of a count. Seen from the enemy
//! pieces it is cheap: most attack none of these squares, not even on an empty board (see `targets`). For a knight,
//! pawn or king that is the answer. For a slider the line to the square must be empty as well. The king itself does
//! not count there: a slider attacks through it.

use super::Side;
use super::marks::Marks;
use super::ray::Ray;
use super::squares::{Squares, Table};
use super::targets::Targets;
use ox88::{
    Board, CastlingPair, CastlingRights, CastlingSide, Color, File, Piece, PieceKind, Square,
    is_attacked,
};

/// A king and the enemy pieces around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingZone {
    king: Square,
    castlings: [Option<OpenCastling>; 2],
    /// What has to be safe for each castling, if nothing is in its way.
    free_paths: [Targets; 2],
    /// The targets whose safety matters: next to the king those without a piece of its own, and the paths of the king
    /// when it castles.
    wanted: Targets,
    attacked: Targets,
    attacked_twice: Targets,
    /// The pieces that attack any of the targets, or would on an empty board.
    attackers: Squares,
}

/// A castling that no piece of its own side prevents. None of the opponent's moves can make one: a piece that
/// captures another one in the way is then in the way itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OpenCastling {
    castling: CastlingPair,
    /// The squares of the king's path, besides its own.
    path: Targets,
}

impl KingZone {
    /// Before anything around this king is looked at.
    #[inline(always)]
    pub const fn none(king: Square) -> KingZone {
        KingZone {
            king,
            castlings: [None; 2],
            free_paths: [Targets::NEVER_SAFE; 2],
            wanted: Targets::NONE,
            attacked: Targets::NONE,
            attacked_twice: Targets::NONE,
            attackers: Squares::NONE,
        }
    }

    /// Looks for the enemies around the king, and marks what would change their attacks: arrivals and departures.
    /// What a piece attacks itself from where it arrives is not among them.
    #[inline(never)]
    pub fn watch<S: Side>(
        &mut self,
        board: &Board,
        rights: CastlingRights,
        [own, enemies]: [Squares; 2],
        marks: &mut Table<Marks>,
    ) {
        let (king, occupied) = (self.king, own | enemies);
        let (neighbours, ring) = Targets::around(king);
        self.wanted = neighbours;
        for (beside, _) in (own & ring).pieces(board) {
            marks[beside] |= Marks::ARRIVES_IN_THE_WAY;
            self.wanted -= Targets::beside(Ray::of_step(king.offset_to(beside)));
        }
        for side in CastlingSide::BOTH {
            if let Some(rook) = rights.rook(S::COLOR, side) {
                self.add_castling::<S>(CastlingPair::new(king, rook), board, occupied, marks);
            }
        }
        if self.wanted.is_empty() {
            return;
        }
        for (square, piece) in enemies.pieces(board) {
            let lines = Targets::attacked_by(piece, square, king) & self.wanted;
            if !lines.is_empty() {
                self.attackers |= square;
                let attacks = if piece.slides() {
                    self.watch_lines(occupied, square, piece, lines, marks)
                } else {
                    lines
                };
                self.attacked_twice |= self.attacked & attacks;
                self.attacked |= attacks;
            }
        }
    }

    /// Whether what surrounds the king may change when a piece of its own side leaves this square: one beside it or, if
    /// it may castle, on its rank, or one that clears the line of an enemy.
    pub fn changes_without(&self, may_castle: bool, marks: &Table<Marks>, from: Square) -> bool {
        self.concerns(may_castle, from) || marks[from].contains(Marks::LEAVES_THE_WAY)
    }

    /// The same when one arrives: it may also block a line, or capture an enemy.
    #[inline(always)]
    pub fn changes_with(&self, may_castle: bool, marks: &Table<Marks>, to: Square) -> bool {
        self.concerns(may_castle, to)
            || marks[to].contains(Marks::ARRIVES_IN_THE_WAY)
            || self.attackers.contains(to)
    }

    fn concerns(&self, may_castle: bool, square: Square) -> bool {
        Ray::steps(self.king, square) == 1 || may_castle && square.rank() == self.king.rank()
    }

    /// The number of safe steps and of all moves of the king, which is not in check, after a move of the enemy to
    /// this square.
    #[inline(never)]
    pub fn moves_after<S: Side>(
        &self,
        board: &Board,
        occupied: Squares,
        to: Square,
        arriving: Piece,
    ) -> (i32, i32) {
        let mut wanted = self.wanted;
        let mut attacked = self.attacks_of(occupied, to, arriving);
        for (square, piece) in ((self.attackers & occupied) - to).pieces(board) {
            attacked |= self.attacks_of(occupied, square, piece);
        }
        let beside = Ray::leading(self.king, to).filter(|_| Ray::steps(self.king, to) == 1);
        let beside = beside.map_or(Targets::NONE, Targets::beside);
        if !self.wanted.contains(beside)
            && !is_attacked_through(self.king, board, to, arriving.color())
        {
            // The king may now capture there, so there is one more target.
            wanted |= beside;
        }
        let safe = wanted - attacked;
        let mut moves = safe.steps();
        for open in self.castlings.iter().flatten() {
            let is_free = || self.is_free::<S>(board, occupied, open.castling);
            moves += i32::from(safe.contains(open.path) && is_free());
        }
        (safe.steps(), moves)
    }

    /// Which of the targets that matter are safe.
    #[inline(always)]
    pub fn safe(&self) -> Targets {
        self.wanted - self.attacked
    }

    /// Whether the king may step to this square beside it.
    #[inline(always)]
    pub fn is_safe(&self, beside: Square) -> bool {
        Ray::leading(self.king, beside)
            .is_some_and(|ray| self.safe().contains(Targets::beside(ray)))
    }

    /// The same without the enemy piece on this square.
    #[inline(always)]
    pub fn safe_without(&self, occupied: Squares, square: Square, piece: Piece) -> Targets {
        if !self.may_need(square, piece) {
            return self.safe();
        }
        let alone = self.attacks_of(occupied, square, piece) - self.attacked_twice;
        self.wanted - (self.attacked - alone)
    }

    /// Whether the enemy piece on this square may be the only one that attacks a target.
    #[inline(always)]
    pub fn may_need(&self, square: Square, piece: Piece) -> bool {
        let attacked_once = self.attacked - self.attacked_twice;
        !(Targets::attacked_by(piece, square, self.king) & attacked_once).is_empty()
    }

    /// Which of the targets that matter an enemy piece on this square attacks, if these are all pieces on the board.
    #[inline(always)]
    pub fn attacks_of(&self, occupied: Squares, square: Square, piece: Piece) -> Targets {
        let targets = Targets::attacked_by(piece, square, self.king) & self.wanted;
        self.open_targets(occupied, square, piece, targets)
    }

    /// Those of the targets, which a piece on this square attacks on an empty board, that it attacks if these are all
    /// pieces on the board.
    #[inline(always)]
    pub fn open_targets(
        &self,
        occupied: Squares,
        square: Square,
        piece: Piece,
        targets: Targets,
    ) -> Targets {
        if piece.slides() {
            self.open_to(occupied, square, piece, targets, |_| {})
        } else {
            targets
        }
    }

    /// Those of the targets to which a slider has an open line from a square. Visits the squares of the pieces that
    /// are in its way.
    #[inline(always)]
    fn open_to(
        &self,
        occupied: Squares,
        square: Square,
        slider: Piece,
        mut targets: Targets,
        mut visit: impl FnMut(Square),
    ) -> Targets {
        let occupied = occupied - self.king;
        if (occupied & targets.between(square, slider, self.king)).is_empty() {
            return targets;
        }
        let mut lines = targets;
        while let Some(ray) = self.take_line(&mut lines, square) {
            if let Some(here) = occupied.first_on(ray, square) {
                let hidden = targets & Targets::behind(here, ray, self.king);
                if !hidden.is_empty() {
                    targets -= hidden;
                    visit(here);
                }
            }
        }
        targets
    }

    /// Takes the targets on one line of a slider out of a set of them, and returns the line.
    #[inline(always)]
    fn take_line(&self, targets: &mut Targets, slider: Square) -> Option<Ray> {
        let offset = targets.first()?;
        let ray = Ray::along(slider.offset_to(self.king).and(offset))?;
        *targets -= Targets::behind(slider, ray, self.king);
        Some(ray)
    }

    /// Marks the squares on the lines of a slider to these targets, and returns those to which they are open.
    #[inline(never)]
    fn watch_lines(
        &self,
        occupied: Squares,
        square: Square,
        slider: Piece,
        targets: Targets,
        marks: &mut Table<Marks>,
    ) -> Targets {
        // Own pieces are marked too: they leave one ply higher.
        let leaves = |blocker| marks[blocker] |= Marks::LEAVES_THE_WAY;
        let open = self.open_to(occupied, square, slider, targets, leaves);
        let mut lines = open;
        while let Some(ray) = self.take_line(&mut lines, square) {
            for here in ray.beyond(square) {
                if (open & Targets::behind(here, ray, self.king)).is_empty() {
                    break;
                }
                marks[here] |= Marks::ARRIVES_IN_THE_WAY;
            }
        }
        open
    }

    /// The number of moves of the king, which is not in check, when these targets are safe.
    #[inline(always)]
    pub fn moves(&self, safe: Targets) -> i32 {
        let mut moves = safe.steps();
        // claim 4
        for path in self.free_paths {
            moves += i32::from(safe.contains(path));
        }
        moves
    }

    /// Whether nothing is in the way of a castling, and the rook is no shield.
    #[inline(never)]
    fn is_free<S: Side>(&self, board: &Board, occupied: Squares, castling: CastlingPair) -> bool {
        let rook = Piece::new(S::COLOR, PieceKind::Rook);
        board.at(castling.rook()) == Some(rook)
            && castling.is_free(|square| board.at(square).is_none())
            // In Chess960 the rook may have shielded the king from a slider behind it.
            && Ray::leading(self.king, castling.rook()).is_none_or(|ray| {
                !occupied.slider_on(ray, castling.rook(), board, !S::COLOR)
            })
    }

    /// Marks the squares on which a castling depends, unless its own side prevents it.
    #[inline(never)]
    fn add_castling<S: Side>(
        &mut self,
        castling: CastlingPair,
        board: &Board,
        occupied: Squares,
        marks: &mut Table<Marks>,
    ) {
        // claim 4
        let is_own = |square| board.at(square).is_some_and(|piece| piece.belongs_to(S::COLOR));
        if !castling.is_free(|square| !is_own(square)) {
            return;
        }
        for file in File::all() {
            let square = Square::new(file, self.king.rank());
            marks[square] |= Marks::ARRIVES_IN_THE_WAY | Marks::LEAVES_THE_WAY;
        }
        let path = castling.king_path().filter(|&square| square != self.king);
        let path: Targets = path.map(|square| Targets::on_rank(self.king, square)).collect();
        self.castlings[castling.side() as usize] = Some(OpenCastling { castling, path });
        if self.is_free::<S>(board, occupied, castling) {
            self.free_paths[castling.side() as usize] = path;
        }
        self.wanted |= path;
    }
}

/// Whether a piece of that side attacks a square once this king has left its own.
#[inline(always)]
pub fn is_attacked_through(king: Square, board: &Board, square: Square, by: Color) -> bool {
    let mut without_king = *board;
    without_king.clear(king);
    is_attacked(&without_king, square, by)
}
