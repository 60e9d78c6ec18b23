/** Measures how soon the playground answers, how soon pictures are drawn, and how soon the extension starts and reports in VS Code, beside its own JSON extension. */
import type { Page } from 'playwright-core';
import { endAll } from '../test/editors/support/at-end.ts';
import { closePage } from '../test/editors/support/browser.ts';
import { desktop, type Window } from '../test/editors/support/desktop.ts';
import { extensionId as ours } from '../test/editors/support/installed.ts';
import { median } from './measure.ts';
import { picturePages } from './picture-page.ts';
import { playgroundPages } from './playground-page.ts';
import { row, type BenchRow } from './row.ts';
import { benchText } from './table.ts';
import { largeText } from './texts.ts';

const json = 'vscode.json-language-features';
const windows = 5;

async function measure(): Promise<readonly BenchRow[]> {
  const { workspace, open } = await desktop();
  const yamlText = largeText().replace('10.0.0.0', '127.0.0.1');
  const jsonText = '{ "a": 1, }\n';
  const folder = workspace('bench', {
    'first.yaml': yamlText,
    'first.json': jsonText,
    'next.yaml': yamlText,
    'next.json': jsonText,
    // A file of the search would have findings before it is opened.
    '.gitignore': 'next.yaml\n',
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
  const shown: Pair[] = [];
  const later: Pair[] = [];
  for (let i = 0; i < windows; i++) {
    await inWindow(async ({ probe }) => {
      activations.push([await probe.activate(ours), await probe.activate(json)]);
    });
    // A second window, so that the first findings include the activation.
    await inWindow(async ({ page, probe, file }) => {
      const finding = async (name: string, source: string, word: string): Promise<Opening> => {
        const squiggle = await watchEditor(page, word);
        const opened = await probe.firstFinding(file(name), source);
        const times = { opened, shown: await squiggle() };
        // Nothing of this file may be seen after the next one is opened.
        await probe.closeAll();
        return times;
      };
      const pair = async (name: string): Promise<readonly [ours: Opening, baseline: Opening]> => [
        await finding(`${name}.yaml`, 'endpoints', 'apiVersion'),
        await finding(`${name}.json`, 'json', '"a"'),
      ];
      const first = await pair('first');
      findings.push([first[0].opened, first[1].opened]);
      shown.push([first[0].shown, first[1].shown]);
      const next = await pair('next');
      later.push([next[0].opened, next[1].opened]);
    });
  }
  const line = 'VS Code itself: one line of JSON';
  return [
    rowOf('VS Code: activation of the extension', activations, "VS Code's own JSON extension"),
    rowOf('VS Code, new window: opening 1,000 addresses → first finding', findings, line),
    rowOf('VS Code, new window: 1,000 addresses are shown → first squiggle', shown, line, { ours: 500 }),
    rowOf('VS Code, extension running: opening 1,000 addresses → first finding', later, line),
  ];
}

type Pair = readonly [ours: number, baseline: number];

/** In ms until the first finding: since the file was opened, and since the editor showed its text. */
interface Opening {
  readonly opened: number;
  readonly shown: number;
}

/** Returns a function that waits for a squiggle, and returns the time since the editor showed the word, in ms. */
async function watchEditor(page: Page, word: string): Promise<() => Promise<number>> {
  await page.evaluate(`(${observe})(${JSON.stringify(word)})`);
  return async () => {
    await page.waitForFunction('globalThis.seen.squiggle !== undefined');
    return page.evaluate<number>('globalThis.seen.squiggle - globalThis.seen.text');
  };
}

/** Runs in the page, as text. */
const observe = `(word) => {
  const seen = (globalThis.seen = {});
  const observer = new MutationObserver(() => {
    const lines = [...document.querySelectorAll('.editor-instance .view-line')];
    if (lines.some((line) => line.textContent.includes(word))) seen.text ??= performance.now();
    if (seen.text === undefined || !document.querySelector('.editor-instance .squiggly-error')) return;
    seen.squiggle = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
}`;

function rowOf(what: string, pairs: readonly Pair[], name: string, target?: { readonly ours: number }): BenchRow {
  const [ours, baseline] = [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))];
  return row({ what, ours, name, baseline, ...(target ? { target } : {}) });
}

try {
  console.log(benchText([...(await playgroundPages()), ...(await picturePages()), ...(await measure())]));
} finally {
  await endAll();
}
process.exit();
