// What the users of the package see. wasm/ has the rest: `.ci/packages` makes it of src/lib.rs. The module is in a text,
// because that is the one form that node and every bundler take without being told how.
import { initSync, check as wasmCheck, divide as wasmDivide, perft as wasmPerft, suites as wasmSuites } from './wasm/ox88_js.js';
import module from './wasm/module.js';

initSync({ module: Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)) });

// Errors come out of wasm as texts.
const called = (work) => {
  try {
    return work();
  } catch (error) {
    throw typeof error === 'string' ? new RangeError(error) : error;
  }
};

export class Difference extends Error {
  constructor(report, options) {
    super(report, options);
    this.name = 'Difference';
  }

  get report() {
    return this.message;
  }
}

// What was thrown, and where: in a line.
const lineOf = (error) => {
  const place = error instanceof Error && /\n\s*at (.*)/.exec(error.stack);
  return place ? `${error}, at ${place[1]}` : String(error);
};

const pairsOf = (rows) => {
  if (rows === null || typeof rows !== 'object') {
    throw new TypeError(`the generator returned ${rows}: expected the leaves behind each move`);
  }
  if (typeof rows.then === 'function') {
    throw new TypeError('the generator returned a promise: expected the leaves behind each move, without `async`');
  }
  return typeof rows[Symbol.iterator] === 'function' ? [...rows] : Object.entries(rows);
};

const hunt = (generator, listsMoves, fieldsOf, { suite = [], ...options }) => {
  const suites = typeof suite === 'string' ? [suite] : [...suite];
  const thrown = {};
  const answer = (fen, moves, depth) => {
    try {
      return fieldsOf(pairsOf(generator(fen, moves, depth)));
    } catch (error) {
      thrown.cause = error;
      throw lineOf(error);
    }
  };
  const text = JSON.stringify({ suite: suites, ...options });
  const report = called(() => wasmCheck({ answer }, listsMoves, text));
  if (report !== undefined) throw new Difference(report, thrown);
};

// `BigInt` refuses what is no whole number.
export const check = (generator, options = {}) =>
  hunt(generator, false, (rows) => rows.flatMap(([move, leaves]) => [String(move), String(BigInt(leaves))]), options);

export const checkMoves = (generator, options = {}) =>
  hunt(generator, true, (moves) => moves.map(String), options);

const depthOf = (depth) => {
  if (Number.isInteger(depth) && depth >= 0 && depth <= 255) return depth;
  throw new RangeError(`found the depth ${depth}: expected a whole number up to 255`);
};

export const divide = (fen, moves, depth) =>
  JSON.parse(called(() => wasmDivide(fen, [...moves], depthOf(depth))));

export const perft = (fen, moves, depth) =>
  Number(called(() => wasmPerft(fen, [...moves], depthOf(depth))));

export const suites = () => JSON.parse(wasmSuites());
