// All moves of a position, one by one. There is one place in which a move is made and used, for all kinds of moves:
// there all threads of a group meet again. The shader has this function twice, under two names, and either counts the
// moves of each child or stores it.
fn NAME(p: Position, at: u32, paths: B) -> u32 {
  let s = sight(p);
  let en_passant = en_passant_takers(p, s);
  var castling = castlings(p, s);
  let king = kings(p) & p.ours;
  var pieces = p.ours;
  if (s.checks > 1u) { pieces = king; }
  var n = 0u;
  var origin = NONE;
  var left = NONE;
  var code = 0u;
  // A promotion comes back three times to the same target: knight, bishop, rook, queen.
  var promotion = 0u;
  loop {
    while (!any_of(left) && any_of(pieces)) {
      origin = lowest(pieces);
      pieces &= ~origin;
      code = select(0u, 1u, any_of(p.a & origin)) | select(0u, 2u, any_of(p.b & origin))
        | select(0u, 4u, any_of(p.c & origin));
      left = targets(p, s, origin, code, en_passant);
    }
    var to = lowest(left);
    var becomes = code;
    var gone = NONE;
    var rook = NONE;
    var is_double = false;
    if (any_of(left)) {
      if (code == PAWN) {
        if (any_of(to & RANK_8)) {
          becomes = select(promotion + 4u, KNIGHT, promotion == 0u);
          promotion = (promotion + 1u) & 3u;
        } else {
          is_double = any_of(down(to, 16u) & origin);
          if (any_of(origin & en_passant) && any_of(to & en_passant_square(p))) { gone = down(to, 8u); }
        }
      }
      if (promotion == 0u) { left &= ~to; }
    } else if (castling != 0u) {
      let file = firstTrailingBit(castling);
      castling &= castling - 1u;
      let is_right = file > (square_of(king) & 7u);
      origin = king;
      code = KING;
      becomes = KING;
      to = B(select(4u, 64u, is_right), 0u);
      rook = B(select(8u, 32u, is_right), 0u);
      gone = B(1u << file, 0u);
    } else {
      break;
    }
    let child = after(p, origin, to, becomes, gone, rook, code == KING, is_double);
    USE
  }
  return n;
}
