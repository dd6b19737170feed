//! The position that `docs/quick.md` works through: its numbers are those of the tables, and the page has them all.

use crate::quick::facts::Facts;
use crate::quick::marks::Marks;
use crate::quick::{Black, each_answered};
use ox88::{File, Position, Rank, Square, perft};
use ox88_test_support::position;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

/// White is to move, and the replies of Black are counted.
const WORKED: &str = "6k1/5p2/8/r2R4/8/8/8/2B3K1 w - - 0 1";

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/quick.md");
    fs::read_to_string(path).expect("the tests run beside the pages")
}

/// A board with something on each square.
fn board(on: impl Fn(Square) -> String) -> String {
    let mut board = String::new();
    for rank in Rank::all().rev() {
        board.push(rank.digit());
        board.push(' ');
        for file in File::all() {
            let _ = write!(board, "{:>4}", on(Square::new(file, rank)));
        }
        board.push('\n');
    }
    board + "     a   b   c   d   e   f   g   h\n"
}

fn arrivals(facts: &Facts) -> String {
    board(|square| match facts.mobility.arrival(square) {
        0 => ".".to_owned(),
        change => format!("{change:+}"),
    })
}

fn marks(facts: &Facts) -> String {
    let letters = [
        ('r', Marks::ROOK_ARRIVES),
        ('b', Marks::BISHOP_ARRIVES),
        ('p', Marks::PAWN_ARRIVES),
        ('x', Marks::ANY_LEAVES),
        ('s', Marks::ARRIVES_IN_THE_WAY),
    ];
    board(|square| {
        let there = letters.iter().filter(|(_, mark)| facts.marks[square].contains(*mark));
        let there: String = there.map(|(letter, _)| letter).collect();
        if there.is_empty() { ".".to_owned() } else { there }
    })
}

/// A line for each move: the sum of the looked-up numbers, where no mark is touched, and the replies.
fn moves(position: &Position, facts: &Facts) -> String {
    let Facts { mobility, zone, .. } = facts;
    let (board, occupied) = (position.board(), facts.own | facts.enemies);
    let mut replies = BTreeMap::new();
    each_answered(position, |mv, number| {
        replies.insert(mv.to_string(), number);
    });
    let mut lines = "move  mobility leaving arriving along king replies\n".to_owned();
    for mv in position.legal_moves() {
        let replies = replies[&mv.to_string()];
        let piece = board.at(mv.from).expect("a piece moves");
        let touched =
            facts.marks[mv.to] & Marks::of_arrival(piece) | facts.marks[mv.from].of_leaving();
        if !touched.is_empty() {
            let _ = writeln!(lines, "{mv}  touches a mark: a check, looked up {replies:>10}");
            continue;
        }
        let mut leaving = mobility.unchanged();
        mobility.leave(board, occupied, mv.from, &mut leaving);
        let gone = leaving.mobility - mobility.moves;
        let (arriving, along) = (mobility.arrival(mv.to), leaving.along(mv));
        let safe = zone.safe_without(occupied, mv.from, piece);
        let king = zone.moves(safe - zone.attacks_of(occupied - mv.from, mv.to, piece));
        let sum = mobility.moves + gone + arriving + along + king;
        assert_eq!(i64::from(sum), i64::from(replies), "{mv}");
        let moves = mobility.moves;
        let _ = writeln!(
            lines,
            "{mv}  {moves:>8} {gone:>+7} {arriving:>+8} {along:>+5} {king:>+4} {replies:>7}"
        );
    }
    lines
}

#[test]
fn the_page_has_the_numbers_of_the_position_that_it_works_through() {
    let position = position(WORKED);
    let facts = Facts::new::<Black>(&position);
    let leaves = perft(&position, 2);
    let (mobility, king) = (facts.mobility.moves, facts.zone.moves(facts.zone.safe()));
    let blocks = [arrivals(&facts), marks(&facts), moves(&position, &facts)];
    let mut texts = blocks.map(|block| format!("```text\n{block}```")).to_vec();
    texts.push(format!("`{WORKED}`"));
    texts.push(format!("has {mobility} moves besides the king's"));
    texts.push(format!("and the king has {king}"));
    texts.push(format!("{} moves, {leaves} leaves", position.legal_moves().len()));
    let page = page();
    texts.retain(|text| !page.contains(text));
    assert!(texts.is_empty(), "docs/quick.md lacks:\n{}", texts.join("\n"));
}
