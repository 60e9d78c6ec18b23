/**
 * Makes an executable of the command line for this system, which needs no Node, and packs it with its licenses:
 * `node scripts/release/executable.mjs FOLDER`. Needs the build in dist/.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inject } from 'postject';
import { root } from '../setup.mjs';

/** Node looks for this text to see whether it is an executable with a program. Source: Node's documentation of such executables. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('Name the folder.');
const folder = resolve(given);
const system = process.platform === 'win32' ? 'win' : process.platform;
const isMac = system === 'darwin';
const name = `endpoints-${system}-${process.arch}`;
const program = join(folder, name, system === 'win' ? 'endpoints.exe' : 'endpoints');
const command = join(folder, 'command');
rmSync(folder, { recursive: true, force: true });
mkdirSync(dirname(program), { recursive: true });
run(process.execPath, join(root, 'scripts/release/command.mjs'), command);
const blob = writeBlob();
copyFileSync(process.execPath, program);
chmodSync(program, 0o755);
// A signature does not cover what is added. The ad hoc signature lets the program run, but proves no origin.
if (isMac) run('codesign', '--remove-signature', program);
await inject(program, 'NODE_SEA_BLOB', blob, {
  sentinelFuse: fuse,
  ...(isMac ? { machoSegmentName: 'NODE_SEA' } : {}),
});
if (isMac) run('codesign', '--sign', '-', program);
for (const file of ['LICENSE', 'licenses.txt']) copyFileSync(join(command, file), join(folder, name, file));
copyFileSync(nodeLicense(), join(folder, name, 'node-license.txt'));
run('tar', '-czf', `${name}.tar.gz`, name);

/** The script, its compiled code and the grammars. */
function writeBlob() {
  const grammars = readdirSync(join(command, 'grammars'));
  const config = {
    main: join(command, 'endpoints.cjs'),
    output: join(folder, 'blob'),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: Object.fromEntries(grammars.map((file) => [file, join(command, 'grammars', file)])),
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  run(process.execPath, '--experimental-sea-config', 'config.json');
  return readFileSync(config.output);
}

/** The license must come with a copy of Node. Packages of Node have it beside its folder; Debian has it elsewhere. */
function nodeLicense() {
  const home = dirname(process.execPath);
  const places = [
    join(home, 'LICENSE'),
    join(home, '../LICENSE'),
    '/usr/share/doc/nodejs/LICENSE',
    '/usr/share/doc/nodejs/copyright',
  ];
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`Node's license is in none of ${places.join(', ')}.`);
  return found;
}

function run(file, ...args) {
  const { status, error, stdout, stderr } = spawnSync(file, args, { cwd: folder, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}
