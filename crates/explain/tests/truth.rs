//! The facts by definition, in positions where engines fall. `crates/checks/src/bin/differential/` compares them with shakmaty.

use crate::truth::{CheckBy, EnPassant, Ending};
use ox88_engine::Line;
use ox88_engine::read::san;
use ox88_test_support::{assert_rules, line};

/// Each case has a position, and behind `:` the moves from it; the last one is asked about.
#[test]
fn facts_are_those_of_their_definitions() {
    assert_rules("truth.facts", |rule, case| {
        let (_, text) = case.split_once(": ").expect("it has a name");
        let (fen, moves) = text.split_once(" : ").unwrap_or((text, ""));
        let all: Line = line(fen, moves);
        let before: Line = line(fen, moves.rsplit_once(' ').map_or("", |it| it.0));
        let (here, last) = (before.end(), || *all.moves.last().expect("there is a move"));
        let field =
            |it: EnPassant| it.fen(&all.end()).split(' ').nth(3).unwrap_or_default().to_owned();
        match rule {
            "By the FEN an en passant square is always there, beside a pawn, or if it is legal." => {
                EnPassant::ALL.map(field).join(" ")
            }
            "A check is by what gives it." => format!("{:?}", CheckBy::of(&here, last())),
            "SAN is written." => san(&here, last()),
            "A game ends, at this clock, at this occurrence, and may be dead." => {
                let it = Ending::of(&all);
                format!("{:?} {} {} {}", it.without_moves(), it.clock, it.occurrences, it.is_dead)
            }
            other => panic!("no rule: {other}"),
        }
    });
}

/// A game that has been in print since 1858, written as it is printed.
#[test]
fn a_printed_game_is_written_again() {
    let printed = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                   Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
    let mut here = ox88::Position::start();
    for text in printed.split_whitespace() {
        let mv = ox88_engine::typed_move(&here, text).expect(text);
        assert_eq!(san(&here, mv), text);
        here = here.after(mv);
    }
}
