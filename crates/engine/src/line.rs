//! A line: a position and the moves that were played from it.

use ox88::{CastlingNotation, CastlingSide, Color, Move, Position};
use std::fmt;

/// Moves that were played one after another, and the position from which they were played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The position before the first move.
    pub root: Position,
    /// The moves, each of them legal in the position before it.
    pub moves: Vec<Move>,
    /// How the FEN of the root writes rights to castle.
    pub rights: RightsNotation,
}

/// How a FEN of Chess960 writes rights to castle. Ordinary chess has `KQkq` alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RightsNotation {
    /// By the files of the rooks: `HAha`.
    #[default]
    RookFiles,
    /// `KQkq`, each for the outermost rook on that side of the king. The right of another rook has its file.
    OutermostRooks,
}

/// One move of a line, with the positions before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The place of the move in its line, counted from 1.
    pub ordinal: usize,
    /// The position in which the move was played.
    pub before: Position,
    /// The move.
    pub mv: Move,
    /// The position to which the move led.
    pub after: Position,
}

impl Line {
    /// The line without a move, which ends where it begins.
    pub const fn at(root: Position) -> Line {
        Line { root, moves: Vec::new(), rights: RightsNotation::RookFiles }
    }

    /// The same line, with `K` and `Q` for the outermost rooks in its FEN. Nothing if that FEN is the usual one.
    pub fn with_outermost_rooks(&self) -> Option<Line> {
        let line = Line { rights: RightsNotation::OutermostRooks, ..self.clone() };
        (line.fen() != self.fen()).then_some(line)
    }

    /// The same line, with the letters for rights to castle that somebody has typed in this FEN.
    pub fn as_typed(self, fen: &str) -> Line {
        let letters = fen.split_whitespace().nth(2).unwrap_or_default();
        let is_by_outermost = letters.contains(['K', 'Q', 'k', 'q']);
        self.with_outermost_rooks().filter(|_| is_by_outermost).unwrap_or(self)
    }

    /// The FEN of the root.
    pub fn fen(&self) -> String {
        let fen = self.root.to_string();
        if self.rights == RightsNotation::RookFiles
            || self.root.castling_notation() == CastlingNotation::KingToTarget
        {
            return fen;
        }
        let rights = self.root.castling_rights();
        rights.iter().fold(fen, |fen, (color, side, rook)| {
            let cased = |letter: char| match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter.to_ascii_lowercase(),
            };
            let side = if side == CastlingSide::KingSide { 'K' } else { 'Q' };
            let fields: Vec<&str> = fen.split(' ').collect();
            let [board, turn, letters, rest @ ..] = &fields[..] else { return fen };
            let letters = letters.replace(cased(rook.file().letter()), &cased(side).to_string());
            let other = [&[*board, *turn, &letters], rest].concat().join(" ");
            // That the rook is the outermost one is what reading the FEN says.
            let is_the_same = other.parse().is_ok_and(|read: Position| read == self.root);
            if is_the_same { other } else { fen }
        })
    }

    /// The position after the last move.
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.root, |position, &mv| position.after(mv))
    }

    /// The position after the last move, set up by its FEN.
    pub fn at_end(&self) -> Line {
        if self.moves.is_empty() { self.clone() } else { Line::at(self.end()) }
    }

    /// This line with one more move.
    pub fn and(&self, mv: Move) -> Line {
        let mut longer = self.clone();
        longer.moves.push(mv);
        longer
    }

    /// The same moves from another position, if they can be played there.
    pub fn played_from(&self, root: Position) -> Option<Line> {
        let play = |here: Position, mv| here.legal_moves().contains(mv).then(|| here.after(*mv));
        self.moves.iter().try_fold(root, play)?;
        Some(Line { root, ..self.clone() })
    }

    /// The moves with the positions around them, from the first to the last.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        let mut before = self.root;
        self.moves.iter().zip(1..).map(move |(&mv, ordinal)| {
            let ply = Ply::new(ordinal, before, mv);
            before = ply.after;
            ply
        })
    }

    /// The lines that end like this one and begin later, the shortest first.
    pub fn shorter(&self) -> impl Iterator<Item = Line> + use<> {
        let (plies, line): (Vec<Ply>, Line) = (self.plies().collect(), self.clone());
        let after = move |ply: Ply| {
            let moves = line.moves[ply.ordinal..].to_vec();
            Line { root: ply.after, moves, ..line }
        };
        plies.into_iter().rev().map(after)
    }

    /// The same with the sides exchanged.
    pub fn mirrored(&self) -> Line {
        let mv = |ply: Ply| move_between(&ply.before.mirrored(), &ply.after.mirrored());
        let moves = self.plies().filter_map(mv).collect();
        Line { root: self.root.mirrored(), moves, ..self.clone() }
    }

    /// The last move for which this is true.
    pub fn last_ply(&self, mut is_it: impl FnMut(&Ply) -> bool) -> Option<Ply> {
        self.plies().filter(|ply| is_it(ply)).last()
    }

    /// The moves as UCI text, each as the position before it writes them.
    pub fn texts(&self) -> Vec<String> {
        self.plies().map(|ply| ply.text()).collect()
    }
}

impl Ply {
    /// A move with the positions around it.
    pub fn new(ordinal: usize, before: Position, mv: Move) -> Ply {
        Ply { ordinal, before, mv, after: before.after(mv) }
    }

    /// The side that moves.
    pub const fn side(&self) -> Color {
        self.before.side_to_move()
    }

    /// The move as UCI text.
    pub fn text(&self) -> String {
        self.before.move_text(self.mv)
    }
}

/// The one move that leads from a position to another, if one does.
pub fn move_between(from: &Position, to: &Position) -> Option<Move> {
    let mut legal = from.legal_moves().into_iter();
    legal.find(|&mv| from.after(mv).same_but_for_counters(to))
}

impl fmt::Display for Ply {
    /// The move as UCI text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
