/** Tests how the site reads the files of the project: pages, links, captions, marker lines, menus, versions, its policy. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, newerThan, readVersionList, rootOf } from '../site/.vitepress/theme/version-list.ts';
import { repositoryUrl, resolveLink } from '../site/src/links.ts';
import { captionOf, slugOf } from '../site/src/markdown.ts';
import { readMarkerLine } from '../site/src/marker-lines.ts';
import { menuOf, sidebarOf } from '../site/src/navigation.ts';
import { pageAddress, pageDescription, descriptionOf, excludedPatterns, pageOf, pageTitle } from '../site/src/pages.ts';
import { addPolicy } from '../site/src/policy.ts';
import { root } from './support/root.ts';

describe('the files of the site', () => {
  it('are pages at short addresses', () => {
    assert.equal(pageOf('docs/rules/README.md'), 'rules/index.md');
    assert.deepEqual(
      ['docs/rules/README.md', 'docs/ci.md', 'README.md', 'site/index.md', 'EXTENSION.md', 'test/fixtures/a.md'].map(
        pageAddress,
      ),
      ['/rules/', '/ci.html', '/overview.html', '/', undefined, undefined],
    );
    assert.ok(excludedPatterns().includes('test/**'));
    assert.ok(excludedPatterns().includes('EXTENSION.md'));
    assert.ok(!excludedPatterns().includes('README.md'));
  });

  it('have a title and a description', () => {
    assert.equal(pageTitle('docs/rules/loopback-ip.md'), 'loopback-ip');
    assert.equal(pageDescription('docs/rules/loopback-ip.md'), 'An endpoint address must not be a loopback address.');
    assert.match(pageDescription('docs/picture.md'), /^endpoints show draws where/);
    const badges =
      '[![CI](https://a.example/ci.svg)](https://a.example) [![Release](https://b.example/v)](https://b.example)';
    const page = `# Name\n\n<!-- repository: badges -->\n\n${badges}\n\n<!-- end -->\n\nChecks what is written by hand.\n`;
    assert.equal(descriptionOf(page), 'Checks what is written by hand.');
    for (const file of filesOfDocs()) assert.match(pageDescription(file), /^[^"]{20,300}$/u, file);
  });

  it('are each in a menu', () => {
    const listed = JSON.stringify([sidebarOf(), menuOf('0.1.0')]);
    assert.deepEqual(
      [...filesOfDocs(), 'README.md', 'CHANGELOG.md'].filter(
        (file) => !listed.includes(`"link":"${pageAddress(file)}"`),
      ),
      [],
    );
  });
});

describe('the links of the site', () => {
  const from = 'docs/cli/check.md';

  it('lead to pages', () => {
    assert.deepEqual(
      [
        '../ci.md#gitlab',
        '../rules/README.md',
        '../../README.md#install',
        '../rules/',
        '#options',
        'https://a.example/b.md',
      ].map((link) => resolveLink(link, from, undefined)),
      ['/ci.html#gitlab', '/rules/', '/overview.html#install', '/rules/', '#options', 'https://a.example/b.md'],
    );
  });

  it('lead to the repository if a file is no page, and nowhere without a repository', () => {
    const link = '../../integrations/gitlab.yml';
    assert.equal(resolveLink(link, from, undefined), undefined);
    assert.equal(
      resolveLink(link, from, { url: 'git+https://git.example/group/name.git' }),
      'https://git.example/group/name/blob/HEAD/integrations/gitlab.yml',
    );
    assert.equal(resolveLink('../../EXTENSION.md', from, undefined), undefined);
  });

  it('know the forms of a repository', () => {
    for (const form of [
      'owner/name',
      'github:owner/name',
      'https://github.com/owner/name',
      'git+ssh://git@github.com/owner/name.git',
      'git://github.com/owner/name.git',
    ]) {
      assert.equal(repositoryUrl(form), 'https://github.com/owner/name', form);
    }
    assert.equal(repositoryUrl('not an address'), undefined);
  });

  it('have the anchors of a Git host', () => {
    assert.equal(slugOf('The page of `show --watch`'), 'the-page-of-show---watch');
    assert.equal(slugOf('0.1.0 (unreleased)'), '010-unreleased');
  });
});

describe('the examples of the site', () => {
  it('have captions', () => {
    assert.equal(captionOf('yaml title="Pulumi.yaml" kubernetes="1.35" fixed'), 'Pulumi.yaml · Kubernetes 1.35');
    assert.equal(captionOf('yaml committed'), 'committed version');
    assert.equal(captionOf('yaml mirroring="off"'), 'without the mirroring controller');
    assert.equal(captionOf('yaml title="a.yaml" shows="not committed"'), 'a.yaml');
    assert.equal(captionOf('console'), '');
  });

  it('have marker lines', () => {
    assert.deepEqual(readMarkerLine('#   ^^^ 💡 error[a-b]: No "x". Use y.'), {
      pointer: '#   ^^^ 💡 ',
      message: 'error[a-b]: No "x". Use y.',
      severity: 'error',
    });
    assert.equal(readMarkerLine('//^^ warning[a]: b')?.severity, 'warning');
    assert.equal(readMarkerLine('#<--- info[a]: b')?.pointer, '#<--- ');
    assert.equal(readMarkerLine('# error[a]: b'), undefined);
  });
});

describe('the versions of the site', () => {
  const top = new URL('https://docs.example/project/');

  it('are listed at the root of the deployment', () => {
    assert.equal(rootOf('/project/v0.1.0/', '0.1.0'), '/project/');
    assert.equal(rootOf('/v0.1.0/', '0.1.0'), '/');
    assert.equal(rootOf('/project/', '0.1.0'), '/project/');
    assert.equal(rootOf('/v0.1.0/', '0.2.0'), '/v0.1.0/');
  });

  it('are sorted, and stay in the deployment', () => {
    const list = [
      { version: '0.9.0', path: 'v0.9.0/' },
      { version: '0.10.0', path: '' },
      { version: '1', path: 'https://other.example/' },
      { version: '2', path: '../elsewhere/' },
      { version: '3', path: 'javascript:alert(1)' },
      { version: 4, path: 'v4/' },
      null,
    ];
    assert.deepEqual(readVersionList(list, top), [
      { version: '0.10.0', url: 'https://docs.example/project/' },
      { version: '0.9.0', url: 'https://docs.example/project/v0.9.0/' },
    ]);
    assert.deepEqual(readVersionList({}, top), []);
  });

  it('have an order', () => {
    const versions = ['1.0.0-rc.2', '0.9.0', '1.0.0', '0.10.0', '1.0.0-rc.10'];
    assert.deepEqual(versions.toSorted(compareVersions), ['0.9.0', '0.10.0', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0']);
    const listed = ['1.1.0-rc.1', '1.0.0'].map((version) => ({ version, url: '' }));
    assert.equal(newerThan('0.9.0', listed)?.version, '1.0.0');
    assert.equal(newerThan('1.0.0-rc.1', listed)?.version, '1.0.0');
    assert.equal(newerThan('1.0.0', listed), undefined);
  });
});

describe('the policy of the site', () => {
  it('allows the inline scripts of the page by their hashes, and comes before them', () => {
    const page = addPolicy('<meta charset="utf-8"><script src="/a.js"></script><script id="b">alert(1)</script>');
    // The hash of "alert(1)", as sha256sum prints it.
    assert.match(page, /script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF\+pI='; style-src/);
    assert.ok(page.indexOf('Content-Security-Policy') < page.indexOf('<script'));
    assert.doesNotMatch(/script-src[^;]*/.exec(page)?.[0] ?? 'unsafe', /unsafe/);
  });
});

function filesOfDocs(): readonly string[] {
  const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name.replaceAll('\\', '/')}`);
}
