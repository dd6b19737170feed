//! What a drawing shows, in words, for those who do not see it.

use ox88::{Color, PieceKind, Position, Square};
use ox88_explain::{enumeration, kind_name};

/// `White: king on a5, pawns on e2 and g2. Black: king on h4. White to move.`
pub fn position_in_words(position: &Position) -> String {
    let sides = Color::BOTH.map(|color| format!("{color}: {}.", pieces_in_words(position, color)));
    let en_passant = position.en_passant();
    let en_passant =
        en_passant.map_or(String::new(), |square| format!(" En passant square: {square}."));
    format!("{} {} to move.{en_passant}", sides.join(" "), position.side_to_move())
}

/// The pieces of a side, the most valuable first.
fn pieces_in_words(position: &Position, color: Color) -> String {
    let of_kind = |kind: PieceKind| {
        let pieces = position.board().pieces(color).filter(|(_, piece)| piece.kind() == kind);
        let squares: Vec<Square> = pieces.map(|(square, _)| square).collect();
        let s = if squares.len() == 1 { "" } else { "s" };
        let phrase = format!("{}{s} on {}", kind_name(kind), enumeration(&squares));
        (!squares.is_empty()).then_some(phrase)
    };
    let phrases: Vec<String> = PieceKind::ALL.into_iter().rev().filter_map(of_kind).collect();
    phrases.join(", ")
}
