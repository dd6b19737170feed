//! The positions and moves that are asked about first: few pieces, and each a place where engines fall. They are in
//! `probes.txt`.

use ox88::suite::built_in;
use ox88::{CastlingNotation, Color, Piece, PieceKind, Position, Square};
use ox88_engine::Line;
use ox88_engine::fewest::men_of;

/// How often a position has to occur to be told as a repetition is learnt from cycles of these moves.
pub const CYCLE: &str = "g1f3 g8f6 f3g1 f6g8";

/// A halfmove clock with which the next moves may end a game.
const LATE: u32 = 98;

/// The lines of one part of the file. Those of `grids` are positions in which every text of a move is asked about.
pub fn part(name: &str) -> Vec<Line> {
    let heading = format!("[{name}]");
    let lines = include_str!("probes.txt").lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| line.contains('/'));
    lines.filter_map(|line| format!("fen {line}").parse().ok()).collect()
}

/// Keys of Polyglot with their FENs.
pub const POLYGLOT: &str = include_str!("polyglot.txt");
/// Texts in place of FENs: what is right, the text, why, and what becomes of it where that is another one.
pub const FENS: &str = include_str!("fens.txt");

/// The lines of one part of the file, and the same with the sides exchanged: `lines`, with what a key has to do, checks
/// of every kind, SAN and counters; `chess960`, where a king castles by taking its rook; `ends`, where games may end.
pub fn lines(name: &str) -> Vec<Line> {
    part(name).into_iter().flat_map(|line| [line.clone(), line.mirrored()]).collect()
}

/// All texts of a move: from every square to every other, with and without each promotion.
pub fn moves() -> Vec<String> {
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| format!("{from}{to}")));
    let letters = ["", "q", "r", "b", "n"];
    pairs.flat_map(|pair| letters.map(|letter| format!("{pair}{letter}"))).collect()
}

/// The same kings with one piece, of each kind and side, on every third square.
pub fn single_pieces() -> Vec<Position> {
    let kinds = PieceKind::PROMOTIONS.into_iter().chain([PieceKind::Pawn]);
    let pieces = kinds.flat_map(|kind| Color::BOTH.map(|color| Piece::new(color, kind)));
    let empty: Option<Position> = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().ok();
    let with_it = |square| {
        pieces.clone().filter_map(move |piece| {
            let mut setup = empty?.setup();
            setup.board.put(square, piece);
            Position::new(setup).ok()
        })
    };
    Square::all().filter(|it| it.number() % 3 == 0).flat_map(with_it).collect()
}

/// All positions of the built-in suites, with castling of this kind, that can have arisen in a game, those with few
/// pieces first.
pub fn suites(castling: CastlingNotation) -> Vec<Position> {
    let all = built_in::suites().into_iter().flat_map(|suite| &suite.positions);
    let mut positions: Vec<Position> =
        all.filter(|it| it.can_arise()).map(|it| it.position).collect();
    // Some libraries take no position in which a game may be drawn by its clock.
    positions.retain(|it| it.castling_notation() == castling && it.setup().halfmove_clock < LATE);
    positions.sort_by_key(|it| men_of(it).len());
    positions.dedup();
    positions
}
