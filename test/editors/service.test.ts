/** Tests the Service half in the real workbench: hover, hints, outline, completion, F12 and renaming in a Service. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { acceptSuggestion, click, goTo, hover, insist, renameTo, shownLines, suggest } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { cursorAt } from './support/states.ts';
import { paired } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const { service, endpoints } = paired;
const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
const files = {
  'endpoints.config.yaml': 'severity:\n  deprecated-endpoints: off\n',
  'service.yaml': service,
  'base/endpoints.yaml': endpoints.replace('postgre\n', 'postgres\n').replace(/ {6}- name: metrics\n.*\n/, ''),
  'draft/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: billing\nspec:\n  \n',
  'draft/endpoints.yaml': endpoints.replace('orders-db', 'billing').replace('  namespace: shop\n', ''),
  'selected.yaml': service.replace('orders-db', 'web').replace('spec:\n', 'spec:\n  selector:\n    app: web\n'),
};

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('a Service', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('service', files));
  });

  it('shows beside its ports what is behind them, and in a hover what arrives', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('service.yaml'));
    const hints = (): Promise<readonly string[]> => probe.hints(file('service.yaml'), whole);
    await until('the backends', async () => (await hints()).includes('→ 5432'), { show: hints });
    assert.deepEqual(await hints(), ['TCP', '→ 5432', 'TCP', 'no backend']);
    const text = await hover(page, 'name: orders-db', 'orders', 'it breaks at');
    assert.match(text, /Traffic arrives at shop\/orders-db:postgres from every node\./);
    assert.match(text, /No traffic arrives at shop\/orders-db:metrics\./);
    await takePicture(page, 'service-hover');
    await page.locator('.monaco-hover:visible a', { hasText: 'base/endpoints.yaml:' }).first().click();
    await cursorAt(shown(), 'base/endpoints.yaml', 9, 0);
  });

  it('leads to what serves it by F12, from its name and its ports', async () => {
    const { page, probe, file } = shown();
    for (const [from, to] of [
      [
        { line: 3, character: 9 },
        { line: 3, character: 8 },
      ],
      [
        { line: 7, character: 14 },
        { line: 9, character: 14 },
      ],
    ] as const) {
      await probe.open(file('service.yaml'), from);
      await insist(page, async () => {
        await page.keyboard.press('F12');
        await page.locator('.tab.active', { hasText: 'endpoints.yaml' }).waitFor({ timeout: 4000 });
      });
      await cursorAt(shown(), 'base/endpoints.yaml', to.line, to.character);
    }
  });

  it('has an outline, breadcrumbs and folds', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('service.yaml'));
    const [symbol] = await probe.symbols(file('service.yaml'));
    assert.equal(symbol?.name, 'Service orders-db');
    assert.deepEqual(
      symbol.children.map(({ name }) => name),
      ['metadata', 'postgres 5432/TCP', 'metrics 9187/TCP'],
    );
    assert.equal(await probe.folding(file('service.yaml')), 4);
    await probe.setting('breadcrumbs.enabled', true);
    await goTo(page, 9, 10);
    const crumbs = page.locator('.monaco-breadcrumb-item', { hasText: 'postgres 5432/TCP' });
    await crumbs.first().waitFor({ timeout: 10_000 });
    await takePicture(page, 'service-breadcrumbs');
  });

  it('completes its ports from the endpoints, and its fields with their values', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('draft/service.yaml'));
    await goTo(page, 6, 3);
    const labels = await suggest(page, 'ports postgre, metrics');
    assert.deepEqual(labels.slice(0, 3), ['ports postgre, metrics', 'ports', 'type']);
    await takePicture(page, 'service-completion');
    await acceptSuggestion(page, 'ports postgre, metrics');
    const lines = (): Promise<readonly string[]> => shownLines(page);
    await until('the ports', async () => (await lines()).includes('port: 9187'), { show: lines });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.type('  internalTrafficPolicy: ');
    await suggest(page, 'Local');
  });

  it('is left to others with a selector, alone in its file', async () => {
    const { probe, file } = shown();
    await probe.open(file('selected.yaml'));
    const name = { line: 3, character: 10 };
    assert.deepEqual(await probe.hover(file('selected.yaml'), name), []);
    assert.deepEqual(await probe.hints(file('selected.yaml'), whole), []);
    assert.deepEqual(await probe.symbols(file('selected.yaml')), []);
  });

  it('renames a port in its endpoints too', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('service.yaml'));
    await goTo(page, 8, 15);
    const preview = await renameTo(page, 'pg');
    assert.match(await preview.innerText(), /endpoints\.yaml/);
    await click(page.getByRole('button', { name: 'Apply' }), preview, 'hidden');
    for (const name of ['service.yaml', 'base/endpoints.yaml']) {
      const text = (): Promise<string> => probe.text(file(name));
      await until(`the new name in ${name}`, async () => /name: pg\n/.test(await text()), { show: text });
    }
  });
});
