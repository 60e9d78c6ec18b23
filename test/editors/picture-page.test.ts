/** Tests the page of the Traffic view in Chromium: what can be done with the pointer and the keyboard, and what updates keep. */
import assert from 'node:assert/strict';
import type { Picture } from '../../server/src/analysis/picture/picture.ts';
import { focusedPart, openWebview, partNamed, pictureOfText, stateOf, type Webview } from './support/picture-page.ts';
import { brokenText, manyAddresses } from './support/picture-texts.ts';

describe('the page of a picture', () => {
  let broken: Picture;
  let many: Picture;
  let both: Picture;
  let view: Webview;

  before(() => {
    broken = pictureOfText(brokenText);
    many = pictureOfText(manyAddresses(60));
    both = pictureOfText(`${brokenText}---\n${manyAddresses(60)}`);
  });

  async function open(picture: Picture, kept?: unknown): Promise<Webview> {
    view = await openWebview({ kept });
    await view.send(stateOf(picture));
    return view;
  }

  afterEach(() => view.close());

  it('asks for its first state, and says why there is nothing to draw', async () => {
    view = await openWebview();
    assert.deepEqual(await view.sent(), [{ kind: 'ready' }]);
    await view.send(stateOf(null, { remark: 'This file has no Service.' }));
    assert.match(await view.page.locator('main').innerText(), /This file has no Service\./);
  });

  it('goes to the place of a part, of a title and of a row of the table', async () => {
    const { page, sent } = await open(broken);
    const [address] = broken.services.flatMap(({ objects }) => objects[0]?.addresses[0] ?? []);
    await sent();
    await page.locator('[data-kind="address"]').first().click();
    assert.deepEqual(await sent(), [{ kind: 'reveal', place: { file: address?.file, range: address?.range } }]);
    await page.getByRole('button', { name: 'finance/ledger-db' }).click();
    const [service] = broken.services;
    assert.deepEqual(await sent(), [{ kind: 'reveal', place: { file: service?.file, range: service?.range } }]);
    await page.getByRole('button', { name: 'Table' }).click();
    assert.equal(await page.locator('svg[role="tree"]').count(), 0);
    await page.locator('tbody button').last().click();
    assert.equal((await sent()).length, 1);
  });

  it('has a table that says what the drawing shows', async () => {
    const { page } = await open(broken);
    await page.getByRole('button', { name: 'Table' }).press('Enter');
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join('|')));
    assert.ok(
      rows.some((row) => /orders-db\|.*metrics\|.*10\.0\.0\.1.*\|.*no traffic\|unmatched-port/.test(row)),
      rows.join('\n'),
    );
    assert.ok(
      rows.some((row) => /10\.0\.0\.3.*terminating/.test(row)),
      rows.join('\n'),
    );
    assert.ok(
      rows.some((row) => /Ingress ledger/.test(row)),
      rows.join('\n'),
    );
    const flows = broken.services.flatMap(({ objects }) =>
      objects.flatMap(({ addresses }) => addresses.flatMap((each) => each.flows)),
    );
    assert.equal(rows.filter((row) => /\d+\.0\.0\.\d/.test(row.split('|')[3] ?? '')).length, flows.length);
  });

  it('chooses a view and locks', async () => {
    const { page, sent } = await open(broken);
    await sent();
    await page.getByLabel('View').selectOption('after patches');
    await page.getByRole('button', { name: 'Lock' }).click();
    assert.deepEqual(await sent(), [
      { kind: 'view', id: 'patched' },
      { kind: 'lock', isLocked: true },
    ]);
    await view.send(stateOf(broken, { isLocked: true }));
    assert.equal(await page.getByRole('button', { name: 'Lock' }).getAttribute('aria-pressed'), 'true');
  });

  it('unfolds groups with the pointer, Enter, Space and an arrow, and folds them again', async () => {
    const { page } = await open(many);
    const group = partNamed(page, '?zone z1');
    const count = (): Promise<number> => page.locator('[data-kind="address"]').count();
    assert.equal(await count(), 0);
    for (const [unfold, fold] of [
      [() => group.click(), () => group.click()],
      [() => group.press('Enter'), () => group.press('Space')],
      [() => group.press('ArrowRight'), () => group.press('Enter')],
    ] as const) {
      await unfold();
      assert.equal(await group.getAttribute('aria-expanded'), 'true');
      assert.equal(await count(), 20);
      await fold();
      assert.equal(await count(), 0);
    }
    assert.match(await group.innerHTML(), /20 addresses, ● 19 ○ 1/);
  });

  it('filters by words of Services, objects, addresses, zones and rules', async () => {
    const { page } = await open(both);
    const filter = page.getByRole('searchbox');
    for (const [words, services, addresses] of [
      ['ledger', 1, 1],
      ['shop/ 10.0.0.2', 1, 1],
      ['zone z2 10.1.0.36', 1, 1],
      ['db.yaml', 3, 4],
      ['unmatched-port', 1, 3],
      ['orders-db-a', 1, 3],
      ['nothing has this name', 0, 0],
      ['', 3, 4],
    ] as const) {
      await filter.fill(words);
      await page.waitForTimeout(50);
      assert.equal(await page.locator('section').count(), services, words);
      assert.equal(await page.locator('[data-kind="address"]').count(), addresses, words);
    }
    await page.getByLabel('Only problems').check();
    await page.waitForTimeout(50);
    assert.match(await page.locator('header').innerText(), /2 of 3 Services/);
  });

  it('zooms with buttons, the wheel and keys, and the drawing keeps to the width', async () => {
    const { page } = await open(broken);
    const size = async (): Promise<number> =>
      (await page.locator('svg[role="tree"] text').nth(4).boundingBox())?.height ?? 0;
    const first = await size();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.keyboard.press('Control+Equal');
    await page.locator('main').hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await page.getByText('173 %').waitFor();
    assert.ok(Math.abs((await size()) / first - 1.728) < 0.1, `${await size()} after ${first}`);
    const overflow = await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(overflow, 0);
    await page.keyboard.press('Control+0');
    await page.getByText('100 %').waitFor();
    await page.setViewportSize({ width: 300, height: 700 });
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.waitForTimeout(100);
    assert.ok((await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)) <= 1);
  });

  it('keeps open groups, the filter and the zoom over a reload', async () => {
    const { page } = await open(many);
    await partNamed(page, '?zone z0').click();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('searchbox').fill('10.1');
    await page.waitForTimeout(50);
    const kept = await view.kept();
    await view.close();
    await open(many, kept);
    assert.equal(await view.page.locator('[data-kind="address"]').count(), 20);
    assert.equal(await view.page.getByRole('searchbox').inputValue(), '10.1');
    assert.ok(await view.page.getByText('83 %').isVisible());
  });

  it('lights up the part at the cursor, or what it is folded into, and scrolls to it', async () => {
    const { page } = await open(both);
    await page.setViewportSize({ width: 900, height: 300 });
    const group = partNamed(page, '?zone z2');
    const hidden = both.services.flatMap(({ objects }) => objects).find(({ name }) => name === 'cache-a')?.addresses[2];
    await view.send({ kind: 'active', id: hidden?.id ?? '' });
    assert.equal(await group.getAttribute('aria-current'), 'true');
    await group.press('Enter');
    assert.equal(await page.locator('[aria-current="true"]').getAttribute('data-id'), hidden?.id);
    const last = both.services.at(-1)?.objects[0]?.addresses[1];
    await view.send({ kind: 'active', id: last?.id ?? '' });
    await view.send(stateOf(both));
    const lit = page.locator('[aria-current="true"]');
    assert.equal(await lit.getAttribute('data-id'), last?.id);
    const box = await lit.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 300, JSON.stringify(box));
    await view.send({ kind: 'active', id: null });
    assert.equal(await page.locator('[aria-current]').count(), 0);
  });

  it('prepares the menu of VS Code', async () => {
    const { page } = await open(broken);
    const address = page.locator('[data-kind="address"]').first();
    await address.click({ button: 'right' });
    assert.deepEqual(JSON.parse((await address.getAttribute('data-vscode-context')) ?? ''), {
      part: 'address',
      id: await address.getAttribute('data-id'),
      mark: await address.getAttribute('data-mark'),
      preventDefaultContextMenuItems: true,
    });
  });

  it('keeps the focus and open groups while the text changes, and says what breaks', async () => {
    const { page } = await open(both);
    await partNamed(page, '?zone z0').press('Enter');
    const row = page.locator('[data-kind="address"][data-id*="cache"]').nth(3);
    await row.focus();
    const id = await focusedPart(page);
    const marked = await row.evaluateHandle((element) => element);
    const changed = pictureOfText(
      `# A line above.\n${brokenText.replace('name: postgres, port: 5432, protocol', 'name: postgre, port: 5432, protocol')}---\n${manyAddresses(60)}`,
    );
    await view.send(stateOf(changed));
    assert.equal(await focusedPart(page), id);
    assert.ok(await marked.evaluate((element) => element === document.activeElement), 'the same element');
    assert.equal(await page.locator('[data-id*="cache"][data-kind="address"]').count(), 20);
    await page.getByText('Port postgres of orders-db has no endpoint any more.').waitFor({ state: 'attached' });
    await view.send(stateOf(both));
    await page.getByText('Port postgres of orders-db has an endpoint again.').waitFor({ state: 'attached' });
  });

  it('gives the focus to what a removed part belonged to', async () => {
    const { page } = await open(broken);
    await page.locator('[data-kind="address"]').last().focus();
    await view.send(stateOf(pictureOfText(brokenText.replace(/ {2}- \{ addresses: \[10\.0\.0\.3\].*\n/, ''))));
    assert.match((await focusedPart(page)) ?? '', /EndpointSlice\/orders-db-a$/);
  });
});
