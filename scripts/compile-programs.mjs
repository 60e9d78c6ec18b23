/**
 * Compiles what `endpoints convert --to` writes: random objects in each language. TypeScript is checked with `tsc --strict`
 * against the real SDK, Go and Java with their compilers against stand-ins for the SDKs, Python with py_compile, C# with
 * Mono's compiler. Writes the result to test/data/programs/compiled.json. Not a part of the tests: it installs the SDK,
 * 140 MB, into out/, and needs Debian's golang-go, default-jdk-headless and python3. Without mono-mcs, C# is not compiled.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, root, run } from './setup.mjs';

install();
const { bundle } = await import('./bundle.mjs');

const sdk = { '@pulumi/pulumi': '3.270.0', '@pulumi/kubernetes': '4.34.2' };
const folder = join(root, 'out/compile-programs');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

await bundle([join(root, 'test/support/programs-to-compile.ts')], join(root, 'out/scripts'));
const built = await import(pathToFileURL(join(root, 'out/scripts/programs-to-compile.mjs')).href);
const { files, version, objects } = await built.programsToCompile();
for (const [path, text] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const typescript = join(folder, 'typescript');
writeFileSync(join(typescript, 'package.json'), JSON.stringify({ private: true, dependencies: sdk }));
run(
  process.platform === 'win32' ? 'npm.cmd' : 'npm',
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--prefix',
  typescript,
);

const compilers = {
  typescript: () => [
    process.execPath,
    join(root, 'node_modules/typescript/bin/tsc'),
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--module',
    'node16',
    ...inFolder('typescript', '.ts'),
  ],
  python: () => ['python3', '-m', 'py_compile', ...inFolder('python', '.py')],
  gofmt: () => ['gofmt', '-e', '-l', 'program'],
  go: () => ['go', 'vet', './...'],
  java: () => ['javac', '-Xlint:all', '-d', '../java-classes', ...inFolder('java', '.java')],
  csharp: () => ['mcs', '-target:library', '-out:../programs.dll', ...inFolder('csharp', '.cs')],
};
const places = { gofmt: 'go', go: 'go/program' };

const results = {};
for (const [name, command] of Object.entries(compilers)) {
  const [program, ...args] = command();
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: join(folder, places[name] ?? name),
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GONOSUMCHECK: '1', GOTOOLCHAIN: 'local' },
  });
  const output = error ? '' : stdout + stderr;
  // gofmt lists files that it would change, and succeeds.
  const isAccepted = status === 0 && (name !== 'gofmt' || stdout === '');
  results[name] = error ? 'not installed' : isAccepted ? 'accepted' : 'rejected';
  console.log(`${name}: ${results[name]}`);
  if (results[name] === 'rejected') console.log(output.slice(0, 5000));
}
const data = { sdk, writer: version, objects, results };
writeFileSync(join(root, 'test/data/programs/compiled.json'), `${JSON.stringify(data, null, 2)}\n`);
process.exitCode = Object.values(results).includes('rejected') ? 1 : 0;

function inFolder(name, end) {
  const found = readdirSync(join(folder, name), { recursive: true }).map(String);
  return found.filter((path) => path.endsWith(end) && !path.startsWith('node_modules')).sort();
}
