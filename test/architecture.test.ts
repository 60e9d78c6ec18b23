/** Checks of the repository itself: layers, import cycles, file sizes, headers, exports, names, pages. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { root } from './support/root.ts';
import { everySource, exportsOf, filesBelow, filesInCycles, importsOf, read } from './support/source-files.ts';

const source = join(root, 'server/src');
const files = filesBelow(source).filter((file) => !file.endsWith('.d.ts'));
const client = filesBelow(join(root, 'client/src'));
const scripts = filesBelow(join(root, 'scripts'));
const bench = filesBelow(join(root, 'bench'));
const site = ['site/src', 'site/.vitepress', 'site/playground'].flatMap((folder) => filesBelow(join(root, folder)));
const layers = readLayers();

/** What the extension takes from the server: data and types, which do not pull in the server itself. */
const sharedWithClient = [
  'contract/version.ts',
  'lsp/requests/services.ts',
  'lsp/requests/status.ts',
  'lsp/requests/test-requests.ts',
  'project/expectations/expectation.ts',
  'analysis/picture/picture.ts',
  'drawing/page-messages.ts',
];

/** The page of the Traffic view draws as the command line does. */
const page = 'client/src/page/';

describe('architecture', () => {
  it('has the layers that ARCHITECTURE.md names, and no others', () => {
    const folders = readdirSync(source, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    assert.deepEqual([...layers.keys()].sort(), folders.sort());
  });

  it('imports only what the table allows', () => {
    const wrong = files.flatMap((file) => {
      const layer = layerOf(file);
      const allowed = layer === undefined ? undefined : layers.get(layer);
      return !allowed
        ? []
        : importsOf(file)
            .filter((path) => !isAllowed(path, file, layer ?? '', allowed))
            .map((path) => `${relative(root, file)} imports ${path}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('imports only what the extension may know', () => {
    const packages = /^(?:vscode|vscode-languageclient(?:\/\w+)?|vscode-languageserver-types)$/;
    /** On the web there is no process. */
    const ofNode = new Map([['client/src/server-process.ts', 'node:child_process']]);
    const wrong = client.flatMap((file) =>
      importsOf(file)
        .filter((path) => {
          if (relative(root, file).startsWith(page) && /^preact(?:\/hooks)?$/.test(path)) return false;
          if (!path.startsWith('.')) return !packages.test(path) && ofNode.get(relative(root, file)) !== path;
          const target = resolve(dirname(file), path);
          if (relative(root, file).startsWith(page) && layerOf(target) === 'drawing') return false;
          return !target.startsWith(join(root, 'client/')) && !sharedWithClient.includes(relative(source, target));
        })
        .map((path) => `${relative(root, file)} imports ${path}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('lets nothing but tests and scripts import scripts and benchmarks', () => {
    const wrong = [...files, ...client, ...site].flatMap((file) =>
      importsOf(file)
        .filter(
          (path) =>
            path.startsWith('.') && /^(?:scripts|bench|test)\//.test(relative(root, resolve(dirname(file), path))),
        )
        .map((path) => `${relative(root, file)} imports ${path}`),
    );
    assert.deepEqual(wrong, []);
    const outside = scripts.flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith('.'))
        .map((path) => relative(root, resolve(dirname(file), path)))
        .filter((path) => !/^(?:server\/src|scripts|bench|test\/support|site\/playground)\//.test(path)),
    );
    assert.deepEqual(outside, []);
  });

  it('has no cycles, not even of types', () => {
    const found = filesInCycles([...files, ...client, ...scripts, ...bench, ...site]);
    assert.deepEqual(
      found.map((file) => relative(root, file)),
      [],
    );
  });

  it('exports every name from one file', () => {
    // The declarations of the library need no other file, and the two mains of the extension have the names of VS Code.
    const own = new Set(['server/src/api.ts']);
    const mains = new Map<string, ReadonlySet<string>>(
      ['client/src/node.ts', 'client/src/browser.ts'].map((file) => [file, new Set(['activate', 'deactivate'])]),
    );
    const homes = new Map<string, string[]>();
    for (const file of [...files, ...client, ...scripts, ...bench, ...site]) {
      const path = relative(root, file);
      if (own.has(path)) continue;
      for (const name of exportsOf(file))
        if (!mains.get(path)?.has(name)) homes.set(name, [...(homes.get(name) ?? []), path]);
    }
    assert.deepEqual(
      [...homes].filter(([, paths]) => paths.length > 1),
      [],
    );
  });

  it('keeps files under 300 lines', () => {
    const long = everySource().filter((file) => read(file).split('\n').length > 301);
    assert.deepEqual(
      long.map((file) => relative(root, file)),
      [],
    );
  });

  it('opens every file with a sentence on what it is for', () => {
    const bare = everySource().filter((file) => !/^(#!.*\n)?\/\*\*[\s\S]{20,}?\*\//.test(read(file)));
    assert.deepEqual(
      bare.map((file) => relative(root, file)),
      [],
    );
  });

  it('has no default exports, barrels, enums, namespaces, `any` or silenced types', () => {
    const banned =
      /^export default|^export \* from|^(export )?(const )?enum |^(export )?namespace |: any(?:\[\])?[;,)=>|&]|<any>|as any\b|@ts-(ignore|expect-error|nocheck)/m;
    // What the generator of the site loads.
    const exempt = ['site/.vitepress/config.ts', 'site/.vitepress/theme/index.ts'];
    const wrong = everySource().filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !file.endsWith('.test.ts') &&
        banned.test(exempt.includes(relative(root, file)) ? read(file).replace('export default', '') : read(file)),
    );
    assert.deepEqual(
      wrong.map((file) => relative(root, file)),
      [],
    );
  });

  it('names files in kebab-case', () => {
    const wrong = everySource()
      .map((file) => relative(root, file))
      .filter((file) => !/^[a-z0-9/.-]+\.(test\.ts|d\.ts|tsx?|mjs)$/.test(file));
    assert.deepEqual(wrong, []);
  });

  it('imports the yaml package in one file only', () => {
    const importers = files.filter((file) => importsOf(file).includes('yaml')).map((file) => relative(source, file));
    assert.deepEqual(importers, ['frontends/yaml/parse.ts']);
  });

  it('starts programs in one file only, and opens a socket in one only', () => {
    // The transport of the language server is in vscode-languageserver.
    const ways = ['child_process', 'cluster', 'worker_threads', 'net', 'http', 'https', 'http2', 'dgram', 'tls', 'dns'];
    const way = new RegExp(String.raw`['"]((?:node:)?(?:${ways.join('|')})(?:/\w+)?)['"]`, 'g');
    const found = files.flatMap((file) =>
      [...read(file).matchAll(way)].map(([, name]) => [relative(source, file), name] as const),
    );
    const imported = found.filter(
      ([file, name = '']) => name.includes(':') || importsOf(join(source, file)).includes(name),
    );
    assert.deepEqual(imported, [
      ['cli/git/process.ts', 'node:child_process'],
      ['cli/show/page-server.ts', 'node:http'],
    ]);
    const others = files.flatMap((file) => {
      const ways = [...read(file).matchAll(/\b(?:createRequire|getBuiltinModule|process\.binding)\b.*/g)];
      return ways.map(([line]) => [relative(source, file), line]);
    });
    assert.deepEqual(others, [
      ['disk/grammar-files.ts', "getBuiltinModule('node:fs/promises');"],
      ['disk/grammar-files.ts', "getBuiltinModule('node:zlib');"],
      ['disk/node-crypto.ts', "getBuiltinModule('node:crypto');"],
    ]);
  });

  it('starts programs in one file only, and writes files in one', () => {
    const having = (pattern: RegExp): readonly string[] =>
      files.filter((file) => pattern.test(read(file))).map((file) => relative(source, file));
    assert.deepEqual(having(/'(?:node:)?(?:child_process|cluster|worker_threads)'/), ['cli/git/process.ts']);
    // The other one writes to standard streams.
    const writing =
      /\b(?:writeFile|appendFile|createWriteStream|(?:write|writeFile|appendFile|rename|copyFile|rm|unlink|mkdir)Sync)\(/;
    assert.deepEqual(having(writing).toSorted(), ['cli/process/streams.ts', 'disk/write-file.ts']);
  });

  it('names every rule in the changelog', () => {
    const changelog = read(join(root, 'CHANGELOG.md'));
    const codes = readdirSync(join(source, 'rules'))
      .map((file) => file.replace(/\.ts$/, ''))
      .filter((code) => code !== 'rules');
    assert.deepEqual(
      codes.filter((code) => !changelog.includes(code)),
      [],
    );
  });

  it('has the right number of rules in its pages', () => {
    const count = readdirSync(join(source, 'rules')).length - 1;
    assert.ok(read(join(root, 'README.md')).includes(`[${count} rules](docs/rules/README.md)`));
    assert.ok(read(join(root, 'EXTENSION.md')).includes(`with ${count} rules`));
    assert.ok(read(join(root, 'CHANGELOG.md')).includes(`[${count} rules](docs/rules/README.md)`));
  });

  it('keeps ADRs to 40 lines, and names each in ARCHITECTURE.md', () => {
    const folder = join(root, 'docs/adr');
    const architecture = read(join(root, 'ARCHITECTURE.md'));
    for (const file of readdirSync(folder)) {
      assert.ok(read(join(folder, file)).trimEnd().split('\n').length <= 40, file);
      assert.ok(architecture.includes(`docs/adr/${file}`), `${file} is not named`);
    }
  });

  it('gives every dependency a reason in an ADR', () => {
    const manifest = JSON.parse(read(join(root, 'package.json'))) as {
      devDependencies: Record<string, string>;
      dependencies?: unknown;
    };
    const reasons = readdirSync(join(root, 'docs/adr'))
      .map((file) => read(join(root, 'docs/adr', file)))
      .join('\n');
    assert.equal(manifest.dependencies, undefined, 'everything is bundled');
    assert.deepEqual(
      Object.keys(manifest.devDependencies).filter((name) => !reasons.includes(`\`${name}\``)),
      [],
    );
    assert.deepEqual(
      Object.entries(manifest.devDependencies).filter(([, version]) => !/^\d/.test(version)),
      [],
      'exact versions only',
    );
  });

  it('names only files that exist in ARCHITECTURE.md', () => {
    const names = [...read(join(root, 'ARCHITECTURE.md')).matchAll(/`(?!dist\/)([\w./-]+\.(?:ts|mjs|md|json))`/g)];
    const known = new Set(everySource().map((file) => basename(file)));
    const missing = names
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(join(root, name)) && !existsSync(join(source, name)))
      .filter((name) =>
        name.includes('/') ? !everySource().some((file) => file.endsWith(`/${name}`)) : !known.has(name),
      );
    assert.deepEqual(missing, []);
  });

  it('links only to files that exist', () => {
    const pages = [
      ...['README.md', 'EXTENSION.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((file) =>
        join(root, file),
      ),
      ...filesBelow(join(root, 'docs'), ['.md']),
    ];
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? '')
        .filter((link) => !/^[a-z]+:/.test(link) && !existsSync(resolve(dirname(page), link)))
        .map((link) => `${relative(root, page)}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  it('commits no path of a machine and no download address', () => {
    const lock = read(join(root, 'package-lock.json'));
    assert.ok(!lock.includes('"resolved"'));
  });
});

interface Layer {
  readonly layers: readonly string[];
  readonly packages: readonly string[];
}

/** The table of layers: folder, layers it may import, packages it may import. */
function readLayers(): ReadonlyMap<string, Layer> {
  const rows = read(join(root, 'ARCHITECTURE.md')).matchAll(/^\| `([a-z]+)` \| ([^|]*) \| ([^|]*) \|/gm);
  const words = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  return new Map(
    [...rows].map((row) => [row[1] ?? '', { layers: words(row[2] ?? ''), packages: words(row[3] ?? '') }]),
  );
}

function layerOf(file: string): string | undefined {
  const path = relative(source, file);
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined;
}

function isAllowed(path: string, file: string, own: string, allowed: Layer): boolean {
  if (!path.startsWith('.'))
    return allowed.packages.some((name) => (name.endsWith('*') ? path.startsWith(name.slice(0, -1)) : path === name));
  const target = layerOf(resolve(dirname(file), path));
  return target !== undefined && (target === own || allowed.layers.includes(target));
}
