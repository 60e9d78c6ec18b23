/** Expectations in the Testing view of the real workbench, on the desktop and on the web. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { db } from '../support/expectation-texts.ts';
import { closePage, openPage } from './support/browser.ts';
import { desktop, type Window } from './support/desktop.ts';
import { openFromExplorer, runCommand, showProblem } from './support/gestures.ts';
import { makeHome, unpackedExtension } from './support/installation.ts';
import { installed, testExtension } from './support/installed.ts';
import { reportPage, takePicture } from './support/pictures.ts';
import { until } from './support/until.ts';
import { serveWorkbench } from './support/web-host.ts';
import { keepInOrder } from './support/windows.ts';

const expectations = `tests:
  - {name: the primary, service: shop/db, reaches: [10.0.0.1]}
  - {name: the replica, service: shop/db, reaches: [10.0.0.2]}
`;
const name = 'endpoints.test.yaml';

/** Runs all tests, and waits until the first one has passed and the second one has failed. */
async function runTests(page: Page): Promise<void> {
  await runCommand(page, 'Testing: Focus on Test Explorer View');
  const rows = page.locator('.test-explorer .monaco-list-row');
  await rows.first().waitFor({ timeout: 10_000 });
  await runCommand(page, 'Test: Run All Tests');
  await rows.first().click();
  await page.keyboard.press('ArrowRight');
  const state = async (label: string): Promise<string> => {
    const row = rows.filter({ hasText: label }).first();
    return (await row.count()) === 0
      ? 'missing'
      : row.locator('.computed-state').evaluate(({ className }) => className);
  };
  const states = async (): Promise<readonly string[]> => [await state('the primary'), await state('the replica')];
  const isDone = async (): Promise<boolean> => {
    const [primary = '', replica = ''] = await states();
    return /passed/.test(primary) && /failed|error/.test(replica);
  };
  await until('the results', isDone, { show: states });
}

describe('expectations', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  it('are tests with results and messages', async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('expectations', { 'k8s/db.yaml': db, [name]: expectations }));
    const { page, probe, file } = window;
    await probe.open(file(name));
    await runTests(page);
    const message = page.getByText('10.0.0.2 gets no traffic. The endpoint is not ready.').first();
    await message.waitFor({ timeout: 10_000 });
    await takePicture(page, 'expectations');
  });

  it('have their mistakes as problems', async () => {
    assert.ok(window);
    const { workspace, open } = await desktop();
    window = await open(workspace('expectation-mistakes', { [name]: expectations.replace('reaches', 'raeches') }));
    await window.probe.open(window.file(name));
    await showProblem(window.page, 'There is no key "raeches" here. Did you mean "reaches"?');
  });
});

describe('expectations on the web', () => {
  let page: Page;

  before(async () => {
    const extensions = [unpackedExtension(makeHome()), testExtension('memfs')];
    const files = { '/db.yaml': db, [`/${name}`]: expectations };
    page = await openPage(await serveWorkbench({ build: installed().web, extensions, files }), 'expectations-web');
  });

  after(() => closePage(page));

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await reportPage(page, this.currentTest.fullTitle());
  });

  it('are tests of an opened file', async () => {
    await openFromExplorer(page, name);
    await runTests(page);
    await takePicture(page, 'expectations-web');
  });
});
