/** Measures runs of `endpoints check` on one file of many, a chart with values, a dump through a pipe, and large files of other tools. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './at-end.ts';
import { apiDescriptionText, definitionsText } from './foreign-texts.ts';
import { writeMany } from './command-line.ts';
import { paired, runNode, runNodeOn, type Bench } from './measure.ts';
import { emptyPeak, peakOfPiped } from './memory.ts';
import { mb, row, type BenchRow } from './row.ts';
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
      ...dumped(bench, folder),
      ...foreign(bench, folder),
    ];
  });
}

/** The output of `kubectl get endpoints -A -o yaml`, of 1.9 kB each, through a pipe. */
function dumped(bench: Bench, folder: string): readonly BenchRow[] {
  const objects = bench.isQuick ? 500 : 20_000;
  const dump = listText(objects, 8);
  const file = join(folder, 'dump.yaml');
  writeFileSync(file, dump);
  const check = [join(bench.dist, 'cli.js'), 'check', '-'];
  const [ours, baseline] = paired(
    () => runNodeOn(dump, ...check),
    () => runNodeOn(dump, '-e', "process.stdin.setEncoding('utf8').on('data', () => {})"),
    bench.isQuick ? 2 : 3,
  );
  const what = `check of a dump of ${objects.toLocaleString('en')} Endpoints (${mb(dump.length / 1_000_000)}) through a pipe`;
  const memory = { ours: peakOfPiped(dump, ...check), name: 'node -e 0', baseline: emptyPeak(), show: mb };
  return [
    row({ what: `endpoints ${what}`, ours, name: 'reading it', baseline, target: { ours: 6_000 } }),
    row({ what: `peak memory: ${what}`, ...memory, target: { ours: 500 } }),
  ];
}

/**
 * What a large file of another tool adds to a check of nothing. In a repository of their own: they name our kinds, so the
 * files around them are read too.
 */
function foreign(bench: Bench, around: string): readonly BenchRow[] {
  const size = bench.isQuick ? 1_000_000 : 5_000_000;
  const folder = join(around, 'foreign');
  mkdirSync(join(folder, '.git'), { recursive: true });
  const empty = join(folder, 'empty.yaml');
  writeFileSync(empty, '');
  const rowOf = (what: string, name: string, text: string): BenchRow => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const check = (path: string) => () => runNode(join(bench.dist, 'cli.js'), 'check', path);
    const [whole, baseline] = paired(check(file), check(empty), bench.isQuick ? 3 : 11);
    const title = `endpoints check of ${mb(text.length / 1_000_000)} of ${what}, beyond that of an empty file`;
    return row({ what: title, ours: whole - baseline, name: 'an empty file', baseline, target: { ours: 40 } });
  };
  return [
    rowOf('CustomResourceDefinitions in YAML', 'definitions.yaml', definitionsText(size)),
    rowOf('an API description in JSON', 'swagger.json', apiDescriptionText(size)),
  ];
}

function writeChart(folder: string, count: number): void {
  mkdirSync(join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
  for (let n = 0; n < count; n++) writeFileSync(join(folder, `templates/${n}.yaml`), templateText(n));
}
