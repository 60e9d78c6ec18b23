/** Builds are reproducible: the same sources give the same packages, byte by byte, wherever they are built. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesIn } from './support/npm-package.ts';
import { succeed } from './support/process.ts';
import { root } from './support/root.ts';

const leftOut = /^(node_modules|out|dist|\.git|.*\.vsix|.*\.tgz)$/;

describe('two builds of one tree', () => {
  const copies: string[] = [];
  before(() => {
    // The paths differ in length, too.
    for (const prefix of ['endpoints-', 'endpoints-built-elsewhere-']) {
      const copy = mkdtempSync(join(tmpdir(), prefix));
      copies.push(copy);
      for (const name of readdirSync(root).filter((each) => !leftOut.test(each)))
        cpSync(join(root, name), join(copy, name), { recursive: true });
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    }
  });
  after(() => copies.forEach((copy) => rmSync(copy, { recursive: true })));

  /** What is printed in each copy, and the file whose name is in it. */
  const madeBy = (
    command: string,
    argsOf: (i: number) => readonly string[],
  ): readonly { printed: string; bytes: Buffer }[] =>
    copies.map((copy, i) => {
      const { SOURCE_DATE_EPOCH: _time, ...env } = process.env;
      const printed = succeed(command, argsOf(i), copy, env);
      return { printed, bytes: readFileSync(join(copy, /\S+\.(?:tgz|vsix)/.exec(printed)?.[0] ?? '')) };
    });

  it('are the same extension, with all that the server loads and nothing of the command line', () => {
    const [first, second] = madeBy(process.execPath, () => ['scripts/package.mjs']);
    assert.ok(first && second && first.bytes.length > 100_000);
    assert.ok(first.bytes.equals(second.bytes));
    const dist = join(copies[0] ?? '', 'dist');
    const chunks = readdirSync(dist).filter((file) => /^chunk-\w+\.c?js$/.test(file));
    const loaded = new Set(['server.js']);
    for (const file of loaded)
      for (const [, name = ''] of readFileSync(join(dist, file), 'latin1').matchAll(/["']\.\/(chunk-\w+\.c?js)["']/g))
        loaded.add(name);
    const packed = first.bytes.toString('latin1');
    const isPacked = (file: string): boolean => packed.includes(`extension/dist/${file}`);
    assert.deepEqual(
      chunks.filter((file) => isPacked(file) !== loaded.has(file)),
      [],
    );
    const others = [...filesIn(dist).filter((file) => file.startsWith('grammars/')), 'server.js', 'yaml.cjs'];
    assert.deepEqual(
      others.filter((file) => !isPacked(file)),
      [],
    );
    assert.ok(!isPacked('cli.js') && loaded.size < chunks.length);
    assert.ok(!packed.includes('.cache'), 'VS Code has another V8');
  });

  it('are the same npm package: packing builds, and prints nothing but its name', () => {
    // The second one was built for its extension.
    const [first, second] = madeBy('npm', (i) => ['pack', `--ignore-scripts=${i === 1}`]);
    assert.ok(first && second && first.bytes.length > 100_000);
    assert.ok(first.bytes.equals(second.bytes));
    assert.match(first.printed, /^\S+\.tgz\n$/);
  });

  it('name no path of the machine', () => {
    const [copy = ''] = copies;
    const dist = join(copy, 'dist');
    const found = filesIn(dist).filter((file) =>
      [root, ...copies].some((path) => readFileSync(join(dist, file)).includes(path)),
    );
    assert.deepEqual(found, []);
  });
});
