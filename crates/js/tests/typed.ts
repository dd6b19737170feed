// What an author writes, for a type checker and a bundler.
import { check, checkMoves, divide, perft, suites, type Generator } from 'ox88';

const generator: Generator = (fen, moves, depth) => divide(fen, moves, depth);
check(generator, { maxNodes: 100, suite: ['castling'], budget: 2.5, all: true });
checkMoves((fen, moves) => Object.keys(divide(fen, moves, 1)), { position: 'kiwipete', depth: 2 });
const leaves: number = perft('startpos', [], 3);
const names: string[] = suites().castling.map((position) => position.name);
if (leaves !== 8902 || names.length === 0) throw new Error('expected other counts');
