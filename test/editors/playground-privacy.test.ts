/** Tests that the page of the playground sends nothing, runs nothing that a text contains, and is small. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../support/root.ts';
import { openPlayground, pasteText, playgroundFolder, tabs, playgrounds } from './support/playground-page.ts';

/** What each file of the scripts is made of. */
type Inputs = Readonly<
  Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
>;

describe('the playground', () => {
  const open = playgrounds();

  it('sends nothing: its policy refuses every other host, in the page, in the server and in the frame', async () => {
    let asked = 0;
    const other = createServer((_request, response) => {
      asked++;
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', () => done()));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const { page } = await openPlayground();
    const refused = `fetch(${JSON.stringify(url)}).then(() => 'sent', () => 'refused')`;
    assert.equal(await page.evaluate(refused), 'refused');
    const [worker] = page.workers();
    assert.equal(await worker?.evaluate(refused), 'refused');
    const frame = page.frames().find((each) => each.url().endsWith('traffic.html'));
    assert.equal(await frame?.evaluate(refused), 'refused');
    const isRun = await page.evaluate(async (address) => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.isRun = true';
      const image = document.createElement('img');
      image.src = address;
      document.body.append(script, image);
      await new Promise((done) => setTimeout(done, 200));
      return 'isRun' in globalThis;
    }, url);
    assert.equal(isRun, false);
    assert.equal(asked, 0);
    await page.context().close();
    other.close();
    await open();
  });

  it('shows texts of a link as texts', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>[a](javascript:alert(3))';
    const { page, tab, click } = await open();
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    const evilObject = `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: '${evil}'\n  labels: { a: '${evil}' }\nsubsets: []\n`;
    await pasteText(page, evilObject);
    for (const name of tabs) {
      const panel = await tab(name);
      await click('Endpoints');
      await page.waitForTimeout(300);
      assert.equal(await panel.locator('img, script, a[href^="javascript"]').count(), 0);
    }
    assert.equal(await page.locator('.problems img').count(), 0);
    assert.equal(dialogs, 0);
  });

  // Terraform takes 43 kB: the playground reads it, too. More than half of that is loaded only when it is needed.
  it('has at most 960 kB of own code, packed', async () => {
    const inputs = JSON.parse(readFileSync(join(root, 'out/playground-inputs.json'), 'utf8')) as Inputs;
    const size = (file: string): number =>
      gzipSync(readFileSync(join(playgroundFolder, basename(file))), { level: 9 }).length;
    const own = Object.entries(inputs).map(([file, made]) => {
      const parts = Object.entries(made.inputs);
      const bytesOf = (isCounted: (path: string) => boolean): number =>
        parts.reduce((sum, [path, { bytesInOutput }]) => sum + (isCounted(path) ? bytesInOutput : 0), 0);
      // The server counts with its libraries; not the editor, and not the formatter.
      const counted = bytesOf(
        (path) => !/node_modules\/(?:prettier|@codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt)\//.test(path),
      );
      return counted === 0 ? 0 : (size(file) * counted) / bytesOf(() => true);
    });
    const total = own.reduce((sum, each) => sum + each, 0);
    assert.ok(total > 500_000 && total <= 960_000, `${total} bytes`);
    await open();
  });
});
