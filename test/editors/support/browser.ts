/** Runs one headless Chromium, whose pages have no network and record their notifications. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { atEnd } from './at-end.ts';
import { artifacts, installed } from './installed.ts';

export interface Toast {
  readonly severity: string;
  readonly text: string;
  readonly buttons: readonly string[];
}

let launched: Promise<Browser> | undefined;

/** A page without content, with its own profile. */
export async function openEmptyPage(options: BrowserContextOptions = {}): Promise<Page> {
  launched ??= launch();
  const browser = await launched;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
}

/** A page with its own profile. Its console output goes to `out/editors/<name>.log`. */
export async function openPage(url: string, name: string): Promise<Page> {
  const page = await openEmptyPage();
  const log = (line: string): void => appendFileSync(join(artifacts, `${name}.log`), `${line}\n`);
  page.on('console', (message) => log(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log(`page error: ${error.stack ?? error.message}`));
  await page.route(/^(?!(https?:\/\/127\.0\.0\.1[:/]|data:|blob:|vscode-))/, (route) => {
    log(`refused: ${route.request().url()}`);
    return route.abort();
  });
  await page.addInitScript(rememberToasts);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.monaco-workbench .part.statusbar', { timeout: 40_000 });
  return page;
}

/** Closes a page like its window. */
export async function closePage(page: Page): Promise<void> {
  await page.context().close();
}

/** All notifications since the page opened or since the last call, including those that disappeared. */
export async function takeToasts(page: Page): Promise<readonly Toast[]> {
  return page.evaluate<readonly Toast[]>('globalThis.seenToasts.splice(0)');
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: installed().chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  atEnd(() => browser.close());
  return browser;
}

/** Runs in the page, as text: an observer records notifications, because they disappear. */
const rememberToasts = {
  content: `
    globalThis.seenToasts = [];
    const seen = new WeakSet();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.notifications-toasts .notification-list-item')) {
        const text = toast.querySelector('.notification-list-item-message')?.textContent ?? '';
        if (text === '' || seen.has(toast)) continue;
        seen.add(toast);
        const icon = toast.querySelector('.notification-list-item-icon')?.className ?? '';
        globalThis.seenToasts.push({
          severity: /codicon-(error|warning|info)/.exec(icon)?.[1] ?? 'progress',
          text,
          buttons: [...toast.querySelectorAll('.monaco-button')].map((button) => button.textContent ?? ''),
        });
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  `,
};
