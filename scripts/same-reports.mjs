/**
 * Compares the reports of two builds, byte by byte: `node scripts/same-reports.mjs BEFORE [AFTER]`, each a folder like
 * dist/. Checks all fixtures, examples, pages of rules and recorded objects, and four mutations of each. For changes that
 * must not change findings.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { root } from './setup.mjs';

const mutations = 4;
const endings = {
  yaml: 'yaml',
  json: 'json',
  sh: 'sh',
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  go: 'go',
  csharp: 'cs',
  java: 'java',
};
const [before, after = join(root, 'dist')] = process.argv.slice(2);
if (before === undefined || !existsSync(join(before, 'cli.js')) || !existsSync(join(after, 'cli.js'))) {
  console.error('Name a folder with another build: node scripts/same-reports.mjs BEFORE [AFTER]');
  process.exit(2);
}
const corpus = mkdtempSync(join(tmpdir(), 'same-reports-'));
writeOriginals(join(corpus, '0'));
for (let n = 1; n <= mutations; n++) {
  cpSync(join(corpus, '0'), join(corpus, String(n)), { recursive: true });
  for (const file of filesBelow(join(corpus, String(n))))
    writeFileSync(file, mutated(readFileSync(file, 'utf8'), `${n}`));
}
const roots = readdirSync(corpus).flatMap((n) => readdirSync(join(corpus, n)).map((name) => join(n, name)));
let different = 0;
for (const folder of roots) {
  const [one, other] = [before, after].map((dist) => reportOf(resolve(dist), folder));
  if (one === other) continue;
  different++;
  const at = [...one].findIndex((character, i) => character !== other[i]);
  console.log(
    `${folder} differs:\n  before: ${one.slice(at - 200, at + 200)}\n  after:  ${other.slice(at - 200, at + 200)}`,
  );
}
console.log(`${roots.length} folders with ${filesBelow(corpus).length} files: ${different} reports differ.`);
if (different === 0) rmSync(corpus, { recursive: true });
else console.log(`The files are in ${corpus}.`);
process.exitCode = different === 0 ? 0 : 1;

function reportOf(dist, folder) {
  const args = [join(dist, 'cli.js'), 'check', '.', '--format', 'json'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: join(corpus, folder),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return `${status}\n${stdout}\n${stderr}`;
}

/** Folders whose files belong together stay together; fences of pages and recorded objects get a folder by page. */
function writeOriginals(to) {
  for (const folder of ['examples', 'test/fixtures', 'test/incidents']) {
    for (const name of readdirSync(join(root, folder))) {
      const from = join(root, folder, name);
      if (statSync(from).isDirectory()) cpSync(from, join(to, folder.replaceAll('/', '-'), name), { recursive: true });
      else write(join(to, folder.replaceAll('/', '-'), name), readFileSync(from, 'utf8'));
    }
  }
  for (const folder of ['docs/rules', 'test/fixtures/rules', 'test/fixtures/features', 'test/fixtures/convert']) {
    for (const name of readdirSync(join(root, folder)).filter((each) => each.endsWith('.md'))) {
      const page = readFileSync(join(root, folder, name), 'utf8');
      for (const [i, fence] of [...page.matchAll(/^```+(\w+)([^\n]*)\n([\s\S]*?)^```/gm)].entries()) {
        const [, language, attributes, text] = fence;
        const ending = endings[language];
        if (!ending) continue;
        const title = /title="([^"]+)"/.exec(attributes)?.[1] ?? `text-${i}.${ending}`;
        write(join(to, `pages-${folder.replaceAll('/', '-')}`, name.slice(0, -3), String(i), title), text);
      }
    }
  }
  const recorded = join(root, 'test/data/conformance');
  for (const name of readdirSync(recorded).filter((each) => each.endsWith('verdicts.json'))) {
    for (const { id, manifest } of JSON.parse(readFileSync(join(recorded, name), 'utf8'))) {
      write(join(to, `recorded-${name.slice(0, -5)}`, `${id.replaceAll('/', '-')}.yaml`), manifest);
    }
  }
  // Settings would turn rules off, and some of them are mistaken on purpose.
  for (const file of filesBelow(to)) if (/endpoints\.config\.(?:ya?ml|json)$/.test(file)) rmSync(file);
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath ?? each.path, each.name))
    .sort();
}

/** Some edits that depend on nothing but the text and the seed. */
function mutated(text, seed) {
  let state = [...`${seed} ${text}`].reduce(
    (hash, character) => (Math.imul(hash, 31) + character.charCodeAt(0)) | 0,
    7,
  );
  const next = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >>> 8) % Math.max(1, limit)) | 0;
  };
  const lines = text.split('\n');
  for (let edits = 1 + next(4); edits > 0; edits--) {
    const at = next(lines.length);
    const line = lines[at] ?? '';
    const column = next(line.length + 1);
    const edit = next(8);
    if (edit === 0) lines.splice(at, 1);
    else if (edit === 1) lines.splice(at, 0, line);
    else if (edit === 2) lines[at] = line.slice(0, column) + line.slice(column + 1);
    else if (edit === 3) lines[at] = line.slice(0, column) + '"\'{[-:#&* 9x\t'.charAt(next(13)) + line.slice(column);
    else if (edit === 4) lines[at] = line.replace(/\d+/, (digits) => String(Number(digits) + 1 + next(300)));
    else if (edit === 5) lines[at] = `  ${line}`;
    else if (edit === 6) lines[at] = line.replace(/: .*/, ':');
    else lines[at] = line.replace(/[a-z]{3,}/, (word) => word.slice(1));
  }
  return lines.join('\n');
}
