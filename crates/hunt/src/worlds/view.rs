//! A move as a fault may see it: its piece, its squares, and what stands around it, each respect with a value below 64.

use ox88::{
    Board, CastlingPair, CastlingSide, Color, Move, MoveKind, PieceKind, Position, Square,
    attackers, is_attacked,
};
use ox88_engine::Line;
use ox88_explain::{Rule, Scene};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// Writes each respect down once: its variant, its name for programs, and what it is.
macro_rules! respects {
    ($($name:ident $id:literal $what:literal)*) => {
        /// In what respect moves differ.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Respect {
            $(#[doc = $what] $name,)*
        }

        impl Respect {
            /// All of them, the ones that an author would name first at the beginning.
            pub const ALL: [Respect; [$($id),*].len()] = [$(Respect::$name,)*];

            /// The name for programs.
            pub const fn id(self) -> &'static str {
                [$($id),*][self as usize]
            }
        }
    };
}

respects! {
    Rule "rule" "Whether it is decided by the rule of the first wrong move."
    Side "side" "White or Black."
    Piece "piece" "The kind of the piece that moves."
    Kind "kind" "Quiet, double push, capture, en passant, or which castling."
    Taken "taken" "What is captured."
    Promotion "promotion" "To what a pawn promotes."
    Why "why" "For an illegal move: what leaves the king attacked."
    Attacker "attacker" "For an illegal move: the kind of piece that would attack the king."
    AttackWay "attack-way" "For an illegal move: along which lines it would."
    Path "path" "For castling: which squares of the king's way are attacked."
    Check "check" "How the king is in check."
    Answer "answer" "In check: whether the king moves, the checking piece is captured, or its line is blocked."
    Pin "pin" "Along which lines the piece is pinned."
    Pinner "pinner" "The kind of piece that pins it."
    ToFile "to-file" "The file where the move ends."
    ToRank "to-rank" "The rank where it ends."
    FromFile "from-file" "The file where it begins."
    FromRank "from-rank" "The rank where it begins."
    ToOwnRank "to-own-rank" "The rank where it ends, counted from its own side."
    FromOwnRank "from-own-rank" "The rank where it begins, counted from its own side."
    To "to" "The square where it ends."
    From "from" "The square where it begins."
    Direction "direction" "Which way it goes."
    Length "length" "How many squares far."
    KingFile "king-file" "The file of its own king, before it."
    KingRank "king-rank" "The rank of its own king, before it."
    KingOwnRank "king-own-rank" "The rank of its own king, before it, counted from its own side."
    OtherKingFile "other-king-file" "The file of the other king."
    OtherKingRank "other-king-rank" "The rank of the other king."
    Rights "rights" "Whether the side may still castle."
    EnPassant "en-passant" "Whether there is an en passant square."
    Men "men" "How many pieces are on the board."
    Clock "clock" "The half moves since the last capture or pawn move."
}

impl Respect {
    /// The respect with this name.
    pub fn from_id(id: &str) -> Option<Respect> {
        Respect::ALL.into_iter().find(|it| it.id() == id)
    }
}

/// The values of a move in all respects.
pub(crate) type View = [u8; Respect::ALL.len()];

/// Views of moves, in an order that is the same in every process and has nothing to do with chess: the search for
/// conditions takes five times as long where like views come one after the other.
pub(crate) type Views = HashSet<View, BuildHasherDefault<DefaultHasher>>;

/// The moves of a position with their views: the legal ones, and those that only leave the king attacked.
pub(crate) struct Seen {
    pub legal: Vec<(Move, View)>,
    pub illegal: Vec<(Move, View)>,
}

impl Seen {
    /// The views beside this rule.
    pub fn of(here: &Position, rule: Option<Rule>) -> Seen {
        let mut seen = Seen { legal: Vec::new(), illegal: Vec::new() };
        let line = Line::at(*here);
        let scene = Scene::at_end_of(&line);
        let common = Common::of(here, &scene, rule);
        for mv in here.pseudo_legal_moves() {
            let is_legal = here.is_legal(mv);
            let view = common.view(mv, is_legal);
            if is_legal { seen.legal.push((mv, view)) } else { seen.illegal.push((mv, view)) }
        }
        seen
    }
}

/// What the moves of a position have in common.
struct Common<'a> {
    here: &'a Position,
    scene: &'a Scene<'a>,
    rule: Option<Rule>,
    us: Color,
    king: Square,
    checkers: Vec<Square>,
    check: u8,
    men: u8,
}

/// A kind of piece as a value. 0 means none.
pub(crate) const fn kind_value(kind: PieceKind) -> u8 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight => 2,
        PieceKind::Bishop => 3,
        PieceKind::Rook => 4,
        PieceKind::Queen => 5,
        PieceKind::King => 6,
    }
}

/// What is on a square, as a value.
fn man_on(board: &Board, square: Square) -> u8 {
    board.at(square).map_or(0, |man| kind_value(man.kind()))
}

/// The values of [`Respect::Kind`].
pub(crate) mod kind {
    pub const QUIET: u8 = 0;
    pub const DOUBLE: u8 = 1;
    pub const CAPTURE: u8 = 2;
    pub const EN_PASSANT: u8 = 3;
    pub const KING_SIDE: u8 = 4;
    pub const QUEEN_SIDE: u8 = 5;
}

/// The values of [`Respect::Why`]. 0 means legal.
pub(crate) mod why {
    pub const STEPS_INTO_ATTACK: u8 = 1;
    pub const LEAVES_PIN: u8 = 2;
    pub const CHECK_UNANSWERED: u8 = 3;
    pub const CASTLES_OUT_OF_CHECK: u8 = 4;
    pub const CASTLES_THROUGH_ATTACK: u8 = 5;
    pub const UNCOVERS: u8 = 6;
    pub const STEPS_BACK_ALONG_LINE: u8 = 7;
    pub const ROOK_UNCOVERS: u8 = 8;
}

/// The value of [`Respect::Attacker`] and [`Respect::AttackWay`] for several that differ.
pub(crate) const SEVERAL: u8 = 7;

/// The values of [`Respect::Answer`].
pub(crate) mod answer {
    pub const NO_CHECK: u8 = 0;
    pub const KING_MOVES: u8 = 1;
    pub const CAPTURES: u8 = 2;
    pub const BLOCKS: u8 = 3;
    pub const NONE: u8 = 4;
}

/// The value of [`Respect::Check`] for two checking pieces.
pub(crate) const DOUBLE_CHECK: u8 = 7;

/// The values of the lines in [`Respect::Pin`] and [`Respect::AttackWay`]. 0 means none.
pub(crate) mod way {
    pub const FILE: u8 = 1;
    pub const RANK: u8 = 2;
    pub const DIAGONAL: u8 = 3;
    pub const JUMP: u8 = 4;
}

fn way_between(from: Square, to: Square) -> u8 {
    let (files, ranks) = distance(from, to);
    match (files, ranks) {
        (0, _) => way::FILE,
        (_, 0) => way::RANK,
        (files, ranks) if files.abs() == ranks.abs() => way::DIAGONAL,
        _ => way::JUMP,
    }
}

fn number(square: Square) -> u8 {
    u8::try_from(square.number()).unwrap_or(0)
}

fn file(square: Square) -> u8 {
    number(square) % 8
}

fn rank(square: Square) -> u8 {
    number(square) / 8
}

/// The file and the rank of a square, from 0 to 7.
pub(crate) fn place(square: Square) -> (i8, i8) {
    (file(square).cast_signed(), rank(square).cast_signed())
}

fn distance(from: Square, to: Square) -> (i8, i8) {
    let step = from.offset_to(to);
    (step.files(), step.ranks())
}

/// Rows of three from the lower left, and after these the jumps of a knight.
fn direction(from: Square, to: Square) -> u8 {
    let (files, ranks) = distance(from, to);
    if files.abs() == ranks.abs() || files == 0 || ranks == 0 {
        return (3 * (ranks.signum() + 1) + files.signum() + 1).cast_unsigned();
    }
    let steep = if ranks.abs() > files.abs() { 4 } else { 0 };
    9 + steep + 2 * u8::from(ranks > 0) + u8::from(files > 0)
}

impl<'a> Common<'a> {
    fn of(here: &'a Position, scene: &'a Scene<'a>, rule: Option<Rule>) -> Common<'a> {
        let us = here.side_to_move();
        let checkers = here.checkers();
        let check = match checkers[..] {
            [] => 0,
            [one] => man_on(here.board(), one),
            _ => DOUBLE_CHECK,
        };
        let men: usize = Color::BOTH.map(|color| here.board().pieces(color).count()).iter().sum();
        Common {
            here,
            scene,
            rule,
            us,
            king: here.king(us),
            checkers,
            check,
            men: u8::try_from(men).unwrap_or(32),
        }
    }

    fn view(&self, mv: Move, is_legal: bool) -> View {
        let (here, us) = (self.here, self.us);
        let other_king = here.king(!us);
        let man = |square: Square| man_on(here.board(), square);
        let taken = here.captured(mv);
        let (pin, pinner) = self.pin(mv.from);
        let own = |rank: u8| if us == Color::White { rank } else { 7 - rank };
        let (why, attacker, attack_way) = if is_legal { (0, 0, 0) } else { self.why(mv, pin) };
        let (files, ranks) = distance(mv.from, mv.to);
        let kind = match (mv.kind, wing_of(mv)) {
            (_, Some(CastlingSide::KingSide)) => kind::KING_SIDE,
            (_, Some(CastlingSide::QueenSide)) => kind::QUEEN_SIDE,
            (MoveKind::DoublePush, _) => kind::DOUBLE,
            (MoveKind::EnPassant, _) => kind::EN_PASSANT,
            _ if taken.is_some() => kind::CAPTURE,
            _ => kind::QUIET,
        };
        let rights = here.castling_rights().iter().any(|right| right.0 == us);
        let in_order = |respect: Respect| match respect {
            Respect::Rule => u8::from(self.is_of_rule(mv)),
            Respect::Side => u8::from(us == Color::Black),
            Respect::Piece => man(mv.from),
            Respect::Kind => kind,
            Respect::Taken => taken.map_or(0, man),
            Respect::Promotion => mv.promotion().map_or(0, kind_value),
            Respect::Why => why,
            Respect::Attacker => attacker,
            Respect::AttackWay => attack_way,
            Respect::Path => self.path(mv).0,
            Respect::Check => self.check,
            Respect::Answer => self.answer(mv),
            Respect::Pin => pin,
            Respect::Pinner => pinner,
            Respect::ToFile => file(mv.to),
            Respect::ToRank => rank(mv.to),
            Respect::FromFile => file(mv.from),
            Respect::FromRank => rank(mv.from),
            Respect::ToOwnRank => own(rank(mv.to)),
            Respect::FromOwnRank => own(rank(mv.from)),
            Respect::To => number(mv.to),
            Respect::From => number(mv.from),
            Respect::Direction => direction(mv.from, mv.to),
            Respect::Length => files.unsigned_abs().max(ranks.unsigned_abs()),
            Respect::KingFile => file(self.king),
            Respect::KingRank => rank(self.king),
            Respect::KingOwnRank => own(rank(self.king)),
            Respect::OtherKingFile => file(other_king),
            Respect::OtherKingRank => rank(other_king),
            Respect::Rights => u8::from(rights),
            Respect::EnPassant => u8::from(here.en_passant().is_some()),
            Respect::Men => self.men,
            Respect::Clock => u8::try_from(here.setup().halfmove_clock).unwrap_or(63).min(63),
        };
        Respect::ALL.map(in_order)
    }

    fn is_of_rule(&self, mv: Move) -> bool {
        self.rule.is_some_and(|rule| self.scene.explain_move(mv).rule == rule)
    }

    /// What a move does about a check.
    fn answer(&self, mv: Move) -> u8 {
        if self.check == 0 {
            return answer::NO_CHECK;
        }
        if mv.from == self.king {
            return answer::KING_MOVES;
        }
        if self.here.captured(mv).is_some_and(|it| self.checkers.contains(&it)) {
            return answer::CAPTURES;
        }
        let after = self.here.after(mv);
        let still = attackers(after.board(), self.king, !self.us);
        if self.checkers.iter().any(|it| !still.contains(it)) {
            answer::BLOCKS
        } else {
            answer::NONE
        }
    }

    /// Which squares of a castling king's way are attacked, a bit for each of the first, those between, and the last; and
    /// what attacks which square.
    fn path(&self, mv: Move) -> (u8, Vec<(Square, Square)>) {
        let Some(rook) = mv.castling_rook() else { return (0, Vec::new()) };
        let mut by = Vec::new();
        let mut set = 0;
        for square in CastlingPair::new(mv.from, rook).king_path() {
            let bit = if square == mv.from { 0 } else { 1 + u8::from(square == mv.to) };
            for attacker in attackers(self.here.board(), square, !self.us) {
                set |= 1 << bit;
                by.push((attacker, square));
            }
        }
        (set, by)
    }

    /// Along which line a piece is pinned, and by what: what attacks the king once the piece is gone.
    fn pin(&self, from: Square) -> (u8, u8) {
        if from == self.king {
            return (0, 0);
        }
        let mut board = *self.here.board();
        board.clear(from);
        let mut by = attackers(&board, self.king, !self.us).into_iter();
        let pinner = by.find(|it| !self.checkers.contains(it));
        pinner.map_or((0, 0), |at| (way_between(self.king, at), man_on(&board, at)))
    }

    /// What leaves the king attacked after a move, by what, and along which line.
    fn why(&self, mv: Move, pin: u8) -> (u8, u8, u8) {
        let after = self.here.after(mv);
        let king = after.king(self.us);
        let (board, them) = (after.board(), !self.us);
        let mut by = self.path(mv).1;
        let is_safe_before = by.is_empty();
        if is_safe_before {
            by = attackers(board, king, them).into_iter().map(|it| (it, king)).collect();
        }
        let all_alike = |values: Vec<u8>| match values.split_first() {
            None => 0,
            Some((first, rest)) if rest.iter().all(|it| it == first) => *first,
            Some(_) => SEVERAL,
        };
        let attacker = all_alike(by.iter().map(|it| man_on(board, it.0)).collect());
        let line = all_alike(by.iter().map(|it| way_between(it.0, it.1)).collect());
        let why = if mv.castling_rook().is_some() {
            match self.check {
                _ if is_safe_before => why::ROOK_UNCOVERS,
                0 => why::CASTLES_THROUGH_ATTACK,
                _ => why::CASTLES_OUT_OF_CHECK,
            }
        } else if mv.from == self.king {
            let is_seen_before = is_attacked(self.here.board(), mv.to, them);
            if is_seen_before { why::STEPS_INTO_ATTACK } else { why::STEPS_BACK_ALONG_LINE }
        } else if self.check != 0 {
            why::CHECK_UNANSWERED
        } else if pin != 0 {
            why::LEAVES_PIN
        } else {
            why::UNCOVERS
        };
        (why, attacker, line)
    }
}

/// The wing of a castling.
pub(crate) fn wing_of(mv: Move) -> Option<CastlingSide> {
    Some(CastlingPair::new(mv.from, mv.castling_rook()?).side())
}
