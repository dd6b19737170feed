//! As few as still show something: of anything that can be left out, and of the pieces on a board.

use crate::line::Line;
use ox88::{Piece, PieceKind, Position, Square};

/// As few of these as still show something: without any one of those that are left it is not shown.
///
/// Large parts are left out first, then smaller ones, and single ones until all are needed.
pub fn fewest<T: Clone>(all: &[T], mut show_it: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut fewest = Fewest::of(all);
    while let Some(fewer) = fewest.next() {
        let is_shown = show_it(&fewer);
        fewest.note(is_shown);
    }
    fewest.left
}

/// The same for whoever has to wait for each answer.
pub struct Fewest<T> {
    /// Those that are left.
    pub left: Vec<T>,
    part: usize,
    place: usize,
    before: usize,
}

impl<T: Clone> Fewest<T> {
    /// Begins with all of these.
    pub fn of(all: &[T]) -> Fewest<T> {
        Fewest { left: all.to_vec(), part: all.len(), place: 0, before: all.len() }
    }

    /// Takes whether that shows it.
    pub fn note(&mut self, is_shown: bool) {
        if is_shown {
            let end = self.left.len().min(self.place + self.part);
            self.left.drain(self.place..end);
        } else {
            self.place += self.part;
        }
    }
}

impl<T: Clone> Iterator for Fewest<T> {
    type Item = Vec<T>;

    /// What is to be tried next, as long as there is something.
    fn next(&mut self) -> Option<Vec<T>> {
        if self.place >= self.left.len() {
            if self.left.is_empty() || self.part <= 1 && self.left.len() == self.before {
                return None;
            }
            (self.part, self.place, self.before) = (self.part.div_ceil(2), 0, self.left.len());
        }
        let mut without = self.left.clone();
        without.drain(self.place..self.left.len().min(self.place + self.part));
        Some(without)
    }
}

/// All pieces but the kings.
pub fn men_of(position: &Position) -> Vec<(Square, Piece)> {
    let at = |square| position.board().at(square).map(|man| (square, man));
    Square::all().filter_map(at).filter(|(_, man)| man.kind() != PieceKind::King).collect()
}

/// The line with these pieces alone beside the kings, and without the rights that need others, if its moves can be
/// played.
pub fn with_men(line: &Line, men: &[(Square, Piece)]) -> Option<Line> {
    let (us, mut setup) = (line.root.side_to_move(), line.root.setup());
    for (square, _) in men_of(&line.root).into_iter().filter(|man| !men.contains(man)) {
        setup.board.clear(square);
        setup.castling = setup.castling.without_rook_on(square);
        setup.en_passant = setup.en_passant.filter(|&to| us.en_passant_victim(to) != Some(square));
    }
    let with_men = line.played_from(Position::new(setup).ok()?)?;
    let is_like =
        |one: &Position, other: &Position| one.castling_notation() == other.castling_notation();
    let is_same = is_like(&with_men.root, &line.root) && is_like(&with_men.end(), &line.end());
    is_same.then_some(with_men)
}
