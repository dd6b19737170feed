// What an author writes, for a type checker and a bundler.
import { check, checkFacts, checkMoves, divide, perft, suites, type Board, type Generator } from 'ox88';

const generator: Generator = (fen, moves, depth) => divide(fen, moves, depth);
check(generator, { maxNodes: 100, suite: ['castling'], budget: 2.5, all: true });
checkMoves((fen, moves) => Object.keys(divide(fen, moves, 1)), { position: 'kiwipete', depth: 2 });
const { positions, of }: { positions: number; of: number } = check(generator, { whole: false });
if (positions > of) throw new Error('expected as many at most');
const leaves: number = perft('startpos', [], 3);
const names: string[] = suites().castling.map((position) => position.name);
if (leaves !== 8902 || names.length === 0) throw new Error('expected other counts');
const board: Board = { setUp: (fen) => fen, make: (move) => move, leaves: () => ({}) };
const { asked }: { asked: string[] } = checkFacts(() => board, { budget: 0.1 });
if (asked.length > 0) throw new Error('expected that it tells nothing');

// What the types refuse: without an error in the next line, the remark itself is one. Nothing of it runs.
export const refused = () => {
  // @ts-expect-error
  checkMoves((fen, moves) => 'e2e4');
  // @ts-expect-error
  checkMoves(async (fen, moves) => ['e2e4']);
  // @ts-expect-error
  checkMoves((fen, moves) => undefined);
  // @ts-expect-error
  checkMoves((fen, moves) => divide(fen, moves, 1));
  // @ts-expect-error
  checkMoves((fen: string, moves: string[], depth: number) => ['e2e4']);
  // @ts-expect-error
  check((fen, moves, depth) => ['e2e4', 'd2d4']);
  // @ts-expect-error
  check(async (fen, moves, depth) => divide(fen, moves, depth));
  // @ts-expect-error
  checkFacts(() => ({ setUp: () => {} }));
  // @ts-expect-error
  checkFacts(() => ({ ...board, isCheck: () => 'no' }));
  // @ts-expect-error
  check(generator, { maxNode: 100 });
  // @ts-expect-error
  check(generator, { maxNodes: '100' });
};
