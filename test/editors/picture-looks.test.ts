/** Tests in Chromium how the page of a picture looks and reads: axe-core in all themes, kept screenshots, the keyboard. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Picture } from '../../server/src/analysis/picture/picture.ts';
import { root } from '../support/root.ts';
import { assertAccessible } from './support/accessible.ts';
import { artifacts } from './support/installed.ts';
import { focusedPart, openWebview, partNamed, pictureOfText, stateOf, themeNames } from './support/picture-page.ts';
import { brokenText, manyAddresses } from './support/picture-texts.ts';

const kept = join(root, 'test/fixtures/pictures');

/** In pixels: of text that is drawn a little differently. A box that has moved by two pixels changes more. */
const mostDifferent = 40;

describe('a picture on its page', () => {
  let picture: Picture;

  before(() => {
    picture = pictureOfText(`${brokenText}---\n${manyAddresses(24)}`);
  });

  for (const theme of themeNames)
    it(`has no flaw that axe-core finds, in ${theme}`, async () => {
      const { page, send, close } = await openWebview({ theme, width: 1000, height: 1400 });
      await send(stateOf(null, { remark: 'This file has no Service.' }));
      await assertAccessible(page, 'empty');
      await send(stateOf(picture));
      await partNamed(page, '?zone z1').click();
      await page.getByRole('button', { name: 'Legend' }).click();
      const [lit] = picture.services.flatMap(({ objects }) => objects.flatMap(({ addresses }) => addresses));
      await send({ kind: 'active', id: lit?.id ?? '' });
      await assertAccessible(page, 'drawing');
      await page.setViewportSize({ width: 420, height: 900 });
      await assertAccessible(page, 'narrow');
      await page.getByRole('button', { name: 'Table' }).click();
      await assertAccessible(page, 'table');
      await page.getByRole('searchbox').fill('nothing has this name');
      await assertAccessible(page, 'nothing found');
      await close();
    });

  it('reads by contrast that axe-core does not measure: marks, edges and borders', async () => {
    for (const theme of themeNames) {
      const { page, send, close } = await openWebview({ theme });
      await send(stateOf(picture));
      const low = await page.evaluate(lowContrasts);
      assert.deepEqual(low, [], theme);
      await close();
    }
  });

  for (const [theme, width] of [
    ['light', 1000],
    ['dark', 420],
    ['high-contrast', 1000],
  ] as const)
    it(`looks as it did, in ${theme}, ${width} pixels wide`, async () => {
      const { page, send, close } = await openWebview({ theme, width, height: 760 });
      await send(stateOf(picture));
      assertSame(await page.screenshot(), `page-${theme}-${width}`);
      await close();
    });

  it('would notice a box that has moved by two pixels', async () => {
    const { page, send, close } = await openWebview({ width: 1000, height: 760 });
    await send(stateOf(picture));
    const before = await page.screenshot();
    await page
      .locator('[data-kind="port"]')
      .first()
      .evaluate((part) => {
        part.setAttribute(
          'transform',
          (part.getAttribute('transform') ?? '').replace(/ (\d+)/, (_, y) => ` ${Number(y) + 2}`),
        );
      });
    assert.ok(differentPixels(before, await page.screenshot()) > 2 * mostDifferent);
    await close();
  });

  it('is walked through with the arrow keys, along the edges and up and down', async () => {
    const { page, send, close } = await openWebview();
    await send(stateOf(picture));
    const names: string[] = [];
    const walk = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        await page.keyboard.press(key);
        names.push((await focusedPart(page)) ?? 'nothing');
      }
    };
    await page.getByRole('button', { name: 'Lock' }).focus();
    await walk(
      'Tab',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowDown',
      'Home',
      'PageDown',
      'End',
      'ArrowLeft',
      'Tab',
    );
    const ids = picture.services.map(({ id }) => id);
    assert.deepEqual(names, [
      ids[0],
      picture.services[0]?.clients[0]?.id,
      picture.services[0]?.ports[0]?.id,
      picture.services[0]?.objects[0]?.id,
      picture.services[0]?.objects[0]?.addresses[0]?.id,
      `${picture.services[1]?.objects[0]?.id}?zone z0`,
      ids[0],
      ids[1],
      picture.services[2]?.objects[0]?.addresses[2]?.id,
      picture.services[2]?.objects[0]?.id,
      'nothing',
    ]);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await focusedPart(page), picture.services[2]?.objects[0]?.id, 'one tab stop, where the focus was');
    const border = (): Promise<string> =>
      partNamed(page, 'EndpointSlice/orders-db-a')
        .locator('rect')
        .evaluate((rect) => `${getComputedStyle(rect).stroke} ${getComputedStyle(rect).strokeWidth}`);
    const ring = await border();
    await page.keyboard.press('ArrowLeft');
    assert.notEqual(await border(), ring, 'a visible focus');
    await close();
  });
});

function assertSame(shot: Buffer, name: string): void {
  const file = join(kept, `${name}.png`);
  if (process.env['UPDATE'] === '1') writeFileSync(file, shot);
  writeFileSync(join(artifacts, 'screenshots', `${name}.png`), shot);
  assert.ok(existsSync(file), `UPDATE=1 keeps ${name}.png`);
  const different = differentPixels(readFileSync(file), shot);
  assert.ok(different <= mostDifferent, `${different} pixels of ${name}.png differ; see out/editors/screenshots`);
}

/** All of them for images of different sizes. */
function differentPixels(one: Buffer, other: Buffer): number {
  const [first, second] = [PNG.sync.read(one), PNG.sync.read(other)];
  const { width, height } = first;
  if (width !== second.width || height !== second.height) return Math.max(width * height, second.width * second.height);
  return pixelmatch(first.data, second.data, undefined, width, height, { threshold: 0.2 });
}

/** Runs in the page: strokes and fills below 3:1, and texts of drawings below 4.5:1, against what is behind them. */
function lowContrasts(): readonly string[] {
  const channels = (colour: string): readonly number[] =>
    (/[\d. ,]+/.exec(colour)?.[0] ?? '').split(/[ ,]+/).map(Number);
  const luminance = (colour: readonly number[]): number =>
    colour
      .slice(0, 3)
      .map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4))
      .reduce((sum, each, i) => sum + each * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  const over = (colour: readonly number[], back: readonly number[]): readonly number[] =>
    colour.slice(0, 3).map((each, i) => each * (colour[3] ?? 1) + (back[i] ?? 0) * (1 - (colour[3] ?? 1)));
  const back = channels(getComputedStyle(document.body).backgroundColor);
  const contrast = (colour: string): number => {
    const [high = 0, low = 0] = [luminance(over(channels(colour), back)), luminance(back)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  return [...document.querySelectorAll('.picture text, .picture path, .picture circle, .picture .box')].flatMap(
    (element) => {
      const { fill, stroke } = getComputedStyle(element);
      if (element.tagName === 'text') return contrast(fill) < 4.5 ? [`${element.textContent}: ${fill}`] : [];
      const drawn = stroke === 'none' ? fill : stroke;
      return drawn !== 'none' && contrast(drawn) < 3 ? [`${element.outerHTML}: ${drawn}`] : [];
    },
  );
}
