/** Builds the site below a path, serves it, and opens its pages in Chromium, which must ask no other origin and break no policy. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { serveSite } from '../../../scripts/site-server.mjs';
import { root } from '../../support/root.ts';
import { atEnd } from './at-end.ts';
import { openEmptyPage } from './browser.ts';

export const siteBase = '/docs/';
const out = 'out/test-site';
const folder = join(root, out);

/** A page of the site, with what has gone wrong since it opened. */
export interface SitePage {
  readonly page: Page;
  readonly go: (path: string) => Promise<number | undefined>;
  /** Fails if the page asked another origin, broke its policy or threw. */
  readonly close: () => Promise<void>;
}

export function buildSite(): void {
  const env = { ...process.env, SITE_BASE: siteBase, SITE_OUT: out };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/site.mjs', '--built'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
}

/** The HTML of all pages by their paths. Those of the playground have tests of their own. */
export function builtPages(): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !name.startsWith('playground/'),
  );
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

export function isBuilt(path: string): boolean {
  return existsSync(join(folder, path));
}

/** Starts a host. `more` are other files by their addresses. */
export async function hostSite(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const server = await serveSite({ folder, base: siteBase, more });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${siteBase}`;
}

export async function openSite(host: string, options: BrowserContextOptions = {}): Promise<SitePage> {
  const page = await openEmptyPage(options);
  const { origin } = new URL(host);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error.stack)));
  page.on('console', (message) => {
    // A deployment of one version has no list of versions.
    const isKnown = /\/(?:versions\.json|nothing\.html)$/.test(message.location().url);
    if (!isKnown) wrong.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  await page.route('**', (route) => {
    const url = route.request().url();
    if (new URL(url).origin === origin) return route.continue();
    wrong.push(`asked ${url}`);
    return route.abort();
  });
  return {
    page,
    go: async (path) => (await page.goto(`${host}${path}`))?.status(),
    close: async () => {
      await page.context().close();
      assert.deepEqual(wrong, []);
    },
  };
}
