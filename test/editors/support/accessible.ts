/** Checks a page with axe-core. */
import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** `name` is the state of the page, for the message. Frames of the same origin are checked, too. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { readonly axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html, failureSummary }) => `${html} ${failureSummary}`)
          .slice(0, 3)
          .join('; ')}`,
    );
  });
  assert.deepEqual(found, [], name);
}
