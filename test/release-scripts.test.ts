/** The scripts of a release, each run as its workflow does: what they accept, what they write, and why they refuse. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ran, succeed, writeFiles, type Ran } from './support/process.ts';
import { root } from './support/root.ts';

const changelog = `# Changelog

## 1.10.0 (2026-12-01)

### CI

- See [the page](docs/ci.md#github), [the site](https://example.com) and [below](#here).

## 1.9.0 (2026-11-01)

Older.

## 1.8.0 (unreleased)

Never released.

## 1.7.0 (2026-01-01)
`;

const repository = { type: 'git', url: 'git+https://github.com/acme/kube-endpoints.git' };

describe('the scripts of a release', () => {
  let copy = '';
  const run = (script: string, ...args: readonly string[]): Ran =>
    ran(process.execPath, [`scripts/release/${script}.mjs`, ...args], copy, {
      ...process.env,
      GITHUB_REPOSITORY: 'acme/kube-endpoints',
    });
  const write = (manifest: object, locked = '1.10.0'): void =>
    writeFiles(copy, {
      'package.json': JSON.stringify({ name: 'endpoints-language-server', version: '1.10.0', repository, ...manifest }),
      'package-lock.json': JSON.stringify({ version: locked }),
      'CHANGELOG.md': changelog,
    });
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'endpoints-release-'));
    cpSync(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true });
    write({});
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  it('accept a tag, or a branch for a dry run, and print what the jobs need', () => {
    const out = 'version=1.10.0\nimage=ghcr.io/acme/kube-endpoints\nsite-base=/kube-endpoints/\n';
    for (const ref of ['v1.10.0', 'refs/tags/v1.10.0', 'refs/heads/main'])
      assert.deepEqual(run('verify', ref), { code: 0, out, err: '' }, ref);
  });

  for (const [what, manifest, tag, reason, locked] of [
    ['another tag', {}, 'v1.10.1', /^The tag "v1\.10\.1" is not the version of package\.json\. Use v1\.10\.0\.\n$/],
    ['a tag without v', {}, '1.10.0', /^The tag "1\.10\.0" is not the version/],
    ['no tag', {}, '', /^The tag "" is not the version/],
    ['a branch with a date missing', { version: '1.8.0' }, 'refs/heads/main', /^CHANGELOG\.md has no date/, '1.8.0'],
    ['no repository', { repository: undefined }, 'v1.10.0', /^package\.json has no repository\./],
    [
      'another repository',
      { repository: { url: 'https://github.com/acme/other' } },
      'v1.10.0',
      /^package\.json names acme\/other, but this is acme\/kube-endpoints\./,
    ],
    [
      'a prerelease',
      { version: '1.10.0-rc.1' },
      'v1.10.0-rc.1',
      /^package\.json has the version 1\.10\.0-rc\.1\. Use three/,
    ],
    ['an old lock file', {}, 'v1.10.0', /^package-lock\.json has the version 1\.9\.0\. Run npm install\.\n$/, '1.9.0'],
    [
      'a version without a section',
      { version: '2.0.0' },
      'v2.0.0',
      /^CHANGELOG\.md has no section "## 2\.0\.0 /,
      '2.0.0',
    ],
    ['a section without a date', { version: '1.8.0' }, 'v1.8.0', /^CHANGELOG\.md has no date of 1\.8\.0\./, '1.8.0'],
    ['an empty section', { version: '1.7.0' }, 'v1.7.0', /^CHANGELOG\.md says nothing of 1\.7\.0\./, '1.7.0'],
  ] as const)
    it(`refuse ${what}`, () => {
      write(manifest, locked);
      const { code, out, err } = run('verify', tag);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, reason);
    });

  it('print the notes of the version, with links to the files of the tag', () => {
    const files = 'https://github.com/acme/kube-endpoints/blob/v1.10.0/';
    assert.equal(
      run('notes').out,
      `### CI\n\n- See [the page](${files}docs/ci.md#github), [the site](https://example.com) and [below](#here).\n`,
    );
    write({ version: '1.9.0' });
    assert.equal(run('notes').out, 'Older.\n');
  });

  it('write checksums that sha256sum accepts', () => {
    writeFiles(copy, { 'files/b.txt': 'b', 'files/a b.tgz': Buffer.from([0, 255]), 'files/SHA256SUMS': 'old' });
    for (let times = 0; times < 2; times++) assert.deepEqual(run('checksums', 'files'), { code: 0, out: '', err: '' });
    const sums = succeed('sha256sum', ['--check', '--strict', 'SHA256SUMS'], join(copy, 'files'));
    assert.equal(sums, 'a b.tgz: OK\nb.txt: OK\n');
  });

  describe('for the site', () => {
    const archive = (name: string, files: Readonly<Record<string, string>>): void => {
      writeFiles(copy, Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
      succeed('tar', ['-czf', `${name}.tar.gz`, '-C', name, '.'], copy);
    };
    const assemble = (...names: readonly string[]): Ran =>
      run('assemble-site', 'pages', ...names.map((name) => `${name}.tar.gz`));
    beforeEach(() => {
      for (const version of ['1.9.0', '1.10.0', '0.1.0']) {
        archive(`site-v${version}`, { 'index.html': version, 'rules/a.html': `a ${version}` });
        archive(`site-root-v${version}`, { 'index.html': `root ${version}`, [`only-${version}.html`]: '' });
      }
    });

    it('put the newest at the root and each version into its folder', () => {
      const names = ['1.9.0', '0.1.0', '1.10.0'].flatMap((version) => [`site-v${version}`, `site-root-v${version}`]);
      assert.deepEqual(assemble(...names), { code: 0, out: '', err: '' });
      const pages = join(copy, 'pages');
      const read = (path: string): string => readFileSync(join(pages, path), 'utf8');
      assert.equal(read('index.html'), 'root 1.10.0');
      assert.deepEqual(
        ['v1.9.0', 'v1.10.0', 'v0.1.0'].map((path) => read(`${path}/rules/a.html`)),
        ['a 1.9.0', 'a 1.10.0', 'a 0.1.0'],
      );
      assert.deepEqual(readdirSync(pages).sort(), [
        'index.html',
        'only-1.10.0.html',
        'v0.1.0',
        'v1.10.0',
        'v1.9.0',
        'versions.json',
      ]);
      assert.deepEqual(JSON.parse(read('versions.json')), [
        { version: '1.10.0', path: 'v1.10.0/' },
        { version: '1.9.0', path: 'v1.9.0/' },
        { version: '0.1.0', path: 'v0.1.0/' },
      ]);
    });

    it('leave out all versions but the newest twenty', () => {
      const versions = Array.from({ length: 22 }, (_, minor) => `2.${minor}.0`);
      for (const version of versions) archive(`site-v${version}`, { 'index.html': version });
      archive('site-root-v2.21.0', { 'index.html': 'root' });
      assert.equal(assemble('site-root-v2.21.0', ...versions.map((version) => `site-v${version}`)).code, 0);
      const kept = versions.slice(2).map((version) => `v${version}`);
      const folders = readdirSync(join(copy, 'pages')).filter((name) => name.startsWith('v2.'));
      assert.deepEqual(folders.sort(), kept.sort());
    });

    it('refuse archives that make no complete site', () => {
      writeFiles(copy, { 'site-v3.0.0.tar.gz': 'no archive', 'site-v1.tar.gz': '', 'full/a': '' });
      for (const [names, reason] of [
        [['site-v1.9.0'], /^No archive is named site-root-v/],
        [['site-root-v1.9.0', 'site-v1.10.0'], /^The newest root is of 1\.9\.0, and the newest version is 1\.10\.0\./],
        [['site-root-v1.10.0', 'site-v1.9.0'], /^The newest root is of 1\.10\.0, and the newest version is 1\.9\.0\./],
        [['site-v1'], /^site-v1\.tar\.gz is not named/],
        [[], /^Name a folder and the archives/],
      ] as const) {
        const { code, err } = assemble(...names);
        assert.match(err, reason);
        assert.deepEqual([code, existsSync(join(copy, 'pages'))], [1, false]);
      }
      archive('site-root-v3.0.0', { 'index.html': '' });
      assert.match(assemble('site-root-v3.0.0', 'site-v3.0.0').err, /^Cannot unpack \S+site-v3\.0\.0\.tar\.gz: /);
      assert.match(run('assemble-site', 'full', 'site-v1.9.0.tar.gz').err, /^full is not empty\./);
      rmSync(join(copy, 'pages'), { recursive: true });
      archive('site-root-v4.0.0', { 'site/index.html': '' });
      archive('site-v4.0.0', { 'index.html': '' });
      assert.match(assemble('site-root-v4.0.0', 'site-v4.0.0').err, /site-root-v4\.0\.0\.tar\.gz has no index\.html\./);
    });

    it('pack it for the root and for the folder of the version', () => {
      const build = `
        const { mkdirSync, writeFileSync } = require('node:fs');
        mkdirSync('out/site', { recursive: true });
        const { SITE_BASE, SITE_URL = '' } = process.env;
        writeFileSync('out/site/index.html', [SITE_BASE, SITE_URL, ...process.argv.slice(2)].join(' '));
      `;
      write({ scripts: { site: 'node site.cjs' } });
      writeFileSync(join(copy, 'site.cjs'), build);
      assert.deepEqual(run('pack-site', 'packed', '/kube-endpoints/'), { code: 0, out: '', err: '' });
      const names = ['site-root-v1.10.0', 'site-v1.10.0'];
      assert.deepEqual(
        readdirSync(join(copy, 'packed')).sort(),
        names.map((name) => `${name}.tar.gz`),
      );
      assert.equal(assemble(...names.map((name) => `packed/${name}`)).code, 0);
      const index = (path: string): string => readFileSync(join(copy, 'pages', path, 'index.html'), 'utf8');
      assert.deepEqual(
        [index('.'), index('v1.10.0')],
        ['/kube-endpoints/ https://acme.github.io/kube-endpoints/ --built', '/kube-endpoints/v1.10.0/  --built'],
      );
      assert.notEqual(run('pack-site', 'packed', 'kube-endpoints').code, 0);
    });
  });
});
