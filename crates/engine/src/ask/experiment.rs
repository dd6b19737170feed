//! What an engine is asked in one piece, and what is heard.

use crate::line::{Line, Ply};
use crate::read::{MoveName, Reply};
use crate::trouble::Trouble;
use ox88::{CastlingNotation, CastlingPair, Position};
use std::time::Duration;

/// One question: how many leaves are after each move of the position at the end of a line?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position, and how the engine is to come there.
    pub line: Line,
    /// How many half moves deep to count, at least 1.
    pub depth: u32,
    /// Whether the position is that of the step before, and is not set up again.
    pub is_again: bool,
    /// Whether the line begins at the start position, and that is set up by its name in place of its FEN.
    pub is_by_name: bool,
}

/// Questions that belong together, so that nothing comes between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// Who is asked.
    pub process: Process,
    /// The questions, one after the other. The first that gets no answer ends the experiment.
    pub steps: Vec<Step>,
    /// How the engine writes castlings where ordinary chess writes the king's target, once that was seen: it may
    /// understand nothing else.
    pub castling: Option<CastlingsWritten>,
}

/// How an engine writes castlings where ordinary chess writes the king's target. A wrong engine may write those of one side
/// or wing in another way than the others.
// Of each colour and wing. Those that were not seen are written as the first one that was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingsWritten([[CastlingNotation; 2]; 2]);

/// Which process of an engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// The one that is asked what is planned.
    Running,
    /// A new one beside it, which has been asked nothing.
    Fresh,
    /// The one that was started last beside it.
    Beside,
}

/// What became of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The engine answered.
    Answer {
        /// What it printed.
        reply: Reply,
        /// How long it was waited on after the last of that had come.
        silence: Duration,
    },
    /// It did something else.
    Trouble(Trouble),
    /// It cannot be asked again without a new position.
    Cannot,
}

impl Step {
    /// A question for which the position is set up.
    pub fn anew(line: &Line, depth: u32) -> Step {
        Step { line: line.clone(), depth, is_again: false, is_by_name: false }
    }

    /// A question about the position of the question before.
    pub fn again(line: &Line, depth: u32) -> Step {
        Step { is_again: true, ..Step::anew(line, depth) }
    }

    /// A question after moves from the start position, which is set up without a FEN.
    pub fn by_name(line: &Line, depth: u32) -> Step {
        Step { is_by_name: true, ..Step::anew(line, depth) }
    }

    /// Whether it can be asked of something that knows a position by its FEN alone, and keeps none.
    pub const fn is_by_fen(&self) -> bool {
        !self.is_again && !self.is_by_name
    }

    /// The position that the question is about.
    pub fn position(&self) -> Position {
        self.line.end()
    }

    /// The moves of the line, separated by blanks, for an engine that writes ordinary castling like this. All are in
    /// the castling notation of the root, because it is from the root that an engine learns which one is used. But one
    /// that writes ordinary castling as king takes rook may understand nothing else.
    pub fn moves_text(&self, castling: Option<CastlingsWritten>) -> String {
        let of_root = self.line.root.castling_notation();
        let written = castling.filter(|_| of_root == CastlingNotation::KingToTarget);
        let notation = |ply: &Ply| {
            let castling = CastlingPair::new(ply.mv.from, ply.mv.castling_rook()?);
            Some(written?.0[ply.side().index()][castling.side() as usize])
        };
        let text = |ply: Ply| ply.mv.text(notation(&ply).unwrap_or(of_root));
        self.line.plies().map(text).collect::<Vec<_>>().join(" ")
    }

    /// The command of UCI that sets up the position, for an engine that writes ordinary castling like this. It has a
    /// FEN even for the start position, so that two ways to a position differ in nothing but the moves, unless they are
    /// to differ in that.
    pub fn uci_position(&self, castling: Option<CastlingsWritten>) -> String {
        let moves = if self.line.moves.is_empty() { "" } else { " moves " };
        let root = if self.is_by_name { "startpos" } else { &format!("fen {}", self.line.fen()) };
        format!("position {root}{moves}{}", self.moves_text(castling))
    }
}

impl CastlingsWritten {
    /// All of them are written like this.
    pub const fn all(notation: CastlingNotation) -> CastlingsWritten {
        CastlingsWritten([[notation; 2]; 2])
    }

    /// What was known, with what a reply shows that lists castlings by their squares.
    pub fn and_in(
        known: Option<CastlingsWritten>,
        here: &Position,
        reply: &Reply,
    ) -> Option<CastlingsWritten> {
        if here.castling_notation() == CastlingNotation::KingTakesRook {
            return known;
        }
        here.legal_moves().into_iter().fold(known, |known, mv| {
            let Some(rook) = mv.castling_rook() else { return known };
            let notations = [CastlingNotation::KingToTarget, CastlingNotation::KingTakesRook];
            let is_written = |notation: &CastlingNotation| {
                let name = MoveName::from_uci(&mv.text(*notation));
                reply.rows.iter().any(|row| row.name() == name)
            };
            let Some(notation) = notations.into_iter().find(is_written) else { return known };
            let mut written = known.unwrap_or(CastlingsWritten::all(notation));
            let wing = CastlingPair::new(mv.from, rook).side();
            written.0[here.side_to_move().index()][wing as usize] = notation;
            Some(written)
        })
    }
}

impl From<Reply> for Heard {
    /// An answer that was not waited on any longer.
    fn from(reply: Reply) -> Heard {
        Heard::Answer { reply, silence: Duration::ZERO }
    }
}

impl From<Result<Reply, Trouble>> for Heard {
    fn from(reply: Result<Reply, Trouble>) -> Heard {
        reply.map_or_else(Heard::Trouble, Heard::from)
    }
}
