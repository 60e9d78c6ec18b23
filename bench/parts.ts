/** Measures runs of `endpoints check` on one file of many, on a chart with values, and on a dump through a pipe. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './at-end.ts';
import { writeMany } from './command-line.ts';
import { paired, runNode, runNodeOn, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { chartValuesText, listText, manifestText, templateText } from './texts.ts';

export function parts(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder((folder) => {
    const rounds = bench.isQuick ? 2 : 11;
    const cli = join(bench.dist, 'cli.js');
    const count = bench.isQuick ? 1_000 : 3_000;
    const [many, alone] = [join(folder, 'many'), join(folder, 'alone')];
    // Files around the named one are read up to the root of the repository.
    for (const each of [many, alone]) mkdirSync(join(each, '.git'), { recursive: true });
    writeMany(many, count, manifestText);
    writeMany(alone, 1, manifestText);
    const checkFirst = (of: string): void => runNode(cli, 'check', join(of, '0/0.yaml'));
    const [one, own] = paired(
      () => checkFirst(many),
      () => checkFirst(alone),
      rounds,
    );

    const templates = bench.isQuick ? 50 : 300;
    const [valued, bare] = [join(folder, 'valued'), join(folder, 'bare')];
    for (const chart of [valued, bare]) writeChart(chart, templates);
    writeFileSync(join(valued, 'values.yaml'), chartValuesText(templates));
    const [withValues, withoutValues] = paired(
      () => runNode(cli, 'check', valued),
      () => runNode(cli, 'check', bare),
      rounds,
    );

    const objects = bench.isQuick ? 500 : 8_000;
    const dump = listText(objects);
    const file = join(folder, 'dump.yaml');
    writeFileSync(file, dump);
    const [piped, named] = paired(
      () => runNodeOn(dump, cli, 'check', '-'),
      () => runNode(cli, 'check', file),
      Math.min(rounds, 5),
    );
    const size = (figure: number): string => figure.toLocaleString('en');
    return [
      row({
        what: `endpoints check of one of ${size(count)} files in a repository`,
        ours: one,
        name: 'in a repository of its own',
        baseline: own,
        target: { ratio: 2 },
      }),
      row({
        what: `endpoints check of a chart with ${size(templates)} templates and their values`,
        ours: withValues,
        name: 'without values.yaml',
        baseline: withoutValues,
        target: { ratio: 1.5 },
      }),
      row({
        what: `endpoints check of a List of ${size(objects)} objects through a pipe`,
        ours: piped,
        name: 'the same file, named',
        baseline: named,
        target: { ratio: 1.5 },
      }),
    ];
  });
}

function writeChart(folder: string, count: number): void {
  mkdirSync(join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
  for (let n = 0; n < count; n++) writeFileSync(join(folder, `templates/${n}.yaml`), templateText(n));
}
