/** The library of the npm package: it loads by `import` and `require`, in TypeScript, and in bundles, as docs/api.md says. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { publint } from 'publint';
import { installPackage, type Installed } from './support/npm-package.ts';
import { ran, type Ran } from './support/process.ts';
import { root } from './support/root.ts';

/** Needs all of the YAML reader, and a file of the package, and prints what is found. */
const reading = `import { check, loadLanguages } from 'endpoints-language-server';
const text = 'kind: Endpoints\\napiVersion: v1\\nmetadata: {name: &a db}\\nsubsets: [{addresses: [{ip: 127.0.0.1}, {ip: *a}]}]\\n';
console.log(check(text, { severity: { 'deprecated-endpoints': 'off' } }).map(({ code }) => code).join());
const program = 'import { core } from "@pulumi/kubernetes";\\nnew core.v1.Endpoints("db", { subsets: [{ addresses: [{ ip: "127.0.0.1" }] }] });\\n';
loadLanguages(['typescript']).then(
  () => console.log(check(program, { name: 'a.ts' }).some(({ code }) => code === 'loopback-ip')),
  ({ message }) => console.log(message),
);
`;
const found = 'loopback-ip,not-an-ip\n';
const required = (source: string): string =>
  source.replaceAll(
    /^import (.*) from (.*);$/gm,
    (_, names: string, from: string) => `const ${names} = require(${from});`,
  );

describe('the library of the npm package', () => {
  let installed: Installed;
  before(() => {
    installed = installPackage();
  });
  after(() => installed.remove());

  const runFile = (file: string, source: string): Ran => {
    writeFileSync(join(installed.path, file), source);
    return ran(process.execPath, [file], installed.path);
  };

  for (const [file, source] of [
    ['imports.mjs', reading],
    ['requires.cjs', required(reading)],
  ] as const)
    it(`works in ${file}`, () => {
      assert.deepEqual(runFile(file, source), { code: 0, out: `${found}true\n`, err: '' });
    });

  it('is one module for both, so that a language is loaded for both', () => {
    const source = `import * as imported from 'endpoints-language-server';
import { createRequire } from 'node:module';
const required = createRequire(import.meta.url)('endpoints-language-server');
const names = Object.keys(imported);
console.log(names.join(), Object.keys(required).join(), names.every((name) => imported[name] === required[name]));
`;
    const names = 'check,createWorkspace,loadLanguages';
    assert.deepEqual(runFile('both.mjs', source), { code: 0, out: `${names} ${names} true\n`, err: '' });
  });

  describe('in TypeScript', () => {
    const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
    const consumer = /^```ts\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? assert.fail('the page has no program');
    const usingRequire = consumer
      .replace(/^import \{ createWorkspace \}.*$/m, "import library = require('endpoints-language-server');")
      .replace('createWorkspace(', 'library.createWorkspace(');

    const compile = (source: string, file: string, module: object): string => {
      writeFileSync(join(installed.path, file), source);
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        isolatedModules: true,
        skipLibCheck: false,
        noEmit: true,
        types: [],
        target: 'es2023',
        lib: ['es2023'],
        ...module,
      };
      writeFileSync(join(installed.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
      return ran(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], installed.path).out;
    };

    for (const module of ['node16', 'node18', 'node20', 'nodenext'])
      for (const [how, file, source] of [
        ['an ES module', 'consumer.mts', consumer],
        ['CommonJS with "import"', 'consumer.cts', consumer],
        ['CommonJS with "require"', 'consumer.cts', usingRequire],
        ['a package without a type', 'consumer.ts', consumer],
      ] as const)
        it(`has types under ${module}, in ${how}`, () => {
          assert.equal(compile(source, file, { module }), '');
        });

    for (const module of ['preserve', 'esnext', 'commonjs'])
      it(`has types for a bundler, with the module ${module}`, () => {
        assert.equal(compile(consumer, 'consumer.ts', { module, moduleResolution: 'bundler' }), '');
      });

    it('has types that refuse a wrong program, also by "require"', () => {
      for (const [source, file] of [
        [consumer, 'consumer.mts'],
        [usingRequire, 'consumer.cts'],
      ] as const) {
        const wrong = (text: string, other: string): string => {
          assert.ok(source.includes(text));
          return compile(source.replace(text, other), file, { module: 'node16' });
        };
        assert.match(wrong("kubernetesVersion: '1.33'", 'kubernetesVersion: 1.33'), /not assignable/);
        assert.match(wrong('({ severity })', '({ level: severity })'), /'level' does not exist/);
      }
    });
  });

  describe('in a bundle', () => {
    const bundle = async (folder: string, options: BuildOptions): Promise<string> => {
      const outfile = join(installed.path, folder, options.format === 'esm' ? 'out.mjs' : 'out.cjs');
      const stdin = { contents: reading, resolveDir: installed.path };
      const { warnings } = await build({ bundle: true, stdin, outfile, logLevel: 'silent', ...options });
      // The parser of programs has a direct eval, which it does not use.
      assert.deepEqual(
        warnings.filter(({ id }) => id !== 'direct-eval'),
        [],
      );
      return outfile;
    };

    it('as CommonJS reads the files of the package that are copied beside it', async () => {
      const outfile = await bundle('cjs', { format: 'cjs', platform: 'node' });
      const missing = ran(process.execPath, [outfile], installed.path);
      assert.match(missing.out, /^loopback-ip,not-an-ip\nweb-tree-sitter\.wasm cannot be loaded \(ENOENT: .*grammars/);
      cpSync(join(installed.folder, 'dist/grammars'), join(outfile, '../grammars'), { recursive: true });
      assert.deepEqual(ran(process.execPath, [outfile], root), { code: 0, out: `${found}true\n`, err: '' });
    });

    it('as an ES module checks manifests, and says why it reads no programs', async () => {
      const outfile = await bundle('esm', { format: 'esm', platform: 'node' });
      const { out, err } = ran(process.execPath, [outfile], root);
      assert.match(out, /^loopback-ip,not-an-ip\nweb-tree-sitter\.wasm cannot be loaded \(.*"external"\), so programs/);
      assert.equal(err, '');
    });
  });

  describe('is approved', () => {
    it('by publint', async () => {
      const { messages } = await publint({ pkgDir: installed.folder, level: 'suggestion', pack: false });
      assert.deepEqual(messages, []);
    });

    it('by "Are the types wrong?", in all ways to resolve it', () => {
      const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
      const { out, err, code } = ran(process.execPath, [attw, installed.tarball, '--format', 'json'], root);
      assert.deepEqual([err, code], ['', 0]);
      const { analysis, problems } = JSON.parse(out) as {
        analysis: { entrypoints: Readonly<Record<string, { resolutions: object }>> };
        problems: object;
      };
      assert.deepEqual(problems, {});
      const ways = Object.keys(analysis.entrypoints['.']?.resolutions ?? {});
      assert.deepEqual(ways, ['node10', 'node16-cjs', 'node16-esm', 'bundler']);
    });
  });
});
