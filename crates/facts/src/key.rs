//! What a difference of two keys says. A key is mostly a XOR of constants, one for each piece on its square, for the
//! turn, for the rights and for a capture en passant. So positions that differ in one thing give its constant, and what
//! a played key has too much or too little is the constant that was forgotten.

use crate::rules::Rule;
use ox88::{
    CastlingPair, CastlingRights, CastlingSide, Color, Direction, File, MoveKind, Piece, PieceKind,
    Position, Setup, Square,
};
use ox88_engine::{Line, Ply};
use ox88_explain::truth::EnPassant;
use ox88_explain::{enumeration, kind_name};

/// More constants than this at once are no explanation.
const MOST_CONSTANTS: usize = 3;

/// How keys are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// In hexadecimal digits, with or without `0x`.
    Hex,
    /// In decimal digits, perhaps with a sign.
    Decimal,
}

impl Style {
    /// How these keys are written: in decimal only if none has a letter, and there are many.
    pub fn of(keys: &[String]) -> Style {
        let is_decimal =
            |key: &String| key.trim_start_matches('-').bytes().all(|it| it.is_ascii_digit());
        if keys.iter().all(is_decimal) { Style::Decimal } else { Style::Hex }
    }

    /// The number of a key.
    pub fn number(self, key: &str) -> Option<u128> {
        match self {
            Style::Hex => {
                let digits =
                    key.strip_prefix("0x").or_else(|| key.strip_prefix("0X")).unwrap_or(key);
                let digits = digits.trim_end_matches(['u', 'U', 'l', 'L', 'h', 'H']);
                u128::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
            }
            // A key of 64 bits may be printed with a sign.
            Style::Decimal if key.starts_with('-') => {
                key.parse::<i64>().ok().map(|key| u128::from(key.cast_unsigned()))
            }
            Style::Decimal => key.parse().ok(),
        }
    }
}

/// What has a constant in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The side to move.
    Turn,
    /// A right to castle.
    Right(Color, CastlingSide),
    /// An en passant square.
    EnPassant(Square),
    /// A piece on a square.
    Piece(Piece, Square),
}

/// Parts of a key, several where no position has one without the other, with two positions that differ in nothing else.
pub type Constant = (Vec<Part>, [Position; 2]);

/// Both kings and these pieces, with that side to move, if the rules have a meaning there. The kings are put where they
/// disturb nothing.
pub fn with_kings(
    pieces: &[(Square, Piece)],
    turn: Color,
    en_passant: Option<Square>,
) -> Option<Position> {
    let places =
        [("a1", "h8"), ("h1", "a8"), ("e1", "e8"), ("b1", "g8"), ("a8", "h1"), ("a4", "h5")];
    places.into_iter().find_map(|(white, black)| {
        let kings = [(white, Color::White), (black, Color::Black)];
        let king =
            |(name, color)| Some((Square::from_name(name)?, Piece::new(color, PieceKind::King)));
        let kings = kings.into_iter().filter_map(king);
        let mut setup = Setup { side_to_move: turn, en_passant, ..Setup::empty() };
        // A king on the square of a piece is gone, and that is no position.
        for (square, piece) in kings.chain(pieces.iter().copied()) {
            setup.board.put(square, piece);
        }
        let position = Position::new(setup).ok()?;
        let is_whole = en_passant.is_none() || EnPassant::Legal.square(&position).is_some();
        is_whole.then_some(position)
    })
}

/// Kings and rooks at home, with these rights.
fn with_rights(rights: &[(Color, CastlingSide)]) -> Option<Position> {
    let home: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().ok()?;
    let mut castling = CastlingRights::NONE;
    for &(color, side) in rights {
        castling.grant(color, side, Square::new(side.edge(), color.home_rank()));
    }
    Position::new(Setup { castling, ..home.setup() }).ok()
}

const RIGHTS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];

/// The constants that making the moves of a line may have got wrong.
pub fn constants(line: &Line) -> Vec<Constant> {
    let mut all = Vec::new();
    let mut add = |parts: Vec<Part>, positions: Option<[Position; 2]>| {
        let is_new = all.iter().all(|(known, _): &Constant| *known != parts);
        all.extend(positions.filter(|_| is_new).map(|positions| (parts, positions)));
    };
    let both = |one: Option<Position>, other: Option<Position>| Some([one?, other?]);
    add(
        vec![Part::Turn],
        both(with_kings(&[], Color::White, None), with_kings(&[], Color::Black, None)),
    );
    // In some keys each set of rights has its constant: so it is learnt what changes that of the end.
    let end = line.end();
    let is_left =
        |(color, side): &(Color, CastlingSide)| end.castling_rights().rook(*color, *side).is_some();
    let left: Vec<_> = RIGHTS.into_iter().filter(is_left).collect();
    for set in 1..16_u32 {
        let of_set = (0..4).filter(|bit| set >> bit & 1 == 1).map(|bit| RIGHTS[bit]);
        let of_set: Vec<_> = of_set.collect();
        let changed = RIGHTS.into_iter().filter(|it| left.contains(it) != of_set.contains(it));
        let changed: Vec<_> = changed.collect();
        let parts = of_set.into_iter().map(|(color, side)| Part::Right(color, side)).collect();
        add(parts, both(with_rights(&left), with_rights(&changed)));
    }
    let jumps = line.plies().filter_map(|ply| ply.after.en_passant());
    for skipped in line.root.en_passant().into_iter().chain(jumps) {
        let us = if skipped.rank() == ox88::Rank::R3 { Color::Black } else { Color::White };
        let Some(victim) = us.en_passant_victim(skipped) else { continue };
        let mut beside = [Direction::WEST, Direction::EAST].into_iter();
        let pair = beside.find_map(|side| {
            let pawns = [
                (victim, Piece::new(!us, PieceKind::Pawn)),
                (victim.step(side)?, Piece::new(us, PieceKind::Pawn)),
            ];
            let with = with_kings(&pawns, us, Some(skipped))?;
            let without = Position::new(Setup { en_passant: None, ..with.setup() }).ok()?;
            Some([with, without])
        });
        add(vec![Part::EnPassant(skipped)], pair);
    }
    for (square, piece) in touched(line) {
        let pair = [piece.color(), !piece.color()].into_iter().find_map(|turn| {
            let with = with_kings(&[(square, piece)], turn, None)?;
            let mut setup = with.setup();
            setup.board.clear(square);
            Some([with, Position::new(setup).ok()?])
        });
        add(vec![Part::Piece(piece, square)], pair);
    }
    for ply in line.plies().filter(|ply| ply.before.king(ply.side()) == ply.mv.from) {
        let king = Piece::new(ply.side(), PieceKind::King);
        let (from, to) = (ply.mv.from, ply.mv.to);
        let on = |square| king_alone(ply.side(), square, &[from, to]);
        add(vec![Part::Piece(king, from), Part::Piece(king, to)], both(on(from), on(to)));
    }
    all
}

/// The king of one side on a square, and the other where it is far from all of these.
fn king_alone(side: Color, square: Square, of: &[Square]) -> Option<Position> {
    let is_far = |corner: &Square| {
        of.iter().all(|square| {
            let away = square.offset_to(*corner);
            away.files().abs() > 1 || away.ranks().abs() > 1
        })
    };
    let corners = [Square::H8, Square::A8, Square::A1, Square::H1];
    let other = corners.into_iter().find(is_far)?;
    let mut setup = Setup { side_to_move: side, ..Setup::empty() };
    setup.board.put(square, Piece::new(side, PieceKind::King));
    setup.board.put(other, Piece::new(!side, PieceKind::King));
    Position::new(setup).ok()
}

/// The pieces that the moves of a line take from a square or put on one, and those that a mistake may put there.
fn touched(line: &Line) -> Vec<(Square, Piece)> {
    let mut touched = Vec::new();
    for ply in line.plies() {
        let (before, mv) = (ply.before.board(), ply.mv);
        let mover = before.at(mv.from);
        let victim = victim_square(&ply);
        let taken = before.at(victim).filter(|piece| !piece.belongs_to(ply.side()));
        touched.extend(mover.map(|piece| (mv.from, piece)));
        touched.extend(mover.map(|piece| (mv.to, piece)));
        touched.extend(taken.map(|piece| (victim, piece)));
        touched.extend(taken.map(|piece| (mv.to, piece)));
        touched.extend(ply.after.board().at(mv.to).map(|piece| (mv.to, piece)));
        if let Some(rook) = mv.castling_rook() {
            let (piece, pair) =
                (Piece::new(ply.side(), PieceKind::Rook), CastlingPair::new(mv.from, rook));
            let corner = Square::new(pair.side().edge(), ply.side().home_rank());
            touched.extend([rook, pair.rook_target(), corner].map(|it| (it, piece)));
        }
    }
    touched.retain(|(_, piece)| piece.kind() != PieceKind::King);
    touched
}

/// The square on which a move takes a piece, if it takes one.
fn victim_square(ply: &Ply) -> Square {
    match ply.mv.kind {
        MoveKind::EnPassant => ply.side().en_passant_victim(ply.mv.to).unwrap_or(ply.mv.to),
        _ => ply.mv.to,
    }
}

/// The fewest of these constants whose XOR is what is left over.
pub fn explain(left: u128, constants: &[(Vec<Part>, u128)]) -> Option<Vec<Part>> {
    fn of(left: u128, constants: &[(Vec<Part>, u128)], count: usize) -> Option<Vec<Part>> {
        if count == 0 {
            return (left == 0).then(Vec::new);
        }
        (0..constants.len()).find_map(|first| {
            let (parts, value) = &constants[first];
            let rest = of(left ^ value, &constants[first + 1..], count - 1)?;
            Some([&parts[..], &rest[..]].concat())
        })
    }
    (1..=MOST_CONSTANTS).find_map(|count| of(left, constants, count))
}

/// The rule that is broken if a played key is wrong by these parts, and the sentence.
pub fn told(line: &Line, parts: &[Part]) -> Option<(Rule, String)> {
    let end = line.end();
    let first = *parts.first()?;
    let is_in = |part: &Part, position: &Position| match *part {
        Part::Turn => false,
        Part::Right(color, side) => position.castling_rights().rook(color, side).is_some(),
        Part::EnPassant(square) => position.en_passant() == Some(square),
        Part::Piece(piece, square) => position.board().at(square) == Some(piece),
    };
    let (ply, rule) =
        line.plies().find_map(|ply| rule_of(&ply, line, first).map(|rule| (ply, rule)))?;
    let is_ever_in = |part: &Part| {
        let mut plies = line.plies();
        plies.any(|ply| is_in(part, &ply.before)) || is_in(part, &end)
    };
    let (lacks, others): (Vec<&Part>, Vec<&Part>) =
        parts.iter().filter(|part| **part != Part::Turn).partition(|part| is_in(part, &end));
    let (keeps, has): (Vec<&Part>, Vec<&Part>) =
        others.into_iter().partition(|part| is_ever_in(part));
    let turn = parts.contains(&Part::Turn).then(|| "has the wrong side to move".to_owned());
    let verbs = [("still holds", keeps), ("has got", has), ("does not hold", lacks)];
    let verbs = verbs.iter().filter(|(_, parts)| !parts.is_empty());
    let faults = turn
        .into_iter()
        .chain(verbs.map(|(verb, parts)| format!("{verb} {}", words(parts.iter().copied()))));
    let faults: Vec<String> = faults.collect();
    Some((rule, format!("{} the key {}", event(&ply), faults.join(", and "))))
}

/// Parts of a key in words.
pub fn words<'a>(parts: impl IntoIterator<Item = &'a Part>) -> String {
    enumeration(parts.into_iter().map(|part| part.words()))
}

/// The rule that a move breaks if it gets this part of the key wrong. Nothing if it has nothing to do with that.
pub fn rule_of(ply: &Ply, line: &Line, part: Part) -> Option<Rule> {
    let Ply { before, mv, after, .. } = *ply;
    Some(match part {
        Part::Turn => Rule::KeyTurn,
        Part::Right(color, side) => {
            let rook = |position: &Position| position.castling_rights().rook(color, side);
            let home = rook(&before);
            let is_lost = home.is_some() && rook(&after).is_none();
            return match mv.kind {
                _ if !is_lost => (ply.ordinal == line.moves.len()).then_some(Rule::KeyRightBack),
                MoveKind::Castling { .. } => Some(Rule::KeyRightCastled),
                _ if home == Some(mv.to) => Some(Rule::KeyRightRookCaptured),
                _ if home == Some(mv.from) => Some(Rule::KeyRightRookMoved),
                _ => Some(Rule::KeyRightKingMoved),
            };
        }
        Part::EnPassant(square) if after.en_passant() == Some(square) => {
            (ply.ordinal == line.moves.len()).then_some(Rule::KeyEnPassantNotSet)?
        }
        Part::EnPassant(square) => {
            (before.en_passant() == Some(square)).then_some(Rule::KeyEnPassantKept)?
        }
        Part::Piece(piece, square) => {
            let is_moved = piece.belongs_to(ply.side());
            let touches = [mv.from, mv.to, victim_square(ply)].contains(&square)
                || mv.castling_rook().is_some();
            match mv.kind {
                _ if !touches => return None,
                MoveKind::EnPassant => Rule::KeyEnPassantCapture,
                MoveKind::Castling { .. } if piece.kind() == PieceKind::Rook => {
                    Rule::KeyCastlingRook
                }
                _ if !is_moved => Rule::KeyCapture,
                MoveKind::Promotion(_) => Rule::KeyPromotion,
                _ => Rule::KeyMovedPiece,
            }
        }
    })
}

impl Part {
    /// `White's right to castle short`.
    pub fn words(self) -> String {
        match self {
            Part::Turn => "the turn".to_owned(),
            Part::Right(color, side) => format!("{color}'s right to castle {}", side_word(side)),
            Part::EnPassant(square) => format!("the en passant square {square}"),
            Part::Piece(piece, square) => {
                format!("the {} {} on {square}", piece.color(), kind_name(piece.kind()))
                    .to_lowercase()
            }
        }
    }
}

fn side_word(side: CastlingSide) -> &'static str {
    if side.edge() == File::H { "short" } else { "long" }
}

/// What happens in a move: `after the rook on h1 is captured`.
pub fn event(ply: &Ply) -> String {
    let Ply { before, mv, .. } = *ply;
    let name = |square| before.board().at(square).map_or("piece", |piece| kind_name(piece.kind()));
    match mv.kind {
        MoveKind::EnPassant => format!("after the capture en passant {}", ply.text()),
        MoveKind::Castling { rook } => {
            let side = CastlingPair::new(mv.from, rook).side();
            format!("after {} castles {}", ply.side(), side_word(side))
        }
        MoveKind::Promotion(kind) => {
            let kind = kind_name(kind);
            format!("after a pawn promotes to a {kind} on {}", mv.to)
        }
        MoveKind::DoublePush => format!("after the double step {}", ply.text()),
        MoveKind::Normal if before.board().at(mv.to).is_some() => {
            format!("after the {} on {} is captured", name(mv.to), mv.to)
        }
        MoveKind::Normal => {
            format!("after the {} goes from {} to {}", name(mv.from), mv.from, mv.to)
        }
    }
}
