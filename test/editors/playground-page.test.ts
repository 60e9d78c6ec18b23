/** Tests the page of the playground in Chromium: its address, pasted texts, keyboards, narrow screens, offline use. */
import assert from 'node:assert/strict';
import { assertAccessible } from './support/accessible.ts';
import { pasteText, playgroundUrl, tabs, playgrounds } from './support/playground-page.ts';
import { until } from './support/until.ts';

describe('page of the playground', () => {
  const open = playgrounds();

  before(() => playgroundUrl());

  it('keeps everything in its address: texts, file, version, tab and viewpoint', async () => {
    const { page, click, close } = await open('#example=zones');
    await page.getByLabel('From', { exact: true }).selectOption('zone eu-central-1b');
    await page.getByLabel('Kubernetes').selectOption('1.35');
    await click('10.60.0.11');
    await page.keyboard.press('End');
    await page.keyboard.type(' # ünïcode 𝒩');
    await page.getByRole('button', { name: 'New file' }).click();
    await page.getByLabel('Name', { exact: true }).fill('base/other.yaml');
    await page.keyboard.press('Enter');
    const isWritten = async (): Promise<boolean> => (await page.evaluate(() => location.hash)).startsWith('#s=');
    await until('the address', isWritten);
    await page.waitForTimeout(700);
    const address = page.url();
    await close();
    const again = await open(new URL(address).hash);
    assert.equal(await again.page.getByLabel('Kubernetes').inputValue(), '1.35');
    assert.equal(await again.page.getByLabel('From', { exact: true }).inputValue(), 'zone eu-central-1b');
    assert.equal(
      await again.page.getByRole('button', { name: 'base/other.yaml', exact: true }).getAttribute('aria-current'),
      'true',
    );
    await again.page.getByRole('button', { name: 'zones.yaml' }).click();
    assert.match(await again.text(), /10\.60\.0\.11\] # ünïcode 𝒩$/m);
  });

  it('opens the example of a rule, and says what a wrong link has', async () => {
    const rule = await open('#rule=loopback-ip');
    await rule.waitForProblem(/^error loopback-ip a\.yaml:\d+:\d+$/);
    await rule.close();
    const unknown = await open('#rule=no-such-rule');
    await unknown.page.getByText('There is no rule no-such-rule').waitFor();
    await unknown.close();
    const cut = await open('#s=q1bKSy1XslJQMjQAAA');
    await cut.page.getByText('This link is incomplete').waitFor();
    await cut.waitForProblem(/unmatched-port/);
  });

  it('takes pasted texts, dropped and opened files, renames and closes them', async () => {
    const { page, text, waitForProblem } = await open();
    await pasteText(
      page,
      '{\r\n  "apiVersion": "v1",\r\n  "kind": "Endpoints",\r\n  "metadata": { "name": "A B" }\r\n}\r\n',
    );
    await waitForProblem(/^error .* pasted\.json:4:/);
    assert.doesNotMatch(await text(), /\r/);
    await page.evaluate((data) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([data], 'dropped.yaml', { type: 'text/yaml' }));
      document
        .querySelector('.editor')
        ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, 'apiVersion: v1\nkind: Endpoints\nmetadata: { name: db }\nsubsets: [{ addresses: [{ ip: 127.0.0.1 }] }]\n');
    await waitForProblem(/^error loopback-ip dropped\.yaml:4:/);
    await page.getByLabel('Open files').setInputFiles([
      { name: 'dropped.yaml', mimeType: 'text/yaml', buffer: Buffer.from('kind: Endpoints\n') },
      { name: 'large.yaml', mimeType: 'text/yaml', buffer: Buffer.alloc(21_000_000, 32) },
    ]);
    await page.getByText('large.yaml is larger than 20 MB').waitFor();
    await page.getByRole('button', { name: 'dropped-2.yaml', exact: true }).click();
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('service.yaml');
    await page.keyboard.press('Enter');
    await page.getByText('A file named service.yaml already exists.').waitFor();
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('renamed.yaml');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'renamed.yaml', exact: true }).waitFor();
    assert.match(await text(), /^kind: Endpoints$/m);
    await page.getByRole('button', { name: 'Close renamed.yaml' }).click();
    await until(
      'the file is gone',
      async () => (await page.getByRole('button', { name: 'renamed.yaml' }).count()) === 0,
    );
    await waitForProblem(/^error loopback-ip dropped\.yaml:4:/);
  });

  it('can be used with the keyboard alone', async () => {
    const { page, text, waitForProblem } = await open();
    await waitForProblem(/unmatched-port/);
    const focused = (): Promise<string> =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
    const tabTo = async (wanted: RegExp): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        if (wanted.test(await focused())) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`Tab never reaches ${String(wanted)}.`);
    };
    await tabTo(/^endpoints\.yaml$/);
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'endpoints.yaml');
    await page.keyboard.press('F8');
    await page.keyboard.press('F8');
    await page.keyboard.press('Control+.');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await until('the dialog is closed', async () => (await dialog.count()) === 0);
    await page.keyboard.type('x');
    await page.keyboard.press('Control+z');
    // Escape, then Tab leaves the editor.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await tabTo(/^Fix unmatched-port/);
    await page.keyboard.press('Enter');
    await until('the fix', async () => /^ {6}- name: smtp$/m.test(await text()));
    await tabTo(/^Traffic$/);
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Explain');
    await page.keyboard.press('ArrowLeft');
    await tabTo(/^$/);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no flaw that axe-core finds, in ${colorScheme}`, async () => {
      const { page, tab, waitForProblem } = await open('', { colorScheme });
      await waitForProblem(/unmatched-port/);
      for (const name of tabs) {
        await tab(name);
        await page.waitForTimeout(600);
        await assertAccessible(page, `${name}, ${colorScheme}`);
      }
      await page.getByRole('button', { name: 'Keys' }).click();
      await assertAccessible(page, 'keys');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^More for unmatched-port/ }).click();
      await page.getByRole('dialog').waitFor();
      await assertAccessible(page, 'actions');
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 360, height: 740 });
      await assertAccessible(page, 'narrow');
    });
  }

  it('fits a phone of 360 pixels', async () => {
    const { page, tab, click, text, drawn } = await open('', { viewport: { width: 360, height: 740 }, hasTouch: true });
    await drawn('10.30.0.25').waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the picture stays where it is');
    for (const name of tabs) {
      await tab(name);
      await page.waitForTimeout(400);
      const [width, wide] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        [...document.querySelectorAll('header, button, select, .problems, .side')]
          .filter((each) => each.getBoundingClientRect().right > 361)
          .map((each) => each.outerHTML.slice(0, 80)),
      ]);
      assert.deepEqual([name, width, wide], [name, 360, []]);
    }
    await click('10.30.0.25');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Write out|^Convert|^Add/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Fix unmatched-port/ }).click();
    await until('the fix', async () => /- name: smtp$/m.test(await text()));
  });

  it('changes between dark and light, and keeps the choice for the documentation', async () => {
    const { page } = await open('', { colorScheme: 'light' });
    const colour = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await colour(), 'rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Dark' }).click();
    assert.equal(await colour(), 'rgb(13, 17, 23)');
    const frame = page.frameLocator('iframe').locator('body.vscode-dark');
    await frame.waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('vitepress-theme-appearance')), 'dark');
  });

  it('works without a network after the first load, also for programs', async () => {
    const { page } = await open();
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active?.state !== 'activated')
        await new Promise((done) => active?.addEventListener('statechange', () => done(undefined)));
    });
    await page.context().setOffline(true);
    await page.goto('about:blank');
    await page.goBack();
    const rows = page.locator('.problems li');
    await rows.first().waitFor();
    await page.getByRole('button', { name: 'Examples…' }).click();
    await page.getByRole('button', { name: 'Pulumi in Go' }).click();
    await rows.filter({ hasText: 'main.go:29:53' }).waitFor();
    await page.getByRole('tab', { name: 'Traffic' }).click();
    await page.frameLocator('iframe').locator('svg').first().waitFor();
    await page.context().setOffline(false);
  });
});
