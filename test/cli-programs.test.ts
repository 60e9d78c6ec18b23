/** Which programs `endpoints check` reads: those below a Pulumi.yaml whose runtime fits, and those that are named. */
import assert from 'node:assert/strict';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPath, folderOf, ran, runCli, withoutColors, type Folder, type Outcome } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

const nodejs = 'name: shop\nruntime: nodejs\n';

/** A program with an Endpoints on a loopback address, which is an error. */
const program = (name = 'db'): string => `import * as k8s from "@pulumi/kubernetes";

new k8s.core.v1.Endpoints("${name}", {
  metadata: { name: "${name}", namespace: "shop" },
  subsets: [{ addresses: [{ ip: "127.0.0.1" }], ports: [{ port: 5432 }] }],
});
`;

/** The files with an error, in order. */
function filesWithErrors({ out }: Pick<Outcome, 'out'>): readonly string[] {
  const { diagnostics } = JSON.parse(out) as { diagnostics: { file: string; code: string }[] };
  return diagnostics.flatMap(({ file, code }) => (code === 'loopback-ip' ? file : []));
}

describe('programs in the command line', () => {
  const having = temporary(folderOf);
  const checked = (folder: Folder, ...args: readonly string[]): readonly string[] =>
    filesWithErrors(folder.run('check', '--format', 'json', ...args));

  it('reads the programs below a Pulumi.yaml whose runtime fits', () => {
    const folder = having({
      'shop/Pulumi.yaml': nodejs,
      'shop/index.ts': program('a'),
      'shop/lib/b.mjs': program('b'),
      'shop/lib/c.py': program('c'),
      'forms/Pulumi.yml': 'name: forms\nruntime:\n  name: nodejs\n  options: {typescript: true}\n',
      'forms/d.tsx': program('d'),
      'json/Pulumi.json': '{"name": "json", "runtime": "nodejs"}',
      'json/e.js': program('e'),
      'shop/nested/Pulumi.yaml': 'name: nested\nruntime: yaml\n',
      'shop/nested/f.ts': program('f'),
      'python/Pulumi.yaml': 'name: python\nruntime: python\n',
      'python/g.ts': program('g'),
      'none/h.ts': program('h'),
    });
    assert.deepEqual(checked(folder), ['forms/d.tsx', 'json/e.js', 'shop/index.ts', 'shop/lib/b.mjs']);
    // The nearest Pulumi.yaml may be above the folder that is named.
    assert.deepEqual(checked(folder, 'shop/lib'), ['shop/lib/b.mjs']);
  });

  it('says where programs are read if nothing is found', () => {
    const words = /Programs are read if a Pulumi\.yaml is in their folder or above, or if you name the file\./;
    const folder = having({
      'lib/a.ts': program('a'),
      'lib/package.json': '{}',
      'none/readme.txt': '',
      'b.yaml': 'a: 1\n',
    });
    for (const command of ['check', 'list']) assert.match(folder.run(command, 'lib').out, words);
    for (const command of ['check', 'list']) assert.doesNotMatch(folder.run(command, 'none').out, words);
    assert.doesNotMatch(folder.run('list', 'lib/a.ts', 'lib').out, words);
  });

  it('says that Pulumi rejects an unknown option only where it does', () => {
    const options = `{ protectt: true }`;
    const folder = having({
      'a.js': program('a').replace('});', `}, ${options});`),
      'a.py':
        'import pulumi_kubernetes as k8s\nk8s.core.v1.Endpoints("b", metadata={"name": "b"}, opts={"protectt": True})\n',
    });
    const enforcers = (name: string): readonly string[] => {
      const { out } = folder.run('check', '--format', 'json', name);
      const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; enforcedBy: string }[] };
      return diagnostics.flatMap((each) => (each.code === 'unknown-resource-option' ? each.enforcedBy : []));
    };
    assert.deepEqual(enforcers('a.js'), ['advice']);
    assert.deepEqual(enforcers('a.py'), ['pulumi']);
  });

  it('names a program in UTF-16, which it does not read', () => {
    const folder = having({ 'Pulumi.yaml': nodejs, 'a.ts': program('a') });
    writeFileSync(join(folder.path, 'b.ts'), Buffer.from(`\uFEFF${program('b')}`, 'utf16le'));
    writeFileSync(join(folder.path, 'c.ts'), Buffer.from('\uFEFFexport const other = 1;', 'utf16le'));
    const { err, code } = folder.run('check');
    assert.deepEqual([err, code], ['endpoints: b.ts is UTF-16. Save it as UTF-8.\n', 2]);
  });

  it('shows a name that only the program knows as unknown', () => {
    const text = `import * as k8s from "@pulumi/kubernetes";\n
export const make = (name: string) => new k8s.core.v1.Endpoints("db", { metadata: { name, namespace: name }, subsets: [] });\n`;
    const folder = having({ 'a.ts': text });
    assert.match(folder.run('slices', 'a.ts').out, /^Endpoints <unknown>\/<unknown> \(a\.ts:3:55\) may be mirrored/);
    assert.match(folder.run('apply', 'a.ts').out, /^Endpoints <unknown>\/<unknown> after all applies/);
  });

  it('leaves out packages, compiled copies and tests', () => {
    const left = ['node_modules/m', '.venv/lib', 'bin', 'dist', 'build', 'obj', 'target', '__tests__', 'src/test'];
    const folder = having({
      'Pulumi.yaml': nodejs,
      ...Object.fromEntries(left.map((each, i) => [`${each}/x.ts`, program(`x${i}`)])),
      'bin/db.yaml':
        'apiVersion: v1\nkind: Endpoints\nmetadata: {name: y}\nsubsets: [{addresses: [{ip: 127.0.0.1}]}]\n',
      'index.ts': program('a'),
      'index.js': program('a'),
      'index.d.ts': program('a'),
      'index.test.ts': program('a'),
      'src/main.ts': program('b'),
    });
    assert.deepEqual(checked(folder), ['bin/db.yaml', 'index.ts', 'src/main.ts']);
    assert.deepEqual(checked(folder, 'dist'), ['dist/x.ts'], 'A directory that is named is read.');
  });

  it('reads what `exclude` includes', () => {
    const folder = having({
      'Pulumi.yaml': nodejs,
      'build/x.ts': program('x'),
      'endpoints.config.yaml': 'exclude: ["!build/", "other.ts"]\n',
      'other.ts': program('y'),
    });
    assert.deepEqual(checked(folder), ['build/x.ts']);
  });

  it('reads the program that `main` names beside the Pulumi.yaml', () => {
    const folder = having({
      'infra/Pulumi.yaml': `${nodejs}main: ../app/src\n`,
      'infra/a.ts': program('a'),
      'app/src/b.ts': program('b'),
      'app/src/node_modules/c.ts': program('c'),
      'app/d.ts': program('d'),
      'more/Pulumi.yaml': `${nodejs}main: ../last/index.ts\n`,
      'last/index.ts': program('e'),
    });
    assert.deepEqual([...checked(folder)].sort(), ['app/src/b.ts', 'infra/a.ts', 'last/index.ts']);
  });

  it('reads programs that are named, by a glob or with standard input, wherever they are', () => {
    const folder = having({ 'src/a.ts': program('a'), 'src/b.js': program('b'), 'src/c.ts': 'export const c = 1;\n' });
    assert.deepEqual(checked(folder), []);
    assert.deepEqual(checked(folder, 'src/b.js'), ['src/b.js']);
    assert.deepEqual(checked(folder, '**/*.ts'), ['src/a.ts']);
    const named = folder.runWith(program(), 'check', '--format', 'json', '--stdin-filename', 'src/new.ts', '-');
    assert.deepEqual(filesWithErrors(named), ['src/new.ts']);
    const listed = folder.runWith('src/a.ts\nsrc/none.txt\n', 'check', '--format', 'json', '--stdin-files');
    assert.deepEqual(filesWithErrors(listed), [], 'A list has whatever git knows.');
    assert.match(folder.run('check', 'src/c.ts').out, /no Endpoints|0 files|No /i);
  });

  it('reads programs in a list of names as a search does', () => {
    const folder = having({ 'Pulumi.yaml': nodejs, 'a.ts': program('a'), 'dist/a.ts': program('b') });
    const { out } = folder.runWith('a.ts\ndist/a.ts\n', 'check', '--format', 'json', '--stdin-files');
    assert.deepEqual(filesWithErrors({ out }), ['a.ts']);
  });

  it('relates programs and manifests, also those around a file that is named', () => {
    const service = `import { core } from "@pulumi/kubernetes";
new core.v1.Service("db", { metadata: { name: "db", namespace: "shop" }, spec: { ports: [{ name: "sql", port: 5432 }] } });
`;
    const endpoints = `apiVersion: v1
kind: Endpoints
metadata: {name: db, namespace: shop}
subsets: [{addresses: [{ip: 10.1.2.3}], ports: [{name: pg, port: 5432}]}]
`;
    const folder = having({ '.git/HEAD': '', 'Pulumi.yaml': nodejs, 'index.ts': service, 'db.yaml': endpoints });
    for (const args of [[], ['db.yaml']]) {
      const { out } = folder.run('check', ...args);
      assert.match(out, /unmatched-port|unserved-port/);
      assert.doesNotMatch(out, /missing-service/);
    }
  });

  it('lists programs', () => {
    const folder = having({
      'Pulumi.yaml': nodejs,
      'a.ts': program('a'),
      'b.ts': 'export {};\n',
      'c.js': program('c'),
    });
    assert.deepEqual(
      folder
        .run('check', '--list-files')
        .out.split('\n')
        .map((line) => line.replace(/ {2,}/, ' | ')),
      [
        'Pulumi.yaml | no checked object',
        'a.ts | TypeScript program (1 object)',
        'c.js | JavaScript program (1 object)',
        '',
      ],
    );
  });

  it('reports the same in shards', () => {
    const folder = having({ 'Pulumi.yaml': nodejs, 'a.ts': program('a'), 'b.ts': program('b') });
    const parts = ['1/2', '2/2'].flatMap((shard) => checked(folder, '--shard', shard));
    assert.deepEqual(parts, ['a.ts', 'b.ts']);
  });

  it('reads no source without a Pulumi.yaml, and loads no parser for foreign programs', () => {
    const folder = having({
      'db.yaml': 'kind: x\n',
      'app/a.ts': program('a'),
      'shop/Pulumi.yaml': nodejs,
      'shop/b.ts': 'import * as k8s from "@pulumi/kubernetes";\nnew k8s.core.v1.ConfigMap("x");\n',
    });
    const { code, err } = ran(
      process.execPath,
      ['--import', join(root, 'test/support/reads.mjs'), cliPath, 'check'],
      folder.path,
      withoutColors(),
    );
    assert.equal(code, 0);
    assert.match(err, /shop\/b\.ts$/m);
    assert.doesNotMatch(err, /app\/a\.ts|\.wasm/);
  });

  it('names the programs that it cannot read, with the exit code of a file that cannot be read', () => {
    const folder = having({ 'Pulumi.yaml': nodejs, 'a.ts': program('a'), 'db.yaml': 'kind: x\n' });
    const copy = having({});
    cpSync(join(root, 'dist'), join(copy.path, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(copy.path, 'package.json'));
    rmSync(join(copy.path, 'dist/grammars'), { recursive: true });
    const args = [join(copy.path, 'dist/cli.js'), 'check'];
    const { code, err } = ran(process.execPath, args, folder.path, withoutColors());
    assert.equal(code, 2);
    assert.match(err, /^endpoints: a\.ts cannot be read\. web-tree-sitter\.wasm cannot be loaded \(.*\), so programs/);
    // Without programs, nothing is loaded.
    assert.equal(ran(process.execPath, [...args, 'db.yaml'], folder.path, withoutColors()).code, 0);
  });

  it('reads them in a process of its own', () => {
    const folder = having({ 'Pulumi.yaml': nodejs, 'a.ts': program('a') });
    const { out } = folder.runWith(program(), 'check', '--format', 'json', '.', '-', '--stdin-filename', 'b.ts');
    assert.deepEqual(filesWithErrors({ out }), ['a.ts', 'b.ts']);
    assert.equal(runCli({ args: ['check'], cwd: folder.path, env: withoutColors() }).code, 1);
  });

  it('forecasts them', () => {
    const files = { 'Pulumi.yaml': nodejs, 'a.ts': program('a').replace('127.0.0.1', '10.0.0.1') };
    const folder = having(files);
    assert.match(
      folder.run('slices', '--assume-service', '.').out,
      /^Endpoints shop\/a \(a\.ts:3:17\) is mirrored as 1/,
    );
    assert.match(folder.run('apply', '.').out, /^1\. Resource "a" \(a\.ts:3:17\) is applied/m);
  });
});
