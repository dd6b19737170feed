// The page: hands the address behind `#` to the worker, and shows the markup that it returns.
'use strict';

const element = (id) => document.getElementById(id);
const main = element('main');
const busy = element('busy');
const TABS = /^#(paste|count|suites|engine|number)(\?|$)/;

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
  worker.postMessage({
    source: element('worker').textContent,
    wasm: element('wasm').textContent,
    engine: element('engine-worker').textContent,
    steps: element('steps').textContent,
  });
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
  const [, tab, query] = /^#(\w+)\??(.*)$/s.exec(hash) ?? ['', 'paste', ''];
  const fields = new URLSearchParams(query);
  const said = fields.get('said');
  fields.delete('said');
  return { tab, fields, said: said ? await unpack(said) : [] };
};

const go = (tab, fields) => {
  const hash = `#${tab}?${fields}`;
  if (hash === location.hash) show();
  else location.hash = hash;
};

// Showing markup.

let shown = 0;

const show = async () => {
  shown += 1;
  const mine = shown;
  const { tab, fields, said } = await read(location.hash);
  if (waiting.size > 0) restart(STOPPED);
  const asked = [tab, [...fields].flat(), said];
  const focused = document.activeElement;
  const focus = { id: focused?.id, isMove: Boolean(focused?.closest?.('.chips')) };
  try {
    const html = await call({ view: asked });
    if (mine !== shown) return;
    const typed = element('said')?.value;
    main.innerHTML = html;
    for (const link of document.querySelectorAll('.site nav a')) {
      if (link.hash === `#${tab}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    offerCard();
    document.title = `ox88: ${main.querySelector('h2')?.textContent ?? tab}`;
    if (tab === 'suites') filter(fields.get('filter') ?? '');
    const result = await whileBusy('Counting', (tell) => call({ result: asked }, tell));
    if (mine !== shown) return;
    if (result) element('result').innerHTML = result;
    if (tab === 'engine' && history.state?.report) element('result').innerHTML = history.state.report;
    prepareBoard();
    const area = element('said');
    if (area && typed && !area.value && said.length === 0) area.value = typed;
    refocus(focus, said.length > 0);
  } catch (error) {
    if (mine === shown) fail(error);
  }
};

// A graphics card is offered only where the browser has one. A browser without one may complain when it is asked.
let adapter;
const offerCard = async () => {
  const field = element('card-field');
  if (!field) return;
  adapter ??= Promise.resolve(navigator.gpu?.requestAdapter()).catch(() => null);
  if (await adapter) field.hidden = false;
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
      refuseAt(area, `Not accepted: found ${Math.ceil(area.value.length / 1e6)} MB, too long for the address of this `
        + 'page: expected one line for each move. Paste the rows and the total alone.');
      return;
    }
    fields.set('said', packed);
  }
  go(form.dataset.tab, fields);
};

// Keeps a report with its address, so that it is there after a reload and on the way back.
const keep = (report) => {
  try {
    history.replaceState({ report }, '');
  } catch {
    // The browser has no room for so long a report.
  }
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
    keep(report);
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
  const form = target.closest('form[data-tab]');
  if (form && target.matches('input') && form.dataset.answers === undefined) submit(form);
});

// Links within the shown markup lead there, and leave the address alone.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link || TABS.test(link.getAttribute('href'))) return;
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
  const said = button.parentElement.querySelector('[role=status]') ?? button;
  const before = said.textContent;
  said.textContent = 'Copied';
  setTimeout(() => { said.textContent = before; }, 3000);
});

// The board on which moves are played: drag a piece, click on it and then on its goal, or use the arrow keys and Enter.

const FILES = 'abcdefgh';
let picked = '';
let cursor = 'e2';
let drag;

const playing = () => main.querySelector('[data-plays] .board');
const corner = (square) => [FILES.indexOf(square[0]) * 10, (8 - Number(square[1])) * 10];
const movesFrom = (square) => [...main.querySelectorAll('.chips a[data-from]')].filter((link) => link.dataset.from === square);
const pieceOn = (board, square) => {
  const [x, y] = corner(square);
  return board.querySelector(`.men use[x="${x}"][y="${y}"]`);
};

// Where a pointer is, in the units of the board.
const placeOf = (board, { clientX, clientY }) => {
  const { left, top, width, height } = board.getBoundingClientRect();
  const { x, y, width: wide, height: high } = board.viewBox.baseVal;
  return [((clientX - left) / width) * wide + x, ((clientY - top) / height) * high + y];
};

const squareAt = (board, pointer) => {
  const [file, row] = placeOf(board, pointer).map((unit) => Math.floor(unit / 10));
  return file >= 0 && file < 8 && row >= 0 && row < 8 ? FILES[file] + (8 - row) : '';
};

const draw = (board, name, attributes) => {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  board.append(shape);
};

const drawCursor = (board) => {
  board.querySelector('.cursor')?.remove();
  const [x, y] = corner(cursor);
  draw(board, 'rect', { class: 'cursor', x: x + 0.4, y: y + 0.4, width: 9.2, height: 9.2 });
};

const prepareBoard = () => {
  picked = '';
  drag = undefined;
  const board = playing();
  if (!board) return;
  board.id = 'board';
  board.tabIndex = 0;
  board.setAttribute('role', 'application');
  drawCursor(board);
};

const pick = (board, square) => {
  for (const shape of board.querySelectorAll('.picked, .goal')) shape.remove();
  const goals = movesFrom(square);
  picked = goals.length > 0 ? square : '';
  if (!picked) return;
  const [x, y] = corner(square);
  draw(board, 'rect', { class: 'picked', x, y, width: 10, height: 10 });
  for (const goal of new Set(goals.map((link) => link.dataset.to))) {
    const [goalX, goalY] = corner(goal);
    draw(board, 'circle', { class: 'goal', cx: goalX + 5, cy: goalY + 5, r: 1.8 });
  }
};

// Plays a move, if there is one. Of promotions the queen comes first; the others are among the links.
const play = (from, to) => {
  const goals = movesFrom(from).filter(({ dataset }) => dataset.to === to || dataset.rook === to);
  const link = goals.find((it) => it.textContent.endsWith('q')) ?? goals[0];
  if (!link) return false;
  cursor = to;
  link.click();
  return true;
};

const choose = (board, square) => {
  if (!picked || picked === square || !play(picked, square)) pick(board, square === picked ? '' : square);
};

document.addEventListener('pointerdown', (event) => {
  const board = event.target.closest('[data-plays] .board');
  if (!board || event.button !== 0) return;
  const from = squareAt(board, event);
  if (from) cursor = from;
  drawCursor(board);
  const piece = from && movesFrom(from).length > 0 ? pieceOn(board, from) : null;
  drag = { board, from, piece, start: placeOf(board, event), isMoved: false };
  board.setPointerCapture(event.pointerId);
});

document.addEventListener('pointermove', (event) => {
  if (!drag?.piece) return;
  const { board, from, piece, start } = drag;
  const [x, y] = placeOf(board, event);
  if (!drag.isMoved && Math.hypot(x - start[0], y - start[1]) < 2) return;
  if (!drag.isMoved) {
    pick(board, from);
    // What is last is on top.
    board.append(piece.parentElement);
    drag.isMoved = true;
  }
  piece.setAttribute('x', x - 5);
  piece.setAttribute('y', y - 5);
});

const drop = (event) => {
  if (!drag) return;
  const { board, from, piece, isMoved } = drag;
  drag = undefined;
  const square = event.type === 'pointerup' ? squareAt(board, event) : '';
  if (!isMoved) {
    if (square) choose(board, square);
    return;
  }
  const [x, y] = corner(from);
  if (square && square !== from && play(from, square)) return;
  piece.setAttribute('x', x);
  piece.setAttribute('y', y);
  pick(board, '');
};
document.addEventListener('pointerup', drop);
document.addEventListener('pointercancel', drop);

// A finger on a piece drags it; anywhere else it scrolls the page.
main.addEventListener('touchstart', (event) => {
  const board = event.target.closest('[data-plays] .board');
  const square = board && squareAt(board, event.touches[0]);
  if (square && (picked || movesFrom(square).length > 0)) event.preventDefault();
}, { passive: false });

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

document.addEventListener('keydown', (event) => {
  const board = event.target.closest?.('[data-plays] .board');
  if (!board || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = STEPS[event.key];
  if (step) {
    const [file, rank] = [FILES.indexOf(cursor[0]) + step[0], Number(cursor[1]) + step[1]];
    if (file >= 0 && file < 8 && rank >= 1 && rank <= 8) cursor = FILES[file] + rank;
    drawCursor(board);
  } else if (event.key === 'Enter' || event.key === ' ') {
    choose(board, cursor);
  } else if (event.key === 'Escape') {
    pick(board, '');
  } else {
    return;
  }
  event.preventDefault();
  const piece = pieceOn(board, cursor);
  const color = piece?.parentElement.classList.contains('w') ? 'White' : 'Black';
  const count = movesFrom(cursor).length;
  const goal = picked && movesFrom(picked).some(({ dataset }) => dataset.to === cursor) ? `, ${picked}${cursor} is legal` : '';
  element('square').textContent = `${cursor}: ${piece ? `${color} ${piece.getAttribute('href').slice(1)}` : 'empty'}`
    + `${count > 0 ? `, ${count} ${count === 1 ? 'move' : 'moves'}` : ''}${goal}`;
});

window.addEventListener('hashchange', show);
startWorker();
show();
