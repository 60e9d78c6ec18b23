/** docs/performance.md shows the recorded runs, and no other page has measurements. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHistory } from '../bench/history.ts';
import { pagePath, pagesWithFigures, pageWith } from '../bench/page.ts';
import { row } from '../bench/row.ts';
import { benchText } from '../bench/table.ts';
import { root } from './support/root.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the page on performance', () => {
  for (const path of pagesWithFigures) {
    it(`${path} shows the latest recorded run`, () => {
      const page = read(path);
      assert.equal(pageWith(path, page, readHistory()), page, 'run "npm run update"');
    });
  }

  it('shows what earlier runs measured beside the same row of the latest', () => {
    const [last, ...earlier] = readHistory().toReversed();
    assert.ok(last && earlier.length > 0);
    const lines = read(pagePath).split('\n');
    for (const { what, ours } of last.rows) {
      const before = earlier.slice(0, 3).map(({ rows }) => rows.find((row) => row.what === what)?.ours);
      const known = before.toReversed().filter((figure) => figure !== undefined);
      const line = lines.find((each) => each.startsWith(`| ${what} | ${ours} |`));
      assert.ok(line?.endsWith(` | ${known.join(', ')} |`), what);
    }
  });

  it('names nothing that identifies the owner of the machine', () => {
    const keys = ['cpu', 'cores', 'memory', 'node', 'platform'];
    for (const { machine } of readHistory()) assert.deepEqual(Object.keys(machine), keys);
    assert.doesNotMatch(read('bench/history.json'), /\/(home|root|tmp|Users)\b|\\\\/);
  });
});

describe('other pages', () => {
  const folders = ['docs', 'docs/cli'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  );
  const pages = ['README.md', 'EXTENSION.md', 'CHANGELOG.md', ...folders].filter((page) => page !== pagePath);
  /** A time, a size in memory, or a factor, such as "3 ms", "1.2 s", "290 MB", "75 times sooner", "a third of the time". */
  const measurement =
    /\b\d[\d.,]* ?(?:ms|µs|s|MB|milliseconds?|seconds?)\b|\b(?:\d[\d.,]*|two|three|five|ten) times (?:as |faster|sooner|slower)|\b(?:half|third|quarter|tenth) of (?:its|the) time\b|\ba few seconds\b/;

  for (const page of pages)
    it(`${page} has no measurements: docs/performance.md has them`, () => {
      // The pages of a program show its output, which may hold anything.
      const written = read(page).replace(/^<!-- bench: \w+ -->$[^]*?^<!-- end -->$/gm, '');
      const prose = written.replace(/^(`{3,})[^]*?^\1$/gm, '');
      assert.equal(measurement.exec(prose)?.[0], undefined);
    });
});

describe('a row of the bench', () => {
  const measured = { what: 'a', ours: 3, name: 'b', baseline: 150 };

  it('meets a target for its own figure, or for its ratio', () => {
    assert.deepEqual(row({ ...measured, target: { ours: 4 } }), {
      what: 'a',
      ours: '3 ms',
      baseline: 'b, 150 ms',
      ratio: 0.02,
      target: '≤ 4 ms',
      isMet: true,
    });
    const { target, isMet } = row({ ...measured, target: { ratio: 1 / 100 } });
    assert.deepEqual([target, isMet], ['≤ 1/100', false]);
  });

  it('needs figures that can be compared', () => {
    assert.throws(() => row({ ...measured, ours: Number.NaN }), /cannot be compared/);
    assert.throws(() => row({ ...measured, baseline: 0 }), /cannot be compared/);
  });

  it('fits 120 columns', () => {
    const long = row({
      ...measured,
      what: 'many words '.repeat(20),
      name: 'long names '.repeat(9),
      note: 'for a reason',
    });
    for (const line of benchText([long]).split('\n')) assert.ok(line.length <= 120, line);
  });
});
