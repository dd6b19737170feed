//! The pieces of one side, gathered a rank at a time.

use ox88::{Board, Color, Piece, PieceKind, Square};

/// The same as [`Board::pieces`], sooner.
#[inline(always)]
pub fn men(board: &Board, color: Color) -> impl Iterator<Item = (Square, Piece)> {
    let mut rest = 0u64;
    for (rank, codes) in (0..8).zip(board.ranks()) {
        // The mask leaves one bit for each piece of this side, and the product brings the eight
        // bits of a rank together.
        let men = codes >> bit_of(color) & 0x0101_0101_0101_0101;
        rest |= men.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * rank);
    }
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let square = Square::nth(rest.trailing_zeros());
        rest &= rest - 1;
        board.at(square).map(|piece| (square, piece))
    })
}

/// The number of the bit by which the code of a piece shows that it belongs to this side.
#[inline(always)]
fn bit_of(color: Color) -> u32 {
    let [ours, theirs] = [color, !color].map(|color| Piece::new(color, PieceKind::King).code());
    (ours & !theirs).trailing_zeros()
}
