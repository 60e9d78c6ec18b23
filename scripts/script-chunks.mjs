/**
 * Makes classic scripts of the chunks that every run of a program needs, because Node can load compiled code for a script
 * (`vm.Script`) but not for a module. A module takes the place of each chunk: it runs the script and exports the same names.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { transform } from 'esbuild';

/** Reading one more file takes as long as compiling this many bytes. */
const smallest = 16_384;

/** Converts the large chunks that are loaded with a source file. */
export async function writeScripts({ outputs }, source) {
  for (const file of loadedWith(outputs, source))
    if (basename(file).startsWith('chunk-') && outputs[file].bytes >= smallest) await writeScript(file, outputs[file]);
}

function loadedWith(outputs, source) {
  const loaded = new Set(Object.keys(outputs).filter((file) => Object.hasOwn(outputs[file].inputs, source)));
  for (const file of loaded) for (const path of importsOf(outputs[file])) loaded.add(path);
  return loaded;
}

function importsOf({ imports }) {
  return imports.filter(({ kind, external }) => kind === 'import-statement' && !external).map(({ path }) => path);
}

async function writeScript(file, output) {
  // Only a module, and no script, may call `import()`.
  const text = readFileSync(file, 'utf8').replace(/\bimport\("(?=(?:\.\/|node:)[\w./-]+"\))/g, '__import("');
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    define: { 'import.meta.url': '__url' },
  });
  if (/\bimport\(/.test(code)) throw new Error(`${file} imports something that a script cannot load.`);
  writeFileSync(file.replace(/\.js$/, '.cjs'), `(function(require,module,__import,__url){${code.trimEnd()}\n})`);
  writeFileSync(file, moduleText(basename(file, '.js'), output));
}

/**
 * The cache is read only by the version of Node that made it, on the same platform: V8 itself compares less. It refuses
 * a cache that was made with other options. The name of the script in stack traces has no path, and neither has the cache.
 */
function moduleText(name, output) {
  const chunks = importsOf(output).map((path) => JSON.stringify(`./${basename(path)}`));
  // To import `node:fs` into a module would load Node's streams, too.
  return `import { createRequire } from 'node:module';
${chunks.map((path, i) => `import * as chunk${i} from ${path};\n`).join('')}
const require = createRequire(import.meta.url);
const { existsSync, readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const chunks = { ${chunks.map((path, i) => `${path}: chunk${i}`).join(', ')} };
const script = new URL('./${name}.cjs', import.meta.url);
const cache = new URL(\`./${name}.\${process.version}-\${process.platform}-\${process.arch}.cache\`, import.meta.url);
const module = { exports: {} };
new Script(readFileSync(script, 'latin1'), {
  filename: '${name}.cjs',
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
}).runInThisContext()((path) => chunks[path] ?? require(path), module, (path) => import(path), import.meta.url);
const { ${output.exports.map((each) => `${each}: _${each}`).join(', ')} } = module.exports;
export { ${output.exports.map((each) => `_${each} as ${each}`).join(', ')} };
`;
}
