/** Opens context menus in the workbench, and chooses from them. */
import type { Locator, Page } from 'playwright-core';
import { click, insist } from './gestures.ts';

/** Chooses an item of the context menu of an element. */
export async function chooseFromMenu(page: Page, target: Locator, title: string): Promise<void> {
  const item = page.locator('.monaco-menu .action-label', { hasText: title }).first();
  await insist(page, async () => {
    await target.click({ button: 'right', timeout: 5000 });
    await item.waitFor({ timeout: 5000 });
    // The menu ignores a click that comes too soon.
    await click(item, item, 'hidden');
  });
}

/** Opens the context menu of an element and its submenu "Endpoints", and returns the labels in it; none without a submenu. */
export async function openSubmenu(page: Page, target: Locator): Promise<readonly string[]> {
  const entry = page.locator('.monaco-menu .action-item', { hasText: /^\s*Endpoints/ });
  const inner = page.locator('.monaco-submenu .action-item:not(.disabled) .action-label:not(.separator)');
  return insist(page, async () => {
    await target.click({ button: 'right', timeout: 5000 });
    await page.locator('.monaco-menu .action-item').first().waitFor({ timeout: 5000 });
    if ((await entry.count()) === 0) return [];
    await entry.first().hover();
    await inner.first().waitFor({ timeout: 5000 });
    return (await inner.allInnerTexts()).map((text) => text.trim());
  });
}

/** Once for the submenu, and once for the menu. */
export async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}
