/** The tree of Services in the Activity Bar of the real workbench, on the desktop and on the web. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { closePage, openPage } from './support/browser.ts';
import { desktop, type Window } from './support/desktop.ts';
import { click, insist, runCommand } from './support/gestures.ts';
import { makeHome, unpackedExtension } from './support/installation.ts';
import { installed, testExtension } from './support/installed.ts';
import { chooseFromMenu } from './support/menus.ts';
import { reportPage, takePicture } from './support/pictures.ts';
import { paired } from './support/texts.ts';
import { until } from './support/until.ts';
import { serveWorkbench } from './support/web-host.ts';
import { keepInOrder } from './support/windows.ts';

const pods = paired.service.replace('orders-db', 'orders').replace('spec:', 'spec:\n  selector: { app: orders }');
const files = { 'service.yaml': paired.service, 'endpoints.yaml': paired.endpoints, 'pods.yaml': pods };

function rowsOf(page: Page): Locator {
  return page.locator('.pane-body .monaco-list-row', { has: page.locator('.custom-view-tree-node-item') });
}

/** What a screen reader says of the row with the text. */
async function labelOf(page: Page, text: string): Promise<string> {
  const row = rowsOf(page).filter({ hasText: text }).first();
  return (await row.count()) === 0 ? '' : ((await row.getAttribute('aria-label')) ?? '');
}

async function showTree(page: Page): Promise<void> {
  await runCommand(page, 'Endpoints: Focus on Services View');
  await rowsOf(page).filter({ hasText: 'orders-db' }).first().waitFor({ timeout: 20_000 });
}

async function untilLabel(page: Page, text: string, expected: RegExp): Promise<void> {
  await until(`${text}: ${expected.source}`, async () => expected.test(await labelOf(page, text)), {
    within: 15_000,
    show: () => rowsOf(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))),
  });
}

/** Also opens the Service. */
async function assertTree(page: Page): Promise<void> {
  await showTree(page);
  await untilLabel(page, 'shop', /^Namespace shop, 2 Services/);
  await untilLabel(page, 'orders-db', /^Service orders-db, gets traffic at some ports, 1 of 1 ready/);
  const child = rowsOf(page).filter({ hasText: 'Endpoints orders-db' });
  await click(rowsOf(page).filter({ hasText: 'orders-db' }).locator('.monaco-tl-twistie'), child);
  await untilLabel(page, 'Endpoints orders-db', /^Endpoints orders-db, gets traffic, 1 of 1 ready, 1 error/);
}

describe('the tree of Services', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  const shown = (): Window => {
    assert.ok(window);
    return window;
  };

  it('shows namespaces, Services and objects with their states and problems', async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('services-tree', files));
    const { page, probe, file } = window;
    await probe.open(file('service.yaml'));
    await assertTree(page);
    await untilLabel(page, 'orders', /^Service orders, no endpoint in the files/);
    await takePicture(page, 'services-tree');
    await probe.setting('workbench.colorTheme', 'Default Dark Modern');
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await takePicture(page, 'services-tree-dark');
    await probe.setting('workbench.colorTheme');
  });

  it('opens the place of an object', async () => {
    const { page, probe, file } = shown();
    await showTree(page);
    await rowsOf(page).filter({ hasText: 'Endpoints orders-db' }).first().click();
    const place = async (): Promise<unknown> => {
      const active = await probe.active();
      return active && [active.path, active.selection.start.line];
    };
    const expected = JSON.stringify([file('endpoints.yaml'), 3]);
    await until('the text', async () => JSON.stringify(await place()) === expected, { show: place });
  });

  it('follows an edit', async () => {
    const { page, probe, file } = shown();
    await showTree(page);
    await probe.edit(file('endpoints.yaml'), paired.endpoints.replace('name: postgre\n', 'name: postgres\n'));
    await untilLabel(page, 'orders-db', /^Service orders-db, gets traffic, 1 of 1 ready/);
    await untilLabel(page, 'Endpoints orders-db', /^Endpoints orders-db, gets traffic, 1 of 1 ready(?!.*error)/);
  });

  it('copies a name', async () => {
    const { page } = shown();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
    await showTree(page);
    // The menu of a row that is drawn anew meanwhile only says so.
    await insist(page, async () => {
      await chooseFromMenu(page, rowsOf(page).filter({ hasText: 'Endpoints orders-db' }).first(), 'Copy Name');
      await until('the name', async () => (await copied()) === 'orders-db', { within: 4000, show: copied });
    });
  });

  it('says what to do where there is nothing', async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('services-nothing', { 'readme.txt': 'nothing' }));
    const { page } = window;
    await runCommand(page, 'Endpoints: Focus on Services View');
    await page.getByText('The files of this workspace have no Services').first().waitFor({ timeout: 20_000 });
    await takePicture(page, 'services-nothing');
  });
});

describe('the tree of Services on the web', () => {
  let page: Page;

  before(async () => {
    const extensions = [unpackedExtension(makeHome()), testExtension('memfs')];
    const inFolder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/${name}`, text]));
    page = await openPage(
      await serveWorkbench({ build: installed().web, extensions, files: inFolder }),
      'services-web',
    );
  });

  after(() => closePage(page));

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await reportPage(page, this.currentTest.fullTitle());
  });

  it('shows the same', async () => {
    await assertTree(page);
    await takePicture(page, 'services-tree-web');
  });
});
