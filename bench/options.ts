/** Reads the options of `npm run bench`, and holds its help. */
import { parseArgs } from 'node:util';

export const help = `npm run bench: measures the speed of this project beside named baselines, in the same run

Usage
  npm run bench                    all groups, in less than ten minutes
  npm run bench -- --quick         fewer repetitions, smaller texts, no slow groups; in less than a minute
  npm run bench -- --record        all groups; adds the figures to bench/history.json and writes the tables of the pages
  npm run bench:editors            how soon the extension starts in VS Code

Options
  --json           print JSON instead of the table (every run also writes it to out/bench.json)
  --only WORD      measure only the groups whose names contain the word; the groups are
                   GROUPS
  --dist FOLDER    measure an existing build; groups that run in process measure the sources all the same
  --help           print this help

A ratio is ours divided by the baseline, of times or sizes: 1/50 is fifty times faster. Nothing else should run on the
machine. docs/performance.md describes how each row is measured.
`;

export type BenchOptions = ReturnType<typeof readBenchOptions>;

export function readBenchOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      dist: { type: 'string' },
    },
  });
  if (values.record && (values.quick || values.only !== '')) {
    throw new Error('--record needs a complete run: remove --quick and --only.');
  }
  return values;
}
