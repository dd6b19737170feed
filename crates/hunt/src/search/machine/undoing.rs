//! What an engine answers that takes moves back with one fault of the table, on one board: what each move leaves behind
//! adds up, and is carried along when the moves above it are taken back.
//!
//! In which order an engine tries its moves is not known, so that a fault predicts one answer for each usual order.

use super::draft::Draft;
use super::faults::{Fault, LeftBehind, Stage};
use super::walk::{Machine, Rows};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use ox88::{Color, File, Move, MoveKind, Piece, PieceKind, Position, Rank, Square};
use ox88_engine::{Line, Ply};
use std::mem::{Discriminant, discriminant};
use std::ptr;

/// A fault of taking moves back, and the moves with which it happens.
#[derive(Clone, Copy)]
pub(crate) struct Undoing {
    pub fault: &'static Fault,
    spoil: fn(Draft, &Ply) -> Option<Draft>,
    pub moves: Moves,
}

/// With which moves a fault happens.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Moves {
    All,
    Of(Color),
    Like(Kind),
    /// The same moves of both sides.
    LikeOfBoth(Kind),
}

/// What an engine may treat alike when it takes a move back: the piece, the kind of the move, whether it is a capture,
/// and to which wing it goes where that may matter.
pub(crate) type Kind = (Piece, Discriminant<MoveKind>, bool, Option<bool>);

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

pub(crate) type Order = fn(&Position, &mut Vec<Move>);

pub(crate) const ORDERS: [Order; 4] = [
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

/// How many usual ways there are.
pub(super) const WAYS_OF_TRYING: usize = WAYS.len() * ORDERS.len();

/// In which ways engines usually try moves.
fn usual_ways() -> impl Iterator<Item = Way> {
    let ways = WAYS.into_iter().flat_map(|way| ORDERS.map(|order| (way, order)));
    ways.map(|((tries, makes_last), order)| Way { tries, makes_last, order })
}

pub(crate) fn kind_of(here: &Position, mv: Move) -> Option<Kind> {
    let has_wing = matches!(mv.kind, MoveKind::EnPassant | MoveKind::Castling { .. });
    let wing = has_wing.then_some(mv.to.file() > mv.from.file());
    Some((here.board().at(mv.from)?, discriminant(&mv.kind), here.captured(mv).is_some(), wing))
}

/// The kinds of the moves that a position has, each once.
pub(crate) fn kinds_in(here: &Position) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for mv in here.pseudo_legal_moves() {
        kinds.extend(kind_of(here, mv).filter(|kind| !kinds.contains(kind)));
    }
    kinds
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

    /// All of these, and those of one side as well.
    pub fn of_all_kinds(positions: &[Position]) -> Vec<Moves> {
        let kinds = positions.iter().flat_map(kinds_in);
        let mut all = Moves::OF_SIDES.to_vec();
        for moves in kinds.flat_map(|it| [Moves::LikeOfBoth(it), Moves::Like(it)]) {
            if !all.contains(&moves) {
                all.push(moves);
            }
        }
        all
    }

    /// Those with this [name](Moves::name).
    pub fn named(name: &str) -> Option<Moves> {
        let pieces = "PNBRQKpnbrqk".chars().filter_map(Piece::from_letter);
        let rook = Square::new(File::A, Rank::R1);
        let kinds = [
            MoveKind::Normal,
            MoveKind::DoublePush,
            MoveKind::EnPassant,
            MoveKind::Promotion(PieceKind::Queen),
            MoveKind::Castling { rook },
        ];
        let kinds = kinds.map(|it| discriminant(&it));
        let of_piece = |piece| {
            let of_kind = move |kind| {
                let wings = [None, Some(false), Some(true)];
                wings
                    .into_iter()
                    .flat_map(move |wing| [(piece, kind, false, wing), (piece, kind, true, wing)])
            };
            kinds.into_iter().flat_map(of_kind)
        };
        let all = pieces.flat_map(of_piece).flat_map(|it| [Moves::LikeOfBoth(it), Moves::Like(it)]);
        Moves::OF_SIDES.into_iter().chain(all).find(|it| it.name() == name)
    }

    /// What programs call them.
    pub fn name(self) -> String {
        let of = |(piece, kind, captures, wing): Kind| {
            let wing = match wing {
                None => "",
                Some(false) => " towards the a-file",
                Some(true) => " towards the h-file",
            };
            let is = |other| kind == discriminant(&other);
            let what = match kind {
                _ if is(MoveKind::DoublePush) => "double push",
                _ if is(MoveKind::EnPassant) => "en passant",
                _ if is(MoveKind::Promotion(PieceKind::Queen)) => "promotion",
                _ if is(MoveKind::Normal) => "move",
                _ => "castling",
            };
            let by = if captures { " by capture" } else { "" };
            format!("{what}{by} of {}{wing}", piece.letter())
        };
        match self {
            Moves::All => "all".to_owned(),
            Moves::Of(color) => color.to_string(),
            Moves::Like(kind) => of(kind),
            Moves::LikeOfBoth(kind) => format!("{}, either side", of(kind)),
        }
    }

    pub(super) fn has(self, ply: &Ply) -> bool {
        let kind = || kind_of(&ply.before, ply.mv);
        match self {
            Moves::All => true,
            Moves::Of(color) => ply.side() == color,
            Moves::Like(like) => kind() == Some(like),
            Moves::LikeOfBoth(like) => kind().is_some_and(|it| {
                (it.0.kind(), it.1, it.2, it.3) == (like.0.kind(), like.1, like.2, like.3)
            }),
        }
    }
}

impl Undoing {
    /// All faults of taking moves back that happen with these moves.
    pub fn of(moves: Moves) -> impl Iterator<Item = Undoing> {
        Fault::of(Stage::Unmake).filter_map(move |fault| match fault.left_behind {
            LeftBehind::OneMove(spoil) => Some(Undoing { fault, spoil, moves }),
            LeftBehind::WholeLine(_) => None,
        })
    }

    /// The faults that break this rule, with all moves.
    pub fn against(rule: Rule) -> impl Iterator<Item = Undoing> {
        Undoing::of(Moves::All).filter(move |it| it.fault.rule == rule)
    }

    /// The same with all moves, and with those of each kind alone that there is.
    pub fn of_each_kind(rule: Rule, here: &Position) -> Vec<Undoing> {
        let alone = kinds_in(here).into_iter();
        let alone =
            alone.flat_map(|kind| Undoing::against(rule).map(move |it| it.with(Moves::Like(kind))));
        Undoing::against(rule).chain(alone.filter(|it| !it.culprits(here).is_empty())).collect()
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

    /// The moves of a position that leave something behind when they are taken back.
    pub fn culprits(&self, here: &Position) -> Vec<Move> {
        let mut culprits = here.pseudo_legal_moves();
        culprits.retain(|&mv| self.spoils(here, mv));
        culprits
    }

    fn left_by(&self, board: Draft, ply: &Ply) -> Draft {
        if self.moves.has(ply) { (self.spoil)(board, ply).unwrap_or(board) } else { board }
    }

    /// The board after a move was made on it and taken back.
    pub(super) fn tried(&self, board: &Draft, mv: Move) -> Draft {
        let made = board.made(mv);
        self.taken_back(board, mv, &made, &made)
    }

    /// The board when a move is taken back that was made on this one, with what was left behind it.
    pub(super) fn taken_back(&self, before: &Draft, mv: Move, made: &Draft, left: &Draft) -> Draft {
        let mut draft = *before;
        if left != made {
            for square in Square::all() {
                let piece = left.position.board().at(square);
                if piece != made.position.board().at(square) {
                    // What the move has brought here goes back with it.
                    draft = draft.with_piece(if square == mv.to { mv.from } else { square }, piece);
                }
            }
            draft = draft.without_rights_lost(&made.position, &left.position);
            for color in Color::BOTH {
                let king = left.position.king(color);
                if king != made.position.king(color) {
                    draft = draft.with_king(color, king, left.king_tracking);
                }
            }
        }
        let (before, after) = (before.position, left.position);
        self.left_by(draft, &Ply { ordinal: 1, before, mv, after })
    }

    /// Whether a move of a position, or of one after that, leaves something behind.
    pub fn shows(&self, here: &Position) -> bool {
        let spoils_one_of =
            |it: &Position| it.pseudo_legal_moves().iter().any(|&mv| self.spoils(it, mv));
        spoils_one_of(here)
            || here.legal_moves().into_iter().any(|mv| spoils_one_of(&here.after(mv)))
    }

    /// What such an engine answers, in each usual way.
    pub fn answers(&self, here: &Position, depth: u32) -> impl Iterator<Item = Rows> {
        let line = Line::at(*here);
        usual_ways().map(move |way| self.answer_after(way, &line, None, depth))
    }

    /// The same in the way of this place, after moves and after another question about the same position.
    pub fn answer_in(&self, way: usize, line: &Line, before: Option<u32>, depth: u32) -> Rows {
        let way = usual_ways().nth(way);
        way.map_or_else(Rows::new, |way| self.answer_after(way, line, before, depth))
    }

    /// Before each move of a line, an engine that tries all moves has tried those there.
    fn answer_after(&self, way: Way, line: &Line, before: Option<u32>, depth: u32) -> Rows {
        let mut board = Draft::of(&line.root);
        for &mv in &line.moves {
            if way.tries == Tries::First {
                self.trying(way).moves(&mut board, 1);
            }
            board = board.made(mv);
        }
        if let Some(before) = before {
            self.trying(way).answer(&mut board, before);
        }
        self.trying(way).answer(&mut board, depth)
    }

    /// Whether such an engine counts so many leaves at each of these depths, in one of the usual ways. It may have been
    /// asked for another depth just before.
    pub fn counts(&self, here: &Position, before: Option<u32>, totals: &[(u32, u128)]) -> bool {
        let line = Line::at(*here);
        let total = |way: Way, depth: u32| -> u128 {
            self.answer_after(way, &line, before, depth).iter().map(|row| row.1).sum()
        };
        usual_ways().any(|way| totals.iter().all(|&(depth, leaves)| total(way, depth) == leaves))
    }

    /// The place of the first of these ways that gives this answer, or else that of an engine that makes all moves.
    pub fn way_of(&self, exchange: &Exchange) -> usize {
        let (here, theirs) = (exchange.line.end(), rows_of(exchange));
        let mut answers = self.answers(&here, exchange.depth);
        answers.position(|rows| theirs.as_ref() == Some(&rows)).unwrap_or(ORDERS.len())
    }

    /// The answer of an engine that tries all moves first, those which this answer lists in that order, and those below
    /// the other way round if ox88 would list them so.
    pub fn answer_like(&self, exchange: &Exchange) -> Rows {
        self.trying_like(exchange).answer(&mut Draft::of(&exchange.line.end()), exchange.depth)
    }

    fn trying_like(&self, exchange: &Exchange) -> Trying<'_> {
        let here = exchange.line.end();
        let listed: Vec<Move> = exchange.rows().into_iter().map(|row| row.0).collect();
        let ours = here.pseudo_legal_moves();
        let place = |mv: Option<&Move>| ours.iter().position(|it| Some(it) == mv);
        let order = ORDERS[usize::from(place(listed.first()) > place(listed.last()))];
        let way = Way { tries: Tries::First, makes_last: true, order };
        Trying { first: Some(in_order_of_trial(&here, &listed)), ..self.trying(way) }
    }

    /// Whether such an engine gives just this answer in one of the usual ways, which takes no search.
    pub fn gives(&self, exchange: &Exchange) -> bool {
        let (here, depth) = (exchange.line.end(), exchange.depth);
        let theirs = rows_of(exchange);
        theirs.is_some_and(|theirs| {
            let mut usual = usual_ways().map(|way| self.trying(way));
            let theirs = [theirs];
            self.trying_like(exchange).answers_one_of(&theirs, &here, depth)
                || usual.any(|it| it.answers_one_of(&theirs, &here, depth))
        })
    }

    /// Whether such an engine gives one of these answers in one of the first of the usual ways.
    pub fn gives_one_of(&self, answers: &[Rows], here: &Position, depth: u32) -> bool {
        let mut ways = usual_ways().take(answers.len()).map(|way| self.trying(way));
        ways.any(|it| it.answers_one_of(answers, here, depth))
    }

    /// What an engine lists in one of the usual orders, that tries its moves at first.
    pub fn list(&self, here: &Position, order: Order) -> Vec<Move> {
        let way = Way { tries: Tries::First, makes_last: false, order };
        self.trying(way).moves(&mut Draft::of(here), 1)
    }

    fn trying(&self, way: Way) -> Trying<'_> {
        Trying { undoing: self, way, first: None, wanted: (0, &[]) }
    }
}

/// An engine with a fault that tries its moves in one of the ways.
struct Trying<'a> {
    undoing: &'a Undoing,
    way: Way,
    /// The moves of the root in their order, if that is known.
    first: Option<Vec<Move>>,
    /// The only answers to a question of this depth that matter, if it is asked for some.
    wanted: (u32, &'a [Rows]),
}

impl Trying<'_> {
    /// The sorted rows of an answer.
    fn answer(mut self, board: &mut Draft, depth: u32) -> Rows {
        sorted(self.rows(board, depth))
    }

    /// Whether it gives one of these answers. The first row that none of them has decides.
    fn answers_one_of(self, answers: &[Rows], here: &Position, depth: u32) -> bool {
        let Trying { undoing, way, first, .. } = self;
        let wanted = Trying { undoing, way, first, wanted: (depth, answers) };
        answers.contains(&wanted.answer(&mut Draft::of(here), depth))
    }
}

impl Machine for Trying<'_> {
    fn known(&mut self, _: &Draft, left: u32) -> Option<u128> {
        (left == 0).then_some(1)
    }

    fn moves(&mut self, here: &mut Draft, _: u32) -> Vec<Move> {
        let position = here.position;
        let mut moves = self.first.take().unwrap_or_else(|| {
            let mut moves = position.pseudo_legal_moves();
            (self.way.order)(&position, &mut moves);
            moves
        });
        moves.retain(|&mv| mv.castling_rook().is_none() || position.is_legal(mv));
        if self.way.tries == Tries::First {
            moves.retain(|&mv| {
                let made = here.made(mv);
                *here = self.undoing.taken_back(here, mv, &made, &made);
                made.leaves_king_safe()
            });
        }
        moves
    }

    fn goes_on(&self, left: u32, row: (Move, u128)) -> bool {
        let (depth, answers) = self.wanted;
        left != depth || answers.iter().any(|rows| rows.contains(&row))
    }

    fn made(&mut self, here: &mut Draft, mv: Move) -> Option<Draft> {
        let made = here.made(mv);
        if self.way.tries == Tries::First || made.leaves_king_safe() {
            return Some(made);
        }
        if self.way.tries == Tries::AsCounted {
            *here = self.undoing.taken_back(here, mv, &made, &made);
        }
        None
    }

    fn take_back(&mut self, here: &mut Draft, mv: Move, left: u32, [made, below]: [&Draft; 2]) {
        if left > 1 || self.way.makes_last {
            *here = self.undoing.taken_back(here, mv, made, below);
        }
    }
}

/// The sorted rows of an answer, if all of them are read.
fn rows_of(exchange: &Exchange) -> Option<Rows> {
    Some(sorted(exchange.rows())).filter(|rows| rows.len() == exchange.reply.rows.len())
}

fn sorted(mut rows: Rows) -> Rows {
    rows.sort_by_key(|row| (row.0.from, row.0.to, row.0.promotion(), row.1));
    rows
}

/// The pseudo-legal moves, the listed and the legal ones of them in the order in which they are listed. When the
/// others are tried is not known.
pub(crate) fn in_order_of_trial(position: &Position, listed: &[Move]) -> Vec<Move> {
    let mut moves = position.pseudo_legal_moves();
    let possible = moves.clone();
    let is_known = |mv: &Move| listed.contains(mv) || position.is_legal(*mv);
    let in_order = listed.iter().filter(|mv| possible.contains(mv));
    let not_listed = possible.iter().filter(|mv| is_known(mv) && !listed.contains(mv));
    let mut known = in_order.chain(not_listed).copied();
    for place in moves.iter_mut().filter(|mv| is_known(mv)) {
        *place = known.next().unwrap_or(*place);
    }
    moves
}
