/** The estate of docs/migrating.md, step by step: after each step all addresses get traffic, and no reader is lost. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';

interface ListedReader {
  readonly file: string;
  readonly kind: string;
  readonly certainty: string;
}

/** The versions of each file of the page, in order. */
function filesOfPage(): readonly (readonly [name: string, text: string])[] {
  const page = readFileSync(join(root, 'docs/migrating.md'), 'utf8');
  const titled = [...page.matchAll(/^```\w+ title="([^"]+)"\n([^]*?)^```$/gm)];
  return titled.map(([, name = '', text = '']) => [name, text] as const);
}

describe('the estate of the guide to EndpointSlice', () => {
  const folder = folderOf({});
  const versions = filesOfPage();
  const write = (name: string, text: string): void => {
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const readers = (): readonly string[] => {
    const { out } = folder.run('readers', '--when', 'replaced', '--format', 'json', 'estate');
    const all = (JSON.parse(out) as { readonly readers: readonly ListedReader[] }).readers;
    return all.map(({ kind }) => kind);
  };
  const step = (patch: string, left: readonly string[]): void => {
    execFileSync('git', ['apply', `roll-out/${patch}.patch`], { cwd: folder.path });
    const traffic = folder.run('traffic', 'estate/shop');
    assert.match(traffic.out, /: 2 of 2 addresses\n/);
    assert.equal(traffic.code, 0);
    assert.deepEqual(readers(), left);
  };

  before(() => {
    for (const [i, [name, text]] of versions.entries())
      if (versions.findIndex(([each]) => each === name) === i) write(name, text);
  });
  after(() => folder.remove());

  it('has readers of each sort', () => {
    const kinds = ['argo-project', 'kubectl-read', 'go-client', 'prom-operator-default', 'rbac-rule'];
    assert.deepEqual(readers(), [...kinds, 'monitor-inherits', 'prom-meta-label']);
  });

  it('gets a plan and a patch for each step', () => {
    const { err, code } = folder.run('convert', '--readers', '--steps', 'roll-out', 'estate');
    assert.equal(err, 'Wrote plan.md and 5 patch files to roll-out.\n');
    assert.equal(code, 1);
  });

  it('loses nothing in any step', () => {
    const readingMonitor = ['prom-operator-default', 'monitor-inherits', 'prom-meta-label'];
    step('1-access', ['argo-project', 'kubectl-read', 'go-client', ...readingMonitor]);
    step('3-policies', ['kubectl-read', 'go-client', ...readingMonitor]);
    step('4-slices', ['kubectl-read', 'go-client', ...readingMonitor]);
    step('5-readers', ['kubectl-read', 'go-client']);
    for (const [name, text] of versions.slice(-2)) write(name, text);
    assert.deepEqual(readers(), []);
    step('6-deletion', []);
  });
});
