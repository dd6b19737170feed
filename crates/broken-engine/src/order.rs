//! In which order an engine tries its moves. It matters where something is left behind when a move is taken back.

use ox88::{Board, Move, Piece, PieceKind};
use std::array;

/// In which order an engine tries its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By the squares from which they go.
    #[default]
    Usual,
    Reversed,
    /// One of many, by its number: by kinds of pieces or not, from the first square or the last, by directions, and
    /// captures first, last or among the others.
    Shuffled(u16),
}

impl Order {
    /// The order before a colon at the beginning of a word, and the rest.
    pub fn split_from(word: &str) -> Option<(Order, &str)> {
        let (name, rest) = word.split_once(':')?;
        let order = match name.strip_prefix("shuffled-") {
            Some(number) => Order::Shuffled(number.parse().ok()?),
            None if name == "reversed" => Order::Reversed,
            None => return None,
        };
        Some((order, rest))
    }

    /// Puts moves into this order.
    pub fn sort(self, board: &Board, moves: &mut [Move]) {
        match self {
            Order::Usual => {}
            Order::Reversed => moves.reverse(),
            Order::Shuffled(number) => shuffle(number, board, moves),
        }
    }
}

fn shuffle(number: u16, board: &Board, moves: &mut [Move]) {
    // Numbers that follow each other are to give orders that have nothing in common.
    let number = u32::from(number).wrapping_mul(0x9E37_79B9) >> 4;
    let (kinds, directions) = (places::<6>(number), places::<16>(number >> 3));
    let (of_captures, by_kinds, is_from_last) = (number % 3, number & 8 != 0, number & 16 != 0);
    moves.sort_by_key(|mv| {
        let captures = match (of_captures, board.at(mv.to).is_some()) {
            (1, is_capture) => !is_capture,
            (2, is_capture) => is_capture,
            _ => false,
        };
        let kind = board.at(mv.from).map(Piece::kind).filter(|_| by_kinds);
        let from = mv.from.number();
        let from = if is_from_last { 63 - from } else { from };
        (captures, kind.map(|kind| kinds[kind_number(kind)]), from, directions[direction(*mv)])
    });
}

fn kind_number(kind: PieceKind) -> usize {
    PieceKind::ALL.iter().position(|&it| it == kind).unwrap_or(0)
}

/// The direction of a move, or that of the jump of a knight.
fn direction(mv: Move) -> usize {
    let (from, to) = (mv.from.number(), mv.to.number());
    let (files, ranks) = (to % 8 + 8 - from % 8, to / 8 + 8 - from / 8);
    let is_wide = files.abs_diff(8) == 2 && ranks.abs_diff(8) == 1;
    let half = |it: usize| usize::from(it > 8) + usize::from(it >= 8);
    if is_wide { 9 + half(files) + half(ranks) } else { 3 * half(files) + half(ranks) }
}

/// The places of so many things in the order with this number.
fn places<const N: usize>(mut number: u32) -> [usize; N] {
    let mut left: Vec<usize> = (0..N).collect();
    array::from_fn(|place| {
        let choice = number as usize % (N - place);
        number = number.rotate_right(5) ^ u32::try_from(choice).unwrap_or_default();
        left.remove(choice)
    })
}
