//! What a difference of two keys says. A key is mostly a XOR of constants, one for each piece on its square, for the
//! turn, for the rights and for a capture en passant. So positions that differ in one thing give its constant, and what
//! a played key has too much or too little is the constant that was forgotten.

use crate::rules::Rule;
use ox88::{
    CastlingPair, CastlingSide, Color, Direction, File, Move, MoveKind, Piece, PieceKind, Position,
    Rank, Setup, Square,
};
use ox88_engine::{Line, Ply};
use ox88_explain::truth::EnPassant;
use ox88_explain::{enumeration, kind_name};

/// More constants than this at once are no explanation.
const MOST_CONSTANTS: usize = 3;

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

/// Where two kings may disturb nothing.
const KINGS: [&str; 6] = [
    "7k/8/8/8/8/8/8/K7 w - - 0 1",
    "k7/8/8/8/8/8/8/7K w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "6k1/8/8/8/8/8/8/1K6 w - - 0 1",
    "K7/8/8/8/8/8/8/7k w - - 0 1",
    "8/8/8/7k/K7/8/8/8 w - - 0 1",
];

/// Two positions that differ in what is changed here in two equal ones, in which this side is to move and has a king.
fn pair(turn: Color, change: impl Fn([&mut Setup; 2])) -> Option<[Position; 2]> {
    let of_kings = |kings: &str| {
        let kings: Position = kings.parse().ok()?;
        let mut setups = [Setup { side_to_move: turn, ..kings.setup() }; 2];
        change(setups.each_mut());
        // A king on the square of a piece is gone, and that is no position.
        let pair = [Position::new(setups[0]).ok()?, Position::new(setups[1]).ok()?];
        pair.iter().all(|it| EnPassant::Legal.of(it) == *it).then_some(pair)
    };
    KINGS.into_iter().find_map(of_kings)
}

/// The parts of a position that it may be without: each right, and the en passant square.
pub fn parts_of(position: &Position) -> Vec<Part> {
    let rights = position.castling_rights().iter();
    let rights = rights.map(|(color, side, _)| Part::Right(color, side));
    rights.chain(position.en_passant().map(Part::EnPassant)).collect()
}

/// The constants that making the moves of a line may have got wrong.
pub fn constants(line: &Line) -> Vec<Constant> {
    let mut all: Vec<Constant> = Vec::new();
    let mut add = |parts: Vec<Part>, positions: Option<[Position; 2]>| {
        let is_new = all.iter().all(|(known, _)| *known != parts);
        all.extend(positions.filter(|_| is_new).map(|positions| (parts, positions)));
    };
    add(vec![Part::Turn], pair(Color::White, |[_, other]| other.side_to_move = Color::Black));
    // In some keys each set of rights has its constant: so it is learnt what changes that of the end.
    let home: Option<Position> = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().ok();
    let rights = home.as_ref().map_or(Vec::new(), parts_of);
    let homes = rights.iter().fold(Vec::from_iter(home), |homes: Vec<Position>, right| {
        let without = homes.iter().filter_map(|it| right.without(it));
        homes.iter().copied().chain(without).collect()
    });
    let differing = |one: &Position, other: &Position| -> Vec<Part> {
        let is_it = |part: &Part| part.is_in(one) != part.is_in(other);
        rights.iter().copied().filter(is_it).collect()
    };
    let end = line.end();
    let here = homes.iter().find(|it| differing(it, &end).is_empty());
    for other in homes.iter().filter(|it| Some(*it) != here) {
        add(differing(other, &end), here.map(|here| [*here, *other]));
    }
    let jumps = line.plies().filter_map(|ply| ply.after.en_passant());
    for skipped in line.root.en_passant().into_iter().chain(jumps) {
        let us = if skipped.rank() == Rank::R3 { Color::Black } else { Color::White };
        let Some(victim) = us.en_passant_victim(skipped) else { continue };
        let beside = |side| {
            let from = victim.step(side)?;
            pair(us, |[one, other]| {
                one.board.put(victim, Piece::new(!us, PieceKind::Pawn));
                one.board.put(from, Piece::new(us, PieceKind::Pawn));
                (other.board, one.en_passant) = (one.board, Some(skipped));
            })
        };
        let pair = [Direction::WEST, Direction::EAST].into_iter().find_map(beside);
        add(vec![Part::EnPassant(skipped)], pair);
    }
    for (square, piece) in touched(line) {
        let with_it = |turn| pair(turn, |[one, _]| one.board.put(square, piece));
        add(vec![Part::Piece(piece, square)], Color::BOTH.into_iter().find_map(with_it));
    }
    for ply in line.plies().filter(|ply| ply.before.king(ply.side()) == ply.mv.from) {
        let (king, squares) = (Piece::new(ply.side(), PieceKind::King), [ply.mv.from, ply.mv.to]);
        let pair = pair(ply.side(), |setups| {
            for (setup, square) in setups.into_iter().zip(squares) {
                let home = Square::all().find(|&it| setup.board.at(it) == Some(king));
                setup.board.clear(home.unwrap_or(square));
                setup.board.put(square, king);
            }
        });
        add(squares.map(|square| Part::Piece(king, square)).to_vec(), pair);
    }
    all
}

/// The pieces that the moves of a line take from a square or put on one, and those that a mistake may put there.
fn touched(line: &Line) -> Vec<(Square, Piece)> {
    let mut touched = Vec::new();
    for ply in line.plies() {
        let (before, mv) = (ply.before.board(), ply.mv);
        let victim = ply.before.captured(mv);
        let (mover, taken) = (before.at(mv.from), victim.and_then(|it| before.at(it)));
        touched.extend([(mv.from, mover), (mv.to, mover)]);
        touched.extend([victim.unwrap_or(mv.to), mv.to].map(|it| (it, taken)));
        touched.push((mv.to, ply.after.board().at(mv.to)));
        if let Some(rook) = mv.castling_rook() {
            let (piece, pair) = (before.at(rook), CastlingPair::new(mv.from, rook));
            let corner = Square::new(pair.side().edge(), ply.side().home_rank());
            touched.extend([rook, pair.rook_target(), corner].map(|it| (it, piece)));
        }
    }
    let pieces = touched.into_iter().filter_map(|(square, piece)| Some((square, piece?)));
    pieces.filter(|(_, piece)| piece.kind() != PieceKind::King).collect()
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
    let (ply, rule) =
        line.plies().find_map(|ply| rule_of(&ply, line, first).map(|rule| (ply, rule)))?;
    let verb_of = |part: &Part| match line.plies().any(|ply| part.is_in(&ply.before)) {
        _ if part.is_in(&end) => "does not hold",
        true => "still holds",
        false => "has got",
    };
    let turn = parts.contains(&Part::Turn).then(|| "has the wrong side to move".to_owned());
    let faults = ["still holds", "has got", "does not hold"].into_iter().filter_map(|verb| {
        let others = parts.iter().filter(|part| **part != Part::Turn && verb_of(part) == verb);
        let words = words(others);
        (!words.is_empty()).then(|| format!("{verb} {words}"))
    });
    let faults: Vec<String> = turn.into_iter().chain(faults).collect();
    Some((rule, format!("{}, the key {}", event(&ply), faults.join(", and "))))
}

/// Parts of a key in words.
pub fn words<'a>(parts: impl IntoIterator<Item = &'a Part>) -> String {
    enumeration(parts.into_iter().map(|part| part.words()))
}

/// The rule that a move breaks if it gets this part of the key wrong. Nothing if it has nothing to do with that.
pub fn rule_of(ply: &Ply, line: &Line, part: Part) -> Option<Rule> {
    let Ply { before, mv, after, .. } = *ply;
    let ends_line = ply.ordinal == line.moves.len();
    match part {
        Part::Turn => Some(Rule::KeyTurn),
        Part::Right(color, side) => {
            let rook = |position: &Position| position.castling_rights().rook(color, side);
            let home = rook(&before);
            let is_lost = home.is_some() && rook(&after).is_none();
            match mv.kind {
                _ if !is_lost => ends_line.then_some(Rule::KeyRightBack),
                MoveKind::Castling { .. } => Some(Rule::KeyRightCastled),
                _ if home == Some(mv.to) => Some(Rule::KeyRightRookCaptured),
                _ if home == Some(mv.from) => Some(Rule::KeyRightRookMoved),
                _ => Some(Rule::KeyRightKingMoved),
            }
        }
        Part::EnPassant(square) if after.en_passant() == Some(square) => {
            ends_line.then_some(Rule::KeyEnPassantNotSet)
        }
        Part::EnPassant(square) => {
            (before.en_passant() == Some(square)).then_some(Rule::KeyEnPassantKept)
        }
        Part::Piece(piece, square) => match mv.kind {
            _ if mv.castling_rook().is_none()
                && ![Some(mv.from), Some(mv.to), before.captured(mv)].contains(&Some(square)) =>
            {
                None
            }
            MoveKind::EnPassant => Some(Rule::KeyEnPassantCapture),
            MoveKind::Castling { .. } if piece.kind() == PieceKind::Rook => {
                Some(Rule::KeyCastlingRook)
            }
            _ if !piece.belongs_to(ply.side()) => Some(Rule::KeyCapture),
            MoveKind::Promotion(_) => Some(Rule::KeyPromotion),
            _ => Some(Rule::KeyMovedPiece),
        },
    }
}

impl Part {
    /// A position without it, or with the other side to move, if the rules have a meaning there.
    pub fn without(self, position: &Position) -> Option<Position> {
        let mut setup = position.setup();
        match self {
            Part::Turn => setup.side_to_move = !setup.side_to_move,
            Part::Right(color, side) => {
                let rook = setup.castling.rook(color, side)?;
                setup.castling = setup.castling.without_rook_on(rook);
            }
            Part::EnPassant(_) => setup.en_passant = None,
            Part::Piece(_, square) => setup.board.clear(square),
        }
        Position::new(setup).ok()
    }

    fn is_in(self, position: &Position) -> bool {
        match self {
            Part::Turn => false,
            Part::Right(color, side) => position.castling_rights().rook(color, side).is_some(),
            Part::EnPassant(square) => position.en_passant() == Some(square),
            Part::Piece(piece, square) => position.board().at(square) == Some(piece),
        }
    }

    /// `White's kingside castling right`.
    pub fn words(self) -> String {
        match self {
            Part::Turn => "the side to move".to_owned(),
            Part::Right(color, side) => format!("{color}'s {} castling right", side_word(side)),
            Part::EnPassant(square) => format!("the en passant square {square}"),
            Part::Piece(piece, square) => {
                format!("the {} {} on {square}", piece.color(), kind_name(piece.kind()))
                    .to_lowercase()
            }
        }
    }
}

fn side_word(side: CastlingSide) -> &'static str {
    if side.edge() == File::H { "kingside" } else { "queenside" }
}

/// What happens in a move: `after the rook on h1 is captured`.
pub fn event(ply: &Ply) -> String {
    let (Move { from, to, kind }, text) = (ply.mv, ply.text());
    let on = |square| ply.before.board().at(square);
    let name = |square| on(square).map_or("piece", |piece| kind_name(piece.kind()));
    match kind {
        MoveKind::EnPassant => format!("after the en passant capture {text}"),
        MoveKind::Castling { rook } => {
            let side = side_word(CastlingPair::new(from, rook).side());
            format!("after {} castles {side}", ply.side())
        }
        MoveKind::Promotion(kind) => {
            format!("after a pawn promotes to a {} on {to}", kind_name(kind))
        }
        MoveKind::DoublePush => format!("after the double step {text}"),
        MoveKind::Normal if on(to).is_some() => {
            format!("after the {} on {to} is captured", name(to))
        }
        MoveKind::Normal => format!("after the {} goes from {from} to {to}", name(from)),
    }
}
