// Lets `ox88 hunt` ask chess.js. For a library of your own, change the three places marked
// "Your code here", and then: ox88 hunt --engine "node adapter.js" --max-nodes 1000
const { Chess } = require('chess.js');

// Your code here, 1 of 3: the position of a FEN, or without one the start position.
const setUp = (fen) => (fen ? new Chess(fen, { skipValidation: true }) : new Chess());

// Your code here, 2 of 3: the legal moves, and the text of one: e2e4, e7e8q, and e1g1 to castle.
const legalMoves = (board) => board.moves({ verbose: true });
const textOf = (move) => move.from + move.to + (move.promotion ?? '');

// Your code here, 3 of 3: make a move, and take it back.
const make = (board, move) => board.move(move);
const undo = (board) => board.undo();

// Your code here if you like, for `ox88 hunt --facts`: leave out each line that your library has no answer to.
const yes = (it) => (it ? 'yes' : 'no');
const facts = (board) => [
  `fen ${board.fen()}`,
  `key ${board.hash()}`,
  `check ${yes(board.isCheck())}`,
  `end ${board.isCheckmate() ? 'checkmate' : board.isStalemate() ? 'stalemate'
    : board.isDrawByFiftyMoves() ? 'fifty' : board.isThreefoldRepetition() ? 'repetition'
      : board.isInsufficientMaterial() ? 'material' : 'none'}`,
  ...legalMoves(board).map((move) => `move ${textOf(move)} san=${move.san} capture=${yes(move.captured)}`),
];
const tried = (board, move) => {
  try {
    const made = board.move(move);
    board.undo();
    return made;
  } catch { return null; }
};
const legal = (board, text) => {
  const move = tried(board, { from: text.slice(0, 2), to: text.slice(2, 4), promotion: text[4] });
  return yes(move && textOf(move) === text);
};
const readSan = (board, text) => {
  const move = tried(board, text);
  return move ? textOf(move) : 'no';
};

const sum = (rows) => rows.reduce((total, [, leaves]) => total + leaves, 0);
const divide = (board, depth) => legalMoves(board).map((move) => {
  if (depth === 1) return [textOf(move), 1];
  make(board, move);
  const leaves = sum(divide(board, depth - 1));
  undo(board);
  return [textOf(move), leaves];
});

const named = (board, text) => legalMoves(board).find((move) => textOf(move) === text);
let board = null;
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const words = line.split(/\s+/);
  if (words[0] === 'uci') console.log('uciok');
  if (words[0] === 'isready') console.log('readyok');
  if (words[0] === 'position') {
    const fen = words[1] === 'fen' ? words.slice(2, 8) : [];
    board = setUp(fen.join(' '));
    for (const text of words.slice(3 + fen.length)) {
      const move = named(board, text);
      if (move) make(board, move); // One that your library lacks is ignored.
    }
  }
  if (words[0] === 'facts') console.log(['facts 1', ...facts(board), 'factsok'].join('\n'));
  if (words[0] === 'legal') console.log(legal(board, words[1]));
  if (words[0] === 'undo') {
    const move = named(board, words[1]);
    if (move) {
      make(board, move);
      undo(board);
    }
  }
  if (words[0] === 'san') console.log(readSan(board, words[1]));
  if (words[0] === 'go') {
    const rows = divide(board, Number(words[2]));
    for (const [text, leaves] of rows) console.log(`${text}: ${leaves}`);
    console.log(`Nodes searched: ${sum(rows)}`);
  }
});
