/** Tests the conversion to EndpointSlices in the real workbench: a code action, the report, and all files after a preview. */
import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { desktop, type Window } from './support/desktop.ts';
import { applyFix, click, goTo, insist, runCommand, showFixes } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const endpoints = (name: string): string => `# The machines of ${name}, written by hand.
apiVersion: v1
kind: Endpoints
metadata:
  name: ${name}
subsets:
  - addresses:
      - ip: 10.20.0.15 # primary
    notReadyAddresses:
      - ip: 10.20.0.16 # until its disk is replaced
    ports:
      - name: postgres
        port: 5432
`;
/** Printed by an API server. */
const dump = endpoints('users-db').replace(
  '  name: users-db\n',
  `  name: users-db
  creationTimestamp: "2026-03-01T10:00:00Z"
  resourceVersion: "4711"
  uid: 0b5e2f0a-7c39-4a52-9d52-3b6f5b8f7a10
`,
);
const files = {
  'ledger-db.yaml': endpoints('ledger-db'),
  'shop/carts-db.yaml': endpoints('carts-db').replace('  name:', '  namespace: shop\n  name:'),
  'shop/orders-db.yaml': endpoints('orders-db').replace('  name:', '  namespace: shop\n  name:'),
  'dumps/users-db.yaml': dump,
};

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

/** The text of the file after the conversion. */
async function convertedText(name: string): Promise<string> {
  const { probe, file } = shown();
  const text = (): Promise<string> => probe.text(file(name));
  await until(`a slice in ${name}`, async () => /^kind: EndpointSlice$/m.test(await text()), { show: text });
  return text();
}

/** The text of the Markdown preview that is on top. */
function previewOf(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
}

describe('converting to EndpointSlices', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('convert', files));
  });

  it('is shown as a page before it is done, whose places are links', async () => {
    const { page } = shown();
    await insist(page, async () => {
      await runCommand(page, 'Endpoints: Preview Conversion');
      await page.locator('.tab.active', { hasText: 'Conversion to EndpointSlices' }).waitFor({ timeout: 10_000 });
    });
    const report = previewOf(page);
    await report.getByText('3 resources in 3 files become').waitFor({ timeout: 10_000 });
    await takePicture(page, 'convert-report-before');
    await click(
      report.getByText('shop/orders-db.yaml:3:7'),
      page.locator('.tab.active', { hasText: 'orders-db.yaml' }),
    );
    await page.locator('.statusbar-item', { hasText: 'Ln 3, Col 7' }).waitFor({ timeout: 5000 });
  });

  it('is an action of a resource', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('ledger-db.yaml'));
    await goTo(page, 3, 8);
    await showFixes(page, 'Convert to EndpointSlice');
    await applyFix(page, 'Convert to EndpointSlice');
    assert.match(await convertedText('ledger-db.yaml'), /name: ledger-db-ipv4\n[^]*10\.20\.0\.15 # primary\n/);
  });

  it('is done in the files that stay ticked in a preview, and counted', async () => {
    const { page, probe, file } = shown();
    const preview = page.locator('.bulk-edit-panel');
    const row = (text: string): Locator => preview.locator('.monaco-list-row', { hasText: text }).first();
    await runCommand(page, 'Endpoints: Convert the Workspace to EndpointSlices');
    await row('shop/orders-db → orders-db-ipv4').waitFor({ timeout: 10_000 });
    await row('shop/carts-db → carts-db-ipv4').waitFor({ timeout: 4000 });
    const boxes = preview.locator('.edit-checkbox');
    for (let i = 0; i < (await boxes.count()); i++) assert.ok(await boxes.nth(i).isChecked());
    assert.equal(await row('users-db').count(), 0);
    // A file opens as a diff.
    await click(row('orders-db.yaml'), page.locator('.monaco-diff-editor'));
    await takePicture(page, 'convert-preview');
    await row('carts-db.yaml').locator('.edit-checkbox').uncheck();
    await click(page.getByRole('button', { name: 'Apply' }), preview, 'hidden');
    assert.match(await convertedText('shop/orders-db.yaml'), /name: orders-db-ipv4\n/);
    assert.match(await probe.text(file('shop/carts-db.yaml')), /^kind: Endpoints$/m);
    const toast = page.locator('.notification-list-item', { hasText: 'Converted 2 Endpoints in 2 files.' });
    await toast.first().waitFor({ timeout: 5000 });
    await takePicture(page, 'convert-applied');
    await click(
      toast.getByText('Show Report'),
      page.locator('.tab.active', { hasText: 'Converted to EndpointSlices' }),
    );
    const report = previewOf(page);
    await report.getByText('2 resources in 2 files became EndpointSlices').waitFor({ timeout: 10_000 });
    await report.getByText('An API server printed this object').waitFor();
    await takePicture(page, 'convert-report');
  });
});
