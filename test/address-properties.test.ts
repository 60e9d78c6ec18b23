/** Renaming an address of random files: all its places have the new one, and everything else stays to the letter. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import { locatedIn } from '../server/src/features/lsp.ts';
import { addressPlaces } from '../server/src/features/navigation/address-places.ts';
import { renameEdits, renamingAt } from '../server/src/features/rename/rename.ts';
import { isRefusal } from '../server/src/features/rename/renaming.ts';
import type { View } from '../server/src/features/view.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { filesOf } from './support/gesture-page.ts';
import { times } from './support/runs.ts';

interface Case {
  readonly canonical: string;
  readonly spellings: readonly string[];
  readonly others: readonly string[];
  readonly to: string;
}

const cases: readonly Case[] = [
  {
    canonical: '10.0.0.1',
    spellings: ['10.0.0.1', '::ffff:10.0.0.1', '::FFFF:a00:1', '010.0.0.1', '10.0.0.001'],
    others: ['10.0.0.11', '110.0.0.1', '10.0.0.2', 'fd00::1', 'db.example.com'],
    to: '172.16.0.9',
  },
  {
    canonical: 'fd00::1',
    spellings: ['fd00::1', 'FD00::1', 'fd00:0:0::0:1', 'fd00:0000:0:0:0:0:0:01', 'fd00::0.0.0.1'],
    others: ['fd00::11', 'afd0::1', '10.0.0.1', 'fd00:1::1'],
    to: '2001:db9::5',
  },
];

/** A value in one of the three styles of YAML. */
const styled = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(2)).map(([each, style]) => (style === 0 ? `"${each}"` : style === 1 ? `'${each}'` : each));

function fileOf({ spellings, others }: Case): fc.Arbitrary<string> {
  const address = fc.constantFrom(...spellings, ...others);
  const list = (indent: string): fc.Arbitrary<string> =>
    fc
      .array(styled(address), { minLength: 1, maxLength: 4 })
      .map((all) => all.map((each) => `\n${indent}- ${each}`).join(''));
  const note = fc
    .array(fc.tuple(fc.constantFrom('to ', 'a=', 'x,', '(', '//'), address), { maxLength: 3 })
    .map((all) => all.map(([lead, each]) => `${lead}${each.includes(':') ? `[${each}]` : each}`).join('; '));
  const metadata = fc
    .tuple(fc.constantFrom('"', "'", '|\n      '), note)
    .map(
      ([style, text]) =>
        `metadata:\n  name: db\n  annotations:\n    note: ${style}${text}${style.startsWith('|') ? '' : style}\n`,
    );
  const endpoints = fc
    .tuple(metadata, list('      '))
    .map(
      ([head, all]) =>
        `apiVersion: v1\nkind: Endpoints\n${head}subsets:\n  - addresses:${all.replaceAll('- ', '- ip: ')}\n`,
    );
  const slice = fc
    .tuple(metadata, list('      '))
    .map(
      ([head, all]) =>
        `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\n${head}endpoints:\n  - addresses:${all}\n`,
    );
  const service = fc
    .tuple(metadata, list('    '))
    .map(([head, all]) => `apiVersion: v1\nkind: Service\n${head}spec:\n  externalIPs:${all}\n`);
  return fc.array(fc.oneof(endpoints, slice, service), { minLength: 1, maxLength: 3 }).map((all) => all.join('---\n'));
}

describe('renaming an address of random files', () => {
  for (const each of cases) {
    it(`changes all places of ${each.canonical}, and nothing else`, () => {
      let renamed = 0;
      fc.assert(
        fc.property(fc.array(fileOf(each), { minLength: 1, maxLength: 3 }), fc.nat(), (texts, chosen) => {
          renamed += renameHolds(texts, each, chosen);
        }),
        { numRuns: times(80) },
      );
      assert.ok(renamed > times(50), `only ${renamed} places were renamed`);
    });
  }
});

/** The number of changed places. */
function renameHolds(texts: readonly string[], { canonical, spellings, others, to }: Case, chosen: number): number {
  const views = texts.map(viewOf);
  const files = filesOf(views);
  const places = addressPlaces(canonical, files);
  const place = places[chosen % Math.max(places.length, 1)];
  if (!place) return 0;
  const target = renamingAt(place.view, place.span.start, files);
  assert.ok(target && !isRefusal(target));
  const edits = renameEdits(target, to, files);
  assert.ok(!isRefusal(edits));
  const after = views.map((view) =>
    applyEdits(
      view.located.text,
      edits.flatMap((each) => (each.view === view ? [each.edit] : [])),
    ),
  );
  const filesAfter = filesOf(after.map(viewOf));
  assert.deepEqual(addressPlaces(canonical, filesAfter), []);
  assert.equal(addressPlaces(to, filesAfter).length, places.length);
  for (const other of others) assert.equal(addressPlaces(other, filesAfter).length, addressPlaces(other, files).length);
  // Longer spellings first: one can be the end of another.
  const masked = (text: string, words: readonly string[]): string =>
    words
      .toSorted((a, b) => b.length - a.length)
      .reduce((all, word) => all.replaceAll(new RegExp(`(?<![\\w.:])${word}(?![\\w.:])`, 'g'), 'ADDRESS'), text);
  assert.deepEqual(
    after.map((text) => masked(text, [to])),
    texts.map((text) => masked(text, spellings)),
  );
  return places.length;
}

function viewOf(text: string, i: number): View {
  const path = `${i}.yaml`;
  const file = readFile(path, text, { isPartial: false });
  return { uri: `file:///project/${path}`, located: locatedIn(text, 'utf-16'), file, minor: 36 };
}
