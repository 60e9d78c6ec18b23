/** Tests the conversion to EndpointSlices in the real workbench: a code action, the report, and all files after a preview. */
import assert from 'node:assert/strict';
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
const files = { 'ledger-db.yaml': endpoints('ledger-db'), 'orders-db.yaml': endpoints('orders-db') };

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

describe('converting to EndpointSlices', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('convert', files));
  });

  it('is shown as a page before it is done', async () => {
    const { page } = shown();
    await insist(page, async () => {
      await runCommand(page, 'Endpoints: Preview Conversion');
      await page.locator('.tab.active', { hasText: 'To EndpointSlices' }).waitFor({ timeout: 10_000 });
    });
  });

  it('is an action of a resource', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('ledger-db.yaml'));
    await goTo(page, 3, 8);
    await showFixes(page, 'Convert to EndpointSlice');
    await applyFix(page, 'Convert to EndpointSlice');
    assert.match(await convertedText('ledger-db.yaml'), /name: ledger-db-ipv4\n[^]*10\.20\.0\.15 # primary\n/);
  });

  it('is done in the files that are ticked in a preview', async () => {
    const { page } = shown();
    const preview = page.locator('.bulk-edit-panel');
    await runCommand(page, 'Endpoints: Convert the Workspace to EndpointSlices');
    const row = preview.locator('.monaco-list-row', { hasText: 'orders-db.yaml' }).first();
    await row.waitFor({ timeout: 10_000 });
    // A file opens as a diff.
    await click(row, page.locator('.monaco-diff-editor'));
    await row.locator('.edit-checkbox').check();
    await takePicture(page, 'convert-preview');
    await click(page.getByRole('button', { name: 'Apply' }), preview, 'hidden');
    assert.match(await convertedText('orders-db.yaml'), /name: orders-db-ipv4\n/);
  });
});
