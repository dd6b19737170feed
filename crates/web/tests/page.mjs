// The page in a real browser, used as a person uses it:
//
//     node crates/web/tests/page.mjs ox88.html FOLDER
//
// Screenshots are left in the folder, for people to look at. A third argument is a part of the names of the tests to run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from './browser.mjs';

const [file, folder] = process.argv.slice(2, 4).map((path) => resolve(path));
const only = process.argv[4] ?? '';
const url = pathToFileURL(file).href;
mkdirSync(folder, { recursive: true });

const program = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => {
  try {
    return execFileSync(name, ['--version']);
  } catch {
    return false;
  }
});
if (!program) {
  console.log('LEFT OUT: no Chromium here, so the page is not tried');
  process.exit(0);
}

const browser = await Browser.start(program);
const picture = (name) => browser.picture(join(folder, `page.${name}.png`));

// The right rows, as the page itself counts them.
const right = (position, depth) => browser.look(`call({ result: ['count',
  ['position', ${JSON.stringify(position)}, 'depth', '${depth}'], []] }).then((html) => {
    const part = new DOMParser().parseFromString(html, 'text/html');
    return [...part.querySelectorAll('tbody tr')].map((row) =>
      [row.cells[0].textContent, Number(row.cells[1].textContent.replaceAll(',', ''))]);
  })`);
const sum = (rows) => rows.reduce((total, [, count]) => total + count, 0);
const printed = (rows) => `${rows.map(([move, count]) => `${move}: ${count}`).join('\n')}\n\nNodes searched: ${sum(rows)}\n`;
const asked = async () => {
  const [, position, depth] = /position fen ([^\n]*)\n.* (\d+)\s*$/s.exec(await browser.text('.type'));
  return [position, Number(depth)];
};

// Where a square is on a board, as shares of its width and height.
const at = (square) => [(5 + ('abcdefgh'.indexOf(square[0]) + 0.5) * 10) / 86, (1 + (8.5 - square[1]) * 10) / 86];

// What a board of an engine has that prints the FENs which it was given.
const BOARD = 'setUp(fen) { this.it = fen; } make() { this.it = null; } fen() { return this.it; }';

// An engine that knows no castling.
const withoutCastling = async (position, depth) => {
  const rows = (await right(position, depth)).filter(([move]) => !['e1g1', 'e1c1', 'e8g8', 'e8c8'].includes(move));
  if (depth === 1) return rows;
  const deeper = [];
  for (const [move] of rows) {
    const moves = position.includes(' moves ') ? `${position} ${move}` : `${position} moves ${move}`;
    deeper.push([move, sum(await withoutCastling(moves, depth - 1))]);
  }
  return deeper;
};

// Nothing may be wider than the screen, without a name, or without a label. What is fixed does not scroll, so all of it
// has to be on the screen.
const isSound = async () => {
  const wrong = await browser.look(`(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const ids = all('[id]').map((it) => it.id);
    const says = (is, what) => is ? [] : [what];
    return [
      ...says(document.documentElement.scrollWidth <= innerWidth, 'it scrolls sideways'),
      ...all('*').filter((it) => getComputedStyle(it).position === 'fixed').flatMap((it) => [it, ...it.children])
        .map((it) => [it.localName, it.getBoundingClientRect()])
        .flatMap(([name, { left, right, top, bottom }]) => says(left >= 0 && right <= innerWidth && top >= 0
          && bottom <= innerHeight, name + ' is off the screen: ' + [left, right, top, bottom])),
      ...says(new Set(ids).size === ids.length, 'an id is there twice'),
      ...all('input:not([type=hidden]), textarea, select').flatMap((it) => says(it.labels.length > 0, it.name)),
      ...all('svg.board').flatMap((it) => says(it.closest('[aria-hidden]') || it.getAttribute('aria-label'), 'a board')),
      ...all('main *').flatMap((it) => says(![...it.attributes].some(({ name }) => name.startsWith('on')), it.outerHTML)),
      ...says(all('main :is(script, img, iframe, object)').length === 0, 'what can load or run'),
    ];
  })()`);
  assert.deepEqual(wrong, []);
};

const tests = {
  async 'the page is what docs/web.md says: one file of less than 1.5 MB, with four tabs'() {
    assert.ok(statSync(file).size < 1_500_000, `it has ${statSync(file).size} bytes`);
    const text = readFileSync(new URL('../../../docs/web.md', import.meta.url), 'utf8');
    assert.match(text, /one file of less than 1\.5 MB/);
    const said = /It has four tabs:\n\n([^]*?)\n\n/.exec(text)[1].match(/(?<=^- \*\*).*(?=\.\*\*)/gm);
    await browser.open(url);
    assert.deepEqual(await browser.look("[...document.querySelectorAll('.site nav a')].map((it) => it.textContent)"), said);
  },

  async 'a person pastes a right divide in five formats'() {
    await browser.open(url);
    const rows = await right('startpos', 2);
    const formats = [
      printed(rows),
      rows.map(([move, count]) => `${move} ${count}`).join('\n'),
      `${rows.map(([move, count]) => `move: ${move}  nodes: ${count}`).join('\n')}\ntotal: 400\n`,
      JSON.stringify({ moves: Object.fromEntries(rows), total: 400 }, null, 1),
      `${rows.map(([move, count]) => {
        const piece = /^[bg]1/.test(move) ? 'N' : '';
        return `${piece}${move.slice(2)}: ${count}`;
      }).join('\n')}\n\n400 nodes\n`,
    ];
    for (const format of formats) {
      await browser.open(`${url}#paste?position=startpos&depth=2`);
      await browser.until('document.querySelector("#said")');
      await browser.paste('#said', format);
      await browser.shows('OK: no difference in 400 leaves');
    }
    await isSound();
  },

  async 'a wrong divide leads down to the broken rule, back and forward again, and by a link'() {
    await browser.open(`${url}#paste?position=r3k3/8/8/8/8/8/8/4K2R+b+K+-+0+1&depth=3`);
    await browser.until('document.querySelector("#said")');
    let steps = 0;
    for (; await browser.look('Boolean(document.querySelector("#said"))'); steps += 1) {
      assert.ok(steps < 10, 'it ends');
      await browser.paste('#said', printed(await withoutCastling(...await asked())));
      await browser.until(`document.querySelectorAll('.step').length === ${steps + 1}`);
      if (steps === 0) await picture('step');
    }
    await browser.shows('Castling is missing where it is allowed');
    await browser.look('scrollTo(0, 0)');
    await picture('finding');
    await isSound();
    const link = await browser.look('location.href');
    const finding = await browser.text();
    await browser.look('history.back()');
    await browser.until(`document.querySelectorAll('.step').length === ${steps - 1} && document.querySelector('#said')`);
    await browser.look('history.forward()');
    await browser.until('document.querySelector(".found")');
    await browser.open(link);
    await browser.until('document.querySelector(".found")');
    assert.equal(await browser.text(), finding);
    await browser.open(link.slice(0, -9));
    await browser.until('document.querySelector("#said")');
  },

  async 'one click copies the lines to type'() {
    await browser.open(`${url}#paste?position=kiwipete&depth=2`);
    await browser.until('document.querySelector("[data-copies]")');
    // A browser without a window has no clipboard.
    await browser.look('navigator.clipboard.writeText = async (text) => { window.copied = text; }, true');
    await browser.click('[data-copies]');
    await browser.shows('Copied');
    const copied = await browser.look('window.copied');
    assert.match(copied, /^position fen r3k2r.* w KQkq - 0 1\ngo perft 2$/);
  },

  async 'missing, extra, twice and wrong rows are marked, and bad input is answered where it was typed'() {
    const rows = (await right('kiwipete', 2)).slice(1);
    rows[3][1] -= 1;
    await browser.open(`${url}#paste?position=kiwipete&depth=2`);
    await browser.until('document.querySelector("#said")');
    await browser.paste('#said', printed([...rows, rows[5], ['a1a8', 7]]));
    await browser.until('document.querySelector(".step")');
    for (const word of ['missing', 'extra', 'twice', 'count']) {
      assert.ok(await browser.look(`Boolean(document.querySelector('.rows .badge.${word}'))`), word);
    }
    await browser.look('scrollTo(0, 0)');
    await picture('rows');
    await browser.click('details.set-up summary');
    await browser.type('#position', 'e2 e4 <b>');
    await browser.press('Enter');
    await browser.until('document.querySelector("#position-error")');
    await isSound();
  },

  async 'a long paste is compared, and one that is too long for the address is refused, with what it is'() {
    for (const [length, shown] of [[300_000, 'Not accepted: cannot read'], [10_000_000, 'Not accepted: found 10 MB']]) {
      await browser.open(`${url}#paste`);
      await browser.until('document.querySelector("#said")');
      // What comes by chance cannot be packed much smaller.
      await browser.look(`(() => {
        const area = document.querySelector('#said');
        const line = () => Array.from({ length: 10 }, () => Math.random().toString(36).slice(2, 12).padEnd(10, '-'));
        area.value = Array.from({ length: ${length / 101} }, () => line().join('')).join('\\n');
        area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
      })()`);
      await browser.shows(shown);
      assert.ok(await browser.look('document.querySelector("#said").matches("[aria-invalid=true]")'));
      await isSound();
    }
    await browser.paste('#said', printed(await right('startpos', 3)));
    await browser.shows('OK: no difference in 8,902 leaves');
  },

  async 'text that would be markup is text'() {
    const hostile = '<img src=x onerror=alert(1)>: 1\n<script>alert(2)</script>\n"><svg onload=alert(3)>: 3\n</textarea><b>: 4\n';
    await browser.open(`${url}#paste`);
    await browser.until('document.querySelector("#said")');
    await browser.paste('#said', hostile);
    await browser.shows('Not accepted');
    assert.equal(await browser.look('document.querySelector("#said").value'), hostile);
    await isSound();
    await browser.look(`location.hash = '#count?position=' + encodeURIComponent(${JSON.stringify(hostile)})`);
    await browser.until('document.querySelector("#position-error")');
    await isSound();
  },

  async 'the example leads to its rule, with one button alone'() {
    await browser.open(url);
    await browser.until('document.querySelector("a.button")');
    await browser.click('a.button');
    for (let steps = 1; await browser.look('!document.querySelector(".found")'); steps += 1) {
      assert.ok(steps < 10, 'it ends');
      await browser.until('document.querySelector("#said")?.value.includes("Nodes searched")');
      await browser.click('#now button[type=submit]');
      await browser.until(`document.querySelectorAll('.step').length === ${steps}`);
      if (steps === 1) assert.match(await browser.text('.step summary'), /^1\. depth 3 · [a-h1-8]{4} [\d,]+ \/ [\d,]+$/);
      await isSound();
    }
    await browser.shows('en-passant');
  },

  async 'pieces are dragged, dropped where no move leads, and moved by the arrow keys'() {
    await browser.open(`${url}#count?position=startpos&depth=3`);
    await browser.shows('8,902 leaves');
    await browser.drag('[data-plays] .board', at('e2'), at('e5'));
    assert.ok(await browser.look('document.querySelector(".men.w use[x=\'40\'][y=\'60\']") !== null'), 'it is back on e2');
    await browser.drag('[data-plays] .board', at('e2'), at('e4'));
    await browser.shows('13,160 leaves');
    await browser.look('document.querySelector("#board").focus()');
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await browser.press(key);
    assert.equal(await browser.text('#square'), 'e7: Black pawn, 2 moves');
    for (const key of ['Enter', 'ArrowDown', 'ArrowDown']) await browser.press(key);
    assert.equal(await browser.text('#square'), 'e5: empty, e7e5 is legal');
    await browser.press('Enter');
    await browser.shows('24,825 leaves');
    assert.equal(await browser.look('document.activeElement.id'), 'board');
    await isSound();
  },

  async 'a report is there after a reload, and on the way back'() {
    const path = join(folder, 'reload.mjs');
    writeFileSync(path, 'export function divide() { return { e2e4: 1 }; }');
    await browser.open(`${url}#engine`);
    await browser.until('document.querySelector("#file")');
    await browser.choose('#file', path);
    await browser.click('#hunt button');
    await browser.until('document.querySelector("#result h1")');
    const report = await browser.text('#result');
    await browser.send('Page.reload');
    await browser.until('document.querySelector("#result h1")');
    assert.equal(await browser.text('#result'), report);
    await browser.look('location.hash = "#suites"');
    await browser.until('document.querySelector(".gallery")');
    await browser.look('history.back()');
    await browser.until('document.querySelector("#result h1")');
  },

  async 'moves are played by the mouse and by the keyboard, and counted'() {
    await browser.open(`${url}#count?position=startpos&depth=3`);
    await browser.shows('8,902 leaves');
    await browser.click('[data-plays] .board', at('e2'));
    await browser.until('document.querySelectorAll(".goal").length === 2');
    await browser.click('[data-plays] .board', at('e4'));
    await browser.shows('13,160 leaves');
    await browser.look('document.querySelector(\'.chips a[data-from="e7"][data-to="e5"]\').focus()');
    await browser.press('Enter');
    await browser.shows('24,825 leaves');
    assert.ok(await browser.look('document.activeElement.matches(".chips a")'), 'the keyboard stays at the moves');
    await browser.click('#kinds');
    await browser.shows('checkmates');
    await browser.look('scrollTo(0, 0)');
    await picture('count');
    await isSound();
    await browser.look('history.back()');
    await browser.until('!document.body.innerText.includes("checkmates")');
  },

  async 'a count that takes long says how far it has come, and is stopped'() {
    await browser.open(`${url}#count?position=kiwipete&depth=8`);
    await browser.until('document.querySelector("#busy progress").value > 0 && !document.querySelector("#busy").hidden');
    await browser.click('#busy button');
    await browser.shows('Stopped.');
    await browser.look('location.hash = "#count?position=kiwipete&depth=2"');
    await browser.shows('2,039 leaves');
  },

  async 'the gallery is filtered, and a position of it taken to be compared'() {
    await browser.open(`${url}#suites`);
    await browser.until('document.querySelectorAll(".gallery .card").length > 500');
    await picture('suites');
    await browser.type('#filter', 'rank pin en passant');
    await browser.until('/^\\d+ positions$/.test(document.querySelector("#shown").innerText)');
    await browser.click('.gallery .card:not([hidden]) .links a');
    await browser.until('document.querySelector("#said")');
    assert.match(await browser.look('location.hash'), /position=\w*rank_pin/);
    await browser.look('history.back()');
    await browser.until('document.querySelector("#filter")?.value === "rank pin en passant"');
    await isSound();
  },

  async 'an engine in a file is hunted, faulty, hanging, hostile, or no engine at all'() {
    let requests = 0;
    const server = createServer((_, response) => { requests += 1; response.end(); }).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const outside = `http://127.0.0.1:${server.address().port}/`;
    for (const [name, text, ...expected] of [
      ['faulty.mjs', 'export function divide() { return { e2e4: 1 }; }', '1 finding', 'missing'],
      ['hanging.js', 'function divide() { for (;;); }', '1 finding', 'hangs'],
      ['hostile.js', 'const divide = () => { throw new Error("<img src=x onerror=alert(1)>"); };', '<img src=x onerror=alert(1)>'],
      ['caller.mjs', `export default async () => { await fetch('${outside}'); return {}; }`, 'Failed to fetch'],
      ['loader.js', `importScripts('${outside}');`, 'cannot be loaded'],
      ['nothing.js', 'const x = 1;', 'found neither a function'],
      ['program.js', `function divide() { return { e2e4: 1 }; }
      if (typeof module !== 'undefined') module.exports = { divide };
      if (require.main === module) throw new Error('it is no program');`, '1 finding', 'missing'],
      ['speaks.js', `postMessage('A banner');
      onmessage = ({ data }) => {
        if (data === 'uci') postMessage('id name <b>Speaks</b>\\nuciok');
        if (data === 'isready') postMessage('readyok');
        if (data.startsWith('go perft')) for (const row of ['e2e3: 1', 'Nodes searched: 1']) postMessage(row);
      };`, '1 finding', 'missing'],
      ['board.mjs', `export class Board { ${BOARD} }`, 'nothing wrong in', 'facts:   fen'],
      ['wrong.mjs', `export class Board { ${BOARD} isCheck() { return false; } }`, 'rule      check-wrong'],
      ['both.mjs', `export const divide = () => ({ e2e4: 1 });
      export class Board { ${BOARD} isCheck() { return false; } }`, '1 finding', 'rule      check-wrong'],
      ['forger.mjs', `export class Board { constructor() { postMessage({ html: '<img src=x onerror=alert(1)>' }); } }`, '<img src=x onerror=alert(1)>'],
      ['stuck.mjs', 'export class Board { setUp() { for (;;); } make() {} fen() {} }', 'the board gave no answer for 1 s'],
      ['dies.js', "onmessage = ({ data }) => { if (data.startsWith('go')) throw new Error('lost'); };", '1 finding', 'lost'],
    ]) {
      const path = join(folder, name);
      writeFileSync(path, text);
      await browser.open(`${url}#engine`);
      await browser.until('document.querySelector("#file")');
      await browser.choose('#file', path);
      await browser.type('#seconds', '1');
      await browser.click('#hunt button');
      await browser.until('document.querySelector("#result h1, #file-problem p")');
      for (const part of expected) assert.ok((await browser.text('main')).includes(part), `${name}: ${part}`);
      await isSound();
      if (name === 'faulty.mjs') await picture('engine');
    }
    assert.equal(requests, 0, 'nothing goes out');
    server.close();
    // The browser says that the policy has kept these two in.
    browser.complaints = browser.complaints.filter((text) => !text.includes('Content Security Policy'));
  },

  async 'a hunt that is stopped says what it has found so far'() {
    const path = join(folder, 'slow.mjs');
    writeFileSync(path, `export async function divide() {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { e2e4: 1 };
    }`);
    await browser.open(`${url}#engine`);
    await browser.until('document.querySelector("#file")');
    await browser.choose('#file', path);
    await browser.click('#all');
    await browser.click('#hunt button');
    await browser.until('!document.querySelector("#busy").hidden && document.querySelector("#busy").innerText.includes(" of ")');
    await browser.click('#busy button');
    await browser.until('document.querySelector("#result h1")');
    assert.match(await browser.text('#result h1'), /so far|not run to its end/);
  },

  async 'a hunt is stopped on the smallest phone, whatever it is asking about'() {
    await browser.open(`${url}#suites`);
    await browser.until('document.querySelectorAll(".gallery .card").length > 500');
    const longest = await browser.look(`[...document.querySelectorAll('.gallery h4')].map((it) => it.textContent.trim())
      .sort((one, other) => other.length - one.length)[0]`);
    for (const width of [320, 400, 1280]) {
      await browser.resize(width, 640);
      for (const text of ['Hunting', `1,750 of 1,799: ${longest.replaceAll(' ', '_')} at depth 3, 1,234,567,890 leaves, 12 findings`]) {
        await browser.look(`showBusy(0.5, ${JSON.stringify(text)}); busy.hidden = false;`);
        await isSound();
        if (width === 400) await picture('phone.busy');
      }
    }
  },

  async 'without a graphics card none is offered, and the processor counts what asks for one'() {
    const position = encodeURIComponent('8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1');
    await browser.open(`${url}#count?position=${position}&depth=6&card=yes`);
    await browser.shows('the graphics card failed: this browser offers none');
    assert.match(await browser.text('#result'), /11,030,083 leaves/);
    assert.equal(await browser.look("document.querySelector('#card-field').checkVisibility()"), false);
    await browser.click('.chips a');
    await browser.until('location.hash.includes("card=yes")');
  },

  // Chromium's own driver makes the processor a card. It compiles for a while.
  async 'a graphics card counts, and one that counts wrong is found out'() {
    const other = await Browser.start(program, ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']);
    try {
      const slow = 120_000;
      const position = encodeURIComponent('8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1');
      await other.open(`${url}#count?position=${position}&depth=6&card=yes`);
      await other.until("document.querySelector('#result p')", slow);
      const result = await other.text('#result');
      assert.match(result, /11,030,083 leaves/);
      assert.match(result, /s, on .*swiftshader.* by WebGPU/i);
      assert.match(result, /Agrees with the suite/);
      assert.equal(await other.look("document.querySelector('#card-field').checkVisibility()"), true);
      assert.equal(await other.look("document.querySelector('#card').checked"), true);
      const rows = await right('8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 6);
      for (const [move, leaves] of rows) assert.ok(result.includes(`${move}\t${leaves.toLocaleString('en')}`), `${move} ${leaves}`);
      // Knights jump over an edge of the board.
      await other.look(`element('steps').textContent = element('steps').textContent.replace('NOT_AB = B(0xfcfcfcfcu', 'NOT_AB = B(0xfefefefeu');
        restart(STOPPED); location.hash += '&again=yes'; 0`);
      await other.until("document.querySelector('#result')?.innerText.includes('the graphics card failed: it counted')", slow);
      assert.match(await other.text('#result'), /11,030,083 leaves/);
      assert.deepEqual(other.complaints, []);
    } finally {
      await other.end();
    }
  },

  async 'it fits a phone of 400 px, in light and in dark'() {
    for (const scheme of ['light', 'dark']) {
      await browser.resize(400, 860, scheme);
      for (const tab of ['paste?position=kiwipete', 'count?position=kiwipete', 'suites?filter=pin', 'engine']) {
        await browser.open(`${url}#${tab}`);
        await browser.until('document.querySelector("#busy").hidden');
        await picture(`phone.${scheme}.${tab.split('?')[0]}`);
        await isSound();
      }
    }
    await browser.resize(1280, 1400, 'dark');
    await browser.open(`${url}#paste?position=kiwipete`);
    await browser.until('document.querySelector("#said")');
    await picture('dark');
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(only))) {
  await browser.resize(1280, 1400);
  browser.complaints.length = 0;
  try {
    await test();
    // So Chromium says that it has no graphics card.
    const complaints = browser.complaints.filter((text) => text !== 'No available adapters.');
    assert.deepEqual(complaints, [], 'the console and the network stay silent');
    console.log(`ok: ${name}`);
  } catch (error) {
    failed += 1;
    await picture('failed');
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
await browser.end();
console.log(`screenshots: ${folder}/page.*.png`);
process.exit(failed === 0 ? 0 : 1);
