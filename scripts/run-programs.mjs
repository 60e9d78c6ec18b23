/**
 * Runs the TypeScript and JavaScript programs of the tests under the mocks of the real SDK, and compares what they register with
 * what is read of them. Writes what the given programs register to test/data/programs/registered.json. Not a part of the tests:
 * it installs the SDK, 140 MB, into out/.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, root, run } from './setup.mjs';

install();
const { transform } = await import('esbuild');
const { bundle } = await import('./bundle.mjs');

const sdk = { '@pulumi/pulumi': '3.270.0', '@pulumi/kubernetes': '4.34.2' };
const folder = join(root, 'out/run-programs');
rmSync(join(folder, 'programs'), { recursive: true, force: true });
mkdirSync(join(folder, 'programs'), { recursive: true });
writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: sdk }));
run(process.platform === 'win32' ? 'npm.cmd' : 'npm', 'install', '--ignore-scripts', '--no-audit', '--prefix', folder);

await bundle([join(root, 'test/support/programs-to-run.ts')], join(root, 'out/scripts'));
const { programsToRun } = await import(pathToFileURL(join(root, 'out/scripts/programs-to-run.mjs')).href);
const programs = await programsToRun();
for (const { name, text } of programs) {
  const { code } = await transform(text, { loader: name.endsWith('.ts') ? 'ts' : 'js', format: 'cjs' });
  writeFileSync(join(folder, 'programs', `${name}.cjs`), code);
}

/** Mocks answer each registration with its inputs. Each program runs when those of the one before have arrived. */
const runner = `
const { readdirSync, writeFileSync } = require('node:fs');
const pulumi = require('@pulumi/pulumi');
let registered;
const settled = async () => {
  for (let before = -1; before !== registered.length; ) {
    before = registered.length;
    await new Promise((done) => setTimeout(done, 20));
  }
};
(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      registered.push({ type, name, inputs });
      return { id: name + '-id', state: inputs };
    },
    call: ({ inputs }) => inputs,
  }, 'shop', 'dev', false);
  pulumi.runtime.setAllConfig({ 'shop:force': 'true', 'shop:host': '10.1.2.3' });
  const all = {};
  for (const file of readdirSync('programs').sort()) {
    registered = [];
    require('./programs/' + file);
    await settled();
    all[file.replace(/\\.cjs$/, '')] = registered;
  }
  writeFileSync('registered.json', JSON.stringify(all));
})();
`;
writeFileSync(join(folder, 'run.cjs'), runner);
const { status } = spawnSync(process.execPath, ['run.cjs'], { cwd: folder, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const registered = JSON.parse(readFileSync(join(folder, 'registered.json'), 'utf8'));
const ours = /^kubernetes:(?:core\/v1:(?:Endpoints|Service)|discovery\.k8s\.io\/v1:EndpointSlice)(?:Patch)?$/;
/** The SDK sends its own. */
const made = /^(?:apiVersion|kind)$/;
const problems = [];
let compared = 0;
for (const { name, resources } of programs) {
  const own = registered[name].filter(({ type }) => ours.test(type));
  const known = new Set(resources.map(({ resourceName }) => resourceName));
  for (const { token, resourceName, properties } of resources) {
    const found = own.filter(
      (each) =>
        each.type === token && (typeof resourceName === 'string' ? each.name === resourceName : !known.has(each.name)),
    );
    if (found.length === 0) problems.push(`${name}: ${token} is not registered`);
    for (const { inputs } of found) {
      compared++;
      const problem = difference(properties, inputs, '');
      if (problem) problems.push(`${name}: ${problem}`);
    }
  }
}
console.log(`${compared} objects compared, ${problems.length} differences.`);
for (const problem of problems) console.log(problem);
const given = programs.filter(({ isGiven }) => isGiven).map(({ name }) => [name, registered[name]]);
const data = { sdk, objects: compared, differences: problems.length, programs: Object.fromEntries(given) };
writeFileSync(join(root, 'test/data/programs/registered.json'), `${JSON.stringify(data, null, 2)}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** The first place where what is read differs from what is sent. The SDK sends its own apiVersion and kind, and drops unknown arguments. */
function difference(read, sent, path) {
  if (read?.$opaque || (path === '' && sent === undefined)) return undefined;
  if (Array.isArray(read) || read?.$items) {
    if (read.$items) return undefined;
    if (!Array.isArray(sent) || sent.length !== read.length) return `${path} differs`;
    return read.map((item, i) => difference(item, sent[i], `${path}[${i}]`)).find(Boolean);
  }
  if (read === null || typeof read !== 'object')
    return read === sent ? undefined : `${path}: ${read} is sent as ${sent}`;
  const names = Object.keys(read).filter(
    (name) => name !== '$open' && (path !== '' || (name in sent && !made.test(name))),
  );
  const more = read.$open
    ? []
    : Object.keys(sent ?? {}).filter((name) => !names.includes(name) && !(path === '' && made.test(name)));
  if (more.length > 0) return `${path}: ${more.join(', ')} is sent`;
  return names.map((name) => difference(read[name], sent?.[name], `${path}.${name}`)).find(Boolean);
}
