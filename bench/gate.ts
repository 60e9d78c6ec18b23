/** What a run saves that does not begin anew, or is not alone: with a cache, and as one of four shards; each beside the whole run. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './at-end.ts';
import { writeMany } from './command-line.ts';
import { paired, run } from './measure.ts';
import type { Bench } from './measure.ts';
import { row } from './row.ts';
import type { Row } from './row.ts';
import { manifest } from './texts.ts';

export function gate(bench: Bench): Promise<readonly Row[]> {
  return inFolder((folder) => {
    const count = bench.isQuick ? 1_000 : 10_000;
    const ours = join(folder, 'ours');
    const cache = join(folder, 'cache');
    writeMany(ours, count, manifest);
    const check = (...options: readonly string[]) => run(join(bench.dist, 'cli.js'), 'check', ours, ...options);
    const cached = (): void => check('--cache', cache);
    let round = 0;
    const edit = (): void => {
      round++;
      for (let n = 0; n < 10; n++) writeFileSync(join(ours, `0/${n}.yaml`), `# ${round}\n${manifest(n)}`);
    };
    const rowOf = (what: string, measure: () => void, ratio: number): Row => {
      const [time, whole] = paired(measure, () => check(), bench.isQuick ? 2 : 5);
      const title = `endpoints check of ${count.toLocaleString('en')} files, ${what}`;
      return row({ what: title, ours: time, name: 'the whole run', baseline: whole, target: { ratio } });
    };
    check();
    const first = rowOf('first with a cache', () => (rmSync(cache, { force: true }), cached()), 1.5);
    return Promise.resolve([
      first,
      rowOf('nothing changed since', cached, 0.5),
      rowOf('ten files changed since', () => (edit(), cached()), 0.6),
      rowOf('one of four shards', () => check('--shard', '1/4'), 0.8),
    ]);
  });
}
