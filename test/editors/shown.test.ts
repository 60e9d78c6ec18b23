/** Tests the documents that the server provides in the real workbench: titles, links, hints, and objects of overlays. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { closePage, openPage } from './support/browser.ts';
import { desktop, type Window } from './support/desktop.ts';
import {
  choose,
  click,
  goTo,
  insist,
  openFromExplorer,
  runCommand,
  showFixes,
  shownLines,
  applyFix,
} from './support/gestures.ts';
import { makeHome, unpackedExtension } from './support/installation.ts';
import { installed, testExtension } from './support/installed.ts';
import { reportPage, takePicture } from './support/pictures.ts';
import { until } from './support/until.ts';
import { serveWorkbench } from './support/web-host.ts';
import { keepInOrder } from './support/windows.ts';

const endpoints = (ip: string): string => `apiVersion: v1
kind: Endpoints
metadata:
  name: payments-db
subsets:
  - addresses:
      - ip: ${ip}
    ports:
      - name: postgres
        port: 5432
`;
const ledger = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: ledger-db-1
  labels:
    kubernetes.io/service-name: ledger-db
addressType: IPv4
ports:
  - name: postgres
    port: 5432
endpoints:
  - addresses: [10.20.0.15]
  - addresses: [10.20.0.16]
    conditions:
      ready: false
`;
const files = {
  'base/kustomization.yaml': 'resources:\n  - service.yaml\n  - payments-db.yaml\n',
  'base/service.yaml':
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: payments-db\nspec:\n  ports:\n    - name: postgres\n      port: 5432\n',
  'base/payments-db.yaml': endpoints('10.20.0.15'),
  'ledger/service.yaml':
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: ledger-db\nspec:\n  ports:\n    - name: postgres\n      port: 5432\n',
  'ledger/slice.yaml': ledger,
  'overlays/dev/kustomization.yaml': 'resources:\n  - ../../base\n',
  'overlays/prod/kustomization.yaml': 'resources:\n  - ../../base\npatches:\n  - path: addresses.yaml\n',
  'overlays/prod/addresses.yaml': endpoints('10.30.0.15'),
};
const why = 'Why does no traffic arrive?';
const tabs = {
  apply: 'payments-db: result of server-side apply',
  slices: 'payments-db: mirrored EndpointSlices',
  built: 'payments-db: built objects',
  traffic: 'ledger-db: traffic',
};

/** Waits until the visible lines of the editors hold a text. Releases differ in the blanks before a hint. */
async function linesWith(page: Page, text: string): Promise<void> {
  const compact = (line: string): string => line.replaceAll(' ', '');
  const isShown = async (): Promise<boolean> =>
    (await shownLines(page)).some((line) => compact(line).includes(compact(text)));
  await until(`a line with ${text}`, isShown, { show: () => shownLines(page) });
}

/** Follows the first link of the document on top until its place is shown. The workbench draws the line anew below the mouse. */
async function followLink(page: Page, words: string, place: Locator): Promise<void> {
  const link = page.locator('.editor-instance .detected-link', { hasText: words }).first();
  await insist(page, async () => {
    const box = await link.boundingBox({ timeout: 10_000 });
    assert.ok(box);
    await page.keyboard.down('ControlOrMeta');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.keyboard.up('ControlOrMeta');
    await place.waitFor({ timeout: 5000 });
  });
}

describe('documents that the server provides', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  const shown = (): Window => {
    assert.ok(window);
    return window;
  };

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('shown', files));
  });

  it('show what an overlay builds of the object of a patch, and follow the selected one', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('overlays/prod/addresses.yaml'));
    await goTo(page, 7, 10);
    await runCommand(page, 'Endpoints: Show Result of Server-Side Apply');
    await page.locator('.tab.active', { hasText: tabs.apply }).waitFor({ timeout: 10_000 });
    await linesWith(page, 'as overlays/prod builds it');
    await linesWith(page, '- ip: 10.30.0.15');
    // The owner and the state are hints beside the lines.
    await linesWith(page, 'subsets: kubectl-client-side-apply (by update)');
    await linesWith(page, '10.30.0.15 ready');
    await takePicture(page, 'shown-apply');
    await runCommand(page, 'Endpoints: Select Overlay');
    await choose(page, 'overlays/dev');
    await linesWith(page, 'as overlays/dev builds it');
    await linesWith(page, '- ip: 10.20.0.15');
    await takePicture(page, 'shown-overlay');
  });

  it('show the selected overlay after a restart, and have links to the places that they name', async () => {
    const { page, probe, file } = shown();
    await runCommand(page, 'Endpoints: Restart Server');
    await probe.open(file('base/payments-db.yaml'));
    await runCommand(page, 'Endpoints: Show Result of Server-Side Apply');
    await linesWith(page, 'as overlays/dev builds it');
    await followLink(page, 'base/payments-db.yaml', page.locator('.statusbar-item', { hasText: 'Ln 4, Col 9' }));
  });

  it('show the slices of an object in a kustomization, and what overlays build', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('overlays/prod/kustomization.yaml'));
    await goTo(page, 4, 12);
    await runCommand(page, 'Endpoints: Show Mirrored EndpointSlices');
    await page.locator('.tab.active', { hasText: tabs.slices }).waitFor({ timeout: 10_000 });
    await linesWith(page, 'as overlays/prod builds it');
    await takePicture(page, 'shown-slices');
    await probe.open(file('overlays/prod/addresses.yaml'));
    await runCommand(page, 'Endpoints: Show What Overlays Build');
    await page.locator('.tab.active', { hasText: tabs.built }).waitFor({ timeout: 10_000 });
    await linesWith(page, 'overlays/prod/addresses.yaml:7');
    await takePicture(page, 'shown-built');
  });
});

describe('the document on traffic', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  it('opens from the command, and from an address without traffic at this address', async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('traffic', files));
    const { page, probe, file } = window;
    await probe.open(file('ledger/slice.yaml'));
    await page.locator('.codelens-decoration a', { hasText: '1 of 2 addresses gets traffic' }).first().waitFor();
    await runCommand(page, 'Endpoints: Explain Traffic as Text');
    await page.locator('.tab.active', { hasText: tabs.traffic }).waitFor({ timeout: 10_000 });
    await linesWith(page, '- 10.20.0.16:5432 ledger/slice.yaml:13: not ready');
    await probe.open(file('ledger/slice.yaml'));
    await goTo(page, 13, 20);
    assert.ok((await showFixes(page, why)).includes(why));
    await applyFix(page, why);
    await page.locator('.tab.active', { hasText: tabs.traffic }).waitFor({ timeout: 10_000 });
    await takePicture(page, 'shown-traffic');
    await followLink(page, 'ledger/slice.yaml:15', page.locator('.statusbar-item', { hasText: 'Ln 15, Col 14' }));
  });
});

describe('documents that the server provides, on the web', () => {
  let page: Page;

  before(async () => {
    const extensions = [unpackedExtension(makeHome()), testExtension('memfs')];
    const plain = {
      '/orders-db.yaml': endpoints('10.20.0.16').replace('payments-db', 'orders-db'),
      '/payments-db.yaml': endpoints('10.20.0.15'),
    };
    page = await openPage(await serveWorkbench({ build: installed().web, extensions, files: plain }), 'shown-web');
  });

  after(() => closePage(page));

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await reportPage(page, this.currentTest.fullTitle());
  });

  it('have titles, links and hints', async () => {
    await openFromExplorer(page, 'payments-db.yaml');
    await page.locator('.codelens-decoration', { hasText: '1 ready' }).waitFor({ timeout: 10_000 });
    await runCommand(page, 'Endpoints: Show Result of Server-Side Apply');
    await page.locator('.tab.active', { hasText: tabs.apply }).waitFor({ timeout: 10_000 });
    await linesWith(page, '10.20.0.15 ready');
    await takePicture(page, 'shown-web');
    await followLink(page, 'payments-db.yaml:4', page.locator('.tab.active', { hasText: 'payments-db.yaml' }).nth(1));
  });

  it('preview a conversion with ticked and named rows', async () => {
    const preview = page.locator('.bulk-edit-panel');
    await runCommand(page, 'Endpoints: Convert the Workspace to EndpointSlices');
    await preview.getByText('payments-db → payments-db-ipv4').waitFor({ timeout: 10_000 });
    const boxes = preview.locator('.edit-checkbox');
    for (let i = 0; i < (await boxes.count()); i++) assert.ok(await boxes.nth(i).isChecked());
    await takePicture(page, 'shown-web-convert');
    await click(page.getByText('Discard').first(), preview, 'hidden');
  });
});
