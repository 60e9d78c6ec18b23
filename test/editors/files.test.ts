/** Tests what editors do with the text of a file: findings after changes from outside, folding, Enter and formatting. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { desktop, type Window } from './support/desktop.ts';
import { shownLines } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf } from './support/states.ts';
import { healthy, loopback, paired } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

const both = `${paired.service}---\n${paired.endpoints}---\n${loopback}`;

describe('a file in the editor', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(
      workspace('files', {
        'both.yaml': both,
        'healthy.yaml': healthy,
        'one.yaml': loopback,
        'pair.yaml': `${paired.service}---\n${paired.endpoints}`,
      }),
    );
  });

  const squiggles = async () =>
    shown().page.evaluate(`(() => {
    const lines = [...document.querySelectorAll('.editor-instance .view-line')].map((l) => [l.getBoundingClientRect().top, l.textContent]);
    return [...document.querySelectorAll('.editor-instance .view-overlays .cdr[class*=squiggly], .editor-instance .view-line [class*=squiggly], .editor-instance .view-line [class*=deprecated]')].map((e) => {
      const { top, left, width } = e.getBoundingClientRect();
      const line = lines.find(([t]) => Math.abs(t - top) < 8);
      return [e.className, Math.round(left), Math.round(width), line && line[1], e.textContent];
    });
  })()`);

  it('squiggles', async () => {
    const { page, probe, file } = shown();
    const one = `# first\n${both}# last\n`;
    writeFileSync(file('both.yaml'), one);
    await probe.open(file('both.yaml'));
    await codesOf(shown(), 'both.yaml', (codes) => codes.includes('loopback-ip') && codes.includes('unmatched-port'));
    await new Promise((r) => setTimeout(r, 1500));
    console.log('BEFORE', JSON.stringify(await squiggles(), undefined, 0));
    for (const text of [one.replace('first', '1').replace('last', '2'), one]) {
      writeFileSync(file('both.yaml'), text);
      await until('the text', async () => (await probe.active())?.text === text);
      await new Promise((r) => setTimeout(r, 1500));
      console.log('AFTER', JSON.stringify(await squiggles(), undefined, 0));
    }
    await takePicture(page, 'x-squiggles');
  });

  it('folds', async () => {
    const { page, probe, file } = shown();
    for (const name of ['one.yaml', 'both.yaml', 'healthy.yaml']) {
      await probe.open(file(name));
      await codesOf(shown(), name, (codes) => codes.length > 0);
      await new Promise((r) => setTimeout(r, 1000));
      await probe.command('editor.foldAll');
      await new Promise((r) => setTimeout(r, 500));
      console.log('FOLDED', name, JSON.stringify(await shownLines(page)));
      await takePicture(page, `x-folded-${name}`);
      await probe.command('editor.unfoldAll');
    }
  });

  it('Enter', async () => {
    const { page, probe, file } = shown();
    for (const [text, line, column] of [
      ['apiVersion: v1\nkind: Endpoints\nmetadata:', 3, 10],
      ['apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: x\nsubsets:', 5, 9],
      ['apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: x\nsubsets:\n  - addresses:', 6, 15],
      ['apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: x\nsubsets:\n  - addresses:\n      - ip: 10.0.0.1', 7, 21],
      ['apiVersion: v1\nkind: Service\nmetadata:\n  name: x\nspec:\n  ports:\n    - name: http', 7, 17],
      ['a:\n  - x: 1\n    b: |', 3, 9],
      ['a:\n  - x: 1\n    b: # note', 3, 14],
    ] as const) {
      const name = 'one.yaml';
      await probe.open(file(name));
      await probe.edit(file(name), text);
      await probe.open(file(name), { line: line - 1, character: column - 1 });
      await page.locator('.editor-instance .view-line').first().waitFor();
      await new Promise((r) => setTimeout(r, 700));
      await page.keyboard.press('Enter');
      await new Promise((r) => setTimeout(r, 700));
      await page.keyboard.type('q');
      await new Promise((r) => setTimeout(r, 300));
      await page.keyboard.press('Escape');
      console.log('ENTER', JSON.stringify((await probe.active())?.text));
    }
  });
});
