//! A position to export, with its additional content.

use crate::backend::Backend;
use crate::outcome::Stop;
use ox88::suite::{Count, Suite, SuitePosition};
use ox88::{CastlingNotation, Divide, root_moves};

/// The additional content of an export, besides positions and counts.
#[derive(Clone, Copy)]
pub struct Content {
    /// The legal moves of each position.
    pub moves: bool,
    /// The divide of each count.
    pub divides: bool,
}

/// A position with at least one count.
pub struct ExportedPosition<'a> {
    /// The suite that it is from.
    pub suite: &'a Suite,
    /// The position as the suite has it.
    pub position: &'a SuitePosition,
    /// Its legal moves as UCI text, sorted, if they were asked for.
    pub moves: Option<Vec<String>>,
    /// The counts within the limits, the lowest depth first, each with its divide if that was asked for.
    pub counts: Vec<(Count, Option<Divide>)>,
}

impl<'a> ExportedPosition<'a> {
    /// The position with these counts of it.
    pub fn new(
        suite: &'a Suite,
        position: &'a SuitePosition,
        counts: Vec<Count>,
        content: Content,
        backend: Option<&Backend>,
    ) -> Result<ExportedPosition<'a>, Stop> {
        let with_divide = |count| {
            let divide =
                backend.map(|it| checked_divide(it, suite, position, count)).transpose()?;
            Ok((count, divide))
        };
        let counts = counts.into_iter().map(with_divide).collect::<Result<_, Stop>>()?;
        let moves = content.moves.then(|| moves(position));
        Ok(ExportedPosition { suite, position, moves, counts })
    }

    /// The FEN of the suite, with counters even if the suite leaves them out.
    pub fn fen(&self) -> String {
        let fen = &self.position.entry.fen;
        match fen.split_whitespace().count() {
            4 => format!("{fen} 0 1"),
            5 => format!("{fen} 1"),
            _ => fen.clone(),
        }
    }

    /// Whether castling is that of Chess960, and so written as the king that takes its rook.
    pub fn is_chess960(&self) -> bool {
        self.position.position.castling_notation() == CastlingNotation::KingTakesRook
    }
}

fn moves(position: &SuitePosition) -> Vec<String> {
    let castling = position.position.castling_notation();
    let moves = root_moves(&position.position, 1, castling);
    moves.into_iter().map(|root_move| root_move.mv.text(castling)).collect()
}

/// The divide of a count. It is refused if its rows do not add up to the count of the suite.
fn checked_divide(
    backend: &Backend,
    suite: &Suite,
    position: &SuitePosition,
    count: Count,
) -> Result<Divide, Stop> {
    let Count { depth, nodes } = count;
    let divide: Divide = backend.divide(&position.position, depth)?.into();
    if divide.total() == nodes {
        return Ok(divide);
    }
    Err(Stop::Refused(format!(
        "{}:{}: expected {nodes} leaves at depth {depth}, found {}: correct the count, or export \
         without divides",
        suite.file,
        position.entry.line,
        divide.total()
    )))
}
