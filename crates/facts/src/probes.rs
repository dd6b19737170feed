//! The positions and moves that are asked about first: few pieces, and each a place where engines fall. They are in
//! `probes.txt`.

use ox88::suite::built_in;
use ox88::{CastlingNotation, Move, MoveKind, Position};
use ox88_engine::Line;

/// How often a position has to occur to be told as a repetition is learnt from cycles of these moves.
pub const CYCLE: &str = "g1f3 g8f6 f3g1 f6g8";

/// A halfmove clock with which the next moves may end a game.
const LATE: u32 = 98;

/// The lines of one part of the file.
fn part(name: &str) -> Vec<Line> {
    let heading = format!("[{name}]");
    let lines = include_str!("probes.txt").lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| line.contains('/') && !line.starts_with('#'));
    lines.filter_map(|line| format!("fen {line}").parse().ok()).collect()
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

fn for_both_sides(lines: &[Line]) -> Vec<Line> {
    lines.iter().flat_map(|line| [line.clone(), mirrored(line)]).collect()
}

/// What a key has to do, checks of every kind, SAN, and counters.
pub fn lines() -> Vec<Line> {
    for_both_sides(&part("lines"))
}

/// The same for Chess960, where a king castles by taking its rook.
pub fn chess960() -> Vec<Line> {
    for_both_sides(&part("chess960"))
}

/// The lines in which a game may end, some of them by what came before.
pub fn ends() -> Vec<Line> {
    for_both_sides(&part("ends"))
}

/// The positions in which every text of a move is asked about: something is pinned, castles, captures en passant,
/// promotes.
pub fn grids() -> Vec<Line> {
    part("grids")
}

/// All positions of the built-in suites, with castling of this kind, that can have arisen in a game, those with few
/// pieces first.
pub fn suites(castling: CastlingNotation) -> Vec<Position> {
    let all = built_in::suites().into_iter().flat_map(|suite| &suite.positions);
    let positions = all.filter(|it| it.can_arise()).map(|it| it.position);
    // Some libraries take no position in which a game may be drawn by its clock.
    let is_one =
        |it: &Position| it.castling_notation() == castling && it.setup().halfmove_clock < LATE;
    let mut positions: Vec<Position> = positions.filter(is_one).collect();
    positions.sort_by_key(|it| ox88_engine::fewest::men_of(it).len());
    positions.dedup();
    positions
}
