// A browser without a window, driven as a person does it: by the mouse, by the keyboard, and by looking. It speaks
// Chromium's own protocol through two pipes, so that nothing has to be installed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PATIENCE = 30_000;

export class Browser {
  // The arguments are those of this one browser.
  static async start(program, more = []) {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), 'ox88-browser-'));
    browser.process = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync',
      ...more, `--user-data-dir=${browser.profile}`, '--remote-debugging-pipe', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    browser.calls = new Map();
    browser.lastId = 0;
    // Whatever the page writes to the console, throws, or wants from the network.
    browser.complaints = [];
    let rest = '';
    browser.process.stdio[4].setEncoding('utf8').on('data', (text) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop();
      for (const message of messages) browser.hear(JSON.parse(message));
    });
    const { targetInfos } = await browser.send('Target.getTargets');
    const { targetId } = targetInfos.find(({ type }) => type === 'page');
    browser.session = (await browser.send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'DOM']) await browser.send(`${domain}.enable`);
    return browser;
  }

  hear({ id, result, error, method, params }) {
    if (id !== undefined) {
      const { resolve, reject } = this.calls.get(id);
      this.calls.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    } else if (method === 'Runtime.exceptionThrown') {
      this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === 'Log.entryAdded') {
      this.complaints.push(params.entry.text);
    } else if (method === 'Runtime.consoleAPICalled') {
      this.complaints.push(params.args.map(({ value }) => value).join(' '));
    } else if (method === 'Network.requestWillBeSent' && !/^(file|blob|data):/.test(params.request.url)) {
      this.complaints.push(`it asks for ${params.request.url}`);
    } else if (method === 'Page.javascriptDialogOpening') {
      this.complaints.push(`a dialog: ${params.message}`);
      this.send('Page.handleJavaScriptDialog', { accept: true });
    }
  }

  send(method, params = {}) {
    this.lastId += 1;
    const id = this.lastId;
    const message = { id, method, params, ...(this.session && { sessionId: this.session }) };
    this.process.stdio[3].write(`${JSON.stringify(message)}\0`);
    return new Promise((resolve, reject) => this.calls.set(id, { resolve, reject }));
  }

  // What this expression is worth in the page.
  async look(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate',
      { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Waits until this is true in the page.
  async until(expression, patience = PATIENCE) {
    for (const end = Date.now() + patience; Date.now() < end;) {
      if (await this.look(`Boolean(${expression})`)) return;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Error(`waited for ${expression} in:\n${await this.look('document.body.innerText')}`);
  }

  text(selector = 'main') {
    return this.look(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
  }

  shows(text) {
    return this.until(`document.body.innerText.includes(${JSON.stringify(text)})`);
  }

  async open(url) {
    await this.send('Page.navigate', { url: 'about:blank' });
    await this.send('Page.navigate', { url });
    await this.until('document.querySelector("main h2")');
  }

  // A click in the middle of what this selector means, or at a share of its size.
  async click(selector, [right, down] = [0.5, 0.5]) {
    const { x, y } = await this.look(`(async () => {
      const it = document.querySelector(${JSON.stringify(selector)});
      it.scrollIntoView({ block: 'center' });
      // What comes into sight is laid out now, and may move it.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const { left, top, width, height } = it.getBoundingClientRect();
      return { x: left + width * ${right}, y: top + height * ${down} };
    })()`);
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    }
  }

  // Drags from one share of the size of what this selector means to another.
  async drag(selector, from, to) {
    const { left, top, width, height } = await this.look(`(() => {
      const it = document.querySelector(${JSON.stringify(selector)});
      it.scrollIntoView({ block: 'center' });
      return it.getBoundingClientRect().toJSON();
    })()`);
    const at = ([right, down]) => ({ x: left + width * right, y: top + height * down });
    const send = (type, place) =>
      this.send('Input.dispatchMouseEvent', { type, ...at(place), button: 'left', buttons: 1, clickCount: 1 });
    await send('mousePressed', from);
    await send('mouseMoved', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
    await send('mouseMoved', to);
    await send('mouseReleased', to);
  }

  async press(key) {
    const code = { Enter: 13, Tab: 9, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 }[key];
    for (const type of ['keyDown', 'keyUp']) {
      await this.send('Input.dispatchKeyEvent',
        { type, key, code: key, windowsVirtualKeyCode: code, ...(type === 'keyDown' && key === 'Enter' && { text: '\r' }) });
    }
  }

  // Replaces what is in a field.
  async type(selector, text) {
    await this.look(`(() => { const it = document.querySelector(${JSON.stringify(selector)}); it.focus(); it.select(); })()`);
    await this.send('Input.insertText', { text });
  }

  // Pastes as Ctrl-V does. A browser without a window has no clipboard, so that the field is told what a paste tells it.
  paste(selector, text) {
    return this.look(`(() => {
      const it = document.querySelector(${JSON.stringify(selector)});
      it.focus();
      it.value = ${JSON.stringify(text)};
      it.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    })()`);
  }

  async choose(selector, file) {
    const { root } = await this.send('DOM.getDocument');
    const { nodeId } = await this.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    await this.send('DOM.setFileInputFiles', { nodeId, files: [file] });
  }

  async resize(width, height, scheme = 'light') {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 });
    await this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  }

  async picture(file) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    writeFileSync(file, Buffer.from(data, 'base64'));
  }

  async end() {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await gone;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
