//! A whole engine with one fault: it answers any question, so that each answer of an engine refutes it or does not.
//!
//! A row says what such an engine does in another way. `faults` has the rows of single moves, `theory` the mistakes that
//! show in every answer, and `remembering` what a key leaves out. What `faults` has for whole lines alone is here by the
//! moves that do it. A fault of generation has no row: `worlds` learns which moves it is about.

use super::draft::{Draft, KingTracking};
use super::faults::{Fault, LeftBehind, Right, Stage, castlings_without_right, rights_exchanged};
use super::remembering::OMISSIONS;
use super::theory::{ROWS, Theory};
use super::undoing::{Met, Moves, Undoing, WAYS_OF_TRYING, has_en_passant_last, moves_of, note};
use super::walk::{Machine, Rows};
use super::wing::{on_other_wing, other_side};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::suspects::Part;
use ox88::{CastlingNotation, CastlingSide, Color, File, Move, Piece, PieceKind, Position, Square};
use ox88_engine::{Line, Ply};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// An engine with one fault.
#[derive(Clone, Copy)]
pub struct Faulty {
    row: &'static Row,
    scope: Scope,
    /// In which of the ways of its part it goes through its moves, and in which order, where that matters.
    way: usize,
}

/// A row of the table.
struct Row {
    part: Part,
    rule: Rule,
    hook: Hook,
}

/// What an engine does in another way.
#[derive(Clone, Copy)]
enum Hook {
    /// It reads a FEN as another position.
    Read(fn(Draft, &Scope) -> Draft),
    /// A move leads to another position. Nothing where that makes no difference. Of the scope it knows the wing alone:
    /// engines that differ only in the moves are tried once.
    Make(fn(Draft, &Ply, Wing) -> Option<Draft>),
    /// The same, by a row of `faults`.
    Made(fn(Draft, &Ply) -> Option<Draft>),
    /// A move that was taken back leaves something behind.
    Unmake(&'static Fault),
    /// It makes a mistake that shows in every answer.
    Count(usize),
    /// It counts a leaf where the game has ended before: by a mate alone, by a stalemate alone, or by either.
    Leaf(Option<&'static str>),
    /// Its key leaves something out.
    Key(usize),
}

/// With which moves it happens, and with the rights of which wing if that is not both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Scope {
    moves: Moves,
    wing: Wing,
}

/// One wing, or both.
type Wing = Option<CastlingSide>;

use Hook::{Make, Read};

#[rustfmt::skip]
const OWN: &[Row] = &[
    row(Part::ReadFen, Rule::EnPassantSquareLost, Read(|it, scope| {
        if scope.is_of(it.position.side_to_move()) { it.with_en_passant(None) } else { it }
    })),
    row(Part::ReadFen, Rule::CastlingRightLost, Read(|it, scope| without(it, |right| scope.has(right)))),
    row(Part::ReadFen, Rule::CastlingRightKept, Read(with_all_rights)),
    row(Part::ReadFen, Rule::CastlingOnOtherWing, Read(|it, _| it.with_rights(rights_exchanged(&it.position, true)))),
    row(Part::ReadFen, Rule::TurnNotPassed, Read(|it, scope| {
        let us = it.position.side_to_move();
        if scope.is_of(us) { it.changed(|setup, _| setup.side_to_move = !us) } else { it }
    })),
    row(Part::ReadFen, Rule::PieceNotRead, Read(|it, scope| unread(it, scope, PieceKind::Pawn))),
    row(Part::ReadFen, Rule::PieceNotRead, Read(|it, scope| unread(it, scope, PieceKind::Knight))),
    row(Part::ReadFen, Rule::PieceNotRead, Read(|it, scope| unread(it, scope, PieceKind::Bishop))),
    row(Part::ReadFen, Rule::PieceNotRead, Read(|it, scope| unread(it, scope, PieceKind::Rook))),
    row(Part::ReadFen, Rule::PieceNotRead, Read(|it, scope| unread(it, scope, PieceKind::Queen))),

    row(Part::Make, Rule::CastlingRightKept, Make(|it, ply, wing| {
        keeping(it, ply, |right| is_on(wing, right) && right.0 == ply.side())
    })),
    row(Part::Make, Rule::CastlingRightKept, Make(|it, ply, wing| {
        keeping(it, ply, |right| is_on(wing, right) && right.0 != ply.side())
    })),
    row(Part::Make, Rule::CastlingRightLost, Make(|it, ply, wing| {
        losing(it, ply, wing, |lost, right| lost.0 == right.0)
    })),
    row(Part::Make, Rule::CastlingRightLost, Make(|it, ply, wing| {
        losing(it, ply, wing, |lost, right| lost.0 != right.0)
    })),
    row(Part::Make, Rule::CastlingRightLost, Make(|it, ply, wing| {
        let kept = keeping(it, ply, |right| is_on(wing, right))?;
        losing(kept, ply, wing, |lost, right| lost.0 == right.0 && lost.2 != right.2)
    })),
    row(Part::Make, Rule::CastlingRightLost, Make(|it, ply, wing| {
        Some(without(it, |right| is_on(wing, right) && right.0 == ply.side() && right.2.file() == ply.mv.from.file()))
    })),
    row(Part::Make, Rule::CastlingRightLost, Make(|it, ply, wing| {
        let taken = ply.before.captured(ply.mv).and_then(|it| ply.before.board().at(it))?;
        let is_rook = taken.kind() == PieceKind::Rook;
        is_rook.then(|| without(it, |right| is_on(wing, right) && right.0 != ply.side()))
    })),
    row(Part::Make, Rule::EnPassantSquareLost, Make(|it, _, _| Some(it.with_en_passant(None)))),
    row(Part::Make, Rule::EnPassantSquareKept, Make(|it, ply, _| {
        it.position.en_passant().is_none().then(|| it.with_en_passant(ply.before.en_passant()))
    })),
    row(Part::Make, Rule::KingLookedForElsewhere, Make(|it, ply, _| king_left(it, ply, KingTracking::Follows))),
    row(Part::Make, Rule::KingLookedForElsewhere, Make(|it, ply, _| king_left(it, ply, KingTracking::Stuck))),
    row(Part::Make, Rule::MoveNotPlayed, Make(|_, ply, _| Some(Draft::of(&ply.before)))),
    row(Part::Make, Rule::TurnNotPassed, Make(|it, ply, _| Some(it.changed(|setup, _| setup.side_to_move = ply.side())))),

    row(Part::Counting, Rule::LeafAtGameEnd, Hook::Leaf(None)),
    row(Part::Counting, Rule::LeafAtGameEnd, Hook::Leaf(Some("mate"))),
    row(Part::Counting, Rule::LeafAtGameEnd, Hook::Leaf(Some("stalemate"))),
];

/// All rows. Each has a number by which a report names it.
static TABLE: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let own = OWN.iter().map(|it| row(it.part, it.rule, it.hook));
    let made = Fault::of(Stage::Make).filter_map(|it| match it.left_behind {
        LeftBehind::OneMove(made) => Some(row(Part::Make, it.rule, Hook::Made(made))),
        LeftBehind::WholeLine(_) => None,
    });
    let unmade = Fault::of(Stage::Unmake).map(|it| row(Part::Unmake, it.rule, Hook::Unmake(it)));
    let counted = ROWS.iter().enumerate().map(|(place, it)| {
        let is_list = it.rule == Rule::PseudoLegal || it.lacks_moves();
        let part = if is_list { Part::Generation } else { Part::Counting };
        row(part, it.rule, Hook::Count(place))
    });
    let keys = OMISSIONS.iter().enumerate();
    let keys = keys.map(|(place, it)| row(Part::Table, it.rule, Hook::Key(place)));
    own.chain(made).chain(unmade).chain(counted).chain(keys).collect()
});

impl Row {
    fn is_of_rights(&self) -> bool {
        matches!(self.hook, Hook::Read(_) | Hook::Make(_))
            && [Rule::CastlingRightKept, Rule::CastlingRightLost].contains(&self.rule)
    }

    /// In how many ways such an engine may go through its moves.
    fn ways(&self) -> usize {
        match self.hook {
            Hook::Make(_) if self.is_of_rights() => 4,
            Hook::Make(_) | Hook::Made(_) | Hook::Key(_) => 2,
            Hook::Unmake(_) => WAYS_OF_TRYING,
            Hook::Read(_) | Hook::Count(_) | Hook::Leaf(_) => 1,
        }
    }
}

/// Both, or one.
const WINGS: [Wing; 3] = [None, Some(CastlingSide::KingSide), Some(CastlingSide::QueenSide)];

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        None => "both",
        Some(CastlingSide::KingSide) => "kingside",
        Some(CastlingSide::QueenSide) => "queenside",
    }
}

const fn row(part: Part, rule: Rule, hook: Hook) -> Row {
    Row { part, rule, hook }
}

impl Faulty {
    /// The engines with a fault of this part against one of these rules, in each way and each scope that such moves give.
    pub(crate) fn of(part: Part, rules: &[Rule], here: &[Position]) -> Vec<Faulty> {
        let moves: Vec<Moves> = Moves::of_all_kinds(here);
        let rows = TABLE.iter().filter(|it| it.part == part);
        let rows = rows.filter(|it| rules.is_empty() || rules.contains(&it.rule));
        let mut found = Vec::new();
        for row in rows {
            let moves = match row.hook {
                Hook::Make(_) | Hook::Made(_) | Hook::Unmake(_) => &moves[..],
                Hook::Read(_) => &Moves::OF_SIDES,
                _ => &[Moves::All],
            };
            let wings = if row.is_of_rights() { &WINGS[..] } else { &WINGS[..1] };
            for &moves in moves {
                for &wing in wings {
                    let scope = Scope { moves, wing };
                    found.extend((0..row.ways()).map(|way| Faulty { row, scope, way }));
                }
            }
        }
        found
    }

    /// The engine with this [name](Faulty::name).
    pub fn named(name: &str) -> Option<Faulty> {
        let [part, rule, variant, moves, wing, way] = name.split('/').collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let mut rows = TABLE.iter().filter(|it| it.part.id() == part && it.rule.id() == rule);
        let row = rows.nth(variant.parse::<usize>().ok()?.checked_sub(1)?)?;
        let wing = WINGS.into_iter().find(|it| wing_name(*it) == wing)?;
        let way = way.parse().ok().filter(|way| *way < row.ways())?;
        Some(Faulty { row, scope: Scope { moves: Moves::named(moves)?, wing }, way })
    }

    /// The name by which a report keeps it.
    pub fn name(&self) -> String {
        let Row { part, rule, .. } = self.row;
        let mut rows = TABLE.iter().filter(|it| (it.part, it.rule) == (*part, *rule));
        let variant = rows.position(|it| std::ptr::eq(it, self.row)).unwrap_or_default() + 1;
        let (moves, wing, way) = (self.scope.moves.name(), wing_name(self.scope.wing), self.way);
        format!("{}/{}/{variant}/{moves}/{wing}/{way}", part.id(), rule.id())
    }

    /// The fault of taking moves back that it has, if it has one.
    pub(crate) fn undoing(&self) -> Option<Undoing> {
        let Hook::Unmake(fault) = self.row.hook else { return None };
        Undoing::of(self.scope.moves).find(|it| std::ptr::eq(it.fault, fault))
    }

    /// Whether it generates en passant last, after it has taken other moves back wrongly.
    pub(crate) fn has_en_passant_last(&self) -> bool {
        matches!(self.row.hook, Hook::Unmake(_)) && has_en_passant_last(self.way)
    }

    /// Whether it answers as another one does that differs from it in its moves alone, and has met this on the way to its
    /// answer.
    pub(crate) fn answers_like(&self, other: &Faulty, met: &Met) -> bool {
        let has = |engine: &Faulty, (side, kind)| engine.scope.moves.has(side, || kind);
        let meets_alike = || met.iter().all(|&moved| has(self, moved) == has(other, moved));
        let notes = matches!(self.row.hook, Hook::Make(_) | Hook::Made(_) | Hook::Unmake(_));
        self == other || notes && meets_alike()
    }

    /// The engine that has this fault with all moves.
    pub(crate) fn with_all_moves(&self) -> Faulty {
        Faulty { scope: Scope { moves: Moves::All, ..self.scope }, ..*self }
    }

    /// Whether both have a fault of the same row.
    pub(crate) fn is_of_row(&self, other: &Faulty) -> bool {
        std::ptr::eq(self.row, other.row)
    }

    /// Whether both differ in their ways alone.
    pub(crate) fn is_same_fault(&self, other: &Faulty) -> bool {
        self.is_of_row(other) && self.scope == other.scope
    }

    /// With what it is right, though a fault of that kind would be wrong with it as well.
    pub fn right_with(&self) -> Option<String> {
        let of_side = |color: Color| match self.row.part {
            Part::ReadFen if self.row.rule == Rule::PieceNotRead => format!("pieces of {color}"),
            Part::ReadFen if self.row.is_of_rights() => format!("castling rights of {color}"),
            Part::ReadFen => format!("FENs with {color} to move"),
            _ => format!("moves of {color}"),
        };
        let moves = match self.scope.moves {
            Moves::All => None,
            Moves::Of(color) => Some(of_side(!color)),
            Moves::Captures => Some("moves that capture nothing".to_owned()),
            Moves::Like(kind) => {
                moves_of(kind).map(|it| format!("moves other than {}'s {it}", kind.0.color()))
            }
            Moves::LikeOfBoth(kind) => moves_of(kind).map(|it| format!("moves other than {it}")),
        };
        let wing = self
            .scope
            .wing
            .map(|it| format!("the {} castling right", wing_name(Some(other_side(it)))));
        let end = self.one_end().map(|it| if it == "mate" { "stalemates" } else { "mates" });
        let all: Vec<String> =
            moves.into_iter().chain(wing).chain(end.map(str::to_owned)).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// The end of a game that alone it counts as a leaf: `mate` or `stalemate`.
    pub fn one_end(&self) -> Option<&'static str> {
        if let Hook::Leaf(end) = self.row.hook { end } else { None }
    }

    /// The engines that have this fault with more moves, or on both wings.
    pub(crate) fn wider(&self) -> Vec<Faulty> {
        let Faulty { scope: Scope { moves, wing }, .. } = *self;
        let all = (moves != Moves::All).then_some(Scope { moves: Moves::All, wing });
        let both = wing.map(|_| Scope { moves, wing: None });
        all.into_iter().chain(both).map(|scope| Faulty { scope, ..*self }).collect()
    }

    /// Whether it gives just this answer.
    pub(crate) fn gives(&self, exchange: &Exchange) -> bool {
        let sorted = |mut rows: Rows| {
            rows.sort_by_key(|row| (row.0.from, row.0.to, row.0.promotion(), row.1));
            rows
        };
        let theirs = exchange.rows();
        let are_read = theirs.len() == exchange.reply.rows.len();
        let answer = || self.answer(&exchange.line, exchange.asked_before, exchange.depth);
        are_read && answer().is_some_and(|it| sorted(it) == sorted(theirs))
    }

    /// Whether its answers at this line can be foreseen. Castling in Chess960 may have code of its own, and nobody knows
    /// what an engine does that castles onto another piece.
    fn is_foreseen_at(&self, line: &Line) -> bool {
        let has_room = |here: &Position, mv| on_other_wing(mv).is_none_or(|it| it.has_room(here));
        match self.row.rule {
            Rule::RookNotMoved => is_ordinary(line),
            Rule::CastlingOnOtherWing => {
                let end = line.end();
                is_ordinary(line)
                    && line.plies().all(|ply| has_room(&ply.before, ply.mv))
                    && end.legal_moves().into_iter().all(|mv| has_room(&end, mv))
            }
            _ => true,
        }
    }

    /// The leaves that it counts after each move. Nothing where nobody can say that.
    pub fn divide(&self, here: &Position, depth: u32) -> Option<Rows> {
        self.answer(&Line::at(*here), None, depth)
    }

    /// What such an engine answers, asked for this depth after another one or not. Nothing where nobody can say that.
    pub(crate) fn answer(&self, line: &Line, before: Option<u32>, depth: u32) -> Option<Rows> {
        self.answer_while(line, before, depth, |_| true, &mut Met::new())
    }

    /// The same, but for what comes after a row of which this is not so. Notes what it has met.
    pub(crate) fn answer_while(
        &self,
        line: &Line,
        before: Option<u32>,
        depth: u32,
        goes_on: impl Fn(&(Move, u128)) -> bool,
        met: &mut Met,
    ) -> Option<Rows> {
        if !self.is_foreseen_at(line) {
            return None;
        }
        match self.row.hook {
            Hook::Read(read) => {
                let read = read(Draft::of(&line.root), &self.scope);
                let mut end = line.moves.iter().try_fold(read, |it, &mv| it.after(mv))?;
                Some(Plain.rows(&mut end, depth))
            }
            Hook::Make(_) | Hook::Made(_) => {
                let mut engine = Making { engine: self, is_ordinary: is_ordinary(line), met };
                let end = line.moves.iter().try_fold(Draft::of(&line.root), |it, &mv| {
                    it.after(mv)?;
                    Some(engine.make(&it, mv))
                });
                Some(engine.rows_while(&mut end?, depth, goes_on))
            }
            Hook::Unmake(_) => {
                let undoing = self.undoing()?;
                Some(undoing.answer_in(self.way, line, before, depth, goes_on, met))
            }
            Hook::Count(place) => Theory(vec![ROWS[place]]).answer(line, depth),
            Hook::Leaf(end) => Some(Ending(end).rows(&mut Draft::of(&line.end()), depth)),
            Hook::Key(place) => Some(OMISSIONS[place].answer(&line.end(), depth, self.way == 1)),
        }
    }
}

impl PartialEq for Faulty {
    fn eq(&self, other: &Faulty) -> bool {
        self.is_of_row(other) && (self.scope, self.way) == (other.scope, other.way)
    }
}

impl Eq for Faulty {}

impl Hash for Faulty {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (std::ptr::from_ref(self.row), self.scope, self.way).hash(state);
    }
}

impl fmt::Debug for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl Scope {
    fn is_of(self, color: Color) -> bool {
        match self.moves {
            Moves::Of(own) => own == color,
            _ => true,
        }
    }

    fn has(self, right: Right) -> bool {
        self.is_of(right.0) && is_on(self.wing, right)
    }
}

fn is_on(wing: Wing, right: Right) -> bool {
    wing.is_none_or(|it| it == right.1)
}

/// Whether kings castle from the e-file alone.
fn is_ordinary(line: &Line) -> bool {
    line.root.castling_notation() == CastlingNotation::KingToTarget
}

/// An engine that does nothing in another way, on a board that may be wrong.
struct Plain;

impl Machine for Plain {
    fn known(&mut self, here: &mut Draft, left: u32) -> Option<u128> {
        self.of_last_ply(here, left)
    }

    fn moves(&mut self, here: &mut Draft, _: u32) -> Vec<Move> {
        here.moves()
    }

    fn made(&mut self, here: &mut Draft, mv: Move) -> Option<Draft> {
        here.after(mv)
    }
}

/// An engine that makes moves wrongly.
struct Making<'a> {
    engine: &'a Faulty,
    /// Whether kings castle from the e-file alone.
    is_ordinary: bool,
    met: &'a mut Met,
}

impl Making<'_> {
    /// Whether there is the rook that a right names, and the king as ordinary chess has it.
    fn are_at_home(&self, here: &Draft, king: Square, rook: Square) -> bool {
        let us = here.position.side_to_move();
        here.position.board().at(rook) == Some(Piece::new(us, PieceKind::Rook))
            && king.rank() == us.home_rank()
            && (!self.is_ordinary || king.file() == File::E)
    }

    fn make(&mut self, here: &Draft, mv: Move) -> Draft {
        let made = here.made(mv);
        let ply = Ply { ordinal: 1, before: here.position, mv, after: made.position };
        let scope = &self.engine.scope;
        let wrong = match self.engine.row.hook {
            Hook::Make(wrong) => wrong(made, &ply, scope.wing),
            Hook::Made(wrong) => wrong(made, &ply),
            _ => None,
        };
        let Some(wrong) = wrong.filter(|it| *it != made) else { return made };
        let is_meant = note(self.met, &ply, scope.moves);
        if is_meant { wrong } else { made }
    }
}

impl Machine for Making<'_> {
    fn known(&mut self, here: &mut Draft, left: u32) -> Option<u128> {
        self.of_last_ply(here, left)
    }

    /// Some know which moves are legal, and others make each to see whether it is. Some look whether king and rook are
    /// there to castle, and others believe the right.
    fn moves(&mut self, here: &mut Draft, _: u32) -> Vec<Move> {
        let (makes_each, looks) = (self.engine.way & 1 == 1, self.engine.way & 2 == 2);
        let (us, position) = (here.position.side_to_move(), here.position);
        let follows = here.king_tracking == KingTracking::Follows;
        let mut moves = match (makes_each, follows) {
            (true, _) => position.pseudo_legal_moves(),
            (false, true) => position.legal_moves(),
            (false, false) => here.moves(),
        };
        moves.retain(|&mv| match mv.castling_rook() {
            Some(rook) if looks && !self.are_at_home(here, mv.from, rook) => false,
            Some(_) if makes_each && follows && !position.is_legal(mv) => false,
            _ => !makes_each || self.make(here, mv).leaves_safe(us),
        });
        moves
    }

    fn made(&mut self, here: &mut Draft, mv: Move) -> Option<Draft> {
        Some(self.make(here, mv))
    }
}

/// An engine that counts a leaf where the game has ended before.
struct Ending(Option<&'static str>);

impl Machine for Ending {
    fn known(&mut self, here: &mut Draft, left: u32) -> Option<u128> {
        let end = if here.position.is_check() { "mate" } else { "stalemate" };
        let is_leaf = || here.moves().is_empty() && self.0.is_none_or(|it| it == end);
        (left == 0 || is_leaf()).then_some(1)
    }
}

fn without(it: Draft, is_gone: impl Fn(Right) -> bool) -> Draft {
    let rights = it.position.castling_rights();
    let gone = rights.iter().filter(|&right| is_gone(right));
    it.with_rights(gone.fold(rights, |rights, (.., rook)| rights.without_rook_on(rook)))
}

/// Without the pieces of a kind, and without the rights to castle with them.
fn unread(it: Draft, scope: &Scope, kind: PieceKind) -> Draft {
    let is_gone = |man: Piece| man.kind() == kind && scope.is_of(man.color());
    let board = *it.position.board();
    let gone = Square::all().filter(|&at| board.at(at).is_some_and(is_gone));
    let unread = gone.fold(it, Draft::without);
    without(unread, |right| is_gone(Piece::new(right.0, PieceKind::Rook)))
}

fn with_all_rights(it: Draft, scope: &Scope) -> Draft {
    let mut rights = it.position.castling_rights();
    for (color, castling) in castlings_without_right(&it.position) {
        let (wing, rook) = (castling.side(), castling.rook());
        if scope.has((color, wing, rook)) {
            rights.grant(color, wing, rook);
        }
    }
    it.with_rights(rights)
}

/// The rights that a move has lost.
fn lost(ply: &Ply) -> Vec<Right> {
    let left = ply.after.castling_rights();
    let is_lost = |right: &Right| left.rook(right.0, right.1) != Some(right.2);
    ply.before.castling_rights().iter().filter(is_lost).collect()
}

/// The position after a move with those of the rights that it has lost.
fn keeping(it: Draft, ply: &Ply, is_kept: impl Fn(Right) -> bool) -> Option<Draft> {
    let mut rights = it.position.castling_rights();
    for (color, wing, rook) in lost(ply).into_iter().filter(|&right| is_kept(right)) {
        rights.grant(color, wing, rook);
    }
    (rights != it.position.castling_rights()).then(|| it.with_rights(rights))
}

/// The same without those rights that are lost with one of these.
fn losing(
    it: Draft,
    ply: &Ply,
    wing: Wing,
    goes_with: impl Fn(Right, Right) -> bool,
) -> Option<Draft> {
    let mut lost = lost(ply);
    lost.retain(|&it| is_on(wing, it) && [ply.mv.from, ply.mv.to].contains(&it.2));
    Some(without(it, |right| lost.iter().any(|&it| goes_with(it, right))))
        .filter(|_| !lost.is_empty())
}

fn king_left(it: Draft, ply: &Ply, tracking: KingTracking) -> Option<Draft> {
    let us = ply.side();
    let moves = ply.mv.from == ply.before.king(us);
    moves.then(|| it.with_king(us, ply.mv.from, tracking))
}
