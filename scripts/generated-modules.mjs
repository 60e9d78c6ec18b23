/** An esbuild plugin for the modules of `generated-modules.d.ts`: the rules, their pages, the service names and the page of pictures. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePage } from './page.mjs';
import { serviceDetailsSource, serviceNamesSource } from './service-names.mjs';
import { root } from './setup.mjs';

const sources = {
  'rule-list': rulesSource,
  'rule-pages': pagesSource,
  'page-script': pageScriptSource,
  'service-names': serviceNamesSource,
  'service-details': serviceDetailsSource,
};

export const generatedModules = {
  name: 'generated-modules',
  setup(build) {
    const names = new RegExp(`^(?:${Object.keys(sources).join('|')})$`);
    build.onResolve({ filter: names }, ({ path }) => ({ path, namespace: 'generated' }));
    build.onLoad({ filter: /.*/, namespace: 'generated' }, async ({ path }) => ({
      contents: await sources[path](),
      loader: 'js',
      resolveDir: join(root, 'server/src/rules'),
    }));
  },
};

export function ruleCodes() {
  const files = readdirSync(join(root, 'server/src/rules')).filter((file) => file !== 'rules.ts');
  return files.map((file) => file.replace(/\.ts$/, '')).sort();
}

function rulesSource() {
  const imports = ruleCodes().map((code) => `import { ${exportedName(code)} } from './${code}.ts';`);
  return `${imports.join('\n')}\nexport const rules = [${ruleCodes().map(exportedName).join(', ')}];`;
}

/** `loopback-ip` is exported as `loopbackIp`. */
function exportedName(code) {
  return code.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

function pagesSource() {
  const page = (code) => readFileSync(join(root, 'docs/rules', `${code}.md`), 'utf8');
  return `export const pages = ${JSON.stringify(Object.fromEntries(ruleCodes().map((code) => [code, page(code)])))};`;
}

async function pageScriptSource() {
  const { text } = await bundlePage();
  return `export const pageScript = ${JSON.stringify(text)};`;
}
