/** Tests the language status, the commands, the rule pages and the walkthrough in the workbench. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { desktop, type Window } from './support/desktop.ts';
import {
  choose,
  click,
  goTo,
  hover,
  openFile,
  runCommand,
  showLanguageStatus,
  showProblem,
} from './support/gestures.ts';
import { extensionId } from './support/installed.ts';
import { takePicture } from './support/pictures.ts';
import { loopback, openFilesOnly } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const files = {
  ...openFilesOnly,
  'version.yaml': loopback.replace('127.0.0.1', "'::ffff:10.20.0.15'"),
  'explain.yaml': loopback,
  'link.yaml': loopback,
  'hover-link.yaml': loopback,
  'skeleton.yaml': '',
  'unended.yaml': loopback.trimEnd(),
  'second.yaml': loopback,
};

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('workbench commands', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('commands', files));
  });

  it('change the Kubernetes version in the language status, and with it a verdict', async () => {
    const { page, probe } = shown();
    await openFile(page, 'version.yaml');
    await showProblem(page, 'ambiguous-ip');
    await probe.command('workbench.action.closePanel');
    const status = await showLanguageStatus(page);
    await until('the status to know the file', async () => /1 Endpoints/.test((await status.allInnerTexts()).join()), {
      show: () => status.allInnerTexts(),
    });
    const text = (await status.allInnerTexts()).join('\n');
    assert.match(text, /Kubernetes 1\.36/);
    assert.match(text, /Server running/);
    await takePicture(page, 'language-status');
    await click(status.getByText('Change'), page.locator('.quick-input-widget'));
    await choose(page, '1.32');
    const verdicts = async (): Promise<readonly string[]> =>
      (await probe.diagnostics(shown().file('version.yaml'))).map(({ code, severity }) => `${code} ${severity}`);
    await until('another verdict', async () => !(await verdicts()).includes('ambiguous-ip 0'), { show: verdicts });
    assert.equal(await probe.workspaceSetting('endpoints.kubernetesVersion'), '1.32');
    await probe.setting('endpoints.kubernetesVersion', undefined, 'workspace');
  });

  it('explain the rule at the cursor in a Markdown preview', async () => {
    const { page } = shown();
    await openFile(page, 'explain.yaml');
    await showProblem(page, 'loopback-ip');
    await goTo(page, 7, 15);
    await runCommand(page, 'Endpoints: Explain Rule');
    await assertPreview(page, 'loopback-ip');
    await takePicture(page, 'explain-rule');
  });

  it('open the page of a rule from the code in the Problems panel', async () => {
    const { page } = shown();
    await openFile(page, 'link.yaml');
    const problem = await showProblem(page, 'loopback-ip');
    await click(problem.locator('.marker-code, a').filter({ hasText: 'loopback-ip' }), tabOf(page, 'loopback-ip'));
    await assertPreview(page, 'loopback-ip');
  });

  it('open the page of a rule from the hover of a finding', async () => {
    const { page } = shown();
    await openFile(page, 'hover-link.yaml');
    await showProblem(page, 'loopback-ip');
    // The hover of the address comes after that of the finding, and draws both anew.
    await hover(page, 'ip: 127.0.0.1', '127.0.0.1', 'The API server rejects it as an endpoint address.');
    const link = page.locator('.monaco-hover:visible a', { hasText: 'loopback-ip' });
    await click(link, tabOf(page, 'loopback-ip'));
    await assertPreview(page, 'loopback-ip');
  });

  it('insert a skeleton into an empty file', async () => {
    const { page, probe } = shown();
    await openFile(page, 'skeleton.yaml');
    await runCommand(page, 'Endpoints: Insert Skeleton');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'EndpointSlice' }).first();
    await row.waitFor({ timeout: 5000 });
    await takePicture(page, 'insert-skeleton');
    await page.keyboard.press('Enter');
    await until('the skeleton', async () => /kind: EndpointSlice\n/.test((await probe.active())?.text ?? ''), {
      show: () => probe.active(),
    });
  });

  it('append a skeleton to a file whose last line is indented and has no end', async () => {
    const { page, probe } = shown();
    await openFile(page, 'unended.yaml');
    await runCommand(page, 'Endpoints: Insert Skeleton');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'EndpointSlice' }).first().waitFor();
    await page.keyboard.press('Enter');
    const isAppended = async (): Promise<boolean> =>
      /      - port: 5432\n---\napiVersion: discovery\.k8s\.io\/v1\nkind: EndpointSlice\nmetadata:\n  name: my-service-1\n/.test(
        (await probe.active())?.text ?? '',
      );
    await until('the skeleton in a document of its own', isAppended, { show: () => probe.active() });
  });

  it('open an example that is full of mistakes', async () => {
    const { page } = shown();
    // Commands exist from the start, before any file is open.
    await runCommand(page, 'Endpoints: Open an Example');
    await showProblem(page, 'loopback-ip');
  });

  it('show the walkthrough', async () => {
    const { page, probe } = shown();
    await openFile(page, 'second.yaml');
    await probe.command('workbench.action.openWalkthrough', `${extensionId}#start`, false);
    await page.locator('.gettingStartedContainer .step-title').first().waitFor({ timeout: 10_000 });
    const titles = await page.locator('.gettingStartedContainer .step-title').allInnerTexts();
    assert.ok(titles.length >= 5, titles.join());
    assert.ok(titles.includes('Move to EndpointSlice'), titles.join());
    await takePicture(page, 'walkthrough');
  });
});

/** The preview is a page in nested frames, and loads nothing from the network. */
async function assertPreview(page: Page, code: string): Promise<void> {
  await tabOf(page, code).waitFor({ timeout: 10_000 });
  const heading = async (): Promise<boolean> => {
    for (const frame of page.frames()) {
      const text = await frame
        .locator('h1')
        .allInnerTexts()
        .catch(() => []);
      if (text.some((each) => each.includes(code))) return true;
    }
    return false;
  };
  await until(`a heading "${code}"`, heading, { show: () => page.frames().map((frame) => frame.url()) });
}

function tabOf(page: Page, code: string): Locator {
  return page.locator('.tab.active', { hasText: code });
}
