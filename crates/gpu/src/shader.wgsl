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
fn any_of(b: B) -> bool { return (b.x | b.y) != 0u; }
fn size(b: B) -> u32 { return countOneBits(b.x) + countOneBits(b.y); }
fn when(is_so: bool, b: B) -> B { return select(NONE, b, is_so); }
fn less_one(b: B) -> B { return B(b.x - 1u, b.y - select(0u, 1u, b.x == 0u)); }
fn lowest(b: B) -> B { return b & ~less_one(b); }
fn square_of(bit: B) -> u32 { return select(32u + firstTrailingBit(bit.y), firstTrailingBit(bit.x), bit.x != 0u); }
fn turned_word(x: u32) -> u32 { return (x << 24u) | ((x & 0xff00u) << 8u) | ((x >> 8u) & 0xff00u) | (x >> 24u); }
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
const KING = 3u;
fn pawns(p: Position) -> B { return p.a & ~p.b & ~p.c; }
fn knights(p: Position) -> B { return p.b & ~p.a & ~p.c; }
fn kings(p: Position) -> B { return p.a & p.b & ~p.c; }
fn diagonals(p: Position) -> B { return p.c & p.a; }
fn straights(p: Position) -> B { return p.c & p.b; }

// ---- The memory.
// In memory a position has no word `state`, since three codes are left over: a rook that may castle has the third bit
// alone, and a pawn that may be captured en passant the bit of our pieces alone.
struct Packed { ab: vec4<u32>, co: vec4<u32> }
fn packed(p: Position) -> Packed {
  let rooks = B(p.state & 0xffu, (p.state << 16u) & 0xff000000u);
  let exposed = down(en_passant_square(p), 8u);
  return Packed(vec4<u32>(p.a & ~exposed, p.b & ~rooks), vec4<u32>(p.c, p.ours | exposed));
}
fn unpacked(ab: vec4<u32>, co: vec4<u32>) -> Position {
  let rooks = co.xy & ~(ab.xy | ab.zw);
  let exposed = co.zw & ~(ab.xy | ab.zw | co.xy);
  let ours = co.zw & ~exposed;
  let file = firstTrailingBit(exposed.y);
  let state = (rooks.x & ours.x) | ((rooks.y & ~ours.y) >> 16u)
    | select(0u, HAS_EN_PASSANT | (file << 16u), exposed.y != 0u);
  return Position(ab.xy | exposed, ab.zw | rooks, co.xy, ours, state);
}
// A list is three buffers: two for the halves of its positions, and one for how many paths lead to each, in 64 bits. So
// it may be larger than the largest buffer of a card. All children of some parents are written once, and then each list
// takes those with keys in its window.
struct Job {
  // The parents of `grow` and `leaves`.
  first: u32, end: u32,
  // So many positions the list has room for, or for `grow` the children. How many it has, and the slots of its table.
  room: u32, have: u32, slots: u32,
  // The number of the list, and the keys of its window: from `low`, and below `high`.
  list: u32, low: u32, high: u32,
  // `leaves` puts down each position whose number divided by `one_in` leaves `sample`.
  one_in: u32, sample: u32
}
@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage> parents_ab: array<vec4<u32>>;
@group(0) @binding(2) var<storage> parents_co: array<vec4<u32>>;
@group(0) @binding(3) var<storage> parents_paths: array<B>;
@group(0) @binding(4) var<storage, read_write> list_ab: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> list_co: array<vec4<u32>>;
// The lower word of each position, and the higher one.
@group(0) @binding(6) var<storage, read_write> list_paths: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> children_ab: array<vec4<u32>>;
@group(0) @binding(8) var<storage, read_write> children_co: array<vec4<u32>>;
// The same two words of each child. Then its key with the bit of `CHILD`, until `unify` looks at it; its slot of the
// table, counted from 1, until the list has it; and otherwise 0.
@group(0) @binding(9) var<storage, read_write> children_paths: array<atomic<u32>>;
// A slot has a place of the list, counted from 1, or of a child.
@group(0) @binding(10) var<storage, read_write> table: array<atomic<u32>>;
const CHILD = 0x80000000u;
@group(0) @binding(11) var<storage, read_write> flags: array<atomic<u32>, 12>;
@group(0) @binding(12) var<storage, read_write> sums: array<Sums>;
@group(0) @binding(13) var<storage, read_write> samples: array<array<u32, 10>>;
// What `flags` counts. The host reads all of them after each job.
const CHILDREN = 0u;
// No room for children; none in the table, in the list, or in 64 bits for paths.
const NO_ROOM = 1u;
const FULL = 2u;
const UNLIKE_COUNTS = 3u;
// From here on there is a flag for each list: how many children it has taken.
const TAKEN = 4u;

fn position_at(i: u32) -> Position { return unpacked(parents_ab[i], parents_co[i]); }

// ---- What decides about every move: attacked squares, checks and pins.
struct Sight {
  occupied: B, king_to: B,
  // Where a move other than the king's may end: everywhere, on the line of the checking piece, or nowhere.
  allowed: B,
  // Our pieces that are pinned on other lines than the vertical, and so on.
  not_v: B, not_h: B, not_d: B, not_a: B,
  // Our pawns that may take en passant, and the files of the rooks with which the king may castle.
  takers: B, rooks: u32
}
// What our king sees: the empty squares in each direction, and the first piece. The king's own square may be empty.
fn view(king: B, empty: B) -> Eight { return slides(king, king, king, king, empty); }
// The pieces of the other side that give check.
fn checkers(p: Position, king: B, v: Eight) -> B {
  return ((all_of(jumps(king)) & knights(p)) | ((pawn_takes_right(king) | pawn_takes_left(king)) & pawns(p))
    | ((v.n | v.s | v.e | v.w) & straights(p)) | ((v.ne | v.sw | v.nw | v.se) & diagonals(p))) & ~p.ours;
}
fn sight(p: Position) -> Sight {
  let occupied = p.a | p.b | p.c;
  let king = kings(p) & p.ours;
  let theirs = occupied & ~p.ours;
  let diagonal = diagonals(p) & theirs;
  let straight = straights(p) & theirs;
  // Their sliders look through our king, which cannot flee along their line.
  let empty = ~occupied | king;
  let by = slides(straight, straight, diagonal, diagonal, empty);
  let danger = pawn_takes_down(pawns(p) & theirs) | all_of(jumps(knights(p) & theirs)) | king_targets(kings(p) & theirs)
    | all_of(by);
  let to = view(king, empty);
  // What the king sees in one direction, and a slider in the opposite one: empty squares before a slider that gives
  // check, or a piece before another one. If that piece is ours, it is pinned.
  let on_v = (to.n & by.s) | (to.s & by.n);
  let on_h = (to.e & by.w) | (to.w & by.e);
  let on_d = (to.ne & by.sw) | (to.sw & by.ne);
  let on_a = (to.nw & by.se) | (to.se & by.nw);
  let checking = checkers(p, king, to);
  let checks = size(checking);
  let answers = checking | ((on_v | on_h | on_d | on_a) & ~occupied);
  let allowed = when(checks < 2u, select(answers, ALL, checks == 0u));
  return Sight(occupied, king_targets(king) & ~p.ours & ~danger, allowed, (on_h | on_d | on_a) & p.ours,
    (on_v | on_d | on_a) & p.ours, (on_v | on_h | on_a) & p.ours, (on_v | on_h | on_d) & p.ours,
    en_passant_takers(p, king, empty), castles(p, king.x, occupied.x, danger.x, on_h.x));
}
// The files from one to another, both included, as squares of the first rank.
fn span(a: u32, b: u32) -> u32 { return ((2u << max(a, b)) - 1u) & ~((1u << min(a, b)) - 1u); }
// The files of the rooks with which our king may castle. They may stand anywhere on the first rank, as in Chess960, and a
// rook that shields the king's way from a slider is pinned.
fn castles(p: Position, king: u32, occupied: u32, danger: u32, pinned: u32) -> u32 {
  var can = 0u;
  for (var rooks = p.state & 0xffu & ~pinned; rooks != 0u; rooks &= rooks - 1u) {
    let rook = firstTrailingBit(rooks);
    let home = firstTrailingBit(king);
    let is_right = rook > home;
    let passed = span(home, select(2u, 6u, is_right));
    let empty = (passed | span(rook, select(3u, 5u, is_right))) & ~(king | (1u << rook));
    if (((empty & occupied) | (passed & danger)) == 0u) { can |= 1u << rook; }
  }
  return can;
}

fn en_passant_square(p: Position) -> B {
  return when((p.state & HAS_EN_PASSANT) != 0u, B(0u, 0x100u << ((p.state >> 16u) & 7u)));
}

// Our pawns that may take en passant. Two pieces leave the board, so no pin says it: the capture is made, and the king
// looks along all lines at what is left.
fn en_passant_takers(p: Position, king: B, empty: B) -> B {
  let to = en_passant_square(p);
  let victim = down(to, 8u);
  var can = NONE;
  for (var left = pawn_takes_down(to) & pawns(p) & p.ours; any_of(left); left &= less_one(left)) {
    let taker = lowest(left);
    let after = view(king, (empty | taker | victim) & ~to);
    if (!any_of(checkers(p, king, after) & ~victim)) { can |= taker; }
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

// ---- One ply: how many legal moves there are.
fn count(p: Position, s: Sight) -> u32 {
  let to = ~p.ours & s.allowed;
  let pawn = our_pawn_moves(p, s);
  // A pawn becomes one of four pieces.
  let promotions = size(pawn.one & RANK_8) + size(pawn.right & RANK_8) + size(pawn.left & RANK_8);
  return size(s.king_to) + size_within(our_jumps(p.ours, p, s), to) + size_within(our_slides(p.ours, p, s), to)
    + size(pawn.one) + size(pawn.two) + size(pawn.right) + size(pawn.left) + 3u * promotions
    + size(s.takers) + countOneBits(s.rooks);
}

// ---- The moves one by one. A group of threads works on as many positions: each thread lists the moves of its own,
// and then all threads take the moves from one list, so that none waits for a position with many moves.
const GROUP = 64u;
const MOST_MOVES = 2000u;
var<workgroup> moves: array<u32, MOST_MOVES>;
// How much of this list is taken, and how much was filled when a position had no room. Then there is another round.
var<workgroup> taken: atomic<u32>;
var<workgroup> filled: u32;
// Where the children of the group are written.
var<workgroup> room_begin: u32;
const ALL_LISTED = 0xffffffffu;
// The positions of the group, turned round.
var<workgroup> shown: array<Position, GROUP>;

// A move is a word: to (6 bits), from (6), the piece that it becomes or the file of the castling rook (3), one of these
// or none (2), the thread whose position it is (6). Its squares are turned round.
const EXPOSED = 0x8000u;
const EN_PASSANT = 0x10000u;
const CASTLING = 0x18000u;
const TURN = 56u * 65u;

// Lists a move to each square of a set. For the next square the word is greater by `each`.
fn put(targets: B, word: u32, each: u32, at: u32) -> u32 {
  var n = at;
  for (var left = targets; any_of(left); left &= less_one(left)) {
    moves[n] = (word + each * square_of(left)) ^ TURN;
    n += 1u;
  }
  return n;
}
// A pawn comes from a square that is so much less. On the last rank it becomes each of four pieces.
const QUEEN_ROOK_BISHOP_KNIGHT = 0x577u;
fn put_pawns(targets: B, step: u32, kind: u32, at: u32) -> u32 {
  let word = kind - 64u * step;
  var n = put(targets & ~RANK_8, word + (PAWN << 12u), 65u, at);
  for (var codes = QUEEN_ROOK_BISHOP_KNIGHT; codes != 0u; codes >>= 3u) {
    n = put(targets & RANK_8, word + ((codes & 7u) << 12u), 65u, n);
  }
  return n;
}
fn put_all(p: Position, s: Sight, lane: u32, at: u32) -> u32 {
  let word = lane << 17u;
  var n = at;
  for (var left = p.ours & ~pawns(p); any_of(left); left &= less_one(left)) {
    let origin = lowest(left);
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
  n = put_pawns(pawn.two & beside, 16u, word | EXPOSED, n);
  let passant = word | EN_PASSANT | (PAWN << 12u) | square_of(en_passant_square(p));
  n = put(s.takers, passant, 64u, n);
  let king = square_of(kings(p) & p.ours);
  for (var rooks = s.rooks; rooks != 0u; rooks &= rooks - 1u) {
    let rook = firstTrailingBit(rooks);
    n = put(B(select(4u, 64u, rook > king), 0u), word | CASTLING | (rook << 12u) | (king << 6u), 1u, n);
  }
  return n;
}

fn bit(square: u32) -> B { return select(B(1u, 0u), B(0u, 1u), square >= 32u) << B(square & 31u, square & 31u); }
// The position after a move of the list.
fn after(m: u32) -> Position {
  // It is turned round: the side that moves here plays down.
  let p = shown[m >> 17u];
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
fn turned_round(p: Position) -> Position {
  let theirs = (p.a | p.b | p.c) & ~p.ours;
  let state = ((p.state >> 8u) & 0xffu) | ((p.state & 0xffu) << 8u);
  return Position(turned(p.a), turned(p.b), turned(p.c), turned(theirs), state);
}

// What a thread knows of its position while the group lists moves.
struct Own {
  is_waiting: bool,
  moves: u32,
  // Where these are listed, and how many in this round.
  at: u32, listed: u32
}
// A round: those threads list their moves that have not yet done so, as far as there is room. Returns where the list
// ends. Whoever calls it loads `filled` itself: a browser refuses to wait in a loop which, for all that it sees, some
// threads may leave before others.
fn list_moves(i: u32, lane: u32, own: ptr<function, Own>) -> u32 {
  if (lane == 0u) {
    atomicStore(&taken, 0u);
    filled = ALL_LISTED;
  }
  workgroupBarrier();
  (*own).listed = 0u;
  if ((*own).is_waiting) {
    let p = position_at(i);
    let s = sight(p);
    let n = count(p, s);
    let at = atomicAdd(&taken, n);
    if (at + n <= MOST_MOVES) {
      if (put_all(p, s, lane, at) != at + n) { atomicAdd(&flags[UNLIKE_COUNTS], 1u); }
      *own = Own(false, n, at, n);
      shown[lane] = turned_round(p);
    } else if (at <= MOST_MOVES) {
      filled = at;
    }
  }
  workgroupBarrier();
  return min(filled, atomicLoad(&taken));
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
// As many times `n` as there are paths.
fn times(paths: B, n: u32) -> vec4<u32> {
  return sum_128(vec4<u32>(product(paths.x, n), 0u, 0u), vec4<u32>(0u, product(paths.y, n), 0u));
}

// ---- The steps. A group takes places from `first` to `end`, and then those that are as many further on as all groups
// take at a time.
// What a thread has found: the paths to its positions, these times what is below, and what was walked for it.
struct Sums { paths: vec4<u32>, below: vec4<u32>, walked: vec4<u32> }
fn sums_of(a: Sums, b: Sums) -> Sums {
  return Sums(sum_128(a.paths, b.paths), sum_128(a.below, b.below), sum_128(a.walked, b.walked));
}
fn sums_with(sums: Sums, i: u32, below: u32) -> Sums {
  let paths = parents_paths[i];
  return sums_of(sums, Sums(vec4<u32>(paths, 0u, 0u), times(paths, below), vec4<u32>(below, 0u, 0u, 0u)));
}
var<workgroup> parts: array<Sums, GROUP>;
fn leave_sums(group: u32, lane: u32, own: Sums) {
  parts[lane] = own;
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) { parts[lane] = sums_of(parts[lane], parts[lane + half]); }
  }
  if (lane == 0u) { sums[group] = parts[0]; }
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
      let end = list_moves(i, lane, &own);
      for (var k = lane; k < end; k += GROUP) {
        let p = after(moves[k]);
        moves[k] = count(p, sight(p));
      }
      let is_last = workgroupUniformLoad(&filled) == ALL_LISTED;
      for (var k = 0u; k < own.listed; k++) { below += moves[own.at + k]; }
      if (is_last) { break; }
    }
    if (i < job.end) {
      sums = sums_with(sums, i, below);
      if (i % job.one_in == job.sample) {
        let ab = parents_ab[i];
        let co = parents_co[i];
        samples[i / job.one_in] = array<u32, 10>(ab.x, ab.y, ab.z, ab.w, co.x, co.y, co.z, co.w, own.moves, below);
      }
    }
  }
  leave_sums(group.x, lane, sums);
}

// Writes the positions after each move, in any order.
@compute @workgroup_size(GROUP)
fn grow(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32) {
  var sums = Sums();
  for (var base = job.first + GROUP * group.x; base < job.end; base += GROUP * groups.x) {
    let i = base + lane;
    var own = Own();
    own.is_waiting = i < job.end;
    loop {
      let end = list_moves(i, lane, &own);
      if (lane == 0u) { room_begin = atomicAdd(&flags[CHILDREN], end); }
      let begin = workgroupUniformLoad(&room_begin);
      if (begin + end <= job.room) {
        for (var k = lane; k < end; k += GROUP) {
          let child = after(moves[k]);
          let p = packed(child);
          let paths = parents_paths[base + (moves[k] >> 17u)];
          children_ab[begin + k] = p.ab;
          children_co[begin + k] = p.co;
          atomicStore(&children_paths[3u * (begin + k)], paths.x);
          atomicStore(&children_paths[3u * (begin + k) + 1u], paths.y);
          atomicStore(&children_paths[3u * (begin + k) + 2u], CHILD | key_of(child));
        }
      } else if (lane == 0u) {
        atomicAdd(&flags[NO_ROOM], 1u);
      }
      if (workgroupUniformLoad(&filled) == ALL_LISTED) { break; }
    }
    if (i < job.end) { sums = sums_with(sums, i, own.moves); }
  }
  leave_sums(group.x, lane, sums);
}
// A position's key is that of the pieces which do not move next. So whatever moves, most positions that can become
// equal have the same.
fn key_of(p: Position) -> u32 {
  let theirs = (p.a | p.b | p.c) & ~p.ours;
  return mixed(mixed(mixed(mixed(1u, theirs.x), theirs.y), p.b.x & theirs.x), p.b.y & theirs.y) >> 8u;
}
fn mixed(h: u32, x: u32) -> u32 { let v = (h ^ x) * 0x9e3779b1u; return v ^ (v >> 15u); }
fn hash_of(p: Packed) -> u32 {
  let hash = mixed(mixed(mixed(mixed(1u, p.ab.x), p.ab.y), p.ab.z), p.ab.w);
  return mixed(mixed(mixed(mixed(hash, p.co.x), p.co.y), p.co.z), p.co.w);
}
// Gives each child in the window a slot of the table: its own, or that of an equal position, to which it adds its paths.
@compute @workgroup_size(GROUP)
fn unify(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (atomicLoad(&flags[NO_ROOM]) > 0u) { return; }
  let end = atomicLoad(&flags[CHILDREN]);
  for (var i = id.x; i < end; i += GROUP * groups.x) {
    let key = atomicLoad(&children_paths[3u * i + 2u]) ^ CHILD;
    if (key < job.low || key >= job.high) { continue; }
    let own = Packed(children_ab[i], children_co[i]);
    var slot = hash_of(own) & (job.slots - 1u);
    var tries = 0u;
    var own_slot = 0u;
    loop {
      let place = atomicLoad(&table[slot]);
      if (place == 0u) {
        // If another child was quicker, or the exchange failed for no reason, the slot is looked at again.
        if (atomicCompareExchangeWeak(&table[slot], 0u, CHILD | (i + 1u)).exchanged) {
          own_slot = slot + 1u;
          break;
        }
      } else {
        if (adds_to(place, own, i)) { break; }
        slot = (slot + 1u) & (job.slots - 1u);
        tries += 1u;
        if (tries == job.slots) {
          atomicAdd(&flags[FULL], 1u);
          break;
        }
      }
    }
    atomicStore(&children_paths[3u * i + 2u], own_slot);
  }
}
// Adds the paths of a child to an equal position. The hash only says where to begin: two positions are one if all eight
// words are equal.
fn adds_to(place: u32, own: Packed, i: u32) -> bool {
  let at = (place & ~CHILD) - 1u;
  let paths = child_paths(i);
  if ((place & CHILD) != 0u) {
    if (any(children_ab[at] != own.ab) || any(children_co[at] != own.co)) { return false; }
    let low = atomicAdd(&children_paths[3u * at], paths.x);
    let more = paths.y + carried(low + paths.x, low);
    flag_carry(more < paths.y, atomicAdd(&children_paths[3u * at + 1u], more), more);
  } else {
    if (any(list_ab[at] != own.ab) || any(list_co[at] != own.co)) { return false; }
    let low = atomicAdd(&list_paths[2u * at], paths.x);
    let more = paths.y + carried(low + paths.x, low);
    flag_carry(more < paths.y, atomicAdd(&list_paths[2u * at + 1u], more), more);
  }
  return true;
}
fn child_paths(i: u32) -> B { return B(atomicLoad(&children_paths[3u * i]), atomicLoad(&children_paths[3u * i + 1u])); }
// Whatever other threads do between the two additions, each carry is added once.
fn flag_carry(is_lost: bool, high: u32, more: u32) {
  if (is_lost || high + more < high) { atomicAdd(&flags[FULL], 1u); }
}

// Appends each child with a slot of its own to the list.
@compute @workgroup_size(GROUP)
fn keep(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (atomicLoad(&flags[NO_ROOM]) > 0u) { return; }
  let end = atomicLoad(&flags[CHILDREN]);
  for (var i = id.x; i < end; i += GROUP * groups.x) {
    let slot = atomicLoad(&children_paths[3u * i + 2u]);
    if (slot == 0u || slot >= CHILD) { continue; }
    let to = job.have + atomicAdd(&flags[TAKEN + job.list], 1u);
    if (to < job.room) {
      let paths = child_paths(i);
      list_ab[to] = children_ab[i];
      list_co[to] = children_co[i];
      atomicStore(&list_paths[2u * to], paths.x);
      atomicStore(&list_paths[2u * to + 1u], paths.y);
      atomicStore(&table[slot - 1u], to + 1u);
      atomicStore(&children_paths[3u * i + 2u], 0u);
    } else {
      // The host throws all of this away.
      atomicAdd(&flags[FULL], 1u);
    }
  }
}
