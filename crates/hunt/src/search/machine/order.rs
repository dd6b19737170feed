//! Is there an order of trials in which an engine with a fault of taking moves back comes to list just these moves?
//!
//! ox88 does not know the order in which the engine tries moves. It has tried the listed ones in the order of its list
//! or in that of our generator, either way round, and the others in between. So there must be an order in which each
//! listed move was legal when it was tried, and no other move was.

use super::draft::Draft;
use super::undoing::{Undoing, in_order_of_trial};
use crate::search::exchange::Exchange;
use ox88::{Move, Position};

/// The most moves to try in the search for an order that explains a list.
const MOST_TRIALS: usize = 5_000;

impl Undoing {
    /// Whether such an engine may give just this answer.
    pub fn explains(&self, exchange: &Exchange) -> bool {
        self.gives(exchange) || self.spoilt_in_list(exchange, None).is_some()
    }

    /// The moves without which no order of trials gives this list, if some order does.
    pub(super) fn culprits_in_list(&self, exchange: &Exchange) -> Option<Vec<Move>> {
        let mut culprits = self.spoilt_in_list(exchange, None)?;
        culprits.retain(|&mv| self.spoilt_in_list(exchange, Some(mv)).is_none());
        Some(culprits)
    }

    /// The moves that spoil the board in some order of trials that gives this list, if one move leaves nothing behind.
    /// Nothing if there is no order, or the answer is no list; no move as long as that is not known.
    fn spoilt_in_list(&self, exchange: &Exchange, harmless: Option<Move>) -> Option<Vec<Move>> {
        let position = exchange.line.end();
        let listed: Vec<Move> = exchange.rows().into_iter().map(|(mv, _)| mv).collect();
        let (ours, others): (Vec<Move>, Vec<Move>) =
            in_order_of_trial(&position, &[]).into_iter().partition(|mv| listed.contains(mv));
        let is_list = exchange.depth == 1 && listed.len() == exchange.reply.rows.len();
        if !is_list || ours.len() != listed.len() {
            return None;
        }
        let reversed = ours.iter().rev().copied().collect();
        [listed, ours, reversed].iter().find_map(|listed| {
            let mut trials = Trials { undoing: self, position, harmless, left: MOST_TRIALS };
            let found = trials.find(Draft::of(&position), listed, &others);
            found.or((trials.left == 0).then(Vec::new))
        })
    }
}

/// The search for an order of trials.
struct Trials<'a> {
    undoing: &'a Undoing,
    position: Position,
    harmless: Option<Move>,
    /// How many moves may still be tried.
    left: usize,
}

impl Trials<'_> {
    /// The moves that spoil the board if there is an order in which these are listed, and the others are not.
    fn find(&mut self, board: Draft, mut listed: &[Move], others: &[Move]) -> Option<Vec<Move>> {
        // What is listed and spoils nothing may come at once.
        while let Some((&mv, rest)) = listed.split_first()
            && self.is_legal(&board, mv)
            && self.spoilt(&board, mv).is_none()
        {
            listed = rest;
        }
        self.left = self.left.checked_sub(1)?;
        // What is refused and spoils nothing may come at any time.
        let unlisted = |&mv: &Move| {
            let left = self.spoilt(&board, mv);
            if self.is_legal(&board, mv) { Some((mv, None)) } else { Some((mv, Some(left?))) }
        };
        let others: Vec<(Move, Option<Draft>)> = others.iter().filter_map(unlisted).collect();
        if listed.is_empty() && others.is_empty() {
            return Some(Vec::new());
        }
        let next = listed.first().filter(|&&mv| self.is_legal(&board, mv));
        let next = next.map(|&mv| (mv, self.spoilt(&board, mv)));
        next.iter().chain(&others).find_map(|&(mv, spoilt)| {
            let rest = if listed.first() == Some(&mv) { &listed[1..] } else { listed };
            let others: Vec<Move> = others.iter().map(|it| it.0).filter(|it| *it != mv).collect();
            let mut culprits = self.find(spoilt?, rest, &others)?;
            culprits.insert(0, mv);
            Some(culprits)
        })
    }

    /// Whether the king is safe after a move on this board. Castling is tested where it is generated, before any move
    /// is tried.
    fn is_legal(&self, board: &Draft, mv: Move) -> bool {
        board.after(mv).is_some_and(|after| after.leaves_king_safe())
            && (mv.castling_rook().is_none() || self.position.is_legal(mv))
    }

    /// The board after a move was made and taken back, if that leaves something behind.
    fn spoilt(&self, board: &Draft, mv: Move) -> Option<Draft> {
        let left = self.undoing.tried(board, mv);
        Some(left).filter(|left| left != board && self.harmless != Some(mv))
    }
}
