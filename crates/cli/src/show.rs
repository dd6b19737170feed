//! `ox88 show`: a position and its legal moves.

use super::options::{command, position};
use super::outcome::{CommandVerdict, Result};
use super::output;
use ox88::Position;
use serde::Serialize;
use std::io::{self, Write};

command! {
    /// Shows a position: board, FEN, checks and legal moves.
    #[argh(
        name = "show",
        example = "{command_name} kiwipete\n{command_name} startpos \"e2e4 c7c5\"\n\
                   {command_name} 8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1"
    )]
    Show: position {
        /// print one JSON object
        #[argh(switch, short = 'j')]
        json: bool,
    }
}

impl Show {
    pub fn run(&self, out: &mut impl Write) -> Result {
        let position = position!(self)?;
        CommandVerdict::Right.once_written(if self.json {
            let json = serde_json::to_string(&PositionJson {
                fen: position.to_string(),
                to_move: position.side_to_move().to_string().to_lowercase(),
                checkers: checkers(&position),
                end: end(&position),
                moves: output::move_texts(&position),
            });
            json.map_err(io::Error::from).and_then(|json| writeln!(out, "{json}"))
        } else {
            write_position(&position, out)
        })
    }
}

fn checkers(position: &Position) -> Vec<String> {
    position.checkers().iter().map(ToString::to_string).collect()
}

/// How the game has ended, if the side to move has no legal move.
fn end(position: &Position) -> Option<&'static str> {
    let end = if position.is_check() { "checkmate" } else { "stalemate" };
    position.legal_moves().is_empty().then_some(end)
}

/// A position for programs.
#[derive(Serialize)]
struct PositionJson {
    fen: String,
    /// `"white"`
    to_move: String,
    checkers: Vec<String>,
    end: Option<&'static str>,
    /// The legal ones, sorted, as UCI writes them.
    moves: Vec<String>,
}

/// Writes a position for people: the board, the FEN, the pieces that give check, the legal moves.
pub fn write_position(position: &Position, out: &mut impl Write) -> io::Result<()> {
    let checkers = checkers(position).join(" ");
    let checkers = if checkers.is_empty() { "none" } else { &checkers };
    writeln!(out, "{}", position.board().drawing())?;
    writeln!(out, "fen       {position}")?;
    writeln!(out, "to move   {}", position.side_to_move())?;
    writeln!(out, "checkers  {checkers}")?;
    writeln!(out, "moves     {}", position.legal_moves().len())?;
    match end(position) {
        Some("checkmate") => {
            writeln!(out, "end       checkmate: {} has won", !position.side_to_move())
        }
        Some(_) => writeln!(out, "end       stalemate: a draw"),
        None => write!(out, "{}", output::legal_moves(position)),
    }
}
