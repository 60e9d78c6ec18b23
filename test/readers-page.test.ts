/** The page of all readers has every kind of the catalogue, and no other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepsOfKinds } from '../server/src/readers/catalogue.ts';
import { root } from './support/root.ts';

describe('docs/readers.md', () => {
  const page = readFileSync(join(root, 'docs/readers.md'), 'utf8');

  it('has a row for each kind', () => {
    const cells = [...page.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell);
    const kinds = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, kind = '']) => kind));
    assert.deepEqual(kinds.sort(), [...stepsOfKinds.keys()].sort());
  });
});
