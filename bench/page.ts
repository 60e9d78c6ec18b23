/** docs/performance.md and its plot: what is generated there from the recorded runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from './history.ts';
import type { Run } from './history.ts';
import { root } from './measure.ts';
import { plotOf } from './plot.ts';
import { growthMarkdown, tableMarkdown } from './table.ts';

export const pagePath = 'docs/performance.md';
export const plotPath = 'docs/images/performance.svg';

export function writePage(runs: readonly Run[]): void {
  const page = join(root, pagePath);
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), runs));
  writeFileSync(join(root, plotPath), plotOf(runs));
}

/** The page with its generated parts written anew from the latest run. */
export function pageWith(page: string, runs: readonly Run[]): string {
  return Object.entries(partsOf(runs)).reduce((text, [name, part]) => {
    const [start, end] = [`<!-- bench: ${name} -->`, '<!-- end -->'];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${pagePath} has no part "${name}" between ${start} and ${end}.`);
    return `${text.slice(0, from)}${start}\n\n${part}\n\n${text.slice(to)}`;
  }, page);
}

function partsOf(runs: readonly Run[]): Readonly<Record<'run' | 'targets' | 'growth' | 'further', string>> {
  const last = runs.at(-1);
  if (!last) {
    const none = 'No run has been recorded yet: `npm run bench -- --record`.';
    return { run: none, targets: none, growth: none, further: none };
  }
  return {
    run: `The latest of ${runs.length} recorded: ${describe(last)}.`,
    targets: tableMarkdown(last.rows.filter(({ target }) => target !== undefined)),
    growth: growthMarkdown(last.growths),
    further: tableMarkdown(last.rows.filter(({ target }) => target === undefined)),
  };
}
