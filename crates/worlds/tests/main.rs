//! Engines with faults that no table lists, and what a lesson says of them.

use crate::{Lesson, World, WrongMoves};
use ox88::{Color, Move, MoveKind, Piece, PieceKind, Position, Square, is_attacked};

/// The moves of a wrong generator.
type Moves = fn(&Position) -> Vec<Move>;

fn wrong(moves: Moves, here: &Position) -> WrongMoves {
    let (theirs, legal) = (moves(here), here.legal_moves());
    let times = |mv: &Move| theirs.iter().filter(|it| *it == mv).count();
    WrongMoves {
        missing: legal.iter().copied().filter(|mv| times(mv) == 0).collect(),
        extra: theirs.iter().copied().filter(|mv| !legal.contains(mv)).collect(),
        twice: legal.iter().copied().filter(|mv| times(mv) > 1).collect(),
    }
}

/// What is learnt of such a generator from a first wrong answer, in how many questions.
fn learnt(fen: &str, moves: Moves) -> (Option<World>, usize) {
    let here: Position = fen.parse().expect("the FEN is right");
    let first = wrong(moves, &here);
    assert_ne!(first, WrongMoves::default(), "{fen} shows it");
    let suites = ox88::suite::built_in::suites();
    let others: Vec<Position> = suites.iter().flat_map(|it| it.positions.iter().map(|it| it.position)).take(300).collect();
    let mut lesson = {
        let line = ox88_engine::Line::at(here);
        let mv = first.missing.iter().chain(&first.extra).chain(&first.twice).next();
        let rule = mv.map(|mv| ox88_explain::explain_move(&line, *mv).rule);
        Lesson::new(&here, &first, rule, &others, 150)
    };
    let mut asked = 0;
    while let Some(next) = lesson.next() {
        asked += 1;
        lesson.answer(&next, &wrong(moves, &next));
    }
    
    (lesson.learnt().map(|it| it.0), asked)
}

fn without(here: &Position, is_gone: impl Fn(&Move) -> bool) -> Vec<Move> {
    here.legal_moves().into_iter().filter(|mv| !is_gone(mv)).collect()
}
fn man(here: &Position, at: Square) -> Option<PieceKind> {
    here.board().at(at).map(Piece::kind)
}
fn is_black(here: &Position) -> bool {
    here.side_to_move() == Color::Black
}

#[test]
fn print_all() {
    let all: &[(&str, &str, Moves)] = &[
        ("h-file mask", "8/2k5/8/8/8/8/5Kp1/7N b - - 0 1", |p| without(p, |mv| is_black(p) && man(p, mv.from) == Some(PieceKind::Pawn) && mv.to.file().letter() == 'h' && p.captured(*mv).is_some())),
        ("queenside castling of Black", "r3k3/8/8/8/8/8/8/1K6 b q - 0 1", |p| without(p, |mv| is_black(p) && mv.castling_rook().is_some())),
        ("through king, ranks 5 to 8", "3R2k1/8/8/8/8/8/8/6K1 b - - 0 1", |p| p.pseudo_legal_moves().into_iter().filter(|mv| p.is_legal(*mv) || mv.castling_rook().is_none() && mv.from == p.king(p.side_to_move()) && mv.from.rank().digit() >= '5' && !is_attacked(p.board(), mv.to, !p.side_to_move())).collect()),
        ("corners", "8/8/8/8/8/k7/p1K5/8 b - - 0 1", |p| without(p, |mv| mv.promotion().is_some() && p.captured(*mv).is_none() && (mv.to == Square::A1 && is_black(p) || mv.to == Square::H8 && !is_black(p)))),
        ("diagonal pins", "7k/8/8/3b4/8/1N6/K7/8 w - - 0 1", |p| p.pseudo_legal_moves().into_iter().filter(|mv| p.is_legal(*mv) || {
            let k = p.king(p.side_to_move()); mv.from != k && !p.is_check() && k.file() != mv.from.file() && k.rank() != mv.from.rank() && mv.kind != MoveKind::EnPassant
        }).collect()),
        ("pin by a queen", "7k/8/8/3q4/8/1N6/K7/8 w - - 0 1", |p| p.pseudo_legal_moves().into_iter().filter(|mv| p.is_legal(*mv) || {
            let us = p.side_to_move();
            let after = p.after_unchecked(*mv);
            let by = ox88::attackers(after.board(), after.king(us), !us);
            mv.from != p.king(us) && !p.is_check() && by.iter().all(|it| man(p, *it) == Some(PieceKind::Queen))
        }).collect()),
        ("everything pinned", "7k/8/8/8/8/1N6/K7/8 w - - 0 1", |p| without(p, |mv| mv.from != p.king(p.side_to_move()))),
        ("c1 g1 c8 g8 in check", "3r3k/8/8/8/8/8/3K4/8 w - - 0 1", |p| without(p, |mv| p.is_check() && ["c1", "g1", "c8", "g8"].contains(&&*mv.to.to_string()))),
        ("no promotion", "8/P7/8/8/8/8/2k5/K7 w - - 0 1", |p| without(p, |mv| mv.promotion().is_some())),
        ("promotion captures in one letter", "1n6/P7/8/8/8/8/2k5/K7 w - - 0 1", |p| without(p, |mv| p.captured(*mv).is_some() && mv.promotion().is_some_and(|it| it != PieceKind::Queen))),
        ("king never out of check", "7k/8/8/8/8/8/8/K6r w - - 0 1", |p| without(p, |mv| p.is_check() && mv.from == p.king(p.side_to_move()))),
        ("short material", "7k/8/8/8/8/8/8/K7 w - - 0 1", |p| if p.board().pieces(Color::White).count() + p.board().pieces(Color::Black).count() <= 2 { Vec::new() } else { p.legal_moves() }),
        ("50 half moves", "7k/8/8/8/8/8/8/K5R1 w - - 60 80", |p| if p.setup().halfmove_clock >= 50 { Vec::new() } else { p.legal_moves() }),
        ("long slides", "7k/8/8/8/8/8/1K6/R7 w - - 0 1", |p| without(p, |mv| man(p, mv.from) == Some(PieceKind::Rook) && mv.to.number().abs_diff(mv.from.number()) == 56)),
        ("knight jump", "7k/8/8/8/8/2N5/1K6/8 w - - 0 1", |p| without(p, |mv| man(p, mv.from) == Some(PieceKind::Knight) && mv.to.number() as i64 - mv.from.number() as i64 == 17)),
        ("twice", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", |p| { let mut m = p.legal_moves(); let e: Vec<_> = m.iter().copied().filter(|it| it.kind == MoveKind::EnPassant).collect(); m.extend(e); m }),
    ];
    for (name, fen, moves) in all {
        let (world, asked) = learnt(fen, *moves);
        match world {
            Some(world) => {
                println!("{name}: {} ({asked} questions)", world.headline());
                for fault in &world.faults {
                    println!("    right: {}   hint: {:?}", fault.right().join("; "), fault.hint());
                    println!("    {:?}", fault.conditions.0.iter().map(|it| (it.respect, format!("{:b}", it.values))).collect::<Vec<_>>());
                }
            }
            None => println!("{name}: nothing learnt ({asked} questions)"),
        }
    }
}
