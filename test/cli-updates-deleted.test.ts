/** What `--since` says of objects that came out of files which are deleted, where git sees no renaming. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryOf } from './support/repository.ts';

type Files = Readonly<Record<string, string>>;

const endpoints = (name: string, ...metadata: readonly string[]): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n${metadata.map((line) => `  ${line}\n`).join('')}subsets:\n  - addresses:\n      - ip: 10.0.0.2\n`;

/** Keeps git from taking one file for another. */
const filler = '# A line of a comment that is in one file alone.\n'.repeat(40);
const web = endpoints('web');

/** The rules on changes that report anything where the first files became the others, and files are gone. */
function changes(before: Files, after: Files, ...gone: readonly string[]): readonly string[] {
  const { path, write, run, remove } = repositoryOf(before);
  try {
    for (const name of gone) rmSync(join(path, name));
    write(after);
    const { out, err } = run('check', '--since', 'main', '--format', 'json');
    assert.equal(err, '');
    const told = JSON.parse(out) as {
      readonly diagnostics: readonly { readonly file: string; readonly code: string }[];
    };
    return told.diagnostics
      .filter(({ code }) => code.startsWith('changed-'))
      .map(({ file, code }) => `${file} ${code}`);
  } finally {
    remove();
  }
}

describe('endpoints check --since, where a file is deleted', () => {
  const before = { 'all.yaml': filler + web, 'deep/db.yaml': endpoints('db', 'uid: one') };
  const after = (db: string): Files => ({ 'all.yaml': `${filler}${web}---\n${db}` });

  it('knows the object that was in it', () => {
    assert.deepEqual(changes(before, after(endpoints('db', 'uid: one')), 'deep/db.yaml'), []);
    assert.deepEqual(changes(before, after(endpoints('db', 'uid: two')), 'deep/db.yaml'), ['all.yaml changed-uid']);
  });

  it('takes none of its objects for a new name of another one', () => {
    const replaced = { 'all.yaml': filler + endpoints('db', 'uid: one') };
    assert.deepEqual(changes(before, replaced, 'deep/db.yaml'), []);
    assert.deepEqual(changes(before, replaced), ['all.yaml changed-identity']);
  });

  it('does not choose between two that were deleted, and takes none that was no manifest', () => {
    const now = after(endpoints('db', 'uid: two'));
    const twice = { ...before, 'copy.yaml': endpoints('db', 'uid: three') };
    assert.deepEqual(changes(twice, now, 'deep/db.yaml', 'copy.yaml'), []);
    const { 'deep/db.yaml': db, ...others } = before;
    assert.deepEqual(
      changes({ ...others, 'db.txt': db, 'broken.yaml': `${db}x: [` }, now, 'db.txt', 'broken.yaml'),
      [],
    );
  });
});
