/**
 * How soon the extension is there in VS Code's workbench: its activation and its first findings, beside those of VS Code's
 * own extension for JSON in the same window.
 */
import { endAll } from '../test/editors/support/at-end.ts';
import { closePage } from '../test/editors/support/browser.ts';
import { desktop } from '../test/editors/support/desktop.ts';
import type { Window } from '../test/editors/support/desktop.ts';
import { median, runs } from './measure.ts';
import { row } from './row.ts';
import type { Row } from './row.ts';
import { tableText } from './table.ts';
import { large } from './texts.ts';

const ours = 'endpoints.endpoints-language-server';
const json = 'vscode.json-language-features';

/** Each figure is the median of several windows, in ms. */
async function measure(): Promise<Row[]> {
  const { workspace, open } = await desktop();
  const folder = workspace('bench', {
    'large.yaml': large().replace('10.0.0.0', '127.0.0.1'),
    'broken.json': '{ "a": 1, }\n',
    'next.yaml': large().replace('10.0.0.0', '127.0.0.1'),
    'next.json': '{ "a": 1, }\n',
  });
  const inWindow = async <T>(task: (window: Window) => Promise<T>): Promise<T> => {
    const window = await open(folder);
    const result = await task(window);
    await closePage(window.page);
    return result;
  };
  // The first window of a new installation looks at JSON files of its own.
  await inWindow(() => Promise.resolve());
  const activations: Pair[] = [];
  const findings: Pair[] = [];
  const later: Pair[] = [];
  for (let i = 0; i < runs; i++) {
    activations.push(await inWindow(async ({ probe }) => [await probe.activate(ours), await probe.activate(json)]));
    // A window of its own, so that the first findings have to wait for the activation, too.
    await inWindow(async ({ probe, file }) => {
      const pair = async (name: string, other: string): Promise<Pair> => [
        await probe.firstFinding(file(name), 'endpoints'),
        await probe.firstFinding(file(other), 'json'),
      ];
      findings.push(await pair('large.yaml', 'broken.json'));
      later.push(await pair('next.yaml', 'next.json'));
    });
  }
  return [
    rowOf('activation of the extension in VS Code', activations, "VS Code's own JSON extension"),
    rowOf(
      'from opening 1,000 addresses in a new window of VS Code to the first finding',
      findings,
      'VS Code itself: one line of JSON',
    ),
    rowOf('the same in a window where the extension runs', later, 'VS Code itself: one line of JSON'),
  ];
}

type Pair = readonly [ours: number, baseline: number];

function rowOf(what: string, times: readonly Pair[], name: string): Row {
  const [ours, baseline] = [median(times.map(([time]) => time)), median(times.map(([, time]) => time))];
  return row({ what, ours, name, baseline });
}

try {
  console.log(tableText(await measure()));
} finally {
  await endAll();
}
process.exit();
