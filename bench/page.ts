/** Generates the tables of docs/performance.md from the recorded runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTitle, type RecordedRun } from './history.ts';
import { root } from './measure.ts';
import type { BenchRow } from './row.ts';
import { benchMarkdown } from './table.ts';

export const pagePath = 'docs/performance.md';

/** More columns of figures do not fit the page. */
const mostEarlierRuns = 3;

export function writePage(runs: readonly RecordedRun[]): void {
  const page = join(root, pagePath);
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), runs));
}

export function pageWith(page: string, runs: readonly RecordedRun[]): string {
  const last = runs.at(-1);
  if (!last) return page;
  const earlier = ({ what }: BenchRow): string =>
    runs
      .slice(-1 - mostEarlierRuns, -1)
      .flatMap(({ rows }) => rows.find((row) => row.what === what)?.ours ?? [])
      .join(', ');
  const parts = {
    run: `The latest of ${runs.length} recorded runs: ${runTitle(last)}.`,
    targets: benchMarkdown(
      last.rows.filter(({ target }) => target !== undefined),
      earlier,
    ),
    further: benchMarkdown(
      last.rows.filter(({ target }) => target === undefined),
      earlier,
    ),
  };
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [start, end] = [`<!-- bench: ${name} -->`, '<!-- end -->'];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${pagePath} has no part "${name}" between ${start} and ${end}.`);
    return `${text.slice(0, from)}${start}\n\n${part}\n\n${text.slice(to)}`;
  }, page);
}
