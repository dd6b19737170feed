//! `ox88 show`: a position and its legal moves.

use super::outcome::{CommandVerdict, Stop};
use super::{input, output};
use argh::{ArgsInfo, FromArgs};
use ox88::{Piece, Position};
use ox88_count::Start960;
use serde::Serialize;
use std::io::{self, Write};

/// Shows a position: board, FEN, checks and legal moves.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    subcommand,
    name = "show",
    help_triggers("-h", "--help", "help"),
    example = "{command_name} kiwipete\n{command_name} --unicode startpos \"e2e4 c7c5\"\n\
               {command_name} 8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1"
)]
pub struct Show {
    /// draw the pieces as Unicode chess symbols
    #[argh(switch)]
    unicode: bool,
    /// print one JSON object
    #[argh(switch, short = 'j')]
    json: bool,
    /// a FEN, the id of a built-in position, or startpos (the default); then moves to play first, like
    /// e2e4 e7e8q or e4 Nf6
    #[argh(positional, arg_name = "[FEN] [MOVES]")]
    position: Vec<String>,
    /// the same position as an option
    #[argh(option, short = 'f', arg_name = "FEN")]
    fen: Option<String>,
    /// the Chess960 start position with this number, 0 to 959 (518 is ordinary chess)
    #[argh(option, arg_name = "N", from_str_fn(input::start960))]
    start: Option<Start960>,
}

impl Show {
    /// Runs the command and writes its results to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<CommandVerdict, Stop> {
        let position = self.read()?;
        CommandVerdict::Right.once_written(if self.json {
            serde_json::to_writer(&mut *out, &PositionJson::of(&position))
                .map_err(io::Error::from)
                .and_then(|()| writeln!(out))
        } else {
            let symbol = if self.unicode { figure } else { Piece::letter };
            write_position(&position, symbol, out)
        })
    }

    /// The position.
    pub fn read(&self) -> Result<Position, Stop> {
        let position = input::position(&self.position, self.fen.as_deref(), self.start)?;
        if self.json && self.unicode {
            return Err(Stop::Refused(
                "--json and --unicode: expected one of them, as in --json".to_owned(),
            ));
        }
        Ok(position)
    }
}

/// The end of a game in which the side to move has no legal move.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum End {
    Checkmate,
    Stalemate,
}

impl End {
    fn of(position: &Position) -> Option<End> {
        let is_end = position.legal_moves().is_empty();
        is_end.then_some(if position.is_check() { End::Checkmate } else { End::Stalemate })
    }
}

/// A position for programs.
#[derive(Serialize)]
struct PositionJson {
    fen: String,
    /// `"white"`
    to_move: String,
    checkers: Vec<String>,
    /// How the game has ended, if the side to move has no legal move.
    end: Option<End>,
    /// The legal ones, sorted, as UCI writes them.
    moves: Vec<String>,
}

impl PositionJson {
    fn of(position: &Position) -> PositionJson {
        PositionJson {
            fen: position.to_string(),
            to_move: position.side_to_move().to_string().to_lowercase(),
            checkers: position.checkers().iter().map(ToString::to_string).collect(),
            end: End::of(position),
            moves: output::move_texts(position),
        }
    }
}

/// The Unicode figure of a piece.
fn figure(piece: Piece) -> char {
    let mut figures = "PNBRQKpnbrqk".chars().zip("♙♘♗♖♕♔♟♞♝♜♛♚".chars());
    figures.find(|it| it.0 == piece.letter()).map_or('?', |it| it.1)
}

/// Writes a position for people: the board, the FEN, the pieces that give check, the legal moves.
pub fn write_position(
    position: &Position,
    symbol: fn(Piece) -> char,
    out: &mut impl Write,
) -> io::Result<()> {
    let checkers: Vec<String> = position.checkers().iter().map(ToString::to_string).collect();
    let checkers = if checkers.is_empty() { "none".to_owned() } else { checkers.join(" ") };

    writeln!(out, "{}", position.board().drawing(symbol))?;
    writeln!(out, "fen       {position}")?;
    writeln!(out, "to move   {}", position.side_to_move())?;
    writeln!(out, "checkers  {checkers}")?;
    writeln!(out, "moves     {}", position.legal_moves().len())?;
    match End::of(position) {
        Some(End::Checkmate) => {
            writeln!(out, "end       checkmate: {} has won", !position.side_to_move())
        }
        Some(End::Stalemate) => writeln!(out, "end       stalemate: a draw"),
        None => write!(out, "{}", output::legal_moves(position)),
    }
}
