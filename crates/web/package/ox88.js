// What the users of the package see. wasm/ has the rest: `ci/packages` makes it of ../src/package.rs. The module is in a text,
// because that is the one form that node and every bundler take without being told how.
import {
  initSync,
  check as wasmCheck,
  checkFacts as wasmCheckFacts,
  divide as wasmDivide,
  explainTotal as wasmExplainTotal,
  perft as wasmPerft,
  suites as wasmSuites,
} from './wasm/ox88_web.js';
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

// What a function returned that cannot be a generator, and what is expected.
class Misuse extends Error {}

const shown = (value) => {
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const text = JSON.stringify(value instanceof Map || value instanceof Set ? [...value] : value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

const refuse = (returned, expected) => {
  throw new Misuse(`${shown(returned)}: expected ${expected}`);
};

const refuseWaiting = (returned) => {
  if (typeof returned?.then === 'function' || typeof returned?.[Symbol.asyncIterator] === 'function') {
    throw new Misuse('a promise, for which somebody has to wait: expected a function without `async`');
  }
};

const LEAVES = 'the leaves after each move, as in { e2e4: 20, … }';
const MOVES_ALONE = "moves alone, as in ['e2e4', …], or `check`, which takes the leaves behind each";

// `BigInt` refuses what is no whole number.
const fieldsOfRow = (row) => {
  if (!Array.isArray(row) || row.length !== 2) refuse([row], `${LEAVES}, or \`checkMoves\`, which takes moves alone`);
  const [move, leaves] = row;
  if (typeof leaves !== 'number' && typeof leaves !== 'bigint') {
    refuse(leaves, `a number of leaves behind ${textOf(move)}`);
  }
  return [textOf(move), String(BigInt(leaves))];
};

const fieldsOfRows = (returned) => {
  refuseWaiting(returned);
  if (returned === null || typeof returned !== 'object') refuse(returned, LEAVES);
  const rows = typeof returned[Symbol.iterator] === 'function' ? [...returned] : Object.entries(returned);
  return rows.flatMap(fieldsOfRow);
};

const textOf = (move) => {
  if (Array.isArray(move)) refuse([move], MOVES_ALONE);
  const text = typeof move === 'object' && move !== null ? String(move) : move;
  if (typeof text !== 'string' || text.startsWith('[object ')) refuse([move], "the text of each move, as in 'e2e4' or 'Nf3'");
  return text;
};

const fieldsOfMoves = (returned) => {
  refuseWaiting(returned);
  if (returned === null || typeof returned !== 'object') refuse(returned, "a list of moves, as in ['e2e4', …]");
  if (returned instanceof Map || typeof returned[Symbol.iterator] !== 'function') refuse(returned, MOVES_ALONE);
  return [...returned].map(textOf);
};

const CHECK = {
  name: 'check',
  parameters: ['fen', 'moves', 'depth'],
  expected: 'a function from a FEN, moves and a depth to the leaves behind each legal move, as in { e2e4: 20, … }',
  fieldsOf: fieldsOfRows,
};

const CHECK_MOVES = {
  name: 'checkMoves',
  parameters: ['fen', 'moves'],
  expected: "a function from a FEN and moves to the legal moves, as in ['e2e4', …]",
  fieldsOf: fieldsOfMoves,
};

const refuseFunction = ({ name, parameters, expected }, generator) => {
  const form = `expected ${expected}: \`(${parameters.join(', ')}) => …\``;
  if (typeof generator !== 'function') throw new TypeError(`${name}(): generator is ${shown(generator)}: ${form}`);
  if (/^Async/.test(generator.constructor.name)) throw new TypeError(`${name}(): generator is \`async\`: ${form}`);
  if (generator.length > parameters.length) {
    throw new TypeError(`${name}(): generator has ${generator.length} parameters: ${form}`);
  }
};

// Of each option: its type, whether a value is in its range, and what is expected.
const isWhole = (greatest) => (value) => Number.isInteger(value) && value >= 1 && value <= greatest;
const FLAG = ['boolean', () => true, 'true or false'];
const OPTIONS = {
  whole: FLAG,
  maxNodes: ['number', isWhole(Number.MAX_SAFE_INTEGER), 'a number of leaves, as in 1_000_000'],
  suite: ['suites', () => true, "the name of a suite, or a list of them, as in 'castling'"],
  position: ['string', () => true, "a FEN, 'startpos' or a name, as in 'kiwipete'"],
  depth: ['number', isWhole(255), 'a number of half moves up to 255, as in 4'],
  all: FLAG,
  chess960: FLAG,
  impossible: FLAG,
  budget: ['number', (seconds) => seconds > 0 && seconds <= 1e9, 'a number of seconds, as in 2.5'],
};

const isOfType = (type, value) => {
  if (type !== 'suites') return typeof value === type;
  return typeof value === 'string' || (Array.isArray(value) && value.every((name) => typeof name === 'string'));
};

// The options that were given, each as a name and a value.
const optionsOf = ({ name }, given) => {
  if (given === null || typeof given !== 'object') {
    throw new TypeError(`${name}(): options is ${shown(given)}: expected an object, as in { suite: 'castling' }`);
  }
  const options = {};
  for (const [option, value] of Object.entries(given)) {
    if (!Object.hasOwn(OPTIONS, option)) {
      throw new TypeError(`${name}() has no option ${option}: expected one of ${Object.keys(OPTIONS).join(', ')}`);
    }
    if (value === undefined || value === null) continue;
    const [type, isInRange, expected] = OPTIONS[option];
    const why = `${name}(): ${option} is ${shown(value)}: expected ${expected}`;
    if (!isOfType(type, value)) throw new TypeError(why);
    if (!isInRange(value)) throw new RangeError(why);
    options[option] = value;
  }
  if (options.depth !== undefined && options.position === undefined) {
    throw new TypeError(`${name}(): depth is that of a position: expected \`position\` with it, or maxNodes in its place`);
  }
  if (options.whole && options.budget !== undefined) {
    throw new TypeError(`${name}(): whole and budget exclude each other: expected one of them`);
  }
  const { suite = [], position, depth = 4, maxNodes, budget, ...flags } = options;
  const asked = [suite].flat().map((name) => ['suite', name]);
  asked.push(...Object.keys(flags).filter((flag) => flags[flag]).map((flag) => [flag, '']));
  if (position !== undefined) asked.push(['position', `${depth} ${position}`]);
  if (maxNodes !== undefined) asked.push(['max_nodes', `${maxNodes}`]);
  if (budget !== undefined) asked.push(['budget', `${budget}`]);
  return asked;
};

const hunt = (form, generator, given = {}) => {
  refuseFunction(form, generator);
  const options = JSON.stringify(optionsOf(form, given));
  const thrown = {};
  let misuse;
  const answer = (...asked) => {
    const question = asked.slice(0, form.parameters.length);
    try {
      if (misuse === undefined) return form.fieldsOf(generator(...question));
    } catch (error) {
      if (!(error instanceof Misuse)) {
        thrown.cause = error;
        throw lineOf(error);
      }
      misuse = `${form.name}(): generator(${question.map(shown).join(', ')}) returned ${error.message}`;
    }
    // Nothing more is asked.
    throw '';
  };
  const { differs, ...passed } = JSON.parse(called(() => wasmCheck({ answer }, form === CHECK_MOVES, options)));
  if (misuse !== undefined) throw new TypeError(misuse);
  if (differs) throw new Difference(passed.report, thrown);
  return passed;
};

export const check = (generator, options) => hunt(CHECK, generator, options);

export const checkMoves = (generator, options) => hunt(CHECK_MOVES, generator, options);

// What a board is asked, each with the text that is made of the answer. A name is that of Rust, with `_`.
const yes = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') refuse(value, 'true or false');
  return value ? 'yes' : 'no';
};
const text = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') refuse(value, 'a text');
  return value;
};
const KEY = 'a whole number, a bigint, or hexadecimal digits';
const hexadecimal = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && /^(0x)?[0-9a-f]+$/i.test(value)) return hexadecimal(BigInt(`0x${value.replace(/^0x/i, '')}`));
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) refuse(value, KEY);
  // A key of 64 bits may have a sign.
  const key = value < 0 ? BigInt.asUintN(64, BigInt(value)) : BigInt(value);
  if (key >> 128n) refuse(value, 'a key of up to 128 bits');
  return key.toString(16);
};
const ENDS = ['checkmate', 'stalemate', 'fifty', 'repetition', 'material'];
const end = (value) => {
  const word = value ?? 'none';
  if (word !== 'none' && !ENDS.includes(word)) refuse(value, `null or one of ${ENDS.join(', ')}`);
  return word;
};
const kinds = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') refuse(value, 'the leaves of each kind, as in { captures: 8 }');
  return Object.entries(value).map((row) => fieldsOfRow(row).join(' ')).join('\n');
};
const numbers = (value) => {
  if (value === undefined || value === null) return undefined;
  const isPair = Array.isArray(value) && value.length === 2 && value.every((it) => typeof it === 'bigint' || Number.isSafeInteger(it));
  if (!isPair) refuse(value, 'two whole numbers, as in [35, 35]');
  return value.join(' ');
};
const stages = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) refuse(value, "the moves of each stage, as in { noisy: ['e4d5'] }");
  return Object.entries(value).map(([name, moves]) => [name.replaceAll(' ', '_'), ...moves].join(' ')).join('\n');
};
const made = (value) => (value === false ? 'no' : 'yes');
const FACTS = {
  set_up: () => undefined,
  make: () => undefined,
  unmake: made,
  key: hexadecimal,
  eval: numbers,
  make_null: made,
  stages,
  stages_are_pseudo: yes,
  fen: text,
  is_check: yes,
  outcome: end,
  gives_check: yes,
  is_capture: yes,
  san: text,
  is_legal: yes,
  read_san: (value) => text(value) ?? 'no',
  leaves: kinds,
  knows_chess960: yes,
};
const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const NO_FACTS = ['set_up', 'make', 'unmake', 'make_null', 'stages_are_pseudo', 'knows_chess960'];

const refuseBoard = (board) => {
  const has = (name) => typeof board?.[camelCase(name)] === 'function';
  const missing = ['set_up', 'make'].find((name) => !has(name));
  if (missing) throw new TypeError(`checkFacts(): ${shown(board)} has no method ${camelCase(missing)}: expected a board with setUp(fen) and make(move)`);
  const told = Object.keys(FACTS).filter((name) => !NO_FACTS.includes(name));
  if (!told.some(has)) throw new TypeError(`checkFacts(): the board tells no facts: expected one of the methods ${told.map(camelCase).join(', ')}`);
};

export const checkFacts = (newBoard, { budget = 20, ...others } = {}) => {
  if (typeof newBoard !== 'function') {
    throw new TypeError(`checkFacts(): newBoard is ${shown(newBoard)}: expected a function that makes a board: \`() => new Board()\``);
  }
  optionsOf({ name: 'checkFacts' }, { budget });
  const [unknown] = Object.keys(others);
  if (unknown) throw new TypeError(`checkFacts() has no option ${unknown}: expected budget`);
  const thrown = {};
  let misuse;
  const another = () => {
    if (misuse !== undefined) throw '';
    const board = newBoard();
    refuseBoard(board);
    const ask = (name, about) => {
      const method = board[camelCase(name)];
      if (typeof method !== 'function') return undefined;
      if (misuse !== undefined) throw '';
      const given = about === '' ? [] : [name === 'leaves' ? Number(about) : about];
      try {
        const returned = method.apply(board, given);
        refuseWaiting(returned);
        return FACTS[name](returned);
      } catch (error) {
        if (error instanceof Misuse) {
          misuse = new TypeError(`checkFacts(): ${camelCase(name)}(${given.map(shown).join(', ')}) returned ${error.message}`);
          throw '';
        }
        thrown.cause = error;
        throw lineOf(error);
      }
    };
    return { ask };
  };
  const boards = {
    another: () => {
      try {
        return another();
      } catch (error) {
        misuse ??= error;
        throw '';
      }
    },
  };
  const { differs, ...passed } = JSON.parse(called(() => wasmCheckFacts(boards, budget)));
  if (misuse !== undefined) throw misuse;
  if (differs) throw new Difference(passed.report, thrown);
  return passed;
};

const depthOf = (depth) => {
  if (Number.isInteger(depth) && depth >= 0 && depth <= 255) return depth;
  throw new RangeError(`found the depth ${depth}: expected a whole number up to 255`);
};

export const divide = (fen, moves, depth) =>
  JSON.parse(called(() => wasmDivide(fen, [...moves], depthOf(depth))));

export const perft = (fen, moves, depth) =>
  Number(called(() => wasmPerft(fen, [...moves], depthOf(depth))));

export const explainTotal = (total, position = '', depth = undefined) => {
  if (depth === 0) throw new RangeError('found depth 0: expected 1 or more');
  return JSON.parse(called(() => wasmExplainTotal(String(total), position, depth === undefined ? 0 : depthOf(depth))));
};

export const suites = () => JSON.parse(wasmSuites());
