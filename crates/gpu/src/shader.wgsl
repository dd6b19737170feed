// Counts leaves, makes moves and unites equal positions, for any card: 64-bit sets are pairs of 32-bit words.
//
// The side to move always plays up the board: the position after a move is turned round. Straight-line code counts the
// moves of a position without a list of them; only castling and en passant branch.

// ---- Sets of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
alias B = vec2<u32>;
const NONE = B(0u, 0u);
const ALL = B(0xffffffffu, 0xffffffffu);
const NOT_A = B(0xfefefefeu, 0xfefefefeu);
const NOT_H = B(0x7f7f7f7fu, 0x7f7f7f7fu);
const NOT_AB = B(0xfcfcfcfcu, 0xfcfcfcfcu);
const NOT_GH = B(0x3f3f3f3fu, 0x3f3f3f3fu);
const RANK_3 = B(0x00ff0000u, 0u);
const RANK_8 = B(0u, 0xff000000u);

// Each caller writes a number as `n`, and the driver is left with two or three instructions.
fn up(b: B, n: u32) -> B {
  if (n >= 32u) { return B(0u, b.x << (n - 32u)); }
  return B(b.x << n, (b.y << n) | (b.x >> (32u - n)));
}
fn down(b: B, n: u32) -> B {
  if (n >= 32u) { return B(b.y >> (n - 32u), 0u); }
  return B((b.x >> n) | (b.y << (32u - n)), b.y >> n);
}
// The same by a number that is worked out.
fn up_by(b: B, n: u32) -> B {
  let carried = (b.x >> 1u) >> (31u - (n & 31u));
  let low = b.x << (n & 31u);
  return select(B(low, (b.y << (n & 31u)) | carried), B(0u, low), n >= 32u);
}
fn any_of(b: B) -> bool { return (b.x | b.y) != 0u; }
fn size(b: B) -> u32 { return countOneBits(b.x) + countOneBits(b.y); }
fn when(is_so: bool, b: B) -> B { return select(NONE, b, is_so); }
fn lowest(b: B) -> B { return B(b.x & (~b.x + 1u), select(0u, b.y & (~b.y + 1u), b.x == 0u)); }
fn below(bit: B) -> B { return B(bit.x - 1u, bit.y - select(0u, 1u, bit.x == 0u)); }
fn square_of(bit: B) -> u32 { return select(32u + firstTrailingBit(bit.y), firstTrailingBit(bit.x), bit.x != 0u); }
fn turned_word(x: u32) -> u32 { return (x << 24u) | ((x & 0xff00u) << 8u) | ((x >> 8u) & 0xff00u) | (x >> 24u); }
fn rotated(b: B) -> B { return B(reverseBits(b.y), reverseBits(b.x)); }
fn turned(b: B) -> B { return B(turned_word(b.y), turned_word(b.x)); }

// Where sliders get to in one direction, over empty squares and onto the first piece. Those of two sliders never
// overlap, because the one in front stops the other: so the size of this set is the number of their moves.
fn shifted(b: B, n: u32, is_up: bool) -> B { if (is_up) { return up(b, n); } return down(b, n); }
fn slide(sliders: B, empty: B, n: u32, is_up: bool, land: B) -> B {
  var reached = sliders;
  var free = empty & land;
  reached |= free & shifted(reached, n, is_up);
  free &= shifted(free, n, is_up);
  reached |= free & shifted(reached, 2u * n, is_up);
  free &= shifted(free, 2u * n, is_up);
  reached |= free & shifted(reached, 4u * n, is_up);
  return land & shifted(reached, n, is_up);
}
fn north(b: B, empty: B) -> B { return slide(b, empty, 8u, true, ALL); }
fn north_east(b: B, empty: B) -> B { return slide(b, empty, 9u, true, NOT_A); }
fn north_west(b: B, empty: B) -> B { return slide(b, empty, 7u, true, NOT_H); }
fn south(b: B, empty: B) -> B { return slide(b, empty, 8u, false, ALL); }
fn south_west(b: B, empty: B) -> B { return slide(b, empty, 9u, false, NOT_H); }
fn south_east(b: B, empty: B) -> B { return slide(b, empty, 7u, false, NOT_A); }
fn west(b: B, empty: B) -> B { return slide(b, empty, 1u, false, NOT_H); }
// Along a rank a subtraction does the same: what is taken away next to a slider is borrowed from the next piece, and at
// the latest from the h-file. So the bits that change are those of the squares that it gets to.
fn east(sliders: B, empty: B) -> B {
  let pieces = ~empty | ~NOT_H;
  return pieces ^ (pieces - ((sliders & NOT_H) << B(1u, 1u)));
}

fn knight_targets(b: B) -> B {
  return (up(b, 17u) & NOT_A) | (up(b, 15u) & NOT_H) | (up(b, 10u) & NOT_AB) | (up(b, 6u) & NOT_GH)
    | (down(b, 17u) & NOT_H) | (down(b, 15u) & NOT_A) | (down(b, 10u) & NOT_GH) | (down(b, 6u) & NOT_AB);
}
fn king_targets(b: B) -> B {
  let row = b | (up(b, 1u) & NOT_A) | (down(b, 1u) & NOT_H);
  return (row | up(row, 8u) | down(row, 8u)) & ~b;
}
fn pawn_takes_right(b: B) -> B { return up(b, 9u) & NOT_A; }
fn pawn_takes_left(b: B) -> B { return up(b, 7u) & NOT_H; }

// ---- A position: three planes whose bits together are the code of the piece, and the pieces of the side to move.
// Pawn 1, knight 2, king 3, bishop 5, rook 6, queen 7: the third bit is a slider, and the first two are its lines.
struct Position { a: B, b: B, c: B, ours: B, state: u32 }
// The word `state`: the files of our rooks that may castle (bits 0 to 7) and of theirs (8 to 15); the file of the
// pawn that has just made two steps (16 to 18), if there is one (19).
const HAS_EN_PASSANT = 0x80000u;
const PAWN = 1u;
const KNIGHT = 2u;
const KING = 3u;
fn pawns(p: Position) -> B { return p.a & ~p.b & ~p.c; }
fn knights(p: Position) -> B { return p.b & ~p.a & ~p.c; }
fn kings(p: Position) -> B { return p.a & p.b & ~p.c; }
fn diagonals(p: Position) -> B { return p.c & p.a; }
fn straights(p: Position) -> B { return p.c & p.b; }

// ---- The memory. A place of a list is two rows of two sets, so that no buffer is too large for a card, and
// three words of `rest`: the state, and how many paths lead to the position, in 64 bits.
struct Job { first: u32, end: u32, room: u32, slots: u32, kept: u32, one_in: u32, sample: u32, low: u32, high: u32 }
@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> parent_ab: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> parent_co: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> parent_rest: array<u32>;
@group(0) @binding(4) var<storage, read_write> child_ab: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> child_co: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> child_rest: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> kept_ab: array<vec4<u32>>;
@group(0) @binding(8) var<storage, read_write> kept_co: array<vec4<u32>>;
@group(0) @binding(9) var<storage, read_write> kept_rest: array<atomic<u32>>;
@group(0) @binding(10) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(11) var<storage, read_write> firsts: array<B>;
@group(0) @binding(12) var<storage, read_write> flags: array<atomic<u32>, 8>;
@group(0) @binding(13) var<storage, read_write> sums: array<Sums>;
@group(0) @binding(14) var<storage, read_write> samples: array<array<u32, 11>>;
// What `flags` counts. The host reads all of them after each step.
const CHILDREN = 0u;
const FIRSTS = 1u;
const NO_ROOM = 2u;
const NO_SLOT = 3u;
const TOO_MANY_PATHS = 4u;
const UNLIKE_COUNTS = 5u;

fn position_at(i: u32) -> Position {
  let p = parent_ab[i];
  let q = parent_co[i];
  return Position(p.xy, p.zw, q.xy, q.zw, parent_rest[3u * i]);
}
fn paths_at(i: u32) -> B { return B(parent_rest[3u * i + 1u], parent_rest[3u * i + 2u]); }

// ---- What decides about every move: attacked squares, checks and pins.
// What is around a king on its square. It stays there while the others move, so all positions after a move share this.
struct Around {
  // Its lines on an empty board; the other four on the board turned by half a circle, where they lead up, too.
  n: B, e: B, ne: B, nw: B, s: B, w: B, sw: B, se: B,
  knight: B, king: B,
  // For each of two rooks: its file, the files that have to be empty and those that the king passes, 8 bits each.
  castles: B
}
struct Lines { n: B, e: B, ne: B, nw: B }
// Shifted to the king, what leaves the board at a side comes back at the other one, and is cut off there.
fn lines(square: u32) -> Lines {
  let file = square & 7u;
  let right = B(((0xffu << file) & 0xffu) * 0x01010101u);
  let left = B(((2u << file) - 1u) * 0x01010101u);
  return Lines(up_by(B(0x01010100u, 0x01010101u), square), up_by(B(0xfeu, 0u), square) & right,
    up_by(B(0x08040200u, 0x80402010u), square) & right, up_by(B(0x10204080u, 0x00020408u), square) & left);
}
// The files from one to another, both included, as squares of the first rank.
fn span(a: u32, b: u32) -> u32 { return ((2u << max(a, b)) - 1u) & ~((1u << min(a, b)) - 1u); }
// The first of these rooks. It and the king may stand anywhere on the rank, as in Chess960.
fn castle(king: u32, rooks: u32) -> u32 {
  if (rooks == 0u) { return 0u; }
  let rook = firstTrailingBit(rooks);
  let king_way = span(king, select(2u, 6u, rook > king));
  let way = (king_way | span(rook, select(3u, 5u, rook > king))) & ~((1u << rook) | (1u << king));
  return (1u << rook) | (way << 8u) | (king_way << 16u);
}
fn around(king: B, rooks: u32) -> Around {
  let square = square_of(king);
  let l = lines(square);
  let m = lines(63u - square);
  let castles = B(castle(square & 7u, rooks), castle(square & 7u, rooks & (rooks - 1u)));
  return Around(l.n, l.e, l.ne, l.nw, m.n, m.e, m.ne, m.nw, knight_targets(king), king_targets(king), castles);
}

struct Sight {
  occupied: B,
  // Attacked squares.
  danger: B,
  king_to: B,
  // Where a move other than the king's may end: everywhere, on the line of the checking piece, or nowhere.
  allowed: B,
  // Our pieces that are pinned on other lines than the vertical, and so on; and those pinned on the horizontal.
  not_v: B, not_h: B, not_d: B, not_a: B, pin_h: B,
  checks: u32
}
// A line up to its first piece, and with it.
fn seen(line: B, occupied: B) -> B {
  let pieces = line & occupied;
  return line & (pieces ^ below(pieces));
}
// Of two opposite lines from the king: that with a checking piece, and the other one, into which the king cannot flee.
struct Check { line: B, behind: B }
fn check(one: B, other: B, sliders: B) -> Check {
  let by_one = any_of(one & sliders);
  let by_other = any_of(other & sliders);
  return Check(when(by_one, one) | when(by_other, other), when(by_one, other) | when(by_other, one));
}
fn sight(p: Position, r: Around) -> Sight {
  let occupied = p.a | p.b | p.c;
  let empty = ~occupied;
  let theirs = occupied & ~p.ours;
  let king = kings(p) & p.ours;
  let diagonal = diagonals(p) & theirs;
  let straight = straights(p) & theirs;
  let their_pawns = pawns(p) & theirs;
  let their_knights = knights(p) & theirs;
  let n = north(straight, empty);
  let s = south(straight, empty);
  let e = east(straight, empty);
  let w = west(straight, empty);
  let ne = north_east(diagonal, empty);
  let sw = south_west(diagonal, empty);
  let nw = north_west(diagonal, empty);
  let se = south_east(diagonal, empty);
  var danger = (down(their_pawns, 9u) & NOT_H) | (down(their_pawns, 7u) & NOT_A) | knight_targets(their_knights)
    | king_targets(kings(p) & theirs) | n | s | e | w | ne | sw | nw | se;
  let turned_occupied = rotated(occupied);
  let to_n = seen(r.n, occupied);
  let to_e = seen(r.e, occupied);
  let to_ne = seen(r.ne, occupied);
  let to_nw = seen(r.nw, occupied);
  let to_s = rotated(seen(r.s, turned_occupied));
  let to_w = rotated(seen(r.w, turned_occupied));
  let to_sw = rotated(seen(r.sw, turned_occupied));
  let to_se = rotated(seen(r.se, turned_occupied));
  // Pinned is what the king sees in one direction, and a slider in the opposite one.
  let pin_v = ((to_n & s) | (to_s & n)) & p.ours;
  let pin_h = ((to_e & w) | (to_w & e)) & p.ours;
  let pin_d = ((to_ne & sw) | (to_sw & ne)) & p.ours;
  let pin_a = ((to_nw & se) | (to_se & nw)) & p.ours;
  let leapers = (r.knight & their_knights) | ((pawn_takes_right(king) | pawn_takes_left(king)) & their_pawns);
  let checking = leapers | ((to_n | to_s | to_e | to_w) & straight) | ((to_ne | to_sw | to_nw | to_se) & diagonal);
  var checks = 0u;
  var allowed = ALL;
  if (any_of(checking)) {
    let on_v = check(to_n, to_s, straight);
    let on_h = check(to_e, to_w, straight);
    let on_d = check(to_ne, to_sw, diagonal);
    let on_a = check(to_nw, to_se, diagonal);
    danger |= on_v.behind | on_h.behind | on_d.behind | on_a.behind;
    checks = size(checking);
    allowed = when(checks == 1u, leapers | on_v.line | on_h.line | on_d.line | on_a.line);
  }
  return Sight(occupied, danger, r.king & ~p.ours & ~danger, allowed, pin_h | pin_d | pin_a, pin_v | pin_d | pin_a,
    pin_v | pin_h | pin_a, pin_v | pin_h | pin_d, pin_h, checks);
}

fn en_passant_square(p: Position) -> B {
  return when((p.state & HAS_EN_PASSANT) != 0u, B(0u, 0x100u << ((p.state >> 16u) & 7u)));
}

// Our pawns that may take en passant. Two pieces leave the board, so no pin says it: the capture is made, and the king
// looks along all lines at what is left.
fn en_passant_takers(p: Position, s: Sight) -> B {
  var can = NONE;
  let to = en_passant_square(p);
  if (any_of(to)) {
    let victim = down(to, 8u);
    let king = kings(p) & p.ours;
    let theirs = s.occupied & ~p.ours;
    let leapers = (knight_targets(king) & knights(p) & theirs)
      | ((pawn_takes_right(king) | pawn_takes_left(king)) & pawns(p) & theirs & ~victim);
    var takers = ((down(to, 9u) & NOT_H) | (down(to, 7u) & NOT_A)) & pawns(p) & p.ours;
    if (any_of(leapers)) { takers = NONE; }
    for (var n = 0u; n < 2u; n++) {
      let taker = lowest(takers);
      takers &= ~taker;
      let empty = ~((s.occupied & ~(taker | victim)) | to);
      let attackers = ((north(king, empty) | south(king, empty) | east(king, empty) | west(king, empty)) & p.b)
        | ((north_east(king, empty) | south_west(king, empty) | north_west(king, empty) | south_east(king, empty)) & p.a);
      if (!any_of(attackers & p.c & theirs)) { can |= taker; }
    }
  }
  return can;
}

// The files of the rooks with which the king may castle now. A rook that shields the way from a slider is pinned.
fn may_castle(p: Position, s: Sight, castle: u32) -> u32 {
  let rook = castle & 0xffu & p.state & ~s.pin_h.x;
  let is_free = ((castle >> 8u) & 0xffu & s.occupied.x) == 0u && ((castle >> 16u) & s.danger.x) == 0u;
  return select(0u, rook, is_free && s.checks == 0u);
}
fn castlings(p: Position, s: Sight, castles: B) -> u32 {
  return may_castle(p, s, castles.x) | may_castle(p, s, castles.y);
}

// ---- One ply: how many legal moves there are.
fn count(p: Position, s: Sight, castles: B) -> u32 {
  let to = ~p.ours & s.allowed;
  let empty = ~s.occupied;
  let theirs = s.occupied & ~p.ours;
  var n = size(s.king_to);
  let k = knights(p) & p.ours & ~(s.not_v | s.not_h);
  n += size(up(k, 17u) & NOT_A & to) + size(up(k, 15u) & NOT_H & to)
    + size(up(k, 10u) & NOT_AB & to) + size(up(k, 6u) & NOT_GH & to)
    + size(down(k, 17u) & NOT_H & to) + size(down(k, 15u) & NOT_A & to)
    + size(down(k, 10u) & NOT_GH & to) + size(down(k, 6u) & NOT_AB & to);
  let straight = straights(p) & p.ours;
  let diagonal = diagonals(p) & p.ours;
  n += size(north(straight & ~s.not_v, empty) & to) + size(south(straight & ~s.not_v, empty) & to)
    + size(east(straight & ~s.not_h, empty) & to) + size(west(straight & ~s.not_h, empty) & to)
    + size(north_east(diagonal & ~s.not_d, empty) & to) + size(south_west(diagonal & ~s.not_d, empty) & to)
    + size(north_west(diagonal & ~s.not_a, empty) & to) + size(south_east(diagonal & ~s.not_a, empty) & to);
  let our_pawns = pawns(p) & p.ours;
  let step = up(our_pawns & ~s.not_v, 8u) & empty;
  let two_steps = up(step & RANK_3, 8u) & empty & to;
  let one_step = step & to;
  let right = pawn_takes_right(our_pawns & ~s.not_d) & theirs & to;
  let left = pawn_takes_left(our_pawns & ~s.not_a) & theirs & to;
  n += size(one_step) + size(two_steps) + size(right) + size(left);
  // A pawn becomes one of four pieces.
  n += 3u * (size(one_step & RANK_8) + size(right & RANK_8) + size(left & RANK_8));
  if ((p.state & HAS_EN_PASSANT) != 0u) { n += size(en_passant_takers(p, s)); }
  return n + countOneBits(castlings(p, s, castles));
}

// ---- The moves one by one. A group of threads works on as many positions: each thread lists the moves of its own,
// and then all threads take the moves from one list, so that none waits for a position with many moves.
const GROUP = 64u;
const MOST_MOVES = 2000u;
var<workgroup> moves: array<u32, MOST_MOVES>;
// How much of this list is taken, and by how much it was filled when a position had no room. Then there is another round.
var<workgroup> taken: atomic<u32>;
var<workgroup> filled: u32;
const ALL_LISTED = 0xffffffffu;
// The positions of the group, turned round, and what is around the king that moves next: row by row for all of them.
const ROWS = 8u;
var<workgroup> shown: array<vec4<u32>, ROWS * GROUP>;

// A move is a word: to (6 bits), from (6), the piece that it becomes or the file of the castling rook (3), one of these
// (2), the thread whose position it is. Its squares are turned round.
const PLAIN = 0u;
const TWO_STEPS = 0x8000u;
const EN_PASSANT = 0x10000u;
const CASTLING = 0x18000u;
const TURN = 56u * 65u;

// Lists a move to each square of a set. For the next square the word is greater by `each`.
fn put(targets: B, word: u32, each: u32, at: u32) -> u32 {
  var left = targets;
  var n = at;
  while (any_of(left)) {
    moves[n] = (word + each * square_of(left)) ^ TURN;
    n += 1u;
    left = select(B(0u, left.y & (left.y - 1u)), B(left.x & (left.x - 1u), left.y), left.x != 0u);
  }
  return n;
}
// A pawn comes from a square that is so much less.
fn put_pawns(targets: B, step: u32, kind: u32, at: u32) -> u32 {
  let word = kind - 64u * step;
  var n = put(targets & ~RANK_8, word + (PAWN << 12u), 65u, at);
  if (any_of(targets & RANK_8)) {
    n = put(targets & RANK_8, word + (KNIGHT << 12u), 65u, n);
    for (var code = 5u; code < 8u; code++) { n = put(targets & RANK_8, word + (code << 12u), 65u, n); }
  }
  return n;
}
fn put_all(p: Position, s: Sight, castles: B, lane: u32, at: u32) -> u32 {
  let word = lane << 17u;
  let to = ~p.ours & s.allowed;
  let empty = ~s.occupied;
  let theirs = s.occupied & ~p.ours;
  let king = word | (square_of(kings(p) & p.ours) << 6u);
  var n = put(s.king_to, king | (KING << 12u), 1u, at);
  var left = knights(p) & p.ours & ~(s.not_v | s.not_h);
  while (any_of(left)) {
    let origin = lowest(left);
    left &= ~origin;
    n = put(knight_targets(origin) & to, word | (KNIGHT << 12u) | (square_of(origin) << 6u), 1u, n);
  }
  left = p.c & p.ours;
  while (any_of(left)) {
    let origin = lowest(left);
    left &= ~origin;
    let straight = origin & p.b;
    let diagonal = origin & p.a;
    let code = select(0u, 1u, any_of(diagonal)) | select(0u, 2u, any_of(straight)) | 4u;
    let targets = north(straight & ~s.not_v, empty) | south(straight & ~s.not_v, empty)
      | east(straight & ~s.not_h, empty) | west(straight & ~s.not_h, empty)
      | north_east(diagonal & ~s.not_d, empty) | south_west(diagonal & ~s.not_d, empty)
      | north_west(diagonal & ~s.not_a, empty) | south_east(diagonal & ~s.not_a, empty);
    n = put(targets & to, word | (code << 12u) | (square_of(origin) << 6u), 1u, n);
  }
  let our_pawns = pawns(p) & p.ours;
  let step = up(our_pawns & ~s.not_v, 8u) & empty;
  n = put_pawns(step & to, 8u, word, n);
  n = put_pawns(up(step & RANK_3, 8u) & empty & to, 16u, word | TWO_STEPS, n);
  n = put_pawns(pawn_takes_right(our_pawns & ~s.not_d) & theirs & to, 9u, word, n);
  n = put_pawns(pawn_takes_left(our_pawns & ~s.not_a) & theirs & to, 7u, word, n);
  if ((p.state & HAS_EN_PASSANT) != 0u) {
    left = en_passant_takers(p, s);
    while (any_of(left)) {
      let origin = lowest(left);
      left &= ~origin;
      n = put(en_passant_square(p), word | EN_PASSANT | (PAWN << 12u) | (square_of(origin) << 6u), 1u, n);
    }
  }
  var rooks = castlings(p, s, castles);
  while (rooks != 0u) {
    let rook = firstTrailingBit(rooks);
    rooks &= rooks - 1u;
    let is_right = rook > ((king >> 6u) & 7u);
    n = put(B(select(4u, 64u, is_right), 0u), king | CASTLING | (rook << 12u), 1u, n);
  }
  return n;
}

fn bit(square: u32) -> B {
  let one = 1u << (square & 31u);
  return select(B(one, 0u), B(0u, one), square >= 32u);
}
// The position after a move of the list. It is turned round already: the side that has moved plays down.
fn after(m: u32) -> Position {
  let lane = m >> 17u;
  let p = shown[lane];
  let q = shown[GROUP + lane];
  let state = shown[7u * GROUP + lane].z;
  let to = bit(m & 63u);
  let origin = bit((m >> 6u) & 63u);
  let kind = m & CASTLING;
  var code = (m >> 12u) & 7u;
  // The pawn that is captured en passant, or the rook that castles.
  var gone = NONE;
  var rook = NONE;
  if (kind == EN_PASSANT) { gone = up(to, 8u); }
  if (kind == CASTLING) {
    gone = B(0u, 0x01000000u << code);
    rook = B(0u, select(0x08000000u, 0x20000000u, (m & 7u) == 6u));
    code = KING;
  }
  let stays = ~(origin | to | gone);
  let a = (p.xy & stays) | when((code & 1u) != 0u, to);
  let b = (p.zw & stays) | when((code & 2u) != 0u, to) | rook;
  let c = (q.xy & stays) | when((code & 4u) != 0u, to) | rook;
  let ours = q.zw & stays;
  // A rook that leaves its home, or is captured there, takes its right with it; the king takes both.
  let our_rooks = state & 0xffu & ~to.x;
  let their_rooks = select((state >> 8u) & ~(origin.y >> 24u), 0u, code == KING);
  var en_passant = 0u;
  if (kind == TWO_STEPS) {
    // Where no pawn is beside it, the two steps are forgotten: so more positions are equal.
    let beside = (up(to, 1u) & NOT_A) | (down(to, 1u) & NOT_H);
    if (any_of(beside & a & ~b & ~c & ours)) { en_passant = HAS_EN_PASSANT | ((m & 7u) << 16u); }
  }
  return Position(a, b, c, ours, our_rooks | (their_rooks << 8u) | en_passant);
}
fn around_after(m: u32) -> Around {
  let lane = m >> 17u;
  let a = shown[2u * GROUP + lane];
  let b = shown[3u * GROUP + lane];
  let c = shown[4u * GROUP + lane];
  let d = shown[5u * GROUP + lane];
  let e = shown[6u * GROUP + lane];
  return Around(a.xy, a.zw, b.xy, b.zw, c.xy, c.zw, d.xy, d.zw, e.xy, e.zw, shown[7u * GROUP + lane].xy);
}
fn show(p: Position, lane: u32) {
  let theirs = (p.a | p.b | p.c) & ~p.ours;
  let rooks = (p.state >> 8u) & 0xffu;
  let r = around(turned(kings(p) & theirs), rooks);
  shown[lane] = vec4<u32>(turned(p.a), turned(p.b));
  shown[GROUP + lane] = vec4<u32>(turned(p.c), turned(theirs));
  shown[2u * GROUP + lane] = vec4<u32>(r.n, r.e);
  shown[3u * GROUP + lane] = vec4<u32>(r.ne, r.nw);
  shown[4u * GROUP + lane] = vec4<u32>(r.s, r.w);
  shown[5u * GROUP + lane] = vec4<u32>(r.sw, r.se);
  shown[6u * GROUP + lane] = vec4<u32>(r.knight, r.king);
  shown[7u * GROUP + lane] = vec4<u32>(r.castles, rooks | ((p.state & 0xffu) << 8u), 0u);
}

// What a thread knows of its position while the group lists moves.
struct Own { moves: u32, at: u32, is_listed: bool, is_waiting: bool }
// A round: those threads list their moves that have not yet done so, as far as there is room.
fn list_moves(i: u32, lane: u32, known: Own) -> Own {
  var own = known;
  own.is_listed = false;
  if (lane == 0u) {
    atomicStore(&taken, 0u);
    filled = ALL_LISTED;
  }
  workgroupBarrier();
  if (own.is_waiting) {
    let p = position_at(i);
    show(p, lane);
    let r = around(kings(p) & p.ours, p.state & 0xffu);
    let s = sight(p, r);
    own.moves = count(p, s, r.castles);
    own.at = atomicAdd(&taken, own.moves);
    if (own.at + own.moves <= MOST_MOVES) {
      let end = put_all(p, s, r.castles, lane, own.at);
      if (end != own.at + own.moves) { atomicAdd(&flags[UNLIKE_COUNTS], 1u); }
      own.is_listed = true;
      own.is_waiting = false;
    } else if (own.at <= MOST_MOVES) {
      filled = own.at;
    }
  }
  workgroupBarrier();
  return own;
}

// ---- Sums that need more than 32 bits.
fn carried(sum: u32, added: u32) -> u32 { return select(0u, 1u, sum < added); }
fn sum_128(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
  let s = a + b;
  let y = s.y + carried(s.x, b.x);
  let z = s.z + (carried(s.y, b.y) | carried(y, s.y));
  let w = s.w + (carried(s.z, b.z) | carried(z, s.z));
  return vec4<u32>(s.x, y, z, w);
}
fn product(a: u32, b: u32) -> B {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let one = (a >> 16u) * (b & 0xffffu);
  let other = (a & 0xffffu) * (b >> 16u);
  let middle = (low >> 16u) + (one & 0xffffu) + (other & 0xffffu);
  return B((low & 0xffffu) | (middle << 16u), (a >> 16u) * (b >> 16u) + (one >> 16u) + (other >> 16u) + (middle >> 16u));
}
// A sum and as many times `n` as there are paths.
fn sum_with(sum: vec4<u32>, paths: B, n: u32) -> vec4<u32> {
  return sum_128(sum_128(sum, vec4<u32>(product(paths.x, n), 0u, 0u)), vec4<u32>(0u, product(paths.y, n), 0u));
}

// ---- The steps. A group takes places from `first` to `end`, and then those that are as many further on as all groups
// take at a time.
// What a thread has found: the paths to its positions, these times what is below, and what was walked for it.
struct Sums { paths: vec4<u32>, below: vec4<u32>, walked: vec4<u32> }
fn leave_sums(group: u32, lane: u32, own: Sums) {
  // The positions are not shown any more.
  workgroupBarrier();
  shown[lane] = own.paths;
  shown[GROUP + lane] = own.below;
  shown[2u * GROUP + lane] = own.walked;
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) {
      for (var row = 0u; row < 3u; row++) {
        let at = row * GROUP + lane;
        shown[at] = sum_128(shown[at], shown[at + half]);
      }
    }
  }
  if (lane == 0u) { sums[group] = Sums(shown[0], shown[GROUP], shown[2u * GROUP]); }
}
fn sums_with(sums: Sums, i: u32, below: u32) -> Sums {
  let paths = paths_at(i);
  return Sums(sum_with(sums.paths, paths, 1u), sum_with(sums.below, paths, below),
    sum_128(sums.walked, vec4<u32>(below, 0u, 0u, 0u)));
}

// Counts the leaves two plies below each position, times its paths. One position of so many is put down with its counts,
// and the host counts it again.
@compute @workgroup_size(64)
fn leaves(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32) {
  var sums = Sums();
  for (var base = job.first + GROUP * group.x; base < job.end; base += GROUP * groups.x) {
    let i = base + lane;
    var own = Own(0u, 0u, false, i < job.end);
    var below = 0u;
    loop {
      own = list_moves(i, lane, own);
      let end = workgroupUniformLoad(&filled);
      let listed = min(end, atomicLoad(&taken));
      for (var k = lane; k < listed; k += GROUP) {
        let p = after(moves[k]);
        let r = around_after(moves[k]);
        moves[k] = count(p, sight(p, r), r.castles);
      }
      workgroupBarrier();
      if (own.is_listed) {
        for (var k = 0u; k < own.moves; k++) { below += moves[own.at + k]; }
      }
      if (end == ALL_LISTED) { break; }
    }
    if (i < job.end) {
      sums = sums_with(sums, i, below);
      if (i % job.one_in == job.sample) {
        let p = position_at(i);
        samples[i / job.one_in] = array<u32, 11>(p.a.x, p.a.y, p.b.x, p.b.y, p.c.x, p.c.y, p.ours.x, p.ours.y, p.state,
          own.moves, below);
      }
    }
  }
  leave_sums(group.x, lane, sums);
}

// Writes the positions after each move whose keys are in the window of the job, in any order.
@compute @workgroup_size(64)
fn grow(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32) {
  var sums = Sums();
  for (var base = job.first + GROUP * group.x; base < job.end; base += GROUP * groups.x) {
    let i = base + lane;
    var own = Own(0u, 0u, false, i < job.end);
    loop {
      own = list_moves(i, lane, own);
      let end = workgroupUniformLoad(&filled);
      let listed = min(end, atomicLoad(&taken));
      workgroupBarrier();
      if (lane == 0u) { atomicStore(&taken, 0u); }
      var within = 0u;
      for (var k = lane; k < listed; k += GROUP) {
        let key = key_of(after(moves[k]));
        if (key < job.low || key >= job.high) { moves[k] = OUTSIDE; } else { within += 1u; }
      }
      workgroupBarrier();
      var at = atomicAdd(&taken, within);
      workgroupBarrier();
      if (lane == 0u) { filled = atomicAdd(&flags[CHILDREN], atomicLoad(&taken)); }
      at += workgroupUniformLoad(&filled);
      if (at + within <= job.room) {
        for (var k = lane; k < listed; k += GROUP) {
          let m = moves[k];
          if (m != OUTSIDE) {
            store(at, after(m), paths_at(base + (m >> 17u)));
            at += 1u;
          }
        }
      } else {
        atomicAdd(&flags[NO_ROOM], 1u);
      }
      workgroupBarrier();
      if (end == ALL_LISTED) { break; }
    }
    if (i < job.end) { sums = sums_with(sums, i, own.moves); }
  }
  leave_sums(group.x, lane, sums);
}
const OUTSIDE = 0xffffffffu;
// A position's key is that of the pieces which do not move next. So whatever moves, most positions that can become equal
// have the same.
fn key_of(p: Position) -> u32 {
  let theirs = (p.a | p.b | p.c) & ~p.ours;
  return mixed(mixed(mixed(mixed(1u, theirs.x), theirs.y), p.b.x & theirs.x), p.b.y & theirs.y) >> 8u;
}
fn store(i: u32, p: Position, paths: B) {
  child_ab[i] = vec4<u32>(p.a, p.b);
  child_co[i] = vec4<u32>(p.c, p.ours);
  atomicStore(&child_rest[3u * i], p.state);
  atomicStore(&child_rest[3u * i + 1u], paths.x);
  atomicStore(&child_rest[3u * i + 2u], paths.y);
}

// Gives each child a slot of the table: its own, or that of an equal position, to which it adds its paths. A slot has
// the place of a kept position, counted from 1, or with the highest bit that of a child.
@compute @workgroup_size(64) fn unify(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  for (var i = job.first + id.x; i < job.end; i += GROUP * groups.x) { unify_child(i); }
}
const IS_CHILD = 0x80000000u;
fn mixed(h: u32, x: u32) -> u32 { let v = (h ^ x) * 0x9e3779b1u; return v ^ (v >> 15u); }
fn mixed_4(h: u32, x: vec4<u32>) -> u32 { return mixed(mixed(mixed(mixed(h, x.x), x.y), x.z), x.w); }
// The hash only says where to begin: two positions are one if all nine words are equal.
fn unify_child(i: u32) {
  let p = child_ab[i];
  let q = child_co[i];
  let state = atomicLoad(&child_rest[3u * i]);
  var slot = mixed(mixed_4(mixed_4(1u, p), q), state) & (job.slots - 1u);
  for (var tries = 0u; tries < job.slots; ) {
    let was = atomicCompareExchangeWeak(&table[slot], 0u, IS_CHILD | i);
    if (was.exchanged) {
      firsts[atomicAdd(&flags[FIRSTS], 1u)] = B(i, slot);
      return;
    }
    // A weak exchange may fail for no reason; then the slot is still free.
    if (was.old_value != 0u) {
      if ((was.old_value & IS_CHILD) != 0u) {
        let j = was.old_value & ~IS_CHILD;
        if (all(child_ab[j] == p) && all(child_co[j] == q)
          && atomicLoad(&child_rest[3u * j]) == state) {
          let low = atomicAdd(&child_rest[3u * j + 1u], paths_of(i).x);
          let add = high_word(low, paths_of(i));
          flag_overflow(atomicAdd(&child_rest[3u * j + 2u], add.x), add);
          return;
        }
      } else {
        let j = was.old_value - 1u;
        if (all(kept_ab[j] == p) && all(kept_co[j] == q)
          && atomicLoad(&kept_rest[3u * j]) == state) {
          let low = atomicAdd(&kept_rest[3u * j + 1u], paths_of(i).x);
          let add = high_word(low, paths_of(i));
          flag_overflow(atomicAdd(&kept_rest[3u * j + 2u], add.x), add);
          return;
        }
      }
      slot = (slot + 1u) & (job.slots - 1u);
      tries += 1u;
    }
  }
  atomicAdd(&flags[NO_SLOT], 1u);
}
// Nobody adds to a child without a slot of its own, and so its two words belong together.
fn paths_of(i: u32) -> B { return B(atomicLoad(&child_rest[3u * i + 1u]), atomicLoad(&child_rest[3u * i + 2u])); }
// What is added to the high word, with its own carry in the second, after the low one was added to `low`. Whatever
// other threads do between the two, each carry is added once.
fn high_word(low: u32, paths: B) -> B {
  let add = paths.y + carried(low + paths.x, low);
  return B(add, carried(add, paths.y));
}
fn flag_overflow(high: u32, add: B) {
  if (add.y != 0u || high + add.x < high) { atomicAdd(&flags[TOO_MANY_PATHS], 1u); }
}

// Moves each child with a slot of its own to the kept positions.
@compute @workgroup_size(64) fn keep(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  for (var k = job.first + id.x; k < job.end; k += GROUP * groups.x) {
    let i = firsts[k].x;
    let to = job.kept + k;
    kept_ab[to] = child_ab[i];
    kept_co[to] = child_co[i];
    for (var word = 0u; word < 3u; word++) {
      atomicStore(&kept_rest[3u * to + word], atomicLoad(&child_rest[3u * i + word]));
    }
    atomicStore(&table[firsts[k].y], to + 1u);
  }
}
