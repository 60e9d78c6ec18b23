/** Takes screenshots of gestures, for the run's artifacts and the README, and of failed tests. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../support/root.ts';
import { takeToasts } from './browser.ts';
import { runCommand } from './gestures.ts';
import { artifacts } from './installed.ts';
import { until } from './until.ts';

/** The pictures of the README; `UPDATE_IMAGES=1` writes them to docs/images, with Debian's pngquant. */
const chosen = [
  'problems',
  'completion',
  'version',
  'editor-menu',
  'what-can-i-do',
  'explain-rule',
  'relations',
  'apply',
  'convert-preview',
  'picture-view',
];

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Takes a screenshot when the page is stable; `part` is the wanted part of it, in pixels. */
export async function takePicture(page: Page, name: string, part?: Rectangle): Promise<void> {
  const clip = part && { clip: part };
  let last: Buffer | undefined;
  const isAtRest = async (): Promise<Buffer | undefined> => {
    const shot = await page.screenshot({ caret: 'initial', ...clip });
    const before = last;
    last = shot;
    return before?.equals(shot) ? shot : undefined;
  };
  // An unstable page is no failure: assertions check the content elsewhere.
  const shot = await until('a page at rest', isAtRest, { within: 2500, every: 150 }).catch(() => last);
  if (!shot) return;
  const file = join(artifacts, 'screenshots', `${name}.png`);
  writeFileSync(file, shot);
  if (process.env['UPDATE_IMAGES'] === '1' && chosen.includes(name)) {
    // The extension contains them: with fewer colors they have a third of the size.
    execFileSync('pngquant', ['--strip', '--force', '--output', join(root, 'docs/images', `${name}.png`), '64', file]);
  }
}

/** Prints the content of a page for a failed test, and saves a screenshot. */
export async function reportPage(page: Page, title: string): Promise<void> {
  const name = `failed-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  writeFileSync(join(artifacts, 'screenshots', `${name}.png`), await page.screenshot());
  const text = await page.evaluate<string>('document.body.innerText');
  const shown = text.replace(/\u00A0/g, ' ').replace(/\n\s*\n+/g, '\n');
  console.error(`\n--- ${title}: the page (${name}.png) shows\n${shown.slice(0, 4000)}`);
  console.error(`--- its notifications: ${JSON.stringify(await takeToasts(page))}`);
  const output = await readOutput(page).catch((error: unknown) => `cannot be opened: ${String(error)}`);
  console.error(`--- the output of our extension: ${output}\n`);
}

/** The visible part of our extension's output channel. */
export async function readOutput(page: Page): Promise<string> {
  await page.keyboard.press('Escape');
  await runCommand(page, 'Endpoints: Show Output');
  const lines = page.locator('.output-view .view-line');
  await lines.first().waitFor({ timeout: 5000 });
  return (await lines.allInnerTexts()).join('\n').replace(/\u00A0/g, ' ');
}
