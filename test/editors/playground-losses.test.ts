/** Tests that the playground loses no text: steps back, renamed files, long texts, edits that come late, odd files, new releases. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { serveSite } from '../../scripts/site-server.mjs';
import { openEmptyPage } from './support/browser.ts';
import { pasteText, playgroundFolder, playgroundUrl, playgrounds } from './support/playground-page.ts';
import { until } from './support/until.ts';

describe('the playground keeps texts', () => {
  const open = playgrounds();

  /** With a comment that somebody has typed. */
  async function openEdited(): ReturnType<typeof open> {
    const opened = await open();
    await opened.click('587');
    await opened.page.keyboard.press('End');
    await opened.page.keyboard.type(' # mine');
    return opened;
  }

  it('that another example replaces, and those of a closed file: a step back brings them again', async () => {
    const { page, text } = await openEdited();
    await page.getByRole('button', { name: 'Examples…' }).click();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.getByRole('button', { name: 'mail-relay.json', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Close endpoints.yaml' }).waitFor();
    assert.match(await text(), /587 # mine$/m);
    await page.getByRole('button', { name: 'Close endpoints.yaml' }).click();
    await page.getByRole('button', { name: 'endpoints.yaml', exact: true }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('button', { name: 'Close endpoints.yaml' }).waitFor();
    assert.match(await text(), /587 # mine$/m);
  });

  it('and what can be undone in the other files when one is renamed', async () => {
    const { page, text } = await openEdited();
    await page.getByRole('button', { name: 'service.yaml' }).click();
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('renamed.yaml');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close renamed.yaml' }).waitFor();
    const names = await page.getByRole('navigation', { name: 'Files' }).getByRole('button').allInnerTexts();
    assert.deepEqual(names.slice(0, 2), ['endpoints.yaml', 'renamed.yaml']);
    await page.getByRole('button', { name: 'endpoints.yaml', exact: true }).click();
    await page.keyboard.press('Control+z');
    await until('the text as it was', async () => !(await text()).includes('mine'));
  });

  it('when a step back follows at once: what it leads to is not written over', async () => {
    const { page, click } = await open();
    await page.getByRole('button', { name: 'Close endpoints.yaml' }).click();
    await page.getByRole('button', { name: 'endpoints.yaml', exact: true }).waitFor({ state: 'detached' });
    await page.waitForTimeout(700);
    await click('587');
    await page.goBack();
    await page.getByRole('button', { name: 'endpoints.yaml', exact: true }).waitFor();
    await page.waitForTimeout(700);
    await page.goForward();
    await page.getByRole('button', { name: 'endpoints.yaml', exact: true }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('button', { name: 'endpoints.yaml', exact: true }).waitFor();
  });

  it('of files with names that scripts use, and what can be undone in a renamed file', async () => {
    const { page, text } = await openEdited();
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('app.constructor');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close app.constructor' }).waitFor();
    assert.match(await text(), /587 # mine$/m);
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Control+z');
    await until('the text as it was', async () => !(await text()).includes('mine'));
  });

  it('that are typed while the link is made', async () => {
    const { page } = await open();
    await page.locator('.editor .cm-content').click();
    await page.evaluate(() => {
      const all = [...document.querySelectorAll('button')];
      all.find((each) => each.textContent === 'Copy link')?.click();
      document.execCommand('insertText', false, 'typed-late');
    });
    await page.locator('.message', { hasText: 'link' }).waitFor();
    const packed = new URL(page.url()).hash.slice('#s='.length);
    assert.match(inflateRawSync(Buffer.from(packed, 'base64url')).toString(), /typed-late/);
  });

  it('by a question before a page is left whose address cannot keep them', async () => {
    const { page } = await open();
    // Letters that no compression makes short.
    const noise = Array.from({ length: 700_000 }, (_, i) =>
      String.fromCharCode(97 + (((i * i * 7919 + i * 31) % 26011) % 26)),
    );
    await pasteText(
      page,
      `# ${noise.map((letter, i) => letter + String.fromCharCode(97 + Math.floor(Math.random() * 26)) + (i % 60 === 59 ? '\n# ' : '')).join('')}\n`,
    );
    await page.getByText('These texts are too long for the address of the page.').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('These texts are too long for a link.').waitFor();
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked++;
      void dialog.accept();
    });
    await page.reload();
    assert.equal(asked, 1);
  });

  it('where the formatted text comes late: it is written into its own file, and not over a later one', async () => {
    const { page, text } = await open();
    const service = page.getByRole('button', { name: 'service.yaml', exact: true });
    await service.click();
    const before = await text();
    await pasteText(page, 'apiVersion:   v1\nkind:   Endpoints\nmetadata:   { name: a }\n');
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Shift+Alt+F');
    await service.click();
    const pasted = page.getByRole('button', { name: 'pasted.yaml', exact: true });
    await until('the formatted file', async () => {
      await pasted.click();
      return /^kind: Endpoints$/m.test(await text());
    });
    await service.click();
    assert.equal(await text(), before);
    await pasted.click();
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Control+z');
    await page.evaluate(() => {
      const keys = { key: 'F', keyCode: 70, shiftKey: true, altKey: true, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', keys));
      // Before any answer can come. Typing is no event that a script can make.
      document.execCommand('insertText', false, '#');
    });
    await page.locator('.message', { hasText: /has changed/ }).waitFor();
    assert.match(await text(), /^kind: {3}Endpoints$/m);
  });

  it('and says which files are none', async () => {
    const { page, text } = await open();
    await page.getByLabel('Open files').setInputFiles([
      { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]) },
      { name: 'utf16.yaml', mimeType: 'text/yaml', buffer: Buffer.from('\ufeffkind: Endpoints\n', 'utf16le') },
    ]);
    await page.getByText('picture.png is a folder, or no text.').waitFor();
    await page.getByRole('button', { name: 'Close utf16.yaml' }).waitFor();
    assert.equal(await text(), 'kind: Endpoints\n');
    const names = await page.getByRole('navigation', { name: 'Files' }).getByRole('button').allInnerTexts();
    assert.ok(!names.includes('picture.png'));
    await pasteText(page, '{{- if .Values.x }}\nkind: Endpoints\n{{- end }}\n');
    await page.getByRole('button', { name: 'Close pasted.yaml' }).waitFor();
  });

  it('of a link whose name is cut in the middle of a character', async () => {
    const { page, close } = await open('#rule=loopback%');
    await page.getByText('This link is incomplete').waitFor();
    await close();
    const state = { files: [{ name: '\ud800.yaml', text: 'a: 1\n' }] };
    const half = await open(`#s=${deflateRawSync(JSON.stringify(state)).toString('base64url')}`);
    await half.page.getByText('This link is incomplete').waitFor();
  });
});

describe('a dialog of the playground', () => {
  const open = playgrounds();

  it('has its focus on the first thing to do, and Enter does it', async () => {
    const { page, click, text } = await open();
    await click('submission');
    await page.keyboard.press('F2');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('submit');
    await page.keyboard.press('Enter');
    await until('the new name', async () => (await text()).includes('name: submit\n'));
    await click('smpt');
    await page.keyboard.press('Control+.');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await until('the first action', async () => (await text()).includes('name: smtp\n'));
  });

  it('is not opened twice by a double click, and a tap beside it presses nothing', async () => {
    const { page } = await open();
    const dialog = page.getByRole('dialog');
    for (const name of ['Keys', 'Actions', 'Examples…', 'Rename…']) {
      await page.getByRole('button', { name, exact: true }).dblclick();
      await dialog.waitFor();
      await page.waitForTimeout(600);
      assert.equal(await dialog.count(), 1, name);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.waitForTimeout(600);
    const dark = await page.getByRole('button', { name: 'Dark' }).boundingBox();
    assert.ok(dark);
    await page.mouse.click(dark.x + 5, dark.y + 5);
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.locator('html.dark').count(), 0);
  });

  it('completes in the middle of a word by replacing the whole word', async () => {
    const { page, click, text } = await open();
    await click('587');
    await page.keyboard.press('End');
    await page.keyboard.type('\nprotocol: TCP');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete').getByRole('option', { name: /^SCTP/ }).click();
    await until('the whole word', async () => /protocol: SCTP$/m.test(await text()));
  });
});

describe('a new release of the playground', () => {
  it('is said on the open page, which stays of one release, and is there after a reload; so is one that is taken back', async () => {
    await playgroundUrl();
    const folder = mkdtempSync(join(tmpdir(), 'playground-'));
    cpSync(playgroundFolder, join(folder, 'playground'), { recursive: true });
    const server = await serveSite({ folder });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/playground/`;
    const page = await openEmptyPage();
    try {
      await page.goto(url);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await until('the worker controls the page', () =>
        page.evaluate(() => navigator.serviceWorker.controller !== null),
      );
      const change = (name: string, from: RegExp, to: string): void => {
        const file = join(folder, 'playground', name);
        const text = readFileSync(file, 'utf8');
        assert.match(text, from);
        writeFileSync(file, text.replace(from, to));
      };
      change('index.html', /<title>/, '<title>New ');
      change('examples.json', /A port that reaches nothing/, 'Another title');
      change('offline.js', /"[0-9a-f]{16}"/, '"0000000000000000"');
      await page.goto(url);
      assert.doesNotMatch(await page.title(), /^New/);
      await page.getByText('A new version of the playground is there.').waitFor();
      await page.getByRole('button', { name: 'Examples…' }).click();
      await page.getByRole('button', { name: 'A port that reaches nothing' }).waitFor();
      await page.reload();
      assert.match(await page.title(), /^New/);
      await page.getByRole('button', { name: 'Examples…' }).click();
      await page.getByRole('button', { name: 'Another title' }).waitFor();
      // Back to the release before.
      cpSync(playgroundFolder, join(folder, 'playground'), { recursive: true });
      await page.goto(url);
      await page.getByText('A new version of the playground is there.').waitFor();
      await page.reload();
      assert.doesNotMatch(await page.title(), /^New/);
    } finally {
      await page.context().close();
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    }
  });
});
