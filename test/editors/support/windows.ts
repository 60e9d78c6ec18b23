/** Isolates tests in one window: each starts with nothing open, and none may end with a visible error. */
import assert from 'node:assert/strict';
import { closePage, takeToasts, type Toast } from './browser.ts';
import type { Window } from './desktop.ts';
import { reportPage } from './pictures.ts';

let latest: (() => Window | undefined) | undefined;

/**
 * Called in a `describe`: clears the window before each test and checks it after each. The next `describe` closes it, so that
 * other hooks can still use it.
 */
export function keepInOrder(current: () => Window | undefined): void {
  before(async () => {
    const previous = latest?.();
    latest = current;
    if (previous) await closePage(previous.page);
  });
  beforeEach(async () => {
    const window = current();
    // The workbench sometimes loses an answer; these requests can be repeated.
    if (window && !(await isDoneWithin(clear(window), 20_000))) await clear(window);
  });
  afterEach(async function () {
    const window = current();
    if (!window) return;
    if (this.currentTest?.state === 'failed') return reportPage(window.page, this.currentTest.fullTitle());
    await assertNoErrors(window);
  });
}

/** False if the task takes longer, in ms. */
async function isDoneWithin(task: Promise<void>, time: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), time);
  });
  const isDone = await Promise.race([task.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

/** Closes all editors, lists, panels and notifications. */
export async function clear({ page, probe }: Window): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await probe.closeAll();
  await probe.command('workbench.action.closePanel');
  await probe.command('workbench.action.closeSidebar');
  await probe.command('notifications.clearAll');
  await page.mouse.move(1000, 440);
  await takeToasts(page);
}

/** Asserts that the window has shown no error or warning since. */
export async function assertNoErrors({ page }: Window): Promise<void> {
  const toasts = await takeToasts(page);
  const wrong = toasts.filter(({ severity }) => severity !== 'info');
  assert.deepEqual(wrong, [] as readonly Toast[], 'the window has shown notifications');
}
