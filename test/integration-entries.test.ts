/** The entries for registries: templates without names and checksums, which a script fills for a release. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { configFileNames } from '../server/src/config/load.ts';
import {
  fill,
  fillArgs,
  filledEntries,
  manifest,
  release,
  released,
  sumOf,
  sumsOf,
} from './support/filled-integrations.ts';
import { filesIn, installPackage } from './support/npm-package.ts';
import { folderOf, ran, succeed } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

const { version, url } = release;
const download = `${url}/releases/download/v${version}`;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the entries for registries', () => {
  const having = temporary(folderOf);
  let texts: ReadonlyMap<string, string>;
  const text = (path: string): string => texts.get(path) ?? assert.fail(`${path} is not written`);
  before(() => (texts = filledEntries()));

  describe('in the repository', () => {
    const recipes = ['argocd', 'gitlab.yml'];
    const entries = readdirSync(join(root, 'integrations')).filter((name) => !recipes.includes(name));
    const paths = filesIn(join(root, 'integrations')).filter((path) => entries.some((name) => path.startsWith(name)));

    it('are all filled, and each has a row of docs/integrations.md', () => {
      assert.deepEqual([...paths, 'zed/LICENSE'].sort(), [...texts.keys()].sort());
      const rows = [...read('docs/integrations.md').matchAll(/\(\.\.\/integrations\/([\w.-]+)/g)];
      assert.deepEqual(rows.map(([, name]) => name).sort(), entries);
    });

    it('name no owner, no version and no checksum', () => {
      const wrong = paths.filter((path) =>
        /\/\/github\.com|\b[0-9a-f]{64}\b|endpoints-language-server[@-]v?\d/.test(read(`integrations/${path}`)),
      );
      assert.deepEqual(wrong, []);
    });
  });

  describe('that are filled', () => {
    it('are the same each time, and have no placeholder', () => {
      assert.deepEqual(filledEntries(), texts);
      for (const [path, each] of texts) assert.ok(!/@[A-Z]/.test(each), path);
    });

    for (const [what, sums, more, message] of [
      [
        'a missing checksum',
        sumsOf(released.slice(1)),
        fillArgs,
        /one line for endpoints-language-server-4\.5\.6\.tgz, but has 0/,
      ],
      [
        'two checksums',
        sumsOf([...released, ...released.slice(-1)]),
        fillArgs,
        /one line for \S+-win-arm64\.tar\.gz, but has 2/,
      ],
      ['a checksum of another version', sumsOf(released).replaceAll('4.5.6', '4.5.60'), fillArgs, /but has 0/],
      ['no repository', sumsOf(released), fillArgs.slice(0, 2), /Name the repository: --repository OWNER\/NAME/],
      [
        'a tag for a version',
        sumsOf(released),
        ['--version', 'v4.5.6', ...fillArgs.slice(2)],
        /"v4\.5\.6" is not a version/,
      ],
    ] as const)
      it(`are not written with ${what}`, () => {
        const { path } = having({});
        const { code, err } = fill(path, sums, ...more);
        assert.equal(code, 2);
        assert.match(err, message);
        assert.ok(!readdirSync(path).includes('filled'));
      });
  });

  // The rules are those that krew applies to a manifest.
  it('krew: a valid plugin with an executable of the release for each platform', () => {
    const { apiVersion, kind, metadata, spec } = parseYaml(text('krew/endpoints.yaml')) as {
      apiVersion: string;
      kind: string;
      metadata: { name: string };
      spec: {
        version: string;
        homepage: string;
        shortDescription: string;
        platforms: readonly {
          selector: { matchLabels: { os: string; arch: string } };
          uri: string;
          sha256: string;
          bin: string;
        }[];
      };
    };
    assert.deepEqual([apiVersion, kind], ['krew.googlecontainertools.github.com/v1alpha2', 'Plugin']);
    assert.match(metadata.name, /^[\w-]+$/);
    assert.ok(texts.has(`krew/${metadata.name}.yaml`), 'the file is named like the plugin');
    assert.deepEqual([spec.version, spec.homepage], [`v${version}`, url]);
    assert.match(spec.shortDescription, /^[A-Z].{10,49}[^.]$/);
    const platforms = spec.platforms.map(({ selector: { matchLabels: on }, uri, sha256, bin }) => {
      const file = uri.slice(download.length + 1);
      assert.deepEqual([uri, sha256], [`${download}/${file}`, sumOf(file)]);
      return `${on.os}/${on.arch} ${file} ${bin}`;
    });
    const named = (platform: string, end: string, bin: string): string =>
      `${platform} endpoints-${end}.tar.gz endpoints-${end}/${bin}`;
    assert.deepEqual(platforms, [
      named('linux/amd64', 'linux-x64', 'endpoints'),
      named('linux/arm64', 'linux-arm64', 'endpoints'),
      named('darwin/arm64', 'darwin-arm64', 'endpoints'),
      named('windows/amd64', 'win-x64', 'endpoints.exe'),
      named('windows/arm64', 'win-arm64', 'endpoints.exe'),
    ]);
  });

  it('Homebrew: a formula of the released package, whose test holds', () => {
    const formula = text(`homebrew/${manifest.name}.rb`);
    const field = (name: string): string =>
      new RegExp(`^  ${name} "(.*)"$`, 'm').exec(formula)?.[1] ?? assert.fail(`the formula has no ${name}`);
    const name = manifest.name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    assert.match(formula, new RegExp(`^class ${name} < Formula$`, 'm'));
    assert.match(field('desc'), /^(?!An? |The )[A-Z].{10,78}[^.]$/);
    const file = `${manifest.name}-${version}.tgz`;
    assert.deepEqual(
      [field('homepage'), field('url'), field('sha256'), field('license')],
      [url, `${download}/${file}`, sumOf(file), manifest.license],
    );
    const [, tested = ''] = /<<~YAML\n([^]*?)^ +YAML$/m.exec(formula) ?? [];
    const { out, code } = having({ 'db.yaml': tested }).run('check', 'db.yaml');
    assert.match(out, /loopback-ip/);
    assert.equal(code, 1);
  });

  it('mason: a package of npm with the programs of the package', () => {
    const entry = parseYaml(text('mason/package.yaml')) as {
      name: string;
      description: string;
      homepage: string;
      licenses: readonly string[];
      languages: readonly string[];
      categories: readonly string[];
      source: object;
      bin: object;
      neovim: object;
    };
    const {
      name,
      description,
      homepage,
      licenses,
      languages: known,
      categories,
      source,
      bin,
      neovim,
      ...others
    } = entry;
    assert.deepEqual([others, name, homepage, licenses], [{}, manifest.name, url, [manifest.license]]);
    assert.match(description, /^[A-Z].*\.$/);
    // Of the names that the registry has.
    const names = 'C# Go Helm JSON Java JavaScript Kubernetes Python TypeScript YAML'.split(' ');
    assert.deepEqual([known.toSorted(), categories], [names, ['LSP', 'Linter']]);
    assert.deepEqual(source, { id: `pkg:npm/${manifest.name}@${version}` });
    assert.deepEqual(bin, Object.fromEntries(Object.keys(manifest.bin).map((each) => [each, `npm:${each}`])));
    assert.deepEqual(neovim, { lspconfig: 'endpoints' });
  });

  it('SchemaStore: an entry for the settings files, with the schema of the repository', () => {
    const {
      name,
      description,
      fileMatch,
      url: schema,
      ...others
    } = JSON.parse(text('schemastore/catalog-entry.json')) as Readonly<Record<string, string | readonly string[]>>;
    assert.deepEqual(others, {});
    for (const each of [name, description]) assert.match(String(each), /^[A-Z]/);
    assert.deepEqual(
      fileMatch,
      configFileNames.filter((file) => file !== 'package.json'),
    );
    const [, path = ''] =
      /^https:\/\/raw\.githubusercontent\.com\/an-owner\/a-name\/HEAD\/(.*)$/.exec(String(schema)) ?? [];
    assert.equal((JSON.parse(read(path)) as { title: string }).title, 'Settings of endpoints');
  });

  it('pre-commit: a mirror with the hooks of this repository, which installs and runs the package', () => {
    const hooks = parseYaml(text('pre-commit/.pre-commit-hooks.yaml')) as readonly {
      additional_dependencies: string[];
    }[];
    const own = parseYaml(read('.pre-commit-hooks.yaml')) as readonly object[];
    const dependencies = [`${manifest.name}@${version}`];
    assert.deepEqual(
      hooks,
      own.map((hook) => ({ ...hook, additional_dependencies: dependencies })),
    );
    const installed = installPackage();
    try {
      const { path } = having({
        'package.json': text('pre-commit/package.json'),
        'a.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: A}\n',
      });
      // As pre-commit does, with the packed package for the one of the registry.
      const mirror = succeed('npm', ['pack', '--silent'], path).trim();
      const options = ['--offline', '--no-audit', '--no-fund', '--prefix', 'env'];
      succeed('npm', ['install', '--global', ...options, join(path, mirror), installed.tarball], path);
      const { out, code } = ran(join(path, 'env/bin/endpoints'), ['check', 'a.yaml'], path);
      assert.deepEqual([code, out.startsWith('a.yaml:3:')], [1, true]);
    } finally {
      installed.remove();
    }
  });
});
