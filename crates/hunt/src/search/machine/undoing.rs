//! What an engine answers that takes moves back with one fault of the table, on one board: what each move leaves behind
//! adds up, and is carried along when the moves above it are taken back.
//!
//! In which order an engine tries its moves is not known, so that a fault predicts one answer for each usual order.

use super::draft::Draft;
use super::faults::{Fault, LeftBehind, NOT_TOLD, Stage};
use super::walk::{Machine, Rows};
use ox88::{Color, File, Move, MoveKind, Piece, PieceKind, Position, Rank, Square};
use ox88_engine::{Line, Ply};
use std::cmp::Reverse;
use std::mem::{Discriminant, discriminant};

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
    /// All that capture something.
    Captures,
    Like(Kind),
    /// The same moves of both sides.
    LikeOfBoth(Kind),
}

/// What an engine may treat alike when it takes a move back: the piece, the kind of the move, whether it is a capture,
/// and to which wing it goes where that may matter.
pub(crate) type Kind = (Piece, Discriminant<MoveKind>, bool, Option<bool>);

/// The moves with which a fault would have made a difference on the way to an answer: those of which side, and of which
/// kind. Engines with this fault that agree about each of them give the same answer.
pub(crate) type Met = Vec<(Color, Option<Kind>)>;

/// How an engine comes by its moves, and whether it makes those of the last ply to count them.
#[derive(Clone, Copy)]
struct Way {
    tries: Tries,
    /// Whether it tries all moves before it plays one that it is given, too.
    tries_to_play: bool,
    makes_last: bool,
    sort: Sort,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tries {
    /// All moves before it counts the first one.
    First,
    /// The same, on a board of its own for that.
    Aside,
    /// The same as first, and captures en passant after all others, by the square that is set then.
    EnPassantLast,
    /// Each move as it is counted.
    AsCounted,
    /// None: it knows which are legal.
    None,
}

impl Tries {
    /// Whether it knows which moves are legal when it makes one to count.
    const fn knows(self) -> bool {
        matches!(self, Tries::First | Tries::Aside)
    }
}

const WAYS: [(Tries, bool, bool); 10] = [
    (Tries::First, true, false),
    (Tries::First, true, true),
    (Tries::First, false, false),
    (Tries::First, false, true),
    (Tries::Aside, false, false),
    (Tries::EnPassantLast, false, false),
    (Tries::EnPassantLast, false, true),
    (Tries::AsCounted, false, true),
    (Tries::None, false, false),
    (Tries::None, false, true),
];

/// Puts the moves that the reference generates into the order in which an engine tries them.
type Sort = fn(&Position, &mut [Move]);

/// The usual orders: as the reference generates them, the other way round, with the captures first or last, and by the
/// squares of a board that begins at h8 or at a8. Reports name an engine by the place of its way in all of these orders.
const ORDERS: [Sort; 6] = [
    |_, _| {},
    |_, moves| moves.reverse(),
    |here, moves| moves.sort_by_key(|&mv| here.captured(mv).is_none()),
    |here, moves| moves.sort_by_key(|&mv| here.captured(mv).is_some()),
    |_, moves| moves.sort_by_key(|mv| Reverse((mv.from, mv.to))),
    |_, moves| moves.sort_by_key(|mv| [mv.from, mv.to].map(|it| (Reverse(it.rank()), it.file()))),
];

/// How many ways there are, in all these orders.
pub(super) const WAYS_OF_TRYING: usize = WAYS.len() * ORDERS.len();

/// Whether an engine generates en passant last in the way of this place.
pub(super) fn has_en_passant_last(way: usize) -> bool {
    WAYS[way % WAYS.len()].0 == Tries::EnPassantLast
}

pub(crate) fn kind_of(here: &Position, mv: Move) -> Option<Kind> {
    let has_wing = matches!(mv.kind, MoveKind::EnPassant | MoveKind::Castling { .. });
    let wing = has_wing.then_some(mv.to.file() > mv.from.file());
    Some((here.board().at(mv.from)?, discriminant(&mv.kind), here.captured(mv).is_some(), wing))
}

/// Notes a move with which a fault would make a difference. Whether it is one of these, with which it happens.
pub(super) fn note(met: &mut Met, ply: &Ply, moves: Moves) -> bool {
    let this @ (side, kind) = (ply.side(), kind_of(&ply.before, ply.mv));
    if !met.contains(&this) {
        met.push(this);
    }
    moves.has(side, || kind)
}

/// What special moves of a kind are called. Of others nobody knows without more questions which are right.
pub(super) fn moves_of((_, kind, _, wing): Kind) -> Option<&'static str> {
    let is = |it: MoveKind| kind == discriminant(&it);
    let rook = Square::new(File::A, Rank::R1);
    match wing {
        Some(true) if is(MoveKind::Castling { rook }) => Some("kingside castling"),
        Some(false) if is(MoveKind::Castling { rook }) => Some("queenside castling"),
        _ if is(MoveKind::EnPassant) => Some("en passant captures"),
        _ if is(MoveKind::DoublePush) => Some("double pushes"),
        _ => None,
    }
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

    /// The same, and captures.
    const OF_NO_KIND: [Moves; 4] =
        [Moves::All, Moves::Of(Color::White), Moves::Of(Color::Black), Moves::Captures];

    /// The same, and those of each kind that these positions have, of both sides and of one.
    pub fn of_all_kinds(positions: &[Position]) -> Vec<Moves> {
        let kinds = positions.iter().flat_map(kinds_in);
        let mut all = Moves::OF_NO_KIND.to_vec();
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
        Moves::OF_NO_KIND.into_iter().chain(all).find(|it| it.name() == name)
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
            Moves::Captures => "captures".to_owned(),
            Moves::Like(kind) => of(kind),
            Moves::LikeOfBoth(kind) => format!("{}, either side", of(kind)),
        }
    }

    pub(super) fn has(self, side: Color, kind: impl FnOnce() -> Option<Kind>) -> bool {
        match self {
            Moves::All => true,
            Moves::Of(color) => color == side,
            Moves::Captures => kind().is_some_and(|it| it.2),
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
        Fault::of(Stage::Unmake).filter_map(move |fault| Undoing::by(fault, moves))
    }

    /// The same with all moves, and those that are told of no engine.
    pub fn possible() -> impl Iterator<Item = Undoing> {
        let not_told = NOT_TOLD.iter().filter_map(|fault| Undoing::by(fault, Moves::All));
        Undoing::of(Moves::All).chain(not_told)
    }

    fn by(fault: &'static Fault, moves: Moves) -> Option<Undoing> {
        match fault.left_behind {
            LeftBehind::OneMove(spoil) => Some(Undoing { fault, spoil, moves }),
            LeftBehind::WholeLine(_) => None,
        }
    }

    /// The board once each of these moves was taken back.
    pub fn left_by(&self, here: &Position, moves: &[Move]) -> Draft {
        let mut left = Draft::of(here);
        for &mv in moves {
            self.spoil(&mut left, here, mv, &here.after(mv), &mut Met::new());
        }
        left
    }

    /// Whether taking back this move leaves something behind.
    pub fn spoils(&self, here: &Position, mv: Move) -> bool {
        self.left_by(here, &[mv]) != Draft::of(here)
    }

    /// The moves of a position that leave something behind when they are taken back.
    pub fn culprits(&self, here: &Position) -> Vec<Move> {
        let mut culprits = here.pseudo_legal_moves();
        culprits.retain(|&mv| self.spoils(here, mv));
        culprits
    }

    /// What an engine with this fault may leave behind, with whichever moves it happens, on the way to an answer: with
    /// all moves that it may try before the last ply, and with each move of a line.
    pub fn all_met(&self, line: &Line, depth: u32) -> Met {
        let mut met = Met::new();
        for ply in line.plies() {
            self.meet(&ply.before, 1, &mut met);
        }
        self.meet(&line.end(), depth, &mut met);
        met
    }

    fn meet(&self, here: &Position, left: u32, met: &mut Met) {
        let board = Draft::of(here);
        for mv in here.pseudo_legal_moves() {
            let ply = Ply::new(1, *here, mv);
            let moved = (ply.side(), kind_of(here, mv));
            let is_new = !met.contains(&moved);
            if is_new && (self.spoil)(board, &ply).is_some_and(|it| it != board) {
                met.push(moved);
            }
            if left > 1 && here.is_legal(mv) {
                self.meet(&ply.after, left - 1, met);
            }
        }
    }

    /// Whether it happens with any of these.
    pub fn leaves_any(&self, met: &Met) -> bool {
        met.iter().any(|&(side, kind)| self.moves.has(side, || kind))
    }

    /// Whether both faults leave the same behind each move of a position.
    pub fn leaves_the_same(&self, other: &Undoing, here: &Position) -> bool {
        let board = Draft::of(here);
        let mut plies = here.pseudo_legal_moves().into_iter().map(|mv| Ply::new(1, *here, mv));
        plies.all(|ply| (self.spoil)(board, &ply) == (other.spoil)(board, &ply))
    }

    fn spoil(
        &self,
        board: &mut Draft,
        before: &Position,
        mv: Move,
        after: &Position,
        met: &mut Met,
    ) {
        let ply = Ply { ordinal: 1, before: *before, mv, after: *after };
        let spoilt = (self.spoil)(*board, &ply).filter(|it| it != board);
        let Some(spoilt) = spoilt else { return };
        if note(met, &ply, self.moves) {
            *board = spoilt;
        }
    }

    /// Takes a move back that had led to a board, which is another one by now if something was left behind below.
    fn take_back(&self, here: &mut Draft, mv: Move, [made, left]: [&Draft; 2], met: &mut Met) {
        let before = here.position;
        if !std::ptr::eq(left, made) && left != made {
            for square in Square::all() {
                let piece = left.position.board().at(square);
                // A pawn that promotes comes back as a pawn, whatever is left of the piece.
                let is_promoted = square == mv.to && mv.promotion().is_some();
                if piece != made.position.board().at(square) && !is_promoted {
                    // What the move has brought here goes back with it.
                    let from = if square == mv.to { mv.from } else { square };
                    *here = here.with_piece(from, piece);
                }
            }
            *here = here.without_rights_lost(&made.position, &left.position);
            for color in Color::BOTH {
                let king = left.position.king(color);
                if king != made.position.king(color) {
                    *here = here.with_king(color, king, left.king_tracking);
                }
            }
        }
        self.spoil(here, &before, mv, &left.position, met);
    }

    /// What such an engine answers in the way of this place, after moves and after another question about the same
    /// position. Before each move of a line, an engine that tries all moves has tried those there.
    pub fn answer_in(
        &self,
        way: usize,
        line: &Line,
        before: Option<u32>,
        depth: u32,
        goes_on: impl Fn(&(Move, u128)) -> bool,
        met: &mut Met,
    ) -> Rows {
        let (tries, tries_to_play, makes_last) = WAYS[way % WAYS.len()];
        let way = Way { tries, tries_to_play, makes_last, sort: ORDERS[way / WAYS.len()] };
        let mut board = Draft::of(&line.root);
        let mut trying = Trying { undoing: self, way, met };
        for &mv in &line.moves {
            if way.tries_to_play {
                trying.moves(&mut board, 1);
            }
            board = board.made(mv);
        }
        if let Some(before) = before {
            trying.rows(&mut board, before);
        }
        trying.rows_while(&mut board, depth, goes_on)
    }
}

/// An engine with a fault that tries its moves in one of the ways.
struct Trying<'a> {
    undoing: &'a Undoing,
    way: Way,
    met: &'a mut Met,
}

impl Machine for Trying<'_> {
    fn known(&mut self, here: &mut Draft, left: u32) -> Option<u128> {
        if self.way.makes_last || !self.way.tries.knows() {
            return (left == 0).then_some(1);
        }
        self.of_last_ply(here, left)
    }

    fn moves(&mut self, here: &mut Draft, _: u32) -> Vec<Move> {
        let position = here.position;
        let mut moves = position.pseudo_legal_moves();
        (self.way.sort)(&position, &mut moves);
        // Most look whether the rook is there.
        let own = Some(Piece::new(position.side_to_move(), PieceKind::Rook));
        let can_castle = |mv, rook| position.board().at(rook) == own && position.is_legal(mv);
        moves.retain(|&mv| mv.castling_rook().is_none_or(|rook| can_castle(mv, rook)));
        let tries = self.way.tries;
        let is_en_passant = |mv: &Move| mv.kind == MoveKind::EnPassant;
        let mut board = *here;
        let mut is_listed = |&mv: &Move| {
            let made = board.made(mv);
            self.undoing.take_back(&mut board, mv, [&made, &made], self.met);
            made.leaves_king_safe()
        };
        match tries {
            Tries::None | Tries::AsCounted => {}
            Tries::First | Tries::Aside => moves.retain(is_listed),
            Tries::EnPassantLast => {
                moves.retain(|mv| !is_en_passant(mv));
                moves.retain(&mut is_listed);
                let mut last = board.position.pseudo_legal_moves();
                last.retain(|mv| is_en_passant(mv));
                moves.extend(last);
            }
        }
        if matches!(tries, Tries::First | Tries::EnPassantLast) {
            *here = board;
        }
        moves
    }

    fn made(&mut self, here: &mut Draft, mv: Move) -> Option<Draft> {
        let made = here.made(mv);
        if self.way.tries.knows() || made.leaves_king_safe() {
            return Some(made);
        }
        if self.way.tries == Tries::AsCounted {
            self.undoing.take_back(here, mv, [&made, &made], self.met);
        }
        None
    }

    fn take_back(&mut self, here: &mut Draft, mv: Move, left: u32, boards: [&Draft; 2]) {
        let keeps = self.way.tries != Tries::Aside;
        if keeps && (left > 1 || self.way.makes_last) {
            self.undoing.take_back(here, mv, boards, self.met);
        }
    }
}
