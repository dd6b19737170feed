//! What an engine answers that takes moves back with one fault of the table, on one board: what each move leaves behind
//! adds up, and is carried along when the moves above it are taken back.
//!
//! In which order an engine tries its moves is not known, so that a fault predicts one answer for each usual order.

use super::draft::{Draft, KingTracking};
use super::exchange::Exchange;
use super::explain::Rule;
use super::faults::{Fault, LeftBehind, Stage};
use super::hypothesis::{if_possible, in_order_of_trial};
use super::oracle::Oracle;
use ox88::{CastlingPair, Color, Move, MoveKind, Piece, Position, Square, is_attacked};
use ox88_engine::Ply;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::{Discriminant, discriminant};
use std::ptr;
use std::sync::Arc;

/// A fault of taking moves back, and the moves with which it happens.
#[derive(Clone, Copy)]
pub(super) struct Undoing {
    pub fault: &'static Fault,
    spoil: fn(Draft, &Ply) -> Option<Draft>,
    pub moves: Moves,
}

/// With which moves a fault happens.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Moves {
    All,
    Of(Color),
    Like(Kind),
    /// The same moves of both sides.
    LikeOfBoth(Kind),
}

impl Moves {
    /// All moves, and those of each side.
    pub const OF_SIDES: [Moves; 3] = [Moves::All, Moves::Of(Color::White), Moves::Of(Color::Black)];

    /// The same, and those of each kind that these positions have.
    pub fn of_sides_and_kinds<'a>(
        positions: impl IntoIterator<Item = &'a Position>,
    ) -> impl Iterator<Item = Moves> {
        let kinds = positions.into_iter().flat_map(kinds_in).map(Moves::LikeOfBoth);
        Moves::OF_SIDES.into_iter().chain(kinds)
    }
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

/// The kinds of the moves that a position has, each once.
pub(super) fn kinds_in(here: &Position) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for mv in here.pseudo_legal_moves() {
        kinds.extend(kind_of(here, mv).filter(|kind| !kinds.contains(kind)));
    }
    kinds
}

/// In which ways engines usually try moves.
fn usual_ways() -> impl Iterator<Item = Way> {
    let ways = WAYS.into_iter().flat_map(|way| ORDERS.map(|order| (way, order)));
    ways.map(|((tries, makes_last), order)| Way { tries, makes_last, order })
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

    /// The faults that break this rule, with all moves.
    pub fn against(rule: Rule) -> impl Iterator<Item = Undoing> {
        Undoing::of(Moves::All).filter(move |it| it.fault.rule == rule)
    }

    /// The same with all moves, and with those of each kind alone that there is.
    pub fn of_each_kind(rule: Rule, here: &Position) -> Vec<Undoing> {
        let all: Vec<Undoing> = Undoing::against(rule).collect();
        let like = |kind: Kind| all.iter().map(move |it| it.with(Moves::Like(kind)));
        let alone = kinds_in(here).into_iter().flat_map(like);
        let alone = alone.filter(|it| !it.culprits(here).is_empty());
        all.iter().copied().chain(alone).collect()
    }

    /// The same fault with these moves.
    pub fn with(self, moves: Moves) -> Undoing {
        Undoing { moves, ..self }
    }

    /// The same for the same fault with the same moves.
    pub fn key(&self) -> (usize, Moves) {
        (ptr::from_ref(self.fault).addr(), self.moves)
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
        usual_ways().map(move |way| self.rows(way, &mut Draft::of(here), depth, None))
    }

    /// Whether such an engine counts so many leaves at each of these depths, in one of the usual ways. It may have been
    /// asked for another depth just before.
    pub fn counts(&self, here: &Position, before: Option<u32>, totals: &[(u32, u128)]) -> bool {
        let total = |way: Way, depth: u32| -> u128 {
            let mut board = Draft::of(here);
            if let Some(before) = before {
                self.rows(way, &mut board, before, None);
            }
            self.rows(way, &mut board, depth, None).iter().map(|row| row.1).sum()
        };
        usual_ways().any(|way| totals.iter().all(|&(depth, leaves)| total(way, depth) == leaves))
    }

    /// The place of the first of these ways that gives this answer, or else that of an engine that makes all moves.
    pub fn way_of(&self, exchange: &Exchange) -> usize {
        let (here, theirs) = (exchange.line.end(), rows_of(exchange));
        let mut answers = self.answers(&here, exchange.depth);
        answers.position(|rows| is_same(theirs.as_ref(), rows)).unwrap_or(ORDERS.len())
    }

    /// The answer of an engine that tries all moves first, those which this answer lists in that order, and those below
    /// the other way round if ox88 would list them so.
    pub fn answer_like(&self, oracle: &Oracle, exchange: &Exchange) -> Arc<Rows> {
        let (here, depth) = (exchange.line.end(), exchange.depth);
        let listed: Vec<Move> = exchange.rows().into_iter().map(|row| row.0).collect();
        oracle.remembered((self.key(), here, depth, listed.clone()), || {
            Arc::new(self.answer_in_order(&here, depth, &listed))
        })
    }

    fn answer_in_order(&self, here: &Position, depth: u32, listed: &[Move]) -> Rows {
        let ours = here.pseudo_legal_moves();
        let place = |mv: Option<&Move>| ours.iter().position(|it| Some(it) == mv);
        let is_reversed = place(listed.first()) > place(listed.last());
        let order = ORDERS[usize::from(is_reversed)];
        let way = Way { tries: Tries::First, makes_last: true, order };
        let first = Some(in_order_of_trial(here, listed));
        self.rows(way, &mut Draft::of(here), depth, first)
    }

    /// Whether such an engine may give just this answer.
    pub fn explains(&self, oracle: &Oracle, exchange: &Exchange) -> bool {
        self.gives(oracle, exchange)
            || Lists::of(exchange).is_some_and(|lists| self.spoilt_in(&lists, None).is_some())
    }

    /// The same for the usual orders of trials, which takes no search.
    pub fn gives(&self, oracle: &Oracle, exchange: &Exchange) -> bool {
        let (here, depth) = (exchange.line.end(), exchange.depth);
        let theirs = rows_of(exchange);
        let is_it = |rows: Rows| is_same(theirs.as_ref(), rows);
        let hashes = || {
            let hashes = self.answers(&here, depth).map(|mut rows| {
                sort(&mut rows);
                hash(&rows)
            });
            hashes.collect::<Arc<[u64]>>()
        };
        let may_be_it = || {
            let hash = theirs.as_ref().map(hash);
            let known = oracle.remembered((self.key(), here, depth), hashes);
            hash.is_some_and(|hash| known.contains(&hash))
        };
        is_it(self.answer_like(oracle, exchange).to_vec())
            || may_be_it() && self.answers(&here, depth).any(is_it)
    }

    /// What an engine lists in one of the usual orders, that tries its moves at first.
    pub fn list(&self, here: &Position, order: Order) -> Vec<Move> {
        let way = Way { tries: Tries::First, makes_last: false, order };
        self.rows(way, &mut Draft::of(here), 1, None).into_iter().map(|row| row.0).collect()
    }

    /// The moves without which no order of trials gives this list, if some order does.
    ///
    /// ox88 does not know the order in which the engine tries moves. It has tried the listed ones in the order of its
    /// list or in that of our generator, either way round, and the others in between. So there must be an order in
    /// which each listed move was legal when it was tried, and no other move was.
    pub fn culprits_in_list(&self, exchange: &Exchange) -> Option<Vec<Move>> {
        let lists = Lists::of(exchange)?;
        let mut culprits = self.spoilt_in(&lists, None)?;
        culprits.retain(|&mv| self.spoilt_in(&lists, Some(mv)).is_none());
        Some(culprits)
    }

    /// The moves that spoil the board in some order of trials. Nothing if there is no order; no move as long as that is
    /// not known.
    fn spoilt_in(&self, lists: &Lists, harmless: Option<Move>) -> Option<Vec<Move>> {
        let position = lists.position;
        lists.orders.iter().find_map(|listed| {
            let mut trials = Trials { undoing: self, position, harmless, left: MOST_TRIALS };
            let found = trials.find(Draft::of(&position), listed, &lists.others, Vec::new());
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

/// The rows of an answer, in the order of [`sort`], if all of them are read.
fn rows_of(exchange: &Exchange) -> Option<Rows> {
    let mut rows = exchange.rows();
    sort(&mut rows);
    Some(rows).filter(|rows| rows.len() == exchange.reply.rows.len())
}

/// Whether an answer has just these rows.
fn is_same(theirs: Option<&Rows>, mut rows: Rows) -> bool {
    sort(&mut rows);
    theirs == Some(&rows)
}

/// Answers with other hashes are others.
fn hash(rows: &Rows) -> u64 {
    let mut hasher = DefaultHasher::new();
    rows.hash(&mut hasher);
    hasher.finish()
}

fn sort(rows: &mut Rows) {
    rows.sort_by_key(|row| (row.0.from, row.0.to, row.0.promotion(), row.1));
}

/// The board after a move. An engine that is stuck with a wrong square for its king does not follow it. Where the piece
/// is not there any more, most engines move nothing, and promote all the same.
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
        Some(rook) => after.without(CastlingPair::new(mv.from, rook).rook_target()),
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

/// A list of moves, in the orders in which an engine may have tried them, and the moves that it has left out.
struct Lists {
    position: Position,
    orders: [Vec<Move>; 3],
    others: Vec<Move>,
}

impl Lists {
    /// Nothing if the answer is no such list.
    fn of(exchange: &Exchange) -> Option<Lists> {
        let position = exchange.line.end();
        let listed: Vec<Move> = exchange.rows().into_iter().map(|(mv, _)| mv).collect();
        let mut others = position.pseudo_legal_moves();
        others.retain(|mv| !listed.contains(mv));
        let mut ours = in_order_of_trial(&position, &[]);
        ours.retain(|mv| listed.contains(mv));
        let is_list = exchange.depth == 1 && listed.len() == exchange.reply.rows.len();
        let is_known = is_list && ours.len() == listed.len();
        let reversed = ours.iter().rev().copied().collect();
        is_known.then_some(Lists { position, orders: [listed, ours, reversed], others })
    }
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

/// A move that is not listed, with the board that it leaves behind if it is refused.
type Unlisted = (Move, Option<Draft>);

impl Trials<'_> {
    /// The moves that spoil the board, if there is an order in which these are listed, and the others are not.
    fn find(
        &mut self,
        board: Draft,
        listed: &[Move],
        others: &[Move],
        culprits: Vec<Move>,
    ) -> Option<Vec<Move>> {
        if self.left == 0 {
            return None;
        }
        // A move that is refused and spoils nothing may come at any time.
        let on_board = |&mv: &Move| {
            let spoilt =
                if self.is_legal(&board, mv) { None } else { Some(self.spoils(board, mv)?) };
            Some((mv, spoilt))
        };
        let others: Vec<Unlisted> = others.iter().filter_map(on_board).collect();
        self.find_on(board, listed, &others, culprits)
    }

    /// The same where the board is as it was for the move before.
    fn find_on(
        &mut self,
        board: Draft,
        listed: &[Move],
        others: &[Unlisted],
        culprits: Vec<Move>,
    ) -> Option<Vec<Move>> {
        self.left = self.left.checked_sub(1)?;
        let without = |mv: Option<Move>| -> Vec<Move> {
            others.iter().map(|it| it.0).filter(|&other| Some(other) != mv).collect()
        };
        let culprits_with = |mv| culprits.iter().copied().chain([mv]).collect();
        match listed.split_first() {
            None if others.is_empty() => return Some(culprits),
            Some((&mv, rest)) if self.is_legal(&board, mv) => {
                let found = match self.spoils(board, mv) {
                    Some(spoilt) => self.find(spoilt, rest, &without(None), culprits_with(mv)),
                    None => self.find_on(board, rest, others, culprits.clone()),
                };
                if found.is_some() {
                    return found;
                }
            }
            _ => {}
        }
        others.iter().find_map(|&(mv, spoilt)| {
            self.find(spoilt?, listed, &without(Some(mv)), culprits_with(mv))
        })
    }

    /// Whether the king is safe after a move on this board. Castling is tested where it is generated, before any move
    /// is tried.
    fn is_legal(&self, board: &Draft, mv: Move) -> bool {
        let us = board.setup.side_to_move;
        board.setup.board.at(mv.from).is_some_and(|piece| piece.belongs_to(us))
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
