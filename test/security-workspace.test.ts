/** A hostile workspace: nothing in it makes the command line or the language server run code, whatever its settings say. */
import assert from 'node:assert/strict';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from './support/client.ts';
import { startProcess } from './support/server-process.ts';
import { folderOf, ran } from './support/process.ts';
import { changesBetween, guard, sandboxOf, type Sandbox } from './support/sandbox.ts';

const evil = "require('node:fs').writeFileSync(require('node:path').join(__dirname, 'ran'), '');\n";
const evilModule = "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('ran', import.meta.url), '');\n";
const manifest =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n    name: db\nsubsets:\n- addresses:\n  - ip: 127.0.0.1\n';

/** Whatever a tool could take for its settings, its plugins or its own parts. */
const hostile: Readonly<Record<string, string>> = {
  'db.yaml': manifest,
  'evil.cjs': evil,
  'endpoints.config.js': evilModule,
  'endpoints.config.mjs': evilModule,
  'endpoints.config.cjs': evil,
  'endpoints.config.ts': evilModule,
  'prettier.config.mjs': evilModule,
  '.prettierrc.cjs': evil,
  '.prettierrc':
    '{ "plugins": ["./evil.cjs"], "overrides": [{ "files": "*.yaml", "options": { "plugins": ["evil"] } }] }\n',
  '.editorconfig': '[*.yaml]\nindent_size = 8\n',
  '.npmrc': 'node-options=--require ./evil.cjs\nscript-shell=./evil.cjs\n',
  '.env': 'NODE_OPTIONS=--require ./evil.cjs\n',
  '.vscode/settings.json': '{ "endpoints.server.path": "./evil.cjs", "endpoints.trace.server": "verbose" }\n',
  'package.json':
    '{ "type": "commonjs", "main": "evil.cjs", "prettier": "./evil.cjs", "scripts": { "preinstall": "node evil.cjs" } }\n',
  'kustomization.yaml': 'resources: [db.yaml]\ngenerators: [evil.cjs]\ntransformers: [evil.cjs]\n',
  'Pulumi.yaml':
    'name: p\nruntime: { name: yaml, options: { compiler: "node evil.cjs" } }\nplugins: { providers: [{ name: a, path: evil.cjs }] }\n',
  ...Object.fromEntries(
    ['yaml', 'prettier', 'evil', 'jsonc-parser', 'endpoints-language-server'].flatMap((name) => [
      [`node_modules/${name}/package.json`, `{ "name": "${name}", "main": "index.js" }`],
      [`node_modules/${name}/index.js`, evil],
    ]),
  ),
};

describe('a hostile workspace', () => {
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = sandboxOf();
    sandbox.write(hostile);
  });
  afterEach(() => sandbox.remove());

  const hasRun = (): boolean => [...sandbox.snapshot().keys()].some((path) => /(^|\/)ran$/.test(path));

  it('would be noticed', () => {
    assert.equal(ran(process.execPath, ['evil.cjs'], sandbox.work).code, 0);
    assert.ok(hasRun());
  });

  it('makes the command line run nothing', () => {
    const before = sandbox.snapshot();
    for (const args of [['check'], ['check', '--markdown'], ['convert', '.'], ['slices', '.'], ['config', 'db.yaml']]) {
      const { code, err } = sandbox.run(args);
      assert.ok(!err.includes('guard:'), err);
      assert.ok(code !== null && code <= 2, args.join(' '));
    }
    assert.deepEqual(changesBetween(before, sandbox.snapshot()), []);
  });

  it('makes the command line run nothing where settings lead to a program', () => {
    for (const settings of [
      'extends: ./evil.cjs\n',
      'extends: evil\n',
      'plugins: [./evil.cjs]\n',
      'rules: { a: evil }\n',
    ]) {
      sandbox.write({ 'endpoints.config.yaml': settings });
      const { code, err } = sandbox.run(['check']);
      assert.equal(code, 2, settings);
      assert.match(err, /^endpoints: .+\n$/);
      assert.ok(!hasRun(), settings);
    }
    assert.equal(sandbox.run(['check', '--config', 'evil.cjs']).code, 2);
    assert.ok(!hasRun());
  });

  it('keeps the command line from no end by a link to what has none, or by a pattern that is longer than any path', () => {
    const folder = folderOf({
      'k/db.yaml': manifest,
      '.git/HEAD': '',
      'k/.gitignore': `${'a*'.repeat(100_000)}\nleft.yaml\n`,
    });
    for (const name of ['.gitignore', 'k/kustomization.yaml', 'k/Chart.yaml'])
      symlinkSync('/dev/zero', join(folder.path, name));
    const { code, out, err } = folder.run('check', 'k');
    folder.remove();
    assert.equal(err, '');
    assert.match(out, /k\/db\.yaml:7:9 {2}error\[loopback-ip\]/);
    assert.equal(code, 1);
  });

  it('makes git run nothing for --since', () => {
    sandbox.write({ '.gitattributes': '*.yaml filter=evil diff=evil\n' });
    sandbox.commit();
    const program = `node ${join(sandbox.work, 'evil.cjs')}`;
    for (const key of [
      'core.fsmonitor',
      'filter.evil.clean',
      'filter.evil.process',
      'diff.external',
      'diff.evil.textconv',
      'core.pager',
    ])
      assert.equal(ran('git', ['config', key, program], sandbox.work, sandbox.env).code, 0);
    sandbox.write({ 'db.yaml': manifest.replace('127.0.0.1', 'localhost') });
    const { code, err } = sandbox.run(['check', '--since', 'HEAD', '--format', 'json']);
    assert.equal(code, 1, err);
    assert.ok(!hasRun());
  });

  it('makes the language server run nothing', async () => {
    const folder = pathToFileURL(sandbox.work).href;
    const uri = `${folder}/db.yaml`;
    const before = sandbox.snapshot();
    const settings = { server: { path: join(sandbox.work, 'evil.cjs') } };
    const client = await startProcess({ nodeArguments: guard, capabilities, folder, settings });
    client.open(uri, manifest);
    assert.ok((await client.pushed(uri)).some(({ code }) => code === 'loopback-ip'));
    await askEverything(client, uri);
    await client.stop();
    assert.equal(await client.ended, 0);
    assert.deepEqual(changesBetween(before, sandbox.snapshot()), []);
    assert.ok(existsSync(join(sandbox.work, 'evil.cjs')));
  });

  it('is served by a language server that may only read', async () => {
    const nodeArguments = ['--no-warnings', '--experimental-permission', '--allow-fs-read=*'];
    const folder = pathToFileURL(sandbox.work).href;
    const client = await startProcess({ nodeArguments, capabilities, folder });
    const uri = `${folder}/db.yaml`;
    client.open(uri, manifest);
    assert.ok((await client.pushed(uri)).some(({ code }) => code === 'loopback-ip'));
    await askEverything(client, uri);
    await client.stop();
    assert.equal(await client.ended, 0);
  });
});

const capabilities = { workspace: { configuration: true } };

/** A gesture of each sort; formatting must have its own settings, not those of the workspace. */
async function askEverything(client: Client, uri: string): Promise<void> {
  const position = { line: 6, character: 12 };
  const range = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } };
  for (const method of ['hover', 'completion', 'definition', 'documentHighlight'])
    await client.ask(`textDocument/${method}`, uri, { position });
  for (const method of ['documentSymbol', 'foldingRange', 'documentLink', 'codeLens', 'semanticTokens/full'])
    await client.ask(`textDocument/${method}`, uri);
  await client.ask('textDocument/codeAction', uri, { range, context: { diagnostics: [] } });
  const edits = await client.ask<readonly { newText: string }[]>('textDocument/formatting', uri, {
    options: { tabSize: 2, insertSpaces: true },
  });
  assert.deepEqual(
    edits.map(({ newText }) => newText),
    ['  name: db\n', '  - addresses:\n      - ip: 127.0.0.1\n'],
  );
}
