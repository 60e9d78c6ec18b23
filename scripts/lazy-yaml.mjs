/** Evaluates the package `yaml` at its first use: that takes as long as checking 100 files. */
import { root } from './setup.mjs';

/** The imports of `frontends/yaml/parse.ts`; the build fails for another name. Loading the package replaces them. */
const standIns = {
  Composer: 'function (...args) { return new (load().Composer)(...args); }',
  Lexer: 'function (...args) { return new (load().Lexer)(...args); }',
  Parser: 'function (...args) { return new (load().Parser)(...args); }',
  CST: 'new Proxy({}, { get: (_, name) => load().CST[name] })',
  isAlias: '(node) => load().isAlias(node)',
  isMap: '(node) => load().isMap(node)',
  isScalar: '(node) => load().isScalar(node)',
  isSeq: '(node) => load().isSeq(node)',
};

/** For the programs, whose start is shorter if the package is in a file of its own. */
export const yamlFilePlugin = lazyYaml(
  "createRequire(import.meta.url)('./yaml.cjs')",
  "import { createRequire } from 'node:module';",
);

/** For the library, which must stay one file: bundlers do not find a file that is loaded by `createRequire`. */
export const yamlInsidePlugin = lazyYaml("require('yaml')");

function lazyYaml(loaded, imports = '') {
  const contents = `
${imports}
const load = () => ({ ${Object.keys(standIns).join(', ')} } = ${loaded});
${Object.entries(standIns)
  .map(([name, code]) => `export let ${name} = ${code};`)
  .join('\n')}
`;
  return {
    name: 'lazy-yaml',
    setup(build) {
      build.onResolve({ filter: /^yaml$/ }, ({ kind }) =>
        kind === 'import-statement' ? { path: 'yaml', namespace: 'lazy-yaml' } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'lazy-yaml' }, () => ({ contents, loader: 'js', resolveDir: root }));
    },
  };
}
