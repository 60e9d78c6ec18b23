/** What the TypeScript and JavaScript programs register under the real SDK, as recorded by `scripts/run-programs.mjs`, is what is read of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGrammarsOf, readingsOf } from './support/programs.ts';
import { root } from './support/root.ts';

interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: { readonly [name: string]: unknown };
}

const folder = join(root, 'test/data/programs');
const recorded = JSON.parse(readFileSync(join(folder, 'registered.json'), 'utf8')) as {
  readonly objects: number;
  readonly differences: number;
  readonly programs: { readonly [file: string]: readonly Registered[] };
};

describe('programs under the real SDK', () => {
  before(() => loadGrammarsOf('a.ts', 'a.js'));

  it('the run that is recorded compared hundreds of objects and found no difference', () => {
    assert.ok(recorded.objects > 500);
    assert.equal(recorded.differences, 0);
  });

  for (const [file, registered] of Object.entries(recorded.programs)) {
    it(`${file} registers what is read`, () => {
      const readings = readingsOf(file, readFileSync(join(folder, 'typescript', file), 'utf8'));
      const known = readings.filter(({ resourceName }) => typeof resourceName === 'string');
      for (const { token, resourceName, leaves } of known) {
        const found = registered.find(({ type, name }) => type === token && name === resourceName);
        assert.ok(found, `${token} ${JSON.stringify(resourceName)}`);
        const sent = valuesIn(found.inputs);
        for (const { path, value } of leaves) {
          const dotted = path.replaceAll(/["[\].]+/g, '.').replace(/\.$/, '');
          if (value !== undefined) assert.ok(sent.has(`${dotted} ${JSON.stringify(value)}`), path);
        }
      }
    });
  }
});

/** Each path, with dots alone, and its value. */
function valuesIn(value: unknown, path = ''): ReadonlySet<string> {
  if (value === null || typeof value !== 'object') return new Set([`${path} ${JSON.stringify(value)}`]);
  return new Set(
    Object.entries(value).flatMap(([name, own]) => [...valuesIn(own, path === '' ? name : `${path}.${name}`)]),
  );
}
