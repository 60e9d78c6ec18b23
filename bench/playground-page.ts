/** Measures how soon the playground says something in Chromium, beside its own editor. */
import type { Page } from 'playwright-core';
import { openEmptyPage } from '../test/editors/support/browser.ts';
import { playgroundUrl } from '../test/editors/support/playground-page.ts';
import { until } from '../test/editors/support/until.ts';
import { median } from './measure.ts';
import { row, type BenchRow } from './row.ts';

const rounds = 7;

export async function playgroundPages(): Promise<readonly BenchRow[]> {
  const url = await playgroundUrl();
  const times = { finding: [] as number[], editor: [] as number[], answer: [] as number[], letter: [] as number[] };
  for (let i = 0; i < rounds; i++) {
    const page = await openEmptyPage();
    await page.addInitScript(watch);
    await page.goto(url);
    const seen = await until('a finding', () => page.evaluate<SeenTimes | undefined>('seen.finding && seen'));
    times.editor.push(seen.editor);
    times.finding.push(seen.finding);
    const typed = await typeWrongAddress(page);
    times.letter.push(typed.letter);
    times.answer.push(typed.answer);
    await page.context().close();
  }
  return [
    row({
      what: 'playground: address → first finding',
      ours: median(times.finding),
      name: 'the same page: its text',
      baseline: median(times.editor),
      target: { ours: 1_500 },
    }),
    row({
      what: 'playground: keystroke → finding',
      ours: median(times.answer),
      name: 'the same page: the letter',
      baseline: median(times.letter),
    }),
  ];
}

interface SeenTimes {
  readonly editor: number;
  readonly finding: number;
}

interface TypedTimes {
  readonly letter: number;
  readonly answer: number;
}

/** Writes a letter into an address, as the editor's own input does. In ms until the letter and its finding are drawn. */
async function typeWrongAddress(page: Page): Promise<TypedTimes> {
  await page.locator('.cm-line', { hasText: '- ip:' }).click();
  await page.keyboard.press('End');
  await page.evaluate(`(${watchTyping})()`);
  await page.keyboard.press('x');
  return until('a finding', () => page.evaluate<TypedTimes | undefined>('typed.answer && typed'));
}

/** Runs in the page, as text. Times count from the start of the navigation. */
const watch = `globalThis.seen = {};
new MutationObserver(() => {
  if (document.querySelector('.editor .cm-line')?.textContent) seen.editor ??= performance.now();
  if (document.querySelector('.problems li')) seen.finding ??= performance.now();
}).observe(document, { childList: true, subtree: true, characterData: true });`;

const watchTyping = `() => {
  const typed = (globalThis.typed = {});
  let start;
  document.addEventListener('keydown', () => (start = performance.now()), { capture: true, once: true });
  new MutationObserver(() => {
    if (start === undefined) return;
    if (document.querySelector('.editor').textContent.includes('10.30.0.25x')) typed.letter ??= performance.now() - start;
    if (document.querySelector('.problems').textContent.includes('not-an-ip')) typed.answer ??= performance.now() - start;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}`;
