/** The npm package: what is in it, and that it works when it is all that there is. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../server/src/cli/commands/commands.ts';
import { filesIn, installPackage, type Installed } from './support/npm-package.ts';
import { root } from './support/root.ts';

const broken =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';

describe('the npm package', () => {
  let installed: Installed;
  const read = (file: string): string => readFileSync(join(installed.folder, file), 'utf8');
  before(() => {
    installed = installPackage();
  });
  after(() => installed.remove());

  it('holds what it needs, and nothing else', () => {
    const expected = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
      /^dist\/(cli|server|api|chunk-[A-Z0-9]+)\.js$/,
      /^dist\/chunk-[A-Z0-9]+\.(cjs|v[0-9.]+-\w+-\w+\.cache)$/,
      /^dist\/grammars\/(web-)?tree-sitter[a-z_-]*\.wasm\.gz$/,
      /^dist\/(api\.d\.c?ts|(api|library|yaml)\.cjs|sbom\.cdx\.json|licenses\.txt|endpoints\.1|endpoints-language-server\.1)$/,
      /^docs\/(code-actions|rules\/[a-zA-Z0-9-]+)\.md$/,
      /^schemas\/[a-z.]+\.schema\.json$/,
    ];
    const files = filesIn(installed.folder);
    assert.deepEqual(
      files.filter((file) => !expected.some((pattern) => pattern.test(file))),
      [],
    );
    for (const pattern of expected)
      assert.ok(
        files.some((file) => pattern.test(file)),
        String(pattern),
      );
    const mapped = files.filter((file) => file.endsWith('.js') && read(file).includes('sourceMappingURL='));
    assert.deepEqual(mapped, []);
  });

  // So every test that runs dist/cli.js or dist/server.js runs what is packed.
  it('has the programs that all other tests run, byte by byte', () => {
    const ofExtension = /^(extension\.cjs|browser\.cjs(\.js)?|worker\.js|page\.(js|css))$/;
    const built = filesIn(join(root, 'dist')).filter((file) => !ofExtension.test(file));
    assert.deepEqual(filesIn(join(installed.folder, 'dist')), built);
    for (const file of built)
      assert.ok(
        readFileSync(join(installed.folder, 'dist', file)).equals(readFileSync(join(root, 'dist', file))),
        file,
      );
  });

  it('needs no other package, and runs nothing when it is installed', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string> | undefined>;
    for (const key of ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundleDependencies'])
      assert.equal(manifest[key], undefined, key);
    const scripts = Object.keys(manifest['scripts'] ?? {});
    // npm runs "preprepare" only in a checkout or a clone. It would warn of "prepare" in a file made by "npm pack".
    const onInstall = scripts.filter((name) => /^(pre|post)?install$|^prepare$/.test(name));
    assert.deepEqual([onInstall, installed.warnings], [[], '']);
    assert.deepEqual(
      filesIn(join(installed.path, 'node_modules')).filter((file) => file.endsWith('package.json')),
      ['endpoints-language-server/package.json'],
    );
  });

  it('offers endpoints', () => {
    writeFileSync(join(installed.path, 'a.yaml'), broken);
    const { code, out, err } = installed.run('endpoints', 'check', 'a.yaml');
    assert.equal(err, '');
    assert.match(out, /a\.yaml:7:13 {2}error\[loopback-ip\]/);
    assert.equal(code, 1);
    assert.match(installed.run('endpoints', '--version').out, /^\d+\.\d+\.\d+\n$/);
    for (const { name } of commands) {
      const help = installed.run('endpoints', name, '--help');
      assert.equal(help.code, 0, help.err);
      assert.ok(help.out.startsWith(`Usage: endpoints ${name}`), help.out);
    }
  });

  it('offers endpoints-language-server', () => {
    const help = installed.run('endpoints-language-server', '--help');
    assert.match(help.out, /^Usage: endpoints-language-server --stdio\n/);
    assert.equal(help.code, 0);
    const wrong = installed.run('endpoints-language-server');
    assert.match(wrong.err, /^endpoints-language-server: Choose a transport, usually --stdio\./);
    assert.equal(wrong.code, 2);
  });

  it('lets programs import the library, and nothing else', () => {
    const one = installed.runModule(
      `import { check } from 'endpoints-language-server';\nconsole.log(check(${JSON.stringify(broken)}).map(({ code }) => code).join());`,
    );
    assert.equal(one.err, '');
    assert.match(one.out, /loopback-ip/);
    for (const path of [
      'dist/api.js',
      'dist/library.cjs',
      'dist/cli.js',
      'dist/server.js',
      'docs/rules/loopback-ip.md',
    ])
      assert.match(
        installed.runModule(`import 'endpoints-language-server/${path}';`).err,
        /ERR_PACKAGE_PATH_NOT_EXPORTED/,
      );
  });

  it('has the man pages that its manifest names', () => {
    const { man } = JSON.parse(read('package.json')) as { man: readonly string[] };
    assert.deepEqual(man, ['./dist/endpoints.1', './dist/endpoints-language-server.1']);
    for (const path of man) assert.ok(existsSync(join(installed.folder, path)), path);
  });
});
