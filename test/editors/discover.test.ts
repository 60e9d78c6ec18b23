/** Tests what helps to find the features: menus, the version in the status bar, and the list of what is possible at the cursor. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { closePage, openPage } from './support/browser.ts';
import { desktop, type Window } from './support/desktop.ts';
import { choose, click, goTo, openFile, openFromExplorer, runCommand, showProblem } from './support/gestures.ts';
import { makeHome, unpackedExtension } from './support/installation.ts';
import { installed, testExtension } from './support/installed.ts';
import { closeMenu, openSubmenu } from './support/menus.ts';
import { reportPage, takePicture } from './support/pictures.ts';
import { loopback } from './support/texts.ts';
import { until } from './support/until.ts';
import { serveWorkbench } from './support/web-host.ts';
import { keepInOrder } from './support/windows.ts';

const settings = '# Our clusters.\nkubernetesVersion: 1.30 # until spring\nseverity:\n  deprecated-endpoints: off\n';
const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: orders\ndata:\n  a: b\n';
const files = {
  'endpoints.config.yaml': settings,
  'shop/orders.yaml': loopback,
  'plain/colors.yaml': other,
  'menu.yaml': loopback.replace('orders-db', 'billing'),
  'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: search\nspec:\n  ports:\n    - port: 9200\n',
  'here.yaml': loopback.replace('orders-db', 'billing'),
};

const item = (page: Page): Locator => page.locator('.statusbar-item:visible', { hasText: /^\s*Kubernetes 1\./ });

describe('discovering', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  const shown = (): Window => {
    assert.ok(window);
    return window;
  };

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('discover', files));
  });

  it('the version is in the status bar for our kinds only, and is changed where it is written', async () => {
    const { page, probe, file } = shown();
    await openFile(page, 'orders.yaml');
    await item(page).waitFor({ timeout: 10_000 });
    assert.match(await item(page).innerText(), /Kubernetes 1\.30/);
    await item(page).hover();
    const tooltip = page.locator('.monaco-hover:visible', { hasText: 'from endpoints.config.yaml:2' });
    await tooltip.first().waitFor({ timeout: 5000 });
    await takePicture(page, 'version', { x: 560, y: 640, width: 720, height: 160 });
    const input = page.locator('.quick-input-widget:visible');
    await click(item(page), input);
    const placeholder = await input.locator('input').first().getAttribute('placeholder');
    assert.equal(placeholder, 'Stored in endpoints.config.yaml:2');
    const current = input.locator('.monaco-list-row', { hasText: 'current, from endpoints.config.yaml:2' });
    assert.match(await current.innerText(), /^1\.30/);
    await takePicture(page, 'select-version');
    await choose(page, '1.33');
    const text = (): Promise<string> => probe.text(file('endpoints.config.yaml'));
    await until('the version in the file', async () => (await text()) === settings.replace('1.30', '"1.33"'), {
      show: text,
    });
    await until('the new version', async () => /1\.33/.test((await item(page).allInnerTexts()).join()));
    await openFile(page, 'colors.yaml');
    await item(page).waitFor({ state: 'hidden', timeout: 5000 });
  });

  it('the menu of an editor has what works in the file, and that of another file has nothing', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('menu.yaml'));
    await item(page).waitFor();
    const labels = await openSubmenu(page, page.locator('.editor-instance .view-line', { hasText: 'kind' }).first());
    await takePicture(page, 'editor-menu', { x: 60, y: 36, width: 960, height: 464 });
    await closeMenu(page);
    assert.deepEqual(labels, [
      'What Can I Do Here',
      'Explain Rule',
      'Show Traffic View',
      'Show Result of Server-Side Apply',
      'Show Mirrored EndpointSlices',
      'Explain Traffic as Text',
      'Preview Conversion',
      'Copy As…',
    ]);
    const title = page.locator('.editor-actions [aria-label^="Show Result of Server-Side Apply"]');
    await click(title, page.locator('.tab.active', { hasText: 'result of server-side apply' }));
    await probe.closeAll();
    await probe.open(file('plain/colors.yaml'));
    await item(page).waitFor({ state: 'hidden', timeout: 5000 });
    assert.deepEqual(await openSubmenu(page, page.locator('.editor-instance .view-line').first()), []);
    await closeMenu(page);
    await title.first().waitFor({ state: 'hidden', timeout: 5000 });
  });

  it('a Service without a selector has the version and a menu, without what needs addresses', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('service.yaml'));
    await item(page).waitFor();
    const labels = await openSubmenu(page, page.locator('.editor-instance .view-line', { hasText: 'kind' }).first());
    await closeMenu(page);
    assert.deepEqual(labels, [
      'What Can I Do Here',
      'Explain Rule',
      'Show Traffic View',
      'Explain Traffic as Text',
      'Copy As…',
    ]);
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await click(item(page), rows);
    assert.match(await rows.first().innerText(), /current/);
    await page.keyboard.press('Escape');
  });

  it('the menu of the Explorer converts files and folders with our kinds', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('menu.yaml'));
    await item(page).waitFor();
    await probe.command('workbench.view.explorer');
    const row = (name: string): Locator => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    const expected = ['Preview Conversion', 'Convert to EndpointSlices'];
    for (const name of ['menu.yaml', 'shop']) {
      const labels = async (): Promise<readonly string[]> => {
        const found = await openSubmenu(page, row(name).first());
        if (found.length === 0) await closeMenu(page);
        return found;
      };
      await until(`the menu of ${name}`, async () => (await labels()).join() === expected.join());
      if (name === 'shop') await takePicture(page, 'explorer-menu');
      else await closeMenu(page);
    }
    await page.locator('.monaco-submenu .action-item', { hasText: 'Preview Conversion' }).first().click();
    await page.locator('.tab.active', { hasText: /EndpointSlice|conver/i }).waitFor({ timeout: 10_000 });
    assert.deepEqual(await openSubmenu(page, row('plain').first()), []);
    await closeMenu(page);
  });

  it('What Can I Do Here lists what works at the cursor, and runs it', async () => {
    const { page, probe } = shown();
    await openFile(page, 'here.yaml');
    await showProblem(page, 'loopback-ip');
    await probe.command('workbench.action.closePanel');
    await goTo(page, 7, 15);
    await runCommand(page, 'Endpoints: What Can I Do Here');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'Explain loopback-ip' }).waitFor({ timeout: 10_000 });
    await takePicture(page, 'what-can-i-do', { x: 0, y: 0, width: 960, height: 290 });
    const labels = (await rows.allInnerTexts()).join('\n');
    for (const label of [
      'Show Mirrored EndpointSlices',
      'Show Result of Server-Side Apply',
      'Mark 127.0.0.1 as not ready',
    ])
      assert.ok(labels.includes(label), labels);
    assert.ok(!labels.includes('Overlays'), labels);
    assert.equal(labels.split(/explain (?!traffic as text)/i).length, 2, labels);
    await choose(page, 'Show Mirrored EndpointSlices');
    await page.locator('.tab.active', { hasText: 'mirrored EndpointSlices' }).waitFor({ timeout: 10_000 });
  });
});

describe('discovering on the web', () => {
  let page: Page;

  before(async () => {
    const extensions = [unpackedExtension(makeHome()), testExtension('memfs')];
    const web = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/${name}`, text]));
    page = await openPage(await serveWorkbench({ build: installed().web, extensions, files: web }), 'web-discover');
  });

  after(() => closePage(page));

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await reportPage(page, this.currentTest.fullTitle());
  });

  it('the menu, the version and the list of what is possible work in VS Code 1.91', async () => {
    await openFromExplorer(page, 'menu.yaml');
    await item(page).waitFor({ timeout: 15_000 });
    const labels = await openSubmenu(page, page.locator('.editor-instance .view-line', { hasText: 'kind' }).first());
    await closeMenu(page);
    assert.equal(labels[0], 'What Can I Do Here');
    const list = page.locator('.quick-input-widget:visible');
    await click(item(page), list);
    await choose(page, '1.33');
    await until('the new version', async () => /1\.33/.test((await item(page).allInnerTexts()).join()));
    await goTo(page, 7, 15);
    await runCommand(page, 'Endpoints: What Can I Do Here');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Explain loopback-ip' }).waitFor();
  });
});
