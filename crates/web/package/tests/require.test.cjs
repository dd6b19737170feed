// The package as `require` has it, which is what Jest asks for and what scripts without modules have.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const ox88 = require('ox88');

test('require gives what import gives', async () => {
  assert.match(require.resolve('ox88'), /ox88\.cjs$/);
  assert.deepEqual(Object.keys(ox88).sort(), Object.keys(await import('ox88')).sort());
});

test('a missing move throws the report', () => {
  assert.equal(ox88.perft('startpos', ['e2e4'], 3), 13160);
  ox88.check(ox88.divide, { suite: 'kings' });
  const withoutCastling = (fen, moves) =>
    Object.keys(ox88.divide(fen, moves, 1)).filter((move) => !/^e1(c1|g1)$/.test(move));
  assert.throws(() => ox88.checkMoves(withoutCastling, { suite: 'castling' }), ox88.Difference);
});
