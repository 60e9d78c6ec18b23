/** Tests related files in the real workbench: findings, navigation and renaming in closed files. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { desktop, type Window } from './support/desktop.ts';
import { click, expandProblem, goTo, insist, renameTo, showProblem } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf, cursorAt } from './support/states.ts';
import { paired } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const { service, endpoints } = paired;
const files = {
  'endpoints.config.yaml': 'severity:\n  deprecated-endpoints: off\n',
  'service.yaml': service,
  'endpoints.yaml': endpoints,
};
const draft = 'drafts (1)/endpoints.yaml';
const drafted = endpoints.replace('shop', 'drafts').replace('10.20.0.15', '0.0.0.0');

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('files that belong together', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('relations', files));
  });

  it('are checked together: a file that is not open is among the problems, and the other place is shown, in a lens too', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('service.yaml'));
    const lens = page.locator('.codelens-decoration');
    // VS Code requests lenses while the editor has the focus.
    await lens.filter({ hasText: '1 Endpoints' }).first().waitFor({ timeout: 10_000 });
    const problem = await showProblem(page, 'has no port "postgre"', 'unmatched-port');
    await expandProblem(page, problem, 'The Service port is here.');
    await probe.command('workbench.action.newGroupRight');
    await probe.open(file('endpoints.yaml'), { line: 9, character: 14 });
    await page.mouse.move(1000, 440);
    await lens.filter({ hasText: 'Service orders-db' }).first().waitFor({ timeout: 10_000 });
    await takePicture(page, 'relations');
  });

  it('lead to each other: from the name of Endpoints to the Service', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('endpoints.yaml'));
    await goTo(page, 4, 12);
    await insist(page, async () => {
      await page.keyboard.press('F12');
      await page.locator('.tab.active', { hasText: 'service.yaml' }).waitFor({ timeout: 4000 });
    });
    await cursorAt(shown(), 'service.yaml', 3, 8);
  });

  it('are found as symbols of the workspace, also by an address', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('service.yaml'));
    const rows = page.locator('.quick-input-list .monaco-list-row');
    const find = async (typed: string, expected: string): Promise<void> => {
      await insist(page, async () => {
        await page.keyboard.press('Control+T');
        await page.locator('.quick-input-widget:visible .quick-input-box input').first().fill(`#${typed}`);
        await rows.filter({ hasText: expected }).first().waitFor({ timeout: 4000 });
      });
    };
    await find('orders', 'Service orders-db');
    assert.ok((await rows.filter({ hasText: 'Endpoints orders-db' }).count()) > 0);
    await find('10.20.0.15', '10.20.0.15');
    await page.keyboard.press('Enter');
    await cursorAt(shown(), 'endpoints.yaml', 7, 12);
  });

  it('count as they are on the disk, where they change there', async () => {
    const { probe, file } = shown();
    await probe.open(file('service.yaml'));
    await codesOf(shown(), 'endpoints.yaml', (codes) => codes.includes('unmatched-port'));
    writeFileSync(file('endpoints.yaml'), endpoints.replace('postgre\n', 'postgres\n'));
    await codesOf(shown(), 'endpoints.yaml', (codes) => codes.length === 0);
    await codesOf(shown(), 'service.yaml', (codes) => codes.length === 0);
    rmSync(file('endpoints.yaml'));
    writeFileSync(file('endpoints.yaml'), endpoints);
    await codesOf(shown(), 'endpoints.yaml', (codes) => codes.includes('unmatched-port'));
  });

  it('are left out where the explorer hides them', async () => {
    const { probe, file } = shown();
    await probe.open(file('service.yaml'));
    mkdirSync(dirname(file(draft)));
    writeFileSync(file(draft), drafted);
    await codesOf(shown(), draft, (codes) => codes.includes('unspecified-ip'));
    await probe.setting('files.exclude', { '{drafts*,other}': true }, 'workspace');
    try {
      await codesOf(shown(), draft, (codes) => codes.length === 0);
    } finally {
      await probe.setting('files.exclude', undefined, 'workspace');
    }
    await codesOf(shown(), draft, (codes) => codes.length === 1);
    // Open or closed, it is one file, in any spelling of its path.
    await probe.open(file(draft));
    await probe.edit(file(draft), drafted.replace('0.0.0.0', '127.0.0.1'));
    await codesOf(shown(), draft, (codes) => codes.length === 1 && codes.includes('loopback-ip'));
  });

  it('are renamed in together, after a preview', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('endpoints.yaml'));
    await goTo(page, 12, 17);
    const preview = await renameTo(page, 'stats');
    await takePicture(page, 'rename-preview');
    assert.match(await preview.innerText(), /service\.yaml/);
    await click(page.getByRole('button', { name: 'Apply' }), preview, 'hidden');
    for (const name of ['service.yaml', 'endpoints.yaml']) {
      const text = (): Promise<string> => probe.text(file(name));
      await until(`the new name in ${name}`, async () => /name: stats\n/.test(await text()), { show: text });
    }
  });
});
