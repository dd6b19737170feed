//! Random changes of a position: what the search tries next.

use ox88::{CastlingSide, Color, File, Piece, PieceKind, Position, Setup, Square};
use ox88_count::random::Random;

/// Pawns that cannot move keep counts low, so they are tried most often.
const KINDS: [PieceKind; 10] = [
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Rook,
    PieceKind::Rook,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Queen,
];

/// Clocks close to the fifty-move rule.
const CLOCKS: [u32; 4] = [0, 97, 98, 99];

/// The position after a small random change, if that is a position.
pub fn vary(position: &Position, random: &mut Random) -> Option<Position> {
    let mut setup = position.setup();
    for _ in 0..=random.below(3) {
        change(&mut setup, random)?;
    }
    keep_what_can_be(&mut setup);
    setup.fullmove_number = if setup.halfmove_clock > 0 { 80 } else { 1 };
    Position::new(setup).ok().filter(|varied| !varied.legal_moves().is_empty())
}

fn change(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let squares: Vec<Square> = Square::all().collect();
    let taken: Vec<Square> =
        squares.iter().copied().filter(|&it| setup.board.at(it).is_some()).collect();
    let others: Vec<Square> = taken
        .iter()
        .copied()
        .filter(|&it| setup.board.at(it).is_some_and(|it| it.kind() != PieceKind::King))
        .collect();
    let free: Vec<Square> =
        squares.iter().copied().filter(|&it| setup.board.at(it).is_none()).collect();
    match random.below(20) {
        0..5 => setup.board.clear(one_of(random, &others)?),
        5..10 => {
            let piece = Piece::new(one_of(random, &Color::BOTH)?, one_of(random, &KINDS)?);
            setup.board.put(one_of(random, &free)?, piece);
        }
        10..15 => {
            let from = one_of(random, &taken)?;
            let piece = setup.board.at(from)?;
            setup.board.clear(from);
            setup.board.put(one_of(random, &free)?, piece);
        }
        15 => {
            let color = setup.board.at(one_of(random, &others)?)?.color();
            let square = one_of(random, &others)?;
            setup.board.put(square, Piece::new(color, one_of(random, &KINDS)?));
        }
        16 => {
            let color = one_of(random, &Color::BOTH)?;
            let side = one_of(random, &CastlingSide::BOTH)?;
            let home = |file| Square::new(file, color.home_rank());
            match setup.castling.rook(color, side) {
                Some(rook) => setup.castling = setup.castling.without_rook_on(rook),
                None if setup.board.at(home(File::E))
                    == Some(Piece::new(color, PieceKind::King)) =>
                {
                    setup.board.put(home(side.edge()), Piece::new(color, PieceKind::Rook));
                    setup.castling.grant(color, side, home(side.edge()));
                }
                None => {}
            }
        }
        17 => {
            setup.en_passant = if setup.en_passant.is_some() {
                None
            } else {
                let skipped: Vec<Square> = squares
                    .into_iter()
                    .filter(|&it| Position::new(Setup { en_passant: Some(it), ..*setup }).is_ok())
                    .collect();
                one_of(random, &skipped)
            };
        }
        18 => setup.halfmove_clock = one_of(random, &CLOCKS)?,
        _ => {
            setup.en_passant = None;
            let position = Position::new(*setup).ok()?;
            let mv = one_of(random, &position.legal_moves())?;
            *setup = position.after(mv).setup();
        }
    }
    Some(())
}

/// Removes rights and the en passant square if the change has made them impossible.
fn keep_what_can_be(setup: &mut Setup) {
    for (color, side, rook) in setup.castling.iter().collect::<Vec<_>>() {
        let king = Square::new(File::E, color.home_rank());
        let is_there = setup.board.at(king) == Some(Piece::new(color, PieceKind::King))
            && setup.board.at(rook) == Some(Piece::new(color, PieceKind::Rook))
            && rook.file() == side.edge();
        if !is_there {
            setup.castling = setup.castling.without_rook_on(rook);
        }
    }
    if setup.en_passant.is_some() {
        setup.halfmove_clock = 0;
        if Position::new(*setup).is_err() {
            setup.en_passant = None;
        }
    }
}

/// One of these, if there is any.
fn one_of<T: Copy>(random: &mut Random, items: &[T]) -> Option<T> {
    (!items.is_empty()).then(|| items[random.below(items.len())])
}
