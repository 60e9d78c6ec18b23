/** Tests the result of server-side apply in the real workbench: the lens opens a document that follows the patches. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { applyFix, click, goTo, insist, runCommand, showFixes, shownLines } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const program = `name: shop
runtime: yaml
resources:
  orders:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata:
        name: orders-db
        namespace: shop
      subsets:
        - addresses: [{ ip: 10.20.0.15 }]
          notReadyAddresses: [{ ip: 10.20.0.16 }]
          ports: [{ port: 5432 }]
  labels:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata:
        name: orders-db
        namespace: shop
        labels: { app: orders }
        annotations: { pulumi.com/patchFieldManager: team-a }
    options: { dependsOn: ["\${orders}"] }
  addresses:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata:
        name: orders-db
        namespace: shop
      subsets:
        - addresses: [{ ip: 10.20.0.17 }]
          ports: [{ port: 5432 }]
    options: { dependsOn: ["\${labels}"] }
`;
const files = {
  'endpoints.config.yaml': 'severity:\n  deprecated-endpoints: off\n',
  'Pulumi.yaml': program,
  'unrelated.yaml': 'a: b\n',
};
const tab = 'orders-db: result of server-side apply.yaml';

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

/** The text of the active editor, when it is the expected document. */
async function documentSaying(pattern: RegExp): Promise<string> {
  const { probe } = shown();
  const active = await until(
    `a document with ${pattern}`,
    async () => {
      const found = await probe.active();
      return found?.path.includes(tab) && pattern.test(found.text) ? found : undefined;
    },
    { show: () => probe.active() },
  );
  return active.text;
}

describe('what apply makes of a resource', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('apply', files));
  });

  it('is shown beside it by a lens, and follows its patches', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('Pulumi.yaml'));
    const lens = page.locator('.codelens-decoration a', { hasText: 'show the result of server-side apply' });
    await click(lens, page.locator('.tab.active', { hasText: tab }));
    const text = await documentSaying(/app: orders$/m);
    assert.match(text, /- ip: 10\.20\.0\.15$/m);
    // Owners, states and conflicts are hints.
    const lines = async (): Promise<string> => (await shownLines(page)).join('\n').replaceAll(' ', '');
    await until('the hints', async () => /app:ordersteam-a$/m.test(await lines()), { show: lines });
    assert.match(await lines(), /^-ip:10\.20\.0\.15ready$/m);
    assert.match(await lines(), /^subsets:CONFLICTwithpatch"addresses"/m);
    // A read-only document with the language of its file name.
    await page.locator('#status\\.editor\\.mode', { hasText: 'YAML' }).waitFor({ timeout: 4000 });
    assert.deepEqual(await probe.diagnostics(`/${tab}`), []);
    await takePicture(page, 'apply');
    await page.keyboard.type('x');
    await probe.edit(file('Pulumi.yaml'), program.replace('app: orders }', 'app: carts }'));
    assert.doesNotMatch(await documentSaying(/app: carts$/m), /^x/);
    await probe.edit(file('Pulumi.yaml'), program);
    // The workbench drops the actions of a text that it has just opened.
    await documentSaying(/app: orders$/m);
  });

  it('is shown by an action', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('Pulumi.yaml'));
    await insist(page, async () => {
      await goTo(page, 21, 12);
      await showFixes(page, 'Show the result of server-side apply');
      await applyFix(page, 'Show the result of server-side apply');
      // The workbench loses a command when it asks for the actions anew, and says so; a person chooses it again.
      await documentSaying(/# Endpoints shop\/orders-db after all applies/);
    });
  });

  it('is shown by the command, which says what is missing elsewhere', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('Pulumi.yaml'));
    await goTo(page, 5, 3);
    await runCommand(page, 'Endpoints: Show Result of Server-Side Apply');
    await documentSaying(/# Endpoints shop\/orders-db after all applies/);
    await probe.open(file('unrelated.yaml'));
    await insist(page, async () => {
      await runCommand(page, 'Endpoints: Show Result of Server-Side Apply');
      const toast = page.locator('.notification-list-item', { hasText: 'There is no Endpoints' });
      await toast.first().waitFor({ timeout: 4000 });
    });
  });
});
