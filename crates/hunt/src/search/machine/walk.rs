//! How an engine goes down from a position and counts. It is written once, for all that may be wrong on the way.

use super::draft::Draft;
use ox88::Move;

/// The rows of an answer.
pub(crate) type Rows = Vec<(Move, u128)>;

/// An engine. Each step is right where it does nothing in another way.
pub(crate) trait Machine {
    /// What it counts here without going on, with so many plies left. It may have spoilt its board by then.
    fn known(&mut self, here: &mut Draft, left: u32) -> Option<u128>;

    /// The moves that it goes through. It may have spoilt its board by the time that it has them.
    fn moves(&mut self, here: &mut Draft, _left: u32) -> Vec<Move> {
        here.position.legal_moves()
    }

    /// The board after one of these moves. `None` if the engine finds only now that it is illegal.
    fn made(&mut self, here: &mut Draft, mv: Move) -> Option<Draft> {
        Some(Draft::of(&here.position.after(mv)))
    }

    /// Takes back a move that had led to a board, which is another one by now if something was left behind below.
    fn take_back(&mut self, _here: &mut Draft, _mv: Move, _left: u32, _boards: [&Draft; 2]) {}

    /// It has counted all moves here.
    fn leave(&mut self, _here: &Draft, _left: u32, _count: u128) {}

    /// What an engine counts without going on that only counts the moves of the last ply.
    fn of_last_ply(&mut self, here: &mut Draft, left: u32) -> Option<u128> {
        match left {
            0 => Some(1),
            1 => Some(self.moves(here, left).len() as u128),
            _ => None,
        }
    }

    /// The answer about a position. It spoils the board for the next one.
    fn rows(&mut self, here: &mut Draft, left: u32) -> Rows {
        self.rows_while(here, left, |_| true)
    }

    /// The same up to the first row of which this is not so.
    fn rows_while(
        &mut self,
        here: &mut Draft,
        left: u32,
        goes_on: impl Fn(&(Move, u128)) -> bool,
    ) -> Rows {
        let mut rows = Vec::new();
        for mv in self.moves(here, left) {
            if let Some(made) = self.made(here, mv) {
                let mut below = made;
                let row = (mv, self.count(&mut below, left - 1));
                rows.push(row);
                if !goes_on(&row) {
                    break;
                }
                self.take_back(here, mv, left, [&made, &below]);
            }
        }
        rows
    }

    fn count(&mut self, here: &mut Draft, left: u32) -> u128 {
        self.known(here, left).unwrap_or_else(|| {
            let count = self.rows(here, left).iter().map(|row| row.1).sum();
            self.leave(here, left, count);
            count
        })
    }
}
