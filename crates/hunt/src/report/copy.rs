//! The lines with which a question is asked again, to be copied.

use super::choices::Choices;
use ox88::CastlingNotation;
use ox88_engine::{CastlingsWritten, NEW_GAME, Protocol, Step, uci_castling};

/// How an engine was asked and by whom, which shows in the lines to copy and in what is advised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The command by which the engine was started.
    pub command: String,
    /// How it was asked.
    pub protocol: Protocol,
    /// Whether it knows more of UCI than how to set up a position.
    pub knows_uci: bool,
    /// How it writes castlings, if not as ordinary chess does.
    pub castling: Option<CastlingsWritten>,
    /// What can be changed, and how.
    pub choices: Choices,
}

impl Style {
    /// The lines with which a new process is asked this.
    pub(crate) fn lines_to_copy(&self, questions: &[Step]) -> Vec<String> {
        let mut lines = Vec::new();
        let is_by_uci = self.knows_uci && matches!(self.protocol, Protocol::Uci { .. });
        let positions = questions.iter().filter(|asked| !asked.is_again).count();
        if is_by_uci && positions > 1 {
            // Each process was sent this at its start, and it may be what sets something up that is kept.
            lines.push(NEW_GAME.to_owned());
        }
        let mut notation = CastlingNotation::KingToTarget;
        for question @ Step { line, depth, is_again, .. } in questions {
            match &self.protocol {
                Protocol::Uci { perft } => {
                    if is_by_uci && notation != line.root.castling_notation() {
                        notation = line.root.castling_notation();
                        lines.push(uci_castling(notation));
                    }
                    if !is_again {
                        lines.push(question.uci_position(self.castling));
                    }
                    lines.push(format!("{perft} {depth}"));
                }
                Protocol::Script => {
                    let moves = question.moves_text(self.castling);
                    let moves = if moves.is_empty() { moves } else { format!(" {moves:?}") };
                    lines.push(format!("{} {depth} \"{}\"{moves}", self.command, line.fen()));
                }
                _ if *is_again => {
                    lines.push(format!("depth = {depth}, again without a new position"));
                }
                // A function in this process.
                _ => {
                    let moves = question.moves_text(self.castling);
                    let moves: Vec<&str> = moves.split_whitespace().collect();
                    lines.push(format!("fen = \"{}\"", line.fen()));
                    lines.push(format!("moves = {moves:?}"));
                    lines.push(format!("depth = {depth}"));
                }
            }
        }
        lines
    }
}
