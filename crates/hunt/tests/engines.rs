//! Tables of engines, and what is found of each.

use crate::tests::inside::{
    Inside, List, Make, Print, RIGHT, Read, TOTALS, finding, in_short, last_ply_but, one_question,
    search, setup,
};
use crate::{Plan, Until};
use ox88::{CastlingRights, CastlingSide, Color, Piece, PieceKind, Position, Setup, Square};
use ox88_engine::Partner;
use ox88_test_support::{assert_texts, square};

/// It prints rows from two plies on, and at depth 1 a total.
pub const ROWS_FROM_DEPTH_2: Print =
    |here, depth, rows| (if depth == 1 { TOTALS.print } else { RIGHT.print })(here, depth, rows);

pub const fn lists(list: List) -> Inside {
    Inside { list, ..RIGHT }
}

pub const fn makes(make: Make) -> Inside {
    Inside { make, ..RIGHT }
}

pub const fn reads(read: Read) -> Inside {
    Inside { read, ..RIGHT }
}

/// An engine that takes moves back so that this is on its board when it is asked again.
pub const fn asked_again(again: Read) -> Inside {
    Inside { again: Some(again), ..RIGHT }
}

/// The last ply alone lacks the king's step to d8.
pub const LAST_PLY_WITHOUT_D8: List =
    |here, place| last_ply_but(here, place, |mv| mv.to == square("d8"));

/// All that is found, in short.
pub fn all(engine: &mut impl Partner, plan: &Plan) -> Vec<String> {
    search(engine, plan, Until::All, |_, _| ()).findings.iter().map(in_short).collect()
}

/// A row of a table of engines: what is wrong with one, the engine, and what it is asked: a FEN, moves that it plays, and
/// a depth.
pub type EngineRow = (&'static str, Inside, &'static str, &'static str, u32);

/// A row of what is asked at depth 1, in a position that is set up.
pub fn at_once(name: &'static str, engine: Inside, fen: &'static str) -> EngineRow {
    (name, engine, fen, "", 1)
}

/// Compares what is told of each row with a snapshot. The rows are below the rules that they show.
pub fn assert_rows<Row>(
    snapshot: &str,
    rules: impl IntoIterator<Item = (&'static str, Vec<Row>)>,
    told: impl Fn(Row) -> String,
) {
    let below = |(rule, rows): (_, Vec<Row>)| {
        (rule, rows.into_iter().map(&told).collect::<Vec<_>>().join("\n"))
    };
    assert_texts(snapshot, rules.into_iter().map(below));
}

/// What is told of a row, below its name.
pub fn below(name: &str, told: &[String]) -> String {
    let told = if told.is_empty() { "nothing".to_owned() } else { told.join("\n") };
    if name.is_empty() { told } else { format!("{name}\n{told}").replace('\n', "\n  ") }
}

/// Compares what is found of each engine with a snapshot.
pub fn assert_found(
    snapshot: &str,
    rules: impl IntoIterator<Item = (&'static str, Vec<EngineRow>)>,
) {
    assert_rows(snapshot, rules, |(name, mut engine, fen, moves, depth)| {
        below(name, &all(&mut engine, &one_question(fen, moves, depth)))
    });
}

/// What is found when it is asked about a position at one depth, after some moves, in short.
pub fn found(engine: Inside, fen: &str, moves: &str, depth: u32) -> String {
    finding(engine, fen, moves, depth).map_or("nothing".to_owned(), |finding| in_short(&finding))
}

/// Each right is taken for that of the other wing.
pub fn with_rights_of_the_other_wing(here: &Position) -> Position {
    let mut castling = CastlingRights::NONE;
    for (color, side, _) in here.castling_rights().iter() {
        let other = CastlingSide::BOTH.into_iter().find(|&it| it != side).expect("two wings");
        castling.grant(color, other, Square::new(other.edge(), color.home_rank()));
    }
    let setup = Setup { castling, ..here.setup() };
    Position::unchecked(setup, Color::BOTH.map(|color| here.king(color)))
}

/// As if each rook on h1 and h8 had the right to castle.
pub fn with_rights(position: &Position) -> Position {
    let mut castling = CastlingRights::NONE;
    for (color, name) in [(Color::White, "h1"), (Color::Black, "h8")] {
        let is_rook = |piece: Piece| piece == Piece::new(color, PieceKind::Rook);
        if position.board().at(square(name)).is_some_and(is_rook) {
            castling.grant(color, CastlingSide::KingSide, square(name));
        }
    }
    setup(position, |setup| Setup { castling, ..setup })
}
