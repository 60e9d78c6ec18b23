/** Tests completion in the workbench: by typing, and from the Service of the workspace. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { acceptSuggestion, goTo, openFile, suggest, typeLines } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const services = `apiVersion: v1
kind: Service
metadata:
  name: billing
  namespace: finance
spec:
  ports:
    - name: http
      port: 80
      targetPort: 8080
    - name: dns
      port: 53
      protocol: UDP
---
apiVersion: v1
kind: Service
metadata:
  name: billing-archive
  namespace: default
spec:
  ports:
    - port: 5432
`;

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: billing\n';

const files = {
  'services.yaml': services,
  'typed.yaml': '',
  'name.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  ',
  'namespace.yaml': `${head}  `,
  'subsets.yaml': head,
  'item.yaml': `${head}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n    ports:\n      - name: http\n      `,
};

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

async function textIs(expected: string): Promise<void> {
  await until('the text', async () => (await text()) === expected, { show: text });
}

/** Editors indent the last line in different ways. */
async function textStarts(expected: string): Promise<void> {
  await until('the text', async () => (await text()).replace(/ *$/, '') === expected, { show: text });
}

async function text(): Promise<string> {
  return (await shown().probe.active())?.text ?? '';
}

describe('completion in the workbench', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('completion', files));
  });

  it('ends the line with Enter after each complete value', async () => {
    const { page } = shown();
    await openFile(page, 'typed.yaml');
    await goTo(page, 1, 1);
    await typeLines(page, ['apiVersion: v1', 'kind: Endpoints', 'metadata:']);
    await textStarts('apiVersion: v1\nkind: Endpoints\nmetadata:\n');
  });

  it('ends the line after the name of a Service with which another name starts', async () => {
    const { page } = shown();
    await openFile(page, 'name.yaml');
    await goTo(page, 4, 3);
    await suggest(page, 'name');
    await acceptSuggestion(page, 'name');
    // The names of both Services.
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'billing-archive' }).waitFor();
    await typeLines(page, ['billing']);
    await textStarts(head);
  });

  it('opens the values of an accepted field, with the namespace of the Service first', async () => {
    const { page } = shown();
    await openFile(page, 'namespace.yaml');
    await goTo(page, 5, 3);
    await suggest(page, 'namespace');
    await acceptSuggestion(page, 'namespace');
    const first = page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: 'finance' });
    await first.waitFor({ timeout: 5000 });
    await takePicture(page, 'completion-namespace');
    await page.keyboard.press('Enter');
    await textIs(`${head}  namespace: finance`);
  });

  it('fills in the ports of the Service', async () => {
    const { page } = shown();
    await openFile(page, 'subsets.yaml');
    await goTo(page, 5, 1);
    await suggest(page, 'subsets with ports http, dns');
    await takePicture(page, 'completion-ports');
    await acceptSuggestion(page, 'subsets with ports http, dns');
    await page.keyboard.type('10.0.0.1');
    const ports = '- name: http\n        port: 8080\n      - name: dns\n        port: 53\n        protocol: UDP';
    await textIs(`${head}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n    ports:\n      ${ports}`);
  });

  it('proposes the next field of an item before a new item', async () => {
    const { page } = shown();
    await openFile(page, 'item.yaml');
    await goTo(page, 10, 7);
    const labels = await suggest(page, 'port');
    assert.deepEqual(labels, ['port', 'protocol', 'appProtocol', '- port dns', '- name, port, protocol']);
    await acceptSuggestion(page, 'port');
    const number = page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: '8080' });
    await number.waitFor({ timeout: 5000 });
    await page.keyboard.press('Enter');
    await textIs(`${files['item.yaml']}  port: 8080`);
  });
});
