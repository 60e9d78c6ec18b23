/** Measures how soon the page of a picture draws in Chromium, beside a page that gets the same drawing as markup. */
import type { Page } from 'playwright-core';
import type { Picture } from '../server/src/analysis/picture/picture.ts';
import type { MessageToPage } from '../server/src/drawing/page-messages.ts';
import { openWebview, pictureOfText, stateOf } from '../test/editors/support/picture-page.ts';
import { manyAddresses } from '../test/editors/support/picture-texts.ts';
import { median } from './measure.ts';
import { row, type BenchRow } from './row.ts';

const rounds = 7;

/** The page has no network and no text to read: only what happens after the data are there. */
export async function picturePages(): Promise<readonly BenchRow[]> {
  const many = pictureOfText(manyAddresses(1_000));
  const open = ['z0', 'z1', 'z2'].map((zone) => `${many.services[0]?.objects[0]?.id}?zone ${zone}`);
  const services = pictureOfText(Array.from({ length: 500 }, (_, i) => manyAddresses(3, `cache-${i}`)).join('---\n'));
  return [
    ...(await rowsOf('1,000 addresses', many, { page: { open } }, { first: 100, next: 60 })),
    ...(await rowsOf('1,000 folded addresses', many, undefined, { first: 100, next: 60 })),
    ...(await rowsOf('500 Services', services, undefined, { first: 1_000, next: 60 })),
  ];
}

interface Limits {
  readonly first: number;
  readonly next: number;
}

async function rowsOf(what: string, picture: Picture, kept: unknown, limits: Limits): Promise<readonly BenchRow[]> {
  const times = { first: [] as number[], whole: [] as number[], next: [] as number[], markup: [] as number[] };
  for (let i = 0; i < rounds; i++) {
    const { page, close } = await openWebview({ kept });
    const { painted, whole } = await firstTimes(page, stateOf(picture));
    times.first.push(painted);
    times.whole.push(whole);
    times.next.push(await timeOf(page, stateOf(withOneChange(picture, i))));
    times.markup.push(await markupTime(page));
    await close();
  }
  const pair = { name: 'its markup, as innerHTML', baseline: median(times.markup) };
  const [first, whole, next] = [median(times.first), median(times.whole), median(times.next)];
  return [
    row({ ...pair, what: `page: data → first screen of ${what}`, ours: first, target: { ours: limits.first } }),
    row({ ...pair, what: `page: data → all parts of ${what}`, ours: whole }),
    row({ ...pair, what: `page: one address of ${what} changes → drawn`, ours: next, target: { ours: limits.next } }),
  ];
}

function withOneChange(picture: Picture, i: number): Picture {
  const [first, ...services] = structuredClone(picture.services);
  if (!first?.objects[0]) throw new Error('The picture has no object.');
  const [object] = first.objects;
  const addresses = object.addresses.map((address, at) =>
    at === i ? { ...address, mark: 'terminating' as const } : address,
  );
  return { ...picture, services: [{ ...first, objects: [{ ...object, addresses }] }, ...services] };
}

interface FirstTimes {
  /** In ms, until the browser has painted for the first time. */
  readonly painted: number;
  /** In ms, until the page has drawn what is out of sight as well. */
  readonly whole: number;
}

function firstTimes(page: Page, message: MessageToPage): Promise<FirstTimes> {
  return page.evaluate(async (data) => {
    const start = performance.now();
    let last = start;
    const observer = new MutationObserver(() => {
      last = performance.now();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    window.dispatchEvent(new MessageEvent('message', { data }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const painted = performance.now() - start;
    while (performance.now() - last < 500) await new Promise((done) => setTimeout(done, 20));
    observer.disconnect();
    return { painted, whole: Math.max(painted, last - start) };
  }, message);
}

/** In ms, until the browser has painted. */
function timeOf(page: Page, message: MessageToPage): Promise<number> {
  return page.evaluate(async (data) => {
    const start = performance.now();
    window.dispatchEvent(new MessageEvent('message', { data }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  }, message);
}

function markupTime(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const root = document.getElementById('page') ?? document.body;
    const markup = root.innerHTML.replaceAll(/ style="[^"]*"/g, '');
    root.replaceChildren();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const start = performance.now();
    root.innerHTML = markup;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  });
}
