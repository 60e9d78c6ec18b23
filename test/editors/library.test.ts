/** The packed library in Bun and Deno, and in bundles of webpack, Vite and Rollup, as docs/api.md says. */
import assert from 'node:assert/strict';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage, type Installed } from '../support/npm-package.ts';
import { ran } from '../support/process.ts';
import { installed } from './support/installed.ts';

/** Prints the codes of a manifest, and whether a program can be read or why not. */
const program = `import { check, loadLanguages } from 'endpoints-language-server';
const manifest = 'kind: Endpoints\\napiVersion: v1\\nmetadata: {name: &a db}\\nsubsets: [{addresses: [{ip: *a}]}]\\n';
console.log(check(manifest, { severity: { 'deprecated-endpoints': 'off' } }).map(({ code }) => code).join());
const text = 'import { core } from "@pulumi/kubernetes";\\nnew core.v1.Endpoints("db", { subsets: [{ addresses: [{ ip: "127.0.0.1" }] }] });\\n';
loadLanguages(['typescript']).then(
  () => console.log(check(text, { name: 'a.ts' }).some(({ code }) => code === 'loopback-ip')),
  ({ message }) => console.log(message),
);
`;
const required = program.replace(/import (.*) from (.*);/, 'const $1 = require($2);');
const found = 'not-an-ip\n';

describe('the library', () => {
  let folder: Installed;
  before(() => {
    folder = installPackage();
    writeFileSync(join(folder.path, 'main.mjs'), program);
    writeFileSync(join(folder.path, 'main.cjs'), required);
    for (const name of ['@rollup', 'rollup', 'vite', 'webpack'])
      symlinkSync(join(installed().bundlers, 'node_modules', name), join(folder.path, 'node_modules', name));
  });
  after(() => folder.remove());

  for (const file of ['main.mjs', 'main.cjs']) {
    it(`works in Bun: ${file}`, () => {
      const { out, err } = ran(installed().bun, [file], folder.path);
      assert.deepEqual([out, err], [`${found}true\n`, '']);
    });

    it(`works in Deno: ${file}`, () => {
      const options = ['--no-remote', '--node-modules-dir=manual', '--allow-read'];
      const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(folder.path, 'deno') };
      const { out, err } = ran(installed().deno, ['run', ...options, file], folder.path, env);
      assert.deepEqual([out, err], [`${found}true\n`, '']);
    });
  }

  const bundlers: readonly (readonly [name: string, format: 'cjs' | 'mjs', script: string])[] = [
    [
      'webpack',
      'cjs',
      `import webpack from 'webpack';
const output = { path: process.cwd(), filename: 'webpack.cjs' };
webpack({ mode: 'production', target: 'node20', entry: './main.mjs', output }, (error, stats) => {
  if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString());
});`,
    ],
    [
      'vite',
      'mjs',
      `import { build } from 'vite';
const output = { entryFileNames: 'vite.mjs' };
await build({
  configFile: false,
  logLevel: 'error',
  ssr: { noExternal: true, target: 'node' },
  build: { ssr: 'main.mjs', outDir: '.', emptyOutDir: false, rollupOptions: { output } },
});`,
    ],
    [
      'rollup',
      'mjs',
      `import commonjs from '@rollup/plugin-commonjs';
import resolve from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
const bundle = await rollup({ input: 'main.mjs', plugins: [resolve(), commonjs()], onwarn: () => undefined });
await bundle.write({ file: 'rollup.mjs', format: 'es' });`,
    ],
  ];
  for (const [name, format, script] of bundlers) {
    it(`works in a bundle of ${name}`, () => {
      const { path } = folder;
      writeFileSync(join(path, `build-${name}.mjs`), script);
      const built = ran(process.execPath, [`build-${name}.mjs`], path);
      assert.deepEqual([built.code, built.err], [0, '']);
      cpSync(join(folder.folder, 'dist/grammars'), join(path, 'grammars'), { recursive: true });
      const { out } = ran(process.execPath, [`${name}.${format}`], path);
      // Only a CommonJS bundle knows its folder.
      if (format === 'cjs') assert.equal(out, `${found}true\n`);
      else assert.match(out, /^not-an-ip\nweb-tree-sitter\.wasm cannot be loaded \(.*"external"\)/);
    });
  }
});
