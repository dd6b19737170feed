// Puts the page into one file, with the wasm inside:
//
//     node crates/web/build.mjs FOLDER VERSION FILE
//
// FOLDER has what `wasm-bindgen --target no-modules` made. `ci/packages DIR page` does all of it.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [folder, version, file] = process.argv.slice(2);
const here = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const made = (name) => readFileSync(`${folder}/${name}`);

const style = here('../hunt/src/report/html/style.css') + here('page/page.css');
const page = here('page/page.js');
// The package of npm, with the functions of this page's wasm in place of its own.
const npm = here('package/ox88.js')
  .replace(/^import \{([^}]*)\} from .*$/m, (_, names) => `const {${names.replaceAll(' as ', ': ')}} = wasm_bindgen;`)
  .replace(/^(import|initSync).*\n/gm, '')
  .replace(/^export /gm, '');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const parts = {
  // Nothing is loaded and nothing is sent. Workers and the engines in them come out of texts of the page, `blob:`.
  policy: [
    "default-src 'none'",
    `script-src ${hash(page)} 'wasm-unsafe-eval' blob:`,
    'worker-src blob:',
    `style-src ${hash(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  style,
  shapes: here('../hunt/src/report/html/shapes.svg'),
  version,
  worker: `${made('ox88_web.js')}\n${here('page/card.js')}\n{\n${npm}\nself.checkFacts = checkFacts;\n}\n${here('page/worker.js')}`,
  engine: here('page/engine.js'),
  // What a graphics card runs, without its comments.
  steps: here('../gpu/src/shader.wgsl').replace(/ *\/\/.*\n/g, '\n').replace(/\n\s+/g, '\n'),
  wasm: gzipSync(made('ox88_web_bg.wasm'), { level: 9 }).toString('base64'),
  page,
};
for (const [name, text] of Object.entries(parts)) {
  if (/<\/(script|style)/i.test(text) || (name !== 'shapes' && text.includes('<!--'))) {
    throw new Error(`${name} has what would end it in a page`);
  }
}
writeFileSync(file, here('page/index.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]));
