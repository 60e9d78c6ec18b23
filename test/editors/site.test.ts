/** Tests the built site: its links, and in Chromium its search, versions, themes, widths, accessibility and policy. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import axe from 'axe-core';
import { root } from '../support/root.ts';
import { buildSite, builtPages, hostSite, isBuilt, openSite, siteBase, type SitePage } from './support/site.ts';

const codes = readdirSync(join(root, 'docs/rules'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.replace('.md', ''));
const playground = '<!doctype html><title>Playground</title>';

describe('the site', () => {
  let pages: ReadonlyMap<string, string>;
  let host: string;
  let site: SitePage;

  before(async () => {
    buildSite();
    pages = builtPages();
    host = await hostSite({ [`${siteBase}playground/`]: playground });
  });

  afterEach(async () => {
    const opened = site as SitePage | undefined;
    if (opened && !opened.page.isClosed()) await opened.close();
  });

  it('has a page for each Markdown file of the documentation', () => {
    const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => name.endsWith('.md'));
    assert.ok(files.length > 250);
    const missing = files.filter((name) => !pages.has(name.replace(/README\.md$/, 'index.md').replace(/md$/, 'html')));
    assert.deepEqual(missing, []);
    assert.deepEqual(
      ['index.html', 'overview.html', 'changelog.html', 'architecture.html', 'contributing.html', '404.html'].filter(
        (name) => !pages.has(name),
      ),
      [],
    );
    // Tests, examples and drafts are no pages.
    assert.equal(pages.size, files.length + 6);
  });

  it('has no broken link, no broken anchor, and loads nothing from elsewhere', () => {
    const broken: string[] = [];
    let count = 0;
    for (const [name, html] of pages) {
      for (const [, kind = '', written = ''] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
        const link = written.replaceAll('&amp;', '&');
        if (link.startsWith('https:') && kind === 'href') continue;
        count++;
        if (!isLinkWhole(link, name, pages)) broken.push(`${name}: ${link}`);
      }
      const loaded = html.match(/<(?:link|script|img)\b[^>]*\s(?:href|src)="(?!\/docs\/)[^"]*"/g);
      assert.equal(loaded, null, name);
    }
    assert.ok(count > 20_000, String(count));
    assert.deepEqual(broken, []);
  });

  it('describes each page, and gives it the policy', () => {
    const titles = new Set<string>();
    for (const [name, html] of pages) {
      titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
      assert.match(html, /<meta name="description" content="[^"]{9,}">/, name);
      const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? '';
      assert.match(policy, /^default-src 'none'; script-src 'self' /, name);
      assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/, name);
    }
    assert.equal(titles.size, pages.size);
  });

  it('names every rule in the list beside a rule, and opens each in the playground', () => {
    const beside = pages.get('rules/loopback-ip.html') ?? '';
    const list = beside.slice(beside.indexOf('VPSidebarNav'), beside.indexOf('class="VPContent'));
    assert.ok(codes.length > 200);
    assert.deepEqual(
      codes.filter((code) => !list.includes(`href="${siteBase}rules/${code}.html"`)),
      [],
    );
    const link = (code: string): string =>
      `<a href="${siteBase}playground/#rule=${code}" target="_self">Open this rule in the playground</a>`;
    assert.deepEqual(
      codes.filter((code) => !pages.get(`rules/${code}.html`)?.includes(link(code))),
      [],
    );
  });

  it('leaves for the playground', async () => {
    site = await openSite(host);
    await site.go('rules/unmatched-port.html');
    await site.page.getByRole('link', { name: 'Open this rule in the playground' }).click();
    await site.page.waitForURL('**/docs/playground/#rule=unmatched-port');
    assert.equal(await site.page.title(), 'Playground');
    for (const path of ['', 'overview.html']) {
      await site.go(path);
      await site.page.getByRole('link', { name: 'Try it in the playground' }).click();
      await site.page.waitForURL('**/docs/playground/');
      assert.equal(await site.page.title(), 'Playground');
    }
  });

  it('shows the tables of long pages without cutting them', async () => {
    site = await openSite(host, { viewport: { width: 1280, height: 800 } });
    for (const path of ['rules/', 'editors.html', 'features.html', 'overview.html']) {
      await site.go(path);
      const cut = await site.page
        .locator('table')
        .evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
      assert.ok(cut.length > 0 && cut.every((width) => width <= 0), `${path}: ${cut.join(', ')}`);
    }
  });

  it('finds rules by their codes and parts of them, commands and guides', async () => {
    site = await openSite(host);
    const { page, go } = site;
    await go('ci.html');
    await page.getByRole('button', { name: 'Search' }).click();
    const input = page.locator('#localsearch-input');
    for (const [words, first] of [
      ...codes.filter((_, index) => index % 15 === 0).map((code) => [code, `rules/${code}.html`] as const),
      ['loopback', 'rules/loopback-ip.html'],
      ['matched-port', 'rules/unmatched-port.html'],
      ['port unmatched', 'rules/unmatched-port.html'],
      ['unmached-port', 'rules/unmatched-port.html'],
      ['UNSERVED', 'rules/unserved-port.html'],
      ['baseline', 'cli/check.html#baselines'],
      ['gitlab', 'ci.html#gitlab'],
      ['neovim', 'editors.html#neovim'],
      ['endpoints why', 'cli/why.html'],
    ] as const) {
      await input.fill(words);
      const result = page.locator('.result').first();
      await page
        .waitForFunction(
          (address) => document.querySelector('.result')?.getAttribute('href')?.startsWith(address),
          `${siteBase}${first}`,
          { timeout: 5000 },
        )
        .catch(async () => assert.fail(`"${words}" finds ${await result.getAttribute('href')}, not ${first}`));
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/cli/why.html*');
  });

  it('has only its own version in the menu without a list of versions', async () => {
    site = await openSite(host);
    await site.go('rules/');
    const menu = site.page.locator('.VPNavBarMenuGroup');
    assert.match(await menu.innerText(), /^\d+\.\d+\.\d+/);
    await menu.hover();
    assert.deepEqual(await menu.getByRole('link').allInnerTexts(), ['Changelog']);
    assert.equal(await site.page.locator('.newer-version').count(), 0);
  });

  it('lists other versions, and says on an old one that a newer one exists', async () => {
    const list = [
      { version: '0.0.9', path: 'v0.0.9/' },
      { version: '99.0.0', path: 'v99.0.0/' },
      { version: '98.0.0', path: 'https://other.example/' },
    ];
    const more = { [`${siteBase}versions.json`]: JSON.stringify(list), [`${siteBase}v99.0.0/`]: playground };
    site = await openSite(await hostSite(more));
    const { page, go } = site;
    for (const path of ['rules/loopback-ip.html', '']) {
      await go(path);
      const note = page.locator('.newer-version');
      await note.waitFor();
      assert.match(await note.innerText(), /^This page describes version .*\. Version 99\.0\.0 is newer\.$/);
    }
    const menu = page.locator('.VPNavBarMenuGroup');
    await menu.hover();
    assert.deepEqual(await menu.getByRole('link').allInnerTexts(), ['Changelog', '99.0.0', '0.0.9']);
    await menu.getByRole('link', { name: '99.0.0' }).click();
    await page.waitForURL('**/docs/v99.0.0/');
    await go('');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'mobile navigation' }).click();
    await page.locator('.VPNavScreenMenuGroup button').click();
    assert.ok(await page.locator('.VPNavScreen').getByRole('link', { name: '0.0.9' }).isVisible());
  });

  it('is light or dark as the system, or as chosen', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      site = await openSite(host, { colorScheme });
      await site.go('picture.html');
      const first = await darkness(site);
      assert.equal(first > 0.5, colorScheme === 'dark');
      await site.page
        .getByRole('switch', { name: /^Switch to/ })
        .first()
        .click();
      await site.page.waitForTimeout(300);
      assert.equal((await darkness(site)) > 0.5, colorScheme !== 'dark');
      await site.page.reload();
      assert.equal((await darkness(site)) > 0.5, colorScheme !== 'dark', 'after a reload');
      await site.close();
    }
  });

  it('has no flaw that axe-core finds', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      site = await openSite(host, { colorScheme });
      for (const path of [
        '',
        'rules/unmatched-port.html',
        'rules/',
        'migrating.html',
        'cli/check.html',
        'nothing.html',
      ]) {
        await site.go(path);
        await site.page.locator('h1').waitFor();
        assert.deepEqual(await flawsOf(site), [], `${path} in ${colorScheme}`);
      }
      await site.close();
    }
  });

  it('fits a phone: no page scrolls sideways, and tables and examples scroll in themselves', async () => {
    site = await openSite(host, { viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
    const wide: string[] = [];
    const rules = codes.filter((_, index) => index % 5 !== 0).map((code) => `rules/${code}.html`);
    for (const name of [...pages.keys()].filter((each) => each !== '404.html' && !rules.includes(each))) {
      await site.go(name);
      const width = await site.page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 360) wide.push(`${name}: ${width}`);
    }
    assert.deepEqual(wide, []);
    await site.go('rules/index.html');
    const table = await site.page
      .locator('.vp-doc table')
      .first()
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    assert.ok((table[0] ?? 0) > (table[1] ?? 0) && (table[1] ?? 0) <= 360, String(table));
    await site.go('rules/unmatched-port.html');
    const message = await site.page.locator('.marker.error .message').first().boundingBox();
    assert.ok(message && message.x + message.width <= 360 && message.height > 60, 'the message wraps');
  });

  it('writes captions, and colors marker lines', async () => {
    site = await openSite(host);
    await site.go('rules/generate-name-in-program.html');
    assert.deepEqual(await site.page.locator('figcaption').allInnerTexts(), ['Pulumi.yaml', 'Pulumi.yaml']);
    await site.go('rules/unmatched-port.html');
    const [error, comment] = await site.page.evaluate(() =>
      ['.marker.error .message', '.vp-doc p'].map((selector) => {
        const element = document.querySelector(selector);
        return element ? getComputedStyle(element).color : '';
      }),
    );
    assert.equal(error, 'rgb(207, 34, 46)');
    assert.notEqual(error, comment);
  });

  it('says that a page is missing', async () => {
    site = await openSite(host);
    assert.equal(await site.go('nothing.html'), 404);
    await site.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await site.page.getByRole('link', { name: 'Home', exact: true }).click();
    await site.page.getByRole('heading', { level: 1 }).filter({ hasText: 'Endpoints' }).waitFor();
  });
});

/** True if the target is a file of the site, and the page has the anchor. */
function isLinkWhole(link: string, from: string, pages: ReadonlyMap<string, string>): boolean {
  if (link.startsWith('http') || link.startsWith('//')) return false;
  const [path = '', anchor] = link.split('#');
  const address = path === '' ? from : path.startsWith(siteBase) ? path.slice(siteBase.length) : undefined;
  if (address === undefined) return false;
  const name = address === '' || address.endsWith('/') ? posix.join(address, 'index.html') : address;
  if (!isBuilt(name)) return false;
  if (anchor === undefined || anchor === '' || name === 'playground/index.html') return true;
  return pages.get(name)?.includes(` id="${decodeURIComponent(anchor)}"`) === true;
}

async function flawsOf({ page }: SitePage): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { readonly axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)[0] ?? ''}`,
    );
  });
}

/** 0 for a white page, 1 for a black one. */
async function darkness({ page }: SitePage): Promise<number> {
  const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return 1 - (red + green + blue) / 3 / 255;
}
