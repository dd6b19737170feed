//! Games of random moves.

use super::random::Xorshift;
use ox88::Position;
use std::iter;

/// The positions of a game of random moves, from its start until there is no legal move.
pub fn random_game(start: Position, random: &mut Xorshift) -> impl Iterator<Item = Position> {
    iter::successors(Some(start), |position| {
        let moves = position.legal_moves();
        (!moves.is_empty()).then(|| position.after_unchecked(random.choose(&moves)))
    })
}
