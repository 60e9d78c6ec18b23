/** What `npm run bench` can be asked, and its help. */
import { parseArgs } from 'node:util';

export const help = `npm run bench: how fast we are, beside named baselines that are measured in the same run

Usage
  npm run bench                    everything, in less than ten minutes
  npm run bench -- --quick         fewer repetitions, smaller texts, the slowest rows left out; in less than a minute
  npm run bench -- --record        everything; adds the figures to bench/history.json and writes docs/performance.md
  npm run bench:editors            how soon the extension is there in VS Code

Options
  --json           print JSON instead of the table (every run writes it to out/bench.json, too)
  --only WORD      only the groups whose names contain the word; the groups are
                   GROUPS
  --dist FOLDER    measure a build that is there, and build nothing; what runs in process is of the sources all the same
  --help           this text

A ratio is ours divided by the baseline, of times or sizes: 1/50 is fifty times sooner. Nothing else should be working on
the machine. How each row is measured is written in docs/performance.md.
`;

export interface Options {
  readonly isQuick: boolean;
  readonly isRecorded: boolean;
  readonly isJson: boolean;
  readonly isHelp: boolean;
  readonly only?: string;
  readonly dist?: string;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      only: { type: 'string' },
      dist: { type: 'string' },
    },
  });
  const { quick, record, json, help: isHelp, only, dist } = values;
  if (record && (quick || only !== undefined)) {
    throw new Error('--record needs a whole run: leave out --quick and --only.');
  }
  return {
    isQuick: quick,
    isRecorded: record,
    isJson: json,
    isHelp,
    ...(only === undefined ? {} : { only }),
    ...(dist === undefined ? {} : { dist }),
  };
}
