//! In which order engines try their moves. Most print their rows in that order as well, so that each list which an engine
//! has printed contradicts some.

use ox88::{Move, MoveKind, PieceKind, Position, Square};

/// An order by its number: the captures among the other moves, first or last; all pieces, or one kind after the other; and
/// squares.
pub(crate) type Order = usize;

const CAPTURES: [fn(bool) -> bool; 3] =
    [|_| false, |is_capture| !is_capture, |is_capture| is_capture];

const PIECES: [fn(PieceKind) -> usize; 3] =
    [|_| 0, |kind| kind as usize, |kind| (kind == PieceKind::Pawn).into()];

/// By the place at which the reference generates a move, or by the squares of a board that begins at a1 or at a8.
const SQUARES: [fn(usize, Move) -> [usize; 2]; 8] = [
    |place, _| [0, place],
    |place, _| [0, usize::MAX - place],
    |_, mv| [mv.from, mv.to].map(Square::number),
    |_, mv| [mv.from, mv.to].map(|it| 63 - it.number()),
    |_, mv| [mv.from, mv.to].map(from_a8),
    |_, mv| [mv.from, mv.to].map(|it| 63 - from_a8(it)),
    |place, mv| [63 - mv.from.number(), place],
    |place, mv| [from_a8(mv.from), place],
];

/// How many orders there are.
pub(super) const ORDERS: usize = CAPTURES.len() * PIECES.len() * SQUARES.len();

const OF_CAPTURES: usize = PIECES.len() * SQUARES.len();

/// Where nothing is known: as the reference does, the other way round, and with the captures first or last.
pub(crate) const USUAL: [Order; 4] = [0, 1, OF_CAPTURES, 2 * OF_CAPTURES];

/// So many of the others are looked at that nothing contradicts.
const MOST: usize = 4;

/// Puts the moves that the reference generates into this order.
pub(super) fn sort(order: Order, here: &Position, moves: &mut [Move]) {
    if order == 0 {
        return;
    }
    let captures = CAPTURES[order / OF_CAPTURES];
    let pieces = PIECES[order / SQUARES.len() % PIECES.len()];
    let squares = SQUARES[order % SQUARES.len()];
    let key = |(place, &mv): (usize, &Move)| {
        let kind = here.board().at(mv.from).map_or(0, |it| pieces(it.kind()));
        ((captures(here.captured(mv).is_some()), kind, squares(place, mv)), mv)
    };
    let mut keyed: Vec<_> = moves.iter().enumerate().map(key).collect();
    keyed.sort_by_key(|it| it.0);
    for (mv, (_, sorted)) in moves.iter_mut().zip(keyed) {
        *mv = sorted;
    }
}

/// The usual orders, and others that none of these lists contradicts. An engine may sort what it prints.
pub(crate) fn orders_of(lists: &[(Position, Vec<Move>)]) -> Vec<Order> {
    let agrees = |&order: &Order| lists.iter().all(|(here, list)| is_in(order, here, list));
    let others = (0..ORDERS).filter(|order| !USUAL.contains(order)).filter(agrees);
    let most = if lists.is_empty() { 0 } else { MOST };
    USUAL.into_iter().chain(others.take(most)).collect()
}

/// Whether a list is in this order, but for castling and en passant, which many engines generate by themselves.
fn is_in(order: Order, here: &Position, list: &[Move]) -> bool {
    let is_plain = |it: &&Move| !matches!(it.kind, MoveKind::Castling { .. } | MoveKind::EnPassant);
    let mut all = here.pseudo_legal_moves();
    sort(order, here, &mut all);
    // The pieces that a pawn becomes come in any order.
    let place = |mv: &Move| all.iter().position(|it| (it.from, it.to) == (mv.from, mv.to));
    list.iter().filter(is_plain).map(place).is_sorted()
}

const fn from_a8(square: Square) -> usize {
    square.number() ^ 0o70
}
