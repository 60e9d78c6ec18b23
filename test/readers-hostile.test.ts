/**
 * Hostile texts: a search for readers ends, and 16 times the text takes about 16 times as long. A search that
 * compares each reader with each object takes up to 256 times as long.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { applyReaderFixes } from '../server/src/readers/apply-fixes.ts';
import { findReaders } from '../server/src/readers/find-readers.ts';
import type { NamedText } from '../server/src/readers/searched-text.ts';
import { crowdsOfReaders, type HostileFiles } from './support/hostile-texts.ts';
import { hostileUnits, textsWithLine } from './support/hostile-lines.ts';
import { mutate } from './support/mutate.ts';
import { folderOf } from './support/process.ts';
import { times } from './support/runs.ts';

const objects = [{ uri: 'file:///hostile/objects.yaml', namespace: 'shop', name: 'db' }];
const platform = {};

/** In microseconds of the processor, which does not count what else the machine does. */
function costOf({ texts, objects: own }: HostileFiles): number {
  const before = process.cpuUsage().user;
  findReaders(texts, { objects: own, platform });
  return process.cpuUsage().user - before;
}

function assertLinear(filesOf: (size: number) => HostileFiles, small: number): void {
  costOf(filesOf(small));
  const ratios: number[] = [];
  // A pause of the garbage collector may fall into one measurement; it does not into four.
  while (ratios.every((ratio) => ratio > 40) && ratios.length < 4)
    ratios.push(costOf(filesOf(16 * small)) / costOf(filesOf(small)));
  assert.ok(
    ratios.some((ratio) => ratio <= 40),
    `${ratios.join(', ')} times as long`,
  );
}

describe('a search in long lines', () => {
  const filesOf = (unit: string) => (length: number) => ({ texts: textsWithLine(unit, length), objects });

  for (const unit of hostileUnits.slice(0, times(1)))
    it(`ends where they have a million characters: ${JSON.stringify(unit)}`, () =>
      void costOf(filesOf(unit)(1_000_000)));

  for (const unit of hostileUnits)
    it(`takes time that grows as they do: ${JSON.stringify(unit)}`, () => assertLinear(filesOf(unit), 5_000));
});

describe('a search for thousands of readers', () => {
  for (const [what, filesOf] of Object.entries(crowdsOfReaders))
    it(`takes time that grows as they do: ${what}`, () => {
      const { texts, objects: own } = filesOf(50);
      assert.ok(findReaders(texts, { objects: own, platform }).readers.length >= 50);
      assertLinear(filesOf, 1_000);
    });

  it('finds the same by its indexes as by a comparison with each object', () => {
    const { texts, objects: own } = crowdsOfReaders['monitors and Services']?.(20) ?? { texts: [], objects: [] };
    const { readers } = findReaders(texts, { objects: own, platform });
    const reached = readers.filter(({ kind }) => kind === 'monitor-inherits').map((each) => each.for.join());
    assert.deepEqual(
      reached,
      own.map(({ name }) => `shop/${name}`),
    );
  });
});

describe('a search in odd files', () => {
  const nested = (open: string, close: string): string => open.repeat(20_000) + close.repeat(20_000);

  it('reads what nests deeply, or leaves it out', () => {
    const texts = ['role.yaml', 'a.json', 'main.tf', 'config.alloy', 'check.sh', 'a.ts', 'a.go', 'a.py', 'a.jsonnet'];
    for (const [open, close] of [
      ['[', ']'],
      ['{', '}'],
      ['{"a":', '}'],
      ['(', ')'],
      ['$(', ')'],
      ['${a:-', '}'],
      ['"${', '}"'],
      ['a {\n', '}\n'],
      ['- ', ''],
    ] as const)
      findReaders(
        texts.map((path) => ({
          uri: `file:///hostile/${path}`,
          text: `kubectl get endpoints x # verbs Endpoints\n${nested(open, close)}\nverbs: [endpoints]\n`,
        })),
        { objects, platform },
      );
    const rows = Array.from({ length: 2_000 }, (_, n) => `${' '.repeat(n)}a:\n`).join('');
    findReaders([{ uri: 'file:///hostile/deep.yaml', text: `verbs: [endpoints]\n${rows}` }], { objects, platform });
  });

  it('ignores binary files, and reads byte order marks and Windows line ends', () => {
    const role = 'kind: ClusterRole\nrules:\n  - apiGroups: [""]\n    resources: [endpoints]\n    verbs: [get]\n';
    const folder = folderOf({
      'binary.yaml': `\0\u0001${role}`,
      'nul.sh': 'kubectl get endpoints db\0\n',
      'mark.yaml': `\uFEFF${role}`,
      'windows.yaml': role.replaceAll('\n', '\r\n'),
      'half.yaml': 'rules:\n  - resources: [endpoints\n    verbs: [get]\n',
    });
    try {
      const { out, err, code } = folder.run('readers', '--format', 'json');
      const { readers } = JSON.parse(out) as { readers: { file: string; line: number; column: number }[] };
      assert.deepEqual(
        readers.map(({ file, line, column }) => `${file}:${line}:${column}`),
        ['mark.yaml:4:17', 'windows.yaml:4:17'],
      );
      assert.match(err, /half\.yaml has parts that cannot be read/);
      assert.equal(code, 1);
    } finally {
      folder.remove();
    }
  });
});

describe('a search in mutated texts', () => {
  const root = 'test/data/readers';
  const pathsIn = (folder: string): readonly string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? pathsIn(path) : [path];
    });

  it('never throws, nor do the fixes', () => {
    const texts = pathsIn(root)
      .filter((path) => !/(?:expected|about)\.json$/.test(path))
      .map((path): NamedText => ({ uri: `file:///${path.replaceAll('\\', '/')}`, text: readFileSync(path, 'utf8') }));
    const runs = times(8_000);
    for (let seed = 0; seed < runs; seed++) {
      const original = texts[seed % texts.length];
      if (!original) throw new Error(`${root} has no texts.`);
      const mutated = { ...original, text: mutate(original.text, seed) };
      try {
        applyReaderFixes([mutated], { objects, platform }, () => true);
      } catch (error) {
        throw new Error(`${original.uri}, seed ${seed}`, { cause: error });
      }
    }
  });
});
