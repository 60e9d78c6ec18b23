/** Tests the gestures of the packed extension in the real workbench, by the content of the page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.ts';
import { desktop, type Window } from './support/desktop.ts';
import {
  acceptSuggestion,
  applyFix,
  goTo,
  hover,
  insist,
  openFile,
  placeOf,
  runCommand,
  showFixes,
  shownLines,
  showProblem,
  suggest,
} from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { healthy, openFilesOnly } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const files = {
  ...openFilesOnly,
  'mistakes.yaml': readFileSync(join(root, 'examples/mistakes.yaml'), 'utf8'),
  'hover.yaml': healthy,
  'keys.yaml': `${healthy}        `,
  'completion.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: orders-db\n',
  'fix.yaml': healthy.replace('port: 5432', 'port: "5432"\n        protocol: tcp'),
  'fix-all.yaml': healthy.replace('port: 5432', 'port: "5432"\n        protocol: tcp').replace('hostname', 'hostName'),
  'outline.yaml': healthy,
  'hints.yaml': healthy,
  'colours.yaml': healthy,
};

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('workbench', function () {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('shop', files));
  });

  it('shows the findings in the Problems panel, with their source and code', async () => {
    const { page } = shown();
    await openFile(page, 'mistakes.yaml');
    const problem = await showProblem(page, 'is a loopback address', 'endpoints', 'loopback-ip');
    assert.match(await problem.innerText(), /127\.0\.0\.1 is a loopback address[\s\S]*endpoints\s*\(?\s*loopback-ip/);
    await takePicture(page, 'problems');
  });

  it('explains a key in a hover', async () => {
    const { page } = shown();
    await openFile(page, 'hover.yaml');
    const text = await hover(page, 'subsets:', 'subsets', 'orders-db-1');
    assert.match(text, /subsets[\s\S]*10\.20\.0\.15[\s\S]*10\.20\.0\.16/);
    await takePicture(page, 'hover');
  });

  it('completes a snippet of several lines, with places to jump to', async () => {
    const { page, probe } = shown();
    await openFile(page, 'completion.yaml');
    await goTo(page, 5, 1);
    await suggest(page, 'subsets');
    await acceptSuggestion(page, 'subsets');
    const isThere = async (): Promise<boolean> =>
      /subsets:\n {2}- addresses:\n {6}- ip: \S*\n {4}ports:/.test((await probe.active())?.text ?? '');
    await until('the lines of the snippet', isThere, { show: () => probe.active() });
    await page.keyboard.type('10.0.0.7');
    await page.keyboard.press('Tab');
    await page.keyboard.type('8080');
    await until(
      'both places to be filled',
      async () => {
        const { text = '' } = (await probe.active()) ?? {};
        return /ip: 10\.0\.0\.7\n[\s\S]*8080/.test(text);
      },
      { show: () => probe.active() },
    );
  });

  it('proposes what can stand at the cursor, and says what it is for', async () => {
    const { page } = shown();
    await openFile(page, 'keys.yaml');
    await goTo(page, 15, 9);
    const labels = await suggest(page, 'protocol');
    assert.ok(labels.includes('appProtocol'), labels.join(', '));
    const details = page.locator('.suggest-details:visible');
    if (!(await details.isVisible())) await page.keyboard.press('Control+Space');
    await details.first().waitFor({ timeout: 5000 });
    assert.match(await details.first().innerText(), /\w{4}/);
    await takePicture(page, 'completion');
  });

  it('applies a quick fix', async () => {
    const { page } = shown();
    await openFile(page, 'fix.yaml');
    await showProblem(page, 'tcp');
    await goTo(page, 15, 20);
    const titles = await showFixes(page, 'TCP');
    await takePicture(page, 'quick-fix');
    await applyFix(page, titles.find((title) => title.includes('TCP')) ?? 'TCP');
    await until('the line to be fixed', async () => (await shownLines(page)).includes('protocol: TCP'), {
      show: () => shownLines(page),
    });
  });

  it('fixes everything at once', async () => {
    const { page, probe, file } = shown();
    await openFile(page, 'fix-all.yaml');
    await showProblem(page, 'tcp');
    const isFixed = async (): Promise<boolean> => {
      const text = await probe.text(file('fix-all.yaml'));
      return text.includes('port: 5432') && text.includes('protocol: TCP') && text.includes('hostname: orders-db-0');
    };
    // VS Code sends the findings of its page, which arrive later than those of the extension host.
    await insist(page, async () => {
      await runCommand(page, 'Fix All');
      await until('the findings to be fixed', isFixed, { within: 5000, show: () => probe.active() });
    });
    await takePicture(page, 'fix-all');
  });

  it('outlines the resources', async () => {
    const { page } = shown();
    await openFile(page, 'outline.yaml');
    await page.keyboard.press('Control+Shift+O');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'orders-db' });
    await row.first().waitFor({ timeout: 10_000 });
    await takePicture(page, 'outline');
  });

  it('shows lenses and inlay hints', async () => {
    const { page } = shown();
    await openFile(page, 'hints.yaml');
    const lens = page.locator('.codelens-decoration', { hasText: 'endpoints' });
    await lens.first().waitFor({ timeout: 10_000 });
    await until('the hints', async () => (await shownLines(page)).join('\n').includes('TCP'), {
      show: () => shownLines(page),
    });
    await takePicture(page, 'lenses-and-hints');
  });

  it('colours what the contract knows', async () => {
    const { page, probe } = shown();
    await openFile(page, 'colours.yaml');
    const colour = async (): Promise<string> => {
      const { x, y } = await placeOf(page, 'port: 5432', '5432');
      return page.evaluate<string>(`getComputedStyle(document.elementFromPoint(${x}, ${y})).color`);
    };
    await takePicture(page, 'colours');
    // No theme has this color, so it comes from the server's tokens.
    const rules = { '*': '#102030' };
    await probe.setting('editor.semanticTokenColorCustomizations', { enabled: true, rules });
    try {
      await until('the colour of tokens', async () => (await colour()) === 'rgb(16, 32, 48)', { show: colour });
    } finally {
      await probe.setting('editor.semanticTokenColorCustomizations');
    }
  });
});
