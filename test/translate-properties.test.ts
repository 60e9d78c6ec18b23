/** Random objects, written in each language and back: the trees stay the same. */
import assert from 'node:assert/strict';
import { fileNames, isPulumi, targetLanguages, type TargetLanguage } from '../server/src/convert/translate/carried.ts';
import { translate } from '../server/src/convert/translate/translate.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { documentsOf, type Resource } from '../server/src/tree/document.ts';
import { emptyScalar, valueOf, type Mapping, type Value } from '../server/src/tree/value.ts';
import { listText, programText, randomManifests, randomPatches } from './support/random-resources.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { randomFrom } from './support/random.ts';
import { times } from './support/runs.ts';

const perProgram = 50;

describe('random objects in other languages', () => {
  before(() => loadGrammarsOf(...Object.values(fileNames)));

  for (const to of targetLanguages) {
    it(`keep their trees in ${to} and back`, () => {
      for (let run = 0; run < times(to === 'manifest' ? 10 : 30); run++) {
        const text = listText(randomManifests(randomFrom(run), perProgram));
        check({ path: 'list.json', text }, to, { back: 'manifest' });
      }
    }).timeout(60_000);
    if (!isPulumi(to)) continue;

    it(`keep their trees as patches in ${to} and back`, () => {
      for (let run = 0; run < times(10); run++) {
        const text = programText(randomPatches(randomFrom(run), perProgram));
        check({ path: 'Pulumi.json', text }, to, { back: 'pulumi-yaml' });
      }
    }).timeout(60_000);
  }
});

interface Named {
  readonly path: string;
  readonly text: string;
}

function check(source: Named, to: TargetLanguage, { back }: { readonly back: TargetLanguage }): void {
  const there = translated(source, to);
  const again = translated({ path: fileNames[to], text: there }, back);
  assert.deepEqual(treesIn({ path: fileNames[back], text: again }), treesIn(source, to === 'terraform'));
}

function translated({ path, text }: Named, to: TargetLanguage): string {
  const made = translate([{ uri: path, file: readFile(path, text, { isPartial: false }) }], {
    to,
    isWanted: () => true,
  });
  const remarks = made.remarks.filter(({ message }) => !message.endsWith('gets the namespace "default".'));
  assert.deepEqual([made.failure, remarks, made.written], [undefined, [], perProgram]);
  return made.text;
}

/** The objects without their order; in Terraform, each has a namespace. */
function treesIn({ path, text }: Named, isInTerraform = false): readonly string[] {
  const resources = documentsOf(readFile(path, text, { isPartial: false })).flatMap((document) => [
    ...document.resources,
    ...document.neighbours,
  ]);
  const withNamespace = (value: Mapping): Mapping => ({
    ...value,
    entries: value.entries.map((entry) => {
      const { value: own } = entry;
      if (entry.name !== 'metadata' || own.kind !== 'mapping' || valueOf(own, 'namespace')) return entry;
      const namespace = { ...entry, name: 'namespace', value: { ...emptyScalar(0), value: 'default' } };
      return { ...entry, value: { ...own, entries: [...own.entries, namespace] } };
    }),
  });
  const treeOf = ({ type, properties }: Resource): string =>
    `${type} ${JSON.stringify(plain(isInTerraform ? withNamespace(properties) : properties))}`;
  return resources.map(treeOf).sort();
}

function plain(value: Value): unknown {
  if (value.kind === 'opaque') return '<opaque>';
  if (value.kind === 'scalar') return typeof value.value === 'bigint' ? Number(value.value) : value.value;
  if (value.kind === 'sequence') return value.items.map(plain);
  const own = value.entries.filter(({ name }) => name !== 'apiVersion' && name !== 'kind');
  return own.map(({ name, value: each }) => [name, plain(each)]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
