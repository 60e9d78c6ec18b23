/** Generates the tables of docs/performance.md, and that of README.md, from the recorded runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTitle, type RecordedRun } from './history.ts';
import { root } from './measure.ts';
import { times, type BenchRow } from './row.ts';
import { benchMarkdown, markdownTable } from './table.ts';

export const pagePath = 'docs/performance.md';

/** The pages with figures, and what generates each part of them. */
const pages: Readonly<
  Record<string, (runs: readonly RecordedRun[], last: RecordedRun) => Readonly<Record<string, string>>>
> = {
  [pagePath]: (runs, last) => ({
    run: `The latest of ${runs.length} recorded runs: ${runTitle(last)}.`,
    targets: benchMarkdown(
      last.rows.filter(({ target }) => target !== undefined),
      earlierIn(runs),
    ),
    further: benchMarkdown(
      last.rows.filter(({ target }) => target === undefined),
      earlierIn(runs),
    ),
  }),
  'README.md': (_, last) => ({ speed: summary(last) }),
};

export const pagesWithFigures = Object.keys(pages);

/** More columns of figures do not fit the page. */
const mostEarlierRuns = 3;

export function writePages(runs: readonly RecordedRun[]): void {
  for (const path of pagesWithFigures) {
    const page = join(root, path);
    writeFileSync(page, pageWith(path, readFileSync(page, 'utf8'), runs));
  }
}

/** The text of the page with its generated parts; throws if a part has no place. */
export function pageWith(path: string, page: string, runs: readonly RecordedRun[]): string {
  const last = runs.at(-1);
  const parts = last && pages[path]?.(runs, last);
  return Object.entries(parts ?? {}).reduce((text, [name, part]) => {
    const [start, end] = [`<!-- bench: ${name} -->`, '<!-- end -->'];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${path} has no part "${name}" between ${start} and ${end}.`);
    return `${text.slice(0, from)}${start}\n\n${part}\n\n${text.slice(to)}`;
  }, page);
}

function earlierIn(runs: readonly RecordedRun[]): (row: BenchRow) => string {
  return ({ what }) =>
    runs
      .slice(-1 - mostEarlierRuns, -1)
      .flatMap(({ rows }) => rows.find((row) => row.what === what)?.ours ?? [])
      .join(', ');
}

/** The rows in which the most users meet the speed of the project. */
const summarized = [
  /^1,000 addresses .*keystroke → diagnostics, p50$/,
  /^keystroke → diagnostics, 10,000 addresses/,
  /^stream of 10,000 documents: opening → all/,
  /^endpoints check of 10,000 files: /,
  /^endpoints check of 10,000 files, one in fifty/,
  /^endpoints check of one file$/,
];

function summary({ rows }: RecordedRun): string {
  const shown = summarized.flatMap((pattern) => rows.find(({ what }) => pattern.test(what)) ?? []);
  const cells = shown.map(({ what, ours, baseline, ratio }) => [what, ours, baseline, times(ratio)]);
  return markdownTable([['What', 'Time', 'Beside', 'Ratio'], ['---', '--:', '---', '--:'], ...cells]);
}
