/** Tests lenses that peek at related objects, and references and renaming of an address, in the real workbench. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { desktop, type Window } from './support/desktop.ts';
import { goTo, insist } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const service = `apiVersion: v1
kind: Service
metadata:
  name: orders-db
  annotations:
    metallb.io/loadBalancerIPs: 10.20.0.15,10.20.0.99
spec:
  externalIPs: [10.20.0.15]
  ports:
    - name: postgres
      port: 5432
`;
const endpoints = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
subsets:
  - addresses:
      - ip: 10.20.0.15
    ports:
      - name: postgres
        port: 5432
`;
const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: orders-db-2
  labels:
    kubernetes.io/service-name: orders-db
addressType: IPv4
endpoints:
  - addresses: [10.20.0.16]
ports:
  - name: postgres
    port: 5432
`;
const refused = endpoints
  .replace('orders-db', 'refused')
  .replace(
    '      - ip: 10.20.0.15\n',
    '      - ip: 10.9.0.1\n      - ip: 127.0.0.1\n      - ip: 0.0.0.0\n      - ip: db.example.com\n',
  );
const files = {
  'endpoints.config.yaml': 'severity:\n  deprecated-endpoints: off\n',
  'service.yaml': service,
  'prod/endpoints.yaml': endpoints,
  'slice.yaml': slice,
  'refused.yaml': refused,
};

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

/** Clicks the lens until its peek view is open, and returns the rows of the view. */
async function peekByLens(title: string): Promise<Locator> {
  const { page } = shown();
  const lens = page.locator('.codelens-decoration a', { hasText: title }).first();
  await lens.waitFor({ timeout: 10_000 });
  return peek(() => lens.click({ timeout: 4000 }));
}

async function peek(gesture: () => Promise<void>): Promise<Locator> {
  const { page } = shown();
  const rows = page.locator('.reference-zone-widget .ref-tree .monaco-list-row');
  await insist(page, async () => {
    await gesture();
    await rows.first().waitFor({ timeout: 5000 });
  });
  return rows;
}

describe('references', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('references', files));
  });

  it('to the objects of a Service are one click on its lens away, and back', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('service.yaml'));
    const rows = await peekByLens('1 Endpoints, 1 slice');
    for (const name of ['endpoints.yaml', 'slice.yaml'])
      await rows.filter({ hasText: name }).first().waitFor({ timeout: 5000 });
    await takePicture(page, 'lens-peek');
    await page.keyboard.press('Escape');
    await probe.open(file('prod/endpoints.yaml'));
    await peekByLens('Service orders-db');
    await page.locator('.reference-zone-widget', { hasText: 'service.yaml' }).waitFor({ timeout: 5000 });
    await page.keyboard.press('Escape');
  });

  it('to an address are in all files, also in a Service and in its annotations', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('prod/endpoints.yaml'));
    await goTo(page, 7, 15);
    const rows = await peek(() => page.keyboard.press('Shift+F12'));
    await rows.filter({ hasText: 'service.yaml' }).first().waitFor({ timeout: 5000 });
    await page.locator('.reference-zone-widget', { hasText: 'References (3)' }).waitFor({ timeout: 5000 });
    await takePicture(page, 'address-references');
    await page.keyboard.press('Escape');
  });

  it('to an address are renamed with it', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('prod/endpoints.yaml'));
    await goTo(page, 7, 15);
    const input = page.locator('.rename-box input');
    await insist(page, async () => {
      await page.keyboard.press('F2');
      await input.waitFor({ timeout: 4000 });
      assert.equal(await input.inputValue(), '10.20.0.15');
      await input.fill('10.30.0.7');
      await page.keyboard.press('Enter');
      await input.waitFor({ state: 'hidden', timeout: 4000 });
    });
    for (const [name, text] of Object.entries({ 'service.yaml': service, 'prod/endpoints.yaml': endpoints })) {
      const read = (): Promise<string> => probe.text(file(name));
      const renamed = text.replaceAll('10.20.0.15', '10.30.0.7');
      await until(`the new address in ${name}`, async () => (await read()) === renamed, { show: read });
    }
  });

  it('count what is valid: the lens names refused addresses', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('refused.yaml'));
    await page.locator('.codelens-decoration', { hasText: '1 valid, 3 refused' }).first().waitFor({ timeout: 10_000 });
    await takePicture(page, 'lens-refused');
  });
});
