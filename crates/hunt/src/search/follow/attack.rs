//! Is an attack why castling is missing, or where its pieces stand? The piece behind an attack may attack other squares
//! as well.

use crate::search::finding::Finding;
use crate::search::inquiry::Inquiry;
use ox88::{Move, Piece, PieceKind, Position, Square, is_attacked};
use ox88_engine::Line;

/// The finding with lines in which a rook attacks a square that seems to be why castling is missing, and no other
/// square of its rank, and where the engine castles all the same: then it is not the reason. That king or rook stands
/// on its goal is the reason if the engine castles in Chess960 where neither does.
pub(super) async fn with_attacks_tried(inquiry: &mut Inquiry<'_>, mut found: Finding) -> Finding {
    while let Some((castling, square)) = found.attacked_beside_castling()
        && let Some(diagnosis) = found.disagreement().map(|found| &found.diagnosis)
        && let mut right_in = diagnosis.right_in.clone().unwrap_or_default()
        && let Some(line) = right_in.iter().find_map(|it| with_rook_against(it, square, castling))
        && let Ok((answer, true)) = inquiry.ask_like(&diagnosis.exchange, &line).await
        && answer.is_right()
    {
        right_in.push(line);
        found = found.with_right_in(right_in);
    }
    for line in found.more_usual_castlings() {
        if inquiry.ask(&line, 1).await.is_ok_and(|answer| answer.is_right()) {
            return found.with_control(line);
        }
    }
    found
}

/// The line with a rook more, which attacks a square of the home rank along its file, if castling is legal all the
/// same.
fn with_rook_against(line: &Line, square: Square, castling: Move) -> Option<Line> {
    let (them, mut setup) = (!line.end().side_to_move(), line.root.setup());
    let far = Square::new(square.file(), them.home_rank());
    let is_free = |it: &Square| setup.board.at(*it).is_none();
    let from =
        crate::search::explain::between(square, far).chain([far]).take_while(is_free).last()?;
    setup.board.put(from, Piece::new(them, PieceKind::Rook));
    let line = line.played_from(Position::new(setup).ok()?)?;
    let end = line.end();
    let is_shown = is_attacked(end.board(), square, them) && end.legal_moves().contains(&castling);
    is_shown.then_some(line)
}
