//! An engine whose perft is right, with a switch for each fault of facts, and for each habit that is none. The hunt
//! does not know it.

use ox88::{
    CastlingNotation, CastlingPair, CastlingSide, Color, File, Move, MoveKind, Piece, PieceKind,
    Position, Setup, Square,
};
use ox88_count::quick;
use ox88_engine::read::san;
use ox88_engine::{Line, MoveName, Ply, typed_move};
use ox88_facts::Facts;
use ox88_facts::truth::{CheckBy, EnPassant, End, Ending};
use std::sync::atomic::{AtomicU64, Ordering};

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
    ("castling-rook-from-the-corner", "key-castling-rook"),
    ("promoted-pawn-on-last-rank", "key-promotion"),
    ("promoting-pawn-stays", "key-promotion"),
    ("captured-piece-stays", "key-capture"),
    ("captured-piece-stays-at-promotion", "key-capture"),
    ("knight-stays", "key-moved-piece"),
    ("black-queen-added-twice", "key-moved-piece"),
    ("null-keeps-en-passant", "key-null"),
    ("undo-of-en-passant", "key-not-restored"),
    ("undo-of-capture", "key-not-restored"),
    ("undo-of-castling-leaves-rook", "key-not-restored"),
    ("undo-forgets-captured-queen", "key-not-restored"),
    ("undo-forgets-right", "key-not-restored"),
    ("undo-of-null-forgets-en-passant", "key-not-restored"),
    ("turn-not-in-key", "key-ignores-turn"),
    ("black-long-not-in-key", "key-ignores-right"),
    ("en-passant-not-in-key", "key-ignores-en-passant"),
    ("bishops-of-one-colour", "key-mixes-pieces"),
    ("eval-of-a-knight-stays", "eval-moved"),
    ("eval-of-the-other-half-of-the-board", "eval-king"),
    ("eval-keeps-captured-bishop", "eval-capture"),
    ("eval-keeps-captured-pawn-of-en-passant", "eval-en-passant"),
    ("eval-has-pawn-on-last-rank", "eval-promotion"),
    ("eval-keeps-captured-piece-of-promotion", "eval-promotion-capture"),
    ("eval-keeps-rook-of-short-castling", "eval-castling-short"),
    ("eval-keeps-rook-of-long-castling", "eval-castling-long"),
    ("eval-loses-king-that-meets-rook", "eval-castling-960"),
    ("eval-of-null-is-not-turned", "eval-null"),
    ("eval-of-two-moves-by-one-piece", "eval-along-moves"),
    ("eval-undo-of-capture", "eval-not-restored"),
    ("eval-undo-of-castling", "eval-not-restored"),
    ("eval-undo-of-null", "eval-not-restored"),
    ("stages-without-promotions-in-check", "stage-missing"),
    ("stages-without-en-passant", "stage-missing"),
    ("quiet-stage-forgets-pins", "stage-illegal"),
    ("quiet-stage-in-double-check", "stage-illegal"),
    ("promotions-in-both-stages", "stage-twice"),
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
    ("san-file-and-rank", "san-letter-wrong"),
    ("san-no-mark-of-discovered", "san-check-mark"),
    ("san-mate-of-promotion", "san-mate-mark"),
    ("san-castling-without-mark", "san-check-mark"),
    ("san-castling-by-colour", "san-castling"),
    ("san-castling-by-half-of-board", "san-castling"),
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
    ("column-without-captures-of-promotions", "leaves-captures"),
    ("column-of-en-passant-for-white-alone", "leaves-en-passant"),
    ("column-without-long-castling", "leaves-castles"),
    ("column-without-promotions-that-capture", "leaves-promotions"),
    ("column-without-checks-by-promotion", "leaves-checks"),
    ("column-of-double-checks-for-white-alone", "leaves-double-checks"),
    ("column-of-mates-for-white-alone", "leaves-mates"),
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
    "no-eval",
    "eval-of-white",
    "eval-kept-of-white",
    "eval-kept-twice-as-large",
    "eval-rebuilt-by-clock",
    "eval-changes-when-asked",
    "eval-of-one-number",
    "no-null",
    "null-is-ignored",
    "null-counts-for-the-clock",
    "no-stages",
    "stages-of-captures-good-and-bad",
    "stages-pseudo",
    "no-san",
    "twofold",
    "fivefold",
    "no-repetition",
    "root-not-counted",
    "end-only-when-over",
    "seventy-five",
    "no-material",
    "two-knights",
    "san-zeros",
    "san-bare",
    "san-without-promotions",
    "fen-always",
    "fen-beside",
    "fen-four-fields",
    "fen-without-counters",
    "repetition-by-square",
    "no-undo",
    "legal-drops-promotions",
    "no-chess960",
    "castles-onto-rook",
    "no-columns",
    "columns-of-all-plies",
    "columns-of-the-second-ply",
    "column-without-en-passant",
    "column-without-mates",
    "column-without-double-checks",
    "column-of-direct-checks",
    "column-of-nothing",
];

/// A fault of perft, which is no wrong fact.
const NOT_PLAYED: &str = "does-not-play-en-passant";

/// Each engine with keys of its own has another one.
static SEED: AtomicU64 = AtomicU64::new(1);

pub struct Planted {
    faults: Vec<&'static str>,
    root: Position,
    here: Vec<Position>,
    moves: Vec<Move>,
    keys: Vec<u128>,
    /// White's evaluations, as they are kept.
    evals: Vec<i64>,
    /// Whether a null move was made last.
    is_null: bool,
    /// What taking back left behind.
    clock_off: u32,
    asked: u128,
    seed: u64,
    /// The legal moves of the position that was asked about last.
    listed: Option<(Position, Vec<(String, Move)>)>,
}

fn is_on_right_half(square: Square) -> bool {
    square.file() > File::D
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
    pub fn new(faults: &[&'static str]) -> Planted {
        let is_seeded = faults.contains(&"seeded");
        let seed = if is_seeded { SEED.fetch_add(1, Ordering::Relaxed) } else { 0 };
        let root = Position::start();
        let mut it = Planted {
            faults: faults.to_vec(),
            root,
            here: vec![root],
            moves: vec![],
            keys: vec![],
            evals: vec![],
            is_null: false,
            clock_off: 0,
            asked: 0,
            seed,
            listed: None,
        };
        it.begin(root);
        it
    }

    fn is_hash_of_fen(&self) -> bool {
        self.is("hash-of-fen") || self.is("hash-of-fen-beside")
    }

    pub fn is(&self, fault: &str) -> bool {
        self.faults.contains(&fault)
    }

    fn begin(&mut self, root: Position) {
        (self.root, self.clock_off) = (root, 0);
        self.moves.clear();
        self.here = vec![root];
        self.keys = vec![self.key_of(&root)];
        (self.evals, self.is_null) = (vec![self.rebuilt(&root)], false);
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
        match () {
            () if self.is("en-passant-always") => EnPassant::Always.square(position),
            () if self.is("en-passant-beside") => EnPassant::Beside.square(position),
            () => EnPassant::Legal.square(position),
        }
    }

    fn key_of(&self, position: &Position) -> u128 {
        if self.is_hash_of_fen() {
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
        let after = before.after(mv);
        if self.is_hash_of_fen() {
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
            let corner = Square::new(pair.side().edge(), us.home_rank());
            let rook = if self.is("castling-rook-from-the-corner") { corner } else { rook };
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
        let kept = self.evals.last().expect("one") + self.rebuilt(&before.after(mv));
        self.evals.push(kept - self.rebuilt(&before) + self.left_in_eval(&Ply::new(1, before, mv)));
        self.here.push(before.after(mv));
        self.moves.push(mv);
    }

    pub fn unmake_move(&mut self) {
        let (mv, _, _) = (self.moves.pop().expect("one"), self.keys.pop(), self.evals.pop());
        self.here.pop();
        let here = self.here();
        let takes = here.captured(mv).is_some();
        if self.is("eval-undo-of-capture") && takes
            || self.is("eval-undo-of-castling") && mv.castling_rook().is_some()
        {
            *self.evals.last_mut().expect("one") += 9;
        }
        let left = self.left_by_undo(&Ply::new(1, here, mv));
        let last = self.keys.last_mut().expect("one");
        *last ^= left;
        if self.is("fen-undo-of-clock") && here.captured(mv).is_some() {
            self.clock_off = 1;
        }
    }

    /// White's evaluation, in which each side's pieces count by the half of the board that its king is on.
    fn rebuilt(&self, position: &Position) -> i64 {
        let value = |(at, piece): (Square, Piece)| {
            let half = u64::from(is_on_right_half(position.king(piece.color())));
            let number = 2000 + 200 * piece.letter() as u64 + 2 * at.number() as u64 + half;
            let value = i64::try_from(mixed(self.seed, number) % 1000).expect("it is small");
            if piece.color() == Color::White { value } else { -value }
        };
        let pieces = Square::all().filter_map(|at| Some((at, position.board().at(at)?)));
        pieces.map(value).sum()
    }

    /// What a move leaves in the evaluation that is kept, and should not.
    fn left_in_eval(&self, ply: &Ply) -> i64 {
        let Ply { before, mv, .. } = *ply;
        let kind = |square| before.board().at(square).map(Piece::kind);
        let (piece, taken) = (kind(mv.from), before.captured(mv).and_then(kind));
        let castling = mv.castling_rook().map(|rook| CastlingPair::new(mv.from, rook));
        let side = castling.map(CastlingPair::side);
        let meets = |pair: CastlingPair| {
            Some(pair.king_target()) == mv.castling_rook() || pair.rook_target() == mv.from
        };
        let own = self.moves.len().checked_sub(2).map(|place| self.moves[place].to);
        let left = [
            ("eval-of-a-knight-stays", piece == Some(PieceKind::Knight)),
            (
                "eval-of-the-other-half-of-the-board",
                piece == Some(PieceKind::King)
                    && castling.is_none()
                    && is_on_right_half(mv.from) != is_on_right_half(mv.to),
            ),
            ("eval-keeps-captured-bishop", taken == Some(PieceKind::Bishop)),
            ("eval-keeps-captured-pawn-of-en-passant", mv.kind == MoveKind::EnPassant),
            ("eval-has-pawn-on-last-rank", mv.promotion().is_some()),
            ("eval-keeps-captured-piece-of-promotion", mv.promotion().is_some() && taken.is_some()),
            ("eval-keeps-rook-of-short-castling", side == Some(CastlingSide::KingSide)),
            ("eval-keeps-rook-of-long-castling", side == Some(CastlingSide::QueenSide)),
            ("eval-loses-king-that-meets-rook", castling.is_some_and(meets)),
            ("eval-of-two-moves-by-one-piece", own == Some(mv.from)),
        ];
        left.iter().filter(|(fault, is_it)| self.is(fault) && *is_it).map(|_| 7_i64).sum()
    }

    /// What taking back a move leaves in the key.
    fn left_by_undo(&self, ply: &Ply) -> u128 {
        let Ply { before, mv, after, .. } = *ply;
        let us = before.side_to_move();
        let mut left = 0;
        if self.is("undo-of-en-passant") && mv.kind == MoveKind::EnPassant {
            left ^= 0x1234_5678_9abc_def1;
        }
        if self.is("undo-of-capture")
            && before.board().at(mv.to).is_some()
            && mv.castling_rook().is_none()
        {
            left ^= 0x1234_5678_9abc_def2;
        }
        if self.is("undo-of-castling-leaves-rook")
            && let Some(rook) = mv.castling_rook()
        {
            let target = CastlingPair::new(mv.from, rook).rook_target();
            left ^= self.of_piece(Piece::new(us, PieceKind::Rook), target);
        }
        if self.is("undo-forgets-captured-queen")
            && let Some(taken) = before.board().at(mv.to).filter(|it| !it.belongs_to(us))
            && taken.kind() == PieceKind::Queen
        {
            left ^= self.of_piece(taken, mv.to);
        }
        if self.is("undo-forgets-right") {
            for (color, side, _) in before.castling_rights().iter() {
                let is_lost = after.castling_rights().rook(color, side).is_none();
                let by_rook = before.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Rook);
                if is_lost && by_rook && color == us {
                    left ^= self.of_right(color, side);
                }
            }
        }
        left
    }

    /// The leaves after each legal move, which are always right. Those of the last two plies are made and taken back.
    pub fn divide(&mut self, depth: u32) -> Vec<(String, u128)> {
        let here = self.here();
        let row = |mv| {
            let after = here.after(mv);
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

    /// A legal move as it reads and writes it.
    fn text(&self, mv: Move) -> String {
        let castles_onto_rook = self.is("castles-onto-rook");
        if castles_onto_rook {
            mv.text(CastlingNotation::KingTakesRook)
        } else {
            self.here().move_text(mv)
        }
    }

    fn find(&self, text: &str) -> Move {
        let legal = self.here().legal_moves().into_iter().find(|&mv| self.text(mv) == text);
        legal.unwrap_or_else(|| panic!("{text} is not legal in {}", self.here()))
    }

    fn legal(&mut self, text: &str) -> bool {
        let here = self.here();
        if self.listed.as_ref().is_none_or(|(of, _)| *of != here) {
            let listed = here.legal_moves().into_iter().map(|mv| (self.text(mv), mv));
            self.listed = Some((here, listed.collect()));
        }
        let mut legal = self.listed.iter().flat_map(|(_, listed)| listed);
        let exact = legal.find(|(listed, _)| listed == text).map(|(_, mv)| *mv);
        if exact.is_some() {
            let is_en_passant = exact.is_some_and(|it| it.kind == MoveKind::EnPassant);
            return !(self.is("legal-refuses-en-passant") && is_en_passant);
        }
        if !self.faults.iter().any(|fault| fault.starts_with("legal-")) {
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
        match () {
            () if self.is("legal-is-pseudo-legal") => is_pseudo && !is_castling,
            () if self.is("legal-for-either-side") => {
                let mut setup = here.setup();
                (setup.side_to_move, setup.en_passant) = (!us, None);
                let kings = [here.king(Color::White), here.king(Color::Black)];
                let other = Position::unchecked(setup, kings);
                !is_own && other.pseudo_legal_moves().iter().any(|&mv| other.move_text(mv) == text)
            }
            () if self.is("legal-castling-without-look") => {
                is_own
                    && promotion.is_none()
                    && is_castling
                    && from == Square::new(File::E, us.home_rank())
            }
            () if self.is("legal-any-promotion") || self.is("legal-drops-promotions") => {
                is_own
                    && promotion.is_some()
                    && (piece.kind() == PieceKind::Pawn || self.is("legal-drops-promotions"))
                    && legal.iter().any(|&mv| here.move_text(mv) == text[..4])
            }
            () if self.is("legal-pawn-onto-piece") => {
                is_own
                    && piece.kind() == PieceKind::Pawn
                    && promotion.is_none()
                    && from.step(us.forward()) == Some(to)
                    && !us.promotes_on(to)
                    && board_to.is_some_and(|it| !it.belongs_to(us))
            }
            () if self.is("legal-through-pieces") => {
                let away = from.offset_to(to);
                is_own
                    && promotion.is_none()
                    && piece.kind() == PieceKind::Rook
                    && (away.files() == 0) != (away.ranks() == 0)
                    && board_to.is_none_or(|it| !it.belongs_to(us))
                    && !is_pseudo
            }
            () => false,
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
        let occurrences = match () {
            () if self.is("repetition-without-rights") => count(&|it| {
                (parts(it).0, parts(it).1) == (parts(&here).0, parts(&here).1)
                    && EnPassant::Legal.square(it) == EnPassant::Legal.square(&here)
            }),
            () if self.is("repetition-without-en-passant") => {
                count(&|it| parts(it) == parts(&here))
            }
            () if self.is("repetition-of-either-side") => count(&|it| {
                (parts(it).0, parts(it).2) == (parts(&here).0, parts(&here).2)
                    && EnPassant::Legal.square(it) == EnPassant::Legal.square(&here)
            }),
            () if self.is("root-not-counted") => {
                it.occurrences - usize::from(line.root.same_but_for_counters(&here))
            }
            () if self.is("repetition-by-square") => count(&|it| it.same_but_for_counters(&here)),
            () if self.is("repetition-only-by-knights") && !kinds.contains(&PieceKind::Knight) => 1,
            () => it.occurrences,
        };
        let times = match () {
            () if self.is("twofold") => 2,
            () if self.is("fivefold") => 5,
            () if self.is("no-repetition") => 1000,
            () => 3,
        };
        let fifty = match () {
            () if self.is("fifty-half-moves") => 50,
            () if self.is("seventy-five") => 150,
            () if self.is("fifty-not-after-a-check") && here.is_check() => 1000,
            () => 100,
        };
        let is_dead = match () {
            () if self.is("no-material") => false,
            () if self.is("rook-is-too-little") => it.is_dead || kinds == [PieceKind::Rook],
            () if self.is("bishop-is-enough") => it.is_dead && !dead_bishop,
            () if self.is("two-knights") => {
                it.is_dead || kinds == [PieceKind::Knight, PieceKind::Knight]
            }
            () => it.is_dead,
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
        match () {
            () if self.is("san-letter-for-pinned")
                && is_piece
                && letters(&right) == 0
                && rivals(here.pseudo_legal_moves()) > 0 =>
            {
                format!("{}{}{}", &right[..1], mv.from.file().letter(), &right[1..])
            }
            () if self.is("san-letter-forgotten") && is_piece && letters(&right) == 1 => {
                format!("{}{}", &right[..1], &right[2..])
            }
            () if self.is("san-rank-first")
                && is_piece
                && letters(&right) == 1
                && rivals(here.legal_moves()) == 1 =>
            {
                format!("{}{}{}", &right[..1], mv.from.rank().digit(), &right[2..])
            }
            () if self.is("san-file-and-rank") && is_piece && letters(&right) == 1 => {
                format!("{}{}{}", &right[..1], mv.from, &right[2..])
            }
            () if self.is("san-no-mark-of-discovered") && by == Some(CheckBy::Discovered) => {
                right.replace('+', "")
            }
            () if self.is("san-mate-of-promotion") && mv.promotion().is_some() => {
                right.replace('#', "+")
            }
            () if self.is("san-castling-without-mark") && mv.castling_rook().is_some() => {
                right.replace(['+', '#'], "")
            }
            () if self.is("san-castling-by-colour")
                && mv.castling_rook().is_some()
                && here.side_to_move() == Color::Black =>
            {
                if right.starts_with("O-O-O") {
                    right.replace("O-O-O", "O-O")
                } else {
                    right.replace("O-O", "O-O-O")
                }
            }
            () if self.is("san-knight-promotion") => right.replace("=N", "=K"),
            () if self.is("san-en-passant-without-x") && mv.kind == MoveKind::EnPassant => {
                right.replace('x', "")
            }
            () if self.is("san-castling-by-half-of-board")
                && mv.castling_rook().is_some_and(|rook| rook.file() < File::E)
                && !right.starts_with("O-O-O") =>
            {
                right.replace("O-O", "O-O-O")
            }
            () => right,
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

    fn make_null(&mut self) -> bool {
        let is_made = !self.is("no-null") && !self.here().is_check();
        self.is_null = is_made && !self.is("null-is-ignored");
        is_made
    }

    fn eval(&mut self) -> Option<(i64, i64)> {
        self.asked += 1;
        let here = self.here();
        let side =
            |is_turned| if (here.side_to_move() == Color::White) == is_turned { -1 } else { 1 };
        let (kept, fresh) = (*self.evals.last().expect("one"), self.rebuilt(&here));
        let turned = side(self.is_null && !self.is("eval-of-null-is-not-turned"));
        let rebuilt = fresh * side(self.is_null);
        let clock = i64::from(here.setup().halfmove_clock);
        match () {
            () if self.is("no-eval") || self.is("eval-of-one-number") => None,
            () if self.is("eval-of-white") => Some((kept, fresh)),
            () if self.is("eval-kept-of-white") => Some((kept, rebuilt)),
            () if self.is("eval-kept-twice-as-large") => Some((2 * kept * turned, rebuilt)),
            () if self.is("eval-rebuilt-by-clock") => {
                Some((kept * turned, rebuilt * (200 - clock) / 200))
            }
            () if self.is("eval-changes-when-asked") => {
                Some((kept * turned + (self.asked % 2) as i64, rebuilt))
            }
            () => Some((kept * turned, rebuilt)),
        }
    }

    fn stages(&mut self) -> Option<Vec<(String, Vec<String>)>> {
        if self.is("no-stages") {
            return None;
        }
        let here = self.here();
        let (is_check, is_double) = (here.is_check(), here.checkers().len() > 1);
        let is_lost = |mv: &Move| {
            self.is("stages-without-promotions-in-check") && is_check && mv.promotion().is_some()
                || self.is("stages-without-en-passant") && mv.kind == MoveKind::EnPassant
        };
        let is_added = |mv: &Move| {
            let is_quiet = here.captured(*mv).is_none() && mv.castling_rook().is_none();
            let is_piece = here.king(here.side_to_move()) != mv.from && is_quiet;
            self.is("quiet-stage-forgets-pins") && !is_check && is_piece
                || self.is("quiet-stage-in-double-check") && is_double && is_piece
                || self.is("stages-pseudo")
        };
        let mut moves = here.pseudo_legal_moves();
        moves.retain(|mv| (here.is_legal(*mv) || is_added(mv)) && !is_lost(mv));
        let is_noisy = |mv: &Move| here.captured(*mv).is_some() || mv.promotion().is_some();
        let twice = moves.clone().into_iter();
        let twice =
            twice.filter(|it| self.is("promotions-in-both-stages") && it.promotion().is_some());
        let (mut noisy, quiet): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(is_noisy);
        let bad = if self.is("stages-of-captures-good-and-bad") { noisy.len() / 2 } else { 0 };
        let bad = noisy.split_off(noisy.len() - bad);
        let stages =
            [("noisy", noisy), ("quiet", quiet.into_iter().chain(twice).collect()), ("bad", bad)];
        let text = |moves: Vec<Move>| moves.into_iter().map(|mv| self.text(mv)).collect();
        Some(stages.map(|(name, moves)| (name.to_owned(), text(moves))).into())
    }

    fn stages_are_pseudo(&self) -> bool {
        self.is("stages-pseudo")
    }

    fn unmake(&mut self) -> bool {
        if self.is("no-undo") {
            return false;
        }
        if self.is_null {
            self.is_null = false;
            *self.evals.last_mut().expect("one") += 9 * i64::from(self.is("eval-undo-of-null"));
            if self.is("undo-of-null-forgets-en-passant") {
                let left = self.of_square(self.square_in_key(&self.here()));
                *self.keys.last_mut().expect("one") ^= left;
            }
        } else if !self.moves.is_empty() {
            self.unmake_move();
        }
        true
    }

    fn key(&mut self) -> Option<u128> {
        self.asked += 1;
        let (mut key, here) = (*self.keys.last().expect("one"), self.here());
        if self.is_null {
            let side_to_move = !here.side_to_move();
            let passed = Setup { side_to_move, en_passant: None, ..here.setup() };
            key = self.key_of(&Position::new(passed).expect("no check"));
            if self.is("null-keeps-en-passant") {
                key ^= self.of_square(self.square_in_key(&here));
            }
        }
        let counts = self.is("null-counts-for-the-clock");
        let clock = u64::from(here.setup().halfmove_clock);
        let clock = if counts { clock + u64::from(self.is_null) } else { clock / 8 };
        match () {
            () if self.is("no-key") => None,
            () if self.is("bits-32") => Some(key & 0xffff_ffff),
            () if self.is("bits-128") => Some(key),
            () if self.is("clock-in-key") || counts => {
                Some((key ^ mixed(3, clock)) & u128::from(u64::MAX))
            }
            () if self.is("unsteady") => Some(key.wrapping_add(self.asked)),
            () if self.is("constant-key") => Some(0),
            () => Some(key & u128::from(u64::MAX)),
        }
    }

    fn fen(&mut self) -> Option<String> {
        let here = self.here();
        let convention = match () {
            () if self.is("fen-always") => EnPassant::Always,
            () if self.is("fen-beside") => EnPassant::Beside,
            () => EnPassant::Legal,
        };
        let mut fields: Vec<String> = convention.fen(&here).split(' ').map(str::to_owned).collect();
        let last = self.line().plies().last();
        match () {
            () if self.is("fen-captured-rook") => {
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
            () if self.is("fen-square-of-pawn") => {
                if let Some(square) = EnPassant::Legal.square(&here) {
                    fields[3] = square
                        .step((!here.side_to_move()).forward())
                        .expect("on the board")
                        .to_string();
                }
            }
            () if self.is("fen-clock-after-capture")
                && last.is_some_and(|ply| ply.before.board().at(ply.mv.to).is_some()) =>
            {
                "1".clone_into(&mut fields[4]);
            }
            () if self.is("fen-number-after-white")
                && last.is_some_and(|ply| ply.side() == Color::White) =>
            {
                fields[5] = (here.setup().fullmove_number + 1).to_string();
            }
            () if self.is("fen-undo-of-clock") => {
                fields[4] = (here.setup().halfmove_clock + self.clock_off).to_string();
            }
            () if self.is("fen-four-fields") => fields.truncate(4),
            () if self.is("fen-without-counters") => {
                fields.splice(4.., ["0".to_owned(), "1".to_owned()]).for_each(drop);
            }
            () => {}
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
        Some(self.end()).filter(|it| *it != End::None || !self.is("end-only-when-over"))
    }

    fn gives_check(&mut self, mv: &str) -> Option<bool> {
        let (here, mv) = (self.here(), self.find(mv));
        let by = CheckBy::of(&here, mv);
        let missed = match () {
            () if self.is("gives-check-knight")
                && here.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Knight) =>
            {
                Some(CheckBy::Direct)
            }
            () if self.is("gives-check-discovered") => Some(CheckBy::Discovered),
            () if self.is("gives-check-en-passant") => Some(CheckBy::EnPassant),
            () if self.is("gives-check-castling") => Some(CheckBy::Castling),
            () if self.is("gives-check-promotion") => Some(CheckBy::Promotion),
            () if self.is("gives-check-through-pawn") => Some(CheckBy::PromotionThroughPawn),
            () => None,
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
        let mv = self.find(mv);
        let text = self.written(mv);
        match () {
            () if self.is("no-san") => None,
            () if self.is("san-without-promotions") && mv.promotion().is_some() => None,
            () if self.is("san-zeros") => Some(text.replace('O', "0")),
            () if self.is("san-bare") => Some(text.replace(['+', '#', 'x', '='], "")),
            () => Some(text),
        }
    }

    fn is_legal(&mut self, mv: &str) -> Option<bool> {
        Some(self.legal(mv))
    }

    fn leaves(&mut self, depth: u32) -> Option<Vec<(String, u128)>> {
        let is_told =
            !self.is("no-columns") && (depth > 1 || !self.is("columns-of-the-second-ply"));
        let counts = self.columns(&self.here(), depth);
        let names = COLUMNS.iter().map(|&name| name.to_owned());
        is_told.then(|| names.zip(counts).collect())
    }

    fn knows_chess960(&self) -> bool {
        !self.is("no-chess960")
    }

    fn read_san(&mut self, text: &str) -> Option<String> {
        let here = self.here();
        let name = ox88_engine::read::Name::of(text).san();
        if let Some(san) = name {
            let among = |moves: &[Move]| san.among(here.board(), moves);
            if self.is("san-ambiguous-accepted")
                && let Some(mv) = among(&here.legal_moves()).first()
            {
                return Some(self.text(*mv));
            }
            if self.is("san-pinned-is-ambiguous") && among(&here.pseudo_legal_moves()).len() > 1 {
                return Some("no".to_owned());
            }
        }
        Some(typed_move(&here, text).map_or("no".to_owned(), |mv| self.text(mv)))
    }
}

impl Planted {
    /// The kinds of leaves, in the order of published tables.
    fn columns(&self, here: &Position, depth: u32) -> [u128; COLUMNS.len()] {
        let mut all = [0; COLUMNS.len()];
        for mv in here.legal_moves() {
            let after = here.after(mv);
            if depth > 1 {
                let below = self.columns(&after, depth - 1);
                all.iter_mut().zip(below).for_each(|(sum, count)| *sum += count);
            }
            if depth == 1 || self.is("columns-of-all-plies") {
                let counts = self.kinds_of_leaf(here, mv, &after);
                all.iter_mut().zip(counts).for_each(|(sum, counts)| *sum += u128::from(counts));
            }
        }
        all
    }

    fn kinds_of_leaf(&self, here: &Position, mv: Move, after: &Position) -> [bool; COLUMNS.len()] {
        let by = CheckBy::of(here, mv);
        let checkers = after.checkers();
        let is_promotion = mv.promotion().is_some();
        let castles = mv.castling_rook();
        let is_white = here.side_to_move() == Color::White;
        let is_mate = by.is_some() && after.legal_moves().is_empty();
        let mut kinds = [
            here.captured(mv).is_some(),
            mv.kind == MoveKind::EnPassant,
            castles.is_some(),
            is_promotion,
            by.is_some(),
            checkers.len() > 1,
            is_mate,
        ];
        let is_direct = by.is_none_or(|by| {
            !matches!(by, CheckBy::Discovered | CheckBy::EnPassant | CheckBy::Castling)
        });
        let is_short = |rook| CastlingPair::new(mv.from, rook).side() == CastlingSide::KingSide;
        let without = [
            ("column-without-captures-of-promotions", 0, is_promotion),
            ("column-without-en-passant", 0, mv.kind == MoveKind::EnPassant),
            ("column-of-en-passant-for-white-alone", 1, !is_white),
            ("column-without-long-castling", 2, castles.is_some_and(|rook| !is_short(rook))),
            ("column-without-promotions-that-capture", 3, here.captured(mv).is_some()),
            ("column-without-checks-by-promotion", 4, is_promotion),
            ("column-without-mates", 4, is_mate),
            ("column-without-double-checks", 4, checkers.len() > 1),
            ("column-of-direct-checks", 4, !is_direct),
            ("column-of-double-checks-for-white-alone", 5, !is_white),
            ("column-of-mates-for-white-alone", 6, !is_white),
            ("column-of-nothing", 0, true),
        ];
        for (switch, column, is_left_out) in without {
            kinds[column] &= !(self.is(switch) && is_left_out);
        }
        kinds
    }
}

const COLUMNS: [&str; 7] =
    ["Captures", "E.p.", "Castles", "Promotions", "Checks", "Double checks", "Mates"];

/// The switch of this name.
pub fn switch(name: &str) -> Option<&'static str> {
    let faults = FAULTS.iter().map(|(fault, _)| *fault);
    faults.chain(BAIT.iter().copied()).chain([NOT_PLAYED]).find(|it| *it == name)
}
