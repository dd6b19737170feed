//! The engine's position: moves are made and taken back on one board.
//!
//! `make` and `undo` work as in most engines. Each fault is one branch that asks `self.has(..)`.

use crate::faults::{Fault, Faults, wing_towards};
use ox88::{
    Board, CastlingNotation, CastlingPair, CastlingRights, CastlingSide, Color, File, Move,
    MoveKind, Piece, PieceKind, Position, Square,
};
use ox88_count::codes_by_rank;

pub struct Game {
    pub faults: Faults,
    pub board: Board,
    /// Where the engine believes each king to be.
    pub kings: [Square; 2],
    /// The home of each king, if it may castle.
    pub king_homes: [Square; 2],
    pub side: Color,
    pub rights: CastlingRights,
    pub en_passant: Option<Square>,
    /// How many moves ago the double push was, if the square outlives it.
    en_passant_age: u32,
    /// The number of half moves since the last capture or pawn move.
    clock: u32,
    /// The earlier positions, for a side that looks for repetitions.
    occurred: Vec<RepetitionKey>,
    made: Vec<UndoInfo>,
}

/// All that decides how a game goes on but its side to move, its faults and its earlier positions.
#[derive(Clone, Copy)]
pub struct State {
    board: Board,
    kings: [Square; 2],
    rights: CastlingRights,
    en_passant: Option<Square>,
    en_passant_age: u32,
    clock: u32,
}

/// Positions with the same key are repetitions.
type RepetitionKey = (Board, Color, CastlingRights, Option<Square>);

/// What `undo` cannot read off the board.
struct UndoInfo {
    mv: Move,
    /// The captured piece. In castling, the piece where the rook arrived, which should be none.
    taken: Option<Piece>,
    /// A pawn that was removed by mistake, and its square.
    also_removed: Option<(Square, Piece)>,
    king: Square,
    rights: CastlingRights,
    en_passant: Option<Square>,
    en_passant_age: u32,
    clock: u32,
}

impl Game {
    pub fn new(position: &Position, faults: Faults) -> Game {
        let kings = Color::BOTH.map(|color| position.king(color));
        Game {
            faults,
            board: *position.board(),
            kings,
            king_homes: kings,
            side: position.side_to_move(),
            rights: rights_of_fen(position, faults),
            en_passant: if faults.has(Fault::FenLosesTheEpSquare, position.side_to_move()) {
                None
            } else {
                position.en_passant()
            },
            en_passant_age: 0,
            clock: position.setup().halfmove_clock,
            occurred: Vec::new(),
            made: Vec::new(),
        }
    }

    /// The game from the start position, which the engine sets up by its name and not by a FEN.
    pub fn start(faults: Faults) -> Game {
        let start = Position::start();
        Game { rights: start.castling_rights(), ..Game::new(&start, faults) }
    }

    pub fn state(&self) -> State {
        let Game { board, kings, rights, en_passant, en_passant_age, clock, .. } = *self;
        State { board, kings, rights, en_passant, en_passant_age, clock }
    }

    pub fn restore(&mut self, state: &State) {
        let State { board, kings, rights, en_passant, en_passant_age, clock } = *state;
        (self.board, self.kings, self.rights) = (board, kings, rights);
        (self.en_passant, self.en_passant_age, self.clock) = (en_passant, en_passant_age, clock);
    }

    /// Two games of one engine with the same text go on alike: the state, as far as its faults look at it, and the side
    /// to move.
    pub fn key(&self) -> [u64; 6] {
        let counts = |fault| Color::BOTH.into_iter().any(|side| self.faults.has(fault, side));
        let square = |it: Option<Square>| it.map_or(0, |it| it.number() as u64 + 1);
        let mut key = [0; 6];
        // A piece is below 32: of its five bits the fourth tells the colour again, unless there is none.
        for (place, rank) in codes_by_rank(&self.board).enumerate() {
            let half = rank & 0x0707_0707_0707_0707 | rank >> 1 & 0x0808_0808_0808_0808;
            key[place / 2] |= half << (place % 2 * 4);
        }
        let rooks = Color::BOTH.map(|it| CastlingSide::BOTH.map(|wing| self.rights.rook(it, wing)));
        let mut number = self.side.index() as u64;
        for it in rooks.into_iter().flatten().chain([self.en_passant]) {
            number = number << 7 | square(it);
        }
        key[4] = self.kings.iter().fold(number, |number, it| number << 6 | it.number() as u64);
        if counts(Fault::EpLastsTwoMoves) {
            key[5] = self.en_passant_age.min(3).into();
        }
        if counts(Fault::DrawsByFiftyMoves) {
            key[5] |= u64::from(self.clock) << 2;
        }
        key
    }

    /// Whether no move was played since the position was set up by its FEN.
    pub fn is_of_fen(&self) -> bool {
        self.made.is_empty()
    }

    /// Whether the side to move makes this mistake.
    #[inline]
    pub fn has(&self, fault: Fault) -> bool {
        self.faults.has(fault, self.side)
    }

    /// Whether the side to move makes this mistake on this wing.
    pub fn has_on(&self, wing: CastlingSide, fault: Fault) -> bool {
        self.faults.has_on(wing, fault, self.side)
    }

    /// Whether the side to move makes this mistake in a pawn's capture.
    pub fn has_in_capture(&self, mv: Move, fault: Fault) -> bool {
        self.has_on(wing_towards(mv.from, mv.to), fault)
    }

    pub fn is_empty(&self, square: Square) -> bool {
        self.board.at(square).is_none()
    }

    pub fn holds(&self, square: Square, color: Color, kind: PieceKind) -> bool {
        self.board.at(square) == Some(Piece::new(color, kind))
    }

    fn set(&mut self, square: Square, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.board.put(square, piece),
            None => self.board.clear(square),
        }
    }

    /// Makes a move, legal or not.
    pub fn make(&mut self, mv: Move) {
        let us = self.side;
        let mv = self.as_made(mv);
        let piece = self.board.at(mv.from);
        let mut taken = self.board.at(mv.to);
        let before = UndoInfo {
            mv,
            taken: None,
            also_removed: self.also_removes(mv, piece, taken),
            king: self.kings[us.index()],
            rights: self.rights,
            en_passant: self.en_passant,
            en_passant_age: self.en_passant_age,
            clock: self.clock,
        };
        if self.has(Fault::DrawsByRepetition) {
            self.occurred.push(self.repetition_key());
        }
        let is_pawn = piece.is_some_and(|piece| piece.kind() == PieceKind::Pawn);
        let is_capture = taken.is_some() && !is_castling(mv);
        self.clock = if is_pawn || is_capture { 0 } else { self.clock + 1 };
        self.rights = self.rights_after(mv, piece, taken);
        self.age_en_passant();
        if mv.from == self.kings[us.index()] && !self.forgets_the_kings_square(mv) {
            self.kings[us.index()] = mv.to;
        }

        if let Some((square, _)) = before.also_removed {
            self.board.clear(square);
        }
        self.board.clear(mv.from);
        match mv.kind {
            MoveKind::Normal => {
                self.set(mv.to, piece);
                let is_step = is_pawn && mv.from.file() == mv.to.file();
                if is_step && self.has(Fault::EpSquareAfterASingleStep) {
                    self.en_passant = Some(mv.from);
                }
            }
            MoveKind::DoublePush => {
                self.set(mv.to, piece);
                self.en_passant = mv.from.step(us.forward());
                self.en_passant_age = 0;
            }
            MoveKind::EnPassant => {
                self.set(mv.to, piece);
                if let Some(passed) = self.passed_square(mv) {
                    taken = self.board.at(passed);
                    if !self.has_in_capture(mv, Fault::EpLeavesTheTakenPawn) {
                        self.board.clear(passed);
                    }
                }
            }
            MoveKind::Promotion(kind) => {
                let stays = self.has(Fault::PromotedPawnStaysAPawn);
                self.set(mv.to, if stays { piece } else { Some(Piece::new(us, kind)) });
            }
            MoveKind::Castling { rook } => {
                taken = None;
                let castling = CastlingPair::new(mv.from, rook);
                if self.has_on(castling.side(), Fault::RookNotMovedByCastling) {
                    self.set(mv.to, piece);
                } else {
                    let goal = rook_goal(mv, castling);
                    let lifted = self.board.at(rook);
                    self.board.clear(rook);
                    taken = self.board.at(goal);
                    self.set(mv.to, piece);
                    self.set(goal, lifted);
                }
            }
        }
        self.made.push(UndoInfo { taken, ..before });
        self.side = !us;
    }

    /// Takes the last move back.
    pub fn undo(&mut self) {
        let Some(made) = self.made.pop() else { return };
        let UndoInfo { mv, taken, also_removed, king, rights, en_passant, en_passant_age, clock } =
            made;
        // The mistakes are those of the side that made the move.
        self.side = !self.side;
        let us = self.side;
        self.clock = clock;
        if self.has(Fault::DrawsByRepetition) {
            self.occurred.pop();
        }
        if self.kings[us.index()] != king && !self.has(Fault::UndoForgetsTheKingsSquare) {
            self.kings[us.index()] = king;
        }
        if self.rights != rights && !self.forgets_the_rights(mv, taken) {
            self.rights = rights;
        }
        if self.en_passant == en_passant
            || !self.has(Fault::UndoForgetsTheEpSquare)
                && !self.has(Fault::UndoForgetsTheEpSquareGeneratedLast)
        {
            self.en_passant = en_passant;
            self.en_passant_age = en_passant_age;
        }

        if let Some((square, pawn)) = also_removed {
            self.board.put(square, pawn);
        }
        let piece = self.board.at(mv.to);
        self.board.clear(mv.to);
        match mv.kind {
            MoveKind::Normal | MoveKind::DoublePush => {
                self.set(mv.from, piece);
                if taken.is_some() && !self.has(Fault::UndoForgetsTheTakenPiece) {
                    self.set(mv.to, taken);
                }
            }
            MoveKind::EnPassant => {
                self.set(mv.from, piece);
                if let Some(passed) = self.passed_square(mv)
                    && !self.has_in_capture(mv, Fault::UndoOfEpForgetsTheTakenPawn)
                {
                    self.set(passed, taken);
                }
            }
            MoveKind::Promotion(_) => {
                let pawn = Some(Piece::new(us, PieceKind::Pawn));
                let leaves_piece = self.has(Fault::UndoOfPromotionLeavesThePiece);
                self.set(mv.from, if leaves_piece { piece } else { pawn });
                if taken.is_some() && !self.has(Fault::UndoForgetsThePieceTakenByPromotion) {
                    self.set(mv.to, taken);
                }
            }
            MoveKind::Castling { rook } => {
                let castling = CastlingPair::new(mv.from, rook);
                let goal = rook_goal(mv, castling);
                let stays = self.has_on(castling.side(), Fault::RookNotMovedByCastling)
                    || self.has_on(castling.side(), Fault::RookNotMovedBack);
                let lifted = self.board.at(goal);
                if !stays {
                    self.set(goal, taken);
                }
                self.set(mv.from, piece);
                if !stays {
                    self.set(rook, lifted);
                }
            }
        }
    }

    /// The move as it is made, which may be a castling on the other wing.
    fn as_made(&self, mv: Move) -> Move {
        let MoveKind::Castling { rook } = mv.kind else { return mv };
        let castling = CastlingPair::new(mv.from, rook);
        let elsewhere = on_wing(castling, other(castling.side()));
        let goals = [elsewhere.king_target(), elsewhere.rook_target()];
        let is_free = |it: &Square| self.is_empty(*it) || [mv.from, rook].contains(it);
        let is_made_there = self.has_on(castling.side(), Fault::CastlingMadeOnTheOtherWing);
        if is_made_there && goals.iter().all(is_free) { Move { to: goals[0], ..mv } } else { mv }
    }

    fn forgets_the_kings_square(&self, mv: Move) -> bool {
        let MoveKind::Castling { rook } = mv.kind else { return false };
        self.has_on(CastlingPair::new(mv.from, rook).side(), Fault::CastlingForgetsTheKingsSquare)
    }

    /// Whether the rights stay as a move has made them when it is taken back.
    fn forgets_the_rights(&self, mv: Move, taken: Option<Piece>) -> bool {
        let mover = self.board.at(mv.to);
        let is_step_of_king =
            mover == Some(Piece::new(self.side, PieceKind::King)) && !is_castling(mv);
        self.has(Fault::RightsNotRestoredByUndo)
            || is_step_of_king && self.has(Fault::RightsNotRestoredByUndoOfAKingMove)
            || taken.is_some() && self.has(Fault::RightsNotRestoredByUndoOfACapture)
    }

    fn repetition_key(&self) -> RepetitionKey {
        (self.board, self.side, self.rights, self.en_passant)
    }

    /// Whether the side to move ends the game here as a draw, and counts no leaf after it.
    pub fn is_drawn(&self) -> bool {
        self.clock >= 100 && self.has(Fault::DrawsByFiftyMoves)
            || self.has(Fault::DrawsByRepetition) && self.occurred.contains(&self.repetition_key())
    }

    /// The square of the pawn that is captured en passant, beside the capturing pawn.
    pub fn passed_square(&self, mv: Move) -> Option<Square> {
        mv.to.step(self.side.forward().reversed())
    }

    /// The pawn behind the goal of an ordinary capture, which the engine removes as if the capture were en passant.
    fn also_removes(
        &self,
        mv: Move,
        piece: Option<Piece>,
        taken: Option<Piece>,
    ) -> Option<(Square, Piece)> {
        let is_pawn = |piece: &Piece| piece.kind() == PieceKind::Pawn;
        let is_ordinary = mv.kind == MoveKind::Normal && taken.is_some();
        let passed = self.passed_square(mv)?;
        let victim = self.board.at(passed).filter(|it| is_pawn(it) && !it.belongs_to(self.side))?;
        let goes_wrong = is_ordinary
            && piece.as_ref().is_some_and(is_pawn)
            && self.en_passant.is_some()
            && self.has_in_capture(mv, Fault::CaptureRemovesAnotherPawn);
        goes_wrong.then_some((passed, victim))
    }

    /// Ages the en passant square, which should last for one move only.
    fn age_en_passant(&mut self) {
        self.en_passant_age += 1;
        // Two moves of the opponent and the one between them are three plies.
        let lasts = self.en_passant.is_some()
            && (self.has(Fault::EpSquareNotCleared)
                || self.en_passant_age < 3 && self.has(Fault::EpLastsTwoMoves));
        if !lasts {
            self.en_passant = None;
        }
    }

    /// The rights to castle that a move leaves.
    fn rights_after(&self, mv: Move, piece: Option<Piece>, taken: Option<Piece>) -> CastlingRights {
        let (us, them) = (self.side, !self.side);
        let is = |piece: Option<Piece>, kind| piece.is_some_and(|piece| piece.kind() == kind);
        let wing_of = |square, color| {
            let has_rook = |wing: &CastlingSide| self.rights.rook(color, *wing) == Some(square);
            CastlingSide::BOTH.into_iter().find(has_rook)
        };
        let mut rights = self.rights;

        // A rook leaves its home.
        if let Some(wing) = wing_of(mv.from, us) {
            let has = |fault| self.faults.has_on(wing, fault, us);
            if has(Fault::OneMovedRookClearsBothRights) {
                rights = rights.without_king_of(us);
            } else if has(Fault::MovedRookClearsTheOtherRight) {
                let others = self.rights.iter().filter(|&(color, ..)| color == us);
                for (.., other) in others.filter(|&(.., rook)| rook != mv.from) {
                    rights = rights.without_rook_on(other);
                }
            } else if !has(Fault::RookOutAndBackKeepsTheRight)
                && !has(Fault::CastlingWithoutTheRook)
            {
                rights = rights.without_rook_on(mv.from);
            }
        }

        // A rook leaves the file of a home that it is not on.
        if is(piece, PieceKind::Rook) {
            for wing in CastlingSide::BOTH {
                if let Some(rook) = self.rights.rook(us, wing)
                    && rook != mv.from
                    && rook.file() == mv.from.file()
                    && self.faults.has_on(wing, Fault::RookOfTheSameFileClearsTheRight, us)
                {
                    rights = rights.without_rook_on(rook);
                }
            }
        }

        // A rook is taken at home.
        if let Some(wing) = wing_of(mv.to, them) {
            let has = |fault| self.faults.has_on(wing, fault, us);
            let is_promotion = matches!(mv.kind, MoveKind::Promotion(_));
            let keeps = has(Fault::CapturedRookKeepsTheRight)
                || has(Fault::CapturedRookKeepsTheRightForAnother)
                || is_promotion && has(Fault::PromotionTakingTheRookKeepsTheRight);
            if !keeps {
                rights = rights.without_rook_on(mv.to);
            }
            if has(Fault::TakingARookClearsOnesOwnRights) {
                rights = rights.without_king_of(us);
            }
        }
        if is(taken, PieceKind::Rook) && self.has(Fault::OneCapturedRookClearsBothRights) {
            rights = rights.without_king_of(them);
        }

        // The king moves.
        if is(piece, PieceKind::King) {
            for wing in CastlingSide::BOTH {
                let keeps = || self.faults.has_on(wing, Fault::KingOutAndBackKeepsTheRight, us);
                if let Some(rook) = self.rights.rook(us, wing).filter(|_| !keeps()) {
                    rights = rights.without_rook_on(rook);
                }
            }
        }
        rights
    }
}

/// The rights to castle that the engine reads from a FEN.
fn rights_of_fen(position: &Position, faults: Faults) -> CastlingRights {
    let mut rights = position.castling_rights();
    for color in Color::BOTH {
        for side in CastlingSide::BOTH {
            let home = |file| Square::new(file, color.home_rank());
            let rook = home(side.edge());
            let is_at_home = position.king(color) == home(File::E)
                && position.board().at(rook) == Some(Piece::new(color, PieceKind::Rook));
            if faults.has_on(side, Fault::FenGivesAllRights, color) && is_at_home {
                rights.grant(color, side, rook);
            }
            if let Some(rook) = rights.rook(color, side)
                && faults.has_on(side, Fault::FenGivesNoRights, color)
            {
                rights = rights.without_rook_on(rook);
            }
            if let Some(rook) = rights.rook(color, side)
                && let Some(other) = position.castling_rights().rook(!color, side)
                && takes_the_files_of_the_other(color, faults)
            {
                rights.grant(color, side, Square::new(other.file(), rook.rank()));
            }
        }
    }
    for color in Color::BOTH {
        if faults.has(Fault::FenTellsWingsByTheOtherKing, color)
            && position.castling_notation() == CastlingNotation::KingTakesRook
        {
            rights = by_file_of_the_other_king(position, color, rights);
        }
    }
    let white = Color::White;
    let [short, long] = CastlingSide::BOTH.map(|wing| rights.rook(white, wing));
    if let (None, Some(rook)) = (short, long)
        && rook == Square::new(File::A, white.home_rank())
        && faults.has(Fault::FenGivesA1BothWings, white)
    {
        rights.grant(white, CastlingSide::KingSide, rook);
    }
    rights
}

/// A rook beyond the other king is for kingside castling, one before it for queenside castling, and one on its file for
/// none.
fn by_file_of_the_other_king(
    position: &Position,
    color: Color,
    rights: CastlingRights,
) -> CastlingRights {
    let mut read = rights.without_king_of(color);
    let file = position.king(!color).file();
    for (.., rook) in rights.iter().filter(|it| it.0 == color && it.2.file() != file) {
        let is_beyond = rook.file() > file;
        let wing = if is_beyond { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        read.grant(color, wing, rook);
    }
    read
}

/// The castling of ordinary chess on a wing, whose goals are those of each castling there.
pub fn on_wing(castling: CastlingPair, wing: CastlingSide) -> CastlingPair {
    let home = |file| Square::new(file, castling.rook().rank());
    CastlingPair::new(home(File::E), home(wing.edge()))
}

pub fn other(wing: CastlingSide) -> CastlingSide {
    match wing {
        CastlingSide::KingSide => CastlingSide::QueenSide,
        CastlingSide::QueenSide => CastlingSide::KingSide,
    }
}

/// Where the rook goes: beside the king's goal, which tells the wing.
fn rook_goal(mv: Move, castling: CastlingPair) -> Square {
    let is_short = mv.to.file() > File::E;
    on_wing(castling, if is_short { CastlingSide::KingSide } else { CastlingSide::QueenSide })
        .rook_target()
}

/// Whether the one set of rook files is that of the other side. If both sides make this mistake, it is
/// White's.
fn takes_the_files_of_the_other(color: Color, faults: Faults) -> bool {
    let makes_it = |side| faults.has(Fault::OneSetOfRookFilesForBothSides, side);
    makes_it(color) && !(color == Color::White && makes_it(Color::Black))
}

pub fn is_castling(mv: Move) -> bool {
    matches!(mv.kind, MoveKind::Castling { .. })
}
