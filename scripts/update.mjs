/** Writes every generated file and the golden blocks of tests. With --check it only fails if a file is not current. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, root, run } from './setup.mjs';

install();
const { bundle } = await import('./bundle.mjs');
const { readManifest } = await import('./repository.mjs');
const { filesWithName, textWithName } = await import('./repository-texts.mjs');
const prettier = await import('prettier');

const isCheck = process.argv.includes('--check');
const stale = [];

const read = (path) => readFileSync(join(root, path), 'utf8');
const generated = await load('scripts/generate.ts');
for (const [path, text, parser] of await generated.files({ read })) {
  emit(path, parser ? await formatted(text, parser) : text);
}
for (const path of filesWithName) emit(path, textWithName(path, read(path), readManifest()));
if (stale.length > 0) {
  console.error(`Not current, run "npm run update":\n${stale.map((path) => `  ${path}`).join('\n')}`);
  process.exit(1);
}

if (!isCheck) {
  process.env.UPDATE = '1';
  run(
    process.execPath,
    join(root, 'scripts/test.mjs'),
    '-g',
    'rule (pages|fixtures)|features|guides|reporters|repositories|conversions',
  );
}

function emit(path, text) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (isCheck) return void stale.push(path);
  writeFileSync(file, text);
  console.log(`updated ${path}`);
}

async function formatted(text, parser) {
  return prettier.format(text, { ...(await prettier.resolveConfig(join(root, 'package.json'))), parser });
}

async function load(path) {
  const outdir = join(root, 'out/scripts');
  await bundle([join(root, path)], outdir);
  return import(pathToFileURL(join(outdir, basename(path).replace(/\.ts$/, '.mjs'))));
}
