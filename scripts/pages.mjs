/** Gives bundles the module `rule-pages`: the text of every page in docs/rules by its code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

export const pagesPlugin = {
  name: 'rule-pages',
  setup(build) {
    build.onResolve({ filter: /^rule-pages$/ }, () => ({ path: 'rule-pages', namespace: 'rule-pages' }));
    build.onLoad({ filter: /.*/, namespace: 'rule-pages' }, () => ({
      contents: `export const pages = ${JSON.stringify(pages())};`,
      loader: 'js',
    }));
  },
};

function pages() {
  const folder = join(root, 'docs/rules');
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
  return Object.fromEntries(files.sort().map((file) => [file.slice(0, -3), readFileSync(join(folder, file), 'utf8')]));
}
