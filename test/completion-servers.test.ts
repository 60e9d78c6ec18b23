/** What tsserver, pyright and gopls propose beside us, as recorded by `scripts/compare-completion.mjs`: nothing twice. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/root.ts';

interface AskedCursor {
  readonly server: string;
  /** True where the SDK was installed. */
  readonly sdk: boolean;
  readonly cursor: string;
  readonly ours: number;
  readonly theirs: number;
  readonly twice: readonly string[];
}

const path = join(root, 'test/data/programs/completion-servers.json');
const { results } = JSON.parse(readFileSync(path, 'utf8')) as { readonly results: readonly AskedCursor[] };

describe('completion beside the servers of the languages', () => {
  it('was asked for at many cursors, where each server answers and so do we', () => {
    for (const server of ['tsserver', 'pyright', 'gopls']) {
      const own = results.filter((each) => each.server === server);
      assert.ok(own.some(({ theirs }) => theirs > 0) && own.filter(({ ours }) => ours > 0).length > 4, server);
    }
  });

  it('has no proposal twice, but for names of fields where the SDK is installed, which the extension leaves out', () => {
    const twice = results.filter((each) => each.twice.length > 0);
    assert.deepEqual(
      twice.filter(({ sdk, cursor }) => !sdk || !/(?:Names|name)/.test(cursor)),
      [],
    );
  });

  it('leaves TypeScript, classes of arguments and Go to their servers', () => {
    const others = results.filter(({ sdk, theirs, ours }) => sdk && theirs > 0 && ours === 0);
    assert.ok(others.some(({ cursor }) => cursor.startsWith('go: Names')));
    assert.ok(others.some(({ cursor }) => cursor.startsWith('typescript: Names are left')));
    assert.ok(others.some(({ cursor }) => cursor.startsWith('python: None for the arguments')));
  });
});
