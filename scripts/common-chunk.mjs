/**
 * Puts the modules that every run of a program needs into one chunk. esbuild makes a chunk for each set of entry points that
 * need the same modules, and each `import()` is an entry point: with many lazy parts, a program would load a hundred files.
 */
import { join, relative } from 'node:path';
import { root } from './setup.mjs';

const source = join(root, 'server/src');

/** All that `import()` loads gets to need the modules `needed`. Names of chunks depend on paths, so these are relative. */
export function commonChunkPlugin(needed) {
  const imports = needed.map((path) => `import './${path}';\n`);
  return {
    name: 'common-chunk',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        const file = relative(source, join(resolveDir, path)).replaceAll('\\', '/');
        return kind === 'dynamic-import' && !needed.includes(file) ? { path: file, namespace: 'lazy' } : undefined;
      });
      onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
        contents: `${imports.join('')}export * from './${path}';`,
        resolveDir: source,
      }));
    },
  };
}
