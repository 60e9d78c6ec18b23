/** Moves the package `yaml` to a file that is loaded at its first use: that takes as long as checking 100 files. */

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

const contents = `
import { createRequire } from 'node:module';
const load = () => ({ ${Object.keys(standIns).join(', ')} } = createRequire(import.meta.url)('./yaml.cjs'));
${Object.entries(standIns)
  .map(([name, code]) => `export let ${name} = ${code};`)
  .join('\n')}
`;

export const lazyYamlPlugin = {
  name: 'lazy-yaml',
  setup(build) {
    build.onResolve({ filter: /^yaml$/ }, () => ({ path: 'yaml', namespace: 'lazy-yaml' }));
    build.onLoad({ filter: /.*/, namespace: 'lazy-yaml' }, () => ({ contents, loader: 'js' }));
  },
};
