//! What an engine answers that takes moves back with one fault of the table, on one board: what each move leaves behind
//! adds up, and is carried along when the moves above it are taken back.
//!
//! In which order an engine tries its moves is not known, so that a fault predicts one answer for each usual order.

use super::exchange::Exchange;
use super::faults::{Draft, Fault, KingTracking, LeftBehind, Stage};
use super::hypothesis::{if_possible, in_order_of_trial};
use ox88::{Castling, Color, Move, MoveKind, Piece, Position, Square, is_attacked};
use ox88_engine::Ply;
use std::iter;
use std::mem::{Discriminant, discriminant};

/// A fault of taking moves back, and the moves with which it happens.
#[derive(Clone, Copy)]
pub(super) struct Undoing {
    pub fault: &'static Fault,
    pub spoil: fn(Draft, &Ply) -> Option<Draft>,
    pub moves: Moves,
}

/// With which moves a fault happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moves {
    All,
    Of(Color),
    Like(Kind),
    /// The same moves of both sides.
    LikeOfBoth(Kind),
}

/// The most moves to try in the search for an order that explains a list.
const MOST_TRIALS: usize = 5_000;

/// What an engine may treat alike when it takes a move back: the piece, the kind of the move, whether it is a capture,
/// and to which wing it goes where that may matter.
pub(super) type Kind = (Piece, Discriminant<MoveKind>, bool, Option<bool>);

/// How an engine comes by its moves, and whether it makes those of the last ply to count them.
#[derive(Clone, Copy)]
struct Way {
    tries: Tries,
    makes_last: bool,
    order: Order,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tries {
    /// All moves before it counts the first one.
    First,
    /// Each move as it is counted.
    AsCounted,
    /// None: it knows which are legal.
    None,
}

pub(super) type Order = fn(&Position, &mut Vec<Move>);

pub(super) const ORDERS: [Order; 4] = [
    |_, _| (),
    |_, moves| moves.reverse(),
    |here, moves| moves.sort_by_key(|&mv| here.captured(mv).is_none()),
    |here, moves| moves.sort_by_key(|&mv| here.captured(mv).is_some()),
];

const WAYS: [(Tries, bool); 5] = [
    (Tries::First, false),
    (Tries::First, true),
    (Tries::AsCounted, true),
    (Tries::None, false),
    (Tries::None, true),
];

/// The rows of an answer.
pub(super) type Rows = Vec<(Move, u128)>;

pub(super) fn kind_of(here: &Position, mv: Move) -> Option<Kind> {
    let has_wing = matches!(mv.kind, MoveKind::EnPassant | MoveKind::Castling { .. });
    let wing = has_wing.then_some(mv.to.file() > mv.from.file());
    Some((here.board().at(mv.from)?, discriminant(&mv.kind), here.captured(mv).is_some(), wing))
}

impl Undoing {
    /// All faults of taking moves back that happen with these moves.
    pub fn of(moves: Moves) -> impl Iterator<Item = Undoing> {
        Fault::of(Stage::Unmake).filter_map(move |fault| match fault.left_behind {
            LeftBehind::OneMove(spoil) | LeftBehind::OneMoveForGood(spoil) => {
                Some(Undoing { fault, spoil, moves })
            }
            LeftBehind::WholeLine(_) => None,
        })
    }

    /// Whether taking back this move leaves something behind.
    pub fn spoils(&self, here: &Position, mv: Move) -> bool {
        let board = Draft::of(here);
        self.left_by(board, &Ply::new(1, *here, mv)) != board
    }

    fn left_by(&self, board: Draft, ply: &Ply) -> Draft {
        let happens = match self.moves {
            Moves::All => true,
            Moves::Of(color) => ply.side() == color,
            Moves::Like(kind) => kind_of(&ply.before, ply.mv) == Some(kind),
            Moves::LikeOfBoth(kind) => kind_of(&ply.before, ply.mv).is_some_and(|it| {
                (it.0.kind(), it.1, it.2, it.3) == (kind.0.kind(), kind.1, kind.2, kind.3)
            }),
        };
        if happens { (self.spoil)(board, ply).unwrap_or(board) } else { board }
    }

    /// What such an engine answers, in each usual way.
    pub fn answers(&self, here: &Position, depth: u32) -> impl Iterator<Item = Rows> {
        let ways = WAYS.into_iter().flat_map(|way| ORDERS.map(|order| (way, order)));
        ways.map(move |((tries, makes_last), order)| {
            let way = Way { tries, makes_last, order };
            self.rows(way, &mut Draft::of(here), depth, None)
        })
    }

    /// The place of the first of these ways that gives this answer, or else that of an engine that makes all moves.
    pub fn way_of(&self, exchange: &Exchange) -> usize {
        let here = exchange.line.end();
        let mut answers = self.answers(&here, exchange.depth);
        answers.position(|rows| is_same(exchange, rows)).unwrap_or(ORDERS.len())
    }

    /// The answer of an engine that tries all moves first, those which this answer lists in that order, and those below
    /// the other way round if ox88 would list them so.
    pub fn answer_like(&self, exchange: &Exchange) -> Rows {
        let here = exchange.line.end();
        let listed: Vec<Move> = exchange.rows().into_iter().map(|row| row.0).collect();
        let ours = here.pseudo_legal_moves();
        let place = |mv: Option<&Move>| ours.iter().position(|it| Some(it) == mv);
        let is_reversed = place(listed.first()) > place(listed.last());
        let order = ORDERS[usize::from(is_reversed)];
        let way = Way { tries: Tries::First, makes_last: true, order };
        let first = Some(in_order_of_trial(&here, &listed));
        self.rows(way, &mut Draft::of(&here), exchange.depth, first)
    }

    /// Whether such an engine may give just this answer.
    pub fn explains(&self, exchange: &Exchange) -> bool {
        self.gives(exchange) || self.trials_of_list(exchange, None).is_some()
    }

    /// The same for the usual orders of trials, which takes no search.
    pub fn gives(&self, exchange: &Exchange) -> bool {
        let here = exchange.line.end();
        let answers = self.answers(&here, exchange.depth);
        let mut answers = iter::once(self.answer_like(exchange)).chain(answers);
        answers.any(|rows| is_same(exchange, rows))
    }

    /// What an engine lists in one of the usual orders, that tries its moves at first.
    pub fn list(&self, here: &Position, order: Order) -> Vec<Move> {
        let way = Way { tries: Tries::First, makes_last: false, order };
        self.rows(way, &mut Draft::of(here), 1, None).into_iter().map(|row| row.0).collect()
    }

    /// The moves without which no order of trials gives this list, if some order does.
    pub fn culprits_in_list(&self, exchange: &Exchange) -> Option<Vec<Move>> {
        let mut culprits = self.trials_of_list(exchange, None)?;
        culprits.retain(|&mv| self.trials_of_list(exchange, Some(mv)).is_none());
        Some(culprits)
    }

    /// The moves that leave something behind in an order of trials that gives this list, if there is one, also if this move
    /// leaves nothing. Nothing is named as long as it is not known whether there is an order.
    ///
    /// ox88 does not know the order in which the engine tries moves. It has tried the listed ones in the order of its list
    /// or in that of our generator, either way round, and the others in between. So there must be an order in which each listed move was
    /// legal when it was tried, and no other move was.
    fn trials_of_list(&self, exchange: &Exchange, harmless: Option<Move>) -> Option<Vec<Move>> {
        let position = exchange.line.end();
        let listed: Vec<Move> = exchange.rows().into_iter().map(|(mv, _)| mv).collect();
        let mut others = position.pseudo_legal_moves();
        others.retain(|mv| !listed.contains(mv));
        let mut ours = in_order_of_trial(&position, &[]);
        ours.retain(|mv| listed.contains(mv));
        let is_list = exchange.depth == 1 && listed.len() == exchange.reply.rows.len();
        if !is_list || ours.len() != listed.len() {
            return None;
        }
        let reversed: Vec<Move> = ours.iter().rev().copied().collect();
        [&listed, &ours, &reversed].into_iter().find_map(|listed| {
            let mut trials = Trials { undoing: self, position, harmless, left: MOST_TRIALS };
            let found = trials.find(Draft::of(&position), listed, others.clone(), Vec::new());
            found.or((trials.left == 0).then(Vec::new))
        })
    }

    /// The moves of a position that leave something behind when they are taken back.
    pub fn culprits(&self, here: &Position) -> Vec<Move> {
        let mut culprits = here.pseudo_legal_moves();
        culprits.retain(|&mv| self.spoils(here, mv));
        culprits
    }

    fn rows(&self, way: Way, board: &mut Draft, depth: u32, first: Option<Vec<Move>>) -> Rows {
        let here = board.position();
        let mut moves = first.unwrap_or_else(|| {
            let mut moves = here.pseudo_legal_moves();
            (way.order)(&here, &mut moves);
            moves
        });
        moves.retain(|&mv| mv.castling_rook().is_none() || here.is_legal(mv));
        if way.tries == Tries::First {
            let mut legal = Vec::new();
            for mv in moves {
                let made = made(board, mv);
                if is_safe(&made, board) {
                    legal.push(mv);
                }
                *board = self.taken_back(board, mv, &made, &made);
            }
            moves = legal;
        }
        let mut rows = Vec::new();
        for mv in moves {
            if depth == 1 && !way.makes_last && way.tries == Tries::First {
                rows.push((mv, 1));
                continue;
            }
            let made = made(board, mv);
            let is_legal = way.tries == Tries::First || is_safe(&made, board);
            let mut left = made;
            if is_legal {
                let below = (depth > 1).then(|| self.rows(way, &mut left, depth - 1, None));
                rows.push((mv, below.map_or(1, |rows| rows.iter().map(|row| row.1).sum())));
            }
            let is_made = depth > 1 || way.makes_last;
            if is_made && (is_legal || way.tries != Tries::None) {
                *board = self.taken_back(board, mv, &made, &left);
            }
        }
        rows
    }

    /// The board when a move is taken back that was made on this one, with what was left behind it.
    fn taken_back(&self, before: &Draft, mv: Move, made: &Draft, left: &Draft) -> Draft {
        let mut draft = *before;
        if left != made {
            for square in Square::all() {
                let piece = left.setup.board.at(square);
                if piece != made.setup.board.at(square) {
                    // What the move has brought here goes back with it.
                    draft = draft.with_piece(if square == mv.to { mv.from } else { square }, piece);
                }
            }
            for color in Color::BOTH {
                if left.kings[color.index()] != made.kings[color.index()] {
                    draft = draft.with_king(color, left.kings[color.index()], left.king_tracking);
                }
            }
        }
        let ply = Ply { ordinal: 1, before: before.position(), mv, after: left.position() };
        self.left_by(draft, &ply)
    }
}

/// Whether an answer has just these rows.
fn is_same(exchange: &Exchange, mut rows: Rows) -> bool {
    let mut theirs = exchange.rows();
    let place = |row: &(Move, u128)| (row.0.from, row.0.to, row.0.promotion(), row.1);
    rows.sort_by_key(place);
    theirs.sort_by_key(place);
    theirs.len() == exchange.reply.rows.len() && theirs == rows
}

/// The board after a move. An engine that is stuck with a wrong square for its king does not follow it. Where the piece is
/// not there any more, most engines move nothing, and promote all the same.
fn made(board: &Draft, mv: Move) -> Draft {
    let here = board.position();
    let us = here.side_to_move();
    let after = if_possible(&here, mv).map_or_else(
        || {
            let mut draft = board.without(mv.to).with_en_passant(None);
            if let Some(kind) = mv.promotion() {
                draft = draft.with(mv.to, us, kind);
            }
            draft.setup.side_to_move = !us;
            draft
        },
        |after| Draft::of(&after),
    );
    let is_stuck = board.king_tracking == KingTracking::Stuck && mv.from != here.king(us);
    let after = match mv.castling_rook().filter(|&rook| here.board().at(rook).is_none()) {
        Some(rook) => after.without(Castling::new(mv.from, rook).rook_target()),
        None => after,
    };
    let king = if is_stuck { here.king(us) } else { after.kings[us.index()] };
    after.with_king(us, king, board.king_tracking)
}

/// Whether the king of the side that has moved is not attacked.
fn is_safe(made: &Draft, before: &Draft) -> bool {
    let us = before.setup.side_to_move;
    !is_attacked(&made.setup.board, made.kings[us.index()], !us)
}

/// The search for an order of trials.
struct Trials<'a> {
    undoing: &'a Undoing,
    position: Position,
    /// A move that leaves nothing behind.
    harmless: Option<Move>,
    /// How many moves may still be tried.
    left: usize,
}

impl Trials<'_> {
    /// The moves that spoil the board, if there is an order in which these are listed, and the others are not.
    fn find(
        &mut self,
        board: Draft,
        listed: &[Move],
        mut others: Vec<Move>,
        culprits: Vec<Move>,
    ) -> Option<Vec<Move>> {
        self.left = self.left.checked_sub(1)?;
        // A move that is refused and spoils nothing may come at any time.
        others.retain(|&mv| self.is_legal(&board, mv) || self.spoils(board, mv).is_some());
        let culprits_with = |mv| culprits.iter().copied().chain([mv]).collect();
        match listed.split_first() {
            None if others.is_empty() => return Some(culprits),
            Some((&mv, rest)) if self.is_legal(&board, mv) => {
                let found = match self.spoils(board, mv) {
                    Some(spoilt) => self.find(spoilt, rest, others.clone(), culprits_with(mv)),
                    None => self.find(board, rest, others.clone(), culprits.clone()),
                };
                if found.is_some() {
                    return found;
                }
            }
            _ => {}
        }
        let refused = others.iter().copied().filter(|&mv| !self.is_legal(&board, mv));
        for mv in refused.collect::<Vec<_>>() {
            let spoilt = self.spoils(board, mv)?;
            let rest = others.iter().copied().filter(|&other| other != mv).collect();
            let found = self.find(spoilt, listed, rest, culprits_with(mv));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether the king is safe after a move on this board. Castling is tested where it is generated, before any move
    /// is tried.
    fn is_legal(&self, board: &Draft, mv: Move) -> bool {
        if_possible(&board.position(), mv).is_some()
            && is_safe(&made(board, mv), board)
            && (mv.castling_rook().is_none() || self.position.is_legal(mv))
    }

    /// The board after a move was made and taken back, if that leaves something behind.
    fn spoils(&self, board: Draft, mv: Move) -> Option<Draft> {
        let made = made(&board, mv);
        let left = self.undoing.taken_back(&board, mv, &made, &made);
        Some(left).filter(|left| *left != board && self.harmless != Some(mv))
    }
}
