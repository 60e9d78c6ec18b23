/** Performs user gestures in the workbench; each one ends when the page shows its effect. */
import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** Repeats a gesture until its effect appears: a busy workbench loses keys. */
export async function insist<T>(page: Page, attempt: () => Promise<T>, times = 4): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 1) throw error;
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
  }
}

/** Clicks until the effect appears: the workbench loses clicks on elements that it redraws. */
export async function click(
  target: Locator,
  followed: Locator,
  state: 'visible' | 'hidden' = 'visible',
): Promise<void> {
  const awaited = followed.first();
  for (let left = 3; ; left--) {
    try {
      if ((await awaited.isVisible()) !== (state === 'visible')) await target.first().click({ timeout: 4000 });
      return await awaited.waitFor({ state, timeout: 5000 });
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

/** Opens a workspace file by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  await insist(page, async () => {
    await page.keyboard.press('Control+P');
    await typeInto(page, name);
    await row(page, '.quick-input-list', name).waitFor({ timeout: 5000 });
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: name }).waitFor({ timeout: 5000 });
    await page.locator('.editor-instance .view-line').first().waitFor({ timeout: 5000 });
  });
}

/** Opens a file with the mouse, which needs no search among the files. */
export async function openFromExplorer(page: Page, name: string): Promise<void> {
  await insist(page, async () => {
    await row(page, '.explorer-folders-view', name).dblclick({ timeout: 15_000 });
    await page.locator('.tab.active', { hasText: name }).waitFor({ timeout: 5000 });
    await page.locator('.editor-instance .view-line').first().waitFor({ timeout: 5000 });
  });
}

/** Puts the cursor at a place; lines and columns start at one, as in the status bar. */
export async function goTo(page: Page, line: number, column: number): Promise<void> {
  const shown = page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` });
  await insist(page, async () => {
    await page.keyboard.press('Control+G');
    await typeInto(page, `:${line}:${column}`);
    await page.keyboard.press('Enter');
    await shown.waitFor({ timeout: 3000 });
  });
}

/** Runs a command by its full title. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await insist(page, async () => {
    await page.keyboard.press('F1');
    await typeInto(page, `>${title}`);
    await row(page, '.quick-input-list', title, '.focused').waitFor({ timeout: 5000 });
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget', { hasText: title }).waitFor({ state: 'hidden', timeout: 5000 });
  });
}

/** Selects a row of the open list. */
export async function choose(page: Page, text: string): Promise<void> {
  const input = page.locator('.quick-input-widget:visible .quick-input-box input').first();
  await input.fill(text, { timeout: 10_000 });
  await row(page, '.quick-input-list', text, '.focused').waitFor({ timeout: 5000 });
  await page.keyboard.press('Enter');
}

/** Opens the language status, and returns its text. */
export async function showLanguageStatus(page: Page): Promise<Locator> {
  const status = page.locator('.monaco-hover:visible .hover-language-status');
  return insist(page, async () => {
    await page.locator('#status\\.languageStatus').click({ timeout: 4000 });
    await status.first().waitFor({ timeout: 3000 });
    return status;
  });
}

/** Opens the Problems panel and returns the row that holds all of these texts. */
export async function showProblem(page: Page, ...texts: readonly string[]): Promise<Locator> {
  await insist(page, async () => {
    if (!(await page.locator('.markers-panel').isVisible())) await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel').waitFor({ timeout: 3000 });
  });
  const found = texts.reduce(
    (rows, text) => rows.filter({ hasText: text }),
    page.locator('.markers-panel .monaco-list-row'),
  );
  await found.first().waitFor({ timeout: 10_000 });
  return found.first();
}

/** Expands a row of the Problems panel, which shows the related places. */
export async function expandProblem(page: Page, problem: Locator, expected: string): Promise<void> {
  const place = page.locator('.markers-panel .monaco-list-row', { hasText: expected }).first();
  await insist(page, async () => {
    if (!(await place.isVisible())) await problem.locator('.monaco-tl-twistie').click({ timeout: 4000 });
    await place.waitFor({ timeout: 3000 });
  });
}

/** Renames the name at the cursor, and returns the preview of the changes. */
export async function renameTo(page: Page, name: string): Promise<Locator> {
  const input = page.locator('.rename-box input');
  const preview = page.locator('.bulk-edit-panel');
  await insist(page, async () => {
    await page.keyboard.press('F2');
    await input.waitFor({ timeout: 4000 });
    await input.fill(name);
    await page.keyboard.press('Control+Enter');
    await preview.locator('.monaco-list-row').first().waitFor({ timeout: 4000 });
  });
  return preview;
}

/** Rests the mouse on a word of the line with one text, and returns the hover with another. */
export async function hover(page: Page, line: string, word: string, expected: string): Promise<string> {
  const shown = page.locator('.monaco-hover:visible', { hasText: expected }).first();
  await insist(page, async () => {
    // Moves away first, because a resting mouse opens no hover, and to the status bar, which an open hover never covers.
    await page.mouse.move(770, 792);
    const { x, y } = await placeOf(page, line, word);
    await page.mouse.move(x - 3, y);
    await page.mouse.move(x, y, { steps: 3 });
    await shown.waitFor({ timeout: 4000 });
  });
  return shown.innerText();
}

/** Opens completion, and returns the labels when the expected one is stable. */
export async function suggest(page: Page, wanted: string): Promise<readonly string[]> {
  const list = page.locator('.suggest-widget.visible .monaco-list-row');
  const labels = async (): Promise<readonly string[]> =>
    (await list.locator('.label-name').allInnerTexts()).map((text) => plain(text));
  return insist(page, async () => {
    await page.keyboard.press('Control+Space');
    await list.filter({ hasText: wanted }).first().waitFor({ timeout: 4000 });
    return unchanging(labels, (found) => found.some((label) => label === wanted));
  });
}

/** Types lines as a person does, with Enter after each one once the list of proposals is closed. */
export async function typeLines(page: Page, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    await page.keyboard.type(line, { delay: 60 });
    await page.locator('.suggest-widget.visible').waitFor({ state: 'hidden', timeout: 5000 });
    await page.keyboard.press('Enter');
  }
}

/** Clicks a row of the open list of proposals; opens the list again if it closes before. */
export async function acceptSuggestion(page: Page, label: string): Promise<void> {
  const name = page.locator('.label-name', { hasText: new RegExp(`^\\s*${label}\\s*$`) });
  const row = page.locator('.suggest-widget.visible .monaco-list-row', { has: name }).first();
  await insist(page, async () => {
    if (!(await row.isVisible())) await page.keyboard.press('Control+Space');
    await row.click({ timeout: 4000 });
    // Not the list as a whole, which opens again where the inserted text is one of several choices.
    await row.waitFor({ state: 'hidden', timeout: 5000 });
  });
}

/** Opens the quick fixes at the cursor, and returns the rows when the expected one appears. */
export async function showFixes(page: Page, wanted: string): Promise<readonly string[]> {
  const rows = page.locator('.action-widget .monaco-list-row');
  return insist(page, async () => {
    await page.keyboard.press('Control+.');
    await rows.filter({ hasText: wanted }).first().waitFor({ timeout: 4000 });
    return unchanging(async () => (await rows.allInnerTexts()).map((text) => plain(text)));
  });
}

/** Runs an action of the open menu by keyboard, because older workbenches lose clicks. */
export async function applyFix(page: Page, title: string): Promise<void> {
  const focused = page.locator('.action-widget .monaco-list-row.focused');
  await until(
    `"${title}" to be focused`,
    async () => {
      const text = plain((await focused.allInnerTexts()).join(' '));
      if (text.includes(title)) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    },
    { within: 4000, every: 100 },
  );
  await page.keyboard.press('Enter');
  await focused.first().waitFor({ state: 'hidden', timeout: 4000 });
}

/** The visible lines of the editor, including hints and lenses. */
export async function shownLines(page: Page): Promise<readonly string[]> {
  const lines = await page.evaluate<readonly (readonly [number, string])[]>(
    `[...document.querySelectorAll('.editor-instance .view-line')].map((line) =>
      [line.getBoundingClientRect().top, line.textContent])`,
  );
  return [...lines].sort(([a], [b]) => a - b).map(([, text]) => plain(text));
}

/** The middle of a word in the first line that holds a text. */
export async function placeOf(page: Page, line: string, word: string): Promise<{ x: number; y: number }> {
  const find = (): Promise<{ x: number; y: number } | undefined> =>
    page.evaluate(`(${findWord})(${JSON.stringify(line)}, ${JSON.stringify(word)})`);
  return until(`"${word}" in a line "${line}"`, find, { within: 4000, show: () => shownLines(page) });
}

/** Repeats a query until two consecutive answers are equal and as expected. */
export async function unchanging<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean = () => true): Promise<T> {
  let last: string | undefined;
  const { answer } = await until(
    'two equal answers in a row',
    async () => {
      const answer = await ask();
      const text = JSON.stringify(answer);
      const isSame = text === last && isWanted(answer);
      last = text;
      return isSame && { answer };
    },
    { within: 4000, every: 200, show: () => last },
  );
  return answer;
}

async function typeInto(page: Page, text: string): Promise<void> {
  const input = page.locator('.quick-input-widget:visible .quick-input-box input').first();
  await input.waitFor({ timeout: 3000 });
  await input.fill(text);
}

function row(page: Page, list: string, text: string, state = ''): Locator {
  return page.locator(`${list} .monaco-list-row${state}`, { hasText: text }).first();
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Runs in the page, as text: the workbench shows spaces as no-break spaces, and a word in one or more elements. */
const findWord = `(line, word) => {
  for (const row of document.querySelectorAll('.editor-instance .view-line')) {
    const text = row.textContent.replaceAll('\\u00a0', ' ');
    const from = text.indexOf(line);
    const at = from < 0 ? -1 : text.indexOf(word, from);
    if (at < 0) continue;
    const range = document.createRange();
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    let [start, isOpen] = [0, false];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const end = start + node.data.length;
      if (!isOpen && at < end) { range.setStart(node, at - start); isOpen = true; }
      if (isOpen && at + word.length <= end) { range.setEnd(node, at + word.length - start); break; }
      start = end;
    }
    const { x, y, width, height } = range.getBoundingClientRect();
    if (width > 0) return { x: x + width / 2, y: y + height / 2 };
  }
}`;
