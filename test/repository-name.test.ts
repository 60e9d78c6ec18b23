/** The repository's name stands in one place: setting it changes every recipe, and without it no recipe installs from a registry. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { ran, type Ran } from './support/process.ts';
import { root } from './support/root.ts';

/** The texts that people and CI systems read. */
const places = ['README.md', 'EXTENSION.md', 'CONTRIBUTING.md', 'action.yml', '.pre-commit-hooks.yaml', 'package.json'];
const folders = ['docs', 'docs/cli', 'integrations', 'integrations/argocd', '.github/workflows'];
const files = [...places, ...folders.flatMap(filesOf)];

/** Each would run or install what somebody else may have published under a name that is free. */
const fromRegistry = [
  /\bnpx\b.*endpoints-language-server(?!-\d)/,
  /\bnpm (?:install|i|exec)\b[^\n]*endpoints-language-server(?!-\d)/,
  /endpoints-language-server@\d/,
  /--install-extension [\w-]+\.[\w-]+$/m,
  /\b(?:brew|krew|choco|scoop|winget|mason) install\b(?! --manifest)/i,
  /ghcr\.io\/(?!\$)/,
];

describe("the repository's name", () => {
  let copy = '';
  const read = (path: string): string => readFileSync(join(copy, path), 'utf8');
  const all = (): Readonly<Record<string, string>> => Object.fromEntries(files.map((path) => [path, read(path)]));
  const set = (...args: readonly string[]): Ran => ran(process.execPath, ['scripts/set-repository.mjs', ...args], copy);

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'endpoints-named-'));
    cpSync(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true });
    for (const path of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), readFileSync(join(root, path)));
    }
    assert.equal(set('--unset').code, 0);
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  it('is in no recipe until it is set, and none installs from a registry', () => {
    for (const [path, text] of Object.entries(all()))
      for (const pattern of fromRegistry) assert.doesNotMatch(text, pattern, path);
    assert.match(read('docs/ci.md'), /uses: OWNER\/endpoints-language-server@v/);
    assert.equal(parse(read('package.json')).repository, undefined);
  });

  it('is set by one command, in every place, and all are as before when it is unset', () => {
    const before = all();
    const { code, out, err } = set('Acme-1/kube.endpoints');
    assert.deepEqual([code, err, out.endsWith('https://github.com/Acme-1/kube.endpoints\n')], [0, '', true]);
    const changed = files.filter((path) => read(path) !== before[path]);
    assert.deepEqual(changed.sort(), [
      'README.md',
      'docs/ci.md',
      'docs/editors.md',
      'docs/security.md',
      'integrations/argocd/presync-job.yaml',
      'integrations/gitlab.yml',
      'package.json',
    ]);
    const { version, publisher, repository } = parse(read('package.json')) as {
      version: string;
      publisher: string;
      repository: unknown;
    };
    assert.deepEqual(repository, { type: 'git', url: 'git+https://github.com/Acme-1/kube.endpoints.git' });
    for (const [path, text] of Object.entries(all()))
      assert.doesNotMatch(
        text,
        /\bOWNER\/|git\.example\.com\/OWNER|registry\.example\.com|your copy|not .*published yet|Nothing is (?:published[:.]|in a registry)/,
        path,
      );
    for (const part of [
      `uses: Acme-1/kube.endpoints@v${version}`,
      `repo: https://github.com/Acme-1/kube.endpoints\n    rev: v${version}\n`,
      `/Acme-1/kube.endpoints/v${version}/integrations/gitlab.yml`,
      `npm install --global endpoints-language-server@${version}\n`,
    ])
      assert.ok(read('docs/ci.md').includes(part), part);
    assert.match(read('README.md'), /actions\/workflows\/ci\.yml\/badge\.svg/);
    assert.ok(read('docs/editors.md').includes(`code --install-extension ${publisher}.endpoints-language-server\n`));
    assert.ok(
      read('integrations/argocd/presync-job.yaml').includes(`image: ghcr.io/acme-1/kube.endpoints:${version}\n`),
    );
    assert.equal(set('--unset').code, 0);
    assert.deepEqual(all(), before);
  });

  it('takes the version of package.json along', () => {
    const manifest = read('package.json').replace(/"version": "[^"]*"/, '"version": "7.8.9"');
    writeFileSync(join(copy, 'package.json'), manifest);
    assert.equal(set('acme/endpoints').code, 0);
    for (const path of ['README.md', 'docs/ci.md']) {
      const versions = [...read(path).matchAll(/uses: acme\/endpoints@([^\s`]+)/g)].map(([, found]) => found);
      assert.deepEqual(new Set(versions), new Set(['v7.8.9']), path);
    }
    assert.match(read('integrations/gitlab.yml'), /endpoints-language-server@7\.8\.9$/m);
  });

  for (const args of [[], ['acme'], ['https://github.com/acme/a'], ['a/b/c'], ['a/b', 'c'], ['a/$(b)'], ['--set']])
    it(`refuses ${JSON.stringify(args)}`, () => {
      const before = all();
      const { code, err } = set(...args);
      assert.deepEqual([code, err.startsWith('Use npm run repository -- OWNER/NAME')], [2, true]);
      assert.deepEqual(all(), before);
    });

  it('is current in this checkout', () => {
    const { repository } = parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: { url: string } };
    const name = /github\.com\/(.*)\.git$/.exec(repository?.url ?? '')?.[1];
    assert.equal(set(name ?? '--unset').code, 0);
    for (const path of files) assert.equal(read(path), readFileSync(join(root, path), 'utf8'), path);
  });
});

function filesOf(folder: string): readonly string[] {
  const names = readdirSync(join(root, folder)).filter((name) => /\.(?:md|ya?ml)$/.test(name));
  return names.map((name) => `${folder}/${name}`);
}
