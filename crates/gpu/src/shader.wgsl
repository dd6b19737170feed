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
fn less_one(b: B) -> B { return B(b.x - 1u, b.y - select(0u, 1u, b.x == 0u)); }
fn lowest(b: B) -> B { return b & ~less_one(b); }
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
// Along a rank a subtraction does the same: what is taken away next to a slider is borrowed from the next piece, and at
// the latest from the h-file. So the bits that change are those of the squares that it gets to.
fn slide_east(sliders: B, empty: B) -> B {
  let pieces = ~empty | ~NOT_H;
  return pieces ^ (pieces - ((sliders & NOT_H) << B(1u, 1u)));
}
// A set for each of eight directions.
struct Eight { n: B, e: B, ne: B, nw: B, s: B, w: B, sw: B, se: B }
fn all_of(r: Eight) -> B { return r.n | r.e | r.ne | r.nw | r.s | r.w | r.sw | r.se; }
fn size_within(r: Eight, to: B) -> u32 {
  return size(r.n & to) + size(r.e & to) + size(r.ne & to) + size(r.nw & to)
    + size(r.s & to) + size(r.w & to) + size(r.sw & to) + size(r.se & to);
}
// The targets of sliders: those that may move along files, along ranks, and along each kind of diagonals.
fn slides(v: B, h: B, d: B, a: B, empty: B) -> Eight {
  return Eight(slide(v, empty, 8u, true, ALL), slide_east(h, empty), slide(d, empty, 9u, true, NOT_A),
    slide(a, empty, 7u, true, NOT_H), slide(v, empty, 8u, false, ALL), slide(h, empty, 1u, false, NOT_H),
    slide(d, empty, 9u, false, NOT_H), slide(a, empty, 7u, false, NOT_A));
}
fn jumps(b: B) -> Eight {
  return Eight(up(b, 17u) & NOT_A, up(b, 15u) & NOT_H, up(b, 10u) & NOT_AB, up(b, 6u) & NOT_GH,
    down(b, 17u) & NOT_H, down(b, 15u) & NOT_A, down(b, 10u) & NOT_GH, down(b, 6u) & NOT_AB);
}
fn king_targets(b: B) -> B {
  let row = b | (up(b, 1u) & NOT_A) | (down(b, 1u) & NOT_H);
  return (row | up(row, 8u) | down(row, 8u)) & ~b;
}
fn pawn_takes_right(b: B) -> B { return up(b, 9u) & NOT_A; }
fn pawn_takes_left(b: B) -> B { return up(b, 7u) & NOT_H; }
fn pawn_takes_down(b: B) -> B { return (down(b, 9u) & NOT_H) | (down(b, 7u) & NOT_A); }

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

// ---- The memory.
// A list has places for kept positions, and behind them for children of which it is not known yet whether they are new.
struct Place {
  ab: vec4<u32>, co: vec4<u32>, state: u32, hash: u32,
  // How many paths lead to the position, in 64 bits.
  paths: atomic<u32>, high_paths: atomic<u32>
}
// Parents from `first` to `end`, whose children have keys from `low` to `high`. In the list `have` of `kept` places are
// taken, and behind these are `room` places for children.
struct Job {
  first: u32, end: u32, kept: u32, have: u32, room: u32, slots: u32, low: u32, high: u32, one_in: u32, sample: u32
}
@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read_write> parents: array<Place>;
@group(0) @binding(2) var<storage, read_write> list: array<Place>;
// A slot has a place of the list, counted from 1.
@group(0) @binding(3) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> firsts: array<First>;
@group(0) @binding(5) var<storage, read_write> flags: array<atomic<u32>, 5>;
@group(0) @binding(6) var<storage, read_write> sums: array<Sums>;
@group(0) @binding(7) var<storage, read_write> samples: array<array<u32, 11>>;
// What `flags` counts. The host reads all of them after each job.
const CHILDREN = 0u;
const FIRSTS = 1u;
// No room for children; none in the table, among the kept positions, or in 64 bits for paths.
const NO_ROOM = 2u;
const FULL = 3u;
const UNLIKE_COUNTS = 4u;

fn position_at(i: u32) -> Position {
  let ab = parents[i].ab;
  let co = parents[i].co;
  return Position(ab.xy, ab.zw, co.xy, co.zw, parents[i].state);
}
fn paths_at(i: u32) -> B { return B(atomicLoad(&parents[i].paths), atomicLoad(&parents[i].high_paths)); }

// ---- What decides about every move: attacked squares, checks and pins.
// The lines from a square in four directions. The other four are those on the board turned by half a circle, where
// they lead up, too.
struct Lines { n: B, e: B, ne: B, nw: B }
// What is around a king on its square. It stays there while the others move, so all positions after a move share this.
struct Around {
  up: Lines, down: Lines, knight: B, king: B,
  // For each of two rooks: its file, the files that have to be empty and those that the king passes, 8 bits each.
  castles: B
}
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
fn around(p: Position) -> Around {
  let king = kings(p) & p.ours;
  let square = square_of(king);
  let rooks = p.state & 0xffu;
  let castles = B(castle(square & 7u, rooks), castle(square & 7u, rooks & (rooks - 1u)));
  return Around(lines(square), lines(63u - square), all_of(jumps(king)), king_targets(king), castles);
}

struct Sight {
  occupied: B,
  // Attacked squares.
  danger: B,
  king_to: B,
  // Where a move other than the king's may end: everywhere, on the line of the checking piece, or nowhere.
  allowed: B,
  // Our pieces that are pinned on other lines than the vertical, and so on.
  not_v: B, not_h: B, not_d: B, not_a: B,
  // The files of the rooks with which the king may castle now.
  rooks: u32
}
// A line up to its first piece, and with it.
fn seen(line: B, occupied: B) -> B {
  let pieces = line & occupied;
  return line & (pieces ^ less_one(pieces));
}
// All lines of a king, likewise.
fn view(r: Around, occupied: B) -> Eight {
  let other = rotated(occupied);
  return Eight(seen(r.up.n, occupied), seen(r.up.e, occupied), seen(r.up.ne, occupied), seen(r.up.nw, occupied),
    rotated(seen(r.down.n, other)), rotated(seen(r.down.e, other)), rotated(seen(r.down.ne, other)),
    rotated(seen(r.down.nw, other)));
}
// The pieces of the other side that give check.
fn checkers(p: Position, r: Around, v: Eight) -> B {
  let king = kings(p) & p.ours;
  return ((r.knight & knights(p)) | ((pawn_takes_right(king) | pawn_takes_left(king)) & pawns(p))
    | ((v.n | v.s | v.e | v.w) & straights(p)) | ((v.ne | v.sw | v.nw | v.se) & diagonals(p))) & ~p.ours;
}
fn sight(p: Position, r: Around) -> Sight {
  let occupied = p.a | p.b | p.c;
  let theirs = occupied & ~p.ours;
  let diagonal = diagonals(p) & theirs;
  let straight = straights(p) & theirs;
  // Their sliders look through our king, which cannot flee along their line.
  let empty = ~occupied | (kings(p) & p.ours);
  let by = slides(straight, straight, diagonal, diagonal, empty);
  let danger = pawn_takes_down(pawns(p) & theirs) | all_of(jumps(knights(p) & theirs)) | king_targets(kings(p) & theirs)
    | all_of(by);
  let to = view(r, occupied);
  // What the king sees in one direction, and a slider in the opposite one: empty squares before a slider that gives
  // check, or a piece before another one. If that piece is ours, it is pinned.
  let on_v = (to.n & by.s) | (to.s & by.n);
  let on_h = (to.e & by.w) | (to.w & by.e);
  let on_d = (to.ne & by.sw) | (to.sw & by.ne);
  let on_a = (to.nw & by.se) | (to.se & by.nw);
  let checking = checkers(p, r, to);
  let checks = size(checking);
  let answers = checking | ((on_v | on_h | on_d | on_a) & ~occupied);
  let allowed = when(checks < 2u, select(answers, ALL, checks == 0u));
  // A rook that shields the way from a slider is pinned.
  let is_barred = ((r.castles >> B(8u, 8u)) & B(0xffu & occupied.x)) | ((r.castles >> B(16u, 16u)) & B(danger.x));
  let rooks = select(r.castles, NONE, is_barred != NONE) & B(0xffu & p.state & ~(on_h & p.ours).x);
  return Sight(occupied, danger, r.king & ~p.ours & ~danger, allowed, (on_h | on_d | on_a) & p.ours,
    (on_v | on_d | on_a) & p.ours, (on_v | on_h | on_a) & p.ours, (on_v | on_h | on_d) & p.ours, rooks.x | rooks.y);
}

fn en_passant_square(p: Position) -> B {
  return when((p.state & HAS_EN_PASSANT) != 0u, B(0u, 0x100u << ((p.state >> 16u) & 7u)));
}

// Our pawns that may take en passant. Two pieces leave the board, so no pin says it: the capture is made, and the king
// looks along all lines at what is left.
fn en_passant_takers(p: Position, r: Around) -> B {
  var can = NONE;
  let to = en_passant_square(p);
  let occupied = p.a | p.b | p.c;
  if (any_of(to)) {
    let victim = down(to, 8u);
    var takers = pawn_takes_down(to) & pawns(p) & p.ours;
    for (var n = 0u; n < 2u; n++) {
      let taker = lowest(takers);
      takers &= less_one(takers);
      let left = view(r, (occupied & ~(taker | victim)) | to);
      if (!any_of(checkers(p, r, left) & ~victim)) { can |= taker; }
    }
  }
  return can;
}

// The moves of these pieces of ours, if they are knights or sliders, as far as no pin forbids them.
fn our_jumps(pieces: B, p: Position, s: Sight) -> Eight { return jumps(knights(p) & pieces & ~(s.not_v | s.not_h)); }
fn our_slides(pieces: B, p: Position, s: Sight) -> Eight {
  let straight = straights(p) & pieces;
  let diagonal = diagonals(p) & pieces;
  return slides(straight & ~s.not_v, straight & ~s.not_h, diagonal & ~s.not_d, diagonal & ~s.not_a, ~s.occupied);
}
// Where our pawns may go, all but en passant.
struct PawnMoves { one: B, two: B, right: B, left: B }
fn our_pawn_moves(p: Position, s: Sight) -> PawnMoves {
  let ours = pawns(p) & p.ours;
  let one = up(ours & ~s.not_v, 8u) & ~s.occupied;
  let to_take = s.occupied & ~p.ours & s.allowed;
  return PawnMoves(one & s.allowed, up(one & RANK_3, 8u) & ~s.occupied & s.allowed,
    pawn_takes_right(ours & ~s.not_d) & to_take, pawn_takes_left(ours & ~s.not_a) & to_take);
}

// ---- One ply: how many legal moves there are, without those en passant, which few positions have.
fn count(p: Position, s: Sight) -> u32 {
  let to = ~p.ours & s.allowed;
  let pawn = our_pawn_moves(p, s);
  // A pawn becomes one of four pieces.
  let promotions = size(pawn.one & RANK_8) + size(pawn.right & RANK_8) + size(pawn.left & RANK_8);
  return size(s.king_to) + size_within(our_jumps(p.ours, p, s), to) + size_within(our_slides(p.ours, p, s), to)
    + size(pawn.one) + size(pawn.two) + size(pawn.right) + size(pawn.left) + 3u * promotions + countOneBits(s.rooks);
}

// ---- The moves one by one. A group of threads works on as many positions: each thread lists the moves of its own,
// and then all threads take the moves from one list, so that none waits for a position with many moves. A processor in
// place of a card is given small groups, and there each thread takes the moves of its own position: waiting costs less
// than shared memory, which such a driver reads for one thread after the other.
override GROUP = 64u;
override IS_SHARED = GROUP > 8u;
override STEP = select(1u, GROUP, IS_SHARED);
const MOST_MOVES = 2000u;
var<workgroup> moves: array<u32, MOST_MOVES>;
// How much of this list is taken, and how much was filled when a position had no room. Then there is another round.
var<workgroup> taken: atomic<u32>;
var<workgroup> filled: u32;
const ALL_LISTED = 0xffffffffu;
// The positions of the group, turned round, and what is around the king that moves next.
var<workgroup> shown: array<array<vec4<u32>, 8>, 64>;

// A move is a word: to (6 bits), from (6), the piece that it becomes or the file of the castling rook (3), one of these
// or none (2), the thread whose position it is. Its squares are turned round.
const EXPOSED = 0x8000u;
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
    left &= less_one(left);
  }
  return n;
}
// A pawn comes from a square that is so much less. On the last rank it becomes each of four pieces.
const QUEEN_ROOK_BISHOP_KNIGHT = 0x577u;
fn put_pawns(targets: B, step: u32, kind: u32, at: u32) -> u32 {
  var left = targets;
  var codes = QUEEN_ROOK_BISHOP_KNIGHT;
  var n = at;
  while (any_of(left)) {
    let square = square_of(left);
    let is_last_rank = square >= 56u;
    let code = select(PAWN, codes & 7u, is_last_rank);
    moves[n] = (kind + square + 64u * (square - step) + (code << 12u)) ^ TURN;
    n += 1u;
    codes >>= 3u;
    if (!is_last_rank || codes == 0u) {
      left &= less_one(left);
      codes = QUEEN_ROOK_BISHOP_KNIGHT;
    }
  }
  return n;
}
fn put_all(p: Position, s: Sight, takers: B, lane: u32, at: u32) -> u32 {
  let word = lane << 17u;
  var n = at;
  var left = p.ours & ~pawns(p);
  while (any_of(left)) {
    let origin = lowest(left);
    left &= less_one(left);
    let code = size(origin & p.a) + 2u * size(origin & p.b) + 4u * size(origin & p.c);
    let to = (all_of(our_jumps(origin, p, s)) | all_of(our_slides(origin, p, s))) & ~p.ours & s.allowed;
    n = put(select(to, s.king_to, code == KING), word | (code << 12u) | (square_of(origin) << 6u), 1u, n);
  }
  let pawn = our_pawn_moves(p, s);
  let their_pawns = pawns(p) & ~p.ours;
  let beside = (up(their_pawns, 1u) & NOT_A) | (down(their_pawns, 1u) & NOT_H);
  n = put_pawns(pawn.one, 8u, word, n);
  n = put_pawns(pawn.right, 9u, word, n);
  n = put_pawns(pawn.left, 7u, word, n);
  n = put_pawns(pawn.two & ~beside, 16u, word, n);
  left = takers;
  while (any_of(left)) {
    n = put(en_passant_square(p), word | EN_PASSANT | (PAWN << 12u) | (square_of(left) << 6u), 1u, n);
    left &= less_one(left);
  }
  let king = square_of(kings(p) & p.ours);
  for (var rooks = s.rooks; rooks != 0u; rooks &= rooks - 1u) {
    let rook = firstTrailingBit(rooks);
    n = put(B(select(4u, 64u, rook > king), 0u), word | CASTLING | (rook << 12u) | (king << 6u), 1u, n);
  }
  return put_pawns(pawn.two & beside, 16u, word | EXPOSED, n);
}

fn bit(square: u32) -> B {
  let one = 1u << (square & 31u);
  return select(B(one, 0u), B(0u, one), square >= 32u);
}
// The position after a move of the list, from one that is turned round: the side that has moved plays down.
fn after(p: Position, m: u32) -> Position {
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
  let a = (p.a & stays) | when((code & 1u) != 0u, to);
  let b = (p.b & stays) | when((code & 2u) != 0u, to) | rook;
  let c = (p.c & stays) | when((code & 4u) != 0u, to) | rook;
  let ours = p.ours & stays;
  // A rook that leaves its home, or is captured there, takes its right with it; the king takes both.
  let our_rooks = p.state & 0xffu & ~to.x;
  let their_rooks = select((p.state >> 8u) & ~(origin.y >> 24u), 0u, code == KING);
  let en_passant = select(0u, HAS_EN_PASSANT | ((m & 7u) << 16u), kind == EXPOSED);
  return Position(a, b, c, ours, our_rooks | (their_rooks << 8u) | en_passant);
}
// A position turned round, and what is around the king that moves next.
struct Shown { p: Position, r: Around }
fn shown_of(p: Position) -> Shown {
  let theirs = (p.a | p.b | p.c) & ~p.ours;
  let state = ((p.state >> 8u) & 0xffu) | ((p.state & 0xffu) << 8u);
  let q = Position(turned(p.a), turned(p.b), turned(p.c), turned(theirs), state);
  return Shown(q, around(q));
}
fn show(own: Shown, lane: u32) {
  let p = own.p;
  let r = own.r;
  shown[lane] = array<vec4<u32>, 8>(vec4<u32>(p.a, p.b), vec4<u32>(p.c, p.ours), vec4<u32>(r.up.n, r.up.e),
    vec4<u32>(r.up.ne, r.up.nw), vec4<u32>(r.down.n, r.down.e), vec4<u32>(r.down.ne, r.down.nw),
    vec4<u32>(r.knight, r.king), vec4<u32>(r.castles, p.state, 0u));
}
fn shown_at(lane: u32) -> Shown {
  let s = shown[lane];
  return Shown(Position(s[0].xy, s[0].zw, s[1].xy, s[1].zw, s[7].z), Around(Lines(s[2].xy, s[2].zw, s[3].xy, s[3].zw),
    Lines(s[4].xy, s[4].zw, s[5].xy, s[5].zw), s[6].xy, s[6].zw, s[7].xy));
}

// What a thread knows of its position while the group lists moves.
struct Own {
  is_waiting: bool,
  moves: u32,
  // The leaves two plies below that are en passant.
  passant: u32,
  // In this round: where its moves are listed and how many, and which of all moves it makes.
  at: u32, listed: u32, first: u32, end: u32,
  shown: Shown
}
// A round: those threads list their moves that have not yet done so, as far as there is room.
// Whoever calls it loads `filled` itself: a browser refuses to wait in a loop which, for all that it sees, some threads
// may leave before others.
fn list_moves(i: u32, lane: u32, own: ptr<function, Own>) {
  if (lane == 0u) {
    atomicStore(&taken, 0u);
    filled = ALL_LISTED;
  }
  workgroupBarrier();
  (*own).listed = 0u;
  if ((*own).is_waiting) {
    let p = position_at(i);
    let r = around(p);
    let s = sight(p, r);
    let takers = en_passant_takers(p, r);
    let n = count(p, s) + size(takers);
    let at = atomicAdd(&taken, n);
    if (at + n <= MOST_MOVES) {
      let turned = shown_of(p);
      if (IS_SHARED) { show(turned, lane); }
      let end = put_all(p, s, takers, lane, at);
      if (end != at + n) { atomicAdd(&flags[UNLIKE_COUNTS], 1u); }
      // Pawns that may be taken en passant are listed last.
      for (var k = end; k > at && (moves[k - 1u] & CASTLING) == EXPOSED; k--) {
        (*own).passant += size(en_passant_takers(after(turned.p, moves[k - 1u]), turned.r));
      }
      (*own).is_waiting = false;
      (*own).moves = n;
      (*own).listed = n;
      (*own).at = at;
      (*own).shown = turned;
    } else if (at <= MOST_MOVES) {
      filled = at;
    }
  }
  workgroupBarrier();
  (*own).first = select((*own).at, lane, IS_SHARED);
  (*own).end = select((*own).at + (*own).listed, min(filled, atomicLoad(&taken)), IS_SHARED);
}
fn shown_for(own: Own, m: u32) -> Shown {
  if (IS_SHARED) { return shown_at(m >> 17u); }
  return own.shown;
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
  let high = (a >> 16u) * (b >> 16u) + (one >> 16u) + (other >> 16u) + (middle >> 16u);
  return B((low & 0xffffu) | (middle << 16u), high);
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
  shown[lane][0] = own.paths;
  shown[lane][1] = own.below;
  shown[lane][2] = own.walked;
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) {
      for (var row = 0u; row < 3u; row++) { shown[lane][row] = sum_128(shown[lane][row], shown[lane + half][row]); }
    }
  }
  if (lane == 0u) { sums[group] = Sums(shown[0][0], shown[0][1], shown[0][2]); }
}
fn sums_with(sums: Sums, i: u32, below: u32) -> Sums {
  let paths = paths_at(i);
  return Sums(sum_with(sums.paths, paths, 1u), sum_with(sums.below, paths, below),
    sum_128(sums.walked, vec4<u32>(below, 0u, 0u, 0u)));
}

// Counts the leaves two plies below each position, times its paths. One of so many is put down with its counts, and the
// host counts it again.
@compute @workgroup_size(GROUP)
fn leaves(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32) {
  var sums = Sums();
  for (var base = job.first + GROUP * group.x; base < job.end; base += GROUP * groups.x) {
    let i = base + lane;
    var own = Own();
    own.is_waiting = i < job.end;
    var below = 0u;
    loop {
      list_moves(i, lane, &own);
      for (var k = own.first; k < own.end; k += STEP) {
        let here = shown_for(own, moves[k]);
        let p = after(here.p, moves[k]);
        let n = count(p, sight(p, here.r));
        if (IS_SHARED) { moves[k] = n; } else { below += n; }
      }
      let end = workgroupUniformLoad(&filled);
      if (IS_SHARED) {
        for (var k = 0u; k < own.listed; k++) { below += moves[own.at + k]; }
      }
      if (end == ALL_LISTED) { break; }
    }
    if (i < job.end) {
      below += own.passant;
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
@compute @workgroup_size(GROUP)
fn grow(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32) {
  var sums = Sums();
  for (var base = job.first + GROUP * group.x; base < job.end; base += GROUP * groups.x) {
    let i = base + lane;
    var own = Own();
    own.is_waiting = i < job.end;
    loop {
      list_moves(i, lane, &own);
      var within = 0u;
      for (var k = own.first; k < own.end; k += STEP) {
        let key = key_of(after(shown_for(own, moves[k]).p, moves[k]));
        if (key < job.low || key >= job.high) { moves[k] = OUTSIDE; } else { within += 1u; }
      }
      var at = atomicAdd(&flags[CHILDREN], within);
      if (at + within <= job.room) {
        for (var k = own.first; k < own.end; k += STEP) {
          let m = moves[k];
          if (m != OUTSIDE) {
            let p = after(shown_for(own, m).p, m);
            let paths = paths_at(base + (m >> 17u));
            store(job.kept + at, vec4<u32>(p.a, p.b), vec4<u32>(p.c, p.ours), p.state, hash_of(p), paths);
            at += 1u;
          }
        }
      } else {
        atomicAdd(&flags[NO_ROOM], 1u);
      }
      if (workgroupUniformLoad(&filled) == ALL_LISTED) { break; }
    }
    if (i < job.end) { sums = sums_with(sums, i, own.moves); }
  }
  leave_sums(group.x, lane, sums);
}
const OUTSIDE = 0xffffffffu;
// A position's key is that of the pieces which do not move next. So whatever moves, most positions that can become
// equal have the same.
fn key_of(p: Position) -> u32 {
  let theirs = (p.a | p.b | p.c) & ~p.ours;
  return mixed(mixed(mixed(mixed(1u, theirs.x), theirs.y), p.b.x & theirs.x), p.b.y & theirs.y) >> 8u;
}
fn mixed(h: u32, x: u32) -> u32 { let v = (h ^ x) * 0x9e3779b1u; return v ^ (v >> 15u); }
fn hash_of(p: Position) -> u32 {
  let hash = mixed(mixed(mixed(mixed(1u, p.a.x), p.a.y), p.b.x), p.b.y);
  return mixed(mixed(mixed(mixed(mixed(hash, p.c.x), p.c.y), p.ours.x), p.ours.y), p.state);
}
fn store(i: u32, ab: vec4<u32>, co: vec4<u32>, state: u32, hash: u32, paths: B) {
  list[i].ab = ab;
  list[i].co = co;
  list[i].state = state;
  list[i].hash = hash;
  atomicStore(&list[i].paths, paths.x);
  atomicStore(&list[i].high_paths, paths.y);
}
fn listed_paths(i: u32) -> B { return B(atomicLoad(&list[i].paths), atomicLoad(&list[i].high_paths)); }

// Gives each child a slot of the table: its own, or that of an equal position, to which it adds its paths.
struct First { place: u32, slot: u32 }
@compute @workgroup_size(GROUP)
fn unify(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (atomicLoad(&flags[NO_ROOM]) > 0u) { return; }
  let end = job.kept + atomicLoad(&flags[CHILDREN]);
  for (var i = job.kept + id.x; i < end; i += GROUP * groups.x) {
    let hash = list[i].hash;
    var slot = hash & (job.slots - 1u);
    var tries = 0u;
    loop {
      let place = atomicLoad(&table[slot]);
      if (place == 0u) {
        // If another child was quicker, or the exchange failed for no reason, the slot is looked at again.
        if (atomicCompareExchangeWeak(&table[slot], 0u, i + 1u).exchanged) {
          firsts[atomicAdd(&flags[FIRSTS], 1u)] = First(i, slot);
          break;
        }
      } else {
        if (list[place - 1u].hash == hash && is_equal(i, place - 1u)) {
          add_paths(place - 1u, listed_paths(i));
          break;
        }
        slot = (slot + 1u) & (job.slots - 1u);
        tries += 1u;
        if (tries == job.slots) {
          atomicAdd(&flags[FULL], 1u);
          break;
        }
      }
    }
  }
}
// The hash only says where to begin: two positions are one if all nine words are equal.
fn is_equal(i: u32, j: u32) -> bool {
  return all(list[i].ab == list[j].ab) && all(list[i].co == list[j].co) && list[i].state == list[j].state;
}
// Whatever other threads do between the two additions, each carry is added once.
fn add_paths(i: u32, paths: B) {
  let low = atomicAdd(&list[i].paths, paths.x);
  let more = paths.y + carried(low + paths.x, low);
  let high = atomicAdd(&list[i].high_paths, more);
  if (more < paths.y || high + more < high) { atomicAdd(&flags[FULL], 1u); }
}

// Moves each child with a slot of its own to the kept positions.
@compute @workgroup_size(GROUP)
fn keep(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let end = job.have + atomicLoad(&flags[FIRSTS]);
  if (end > job.kept) {
    atomicAdd(&flags[FULL], 1u);
    return;
  }
  for (var to = job.have + id.x; to < end; to += GROUP * groups.x) {
    let first = firsts[to - job.have];
    let i = first.place;
    store(to, list[i].ab, list[i].co, list[i].state, list[i].hash, listed_paths(i));
    atomicStore(&table[first.slot], to + 1u);
  }
}
