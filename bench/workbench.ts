/**
 * How soon the extension is there in VS Code's workbench: its activation and its first findings, beside those of VS Code's
 * own extension for JSON in the same window.
 */
import { endAll } from '../test/editors/support/at-end.ts';
import { closePage } from '../test/editors/support/browser.ts';
import { desktop } from '../test/editors/support/desktop.ts';
import { median, ms, runs } from './measure.ts';
import type { Row } from './measure.ts';
import { large } from './texts.ts';

const ours = 'endpoints.endpoints-language-server';
const json = 'vscode.json-language-features';

/** Each figure is the median of several windows, in ms. */
export async function workbench(): Promise<Row[]> {
  const { workspace, open } = await desktop();
  const folder = workspace('bench', {
    'large.yaml': large().replace('10.0.0.0', '127.0.0.1'),
    'broken.json': '{ "a": 1, }\n',
  });
  const activations: [number, number][] = [];
  const findings: [number, number][] = [];
  for (let i = 0; i < runs; i++) {
    const started = await open(folder);
    activations.push([await started.probe.activate(ours), await started.probe.activate(json)]);
    await closePage(started.page);
    // A window of its own, so that the first findings have to wait for the activation, too.
    const { page, probe, file } = await open(folder);
    findings.push([
      await probe.firstFinding(file('large.yaml'), 'endpoints'),
      await probe.firstFinding(file('broken.json'), 'json'),
    ]);
    await closePage(page);
  }
  await endAll();
  return [
    row('activation of the extension in VS Code', activations, "VS Code's own JSON extension"),
    row(
      'from opening 1,000 addresses in a new window to the first finding',
      findings,
      'one line of JSON, by VS Code itself',
    ),
  ];
}

function row(what: string, times: readonly (readonly [number, number])[], name: string): Row {
  const [own, baseline] = [median(times.map(([time]) => time)), median(times.map(([, time]) => time))];
  return { what, ours: ms(own), baseline: `${name}, ${ms(baseline)}`, ratio: own / baseline };
}
