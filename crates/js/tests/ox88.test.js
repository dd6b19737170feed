// The package as its users have it: `.ci/packages` installs the tarball into an empty folder, and runs this there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Chess } from 'chess.js';
import { Difference, check, checkMoves, divide, perft, suites } from 'ox88';

const movesOf = (fen, moves) => {
  const board = new Chess(fen, { skipValidation: true });
  for (const move of moves) board.move(move);
  return board.moves({ verbose: true });
};

test('a right generator passes', () => {
  check(divide);
  checkMoves((fen, moves) => movesOf(fen, moves).map((move) => move.lan), { maxNodes: 250 });
});

test('a missing move throws the report with the rule', () => {
  function withoutEnPassant(fen, moves) {
    return movesOf(fen, moves).filter((move) => !move.isEnPassant()).map((move) => move.lan);
  }
  assert.throws(() => checkMoves(withoutEnPassant), (error) => {
    assert(error instanceof Difference);
    assert.match(error.report, /en passant/);
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

for (const [rows, why] of [
  [undefined, /returned undefined/],
  [Promise.resolve({}), /returned a promise/],
  [{ e2e4: 1.5 }, /1\.5/],
  [{ e2e4: -1 }, /-1/],
]) {
  test(`what is no rows is a finding: ${why}`, () => {
    assert.throws(() => check(() => rows), { name: 'Difference', message: why });
  });
}

for (const [options, why] of [
  [{ position: 'castles' }, /castles/],
  [{ suite: 'castles' }, /castling/],
  [{ budget: -1 }, /negative/],
  [{ suite: 'chess960' }, /no count/],
  [{ maxNode: 1 }, /maxNode/],
]) {
  test(`an option that cannot be used is refused: ${why}`, () => {
    assert.throws(() => check(divide, options), { name: 'RangeError', message: why });
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
  const at = createRequire(import.meta.url).resolve('ox88').replace(/ox88\.js$/, 'package.json');
  const { scripts, dependencies } = JSON.parse(readFileSync(at, 'utf8'));
  assert.deepEqual([scripts, dependencies], [undefined, undefined]);
});
