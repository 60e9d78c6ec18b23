/** Measures the search for readers: in foreign files beside reading them, and in a repository full of readers beside its check. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inFolder } from './at-end.ts';
import { paired, root, runNode, type Bench } from './measure.ts';
import { foreignFile, serviceFiles, type NamedFile } from './reader-texts.ts';
import { row, type BenchRow } from './row.ts';

export function readers(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder((folder) => [inForeign(bench, join(folder, 'foreign')), inServices(bench, join(folder, 'services'))]);
}

function write(folder: string, files: Iterable<NamedFile>): void {
  for (const { name, text } of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** The baseline walks, reads and decodes with the same functions: the difference is the search. */
function inForeign({ dist, isQuick }: Bench, folder: string): BenchRow {
  const count = isQuick ? 1_000 : 10_000;
  write(
    folder,
    Array.from({ length: count }, (_, n) => foreignFile(n)),
  );
  const reader = join(root, 'out/bench/read-texts.mjs');
  // The first run has a cold disk cache.
  runNode(reader, folder);
  const [ours, baseline] = paired(
    () => runNode(join(dist, 'cli.js'), 'readers', folder),
    () => runNode(reader, folder),
    isQuick ? 3 : 9,
  );
  const what = `endpoints readers in ${count.toLocaleString('en')} files without any`;
  return row({ what, ours, name: 'reading them', baseline, target: { ratio: 2 } });
}

/** Seven readers for each service. */
function inServices({ dist, isQuick }: Bench, folder: string): BenchRow {
  const services = isQuick ? 100 : 300;
  write(folder, Array.from({ length: services }, (_, n) => serviceFiles(n)).flat());
  // Both commands exit with 1 where they find something.
  const run = (command: string): string => {
    const args = [join(dist, 'cli.js'), command, folder, '--format', 'json'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
    if (status !== 0 && status !== 1) throw new Error(`endpoints ${command} ended with ${status}`);
    return stdout;
  };
  const found = (JSON.parse(run('readers')) as { readonly readers: readonly unknown[] }).readers.length;
  if (found < services * 7 - 100) throw new Error(`${found} readers of ${services} services were found.`);
  const [ours, baseline] = paired(
    () => run('readers'),
    () => run('check'),
    isQuick ? 3 : 9,
  );
  const what = `endpoints readers of ${services} services, which have ${found.toLocaleString('en')}`;
  return row({ what, ours, name: 'endpoints check of their files', baseline, target: { ratio: 2 } });
}
