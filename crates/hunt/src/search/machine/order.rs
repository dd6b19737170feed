//! In which order engines try their moves. Most print their rows in that order as well, so that each list which an engine
//! has printed contradicts some.

use ox88::{Move, MoveKind, Piece, PieceKind, Position, Square};
use std::fmt;
use std::ops::Range;

/// An order in which an engine may try its moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Order {
    /// The captures among the other moves, first or last; all pieces, or one kind after the other; and squares.
    place: usize,
    steps: Steps,
}

const CAPTURES: [fn(bool) -> bool; 3] =
    [|_| false, |is_capture| !is_capture, |is_capture| is_capture];

const PIECES: [fn(PieceKind, &Steps) -> usize; 3] = [
    |_, _| 0,
    |kind, steps| usize::from(steps.kinds[kind as usize]) << 3 | kind as usize,
    |kind, _| (kind == PieceKind::Pawn).into(),
];

/// By the squares of a board that begins at a1 or at a8, and from the same square by the step; and at first the other way
/// round.
const SQUARES: [fn(usize, Move) -> [usize; 2]; 9] = [
    |step, mv| [mv.from.number(), step],
    |step, mv| [63 - mv.from.number(), usize::MAX - step],
    |_, mv| [mv.from, mv.to].map(Square::number),
    |_, mv| [mv.from, mv.to].map(|it| 63 - it.number()),
    |_, mv| [mv.from, mv.to].map(from_a8),
    |_, mv| [mv.from, mv.to].map(|it| 63 - from_a8(it)),
    |step, mv| [63 - mv.from.number(), step],
    |step, mv| [from_a8(mv.from), step],
    |step, mv| [63 - from_a8(mv.from), step],
];

/// Those of them to which the step does not matter.
const BY_GOAL: Range<usize> = 2..6;

/// How many orders there are, whatever the steps.
const ORDERS: usize = CAPTURES.len() * PIECES.len() * SQUARES.len();

const OF_CAPTURES: usize = PIECES.len() * SQUARES.len();

/// Where nothing is known: as the reference does, the other way round, and with the captures first or last.
pub(crate) const USUAL: [Order; 4] = [
    Order { place: 0, steps: Steps::REFERENCE },
    Order { place: 1, steps: Steps::REFERENCE },
    Order { place: OF_CAPTURES, steps: Steps::REFERENCE },
    Order { place: 2 * OF_CAPTURES, steps: Steps::REFERENCE },
];

/// So many of the others are looked at that nothing contradicts.
const MOST: usize = 4;

impl Order {
    /// The order with this name.
    pub fn named(name: &str) -> Option<Order> {
        let (place, steps) = name.split_once('-').unwrap_or((name, ""));
        let place = place.parse().ok().filter(|&it| it < ORDERS)?;
        let mut digits = steps.chars().filter_map(|it| u8::try_from(it.to_digit(9)?).ok());
        let mut eight = || [(); 8].map(|()| digits.next().unwrap_or(0));
        let directions = [(); 4].map(|()| eight());
        Some(Order { place, steps: Steps { directions, kinds: eight() } })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if self.steps == Steps::REFERENCE {
            return Ok(());
        }
        f.write_str("-")?;
        let Steps { directions, kinds } = &self.steps;
        directions.as_flattened().iter().chain(kinds).try_for_each(|it| write!(f, "{it}"))
    }
}

/// In which order an engine tries the steps of a piece from its square, and the kinds of pieces: the place of each of the
/// eight directions, for pieces that move alike, and of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Steps {
    directions: [[u8; 8]; 4],
    kinds: [u8; 8],
}

impl Steps {
    /// As the reference generates them.
    const REFERENCE: Steps = Steps { directions: [[0; 8]; 4], kinds: [0; 8] };

    /// The steps in the order of these lists. What they do not tell, or tell in two ways, stays as it is.
    fn of(lists: &[(Position, Vec<Move>)]) -> Steps {
        let mut directions = [[[false; 8]; 8]; 4];
        let mut kinds = [[false; 8]; 8];
        for (here, list) in lists {
            let plain = list.iter().filter(|mv| is_plain(**mv));
            let steps: Vec<_> = plain.map(|&mv| (mv, step(here, mv))).collect();
            for (number, (first, (class, one))) in steps.iter().enumerate() {
                let is_capture = |mv: &Move| here.captured(*mv).is_some();
                let same = |it: &&(Move, _)| is_capture(&it.0) == is_capture(first);
                for (second, (_, other)) in steps[number + 1..].iter().filter(same) {
                    if first.from == second.from {
                        directions[*class][*one][*other] = true;
                    } else if let Some((one, other)) =
                        here.board().at(first.from).zip(here.board().at(second.from))
                    {
                        kinds[one.kind() as usize][other.kind() as usize] = true;
                    }
                }
            }
        }
        Steps { directions: directions.map(places), kinds: places(kinds) }
    }

    /// Where an engine tries this move among those of its piece, of which the reference generates it at a place.
    fn place(&self, here: &Position, mv: Move, place: usize) -> usize {
        let (class, step) = step(here, mv);
        usize::from(self.directions[class][step]) << (usize::BITS / 2) | place
    }
}

/// The place of each of these, of which it is known which come before which.
fn places(is_before: [[bool; 8]; 8]) -> [u8; 8] {
    let mut places = [0; 8];
    let mut left: Vec<usize> = (0..8).collect();
    for place in 1.. {
        let waits = |&it: &usize| left.iter().any(|&one| is_before[one][it] && !is_before[it][one]);
        let Some(next) = left.iter().position(|it| !waits(it)) else { break };
        places[left.remove(next)] = place;
    }
    places
}

/// Which pieces move alike, and the direction of a move: for pawns whether it is a push or a capture, and to which side.
fn step(here: &Position, mv: Move) -> (usize, usize) {
    let (from, to) = (mv.from.number(), mv.to.number());
    let files = (to % 8).cmp(&(from % 8)) as i8;
    let ranks = (to / 8).cmp(&(from / 8)) as i8;
    let direction = |files: i8, ranks: i8| match 3 * (ranks + 1) + files + 1 {
        it @ ..4 => it.unsigned_abs().into(),
        it => usize::from(it.unsigned_abs()) - 1,
    };
    match here.board().at(mv.from).map(Piece::kind) {
        Some(PieceKind::Pawn) => (0, usize::from(files.unsigned_abs()) + usize::from(files > 0)),
        Some(PieceKind::Knight) => {
            let is_wide = (to % 8).abs_diff(from % 8) == 2;
            let [up, right, wide] = [ranks > 0, files > 0, is_wide].map(usize::from);
            (1, 4 * up + 2 * right + wide)
        }
        Some(PieceKind::King) => (2, direction(files, ranks)),
        _ => (3, direction(files, ranks)),
    }
}

/// Puts the moves that the reference generates into this order.
pub(crate) fn sort(order: Order, here: &Position, moves: &mut [Move]) {
    if order == USUAL[0] {
        return;
    }
    let captures = CAPTURES[order.place / OF_CAPTURES];
    let pieces = PIECES[order.place / SQUARES.len() % PIECES.len()];
    let squares = SQUARES[order.place % SQUARES.len()];
    let key = |(place, &mv): (usize, &Move)| {
        let kind = here.board().at(mv.from).map_or(0, |it| pieces(it.kind(), &order.steps));
        let step = order.steps.place(here, mv, place);
        ((captures(here.captured(mv).is_some()), kind, squares(step, mv)), mv)
    };
    let mut keyed: Vec<_> = moves.iter().enumerate().map(key).collect();
    keyed.sort_by_key(|it| it.0);
    for (mv, (_, sorted)) in moves.iter_mut().zip(keyed) {
        *mv = sorted;
    }
}

/// The usual orders, and others that none of these lists contradicts. An engine may sort what it prints.
pub(crate) fn orders_of(lists: &[(Position, Vec<Move>)]) -> Vec<Order> {
    let agrees = |order: &Order| lists.iter().all(|(here, list)| is_in(*order, here, list));
    let of_steps = |steps| (0..ORDERS).map(move |place| Order { place, steps });
    let learnt =
        of_steps(Steps::of(lists)).filter(|it| !BY_GOAL.contains(&(it.place % SQUARES.len())));
    let others =
        learnt.chain(of_steps(Steps::REFERENCE)).filter(|it| !USUAL.contains(it)).filter(agrees);
    let most = if lists.is_empty() { 0 } else { MOST };
    USUAL.into_iter().chain(others.take(most)).collect()
}

/// Whether it is neither castling nor en passant, which many engines generate by themselves.
const fn is_plain(mv: Move) -> bool {
    !matches!(mv.kind, MoveKind::Castling { .. } | MoveKind::EnPassant)
}

/// Whether a list is in this order, but for what is not plain.
fn is_in(order: Order, here: &Position, list: &[Move]) -> bool {
    let mut all = here.pseudo_legal_moves();
    sort(order, here, &mut all);
    // The pieces that a pawn becomes come in any order.
    let place = |mv: &Move| all.iter().position(|it| (it.from, it.to) == (mv.from, mv.to));
    list.iter().filter(|mv| is_plain(**mv)).map(place).is_sorted()
}

const fn from_a8(square: Square) -> usize {
    square.number() ^ 0o70
}
