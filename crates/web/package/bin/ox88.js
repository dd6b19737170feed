#!/usr/bin/env node
import { divide, perft } from '../ox88.js';

const HELP = `Counts legal moves, in JavaScript and wasm.

  ox88 perft DEPTH [FEN] [MOVES]     the leaves at each depth: ox88 perft 5
  ox88 divide DEPTH [FEN] [MOVES]    the leaves after each move: ox88 divide 2 kiwipete e1g1

FEN may also be startpos or the name of a built-in position. Without it the start position is meant.
This package has these two commands alone. The program ox88 has more, and counts sooner:
  pip install ox88`;

// A FEN has four fields and then perhaps counters, which do not begin with a letter as moves do.
const lengthOfStart = (words) => {
  if (!words[0]?.includes('/')) return 1;
  const end = words.findIndex((word, index) => index >= 4 && /^[a-z]/i.test(word));
  return end < 0 ? words.length : end;
};

const refuse = (message) => {
  console.error(`ox88: ${message}`);
  process.exit(2);
};

// Whoever reads the output has seen enough, as `head` does.
process.stdout.on('error', () => process.exit(2));

const [command, depth, ...rest] = process.argv.slice(2);
if (['help', '--help', '-h'].includes(command)) {
  console.log(HELP);
  process.exit(0);
}
if (!['perft', 'divide'].includes(command)) refuse(`expected perft or divide\n\n${HELP}`);
if (!/^\d+$/.test(depth ?? '')) refuse(`expected a depth from 1 to 255, as in: ox88 ${command} 5`);

const words = rest.join(' ').split(' ').filter(Boolean);
const start = lengthOfStart(words);
const fen = words.slice(0, start).join(' ') || 'startpos';
const moves = words.slice(start).filter((word, index) => index > 0 || word !== 'moves');
try {
  if (command === 'perft') {
    for (let to = 1; to <= Number(depth); to += 1) {
      console.log(`${String(to).padStart(5)} ${String(perft(fen, moves, to)).padStart(15)}`);
    }
  } else {
    const rows = Object.entries(divide(fen, moves, Number(depth)));
    for (const [move, leaves] of rows) console.log(`${move}: ${leaves}`);
    console.log(`\nNodes searched: ${rows.reduce((sum, [, leaves]) => sum + leaves, 0)}`);
  }
} catch (error) {
  refuse(error.message);
}
