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

// ---- The memory. A place of a list is two rows of `boards` and three words of `rest`: the state, and how many
// paths lead to the position, in 64 bits.
struct Job { first: u32, end: u32, stride: u32, room: u32, slots: u32, kept: u32, one_in: u32, sample: u32 }
@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> parent_boards: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> parent_rest: array<u32>;
@group(0) @binding(3) var<storage, read_write> child_boards: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> child_rest: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> kept_boards: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> kept_rest: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> firsts: array<B>;
@group(0) @binding(9) var<storage, read_write> flags: array<atomic<u32>, 8>;
@group(0) @binding(10) var<storage, read_write> sums: array<vec4<u32>>;
@group(0) @binding(11) var<storage, read_write> samples: array<array<u32, 10>>;
// What `flags` counts. The host reads all of them after each step.
const CHILDREN = 0u;
const FIRSTS = 1u;
const NO_ROOM = 2u;
const NO_SLOT = 3u;
const TOO_MANY_PATHS = 4u;
const UNLIKE_COUNTS = 5u;

fn position_at(i: u32) -> Position {
  let p = parent_boards[2u * i];
  let q = parent_boards[2u * i + 1u];
  return Position(p.xy, p.zw, q.xy, q.zw, parent_rest[3u * i]);
}
fn paths_at(i: u32) -> B { return B(parent_rest[3u * i + 1u], parent_rest[3u * i + 2u]); }

// ---- What decides about every move: attacked squares, checks and pins.
struct Sight {
  occupied: B,
  // Attacked squares, as if our king were not there.
  danger: B,
  // Where a move other than the king's may end: everywhere, on the line of the checking piece, or nowhere.
  allowed: B,
  // Our pieces that are pinned on other lines than the vertical, and so on; and those pinned on the horizontal.
  not_v: B, not_h: B, not_d: B, not_a: B, pin_h: B,
  checks: u32
}

// One direction from the king: the first piece there may check, the second may pin the first.
struct Line { check: B, pinned: B, checks: u32 }
fn line(ray: B, occupied: B, sliders: B, ours: B) -> Line {
  let pieces = ray & occupied;
  let first = lowest(pieces);
  let is_check = any_of(first & sliders);
  let is_pin = any_of(lowest(pieces & ~first) & sliders);
  return Line(when(is_check, ray & (first | below(first))), when(is_pin, first & ours), select(0u, 1u, is_check));
}
// The four directions that lead to greater squares. Shifted to the king, what leaves the board at a side comes back at
// the other one, and is cut off there.
struct Lines { check: B, pin_v: B, pin_h: B, pin_d: B, pin_a: B, checks: u32 }
fn lines(king: u32, occupied: B, straight: B, diagonal: B, ours: B) -> Lines {
  let file = king & 7u;
  let right = B(((0xffu << file) & 0xffu) * 0x01010101u);
  let left = B(((2u << file) - 1u) * 0x01010101u);
  let n = line(up_by(B(0x01010100u, 0x01010101u), king), occupied, straight, ours);
  let e = line(up_by(B(0xfeu, 0u), king) & right, occupied, straight, ours);
  let ne = line(up_by(B(0x08040200u, 0x80402010u), king) & right, occupied, diagonal, ours);
  let nw = line(up_by(B(0x10204080u, 0x00020408u), king) & left, occupied, diagonal, ours);
  let checks = n.checks + e.checks + ne.checks + nw.checks;
  return Lines(n.check | e.check | ne.check | nw.check, n.pinned, e.pinned, ne.pinned, nw.pinned, checks);
}

fn sight(p: Position) -> Sight {
  let occupied = p.a | p.b | p.c;
  let theirs = occupied & ~p.ours;
  let king = kings(p) & p.ours;
  let square = square_of(king);
  let diagonal = diagonals(p) & theirs;
  let straight = straights(p) & theirs;
  let their_pawns = pawns(p) & theirs;
  let their_knights = knights(p) & theirs;
  let free = ~(occupied & ~king);
  let danger = (down(their_pawns, 9u) & NOT_H) | (down(their_pawns, 7u) & NOT_A) | knight_targets(their_knights)
    | king_targets(kings(p) & theirs)
    | north(straight, free) | south(straight, free) | east(straight, free) | west(straight, free)
    | north_east(diagonal, free) | south_west(diagonal, free)
    | north_west(diagonal, free) | south_east(diagonal, free);
  let leapers = (knight_targets(king) & their_knights)
    | ((pawn_takes_right(king) | pawn_takes_left(king)) & their_pawns);
  let l = lines(square, occupied, straight, diagonal, p.ours);
  // The other four are the same on the board turned by half a circle.
  let m = lines(63u - square, rotated(occupied), rotated(straight), rotated(diagonal), rotated(p.ours));
  let checks = size(leapers) + l.checks + m.checks;
  var allowed = leapers | l.check | rotated(m.check);
  if (checks == 0u) { allowed = ALL; }
  if (checks > 1u) { allowed = NONE; }
  let v = l.pin_v | rotated(m.pin_v);
  let h = l.pin_h | rotated(m.pin_h);
  let d = l.pin_d | rotated(m.pin_d);
  let a = l.pin_a | rotated(m.pin_a);
  return Sight(occupied, danger, allowed, h | d | a, v | d | a, h | v | a, h | v | d, h, checks);
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

// The files from one to another, both included, as squares of the first rank.
fn span(a: u32, b: u32) -> u32 { return ((2u << max(a, b)) - 1u) & ~((1u << min(a, b)) - 1u); }

// The files of the rooks with which the king may castle now. That rook and the king may stand anywhere on the rank, as
// in Chess960; a rook that shields the way from a slider is pinned.
fn castlings(p: Position, s: Sight) -> u32 {
  var left = p.state & 0xffu;
  var can = 0u;
  if (left != 0u && s.checks == 0u) {
    let king = square_of(kings(p) & p.ours) & 7u;
    for (var n = 0u; n < 2u; n++) {
      if (left != 0u) {
        let file = firstTrailingBit(left);
        let rook = 1u << file;
        left &= ~rook;
        let king_way = span(king, select(2u, 6u, file > king));
        let way = (king_way | span(file, select(3u, 5u, file > king))) & ~(rook | (1u << king));
        let is_free = (way & s.occupied.x) == 0u && (king_way & s.danger.x) == 0u;
        if (is_free && (rook & s.pin_h.x) == 0u) { can |= rook; }
      }
    }
  }
  return can;
}

// ---- One ply: how many legal moves there are.
fn count(p: Position) -> u32 {
  let s = sight(p);
  let to = ~p.ours & s.allowed;
  let empty = ~s.occupied;
  let theirs = s.occupied & ~p.ours;
  var n = size(king_targets(kings(p) & p.ours) & ~p.ours & ~s.danger);
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
  if ((p.state & 0xffu) != 0u) { n += countOneBits(castlings(p, s)); }
  return n;
}

// ---- The moves one by one.
// The position after one of our pieces goes from a square to another and is the piece `code` there. `gone` is the pawn
// that is captured en passant, or the rook that castles and then is on `rook`.
fn after(p: Position, origin: B, to: B, code: u32, gone: B, rook: B, is_king: bool, is_double: bool) -> Position {
  let stays = ~(origin | to | gone);
  let a = (p.a & stays) | when((code & 1u) != 0u, to);
  let b = (p.b & stays) | when((code & 2u) != 0u, to) | rook;
  let c = (p.c & stays) | when((code & 4u) != 0u, to) | rook;
  let ours = (p.ours & stays) | to | rook;
  // A rook that leaves its home, or is captured there, takes its right with it; the king takes both.
  let our_rooks = select(p.state & 0xffu & ~origin.x, 0u, is_king);
  let their_rooks = (p.state >> 8u) & 0xffu & ~(to.y >> 24u);
  var en_passant = 0u;
  if (is_double) {
    // Where no pawn is beside it, the two steps are forgotten: so more positions are equal.
    let beside = (up(to, 1u) & NOT_A) | (down(to, 1u) & NOT_H);
    if (any_of(beside & a & ~b & ~c & ~ours)) { en_passant = HAS_EN_PASSANT | ((square_of(to) & 7u) << 16u); }
  }
  let state = their_rooks | (our_rooks << 8u) | en_passant;
  return Position(turned(a), turned(b), turned(c), turned((a | b | c) & ~ours), state);
}

// Where the piece on this square may go, castling aside.
fn targets(p: Position, s: Sight, origin: B, code: u32, en_passant: B) -> B {
  if (code == KING) { return king_targets(origin) & ~p.ours & ~s.danger; }
  let to = ~p.ours & s.allowed;
  let empty = ~s.occupied;
  if (code == PAWN) {
    let theirs = s.occupied & ~p.ours;
    let step = up(origin & ~s.not_v, 8u) & empty;
    let steps = step | (up(step & RANK_3, 8u) & empty);
    let takes = (pawn_takes_right(origin & ~s.not_d) | pawn_takes_left(origin & ~s.not_a)) & theirs;
    return ((steps | takes) & to) | when(any_of(origin & en_passant), en_passant_square(p));
  }
  if (code == KNIGHT) { return knight_targets(origin & ~(s.not_v | s.not_h)) & to; }
  let straight = origin & straights(p);
  let diagonal = origin & diagonals(p);
  return (north(straight & ~s.not_v, empty) | south(straight & ~s.not_v, empty)
    | east(straight & ~s.not_h, empty) | west(straight & ~s.not_h, empty)
    | north_east(diagonal & ~s.not_d, empty) | south_west(diagonal & ~s.not_d, empty)
    | north_west(diagonal & ~s.not_a, empty) | south_east(diagonal & ~s.not_a, empty)) & to;
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

// ---- The steps. Each thread takes every `stride`th place from `first` to `end`.
// What a thread has found: the paths to its positions, these times what is below, and what was walked for it.
fn leave_sums(thread: u32, paths: vec4<u32>, below: vec4<u32>, walked: vec4<u32>) {
  if (thread < job.stride) {
    sums[3u * thread] = paths;
    sums[3u * thread + 1u] = below;
    sums[3u * thread + 2u] = walked;
  }
}

// Counts the leaves two plies below each position, times its paths. One position of so many is put down with its count,
// and the host counts it again.
@compute @workgroup_size(64) fn leaves(@builtin(global_invocation_id) id: vec3<u32>) {
  var paths_sum = vec4<u32>();
  var leaves_sum = vec4<u32>();
  var walked_sum = vec4<u32>();
  for (var i = job.first + id.x; i < job.end; i += job.stride) {
    let p = position_at(i);
    let paths = paths_at(i);
    let n = count_two_plies(p, 0u, NONE);
    paths_sum = sum_with(paths_sum, paths, 1u);
    leaves_sum = sum_with(leaves_sum, paths, n);
    walked_sum = sum_128(walked_sum, vec4<u32>(n, 0u, 0u, 0u));
    if (i % job.one_in == job.sample) {
      samples[i / job.one_in] = array<u32, 10>(p.a.x, p.a.y, p.b.x, p.b.y, p.c.x, p.c.y, p.ours.x, p.ours.y, p.state, n);
    }
  }
  leave_sums(id.x, paths_sum, leaves_sum, walked_sum);
}

// Writes the positions after each move, in any order. First all moves are counted: so one number reserves their room,
// and the two ways in which this file finds moves are compared.
@compute @workgroup_size(64) fn grow(@builtin(global_invocation_id) id: vec3<u32>) {
  var paths_sum = vec4<u32>();
  var moves_sum = vec4<u32>();
  for (var i = job.first + id.x; i < job.end; i += job.stride) {
    let p = position_at(i);
    let paths = paths_at(i);
    let n = count(p);
    paths_sum = sum_with(paths_sum, paths, 1u);
    moves_sum = sum_with(moves_sum, paths, n);
    let at = atomicAdd(&flags[CHILDREN], n);
    if (at + n > job.room) {
      atomicAdd(&flags[NO_ROOM], 1u);
    } else if (store_children(p, at, paths) != n) {
      atomicAdd(&flags[UNLIKE_COUNTS], 1u);
    }
  }
  leave_sums(id.x, paths_sum, moves_sum, vec4<u32>());
}
fn store(i: u32, p: Position, paths: B) {
  child_boards[2u * i] = vec4<u32>(p.a, p.b);
  child_boards[2u * i + 1u] = vec4<u32>(p.c, p.ours);
  atomicStore(&child_rest[3u * i], p.state);
  atomicStore(&child_rest[3u * i + 1u], paths.x);
  atomicStore(&child_rest[3u * i + 2u], paths.y);
}

// Gives each child a slot of the table: its own, or that of an equal position, to which it adds its paths. A slot has
// the place of a kept position, counted from 1, or with the highest bit that of a child.
@compute @workgroup_size(64) fn unify(@builtin(global_invocation_id) id: vec3<u32>) {
  for (var i = job.first + id.x; i < job.end; i += job.stride) { unify_child(i); }
}
const IS_CHILD = 0x80000000u;
fn mixed(h: u32, x: u32) -> u32 { let v = (h ^ x) * 0x9e3779b1u; return v ^ (v >> 15u); }
fn mixed_4(h: u32, x: vec4<u32>) -> u32 { return mixed(mixed(mixed(mixed(h, x.x), x.y), x.z), x.w); }
// The hash only says where to begin: two positions are one if all nine words are equal.
fn unify_child(i: u32) {
  let p = child_boards[2u * i];
  let q = child_boards[2u * i + 1u];
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
        if (all(child_boards[2u * j] == p) && all(child_boards[2u * j + 1u] == q)
          && atomicLoad(&child_rest[3u * j]) == state) {
          let low = atomicAdd(&child_rest[3u * j + 1u], paths_of(i).x);
          let add = high_word(low, paths_of(i));
          flag_overflow(atomicAdd(&child_rest[3u * j + 2u], add.x), add);
          return;
        }
      } else {
        let j = was.old_value - 1u;
        if (all(kept_boards[2u * j] == p) && all(kept_boards[2u * j + 1u] == q)
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
@compute @workgroup_size(64) fn keep(@builtin(global_invocation_id) id: vec3<u32>) {
  for (var k = job.first + id.x; k < job.end; k += job.stride) {
    let i = firsts[k].x;
    let to = job.kept + k;
    kept_boards[2u * to] = child_boards[2u * i];
    kept_boards[2u * to + 1u] = child_boards[2u * i + 1u];
    for (var word = 0u; word < 3u; word++) {
      atomicStore(&kept_rest[3u * to + word], atomicLoad(&child_rest[3u * i + word]));
    }
    atomicStore(&table[firsts[k].y], to + 1u);
  }
}
