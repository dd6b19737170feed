// The worker in which the engine of a visitor runs, without access to the page or the network.

const sentence = (error) => {
  const place = error instanceof Error && /\n\s*at (.*)/.exec(error.stack ?? '');
  // The file gets a new address each time it is loaded.
  return place ? `${error}, at ${place[1].replace(/blob:\S+?(?=:\d)/, 'the file')}` : String(error);
};

const fieldsOf = async (answer) => {
  const rows = await answer;
  if (rows === null || typeof rows !== 'object') {
    throw new TypeError(`divide returned ${rows}: expected the leaves after each move`);
  }
  const pairs = typeof rows[Symbol.iterator] === 'function' ? [...rows] : Object.entries(rows);
  // `BigInt` refuses anything but whole numbers.
  return pairs.flatMap(([move, leaves]) => [String(move), String(BigInt(leaves))]);
};

// A module exports the function, or it is a function of the script. It may also export a class for its facts.
let hasBoard = false;
const load = async (text) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  if (/^\s*(import|export)\b/m.test(text)) {
    const module = await import(url);
    hasBoard = typeof module.Board === 'function';
    return module.divide ?? module.default?.divide ?? module.default;
  }
  // An engine that sees a module takes itself for a part of another program, and does not listen.
  if (/\bdivide\b/.test(text)) {
    self.module = { exports: {} };
    self.exports = self.module.exports;
    // Nor is it the program itself, as it may ask by `require.main === module`.
    self.require = (name) => { throw new Error(`found require("${name}"): expected the whole engine in one file`); };
  }
  importScripts(url);
  return typeof divide === 'function' ? divide : self.module?.exports.divide;
};

self.onmessage = async ({ data }) => {
  const post = self.postMessage.bind(self);
  const reply = (answer) => post({ isAnswer: true, ...answer });
  const listen = self.addEventListener.bind(self);
  let listens = false;
  self.onmessage = null;
  self.addEventListener = (type, ...rest) => {
    listens ||= type === 'message';
    listen(type, ...rest);
  };
  try {
    const found = await load(data.file);
    if (typeof found !== 'function') {
      if (hasBoard) {
        reply({ ready: 'board', hasBoard });
        return;
      }
      // An engine may begin to listen a little later.
      if (listens || self.onmessage || /\bonmessage\b/.test(data.file)) {
        reply({ ready: 'uci' });
        return;
      }
      throw new TypeError('found neither a function `divide` nor an engine that listens to messages');
    }
    self.onmessage = async (question) => {
      const { fen, moves, depth } = question.data;
      try {
        reply({ rows: await fieldsOf(found(fen, moves, depth)) });
      } catch (error) {
        reply({ error: sentence(error) });
      }
    };
    reply({ ready: 'divide', hasBoard });
  } catch (error) {
    reply({ error: `the file cannot be loaded: ${sentence(error)}` });
  }
};
