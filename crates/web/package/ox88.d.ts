/** The leaves after each move, as an object, a `Map` or a list of pairs: `{ e2e4: 20, … }`. */
export type Rows =
  | Iterable<readonly [move: string, leaves: number | bigint]>
  | { readonly [move: string]: number | bigint };

/** Plays the moves from the position of the FEN, and counts the leaves behind each legal move. */
export type Generator = (fen: string, moves: string[], depth: number) => Rows;

/**
 * What `check` and `checkMoves` may be told. Without any of this, the catch-all suite is asked to its end, and then what
 * fits into three seconds of the others.
 */
export interface Options {
  /** Asks about all positions, however long that takes: the same questions on every machine. */
  whole?: boolean;
  /** The most leaves of one question, 10,000 if left out. All up to there are asked. */
  maxNodes?: number;
  /** In place of all built-in suites, the names of some, as in `castling`. */
  suite?: string | readonly string[];
  /** In place of suites: a FEN, `startpos` or the name of a position; ` moves e2e4 e7e5` may follow. */
  position?: string;
  /** How deep `position` is asked: 4 if left out. */
  depth?: number;
  /** Goes on after the first finding, and ends with a table of the broken rules. */
  all?: boolean;
  /** Also asks about positions of suites in which a king castles by taking its own rook, as in `e1h1`. */
  chess960?: boolean;
  /** Also asks about positions of suites that cannot arise in a game. */
  impossible?: boolean;
  /** Asks what fits into so many seconds. */
  budget?: number;
}

/** A generator that went wrong nowhere. */
export interface Passed {
  /** The positions that it was asked about. */
  positions: number;
  /** The positions that could be asked about: `whole` asks about all of them. */
  of: number;
  report: string;
}

/**
 * A generator goes wrong. The message is the report: the smallest position, the moves, and the broken rule. The cause is
 * what the generator threw last.
 */
export class Difference extends Error {
  readonly report: string;
}

/**
 * Asks the generator for the leaves behind each legal move, and throws a `Difference` where it goes wrong. An exception in
 * it is a finding as well. What is no generator, or no option, is a `TypeError`.
 */
export function check(generator: Generator, options?: Options): Passed;

/** The same with a function that lists the legal moves, by squares or in SAN. It is asked again behind each of them. */
export function checkMoves(
  generator: (fen: string, moves: string[]) => Iterable<string> & object,
  options?: Options,
): Passed;

/** What `checkFacts` calls. All but the first two methods may be left out, and are not asked then. Moves are texts of UCI. */
export interface Board {
  /** Sets up the position of a FEN, whatever was set up before. */
  setUp(fen: string): unknown;
  /** Makes a legal move. */
  make(move: string): unknown;
  /** Takes back the move that was made last. */
  unmake?(): unknown;
  /** The key: a number, a bigint, or its hexadecimal digits. */
  key?(): number | bigint | string;
  /** The evaluation of the side to move, twice: as it was kept along the moves, and rebuilt. */
  eval?(): readonly [number | bigint, number | bigint];
  /** Makes a null move, which `unmake` takes back; false where there is none. */
  makeNull?(): unknown;
  /** The legal moves by the stages of the generator: `{ noisy: ['e4d5'], quiet: ['e1d1'] }`. */
  stages?(): { readonly [stage: string]: readonly string[] };
  /** Whether the stages also list moves that leave the king attacked. */
  stagesArePseudo?(): boolean;
  fen?(): string;
  /** Whether the side to move is in check. */
  isCheck?(): boolean;
  /** How the game ended; nothing while it goes on. */
  outcome?(): 'none' | 'checkmate' | 'stalemate' | 'fifty' | 'repetition' | 'material' | null | undefined;
  /** Whether a legal move gives check. */
  givesCheck?(move: string): boolean;
  /** Whether a legal move captures. */
  isCapture?(move: string): boolean;
  /** A legal move in SAN. */
  san?(move: string): string;
  /** Whether any two squares, with or without the letter of a promotion, are a legal move. */
  isLegal?(move: string): boolean;
  /** The move that a text in SAN means; nothing if it means none, or more than one. */
  readSan?(text: string): string | null | undefined;
  /** The leaves of each kind: `{ captures: 8, 'en passant': 0, checks: 3, mates: 0 }`. */
  leaves?(depth: number): { readonly [kind: string]: number | bigint };
  /** Whether it may be asked about Chess960, where castling is the king that takes its rook. */
  knowsChess960?(): boolean;
}

/** A board that told no wrong fact. */
export interface Facts {
  /** The positions that it was asked about. */
  positions: number;
  /** The facts that it was asked for. */
  asked: string[];
  report: string;
}

/**
 * Asks boards for facts that no count shows: keys, checks, SAN, ends. Throws a `Difference` where one is wrong. `newBoard`
 * makes a board, and `budget` is how many seconds it may take: 20 if left out.
 */
export function checkFacts(newBoard: () => Board, options?: { budget?: number }): Facts;

/** A position of a built-in suite. */
export interface Position {
  name: string;
  fen: string;
  /** The leaves at each depth that is known. */
  counts: { [depth: number]: number };
  /** Whether castling is that of Chess960, and written as the king that takes its rook. */
  chess960: boolean;
  comments: string[];
}

/** The leaves behind each legal move. `fen` may also be `startpos` or the name of a position. */
export function divide(fen: string, moves: Iterable<string>, depth: number): { [move: string]: number };

/** The number of ways to play so many half moves. `fen` may also be `startpos` or the name of a position. */
export function perft(fen: string, moves: Iterable<string>, depth: number): number;

/** What is known of a total. */
export interface Total {
  right: boolean;
  /** The rules of the known bugs that give exactly this total, if they are few. */
  rules: string[];
  /** What engines with these bugs do. A total alone does not prove that yours does. */
  faults: string[];
  report: string;
}

/**
 * Which known bugs give exactly this total, in this position at this depth, or in any that authors count first.
 * `position` is a FEN, `startpos` or the name of a position.
 */
export function explainTotal(total: number | bigint | string, position?: string, depth?: number): Total;

/** The positions of the built-in suites, each with its agreed counts. */
export function suites(): { [suite: string]: Position[] };
