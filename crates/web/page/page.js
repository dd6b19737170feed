// The page: hands the address behind `#` to the worker, and shows the markup that it returns.
'use strict';

const element = (id) => document.getElementById(id);
const main = element('main');
const busy = element('busy');
const ROOMS = /^#(paste|count|suites|engine|number)(\?|$)/;

// The worker.

let worker;
let lastId = 0;
const waiting = new Map();
const source = URL.createObjectURL(new Blob([element('worker').textContent], { type: 'text/javascript' }));

const startWorker = () => {
  worker = new Worker(source);
  worker.onmessage = ({ data: { id, html, error, share, text } }) => {
    const call = waiting.get(id);
    if (!call) return;
    if (share !== undefined) {
      call.tell(share, text);
      return;
    }
    waiting.delete(id);
    if (error === undefined) call.resolve(html);
    else call.reject(new Error(error));
  };
  worker.onerror = (event) => restart(new Error(event.message));
  worker.postMessage({ wasm: element('wasm').textContent, engine: element('engine-worker').textContent });
};

// Ends the present work.
const restart = (why) => {
  worker.terminate();
  const calls = [...waiting.values()];
  waiting.clear();
  startWorker();
  for (const { reject } of calls) reject(why);
};

const call = (message, tell = () => {}) =>
  new Promise((resolve, reject) => {
    lastId += 1;
    waiting.set(lastId, { resolve, reject, tell });
    worker.postMessage({ id: lastId, ...message });
  });

// Shows what the worker is doing, if that takes more than a moment.

const STOPPED = new Error('stopped');
let busyTimer;

const showBusy = (share, text) => {
  const [bar, words] = busy.children;
  if (share === undefined) bar.removeAttribute('value');
  else bar.value = share;
  words.textContent = text;
};

const whileBusy = async (text, work) => {
  showBusy(undefined, text);
  busyTimer = setTimeout(() => { busy.hidden = false; }, 200);
  try {
    return await work((share, more) => showBusy(share, more || `${text} ${Math.floor(share * 100)} %`));
  } finally {
    clearTimeout(busyTimer);
    busy.hidden = true;
  }
};

// Asks a hunt to end and report its findings. Ends any other work at once.
let isHunting = false;
busy.querySelector('button').onclick = () => {
  if (!isHunting) {
    restart(STOPPED);
    return;
  }
  worker.postMessage({ stop: true });
  const calls = [...waiting.values()];
  setTimeout(() => { if (calls.some((call) => [...waiting.values()].includes(call))) restart(STOPPED); }, 15000);
};

// Addresses. Answers are compressed, because they are long.

const through = async (stream, bytes) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

const pack = async (said) => {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(said)));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

// An address that was cut short on its way has no answers.
const unpack = async (text) => {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const said = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes)));
    return Array.isArray(said) ? said.map(String) : [];
  } catch {
    return [];
  }
};

const read = async (hash) => {
  const [, room, query] = /^#(\w+)\??(.*)$/s.exec(hash) ?? ['', 'paste', ''];
  const fields = new URLSearchParams(query);
  const said = fields.get('said');
  fields.delete('said');
  return { room, fields, said: said ? await unpack(said) : [] };
};

const go = (room, fields) => {
  const hash = `#${room}?${fields}`;
  if (hash === location.hash) show();
  else location.hash = hash;
};

// Showing markup.

let shown = 0;

const show = async () => {
  shown += 1;
  const mine = shown;
  const { room, fields, said } = await read(location.hash);
  if (waiting.size > 0) restart(STOPPED);
  const asked = [room, [...fields].flat(), said];
  const focused = document.activeElement;
  const focus = { id: focused?.id, isMove: Boolean(focused?.closest?.('.chips')) };
  try {
    const html = await call({ view: asked });
    if (mine !== shown) return;
    const typed = element('said')?.value;
    main.innerHTML = html;
    for (const link of document.querySelectorAll('.site nav a')) {
      if (link.hash === `#${room}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    document.title = `ox88: ${main.querySelector('h2')?.textContent ?? room}`;
    if (room === 'suites') filter(fields.get('filter') ?? '');
    const result = await whileBusy('Counting', (tell) => call({ result: asked }, tell));
    if (mine !== shown) return;
    if (result) element('result').innerHTML = result;
    const area = element('said');
    if (area && typed && !area.value && said.length === 0) area.value = typed;
    refocus(focus, said.length > 0);
  } catch (error) {
    if (mine === shown) fail(error);
  }
};

// Keeps the place of people who use the keyboard.
const refocus = ({ id, isMove }, hasAnswers) => {
  const now = element('now');
  if (hasAnswers && now) {
    now.tabIndex = -1;
    now.focus({ preventScroll: true });
    (main.querySelector('details.step[open]') ?? now).scrollIntoView({ block: 'start' });
  } else if (id && element(id)) {
    element(id).focus({ preventScroll: true });
  } else if (isMove) {
    main.querySelector('.chips a')?.focus({ preventScroll: true });
  }
};

const fail = (error) => {
  const place = element('result') ?? main;
  place.textContent = '';
  const line = document.createElement('p');
  line.className = error === STOPPED ? 'hint' : 'error';
  line.textContent = error === STOPPED ? 'Stopped.' : `ox88 itself failed here: ${error.message}`;
  place.append(line);
  if (error !== STOPPED) restart(error);
};

// The gallery.

const filter = (text) => {
  const field = element('filter');
  if (field.value !== text) field.value = text;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const suite of main.querySelectorAll('.suite')) {
    let some = 0;
    for (const card of suite.querySelectorAll('.card')) {
      card.hidden = !words.every((word) => card.dataset.words.includes(word));
      if (!card.hidden) some += 1;
    }
    suite.hidden = some === 0;
    count += some;
  }
  element('shown').textContent = words.length === 0 ? '' : `${count} positions`;
};

document.addEventListener('input', ({ target }) => {
  if (target.id === 'filter') {
    filter(target.value);
    history.replaceState(null, '', `#suites?${new URLSearchParams({ filter: target.value })}`);
  }
});

// Forms become addresses.

// Browsers take no addresses that are much longer.
const LONGEST_ADDRESS = 1_000_000;

const refuseAt = (area, why) => {
  const error = element(`${area.id}-error`) ?? document.createElement('p');
  Object.assign(error, { id: `${area.id}-error`, className: 'error', role: 'alert', textContent: why });
  area.setAttribute('aria-invalid', 'true');
  area.parentElement.append(error);
};

const submit = async (form, button) => {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (name !== 'said') fields.set(name, value);
  if (form.dataset.answers !== undefined) {
    const { said } = await read(location.hash);
    const area = element('said');
    const answers = [...said.slice(0, Number(form.dataset.answers)), (button?.dataset.how ?? '=') + area.value];
    const packed = await pack(answers);
    if (packed.length > LONGEST_ADDRESS) {
      refuseAt(area, `Not taken: found ${Math.ceil(area.value.length / 1e6)} MB, too long for the address of this `
        + 'page: expected one line for each move. Paste the rows and the total alone.');
      return;
    }
    fields.set('said', packed);
  }
  go(form.dataset.room, fields);
};

const hunt = async (form) => {
  const seconds = Number(form.seconds.value);
  const problem = element('file-problem');
  problem.textContent = '';
  const refuse = (why) => {
    const line = document.createElement('p');
    line.className = 'error';
    line.textContent = why;
    problem.append(line);
  };
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 3600) {
    refuse(`Found “${form.seconds.value}” seconds: expected a whole number from 1 to 3600`);
    return;
  }
  const [file] = form.file.files;
  const asked = {
    name: file.name,
    file: await file.text(),
    perft: form.perft.value.trim() || 'go perft',
    nodes: Number(form.nodes.value),
    all: form.all.checked,
    seconds,
  };
  if (waiting.size > 0) restart(STOPPED);
  isHunting = true;
  const mine = shown;
  try {
    const report = await whileBusy('Hunting', (tell) => call({ hunt: asked }, tell));
    if (mine !== shown) return;
    if (report.problem) {
      element('result').innerHTML = '';
      refuse(report.problem);
      return;
    }
    element('result').innerHTML = report;
    element('result').querySelector('h1').focus();
  } catch (error) {
    if (mine === shown) fail(error);
  } finally {
    isHunting = false;
  }
};

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target.id === 'hunt') hunt(event.target);
  else submit(event.target, event.submitter).catch(fail);
});

// Compares a whole paste at once.
document.addEventListener('input', ({ target, inputType }) => {
  const isWhole = target.id === 'said' && inputType === 'insertFromPaste' && target.value.trim().includes('\n');
  if (isWhole) target.form.requestSubmit();
});

// The board follows a position as soon as it is typed.
document.addEventListener('change', ({ target }) => {
  const form = target.closest('form[data-room]');
  if (form && target.matches('input') && form.dataset.answers === undefined) submit(form);
});

// Links within the shown markup lead there, and leave the address alone.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link || ROOMS.test(link.getAttribute('href'))) return;
  event.preventDefault();
  const goal = element(decodeURIComponent(link.hash.slice(1)));
  if (!goal) return;
  goal.closest('details')?.setAttribute('open', '');
  if (!goal.matches('a, button, input, textarea')) goal.tabIndex = -1;
  goal.scrollIntoView();
  goal.focus({ preventScroll: true });
});

// A button copies the element that it names.
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-copies]');
  if (!button) return;
  await navigator.clipboard.writeText(main.querySelector(button.dataset.copies).textContent);
  button.textContent = 'Copied';
});

// The board on which moves are played: click on a piece, then on its goal.

const FILES = 'abcdefgh';
let picked = '';

const squareAt = (board, { clientX, clientY }) => {
  const { left, top, width, height } = board.getBoundingClientRect();
  const { x, y, width: wide, height: high } = board.viewBox.baseVal;
  const file = Math.floor((((clientX - left) / width) * wide + x) / 10);
  const row = Math.floor((((clientY - top) / height) * high + y) / 10);
  return file >= 0 && file < 8 && row >= 0 && row < 8 ? FILES[file] + (8 - row) : '';
};

const draw = (board, name, attributes) => {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  board.append(shape);
};

const pick = (board, square, goals) => {
  for (const shape of board.querySelectorAll('.picked, .goal')) shape.remove();
  picked = goals.length > 0 ? square : '';
  if (!picked) return;
  const corner = (name) => [FILES.indexOf(name[0]) * 10, (8 - Number(name[1])) * 10];
  const [x, y] = corner(square);
  draw(board, 'rect', { class: 'picked', x, y, width: 10, height: 10 });
  for (const goal of new Set(goals.map((link) => link.dataset.to))) {
    const [goalX, goalY] = corner(goal);
    draw(board, 'circle', { class: 'goal', cx: goalX + 5, cy: goalY + 5, r: 1.8 });
  }
};

document.addEventListener('click', (event) => {
  const board = event.target.closest('[data-plays] .board');
  if (!board) return;
  const square = squareAt(board, event);
  const moves = [...main.querySelectorAll('.chips a[data-from]')];
  const goals = moves.filter((link) => link.dataset.from === picked
    && (link.dataset.to === square || link.dataset.rook === square));
  if (picked && square !== picked && goals.length > 0) {
    // Of promotions the queen comes first; the others are among the links.
    (goals.find((link) => link.textContent.endsWith('q')) ?? goals[0]).click();
    picked = '';
  } else {
    pick(board, square, square === picked ? [] : moves.filter((link) => link.dataset.from === square));
  }
});

window.addEventListener('hashchange', show);
startWorker();
show();
