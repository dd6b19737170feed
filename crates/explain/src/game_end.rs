//! Explains an engine that ends the game where there are legal moves: it has no move, or no leaf after a move.
//!
//! Perft has no draws. An engine that ends the game at a draw counts too few leaves, although its pieces move rightly.

use super::explanation::{Explanation, reasons};
use super::facts::enumeration;
use super::rules::Rule;
use ox88::{Piece, PieceKind, Position, Square};
use ox88_engine::{Line, WrongCount};

/// The halfmove clock at which the fifty-move rule lets a player claim a draw.
const CLOCK_OF_A_DRAW: u32 = 100;

/// A rule by which a game is drawn, or may be, although there are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The fifty-move rule.
    FiftyMoves,
    /// Nobody can be mated with the pieces on the board.
    Material,
    /// The position occurred before.
    Repetition,
}

impl Draw {
    /// The rules by which the game may be drawn at the end of a line. Nothing is known about the moves
    /// before the line.
    pub fn at_end_of(line: &Line) -> Vec<Draw> {
        let before: Vec<Position> = line.plies().map(|ply| ply.before).collect();
        let mut draws = vec![Draw::FiftyMoves, Draw::Material, Draw::Repetition];
        draws.retain(|draw| draw.is_at(&before, &line.end()));
        draws
    }

    /// Whether the game may be drawn by it in a position, after these positions.
    pub fn is_at(self, before: &[Position], here: &Position) -> bool {
        match self {
            Draw::FiftyMoves => here.setup().halfmove_clock >= CLOCK_OF_A_DRAW,
            Draw::Material => has_too_little_material(here),
            Draw::Repetition => before.iter().any(|it| it.same_but_for_counters(here)),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Draw::FiftyMoves => {
                "the fifty-move rule applies (no capture and no pawn move in fifty moves)"
            }
            Draw::Material => "neither side has the material to mate",
            Draw::Repetition => "the position repeats an earlier one",
        }
    }
}

/// Bare kings, or a bishop or knight beside them.
fn has_too_little_material(position: &Position) -> bool {
    let pieces = Square::all().filter_map(|square| position.board().at(square));
    let kinds: Vec<PieceKind> =
        pieces.map(Piece::kind).filter(|&it| it != PieceKind::King).collect();
    matches!(kinds[..], [] | [PieceKind::Bishop | PieceKind::Knight])
}

/// Why an engine has no move at the end of a line, or too few leaves after some of its moves, and which of these rules
/// of draws would explain it.
pub fn explain_game_end(line: &Line, counts: &[WrongCount], draws: &[Draw]) -> Explanation {
    let here = line.end();
    let has_none = counts.iter().all(|count| count.theirs == 0);
    let (how_many, right) =
        if has_none { ("0", "there are leaves") } else { ("too few leaves", "there are more") };
    let what = match (counts, here.legal_moves().len()) {
        ([], 1) => "the engine lists no move here, but one is legal".to_owned(),
        ([], count) => format!("the engine lists no move here, but {count} are legal"),
        (counts, _) => {
            let texts = counts.iter().map(|count| here.move_text(count.mv));
            let but = if draws.is_empty() { format!(", but {right}") } else { String::new() };
            format!("the engine counts {how_many} after {}{but}", enumeration(texts))
        }
    };
    let there = if counts.is_empty() { ";" } else { ", where" };
    let words = draws.iter().map(|draw| draw.words()).collect::<Vec<_>>().join(", and ");
    reasons! {
        (draws.is_empty()) => EndsGameTooEarly, [here.king(here.side_to_move())], "{what}";
        else EndsGameTooEarly, [here.king(here.side_to_move())],
            "{what}{there} {words}, but perft ignores draws";
    }
}
