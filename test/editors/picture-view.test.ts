/** The Traffic view in the real workbench: opening, following the cursor, clicks, fixes, locking, restoring; on the web, too. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { closePage, openPage, takeToasts } from './support/browser.ts';
import { desktop, type Window } from './support/desktop.ts';
import { choose, click, goTo, insist, openFromExplorer, runCommand } from './support/gestures.ts';
import { makeHome, unpackedExtension } from './support/installation.ts';
import { installed, testExtension } from './support/installed.ts';
import { chooseFromMenu } from './support/menus.ts';
import { reportPage, takePicture } from './support/pictures.ts';
import { cursorAt } from './support/states.ts';
import { until } from './support/until.ts';
import { serveWorkbench } from './support/web-host.ts';
import { keepInOrder } from './support/windows.ts';

const service = (name: string): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
  clusterIP: 10.96.0.5
  ports:
    - name: postgres
      port: 5432
    - name: metrics
      port: 9187
`;
const slice = (name: string): string => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: ${name}-1
  namespace: shop
  labels:
    kubernetes.io/service-name: ${name}
addressType: IPv4
ports:
  - name: postgres
    port: 5432
  - name: metric
    port: 9187
endpoints:
  - addresses: [10.20.0.15]
    conditions: { ready: true }
  - addresses: [10.20.0.16]
    conditions: { ready: false }
  - addresses: [10.20.0.17]
`;
const files = {
  'shop/service.yaml': service('orders'),
  'shop/slice.yaml': slice('orders'),
  'ledger/ledger.yaml': `${service('ledger')}---\n${slice('ledger')}`,
  'plain/values.yaml': 'replicas: 2\n',
};
const orders = 'shop/orders';
const slicePart = `${orders}/EndpointSlice/orders-1`;
const addressPart = `${slicePart}/10.20.0.15`;

function picture(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
}

function part(page: Page, id: string): Locator {
  return picture(page).locator(`[data-id="${id}"]`).first();
}

function tab(page: Page, title: string): Locator {
  return page.locator('.tab', { hasText: title }).first();
}

async function shows(page: Page, id: string): Promise<void> {
  await part(page, id).waitFor({ timeout: 15_000 });
}

async function lit(page: Page, id: string): Promise<void> {
  await picture(page).locator(`[data-id="${id}"][aria-current="true"]`).first().waitFor({ timeout: 10_000 });
}

function fromMenu(page: Page, id: string, title: string): Promise<void> {
  return chooseFromMenu(page, part(page, id), title);
}

describe('the Traffic view', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  const shown = (): Window => {
    assert.ok(window);
    return window;
  };

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('picture', files));
  });

  /** Opens a file, and the view beside it. */
  async function openBeside(name: string, line = 0, character = 0): Promise<Page> {
    const { page, probe, file } = shown();
    await probe.open(file(name), { line, character });
    const icon = page.locator('.editor-actions .action-label[aria-label^="Show Traffic View"]');
    await click(icon.first(), tab(page, 'Traffic of'));
    return page;
  }

  it('opens from the title bar beside the editor, with the part at the cursor lit', async () => {
    const page = await openBeside('shop/slice.yaml', 14, 18);
    await shows(page, addressPart);
    await shows(page, 'shop/orders:metrics/TCP');
    await lit(page, addressPart);
    await takePicture(page, 'picture-view', { x: 0, y: 0, width: 1280, height: 470 });
  });

  it('follows the cursor and the text, and keeps the picture in files without traffic', async () => {
    const { probe, file } = shown();
    const page = await openBeside('shop/slice.yaml');
    await probe.open(file('ledger/ledger.yaml'), { line: 10, character: 8 });
    await lit(page, 'shop/ledger:metrics/TCP');
    await probe.edit(file('ledger/ledger.yaml'), files['ledger/ledger.yaml'].replaceAll('10.20.0.15', '10.20.0.25'));
    await shows(page, 'shop/ledger/EndpointSlice/ledger-1/10.20.0.25');
    await probe.open(file('plain/values.yaml'));
    await tab(page, 'Traffic of ledger').waitFor();
    await shows(page, 'shop/ledger:metrics/TCP');
    await probe.open(file('shop/service.yaml'));
    await shows(page, 'shop/orders:metrics/TCP');
  });

  it('goes to the line of a part beside the picture', async () => {
    const page = await openBeside('shop/service.yaml');
    await part(page, addressPart).click();
    await cursorAt(shown(), 'shop/slice.yaml', 14, 16);
    await lit(page, addressPart);
  });

  it('marks an address, and fixes what keeps traffic from a port, from the context menu', async () => {
    const { probe, file } = shown();
    const page = await openBeside('shop/slice.yaml');
    const text = (): Promise<string> => probe.text(file('shop/slice.yaml'));
    await fromMenu(page, addressPart, 'Mark as Not Ready');
    await until('the mark', async () => !(await text()).includes('ready: true'), { show: text });
    await picture(page)
      .locator(`[data-id="${addressPart}"][data-mark="not-ready"]`)
      .first()
      .waitFor({ timeout: 10_000 });
    // A list closes when the picture takes the focus back from the menu.
    await insist(page, async () => {
      await fromMenu(page, slicePart, 'Fix…');
      await choose(page, 'metrics');
    });
    await until('the fix', async () => (await text()).includes('name: metrics'), { show: text });
  });

  it('says when the part of a context menu is gone', async () => {
    const page = await openBeside('shop/slice.yaml');
    await shows(page, slicePart);
    await shown().probe.command('endpoints.pictureFix', { id: `${orders}/EndpointSlice/gone` });
    const said = 'The picture has changed since this menu was opened. Open it again.';
    await until('the message', async () => (await takeToasts(page)).some(({ text }) => text.includes(said)));
  });

  it('is locked to a Service from its title bar, and restored after a reload', async () => {
    const { probe, file } = shown();
    const page = await openBeside('shop/slice.yaml', 3, 4);
    await tab(page, 'Traffic of orders').click();
    const lock = page.locator('.editor-actions .action-label[aria-label^="Lock Traffic View"]');
    await click(lock.first(), tab(page, '[Traffic of orders]'));
    await probe.command('workbench.action.focusFirstEditorGroup');
    await probe.open(file('ledger/ledger.yaml'));
    await runCommand(page, 'Developer: Reload Window');
    const { reconnected } = await desktop();
    window = await reconnected(shown());
    await tab(page, '[Traffic of orders]').waitFor({ timeout: 15_000 });
    await shows(page, slicePart);
    await takePicture(page, 'picture-view-locked');
    await tab(page, '[Traffic of orders]').click();
    const unlock = page.locator('.editor-actions .action-label[aria-label^="Unlock Traffic View"]');
    await click(unlock.first(), tab(page, '[Traffic of orders]'), 'hidden');
    await window.probe.command('workbench.action.focusFirstEditorGroup');
    await tab(page, 'Traffic of ledger').waitFor({ timeout: 10_000 });
    await shows(page, 'shop/ledger:metrics/TCP');
  });

  it('compares with the last commit', async () => {
    const { probe, file, folder } = shown();
    const git = (...args: readonly string[]): void => {
      const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
      execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'pipe' });
    };
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    await probe.setting('git.enabled', true);
    const page = await openBeside('ledger/ledger.yaml', 3, 4);
    const former = 'shop/ledger/EndpointSlice/ledger-1/10.20.0.16';
    await shows(page, former);
    const text = await probe.text(file('ledger/ledger.yaml'));
    await probe.edit(file('ledger/ledger.yaml'), text.replace('10.20.0.16', '10.20.0.26'));
    const views = picture(page).locator('select').first();
    await until('the view', async () => (await views.textContent())?.includes('before and after') === true);
    await views.selectOption('changes');
    await shows(page, `before ${former}`);
    await shows(page, 'after shop/ledger/EndpointSlice/ledger-1/10.20.0.26');
    await takePicture(page, 'picture-view-changes');
    await part(page, `before ${former}`).click();
    // Only the committed text still has this address.
    await page.locator('.view-line', { hasText: '10.20.0.16' }).first().waitFor({ timeout: 10_000 });
    await page.locator('.statusbar-item', { hasText: 'Ln 30, Col 17' }).waitFor({ timeout: 5000 });
    await probe.setting('git.enabled', false);
  });

  it('opens from the lens at the object', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('ledger/ledger.yaml'));
    const lens = page.locator('.codelens-decoration a', { hasText: /addresses gets? traffic/ });
    await click(lens.first(), tab(page, 'Traffic of ledger'));
    await shows(page, 'shop/ledger:metrics/TCP');
  });

  it('has the colors of a dark theme', async () => {
    const { probe } = shown();
    const page = await openBeside('ledger/ledger.yaml', 20, 0);
    await shows(page, 'shop/ledger:metrics/TCP');
    await probe.setting('workbench.colorTheme', 'Default Dark Modern');
    await picture(page).locator('body[data-vscode-theme-kind="vscode-dark"]').waitFor({ timeout: 10_000 });
    await takePicture(page, 'picture-view-dark');
    await probe.setting('workbench.colorTheme');
  });
});

describe('the Traffic view on the web', () => {
  let page: Page;

  before(async () => {
    const extensions = [unpackedExtension(makeHome()), testExtension('memfs')];
    const plain = { '/orders.yaml': `${service('orders')}---\n${slice('orders')}` };
    page = await openPage(
      await serveWorkbench({ build: installed().workbench, extensions, files: plain }),
      'picture-web',
    );
  });

  after(() => closePage(page));

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await reportPage(page, this.currentTest.fullTitle());
  });

  it('opens by its command, lights the part at the cursor, and goes to lines', async () => {
    await openFromExplorer(page, 'orders.yaml');
    await goTo(page, 10, 7);
    await runCommand(page, 'Endpoints: Show Traffic View');
    await lit(page, 'shop/orders:postgres/TCP');
    await part(page, addressPart).click();
    await page.locator('.statusbar-item', { hasText: 'Ln 28, Col 17' }).waitFor({ timeout: 5000 });
    await takePicture(page, 'picture-view-web');
  });
});
