/** Measures the simulation of traffic: of many files beside their check, and of a large cluster beside parsing its objects. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trafficReport } from '../server/src/analysis/traffic/report.ts';
import { Project } from '../server/src/project/project.ts';
import type { ProjectFile } from '../server/src/project/project-file.ts';
import { trafficWorld } from '../server/src/project/traffic.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { inFolder } from './at-end.ts';
import { writeMany } from './command-line.ts';
import { paired, runNode, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { printedEndpoints, printedService, printedSlice } from './texts.ts';

const minor = 36;

export function traffic(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder((folder) => {
    const rounds = bench.isQuick ? 3 : 7;
    return [
      ofFiles(bench, folder),
      ...pictures(bench, folder),
      cluster('EndpointSlices', printedSlice, rounds),
      cluster('Endpoints', printedEndpoints, rounds),
    ];
  });
}

/** Half of the files hold a Service and its slice, the other half a Service and its Endpoints. */
function ofFiles(bench: Bench, folder: string): BenchRow {
  const count = bench.isQuick ? 1_000 : 10_000;
  writeMany(
    folder,
    count,
    (n) => `${printedService(n)}---\n${n % 2 === 0 ? printedSlice(n, 3) : printedEndpoints(n, 3)}`,
  );
  const run = (command: string) => () => runNode(join(bench.dist, 'cli.js'), command, folder, '--format', 'json');
  const [ours, baseline] = paired(run('traffic'), run('check'), bench.isQuick ? 2 : 5);
  const what = `endpoints traffic of ${count.toLocaleString('en')} files`;
  return row({ what, ours, name: 'endpoints check of them', baseline, target: { ratio: 1.5 } });
}

/** Of 1,000 Services with 10 endpoints each, as kubectl prints them: what a picture takes beside the simulation. */
function pictures(bench: Bench, folder: string): readonly BenchRow[] {
  const dump = join(folder, 'dump.yaml');
  const objects = Array.from({ length: 1_000 }, (_, n) => `${printedService(n)}---\n${printedSlice(n, 10)}`);
  writeFileSync(dump, objects.join('---\n'));
  return ['text', 'svg'].map((format) => {
    const [ours, baseline] = paired(
      () => runNode(join(bench.dist, 'cli.js'), 'show', dump, '--format', format),
      () => runNode(join(bench.dist, 'cli.js'), 'traffic', dump),
      bench.isQuick ? 2 : 5,
    );
    const what = `endpoints show --format ${format} of a dump of 1,000 Services`;
    return row({ what, ours, name: 'endpoints traffic of it', baseline, target: { ratio: 1.5 } });
  });
}

/** 1,000 Services with 10 endpoints each, after their files were read. */
function cluster(kind: string, textOf: (n: number, count: number) => string, rounds: number): BenchRow {
  const services = 1_000;
  const files = Array.from({ length: services }, (_, n): ProjectFile => {
    const path = `${n}.yaml`;
    return { uri: `file:///bench/${path}`, path, text: `${printedService(n)}---\n${textOf(n, 10)}` };
  });
  const projects = Array.from({ length: rounds + 1 }, () => {
    const project = new Project();
    for (const each of project.addAll(files)) if (!each.file) throw new Error('A file was not added.');
    return project;
  });
  let round = 0;
  const simulate = (): void => {
    // A project that has not been asked yet, so that nothing is cached.
    const project = projects[round++ % projects.length] ?? new Project();
    const world = trafficWorld(project, { minor, isMirroring: true });
    const query = { node: 'node-1', zone: 'zone-a', family: 'IPv4', consumer: undefined } as const;
    const report = trafficReport(world, query, () => undefined);
    if (report.services.length !== services) throw new Error(`${report.services.length} Services have an answer.`);
  };
  const [ours, baseline] = paired(
    simulate,
    () => files.map(({ path, text }) => readFile(path, text, { isPartial: false })),
    rounds,
  );
  const what = `traffic of 1,000 Services with 10,000 endpoints in ${kind}`;
  return row({ what, ours, name: 'reading their files', baseline, target: { ours: 100 } });
}
