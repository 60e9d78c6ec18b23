/** Measures what many objects of one name, nested patterns and a second Kubernetes version cost a run of `endpoints check`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './at-end.ts';
import { writeMany } from './command-line.ts';
import { paired, runNode, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { manifestText } from './texts.ts';

export function crowds(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder((folder) => {
    const count = bench.isQuick ? 500 : 4_000;
    const at = (name: string): string => join(folder, name);
    const crowd = (nameOf: (n: number) => string): string =>
      Array.from({ length: count }, (_, n) => manifestText(n).replaceAll(`service-${n}`, nameOf(n))).join('---\n');
    writeFileSync(
      at('one.yaml'),
      crowd(() => 'service'),
    );
    writeFileSync(
      at('own.yaml'),
      crowd((n) => `service-${n}`),
    );
    const deep = at(`deep/${'a/'.repeat(60)}`);
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'a.yaml'), manifestText(1));
    const settings = at('exclude.yaml');
    writeFileSync(settings, `exclude: ['${'**/a/'.repeat(8)}b']\n`);
    writeMany(at('many'), count, manifestText);
    const check = (...args: readonly string[]): void => runNode(join(bench.dist, 'cli.js'), 'check', ...args);
    const rowOf = (
      what: string,
      ours: () => void,
      beside: { name: string; run: () => void; ratio: number },
    ): BenchRow => {
      const [time, baseline] = paired(ours, beside.run, bench.isQuick ? 2 : 5);
      return row({ what, ours: time, name: beside.name, baseline, target: { ratio: beside.ratio } });
    };
    const many = count.toLocaleString('en');
    return [
      rowOf(`endpoints check of ${many} Endpoints of one name`, () => check(at('one.yaml')), {
        name: 'with a name each',
        run: () => check(at('own.yaml')),
        ratio: 2,
      }),
      rowOf('eight "**/" in "exclude", folders 60 deep', () => check(at('deep'), '--config', settings), {
        name: 'without "exclude"',
        run: () => check(at('deep')),
        ratio: 1.2,
      }),
      rowOf(
        `endpoints check of ${many} files for 1.33 and 1.36`,
        () => check(at('many'), '--kubernetes-version', '1.33,1.36'),
        {
          name: 'for 1.36',
          run: () => check(at('many')),
          ratio: 2,
        },
      ),
    ];
  });
}
