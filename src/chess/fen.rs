//! Positions as text: Forsyth-Edwards notation, read and written.

use super::board::Board;
use super::castling::{CastlingPair, CastlingRights, CastlingSide};
use super::color::Color;
use super::moves::CastlingNotation;
use super::piece::{Piece, PieceKind};
use super::position::{Position, Setup};
use super::square::{File, Rank, Square};
use super::valid::PositionError;
use once_cell::sync::Lazy;
use std::fmt::{self, Write};
use std::str::FromStr;

/// The position from which a game of ordinary chess begins.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Why a text is not the FEN of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// There are this many fields, instead of 4, 5 or 6.
    FieldCount(usize),
    /// A field cannot be read.
    Field {
        /// Its place in the FEN, counted from 1.
        ordinal: usize,
        /// What it should describe.
        name: &'static str,
        /// The text of the field.
        found: String,
        /// What is wrong with it, and what is expected.
        problem: String,
    },
    /// The text can be read, but the rules of chess do not apply to what it describes.
    Position(PositionError),
}

impl Position {
    /// The position from which a game of ordinary chess begins.
    pub fn start() -> Position {
        static START_POSITION: Lazy<Position> =
            Lazy::new(|| START.parse().expect("the start position is valid"));
        *START_POSITION
    }
}

/// Reads a FEN: six fields with spaces between them, of which the two counters may be left out.
///
/// The castling letters are `KQkq`, and in Chess960 also the files of the rooks (`HAha`), in any order. `K` and `Q` mean
/// the outermost rook on that side of the king, wherever that is.
///
/// A square for en passant may be left out (`-`), and is refused if no pawn can just have skipped it. It is written after
/// every double push, whether or not a pawn can capture there.
///
/// ```
/// let error = "4k3/8/8/8/8/8/8/4K3 w K - 0 1".parse::<ox88::Position>().unwrap_err();
/// assert!(error.to_string().starts_with("White has a castling right for h1: expected its rook there"));
/// ```
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        // Four fields, then up to two counters.
        let (&[board_text, side, castling, en_passant], counters) = fields
            .split_first_chunk::<4>()
            .filter(|(_, counters)| counters.len() <= 2)
            .ok_or(FenError::FieldCount(fields.len()))?;
        let board = read_board(board_text).map_err(field(1, "board", board_text))?;
        let setup = Setup {
            board,
            side_to_move: read_side(side).map_err(field(2, "side to move", side))?,
            castling: read_castling(castling, &board).map_err(field(3, "castling", castling))?,
            en_passant: read_en_passant(en_passant).map_err(field(4, "en passant", en_passant))?,
            halfmove_clock: match counters.first() {
                Some(text) => read_counter(text).map_err(field(5, "halfmove clock", text))?,
                None => 0,
            },
            fullmove_number: match counters.get(1) {
                Some(text) => read_counter(text).map_err(field(6, "move number", text))?,
                None => 1,
            },
        };
        Position::new(setup).map_err(FenError::Position)
    }
}

/// Turns a problem into the error that names its field.
fn field(ordinal: usize, name: &'static str, found: &str) -> impl FnOnce(String) -> FenError {
    move |problem| FenError::Field { ordinal, name, found: found.to_owned(), problem }
}

fn read_board(text: &str) -> Result<Board, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(format!("{} ranks: expected 8, with / between them", ranks.len()));
    }
    let mut board = Board::EMPTY;
    for (rank, text) in Rank::all().rev().zip(ranks) {
        read_rank(&mut board, rank, text)
            .map_err(|problem| format!("rank {}, {text:?}: {problem}", rank.digit()))?;
    }
    Ok(board)
}

fn read_rank(board: &mut Board, rank: Rank, text: &str) -> Result<(), String> {
    let mut squares = 0;
    for letter in text.chars() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            squares += empty as usize;
        } else if let Some(piece) = Piece::from_letter(letter) {
            // A rank that is too long is refused below.
            if let Some(file) = File::all().nth(squares) {
                board.put(Square::new(file, rank), piece);
            }
            squares += 1;
        } else {
            return Err(format!("{letter:?}: expected one of PNBRQK, pnbrqk or 1 to 8"));
        }
    }
    if squares == 8 { Ok(()) } else { Err(format!("{squares} squares: expected 8")) }
}

fn read_side(text: &str) -> Result<Color, String> {
    let side = Color::BOTH.into_iter().find(|color| text.chars().eq([color.letter()]));
    side.ok_or_else(|| "expected w or b".to_owned())
}

fn read_castling(text: &str, board: &Board) -> Result<CastlingRights, String> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (side, rook) = match letter.to_ascii_lowercase() {
            'k' => (CastlingSide::KingSide, outermost_rook(board, color, CastlingSide::KingSide)),
            'q' => (CastlingSide::QueenSide, outermost_rook(board, color, CastlingSide::QueenSide)),
            small => {
                let file = File::from_letter(small).ok_or_else(|| {
                    format!("{letter:?}: expected letters of KQkq, files of rooks, or -")
                })?;
                let rook = Square::new(file, color.home_rank());
                let side = side_of(board, color, rook).ok_or_else(|| {
                    format!("{letter:?}: expected {color}'s king on rank {}", rook.rank().digit())
                })?;
                (side, rook)
            }
        };
        if rights.rook(color, side).is_some() {
            return Err(format!(
                "{letter:?} gives a right that was given before: expected it once"
            ));
        }
        rights.grant(color, side, rook);
    }
    Ok(rights)
}

/// The rook that `K` or `Q` means: the outermost one on that side of the king. If there is none, this is the corner, and
/// `valid` refuses the position.
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Square {
    let mut inwards: Vec<Square> =
        File::all().map(|file| Square::new(file, color.home_rank())).collect();
    if side == CastlingSide::KingSide {
        inwards.reverse();
    }
    let holds = |square, kind| board.at(square) == Some(Piece::new(color, kind));
    let mut up_to_king = inwards.iter().take_while(|&&it| !holds(it, PieceKind::King));
    *up_to_king.find(|&&it| holds(it, PieceKind::Rook)).unwrap_or(&inwards[0])
}

/// The side of the king on which a rook is, if the king is on its home rank.
fn side_of(board: &Board, color: Color, rook: Square) -> Option<CastlingSide> {
    let is_king = |&square: &Square| board.at(square) == Some(Piece::new(color, PieceKind::King));
    let king = File::all().map(|file| Square::new(file, color.home_rank())).find(is_king);
    king.map(|king| CastlingPair::new(king, rook).side())
}

fn read_en_passant(text: &str) -> Result<Option<Square>, String> {
    let square = Square::from_name(text);
    let problem = "expected the square that a pawn has just skipped, such as e3, or -";
    if square.is_some() || text == "-" { Ok(square) } else { Err(problem.to_owned()) }
}

fn read_counter(text: &str) -> Result<u32, String> {
    // `parse` would also take `+5`.
    let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    number.ok_or_else(|| format!("expected a number up to {}", u32::MAX))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::all().rev() {
            let mut empty = 0;
            for file in File::all() {
                match self.board().at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        write_empty(f, &mut empty)?;
                        f.write_char(piece.letter())?;
                    }
                }
            }
            write_empty(f, &mut empty)?;
            f.write_str(if rank == Rank::R1 { "" } else { "/" })?;
        }
        let Setup { castling, en_passant, halfmove_clock, fullmove_number, .. } = self.setup();
        write!(f, " {} ", self.side_to_move().letter())?;
        let notation = self.castling_notation();
        for (color, side, rook) in castling.iter() {
            // KQkq where castling is written as in ordinary chess, and otherwise the files of the rooks.
            let letter = match (notation, side) {
                (CastlingNotation::KingToTarget, CastlingSide::KingSide) => 'k',
                (CastlingNotation::KingToTarget, CastlingSide::QueenSide) => 'q',
                (CastlingNotation::KingTakesRook, _) => rook.file().letter(),
            };
            f.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
        }
        f.write_str(if castling == CastlingRights::NONE { "- " } else { " " })?;
        let skipped = en_passant.map_or("-".to_owned(), |square| square.to_string());
        write!(f, "{skipped} {halfmove_clock} {fullmove_number}")
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, empty: &mut u32) -> fmt::Result {
    match std::mem::take(empty) {
        0 => Ok(()),
        count => write!(f, "{count}"),
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::FieldCount(count) => write!(
                f,
                "{count} field{}: expected board, side to move, castling and en passant, and perhaps \
                 two counters, as in {START:?}",
                if *count == 1 { "" } else { "s" }
            ),
            FenError::Field { ordinal, name, found, problem } => {
                write!(f, "field {ordinal} ({name}), {found:?}: {problem}")
            }
            FenError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}
