/** Tests quick fixes in the workbench: what they are called, what they leave to type, and the pages that they open. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { applyFix, click, goTo, openFile, showFixes, showProblem } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf } from './support/states.ts';
import { loopback } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const silent = 'severity: {deprecated-endpoints: off, missing-service: off}\n';
const files = {
  'endpoints.config.yaml': `exclude: ['*']\n${silent}`,
  'port.yaml': loopback.replace('127.0.0.1', '10.20.0.15:5432'),
  'host.yaml': loopback.replace('127.0.0.1', 'orders-db.example.com'),
  'ignore.yaml': loopback,
  'create.yaml': loopback.replace('127.0.0.1', '10.20.0.15'),
  'explain.yaml': loopback,
  'name.yaml': `apiVersion: v1
kind: Service
metadata:
  name: orders-db
spec:
  ports:
    - name: postgres
      port: 5432
---
${loopback.replace('127.0.0.1', '10.20.0.15').replace('- port', '- name: Postgres_Main\n        port')}`,
};

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('quick fixes', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('fixes', files));
  });

  it('drop the port of an address', async () => {
    const titles = await offered('port.yaml', 'not-an-ip', [7, 15], 'Replace with "10.20.0.15"');
    assert.ok(!titles.join().includes('`'), titles.join('\n'));
    await applyFix(shown().page, 'Replace with "10.20.0.15"');
    await textWith('      - ip: 10.20.0.15\n    ports:\n      - port: 5432\n');
    await codesOf(shown(), 'port.yaml', (codes) => codes.length === 0);
  });

  it('make a Service of type ExternalName of a host name', async () => {
    const title = 'Use a Service of type ExternalName for "orders-db.example.com" instead';
    await offered('host.yaml', 'not-an-ip', [7, 15], title);
    await takePicture(shown().page, 'fix-host-name');
    await applyFix(shown().page, title);
    await textWith('kind: Service\nmetadata:\n  name: orders-db\nspec:\n  type: ExternalName\n');
  });

  it('write the port name of the Service', async () => {
    await offered('name.yaml', 'malformed-port-name', [18, 17], 'Replace with "postgres"');
    await applyFix(shown().page, 'Replace with "postgres"');
    await textWith('      - name: postgres\n        port: 5432\n');
    await codesOf(shown(), 'name.yaml', (codes) => codes.length === 0);
  });

  it('select the reason of an ignore comment', async () => {
    await offered('ignore.yaml', 'loopback-ip', [7, 15], 'Ignore "loopback-ip" here');
    await applyFix(shown().page, 'Ignore "loopback-ip" here');
    await textWith('      - ip: 127.0.0.1 # endpoints: ignore[loopback-ip] reason\n');
    await takePicture(shown().page, 'fix-ignore');
    await shown().page.keyboard.type('tunnel');
    await textWith('      - ip: 127.0.0.1 # endpoints: ignore[loopback-ip] tunnel\n');
  });

  it('create a Service with tab stops', async () => {
    const { page } = shown();
    await openFile(page, 'create.yaml');
    await goTo(page, 4, 10);
    await showFixes(page, 'Create Service "orders-db"');
    await applyFix(page, 'Create Service "orders-db"');
    await textWith('kind: Service\nmetadata:\n  name: orders-db\nspec:\n  ports:\n    - port: 5432\n');
    await page.keyboard.type('6432');
    await textWith('spec:\n  ports:\n    - port: 6432\n');
  });

  it('explain the rule', async () => {
    await offered('explain.yaml', 'loopback-ip', [7, 15], 'Explain rule "loopback-ip"');
    await takePicture(shown().page, 'fix-explain');
    await applyFix(shown().page, 'Explain rule "loopback-ip"');
    await shown().page.locator('.tab.active', { hasText: 'loopback-ip' }).waitFor({ timeout: 10_000 });
  });

  it('have documentation, a page of the extension', async () => {
    const { page } = shown();
    await offered('explain.yaml', 'loopback-ip', [7, 15], 'Explain rule "loopback-ip"');
    const link = page.locator('.action-widget-action-bar a', { hasText: 'About refactorings' });
    await click(link, page.locator('.tab.active', { hasText: 'code-actions' }));
    await takePicture(page, 'fix-documentation');
  });
});

/** Opens the actions at a place of a file with the finding. */
async function offered(
  name: string,
  code: string,
  [line, column]: readonly [number, number],
  title: string,
): Promise<readonly string[]> {
  const { page } = shown();
  await openFile(page, name);
  await showProblem(page, code);
  await goTo(page, line, column);
  return showFixes(page, title);
}

/** Waits until the text of the active editor has this part. */
async function textWith(part: string): Promise<void> {
  const text = async (): Promise<string> => (await shown().probe.active())?.text ?? '';
  await until('the text', async () => (await text()).includes(part), { show: text });
}
