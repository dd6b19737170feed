//! An engine whose perft is right, with a switch for each fault of facts, and for each habit that is none. The hunt does
//! not know it.

use ox88::{
    CastlingPair, CastlingSide, Color, File, Move, MoveKind, Piece, PieceKind, Position, Square,
};
use ox88_count::quick;
use ox88_engine::read::san;
use ox88_engine::{Line, MoveName, typed_move};
use ox88_facts::Facts;
use ox88_facts::truth::{CheckBy, EnPassant, End, Ending};

/// The faults, each with the rule that the hunt has to name.
pub const FAULTS: &[(&str, &str)] = &[
    ("castling-keeps-turn", "key-turn"),
    ("king-keeps-right", "key-right-king-moved"),
    ("castling-keeps-right", "key-right-castled"),
    ("rook-keeps-right", "key-right-rook-moved"),
    ("captured-rook-keeps-right", "key-right-rook-captured"),
    ("only-black-long-is-kept", "key-right-rook-captured"),
    ("right-comes-back", "key-right-back"),
    ("both-rights-lost-by-one-rook", "key-right-back"),
    ("double-step-not-set", "key-en-passant-not-set"),
    ("en-passant-kept", "key-en-passant-kept"),
    ("en-passant-kept-unless-pawn", "key-en-passant-kept"),
    ("en-passant-victim-stays", "key-en-passant-capture"),
    ("en-passant-victim-on-target", "key-en-passant-capture"),
    ("castling-rook-stays", "key-castling-rook"),
    ("castling-rook-vanishes", "key-castling-rook"),
    ("promoted-pawn-on-last-rank", "key-promotion"),
    ("promoting-pawn-stays", "key-promotion"),
    ("captured-piece-stays", "key-capture"),
    ("captured-piece-stays-at-promotion", "key-capture"),
    ("knight-stays", "key-moved-piece"),
    ("black-queen-added-twice", "key-moved-piece"),
    ("undo-of-en-passant", "key-not-restored"),
    ("undo-of-capture", "key-not-restored"),
    ("turn-not-in-key", "key-ignores-turn"),
    ("black-long-not-in-key", "key-ignores-right"),
    ("en-passant-not-in-key", "key-ignores-en-passant"),
    ("bishops-of-one-colour", "key-mixes-pieces"),
    ("check-by-knight-missed", "check-wrong"),
    ("gives-check-knight", "gives-check-direct"),
    ("gives-check-discovered", "gives-check-discovered"),
    ("gives-check-en-passant", "gives-check-en-passant"),
    ("gives-check-castling", "gives-check-castling"),
    ("gives-check-promotion", "gives-check-promotion"),
    ("gives-check-through-pawn", "gives-check-through-pawn"),
    ("gives-check-through-blocker", "gives-check-invented"),
    ("legal-is-pseudo-legal", "legal-leaves-check"),
    ("legal-for-either-side", "legal-no-piece"),
    ("legal-castling-without-look", "legal-castling"),
    ("legal-any-promotion", "legal-promotion"),
    ("legal-pawn-onto-piece", "legal-pawn"),
    ("legal-through-pieces", "legal-path"),
    ("legal-refuses-en-passant", "legal-refused"),
    ("fifty-before-mate", "end-mate-before-fifty"),
    ("mate-in-corner-missed", "end-mate-missed"),
    ("stalemate-is-mate", "end-stalemate-missed"),
    ("no-en-passant-at-the-end", "end-invented"),
    ("fifty-half-moves", "end-fifty-early"),
    ("fifty-not-after-a-check", "end-fifty-missed"),
    ("repetition-without-rights", "end-repetition-rights"),
    ("repetition-without-en-passant", "end-repetition-en-passant"),
    ("repetition-of-either-side", "end-repetition-early"),
    ("repetition-only-by-knights", "end-repetition-missed"),
    ("rook-is-too-little", "end-material-early"),
    ("bishop-is-enough", "end-material-missed"),
    ("san-letter-for-pinned", "san-letter-extra"),
    ("san-letter-forgotten", "san-letter-missing"),
    ("san-rank-first", "san-letter-wrong"),
    ("san-no-mark-of-discovered", "san-check-mark"),
    ("san-mate-of-promotion", "san-mate-mark"),
    ("san-castling-without-mark", "san-check-mark"),
    ("san-castling-by-colour", "san-castling"),
    ("san-knight-promotion", "san-promotion"),
    ("san-en-passant-without-x", "san-capture"),
    ("san-ambiguous-accepted", "san-ambiguous"),
    ("san-pinned-is-ambiguous", "san-unread"),
    ("fen-captured-rook", "fen-rights"),
    ("fen-square-of-pawn", "fen-en-passant"),
    ("fen-clock-after-capture", "fen-clock"),
    ("fen-number-after-white", "fen-number"),
    ("fen-undo-of-clock", "fen-not-restored"),
    ("en-passant-is-no-capture", "leaf-capture"),
];

/// Habits that are no faults.
pub const BAIT: &[&str] = &[
    "right",
    "en-passant-always",
    "en-passant-beside",
    "en-passant-always-when-played",
    "additive",
    "bits-32",
    "bits-128",
    "hash-of-fen",
    "hash-of-fen-beside",
    "rights-in-one-table",
    "clock-in-key",
    "seeded",
    "pawn-key",
    "material-key",
    "unsteady",
    "constant-key",
    "no-key",
    "no-san",
    "twofold",
    "fivefold",
    "no-repetition",
    "seventy-five",
    "no-material",
    "two-knights",
    "san-zeros",
    "san-bare",
    "fen-always",
    "fen-beside",
    "fen-four-fields",
    "fen-without-counters",
    "repetition-by-square",
    "no-undo",
    "legal-drops-promotions",
];

/// A fault of perft, which is no wrong fact.
const NOT_PLAYED: &str = "does-not-play-en-passant";

pub struct Planted {
    fault: &'static str,
    root: Position,
    here: Vec<Position>,
    moves: Vec<Move>,
    keys: Vec<u128>,
    /// What taking back left behind.
    clock_off: u32,
    asked: u128,
    seed: u64,
    /// The legal moves of the position that was asked about last.
    listed: Option<(Position, Vec<(String, Move)>)>,
}

fn mixed(seed: u64, number: u64) -> u128 {
    let one = |number: u64| {
        let it = (number ^ seed).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let it = (it ^ it >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let it = (it ^ it >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        it ^ it >> 31
    };
    u128::from(one(number)) << 64 | u128::from(one(number + (1 << 40)))
}

impl Planted {
    pub fn new(fault: &'static str) -> Planted {
        let seed = if fault == "seeded" { std::ptr::from_ref(&fault).addr() as u64 } else { 0 };
        let root = Position::start();
        let mut it = Planted {
            fault,
            root,
            here: vec![root],
            moves: vec![],
            keys: vec![],
            clock_off: 0,
            asked: 0,
            seed,
            listed: None,
        };
        it.begin(root);
        it
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn begin(&mut self, root: Position) {
        (self.root, self.clock_off) = (root, 0);
        self.moves.clear();
        self.here = vec![root];
        self.keys = vec![self.key_of(&root)];
    }

    pub fn here(&self) -> Position {
        *self.here.last().expect("one")
    }

    fn line(&self) -> Line {
        Line { moves: self.moves.clone(), ..Line::at(self.root) }
    }

    // The key.

    fn join(&self, one: u128, other: u128) -> u128 {
        if self.is("additive") { one.wrapping_add(other) } else { one ^ other }
    }

    fn leave(&self, one: u128, other: u128) -> u128 {
        if self.is("additive") { one.wrapping_sub(other) } else { one ^ other }
    }

    fn of_piece(&self, piece: Piece, square: Square) -> u128 {
        let mut letter = piece.letter();
        if self.is("bishops-of-one-colour") && piece.kind() == PieceKind::Bishop {
            letter = 'B';
        }
        if self.is("pawn-key") && piece.kind() != PieceKind::Pawn {
            return 0;
        }
        let square = if self.is("material-key") { 0 } else { square.number() as u64 };
        mixed(self.seed, 1000 * letter as u64 + square)
    }

    fn of_turn(&self, turn: Color) -> u128 {
        let is_in = turn == Color::Black
            && !self.is("turn-not-in-key")
            && !self.is("pawn-key")
            && !self.is("material-key");
        if is_in { mixed(self.seed, 1) } else { 0 }
    }

    fn of_right(&self, color: Color, side: CastlingSide) -> u128 {
        if self.is("black-long-not-in-key")
            && (color, side) == (Color::Black, CastlingSide::QueenSide)
            || self.is("pawn-key")
            || self.is("material-key")
        {
            return 0;
        }
        mixed(self.seed, 10 + 2 * color.index() as u64 + side as u64)
    }

    fn of_rights(&self, position: &Position) -> u128 {
        let rights = position.castling_rights().iter();
        if self.is("rights-in-one-table") {
            let index = rights
                .map(|(color, side, _)| 1 << (2 * color.index() + side as usize))
                .sum::<u64>();
            return mixed(self.seed, 50 + index);
        }
        rights.fold(0, |key, (color, side, _)| self.join(key, self.of_right(color, side)))
    }

    fn of_square(&self, square: Option<Square>) -> u128 {
        let is_in =
            !self.is("en-passant-not-in-key") && !self.is("pawn-key") && !self.is("material-key");
        square.filter(|_| is_in).map_or(0, |it| mixed(self.seed, 100 + it.file().letter() as u64))
    }

    fn square_in_key(&self, position: &Position) -> Option<Square> {
        match self.fault {
            "en-passant-always" => EnPassant::Always.square(position),
            "en-passant-beside" => EnPassant::Beside.square(position),
            _ => EnPassant::Legal.square(position),
        }
    }

    fn key_of(&self, position: &Position) -> u128 {
        if self.fault.starts_with("hash-of-fen") {
            let beside = self.is("hash-of-fen-beside");
            let convention = if beside { EnPassant::Beside } else { EnPassant::Legal };
            let bytes = convention.fen(position);
            return bytes.bytes().fold(7, |key, byte| mixed((key >> 64) as u64, u64::from(byte)));
        }
        let pieces =
            Square::all().filter_map(|at| position.board().at(at).map(|piece| (at, piece)));
        let mut key = pieces.fold(0, |key, (at, piece)| self.join(key, self.of_piece(piece, at)));
        key = self.join(key, self.of_turn(position.side_to_move()));
        key = self.join(key, self.of_rights(position));
        self.join(key, self.of_square(self.square_in_key(position)))
    }

    /// The key after a move, step by step, as engines do it.
    #[expect(clippy::too_many_lines, reason = "it is a list of faults")]
    fn key_after(&self, key: u128, before: &Position, mv: Move) -> u128 {
        let after = before.after_unchecked(mv);
        if self.fault.starts_with("hash-of-fen") {
            return self.key_of(&after);
        }
        let mut key = key;
        let us = before.side_to_move();
        let piece = before.board().at(mv.from).expect("a piece moves");
        let is_castling = mv.castling_rook().is_some();
        // The turn.
        if !(self.is("castling-keeps-turn") && is_castling) {
            key = self.leave(key, self.of_turn(us));
            key = self.join(key, self.of_turn(!us));
        }
        // The rights.
        let keeps = |rook: Square, color: Color| {
            self.is("king-keeps-right")
                && piece.kind() == PieceKind::King
                && !is_castling
                && color == us
                || self.is("castling-keeps-right") && is_castling
                || self.is("rook-keeps-right") && mv.from == rook
                || self.is("captured-rook-keeps-right")
                    && mv.to == rook
                    && mv.from != rook
                    && !is_castling
                || self.is("only-black-long-is-kept") && mv.to == rook && rook == Square::A8
        };
        if self.is("rights-in-one-table") {
            key = self.join(self.leave(key, self.of_rights(before)), self.of_rights(&after));
        } else {
            for (color, side, rook) in before.castling_rights().iter() {
                if after.castling_rights().rook(color, side).is_none() && !keeps(rook, color) {
                    key = self.leave(key, self.of_right(color, side));
                }
            }
        }
        let home = |side: CastlingSide| Square::new(side.edge(), us.home_rank());
        for side in CastlingSide::BOTH {
            let had = before.castling_rights().rook(us, side).is_some();
            if self.is("right-comes-back")
                && mv.from == home(side)
                && piece.kind() == PieceKind::Rook
                && !had
            {
                key ^= self.of_right(us, side);
            }
            let moved = mv.from == home(side) && piece.kind() == PieceKind::Rook && had;
            let other = if side == CastlingSide::KingSide {
                CastlingSide::QueenSide
            } else {
                CastlingSide::KingSide
            };
            if self.is("both-rights-lost-by-one-rook")
                && moved
                && before.castling_rights().rook(us, other).is_some()
            {
                key ^= self.of_right(us, other);
            }
        }
        // The en passant square.
        let old = self.of_square(self.square_in_key(before));
        let keeps_old = self.is("en-passant-kept")
            || self.is("en-passant-kept-unless-pawn") && piece.kind() != PieceKind::Pawn;
        if !keeps_old {
            key = self.leave(key, old);
        }
        if !self.is("double-step-not-set") {
            let always = self.is("en-passant-always-when-played");
            let square = if always { after.en_passant() } else { self.square_in_key(&after) };
            key = self.join(key, self.of_square(square));
        }
        // The pieces.
        let victim = if mv.kind == MoveKind::EnPassant {
            us.en_passant_victim(mv.to).expect("a pawn")
        } else {
            mv.to
        };
        if let Some(taken) = before.board().at(victim).filter(|it| !it.belongs_to(us)) {
            let stays = self.is("en-passant-victim-stays") && victim != mv.to
                || self.is("captured-piece-stays") && victim == mv.to
                || self.is("captured-piece-stays-at-promotion") && mv.promotion().is_some();
            let on = if self.is("en-passant-victim-on-target") { mv.to } else { victim };
            if !stays {
                key = self.leave(key, self.of_piece(taken, on));
            }
        }
        let stays = self.is("knight-stays") && piece.kind() == PieceKind::Knight
            || self.is("promoting-pawn-stays") && mv.promotion().is_some();
        if !stays {
            key = self.leave(key, self.of_piece(piece, mv.from));
        }
        let arrives = match mv.promotion() {
            Some(_) if self.is("promoted-pawn-on-last-rank") => piece,
            Some(kind) => Piece::new(us, kind),
            None => piece,
        };
        key = self.join(key, self.of_piece(arrives, mv.to));
        if self.is("black-queen-added-twice") && arrives.letter() == 'q' && mv.promotion().is_none()
        {
            key ^= self.of_piece(arrives, mv.to);
        }
        if let Some(rook) = mv.castling_rook() {
            let (piece, pair) = (Piece::new(us, PieceKind::Rook), CastlingPair::new(mv.from, rook));
            if !self.is("castling-rook-stays") {
                key = self.leave(key, self.of_piece(piece, rook));
                if !self.is("castling-rook-vanishes") {
                    key = self.join(key, self.of_piece(piece, pair.rook_target()));
                }
            }
        }
        key
    }

    pub fn make_move(&mut self, mv: Move) {
        let before = self.here();
        let key = self.key_after(*self.keys.last().expect("one"), &before, mv);
        self.keys.push(key);
        self.here.push(before.after_unchecked(mv));
        self.moves.push(mv);
    }

    pub fn unmake_move(&mut self) {
        let (mv, _) = (self.moves.pop().expect("one"), self.keys.pop());
        self.here.pop();
        let here = self.here();
        let last = self.keys.last_mut().expect("one");
        if self.fault == "undo-of-en-passant" && mv.kind == MoveKind::EnPassant {
            *last ^= 0x1234_5678_9abc_def1;
        }
        if self.fault == "undo-of-capture"
            && here.board().at(mv.to).is_some()
            && mv.castling_rook().is_none()
        {
            *last ^= 0x1234_5678_9abc_def2;
        }
        if self.fault == "fen-undo-of-clock" && here.captured(mv).is_some() {
            self.clock_off = 1;
        }
    }

    /// The leaves after each legal move, which are always right. Those of the last two plies are made and taken back.
    pub fn divide(&mut self, depth: u32) -> Vec<(String, u128)> {
        let here = self.here();
        let row = |mv| {
            let after = here.after_unchecked(mv);
            self.make_move(mv);
            let leaves = match depth {
                0 | 1 => 1,
                2 => self.divide(1).len() as u128,
                _ => quick::perft(&after, depth - 1),
            };
            self.unmake_move();
            (here.move_text(mv), leaves)
        };
        here.legal_moves().into_iter().map(row).collect()
    }

    fn find(&self, text: &str) -> Move {
        self.here().find_move(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn legal(&mut self, text: &str) -> bool {
        let here = self.here();
        if self.listed.as_ref().is_none_or(|(of, _)| *of != here) {
            let listed = here.legal_moves().into_iter().map(|mv| (here.move_text(mv), mv));
            self.listed = Some((here, listed.collect()));
        }
        let mut legal = self.listed.iter().flat_map(|(_, listed)| listed);
        let exact = legal.find(|(listed, _)| listed == text).map(|(_, mv)| *mv);
        if exact.is_some() {
            let is_en_passant = exact.is_some_and(|it| it.kind == MoveKind::EnPassant);
            return !(self.is("legal-refuses-en-passant") && is_en_passant);
        }
        if !self.fault.starts_with("legal-") {
            return false;
        }
        let Some(MoveName::Squares { from, to, promotion }) = MoveName::from_uci(text) else {
            return false;
        };
        let legal = here.legal_moves();
        let Some(piece) = here.board().at(from) else { return false };
        let us = here.side_to_move();
        let is_own = piece.belongs_to(us);
        let is_pseudo = here.pseudo_legal_moves().iter().any(|&mv| here.move_text(mv) == text);
        let is_castling = piece.kind() == PieceKind::King
            && from.offset_to(to).files().abs() == 2
            && from.rank() == to.rank();
        let board_to = here.board().at(to);
        match self.fault {
            "legal-is-pseudo-legal" => is_pseudo && !is_castling,
            "legal-for-either-side" => {
                let mut setup = here.setup();
                (setup.side_to_move, setup.en_passant) = (!us, None);
                let kings = [here.king(Color::White), here.king(Color::Black)];
                let other = Position::unchecked(setup, kings);
                !is_own && other.pseudo_legal_moves().iter().any(|&mv| other.move_text(mv) == text)
            }
            "legal-castling-without-look" => {
                is_own
                    && promotion.is_none()
                    && is_castling
                    && from == Square::new(File::E, us.home_rank())
            }
            "legal-any-promotion" | "legal-drops-promotions" => {
                is_own
                    && promotion.is_some()
                    && (piece.kind() == PieceKind::Pawn || self.is("legal-drops-promotions"))
                    && legal.iter().any(|&mv| here.move_text(mv) == text[..4])
            }
            "legal-pawn-onto-piece" => {
                is_own
                    && piece.kind() == PieceKind::Pawn
                    && promotion.is_none()
                    && from.step(us.forward()) == Some(to)
                    && !us.promotes_on(to)
                    && board_to.is_some_and(|it| !it.belongs_to(us))
            }
            "legal-through-pieces" => {
                let away = from.offset_to(to);
                is_own
                    && promotion.is_none()
                    && piece.kind() == PieceKind::Rook
                    && (away.files() == 0) != (away.ranks() == 0)
                    && board_to.is_none_or(|it| !it.belongs_to(us))
                    && !is_pseudo
            }
            _ => false,
        }
    }

    fn end(&self) -> End {
        let line = self.line();
        let it = Ending::of(&line);
        let here = line.end();
        let dead_bishop = Square::all()
            .any(|at| here.board().at(at).is_some_and(|it| it.kind() == PieceKind::Bishop));
        let kinds: Vec<PieceKind> = Square::all()
            .filter_map(|at| here.board().at(at))
            .map(Piece::kind)
            .filter(|&it| it != PieceKind::King)
            .collect();
        let count = |is_same: &dyn Fn(&Position) -> bool| {
            1 + line.plies().filter(|ply| is_same(&ply.before)).count()
        };
        let parts = |it: &Position| (*it.board(), it.side_to_move(), it.castling_rights());
        let occurrences = match self.fault {
            "repetition-without-rights" => count(&|it| {
                (parts(it).0, parts(it).1) == (parts(&here).0, parts(&here).1)
                    && EnPassant::Legal.square(it) == EnPassant::Legal.square(&here)
            }),
            "repetition-without-en-passant" => count(&|it| parts(it) == parts(&here)),
            "repetition-of-either-side" => count(&|it| {
                (parts(it).0, parts(it).2) == (parts(&here).0, parts(&here).2)
                    && EnPassant::Legal.square(it) == EnPassant::Legal.square(&here)
            }),
            "repetition-by-square" => count(&|it| it.same_but_for_counters(&here)),
            "repetition-only-by-knights" if !kinds.contains(&PieceKind::Knight) => 1,
            _ => it.occurrences,
        };
        let times = match self.fault {
            "twofold" => 2,
            "fivefold" => 5,
            "no-repetition" => 1000,
            _ => 3,
        };
        let fifty = match self.fault {
            "fifty-half-moves" => 50,
            "seventy-five" => 150,
            "fifty-not-after-a-check" if here.is_check() => 1000,
            _ => 100,
        };
        let is_dead = match self.fault {
            "no-material" => false,
            "rook-is-too-little" => it.is_dead || kinds == [PieceKind::Rook],
            "bishop-is-enough" => it.is_dead && !dead_bishop,
            "two-knights" => it.is_dead || kinds == [PieceKind::Knight, PieceKind::Knight],
            _ => it.is_dead,
        };
        let king = here.king(here.side_to_move());
        let is_corner = [Square::A1, Square::H1, Square::A8, Square::H8].contains(&king);
        let no_move = if self.is("no-en-passant-at-the-end") {
            here.legal_moves().iter().all(|mv| mv.kind == MoveKind::EnPassant)
        } else {
            it.has_no_move
        };
        if self.is("fifty-before-mate") && it.clock >= 100 {
            return End::Fifty;
        }
        if no_move && it.is_check && !(self.is("mate-in-corner-missed") && is_corner) {
            End::Checkmate
        } else if no_move && !it.is_check {
            if self.is("stalemate-is-mate") { End::Checkmate } else { End::Stalemate }
        } else if it.clock >= fifty {
            End::Fifty
        } else if occurrences >= times {
            End::Repetition
        } else if is_dead {
            End::Material
        } else {
            End::None
        }
    }

    fn written(&self, mv: Move) -> String {
        let here = self.here();
        let right = san(&here, mv);
        let piece = here.board().at(mv.from).expect("a piece").kind();
        let is_piece = piece != PieceKind::Pawn && mv.castling_rook().is_none();
        let rivals = |moves: Vec<Move>| {
            moves
                .into_iter()
                .filter(|it| {
                    it.to == mv.to
                        && it.from != mv.from
                        && here.board().at(it.from) == here.board().at(mv.from)
                        && it.castling_rook().is_none()
                })
                .count()
        };
        let letters = |text: &str| {
            text.trim_end_matches(['+', '#']).chars().filter(|it| *it != 'x').count() - 3
        };
        let by = CheckBy::of(&here, mv);
        match self.fault {
            "san-letter-for-pinned"
                if is_piece && letters(&right) == 0 && rivals(here.pseudo_legal_moves()) > 0 =>
            {
                format!("{}{}{}", &right[..1], mv.from.file().letter(), &right[1..])
            }
            "san-letter-forgotten" if is_piece && letters(&right) == 1 => {
                format!("{}{}", &right[..1], &right[2..])
            }
            "san-rank-first"
                if is_piece && letters(&right) == 1 && rivals(here.legal_moves()) == 1 =>
            {
                format!("{}{}{}", &right[..1], mv.from.rank().digit(), &right[2..])
            }
            "san-no-mark-of-discovered" if by == Some(CheckBy::Discovered) => {
                right.replace('+', "")
            }
            "san-mate-of-promotion" if mv.promotion().is_some() => right.replace('#', "+"),
            "san-castling-without-mark" if mv.castling_rook().is_some() => {
                right.replace(['+', '#'], "")
            }
            "san-castling-by-colour"
                if mv.castling_rook().is_some() && here.side_to_move() == Color::Black =>
            {
                if right.starts_with("O-O-O") {
                    right.replace("O-O-O", "O-O")
                } else {
                    right.replace("O-O", "O-O-O")
                }
            }
            "san-knight-promotion" => right.replace("=N", "=K"),
            "san-en-passant-without-x" if mv.kind == MoveKind::EnPassant => right.replace('x', ""),
            "san-zeros" => right.replace('O', "0"),
            "san-bare" => right.replace(['+', '#', 'x', '='], ""),
            _ => right,
        }
    }
}

impl Facts for Planted {
    fn set_up(&mut self, fen: &str) {
        self.begin(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    }

    fn make(&mut self, mv: &str) {
        let mv = self.find(mv);
        if !(self.is(NOT_PLAYED) && mv.kind == MoveKind::EnPassant) {
            self.make_move(mv);
        }
    }

    fn unmake(&mut self) -> bool {
        if self.is("no-undo") {
            return false;
        }
        self.unmake_move();
        true
    }

    fn key(&mut self) -> Option<u128> {
        self.asked += 1;
        let key = *self.keys.last().expect("one");
        let clock = u64::from(self.here().setup().halfmove_clock / 8);
        match self.fault {
            "no-key" => None,
            "bits-32" => Some(key & 0xffff_ffff),
            "bits-128" => Some(key),
            "clock-in-key" => Some((key ^ mixed(3, clock)) & u128::from(u64::MAX)),
            "unsteady" => Some(key.wrapping_add(self.asked)),
            "constant-key" => Some(0),
            _ => Some(key & u128::from(u64::MAX)),
        }
    }

    fn fen(&mut self) -> Option<String> {
        let here = self.here();
        let convention = match self.fault {
            "fen-always" => EnPassant::Always,
            "fen-beside" => EnPassant::Beside,
            _ => EnPassant::Legal,
        };
        let mut fields: Vec<String> = convention.fen(&here).split(' ').map(str::to_owned).collect();
        let last = self.line().plies().last();
        match self.fault {
            "fen-captured-rook" => {
                if let Some(ply) = last {
                    for (color, side, rook) in ply.before.castling_rights().iter() {
                        if rook == ply.mv.to && here.castling_rights().rook(color, side).is_none() {
                            let letter = if side == CastlingSide::KingSide { 'k' } else { 'q' };
                            let letter = if color == Color::White {
                                letter.to_ascii_uppercase()
                            } else {
                                letter
                            };
                            fields[2] = fields[2].replace('-', "") + &letter.to_string();
                        }
                    }
                }
            }
            "fen-square-of-pawn" => {
                if let Some(square) = EnPassant::Legal.square(&here) {
                    fields[3] = square
                        .step((!here.side_to_move()).forward())
                        .expect("on the board")
                        .to_string();
                }
            }
            "fen-clock-after-capture"
                if last.is_some_and(|ply| ply.before.board().at(ply.mv.to).is_some()) =>
            {
                "1".clone_into(&mut fields[4]);
            }
            "fen-number-after-white" if last.is_some_and(|ply| ply.side() == Color::White) => {
                fields[5] = (here.setup().fullmove_number + 1).to_string();
            }
            "fen-undo-of-clock" => {
                fields[4] = (here.setup().halfmove_clock + self.clock_off).to_string();
            }
            "fen-four-fields" => fields.truncate(4),
            "fen-without-counters" => {
                fields.splice(4.., ["0".to_owned(), "1".to_owned()]).for_each(drop);
            }
            _ => {}
        }
        Some(fields.join(" "))
    }

    fn is_check(&mut self) -> Option<bool> {
        let here = self.here();
        let by_knights = here
            .checkers()
            .iter()
            .all(|&at| here.board().at(at).is_some_and(|it| it.kind() == PieceKind::Knight));
        Some(here.is_check() && !(self.is("check-by-knight-missed") && by_knights))
    }

    fn outcome(&mut self) -> Option<End> {
        Some(self.end())
    }

    fn gives_check(&mut self, mv: &str) -> Option<bool> {
        let (here, mv) = (self.here(), self.find(mv));
        let by = CheckBy::of(&here, mv);
        let missed = match self.fault {
            "gives-check-knight"
                if here.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Knight) =>
            {
                Some(CheckBy::Direct)
            }
            "gives-check-discovered" => Some(CheckBy::Discovered),
            "gives-check-en-passant" => Some(CheckBy::EnPassant),
            "gives-check-castling" => Some(CheckBy::Castling),
            "gives-check-promotion" => Some(CheckBy::Promotion),
            "gives-check-through-pawn" => Some(CheckBy::PromotionThroughPawn),
            _ => None,
        };
        if self.is("gives-check-through-blocker")
            && here.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Rook)
            && mv.castling_rook().is_none()
        {
            let away = mv.to.offset_to(here.king(!here.side_to_move()));
            return Some(by.is_some() || away.files() == 0 || away.ranks() == 0);
        }
        Some(by.is_some() && by != missed)
    }

    fn is_capture(&mut self, mv: &str) -> Option<bool> {
        let (here, mv) = (self.here(), self.find(mv));
        let is_missed = self.is("en-passant-is-no-capture") && mv.kind == MoveKind::EnPassant;
        Some(here.captured(mv).is_some() && !is_missed)
    }

    fn san(&mut self, mv: &str) -> Option<String> {
        if self.is("no-san") { None } else { Some(self.written(self.find(mv))) }
    }

    fn is_legal(&mut self, mv: &str) -> Option<bool> {
        Some(self.legal(mv))
    }

    fn read_san(&mut self, text: &str) -> Option<String> {
        let here = self.here();
        let name = ox88_engine::read::Name::of(text).san();
        if let Some(san) = name {
            let among = |moves: &[Move]| san.among(here.board(), moves);
            if self.is("san-ambiguous-accepted")
                && let Some(mv) = among(&here.legal_moves()).first()
            {
                return Some(here.move_text(*mv));
            }
            if self.is("san-pinned-is-ambiguous") && among(&here.pseudo_legal_moves()).len() > 1 {
                return Some("no".to_owned());
            }
        }
        Some(typed_move(&here, text).map_or("no".to_owned(), |mv| here.move_text(mv)))
    }
}

/// The switch of this name.
pub fn switch(name: &str) -> Option<&'static str> {
    let faults = FAULTS.iter().map(|(fault, _)| *fault);
    faults.chain(BAIT.iter().copied()).chain([NOT_PLAYED]).find(|it| *it == name)
}
