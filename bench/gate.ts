/** Measures what shards save of a run of `endpoints check`, beside the complete run. */
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
    writeMany(files, count, manifestText);
    const check = (...options: readonly string[]) => runNode(join(bench.dist, 'cli.js'), 'check', files, ...options);
    check();
    const [ours, baseline] = paired(
      () => check('--shard', '1/4'),
      () => check(),
      bench.isQuick ? 2 : 5,
    );
    const what = `endpoints check of ${count.toLocaleString('en')} files, one of four shards`;
    return [row({ what, ours, name: 'the complete run', baseline, target: { ratio: 0.8 } })];
  });
}
