/** Diffs as `git apply` and `patch` read them: small ones to the letter, all of them by applying them. */
import assert from 'node:assert/strict';
import { applyPatch, parsePatch } from 'diff';
import * as fc from 'fast-check';
import { unifiedDiff } from '../server/src/text/unified-diff.ts';
import { times } from './support/runs.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('');

describe('unified diff', () => {
  it('is empty where nothing changes', () => assert.equal(unifiedDiff('a', 'x\n', 'x\n'), ''));

  it('shows three lines around each change, and joins changes that touch', () => {
    const before = lines(1, 30);
    const after = before.replace('\n10\n', '\nten\n').replace('\n14\n', '\n').replace('\n25\n', '\n25\nmore\n');
    assert.equal(
      unifiedDiff('k8s/a.yaml', before, after),
      '--- a/k8s/a.yaml\n+++ b/k8s/a.yaml\n@@ -7,11 +7,10 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n-14\n 15\n 16\n 17\n@@ -23,6 +22,7 @@\n 23\n 24\n 25\n+more\n 26\n 27\n 28\n',
    );
  });

  it('says where the last line has no line break', () => {
    assert.equal(
      unifiedDiff('a', 'x\ny', 'x\nz\n'),
      '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n',
    );
  });

  it('names files as git does', () => {
    const names = ['/abs/a.yaml', 'with blank.yaml', 'quo"te.yaml', 'ö.yaml'].map((name) =>
      unifiedDiff(name, 'x\n', 'y\n').split('\n').slice(0, 2).join(' '),
    );
    assert.deepEqual(names, [
      '--- a/abs/a.yaml +++ b/abs/a.yaml',
      '--- a/with blank.yaml\t +++ b/with blank.yaml\t',
      '--- "a/quo\\"te.yaml" +++ "b/quo\\"te.yaml"',
      '--- "a/\\303\\266.yaml" +++ "b/\\303\\266.yaml"',
    ]);
  });

  it('makes the one text of the other, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', '--- x\n', 'end'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        const diff = unifiedDiff('a.yaml', before, after);
        assert.equal(diff === '' ? before : applyPatch(before, diff), after);
        assert.ok(diff === '' || parsePatch(diff).length === 1);
      }),
      { numRuns: times(2000) },
    );
  });

  it('takes its time from nobody: 100,000 lines that have nothing in common', () => {
    const start = process.cpuUsage();
    const diff = unifiedDiff('a', lines(1, 100_000), lines(200_000, 300_000));
    assert.ok(diff.includes('@@ -1,100000 +1,100001 @@'));
    assert.ok(process.cpuUsage(start).user < 5_000_000);
  });
});
