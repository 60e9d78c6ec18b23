/** Repairs what axe-core finds in the generator's own theme: a home page without a main landmark, buttons in buttons. */
import { basename } from 'node:path';
import type { UserConfig } from 'vitepress';

type Plugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { readonly name: string }>;

/** Texts of components, and what replaces them. */
const repairs: Readonly<Record<string, readonly (readonly [text: string, replacement: string])[]>> = {
  'NotFound.vue': [
    ['<div class="NotFound">', '<main class="NotFound">'],
    ['  </div>\n</template>', '  </main>\n</template>'],
  ],
  'VPHome.vue': [
    ['<div \n    class="VPHome"', '<main\n    class="VPHome"'],
    ['  </div>\n</template>', '  </main>\n</template>'],
  ],
  'VPNavBarSearchButton.vue': [
    // The letter is written by the style sheet, as the key beside it is: it is no part of the name of the button.
    ['<kbd class="DocSearch-Button-Key">K</kbd>', '<kbd class="DocSearch-Button-Key letter"></kbd>'],
  ],
  // No group of ours has a link, so the whole row is the button.
  'VPSidebarItem.vue': [
    [':role="itemRole"', ':role="item.items && itemRole" :aria-expanded="collapsible ? !collapsed : undefined"'],
    ['role="button"\n        aria-label="toggle section"', 'aria-hidden="true"'],
    ['@keydown.enter="onCaretClick"\n        tabindex="0"', ''],
    [':tabindex="item.items && 0"', ':tabindex="collapsible ? 0 : undefined"'],
  ],
};

export function repairTheme(): Plugin {
  return {
    name: 'repair-theme',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/theme-default/')) return undefined;
      let text = code;
      for (const [old, replacement] of repairs[basename(id)] ?? []) {
        if (!text.includes(old)) throw new Error(`${basename(id)} of the theme has changed: "${old}" is missing.`);
        text = text.replace(old, () => replacement);
      }
      return text === code ? undefined : text;
    },
  };
}
