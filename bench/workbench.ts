/** Measures how soon the extension starts and reports in VS Code, beside VS Code's own JSON extension in the same window. */
import { endAll } from '../test/editors/support/at-end.ts';
import { closePage } from '../test/editors/support/browser.ts';
import { desktop, type Window } from '../test/editors/support/desktop.ts';
import { median } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { benchText } from './table.ts';
import { largeText } from './texts.ts';

const ours = 'endpoints.endpoints-language-server';
const json = 'vscode.json-language-features';
const windows = 5;

async function measure(): Promise<readonly BenchRow[]> {
  const { workspace, open } = await desktop();
  const yamlText = largeText().replace('10.0.0.0', '127.0.0.1');
  const jsonText = '{ "a": 1, }\n';
  const folder = workspace('bench', {
    'large.yaml': yamlText,
    'broken.json': jsonText,
    'next.yaml': yamlText,
    'next.json': jsonText,
  });
  const inWindow = async (task: (window: Window) => Promise<void>): Promise<void> => {
    const window = await open(folder);
    await task(window);
    await closePage(window.page);
  };
  // The first window of a new installation reads JSON files of its own.
  await inWindow(() => Promise.resolve());
  const activations: Pair[] = [];
  const findings: Pair[] = [];
  const later: Pair[] = [];
  for (let i = 0; i < windows; i++) {
    await inWindow(async ({ probe }) => {
      activations.push([await probe.activate(ours), await probe.activate(json)]);
    });
    // A second window, so that the first findings include the activation.
    await inWindow(async ({ probe, file }) => {
      const pair = async (own: string, other: string): Promise<Pair> => [
        await probe.firstFinding(file(own), 'endpoints'),
        await probe.firstFinding(file(other), 'json'),
      ];
      findings.push(await pair('large.yaml', 'broken.json'));
      later.push(await pair('next.yaml', 'next.json'));
    });
  }
  const line = 'VS Code itself: one line of JSON';
  return [
    rowOf('VS Code: activation of the extension', activations, "VS Code's own JSON extension"),
    rowOf('VS Code, new window: opening 1,000 addresses → first finding', findings, line),
    rowOf('VS Code, extension running: opening 1,000 addresses → first finding', later, line),
  ];
}

type Pair = readonly [ours: number, baseline: number];

function rowOf(what: string, pairs: readonly Pair[], name: string): BenchRow {
  const [ours, baseline] = [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))];
  return row({ what, ours, name, baseline });
}

try {
  console.log(benchText(await measure()));
} finally {
  await endAll();
}
process.exit();
