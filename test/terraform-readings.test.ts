/** The configurations of test/data/terraform: `endpoints list` prints exactly what their `expected.json` says. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace } from '../server/src/api.ts';
import type { ListedTerraform } from '../server/src/analysis/listing/terraform-listing.ts';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

interface Expected {
  readonly resources: readonly ListedTerraform[];
}

const data = join(root, 'test/data/terraform');
const suffix = '.expected.json';
const names = readdirSync(data).filter((name) => !name.endsWith(suffix));

function expectedOf(path: string): readonly ListedTerraform[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as Expected).resources;
}

describe('terraform: readings', () => {
  const having = temporary(folderOf);
  const listed = (files: Readonly<Record<string, string>>): readonly ListedTerraform[] => {
    const { out, err, code } = having(files).run('list', '--format', 'json');
    assert.deepEqual([err, code], ['', 0]);
    const { files: found } = JSON.parse(out) as { files: readonly { resources: readonly ListedTerraform[] }[] };
    return found.flatMap(({ resources }) => resources);
  };

  it('has the given configurations', () => {
    assert.equal(names.length, 15);
  });

  for (const name of names) {
    const path = join(data, name);
    if (statSync(path).isDirectory()) {
      it(`reads the module ${name}`, () => {
        const files = readdirSync(path).filter((each) => each.endsWith('.tf'));
        const texts = Object.fromEntries(files.map((each) => [each, readFileSync(join(path, each), 'utf8')]));
        assert.deepEqual(listed(texts), expectedOf(join(path, 'expected.json')));
      });
    } else {
      it(`reads ${name}, and also with CR LF`, () => {
        const text = readFileSync(path, 'utf8');
        const expected = expectedOf(`${path}${suffix}`);
        assert.deepEqual(listed({ [name]: text }), expected);
        const other = listed({ [name]: text.replace(/\r?\n/g, '\r\n') });
        assert.deepEqual(other, JSON.parse(JSON.stringify(expected)));
      });
    }
  }

  it('is the same in the library', () => {
    for (const name of names.filter((each) => each.includes('.'))) {
      const workspace = createWorkspace();
      workspace.set(name, readFileSync(join(data, name), 'utf8'));
      const found = workspace.resources(name).map((each) => {
        const { file: _, ...rest } = each;
        return rest;
      });
      assert.deepEqual(JSON.parse(JSON.stringify(found)), expectedOf(join(data, `${name}${suffix}`)));
    }
  });
});
