//! The positions and moves that are asked about first: few pieces, and each a place where engines fall.

use ox88::suite::built_in;
use ox88::{Move, MoveKind, Position};
use ox88_engine::Line;

/// Lines of one or two moves: all that a key has to do, checks of every kind, SAN, and clocks.
const LINES: &[(&str, &str)] = &[
    // The rook on h1 or a1 is captured, leaves, and castles; the king goes.
    ("4k3/8/8/8/8/8/6q1/4K2R b K - 0 1", "g2h1"),
    ("4k3/8/8/8/8/8/1q6/R3K3 b Q - 0 1", "b2a1"),
    ("r3k3/1Q6/8/8/8/8/8/4K3 w q - 0 1", "b7a8"),
    ("4k2r/6Q1/8/8/8/8/8/4K3 w k - 0 1", "g7h8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "h8g8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "a8b8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8e7"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1g1"),
    ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "a1b1"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1e2"),
    // A pawn takes two steps, with and without a pawn that may capture it; the next move; the capture.
    ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4"),
    ("4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1", "e7e5"),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"),
    ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e8d8"),
    ("4k3/7p/8/8/3pP3/8/8/4K3 b - e3 0 1", "h7h6"),
    ("4k3/7p/8/6P1/3p4/8/4P3/4K3 w - - 0 1", "e2e4 h7h5"),
    ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8d8"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e1d1"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
    ("4k3/8/8/PpP5/8/8/8/4K3 w - b6 0 1", "a5b6"),
    // Promotions, captures and quiet moves of each piece.
    ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
    ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"),
    ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r"),
    ("4k3/8/8/8/8/8/p7/1N5K b - - 0 1", "a2b1b"),
    ("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5"),
    ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3e4"),
    ("4k3/8/8/8/8/2B5/8/4K3 w - - 5 20", "c3a5"),
    ("4k3/8/8/8/8/2Q5/8/4K3 b - - 5 20", "e8d7"),
    ("4k3/8/3p4/8/8/2R5/P7/4K3 w - - 12 20", "a2a3"),
    // Checks: from two pieces, discovered, by en passant, by a castling's rook, through the pawn's own square.
    ("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6"),
    ("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c3"),
    ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4f6"),
    ("4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7"),
    ("4k3/8/8/8/2B5/8/8/4K3 w - - 0 1", "c4b5"),
    ("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"),
    ("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", ""),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", ""),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", ""),
    ("8/P7/8/8/k7/8/8/4K3 w - - 0 1", ""),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ""),
    ("1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", ""),
    ("8/8/8/4p2k/3P1P2/8/8/4K2B w - - 0 1", ""),
    ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", ""),
    ("8/8/4k3/8/3PP3/8/8/4K3 w - - 0 1", ""),
    // SAN: a pinned rival, two and three of a kind, mates.
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", ""),
    ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", ""),
    ("4k3/R7/8/8/8/4K3/8/R7 w - - 0 1", ""),
    ("8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1", ""),
    ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", ""),
    ("5k2/P3pBp1/4P1P1/8/8/8/8/4K2R w K - 0 1", ""),
    ("7k/6pp/8/8/8/8/P5R1/K5R1 w - - 0 1", ""),
    ("k7/3P4/1K6/8/8/8/8/8 w - - 0 1", ""),
    ("k7/2P5/1K6/8/8/8/8/8 w - - 3 9", ""),
];

/// Lines in which a game may end, some of them by what came before.
const ENDS: &[(&str, &str)] = &[
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", "a1a8"),
    ("7k/6pp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
    ("6k1/6p1/5p1p/8/8/8/8/R3K3 w - - 99 90", "a1a8"),
    ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7"),
    ("k7/8/1K6/8/8/8/8/2Q5 w - - 30 40", "c1c7"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 97 80", "a1a2 e8d8 a2a3"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 49 80", "a1a2"),
    ("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a2a3"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", ""),
    ("4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", ""),
    ("4kb2/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", ""),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", ""),
    ("4k2r/8/8/8/8/8/8/4K3 b - - 0 1", ""),
    // The right is gone when the pieces are back for the first time.
    ("4k3/7p/8/8/8/8/7P/4K2R w K - 0 1", "h1g1 e8d8 g1h1 d8e8"),
    ("4k3/7p/8/8/8/8/7P/4K2R w K - 0 1", "h1g1 e8d8 g1h1 d8e8 h1g1 e8d8 g1h1 d8e8"),
    // The first time a capture en passant was legal.
    ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8d8 e1d1 d8e8 d1e1"),
    ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8d8 a2a1 d8e8"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8d8 a2a1 d8e8 a1a2 e8d8 a2a1 d8e8"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8d8 a2b2 d8e8 b2b1 e8d8 b1a1 d8e8"),
    ("8/8/6p1/1k4Pp/8/8/5q2/7K w - h6 0 1", ""),
    // The same board, and the other side to move.
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1 e8d8 b1c1 d8e8 c1a1"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1 e8d8 b1c1 d8e8 c1a1 e8d8 a1b1 d8e8 b1a1"),
    ("8/8/8/8/8/5k2/4p3/4K3 w - - 0 1", ""),
    ("8/8/8/8/8/4k3/8/R3K3 b - - 0 1", ""),
];

/// Positions in which every text of a move is asked about: something is pinned, castles, captures en passant, promotes.
const GRIDS: &[&str] = &[
    "r3k2r/pPppqpb1/bn3np1/3PN3/Pp2P3/2N2Q1p/1PPBBPpP/R3K2R b KQkq a3 0 1",
    "4k2r/8/8/K2Pp2r/8/2N5/6P1/4B3 w k e6 0 1",
    "4k3/P6P/8/8/1b2r3/2N5/4R3/R3K2R w KQ - 0 1",
];

/// How often a position has to occur to be told as a repetition is learnt from these cycles, and how many of them.
pub const CYCLE: &str = "g1f3 g8f6 f3g1 f6g8";

fn line(&(fen, moves): &(&str, &str)) -> Option<Line> {
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
    format!("fen {fen}{moves}").parse().ok()
}

/// The same with the sides exchanged.
fn mirrored(line: &Line) -> Line {
    let moves = line.moves.iter().map(|mv| {
        let kind = match mv.kind {
            MoveKind::Castling { rook } => MoveKind::Castling { rook: rook.mirrored() },
            kind => kind,
        };
        Move { from: mv.from.mirrored(), to: mv.to.mirrored(), kind }
    });
    Line { root: line.root.mirrored(), moves: moves.collect(), ..line.clone() }
}

fn both(lines: &[(&str, &str)]) -> Vec<Line> {
    let lines: Vec<Line> = lines.iter().filter_map(line).collect();
    lines.iter().flat_map(|line| [line.clone(), mirrored(line)]).collect()
}

/// The lines that are asked first.
pub fn lines() -> Vec<Line> {
    both(LINES)
}

/// The lines in which a game may end.
pub fn ends() -> Vec<Line> {
    both(ENDS)
}

/// The positions in which every text of a move is asked about.
pub fn grids() -> Vec<Line> {
    GRIDS.iter().filter_map(|fen| line(&(fen, ""))).collect()
}

/// All positions of ordinary chess of the built-in suites that can have arisen in a game, those with few pieces first.
pub fn suites() -> Vec<Position> {
    let all = built_in::suites().into_iter().flat_map(|suite| &suite.positions);
    let ordinary = all.filter(|it| it.can_arise()).map(|it| it.position);
    let is_ordinary =
        |it: &Position| it.castling_notation() == ox88::CastlingNotation::KingToTarget;
    let mut positions: Vec<Position> = ordinary.filter(is_ordinary).collect();
    positions.sort_by_key(|it| ox88_engine::fewest::men_of(it).len());
    positions.dedup();
    positions
}
