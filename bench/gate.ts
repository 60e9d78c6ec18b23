/** Measures what a cache and shards save of a run of `endpoints check`, beside the complete run. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './at-end.ts';
import { writeMany } from './command-line.ts';
import { paired, runNode, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { manifestText } from './texts.ts';

export function gate(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder((folder) => {
    const count = bench.isQuick ? 1_000 : 10_000;
    const files = join(folder, 'files');
    const cache = join(folder, 'cache');
    writeMany(files, count, manifestText);
    const check = (...options: readonly string[]) => runNode(join(bench.dist, 'cli.js'), 'check', files, ...options);
    const cached = (): void => check('--cache', cache);
    let round = 0;
    const edit = (): void => {
      round++;
      for (let n = 0; n < 10; n++) writeFileSync(join(files, `0/${n}.yaml`), `# ${round}\n${manifestText(n)}`);
    };
    const rowOf = (what: string, measure: () => void, ratio: number): BenchRow => {
      const [ours, baseline] = paired(measure, () => check(), bench.isQuick ? 2 : 5);
      const title = `endpoints check of ${count.toLocaleString('en')} files, ${what}`;
      return row({ what: title, ours, name: 'the complete run', baseline, target: { ratio } });
    };
    check();
    return [
      rowOf('writing a cache', () => (rmSync(cache, { force: true }), cached()), 1.5),
      rowOf('cached, no file changed', cached, 0.5),
      rowOf('cached, ten files changed', () => (edit(), cached()), 0.6),
      rowOf('one of four shards', () => check('--shard', '1/4'), 0.8),
    ];
  });
}
