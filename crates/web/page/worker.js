// The worker in which ox88 runs, below the code that wasm-bindgen has made, so that the page stays quick during a count.
// Engines run in workers of this one, which ends them if they hang.

// All of it again, for a worker in which a board tells facts.
let program;
let card;
let ready;
let isStopped = false;

const begin = async (parts) => {
  program = parts;
  const bytes = Uint8Array.from(atob(parts.wasm), (letter) => letter.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  wasm_bindgen.initSync({ module: await new Response(whole).arrayBuffer() });
};

// Messages of progress, no more often than can be seen.
const listener = (id) => {
  let last = 0;
  return {
    tell(share, text = '') {
      const now = performance.now();
      if (now - last < 100) return;
      last = now;
      postMessage({ id, share, text });
    },
  };
};

// A worker with the engine in it. The engine is loaded when it is first asked.
class Engine {
  constructor(file, milliseconds) {
    this.file = file;
    this.milliseconds = milliseconds;
    this.worker = null;
    this.heard = [];
    this.wake = null;
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  // The answer of the engine to a message, or nothing in time.
  say(message) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ hangs: true }), this.milliseconds);
      const done = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      // An engine may say something by itself.
      this.worker.onmessage = ({ data }) => { if (data?.isAnswer) done(data); };
      this.worker.onerror = (event) => {
        event.preventDefault();
        done({ error: event.message || 'its worker ended' });
      };
      this.worker.postMessage(message);
    });
  }

  // Loads the file, and says how it can be asked.
  async load() {
    this.end();
    this.worker = new Worker(URL.createObjectURL(new Blob([program.engine], { type: 'text/javascript' })));
    const loaded = await this.say({ file: this.file });
    if (!loaded.ready) this.end();
    return loaded;
  }

  async ask(question) {
    if (!this.worker) {
      const loaded = await this.load();
      if (!loaded.ready) return loaded;
    }
    const answer = await this.say(question);
    if (answer.hangs) this.end();
    return answer;
  }

  // Talks with the engine about one question, line by line.
  async talk(hunt) {
    for (;;) {
      const [waits, ...does] = hunt.goOn();
      for (const it of does) {
        if (it) this.worker?.postMessage(it.slice(1));
        else await this.start(hunt);
      }
      if (!waits) return;
      await this.hears(hunt, Number(waits));
    }
  }

  async start(hunt) {
    const loaded = await this.load();
    if (!this.worker) {
      hunt.ends(String(loaded.error ?? 'it was not loaded in time'));
      return;
    }
    this.heard = [];
    const note = (event) => {
      this.heard.push(event);
      this.wake?.();
    };
    this.worker.onmessage = ({ data }) => note({ text: typeof data === 'string' ? data : String(data?.data ?? '') });
    this.worker.onerror = (event) => {
      event.preventDefault();
      note({ error: event.message || 'its worker ended' });
    };
  }

  // Waits for lines, and takes all that have arrived.
  async hears(hunt, milliseconds) {
    if (this.heard.length === 0) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(milliseconds, 2 ** 30));
        this.wake = () => {
          clearTimeout(timer);
          setTimeout(resolve);
        };
      });
      this.wake = null;
    }
    for (const { text, error } of this.heard.splice(0)) {
      if (error === undefined) for (const line of text.split('\n')) hunt.line(line);
      else hunt.ends(error);
    }
  }
}

// How many seconds a board is asked for facts.
const FACTS = 10;

// What a board tells wrong, as text. This runs in a worker of its own, since a board may hang and may do what it likes there.
const told = async (file) => {
  const { Board } = await import(URL.createObjectURL(new Blob([file], { type: 'text/javascript' })));
  try {
    return checkFacts(() => new Board(), { budget: FACTS }).report;
  } catch (error) {
    return error.report ?? String(error);
  }
};

// The facts of the board in a file, as text.
let stopFacts = () => {};
const facts = (file, seconds, tell) =>
  new Promise((resolve) => {
    const worker = new Worker(URL.createObjectURL(new Blob([program.source], { type: 'text/javascript' })));
    const start = performance.now();
    const progress = setInterval(() => {
      const share = (performance.now() - start) / (FACTS * 1000);
      tell(Math.min(share, 1), 'Keys, checks and other facts');
      if (performance.now() - start > (FACTS + seconds) * 1000) done(`the board gave no answer for ${seconds} s`);
    }, 200);
    const done = (text) => {
      clearInterval(progress);
      worker.terminate();
      resolve(text);
    };
    stopFacts = () => done('Stopped.');
    worker.onmessage = ({ data: { html, error } }) => done(String(html ?? error));
    worker.onerror = (event) => {
      event.preventDefault();
      done(event.message || 'its worker ended');
    };
    worker.postMessage(program);
    worker.postMessage({ told: file });
  });

const hunt = async ({ name, file, perft, nodes, all, seconds }, { tell }) => {
  isStopped = false;
  const running = new Engine(file, seconds * 1000);
  const beside = new Engine(file, seconds * 1000);
  const loaded = await running.load();
  if (!loaded.ready) return { problem: String(loaded.error ?? `the file is not loaded after ${seconds} s`) };
  const isUci = loaded.ready === 'uci';
  const hunt = loaded.ready === 'board' ? null : new wasm_bindgen.Hunt(name, isUci ? perft : undefined, nodes, all, seconds);
  for (let asked; !isStopped && (asked = hunt?.next()); ) {
    tell(hunt.share(), hunt.progress());
    const [process, fen, depth, ...moves] = asked;
    if (process !== 'beside') beside.end();
    const engine = process === 'running' ? running : beside;
    if (isUci) {
      await engine.talk(hunt);
      continue;
    }
    const answer = await engine.ask({ fen, moves, depth: Number(depth) });
    if (Array.isArray(answer.rows)) hunt.rows(answer.rows.map(String));
    else if (answer.hangs) hunt.hangs();
    else hunt.fails(String(answer.error));
  }
  running.end();
  beside.end();
  if (!loaded.hasBoard) return hunt.report();
  const text = isStopped ? 'Stopped.' : await facts(file, seconds, tell);
  return (hunt?.report() ?? '') + wasm_bindgen.facts(name, text);
};

// A card that has counted the suites right.
const openCard = async () => {
  const opened = await Card.open(program.steps);
  const leaves = await opened.leavesBelow(wasm_bindgen.cardTest(), 3, wasm_bindgen.recount, () => {});
  if (String(leaves) !== wasm_bindgen.cardTestLeaves()) throw new Error(`it counted ${leaves} leaves below the suites`);
  return opened;
};

// The result of a count, by the card if that is asked for. Without a right card the processor counts, and says so.
const result = async (asked, listener) => {
  const [depth, ...words] = wasm_bindgen.cardRoots(...asked);
  let why = '';
  if (depth !== undefined) {
    try {
      card ??= await openCard();
      const start = performance.now();
      const leaves = [];
      let share = 0;
      const tell = (more) => listener.tell(share += (8 * more) / words.length);
      for (let at = 0; at < words.length; at += 8) {
        leaves.push(String(await card.leavesBelow(words.slice(at, at + 8), depth, wasm_bindgen.recount, tell)));
      }
      return wasm_bindgen.cardResult(...asked, leaves, (performance.now() - start) / 1000, card.name);
    } catch (error) {
      card?.device.destroy();
      card = undefined;
      why = wasm_bindgen.cardFailed(error.message ?? String(error));
    }
  }
  return wasm_bindgen.result(...asked, listener) + why;
};

onmessage = async ({ data }) => {
  if (data.wasm) {
    ready = begin(data);
    return;
  }
  if (data.stop) {
    isStopped = true;
    stopFacts();
    return;
  }
  const { id, view } = data;
  try {
    await ready;
    let html;
    if (view) html = wasm_bindgen.view(...view);
    else if (data.told !== undefined) html = await told(data.told);
    else if (data.result) html = await result(data.result, listener(id));
    else html = await hunt(data.hunt, listener(id));
    postMessage({ id, html });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
