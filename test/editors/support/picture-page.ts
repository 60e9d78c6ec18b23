/** Opens the page of the Traffic view as VS Code does: with its variables, its strict policy and its messages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import colours from '../../fixtures/pictures/workbench-colours.json' with { type: 'json' };
import type { Picture } from '../../../server/src/analysis/picture/picture.ts';
import type { MessageFromPage, MessageToPage, PageState } from '../../../server/src/drawing/page-messages.ts';
import { runCli, folderOf, withoutColors } from '../../support/process.ts';
import { root } from '../../support/root.ts';
import { openEmptyPage } from './browser.ts';

/** The variables of VS Code 1.139 in its own themes, as far as the page uses them. */
export type ThemeName = keyof typeof colours;

export const themeNames = Object.keys(colours) as readonly ThemeName[];

export interface WebviewOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** What the page saved before a reload. */
  readonly kept?: unknown;
}

/** A running page, with what it has sent and saved. */
export interface Webview {
  readonly page: Page;
  readonly send: (message: MessageToPage) => Promise<void>;
  /** Since the last call. */
  readonly sent: () => Promise<readonly MessageFromPage[]>;
  readonly kept: () => Promise<unknown>;
  /** Fails if the page has broken its policy, or has thrown. */
  readonly close: () => Promise<void>;
}

const origin = 'https://page.test';
const policy = `default-src 'none'; script-src ${origin}; style-src ${origin}`;

export async function openWebview({
  theme = 'light',
  width = 900,
  height = 700,
  kept,
}: WebviewOptions = {}): Promise<Webview> {
  const page = await openEmptyPage({ viewport: { width, height } });
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error.stack)));
  page.on('console', (message) => wrong.push(message.text()));
  await page.addInitScript(`
    globalThis.sent = [];
    globalThis.kept = ${JSON.stringify(kept) ?? 'undefined'};
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => { sent.push(message); },
      getState: () => globalThis.kept,
      setState: (state) => { globalThis.kept = structuredClone(state); },
    });
  `);
  await page.route('**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: documentOf(theme) });
    return route.fulfill({
      contentType: pathname.endsWith('.js') ? 'text/javascript' : 'text/css',
      body: readFileSync(join(root, 'dist', pathname), 'utf8'),
    });
  });
  await page.goto(`${origin}/`);
  await page.evaluate((variables) => {
    for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
  }, colours[theme]);
  return {
    page,
    send: (message) =>
      page.evaluate(async (data) => {
        window.dispatchEvent(new MessageEvent('message', { data }));
        // Twice: what is measured in the first frame is drawn in the second one.
        for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
      }, message),
    sent: () => page.evaluate(() => (globalThis as unknown as { sent: MessageFromPage[] }).sent.splice(0)),
    kept: () => page.evaluate(() => (globalThis as unknown as { kept: unknown }).kept),
    close: async () => {
      await page.context().close();
      assert.deepEqual(wrong, []);
    },
  };
}

/** The classes are those that VS Code sets. */
function documentOf(theme: ThemeName): string {
  const classes =
    theme === 'high-contrast-light' ? 'vscode-high-contrast-light vscode-high-contrast' : `vscode-${theme}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>Traffic</title>
    <link rel="stylesheet" href="/page.css">
  </head>
  <body class="${classes}"><script src="/page.js"></script></body>
</html>`;
}

export function stateOf(picture: Picture | null, more: Partial<PageState> = {}): MessageToPage {
  const views = [
    { id: 'written', title: 'as written' },
    { id: 'patched', title: 'after patches' },
  ];
  return { kind: 'state', state: { picture, remark: '', views, view: 'written', isLocked: false, ...more } };
}

/** What `endpoints show --format json` draws of a text. */
export function pictureOfText(text: string): Picture {
  const folder = folderOf({ 'db.yaml': text });
  const { out, err } = runCli({
    args: ['show', 'db.yaml', '--format', 'json'],
    cwd: folder.path,
    env: withoutColors(),
  });
  folder.remove();
  assert.equal(err, '');
  return JSON.parse(out) as Picture;
}

/** The element of a part, by the end of its id. */
export function partNamed(page: Page, end: string): ReturnType<Page['locator']> {
  return page.locator(`[data-id$="${end}"]`);
}

/** The id of the part with the focus. */
export function focusedPart(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-id') ?? null);
}
