/** Tests in Chromium that a picture shows hostile names as text, on its page and in an HTML file, which refers to nothing outside. */
import assert from 'node:assert/strict';
import { pageScript } from 'page-script';
import type { Page } from 'playwright-core';
import type { Picture } from '../../server/src/analysis/picture/picture.ts';
import { pictureHtml } from '../../server/src/drawing/components/html.tsx';
import { openEmptyPage } from './support/browser.ts';
import { openWebview, partNamed, pictureOfText, stateOf } from './support/picture-page.ts';
import { brokenText, manyAddresses } from './support/picture-texts.ts';

const hostile = [
  '<img src=x onerror="throw 1"><script>throw 2</script>',
  '</script><script>throw 3</script><!--',
  '</title></style></svg>]]>&lt;&#0;&amp;"\'`${x}',
  '\u0000\u0007\u001b[31m\u0085\u2028\u2029',
  '\u202eright-to-left\u202c \u2066isolated\u2069 \u05e9\u05dc\u05d5\u05dd \u0627\u0644\u0645',
  '\ud800 alone \udfff',
  'long'.repeat(2_500),
  '__proto__',
  ' spaces  and\ttabs\r\nand lines ',
  '"][data-id="',
];

describe('hostile names in a picture', () => {
  let picture: Picture;

  before(() => {
    picture = pictureOfText(brokenText);
  });

  it('are text on the page', async () => {
    const { page, send, sent, close } = await openWebview();
    for (const name of hostile) {
      await send(stateOf(renamed(picture, name)));
      await assertPlain(page, picture);
      await page.getByRole('button', { name: 'Table' }).click();
      assert.equal(await page.locator('img, tbody script').count(), 0);
      await page.getByRole('button', { name: 'Table' }).click();
      await page.getByRole('searchbox').fill(name.slice(0, 20));
      await page.getByRole('searchbox').fill('');
      await sent();
      const first = page.locator('[data-kind="address"]').first();
      const id = (await first.getAttribute('data-id')) ?? '';
      await send({ kind: 'active', id });
      await first.click();
      assert.equal((await sent()).length, 1);
      await page.keyboard.press('ArrowLeft');
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-kind')), 'object');
    }
    // The page itself throws nothing, and its policy is not touched.
    await close();
  });

  it('are text in an HTML file', async () => {
    for (const name of hostile) {
      const { page, wrong } = await openFile(pictureHtml(renamed(picture, name), options));
      await page.locator('[tabindex="0"][role="treeitem"]').waitFor();
      await assertPlain(page, picture);
      assert.deepEqual(wrong, []);
      await page.context().close();
    }
  });
});

describe('a picture as an HTML file', () => {
  it('asks for nothing, and is the same each time', async () => {
    const many = pictureOfText(manyAddresses(24));
    const html = pictureHtml(many, options);
    assert.equal(html, pictureHtml(structuredClone(many), options));
    assert.doesNotMatch(html, /\s(?:src|href|style|on\w+)=/);
    const { page, wrong } = await openFile(html);
    await partNamed(page, '?zone z1').click();
    assert.equal(await page.locator('[data-kind="address"]').count(), 8);
    await page.getByRole('searchbox').fill('10.1.0.2');
    await page.waitForTimeout(50);
    assert.equal(await page.locator('[data-kind="address"]').count(), 6);
    assert.equal(await page.getByRole('button', { name: 'Lock' }).count(), 0);
    assert.deepEqual(wrong, []);
    await page.context().close();
  });

  it('can be read without its script, unfolded when asked', async () => {
    const picture = pictureOfText(`${brokenText}---\n${manyAddresses(24)}`);
    const { page } = await openFile(pictureHtml(picture, { ...options, isUnfolded: true }), false);
    const text = await page.locator('main').evaluate((main) => main.textContent);
    for (const words of ['shop/orders-db', '10.1.0.24', 'Ingress', '127.0.0.1 is a loopback address', 'unmatched-port'])
      assert.ok(text?.includes(words), words);
    assert.equal(await page.getByRole('searchbox').count(), 0, 'no control that does nothing');
    await page.context().close();
  });

  it('goes on with what was drawn: its script changes nothing but the width', async () => {
    const picture = pictureOfText(brokenText);
    const html = pictureHtml(picture, { ...options, width: 1000 });
    const drawn = async (hasScript: boolean): Promise<string> => {
      const { page } = await openFile(html, hasScript, 1000);
      await page.waitForTimeout(100);
      const markup = await page
        .locator('section')
        .first()
        .evaluate((main) => main.outerHTML);
      await page.context().close();
      return markup.replace(/ style="contain-intrinsic-size[^"]*"/g, '').replace('tabindex="0"', 'tabindex="-1"');
    };
    assert.equal(await drawn(true), await drawn(false));
  });
});

const options = { script: pageScript, width: 1080, isUnfolded: false };

/** In all texts and ids. */
function renamed(picture: Picture, name: string): Picture {
  const text = JSON.stringify(picture).replaceAll(/orders-db|ledger|postgres|metrics|\bw1\b|hand-written/g, (word) =>
    JSON.stringify(`${name} ${word}`).slice(1, -1),
  );
  return JSON.parse(text) as Picture;
}

async function assertPlain(page: Page, { services }: Picture): Promise<void> {
  assert.equal(await page.locator('section').count(), services.length);
  assert.equal(await page.locator('main img, main script, main a, main iframe').count(), 0);
  const wide = await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  const controls = await page
    .locator('svg text')
    .evaluateAll((all) =>
      all
        .map((text) => text.textContent ?? '')
        .filter((text) => /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text)),
    );
  assert.deepEqual(controls, []);
}

async function openFile(
  html: string,
  hasScript = true,
  width = 1000,
): Promise<{ readonly page: Page; readonly wrong: readonly string[] }> {
  const page = await openEmptyPage({ javaScriptEnabled: hasScript, viewport: { width, height: 800 } });
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error.stack)));
  page.on('console', (message) => wrong.push(message.text()));
  await page.route('**', (route) => {
    const url = route.request().url();
    if (url === 'https://page.test/') return route.fulfill({ contentType: 'text/html', body: html });
    // A browser asks for it by itself.
    if (!url.endsWith('/favicon.ico')) wrong.push(url);
    return route.abort();
  });
  await page.goto('https://page.test/');
  return { page, wrong };
}
