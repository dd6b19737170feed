//! The facts by definition: make the move, and look. Nothing here is quick, and nothing is learnt from an engine.

use crate::game_end::Draw;
use crate::{enumeration, kind_name};
use ox88::{CastlingPair, Move, MoveKind, PieceKind, Position, Setup, Square};
use ox88_engine::Line;
use ox88_engine::fewest::men_of;

/// When a FEN names the square that a pawn has just skipped. Each is in use, and none is a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnPassant {
    /// After each double step.
    Always,
    /// If a pawn of the other side is beside the one that jumped, even one that may not capture.
    Beside,
    /// If a capture there is legal.
    Legal,
}

impl EnPassant {
    /// All three.
    pub const ALL: [EnPassant; 3] = [EnPassant::Always, EnPassant::Beside, EnPassant::Legal];

    /// The en passant square of a position by this convention.
    pub fn square(self, position: &Position) -> Option<Square> {
        let is_en_passant = |mv: &Move| mv.kind == MoveKind::EnPassant;
        position.en_passant().filter(|_| match self {
            EnPassant::Always => true,
            EnPassant::Beside => position.pseudo_legal_moves().iter().any(is_en_passant),
            EnPassant::Legal => position.legal_moves().iter().any(is_en_passant),
        })
    }

    /// The position with that en passant square, or none.
    pub fn of(self, position: &Position) -> Position {
        let setup = Setup { en_passant: self.square(position), ..position.setup() };
        Position::new(setup).unwrap_or(*position)
    }

    /// The FEN of a position by this convention.
    pub fn fen(self, position: &Position) -> String {
        self.of(position).to_string()
    }
}

/// By which piece, and on which way, a move gives check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckBy {
    /// The piece that moves.
    Direct,
    /// Another piece, whose line the move opens.
    Discovered,
    /// Another piece, whose line a capture en passant opens.
    EnPassant,
    /// The rook of a castling.
    Castling,
    /// The promoted piece, on a line that does not pass the square on which the pawn came.
    Promotion,
    /// The promoted piece, along the line on which the pawn came.
    PromotionThroughPawn,
}

impl CheckBy {
    /// How a legal move gives check, if it does.
    pub fn of(position: &Position, mv: Move) -> Option<CheckBy> {
        let after = position.after(mv);
        let checkers = after.checkers();
        let king = after.king(after.side_to_move());
        let is_behind = |from: Square, to: Square| {
            let mut lines = ox88::Direction::ALL.into_iter();
            lines.any(|line| {
                let mut way = std::iter::successors(to.step(line), |square| square.step(line));
                way.by_ref().any(|square| square == from) && way.any(|square| square == king)
            })
        };
        if checkers.is_empty() {
            return None;
        }
        let is_mover = checkers.contains(&mv.to);
        Some(match mv.kind {
            MoveKind::Castling { rook } => {
                let by_rook = checkers.contains(&CastlingPair::new(mv.from, rook).rook_target());
                if by_rook { CheckBy::Castling } else { CheckBy::Discovered }
            }
            MoveKind::Promotion(_) if is_mover && is_behind(mv.from, mv.to) => {
                CheckBy::PromotionThroughPawn
            }
            MoveKind::Promotion(_) if is_mover => CheckBy::Promotion,
            _ if is_mover => CheckBy::Direct,
            MoveKind::EnPassant => CheckBy::EnPassant,
            _ => CheckBy::Discovered,
        })
    }
}

/// What decides how a game stands at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Whether the side to move has no legal move.
    pub has_no_move: bool,
    /// Whether it is in check.
    pub is_check: bool,
    /// The halfmove clock.
    pub clock: u32,
    /// How many times the position has occurred in the line, now included: the same pieces, side to move and rights,
    /// and the same legal captures en passant.
    pub occurrences: usize,
    /// Whether all agree that nobody can be mated: bare kings, or one bishop or knight beside them.
    pub is_dead: bool,
}

impl Ending {
    /// That at the end of a line. Nothing is known about the moves before the line.
    pub fn of(line: &Line) -> Ending {
        let end = line.end();
        let here = EnPassant::Legal.of(&end);
        let is_same = |before: &Position| EnPassant::Legal.of(before).same_but_for_counters(&here);
        Ending {
            has_no_move: end.legal_moves().is_empty(),
            is_check: end.is_check(),
            clock: end.setup().halfmove_clock,
            occurrences: 1 + line.plies().filter(|ply| is_same(&ply.before)).count(),
            is_dead: Draw::Material.is_at(&[], &end),
        }
    }

    /// Mate or stalemate, which end a game whatever the counters say.
    pub fn without_moves(&self) -> Option<End> {
        let end = if self.is_check { End::Checkmate } else { End::Stalemate };
        self.has_no_move.then_some(end)
    }
}

/// The word for how a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It goes on.
    None,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move, and is not in check.
    Stalemate,
    /// Fifty moves without a capture and without a move of a pawn.
    Fifty,
    /// The position has occurred before.
    Repetition,
    /// Too few pieces for any mate.
    Material,
}

impl End {
    /// All of them, with the word for each.
    pub const ALL: [(&str, End); 6] = [
        ("none", End::None),
        ("checkmate", End::Checkmate),
        ("stalemate", End::Stalemate),
        ("fifty", End::Fifty),
        ("repetition", End::Repetition),
        ("material", End::Material),
    ];

    /// The end that a word names.
    pub fn from_word(word: &str) -> Option<End> {
        End::ALL.into_iter().find(|(known, _)| *known == word).map(|(_, end)| end)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        End::ALL.into_iter().find(|(_, end)| *end == self).map_or("", |(word, _)| word)
    }
}

/// Whether all agree that a mate is possible: a queen or rook beside the kings, and its side has a choice of moves.
pub fn can_surely_mate(end: &Position) -> bool {
    const CHOICE: usize = 8;
    let [(_, man)] = men_of(end)[..] else { return false };
    man.belongs_to(end.side_to_move())
        && matches!(man.kind(), PieceKind::Queen | PieceKind::Rook)
        && end.legal_moves().len() >= CHOICE
}

/// Why a move of a piece needs letters in SAN for the square from which it comes, or none.
pub fn rivals(end: &Position, mv: Move, kind: PieceKind) -> String {
    let is_rival = |other: &Move| {
        let [theirs, ours] = [other.from, mv.from].map(|from| end.board().at(from));
        other.to == mv.to && other.from != mv.from && theirs == ours
    };
    let (rivals, pinned): (Vec<Move>, Vec<Move>) =
        end.pseudo_legal_moves().into_iter().filter(is_rival).partition(|&it| end.is_legal(it));
    let (name, from) =
        (kind_name(kind), |moves: &[Move]| enumeration(moves.iter().map(|mv| mv.from)));
    match (&rivals[..], &pinned[..]) {
        ([], []) => format!("no other {name} can go to {}", mv.to),
        ([], pinned) => format!("the {name} on {} may not leave its king attacked", from(pinned)),
        (rivals, _) => format!("the {name} on {} can go there as well", from(rivals)),
    }
}
