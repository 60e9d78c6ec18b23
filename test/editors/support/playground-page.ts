/** Opens the playground in Chromium, with its own profile, and fails on everything that a stranger should never meet. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { serveSite } from '../../../scripts/site-server.mjs';
import { root } from '../../support/root.ts';
import { atEnd } from './at-end.ts';
import { openEmptyPage } from './browser.ts';
import { until } from './until.ts';

export interface OpenPlayground {
  readonly page: Page;
  /** The text in the editor. */
  readonly text: () => Promise<string>;
  /** `error unmatched-port endpoints.yaml:11:15`. */
  readonly problems: () => Promise<readonly string[]>;
  /** Waits for a problem, by the end of its line. */
  readonly waitForProblem: (pattern: RegExp) => Promise<void>;
  /** Moves the mouse to the first place of a text in the editor. */
  readonly hover: (text: string) => Promise<void>;
  /** Puts the cursor there. */
  readonly click: (text: string) => Promise<void>;
  readonly tab: (name: string) => Promise<Locator>;
  /** The part of the picture that draws the text, in the frame of the tab Traffic. */
  readonly drawn: (text: string | RegExp) => Locator;
  /** Fails if the page asked another host, broke its policy or threw. */
  readonly close: () => Promise<void>;
}

export const tabs = ['Traffic', 'Explain', 'Apply', 'Slices', 'Convert'];

/** Pastes outside of the editor. */
export function pasteText(page: Page, pasted: string): Promise<void> {
  return page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
}

let served: Promise<string> | undefined;

/** The files of the playground. */
export const playgroundFolder = join(root, 'out/test-playground/playground');

/** The address of the playground, with a slash at the end. */
export function playgroundUrl(): Promise<string> {
  served ??= serve();
  return served;
}

async function serve(): Promise<string> {
  const folder = join(root, 'out/test-playground');
  const built = spawnSync(process.execPath, ['scripts/playground.mjs', folder], { cwd: root, encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
  const server = await serveSite({ folder });
  atEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/playground/`;
}

/** Opens playgrounds for the tests of a suite. The last one of a test is closed after it. */
export function playgrounds(): typeof openPlayground {
  let last: OpenPlayground;
  afterEach(() => last.close());
  return async (...args) => (last = await openPlayground(...args));
}

export async function openPlayground(fragment = '', options: BrowserContextOptions = {}): Promise<OpenPlayground> {
  const url = await playgroundUrl();
  const page = await openEmptyPage(options);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  // Also those of the worker, the frame and the service worker.
  const { origin } = new URL(url);
  page.context().on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.origin !== origin && !['blob:', 'data:'].includes(asked.protocol)) wrong.push(`asked ${request.url()}`);
  });
  await page.goto(url + fragment);
  await page.waitForSelector('.problems [role="status"]:not(:text("Loading"))');
  const rows = page.locator('.problems li');
  const problems = (): Promise<readonly string[]> =>
    rows.evaluateAll((all) =>
      all.map((row) => `${row.className} ${row.querySelector('p')?.innerText.replaceAll(/\s+/g, ' ') ?? ''}`),
    );
  const editor = page.locator('.editor .cm-content');
  /** In pixels: the middle of the text, which need not have an element of its own. */
  const placeOf = async (text: string): Promise<readonly [number, number]> => {
    const place = await editor.evaluate((content, wanted) => {
      const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const start = node.textContent?.indexOf(wanted) ?? -1;
        if (start === -1) continue;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + wanted.length);
        const { left, width, top, height } = range.getBoundingClientRect();
        return [left + width / 2, top + height / 2] as const;
      }
      return undefined;
    }, text);
    assert.ok(place, `The editor does not show "${text}".`);
    return place;
  };
  return {
    page,
    text: () => editor.evaluate((content) => [...content.children].map((line) => line.textContent).join('\n')),
    problems,
    waitForProblem: async (pattern) => {
      await until(`a problem like ${String(pattern)}`, async () => (await problems()).some((row) => pattern.test(row)));
    },
    hover: async (text) => page.mouse.move(...(await placeOf(text))),
    click: async (text) => page.mouse.click(...(await placeOf(text))),
    tab: async (name) => {
      await page.getByRole('tab', { name }).click();
      return page.getByRole('tabpanel');
    },
    drawn: (text) => page.frameLocator('iframe[title="Traffic"]').locator('svg text', { hasText: text }).first(),
    close: async () => {
      await page.context().close();
      assert.deepEqual(wrong, []);
    },
  };
}
