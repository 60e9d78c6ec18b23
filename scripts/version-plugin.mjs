/** An esbuild plugin: programs need only the version of package.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

export const versionPlugin = {
  name: 'version',
  setup({ onLoad }) {
    onLoad({ filter: /package\.json$/ }, ({ path }) => {
      if (path !== join(root, 'package.json')) return undefined;
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
