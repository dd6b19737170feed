// The package as its users have it: `ci/packages` installs the tarball into an empty folder, and runs this there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Chess } from 'chess.js';
import { Difference, check, checkFacts, checkMoves, divide, explainTotal, perft, suites } from 'ox88';

const movesOf = (fen, moves) => {
  const board = new Chess(fen, { skipValidation: true });
  for (const move of moves) board.move(move);
  return board.moves({ verbose: true });
};

test('a right generator passes', () => {
  check(divide, { whole: true });
  checkMoves((fen, moves) => movesOf(fen, moves).map((move) => move.lan), { maxNodes: 250 });
});

test('a missing move throws the report with the rule', () => {
  function withoutEnPassant(fen, moves) {
    return movesOf(fen, moves).filter((move) => !move.isEnPassant()).map((move) => move.lan);
  }
  assert.throws(() => checkMoves(withoutEnPassant), (error) => {
    assert(error instanceof Difference);
    assert.match(error.report, /en passant/);
    assert.match(error.report, /^ +npx ox88 divide 1 ".*"\n\n/m);
    assert.equal(error.cause, undefined);
    return true;
  });
});

test('rows may be an object, a map or pairs, and counts may be bigints', () => {
  check((...question) => new Map(Object.entries(divide(...question))), { suite: 'castling' });
  check((...question) => Object.entries(divide(...question)).map(([move, leaves]) => [move, BigInt(leaves)]), {
    suite: ['castling', 'en_passant'], chess960: true, impossible: true, all: true,
  });
});

test('an exception is a finding and the cause', () => {
  const dies = () => { throw new RangeError('no piece on e4'); };
  assert.throws(() => check(dies), (error) => {
    assert.match(error.report.replace(/\s+/g, ' '), /RangeError: no piece on e4, at dies/);
    assert(error.cause instanceof RangeError);
    return true;
  });
});

test('a check says how much was asked', () => {
  const { positions, of, report } = checkMoves((fen, moves) => movesOf(fen, moves).map((move) => move.lan));
  assert(positions > 40 && positions <= of);
  assert.match(report, /^OK: no difference: /);
  assert.match(report, /`maxNodes` raises it/);
  const whole = check(divide, { suite: 'kings' });
  assert(whole.positions === whole.of && whole.of < of);
});

const sanOf = (fen, moves, isLeftOut = () => false) =>
  movesOf(fen, moves).filter((move) => !isLeftOut(move)).map((move) => move.san);

test('moves may be in SAN', () => {
  checkMoves((fen, moves) => sanOf(fen, moves), { suite: 'catch_all', maxNodes: 250 });
  checkMoves((fen, moves) => {
    const board = new Chess(fen, { skipValidation: true });
    for (const move of moves) board.move(move);
    return board.moves();
  }, { suite: 'castling', maxNodes: 100 });
});

for (const [isLeftOut, rule] of [
  [(move) => move.isEnPassant(), /\nrule      en-passant\n/],
  [(move) => move.isKingsideCastle() || move.isQueensideCastle(), /\nrule      castling\n/],
  [(move) => move.isPromotion() && move.promotion !== 'q', /\nrule      underpromotion\n/],
]) {
  test(`what is wrong in SAN has its rule: ${rule}`, () => {
    assert.throws(() => checkMoves((fen, moves) => sanOf(fen, moves, isLeftOut)), { name: 'Difference', message: rule });
  });
}

for (const [rows, why] of [
  [{ e2e4: 1.5 }, /1\.5/],
  [{ e2e4: -1 }, /-1/],
]) {
  test(`a count that no generator can mean is a finding: ${why}`, () => {
    assert.throws(() => check(() => rows), { name: 'Difference', message: why });
  });
}

for (const [called, generator, why] of [
  [check, 'divide', /generator is "divide": expected a function from a FEN, moves and a depth/],
  [check, async () => ({}), /generator is `async`: .*`\(fen, moves, depth\) => …`/],
  [check, (fen, moves, depth, more) => ({}), /generator has 4 parameters/],
  [check, () => undefined, /returned undefined: expected the leaves after each move, as in \{ e2e4: 20, … \}/],
  [check, () => Promise.resolve({}), /returned a promise, .* without `async`/],
  [check, () => 20, /returned 20: expected the leaves/],
  [check, () => 'e2e4', /returned "e2e4": expected the leaves/],
  [check, () => ['e2e4', 'd2d4'], /returned \["e2e4"\]: expected the leaves .* or `checkMoves`/],
  [check, () => ['e4', 'd4'], /or `checkMoves`, which takes moves alone/],
  [check, () => ({ e2e4: '20' }), /returned "20": expected a number of leaves behind e2e4/],
  [checkMoves, async () => [], /generator is `async`/],
  [checkMoves, (fen, moves, depth) => [], /generator has 3 parameters: .*`\(fen, moves\) => …`/],
  [checkMoves, () => undefined, /returned undefined: expected a list of moves, as in \['e2e4', …\]/],
  [checkMoves, () => 'e2e4', /returned "e2e4": expected a list of moves/],
  [checkMoves, () => ({ e2e4: 20 }), /or `check`, which takes the leaves behind each/],
  [checkMoves, () => new Map([['e2e4', 20]]), /or `check`, which takes the leaves behind each/],
  [checkMoves, () => [['e2e4', 20]], /or `check`, which takes the leaves behind each/],
  [checkMoves, () => [{ from: 'e2', to: 'e4' }], /expected the text of each move, as in 'e2e4' or 'Nf3'/],
]) {
  test(`what is no generator is a TypeError that shows the right form: ${why}`, () => {
    assert.throws(() => called(generator), (error) => {
      assert.equal(error.name, 'TypeError');
      assert.match(error.message, why);
      assert(error.message.startsWith(`${called.name}(): generator`), error.message);
      return true;
    });
  });
}

test('a bug inside of a generator is a finding even if it is a TypeError', () => {
  assert.throws(() => checkMoves(() => undefined.moves), (error) => {
    assert(error instanceof Difference && error.cause instanceof TypeError);
    return true;
  });
});

for (const [name, options, why] of [
  ['RangeError', { position: 'castles' }, /position: .*castles/],
  ['RangeError', { suite: 'castles' }, /suite: castles: expected a perft suite, or the name of a built-in one: .*castling/],
  ['RangeError', { suite: 'chess960' }, /no question is left to ask: .*Chess960/],
  ['RangeError', { budget: -1 }, /budget is -1: expected a number of seconds, as in 2\.5/],
  ['RangeError', { budget: NaN }, /budget is NaN/],
  ['RangeError', { maxNodes: 0 }, /maxNodes is 0: expected a number of leaves/],
  ['RangeError', { maxNodes: 1.5 }, /maxNodes is 1\.5/],
  ['RangeError', { position: 'startpos', depth: -1 }, /depth is -1/],
  ['TypeError', { maxNode: 1 }, /check\(\) has no option maxNode: expected one of whole, maxNodes/],
  ['TypeError', { maxNodes: '100' }, /maxNodes is "100": expected a number of leaves/],
  ['TypeError', { suite: 1 }, /suite is 1: expected the name of a suite/],
  ['TypeError', { suite: ['castling', 1] }, /suite is \["castling",1\]/],
  ['TypeError', { position: {} }, /position is \{\}: expected a FEN/],
  ['TypeError', { all: 'yes' }, /all is "yes": expected true or false/],
  ['TypeError', { depth: 3 }, /depth is that of a position/],
  ['TypeError', { whole: true, budget: 3 }, /whole and budget exclude each other/],
  ['TypeError', 'castling', /options is "castling": expected an object, as in \{ suite: 'castling' \}/],
]) {
  test(`an option that cannot be used is refused by its name: ${why}`, () => {
    assert.throws(() => check(divide, options), { name, message: why });
  });
}

test('the lines of the read-me are a red test with the rule', () => {
  const readMe = readFileSync('README.md', 'utf8');
  const block = (language) => readMe.split(`\`\`\`${language}\n`)[1].split('```')[0];
  writeFileSync('mine.js', block('js'));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawnSync(process.execPath, ['mine.js'], { encoding: 'utf8', env });
  assert.equal(run.status, 1);
  const shown = block('text').split('\n').filter((line) => line && line !== '…' && !line.startsWith('$'));
  for (const line of shown) assert(run.stderr.includes(`${line}\n`), `${line} is not in ${run.stderr}`);
});

test('counts are those of everybody', () => {
  assert.equal(perft('startpos', [], 5), 4_865_609);
  assert.equal(perft('startpos', ['e2e4', 'e7e5'], 0), 1);
  assert.equal(divide('startpos', ['e2e4'], 2).e7e5, 29);
  assert.equal(Object.keys(divide('kiwipete', [], 1)).length, 48);
});

test('suites have positions with their counts', () => {
  const kiwipete = suites().standard.find((position) => position.name === 'kiwipete');
  assert.equal(kiwipete.counts[3], 97_862);
  assert.equal(perft(kiwipete.fen, [], 3), 97_862);
  assert(suites().chess960.some((position) => position.chess960));
});

for (const [question, why] of [
  [['8/8/8/8/8/8/8/8 w - - 0 1', [], 1], /king/],
  [['nonsense', [], 1], /nonsense/],
  [['startpos', ['e2e5'], 1], /e2e5/],
  [['startpos', [], 0], /depth 0/],
  [['startpos', [], 1.5], /1\.5/],
]) {
  test(`a question without a meaning is refused: ${why}`, () => {
    assert.throws(() => divide(...question), { name: 'RangeError', message: why });
  });
}

const program = (...words) => spawnSync('npx', ['ox88', ...words], { encoding: 'utf8' });

test('the program counts', () => {
  assert.match(program('perft', '3').stdout, /3 +8902\n$/);
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  assert.match(program('divide', '1', ...fen.split(' '), 'e1g1').stdout, /e8c8: 1\n[^]*\nNodes searched: \d+\n$/);
  assert.equal(program('perft').status, 2);
  assert.match(program('hunt').stderr, /pip install ox88/);
});

test('the package has no script that runs when it is installed, and no dependency', () => {
  const at = createRequire(import.meta.url).resolve('ox88').replace(/ox88\.cjs$/, 'package.json');
  const { scripts, dependencies } = JSON.parse(readFileSync(at, 'utf8'));
  assert.deepEqual([scripts, dependencies], [undefined, undefined]);
});

test('a wrong total has the faults that give it', () => {
  const { right, rules, faults } = explainTotal(4865351);
  assert(!right && rules.includes('en-passant'));
  assert(faults.some((fault) => fault.includes('en passant is never generated')));
  assert(explainTotal('2,039', 'kiwipete', 2).right);
  for (const wrong of [['20+400'], [-1], [''], [2n ** 128n], [5, '8/8'], [5, 'kiwipete', 0]]) {
    assert.throws(() => explainTotal(...wrong), RangeError);
  }
});

// chess.js, as far as it tells facts.
class Board {
  setUp(fen) {
    this.it = new Chess(fen, { skipValidation: true });
    this.moves = null;
  }
  make(move) {
    this.it.move(move);
    this.moves = null;
  }
  key() { return this.it.hash(); }
  fen() { return this.it.fen(); }
  isCheck() { return this.it.isCheck(); }
  outcome() {
    if (this.it.isCheckmate()) return 'checkmate';
    if (this.it.isStalemate()) return 'stalemate';
    return this.it.isInsufficientMaterial() ? 'material' : null;
  }
  moveOf(move) {
    this.moves ??= new Map(this.it.moves({ verbose: true }).map((it) => [it.lan, it]));
    return this.moves.get(move);
  }
  san(move) { return this.moveOf(move).san; }
  isCapture(move) { return this.moveOf(move).isCapture() || this.moveOf(move).isEnPassant(); }
  readSan(text) {
    try {
      const { lan } = this.it.move(text);
      this.it.undo();
      return lan;
    } catch {
      return null;
    }
  }
}

test('right facts pass, and the report says which were asked', () => {
  const { positions, asked, report } = checkFacts(() => new Board(), { budget: 3 });
  assert(positions > 0);
  assert(asked.includes('san of moves') && !asked.includes('check by moves'));
  assert.match(report, /: nothing wrong in /);
});

test('a wrong fact is named with its smallest position and the lines to call', () => {
  class WithoutEnPassant extends Board {
    isCapture(move) { return this.moveOf(move).isCapture(); }
  }
  assert.throws(() => checkFacts(() => new WithoutEnPassant(), { budget: 60 }), (error) => {
    assert(error instanceof Difference && error.cause === undefined);
    assert.match(error.report, /\nrule      leaf-capture\n/);
    assert.match(error.report, /To reproduce, call:\n {2}setUp\(".*"\)\n {2}isCapture\("/);
    return true;
  });
});

// The same with an evaluation that is kept, and with stages.
class Engine extends Board {
  setUp(fen) {
    super.setUp(fen);
    this.left = 0;
  }
  make(move) {
    this.left += this.forgets(this.moveOf(move));
    super.make(move);
  }
  forgets() { return 0; }
  eval() {
    const pieces = this.it.board().flat().filter((it) => it);
    const sum = pieces.reduce((sum, { square, type, color }) => sum + (square.charCodeAt(0) + 'pnbrqk'.indexOf(type)) * (color === 'w' ? 1 : -1), 0);
    const fresh = this.it.turn() === 'w' ? sum : -sum;
    return [fresh + this.left, fresh];
  }
  stages() {
    const stages = { noisy: [], quiet: [] };
    for (const it of this.it.moves({ verbose: true })) stages[it.captured || it.promotion ? 'noisy' : 'quiet'].push(it.lan);
    return stages;
  }
}

test('an evaluation that is kept, and stages, are asked', () => {
  const { asked } = checkFacts(() => new Engine(), { budget: 3 });
  assert(asked.includes('evaluation') && asked.includes('stages of moves'));
});

test('a kept evaluation is named by the move that breaks it, and a stage by what it lacks', () => {
  class Keeps extends Engine {
    forgets(it) { return it.isKingsideCastle() ? 5 : 0; }
  }
  assert.throws(() => checkFacts(() => new Keeps(), { budget: 60 }), { report: /\nrule {6}eval-castling-short\n[^]*\n {2}eval\(\)\n/ });
  class Lacks extends Engine {
    stages() {
      const { noisy, quiet } = super.stages();
      return { noisy: noisy.filter((it) => it.length < 5 || !this.isCheck()), quiet };
    }
  }
  assert.throws(() => checkFacts(() => new Lacks(), { budget: 60 }), { report: /In check, no stage[^]*\nrule {6}stage-missing\n/ });
});

test('an exception in a fact is a finding and the cause', () => {
  class Fails extends Board {
    key() { throw new RangeError('no such table'); }
  }
  assert.throws(() => checkFacts(() => new Fails()), (error) => {
    assert.match(error.report, /no such table/);
    return error.cause instanceof RangeError;
  });
});

for (const [newBoard, why] of [
  [3, /newBoard is 3: expected a function that makes a board/],
  [() => ({ make() {} }), /has no method setUp: expected a board/],
  [() => ({ setUp() {}, make() {} }), /tells no facts: expected one of the methods key, fen/],
  [() => Object.assign(new Board(), { key: () => 'none' }), /key\(\) returned "none": expected a whole number/],
  [() => Object.assign(new Board(), { isCheck: () => 'no' }), /isCheck\(\) returned "no": expected true or false/],
  [() => Object.assign(new Board(), { outcome: () => 'draw' }), /outcome\(\) returned "draw": expected null or one of/],
  [() => Object.assign(new Board(), { eval: () => 35 }), /eval\(\) returned 35: expected two whole numbers/],
  [() => Object.assign(new Board(), { stages: () => ['e2e4'] }), /stages\(\) returned .* expected the moves of each stage/],
  [() => Object.assign(new Board(), { san: async () => 'e4' }), /san\(".{4}"\) returned a promise/],
]) {
  test(`what is no board is a TypeError: ${why}`, () => {
    assert.throws(() => checkFacts(newBoard), { name: 'TypeError', message: why });
  });
}
