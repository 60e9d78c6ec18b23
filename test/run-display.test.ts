/** What is told of a run on the way and after it: the line on a terminal, and where the time went. */
import assert from 'node:assert/strict';
import { progressLine } from '../server/src/cli/process/progress-line.ts';
import type { Follow } from '../server/src/cli/run-progress.ts';
import { folderOf } from './support/process.ts';

const good = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 10.0.0.1\n';

describe('the progress of a run', () => {
  let now = 0;
  let drawn: string[] = [];
  const follow = (errWidth: number | undefined): Follow | undefined => {
    now = 0;
    drawn = [];
    return progressLine({ errWidth, err: (text) => void drawn.push(text) }, () => now);
  };
  const lines = (): readonly string[] => drawn.map((text) => text.replace('\r', '').replace('\u001B[K', ''));

  it('is one line, drawn anew every 100 ms and cleared in the end', () => {
    const draw = follow(60);
    for (now = 0; now < 800; now += 10) draw?.('reading', now, 1_000);
    assert.deepEqual(lines(), [
      'Reading ███████████████░░░░░░░░░░░░░░░   500 of 1,000 files',
      'Reading ██████████████████░░░░░░░░░░░░   600 of 1,000 files',
      'Reading █████████████████████░░░░░░░░░   700 of 1,000 files',
    ]);
    draw?.('reporting', 0, 0);
    assert.equal(drawn.at(-1), '\r\u001B[K');
  });

  it('is not there for a short run, nor where nobody looks', () => {
    const draw = follow(60);
    for (now = 0; now < 500; now += 10) draw?.('reading', now, 1_000);
    draw?.('reporting', 0, 0);
    assert.deepEqual(drawn, []);
    assert.equal(follow(undefined), undefined);
  });

  it('fits every width', () => {
    for (let width = 1; width < 120; width++) {
      const draw = follow(width);
      for (const [stage, done, total] of [
        ['finding files', 0, 0],
        ['checking', 9, 10],
        ['understanding', 12_345, 99_999],
      ] as const) {
        now += 600;
        draw?.(stage, done, total);
      }
      assert.equal(drawn.length, 3);
      for (const line of lines()) assert.ok(line.length < Math.max(width, 1), `${width}: ${line}`);
    }
  });
});

describe('endpoints check --stats', () => {
  it('says on standard error where the time went', () => {
    const folder = folderOf({ 'a.yaml': good, 'b.yaml': good });
    const plain = folder.run('check', '.');
    const { out, err, code } = folder.run('check', '.', '--stats');
    folder.remove();
    assert.deepEqual([out, code, plain.err], [plain.out, plain.code, '']);
    const [where = '', memory = '', rules = ''] = err.split('\n\n');
    const number = String.raw` +[\d,]+(?:\.\d)?`;
    const stages = ['finding files', 'reading', 'understanding', 'checking', 'reporting'];
    const rows = stages.map((stage) => `${stage}${number} +\\d+ %`);
    assert.match(where, new RegExp(`^Stage +ms  share\n${rows.join('\n')}\ntotal${number}$`));
    assert.match(memory, /^Peak memory: [\d,]+ MiB$/);
    const lines = rules.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^Slowest of \d+ rules +ms +calls$/);
    assert.equal(lines.length, 11);
    for (const line of lines.slice(1)) assert.match(line, new RegExp(`^[a-z-]+${number} +[\\d,]+$`));
    assert.equal(
      new Set(
        where
          .split('\n')
          .slice(0, -1)
          .map(({ length }) => length),
      ).size,
      1,
      where,
    );
  });
});
