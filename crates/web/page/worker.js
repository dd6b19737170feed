// Where ox88 runs, behind what wasm-bindgen has made: the page stays quick whatever is counted. Engines run in workers of
// this one, and are ended when they hang.

let engineSource = '';
let ready;
let isStopped = false;

const begin = async ({ wasm, engine }) => {
  engineSource = engine;
  const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  wasm_bindgen.initSync({ module: await new Response(whole).arrayBuffer() });
};

// Messages of progress, no more of them than can be seen.
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

// A worker with the engine in it. It is loaded when it is first asked.
class Engine {
  constructor(file, milliseconds) {
    this.file = file;
    this.milliseconds = milliseconds;
    this.worker = null;
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  // What the engine says to this, or nothing in time.
  say(message) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ hangs: true }), this.milliseconds);
      const done = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      this.worker.onmessage = ({ data }) => done(data ?? {});
      this.worker.onerror = (event) => {
        event.preventDefault();
        done({ error: event.message || 'its worker ended' });
      };
      this.worker.postMessage(message);
    });
  }

  async ask(question) {
    if (!this.worker) {
      this.worker = new Worker(URL.createObjectURL(new Blob([engineSource], { type: 'text/javascript' })));
      const loaded = await this.say({ file: this.file });
      if (!loaded.ready) {
        this.end();
        return loaded;
      }
    }
    const answer = await this.say(question);
    if (answer.hangs) this.end();
    return answer;
  }
}

const hunt = async ({ name, file, nodes, all, seconds }, { tell }) => {
  isStopped = false;
  const hunt = new wasm_bindgen.Hunt(name, nodes, all, seconds);
  const running = new Engine(file, seconds * 1000);
  let beside = new Engine(file, seconds * 1000);
  for (let asked; !isStopped && (asked = hunt.next()); ) {
    tell(hunt.share(), hunt.progress());
    const [process, fen, depth, ...moves] = asked;
    if (process !== 'beside') beside.end();
    const answer = await (process === 'running' ? running : beside).ask({ fen, moves, depth: Number(depth) });
    if (Array.isArray(answer.rows)) hunt.rows(answer.rows.map(String));
    else if (answer.hangs) hunt.hangs();
    else hunt.fails(String(answer.error));
  }
  running.end();
  beside.end();
  return hunt.report();
};

onmessage = async ({ data }) => {
  if (data.wasm) {
    ready = begin(data);
    return;
  }
  if (data.stop) {
    isStopped = true;
    return;
  }
  const { id, view, result } = data;
  try {
    await ready;
    let html;
    if (view) html = wasm_bindgen.view(...view);
    else if (result) html = wasm_bindgen.result(...result, listener(id));
    else html = await hunt(data.hunt, listener(id));
    postMessage({ id, html });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
