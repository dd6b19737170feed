// Lets `ox88 hunt` ask a library of npm: node node.mjs kokopu. A FEN that the library refuses ends the program.
// chess.js has its own adapter. `ci/matrix` copies this file to where the libraries are installed.
import { createInterface } from 'node:readline';

const load = async (name) => {
  const library = await import(name);
  return { ...library.default, ...library };
};

// For each library: the position of a FEN, and its legal moves by their text, each with the position after it.
const libraries = {
  'chess.ts': async () => {
    const { Chess } = await load('chess.ts');
    const after = (board, move) => {
      const copy = board.clone();
      copy.move(move);
      return copy;
    };
    return {
      setUp: (fen) => {
        const board = new Chess();
        if (!board.load(fen)) throw new Error('load returns false');
        return board;
      },
      afterEach: (board) => board.moves({ verbose: true })
        .map((move) => [move.from + move.to + (move.promotion ?? ''), () => after(board, move)]),
    };
  },
  kokopu: async () => {
    const { Position } = await load('kokopu');
    const after = (board, move) => {
      const copy = new Position(board);
      copy.play(move);
      return copy;
    };
    return {
      hasChess960: true,
      setUp: (fen, isChess960) => new Position(isChess960 ? 'chess960' : 'regular', fen),
      afterEach: (board, isChess960) => board.moves()
        .map((move) => [board.uci(move, isChess960), () => after(board, move)]),
    };
  },
  chessops: async () => {
    const { Chess } = await load('chessops/chess');
    const { parseFen } = await load('chessops/fen');
    const { makeUci } = await load('chessops/util');
    const after = (board, move) => {
      const copy = board.clone();
      copy.play(move);
      return copy;
    };
    // The library castles by taking the rook, in ordinary chess as well.
    const text = (board, move, isChess960) => {
      const isCastling = board.board.getRole(move.from) === 'king' && board.board[board.turn].has(move.to);
      const to = move.to > move.from ? move.from + 2 : move.from - 2;
      return makeUci(isCastling && !isChess960 ? { ...move, to } : move);
    };
    const isPromotion = (board, from, to) => board.board.getRole(from) === 'pawn' && (to < 8 || to >= 56);
    return {
      hasChess960: true,
      setUp: (fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap(),
      afterEach: (board, isChess960) => {
        const moves = [];
        for (const [from, dests] of board.allDests()) {
          for (const to of dests) {
            const roles = isPromotion(board, from, to) ? ['queen', 'rook', 'bishop', 'knight'] : [undefined];
            for (const promotion of roles) moves.push({ from, to, promotion });
          }
        }
        return moves.map((move) => [text(board, move, isChess960), () => after(board, move)]);
      },
    };
  },
  // It has queens alone for promotions, and so its moves have no letter for them.
  'js-chess-engine': async () => {
    const { Game } = await load('js-chess-engine');
    const after = (board, from, to) => {
      const copy = new Game(board.exportFEN());
      copy.move(from, to);
      return copy;
    };
    const isPromotion = (board, from, to) =>
      board.exportJson().pieces[from].toLowerCase() === 'p' && /[18]$/.test(to);
    return {
      setUp: (fen) => new Game(fen),
      afterEach: (board) => Object.entries(board.moves()).flatMap(([from, goals]) => goals.map((to) => [
        `${from}${to}`.toLowerCase() + (isPromotion(board, from, to) ? 'q' : ''), () => after(board, from, to),
      ])),
    };
  },
};

const { hasChess960, setUp, afterEach } = await libraries[process.argv[2]]();
let [fen, moves, isChess960] = ['', [], false];
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const perft = (board, depth) => {
  const rows = afterEach(board, isChess960);
  return depth === 1 ? rows.length : sum(rows.map(([, after]) => perft(after(), depth - 1)));
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const words = line.split(/\s+/);
  if (words[0] === 'uci' && hasChess960) console.log('option name UCI_Chess960 type check default false');
  if (words[0] === 'uci') console.log('uciok');
  if (words[0] === 'isready') console.log('readyok');
  if (words[0] === 'setoption') isChess960 = words.at(-1) === 'true';
  if (words[0] === 'position') [fen, moves] = [words.slice(2, 8).join(' '), words.slice(9)];
  if (words[0] !== 'go') return;
  try {
    let board = setUp(fen, isChess960);
    for (const move of moves) board = new Map(afterEach(board, isChess960)).get(move)();
    const depth = Number(words[2]);
    const rows = afterEach(board, isChess960)
      .map(([text, after]) => [text, depth > 1 ? perft(after(), depth - 1) : 1]);
    for (const [text, leaves] of rows) console.log(`${text}: ${leaves}`);
    console.log(`Nodes searched: ${sum(rows.map((row) => row[1]))}`);
  } catch (error) {
    console.error(`the library refuses this FEN: ${error.message ?? error}`);
    process.exit(1);
  }
});
