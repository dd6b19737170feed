//! Which moves a list means, in whatever notation it is written.

use super::answer::{fails, reply};
use ox88::{CastlingNotation, Move, Position, divide};
use ox88_engine::{BySquares, MoveName, Row, Trouble, TroubleKind, by_squares};

/// What a generator lists in a position.
pub(super) struct Listed {
    /// The move of each row. Nothing for a row that names no legal move.
    pub moves: Vec<Option<Move>>,
    /// Whether these are the legal moves, each of them once.
    pub is_right: bool,
    /// How castling is written, for whoever is to play it.
    pub castling: CastlingNotation,
    /// Why nobody can play them, if some may mean other moves.
    pub doubt: Option<Trouble>,
}

impl Listed {
    /// Reads a list of the moves of a position on a line that begins with castling written like this.
    pub fn read(here: &Position, rows: &[Row], of_root: CastlingNotation) -> Listed {
        let right = divide(here, 1);
        let legal: Vec<Move> = right.rows().iter().map(|&(mv, _)| mv).collect();
        let BySquares { texts, is_in_doubt, .. } =
            by_squares(here, &right, &reply(rows.to_vec()), &[]);
        let in_doubt = || Trouble {
            kind: TroubleKind::UnreadRows(String::new()),
            last_lines: rows.iter().map(|row| row.text.clone()).collect(),
        };
        let mut doubt = is_in_doubt.then(in_doubt);
        let mut moves = Vec::new();
        for text in texts {
            let name = text.as_ref().and_then(|text| Row::new(text, 1).name());
            let meant = name.map(|name| name.among(&legal)).unwrap_or_default();
            if let [_, _, ..] = meant[..] {
                let text = text.unwrap_or_default();
                let why = format!("{text} may be several moves: expected the letter of the piece");
                doubt = Some(fails(&why).into());
            }
            moves.push(meant.first().copied());
        }
        let is_by_rook = |(row, mv): (&Row, &Option<Move>)| {
            mv.is_some_and(|mv| {
                let written = MoveName::from_uci(&mv.text(CastlingNotation::KingTakesRook));
                mv.castling_rook().is_some() && row.name() == written
            })
        };
        let is_by_rook = rows.iter().zip(&moves).any(is_by_rook);
        let castling = if is_by_rook { CastlingNotation::KingTakesRook } else { of_root };
        let is_right =
            moves.len() == legal.len() && legal.iter().all(|&mv| moves.contains(&Some(mv)));
        Listed { moves, is_right, castling, doubt }
    }

    /// The same, if nothing is in doubt.
    pub fn without_doubt(self) -> Result<Listed, Trouble> {
        self.doubt.clone().map_or(Ok(self), Err)
    }
}
