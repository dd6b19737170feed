//! Lets `ox88 hunt` ask shakmaty. For your own library, change the three places marked "Your code here".
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen};
use shakmaty::{san::SanPlus, uci::UciMove, zobrist::Zobrist64};
use std::collections::BTreeMap;
/// Your code here, 1 of 3: the position of a FEN, or without one the start position.
fn set_up(fen: &str) -> Chess {
    if fen.is_empty() {
        return Chess::default();
    }
    fen.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Chess960).expect("a position")
}
/// Your code here, 2 of 3: the legal moves by their text: e2e4, e7e8q, and e1g1 to castle.
fn legal_moves(position: &Chess, castling: CastlingMode) -> BTreeMap<String, Move> {
    position.legal_moves().iter().map(|&mv| (mv.to_uci(castling).to_string(), mv)).collect()
}
/// Your code here, 3 of 3: the position after a move.
fn after(position: &Chess, mv: Move) -> Chess {
    position.clone().play(mv).expect("it is legal")
}
/// Your code here if you like, for `ox88 hunt --facts`: leave out each line that your library has no answer to.
fn facts(position: &Chess, castling: CastlingMode) {
    let yes = |it| if it { "yes" } else { "no" };
    let ends = [(position.is_checkmate(), "checkmate"), (position.is_stalemate(), "stalemate")];
    let ends = ends.into_iter().chain([(position.is_insufficient_material(), "material")]);
    println!("fen {}", Fen::from_position(position, EnPassantMode::Legal));
    println!("key {:x}", position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0);
    println!("check {}", yes(position.is_check()));
    println!("end {}", ends.into_iter().find(|(holds, _)| *holds).map_or("none", |(_, end)| end));
    for (text, mv) in legal_moves(position, castling) {
        let san = SanPlus::from_move(position.clone(), mv);
        println!("move {text} san={san} capture={}", yes(mv.is_capture()));
    }
}
fn legal(position: &Chess, text: &str, castling: CastlingMode) -> &'static str {
    let mv = text.parse().ok().and_then(|uci: UciMove| uci.to_move(position).ok());
    let is_it = mv.is_some_and(|mv| mv.to_uci(castling).to_string() == text);
    if is_it { "yes" } else { "no" }
}
fn read_san(position: &Chess, text: &str, castling: CastlingMode) -> String {
    let mv = text.parse().ok().and_then(|it: SanPlus| it.san.to_move(position).ok());
    mv.map_or("no".to_owned(), |mv| mv.to_uci(castling).to_string())
}
fn divide(position: &Chess, depth: u32, castling: CastlingMode) -> BTreeMap<String, u64> {
    let behind = |mv| divide(&after(position, mv), depth - 1, castling).values().sum();
    let leaves = |mv| if depth > 1 { behind(mv) } else { 1 };
    legal_moves(position, castling).into_iter().map(|(text, mv)| (text, leaves(mv))).collect()
}
fn main() {
    let (mut position, mut castling) = (Chess::default(), CastlingMode::Standard);
    for line in std::io::stdin().lines().map_while(Result::ok) {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["uci"] => println!("option name UCI_Chess960 type check default false\nuciok"),
            ["isready"] => println!("readyok"),
            ["setoption", .., value] => castling = CastlingMode::from_chess960(value == "true"),
            ["position", word, ref words @ ..] => {
                let (fen, moves) = words.split_at(if word == "fen" { 6 } else { 0 });
                // A move that your library lacks is ignored.
                let play = |it: Chess, text: &&str| match legal_moves(&it, castling).get(*text) {
                    Some(&mv) => after(&it, mv),
                    None => it,
                };
                position = moves.iter().skip(1).fold(set_up(&fen.join(" ")), play);
            }
            ["go", _, depth] => {
                let rows = divide(&position, depth.parse().expect("a depth"), castling);
                rows.iter().for_each(|(text, leaves)| println!("{text}: {leaves}"));
                println!("Nodes searched: {}", rows.values().sum::<u64>());
            }
            ["facts", ..] => {
                println!("facts 1");
                facts(&position, castling);
                println!("factsok");
            }
            ["legal", text] => println!("{}", legal(&position, text, castling)),
            ["san", text] => println!("{}", read_san(&position, text, castling)),
            _ => {}
        }
    }
}
