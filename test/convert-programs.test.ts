/** Random Endpoints, written as programs: converted, they stand for the same endpoints as in Pulumi YAML, and the programs stay whole. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { endpointSet } from '../server/src/convert/proof/endpoint-set.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { documentsOf } from '../server/src/tree/document.ts';
import { samples } from './support/convert-texts.ts';
import { convertTexts, onWindows, textsAfter } from './support/converting.ts';
import { languages, writeProgram, type Language } from './support/program-writer.ts';
import { loadGrammarsOf, parses } from './support/programs.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const perFile = 4;
const numRuns = times(8);
const folder = join(root, 'test/data/programs');
const programs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => !path.endsWith('.json') && path.includes('.'),
);

describe('converting programs', () => {
  before(() => loadGrammarsOf(...Object.values(languages)));

  for (const language of Object.keys(languages) as Language[]) {
    it(`keeps the endpoints of random objects in ${language}, there and back`, async () => {
      await fc.assert(
        fc.asyncProperty(samples(perFile, 'json rows'), async ({ models }) => {
          const manifest = models.map((model) => JSON.stringify(model)).join('\n---\n');
          const resources = documentsOf(readFile('a.yaml', manifest, { isPartial: false })).flatMap(
            (each) => each.resources,
          );
          const text = writeProgram(language, resources);
          if (text === undefined) return;
          const path = languages[language];
          const meant = endpointsIn('a.yaml', manifest);
          const yaml = converted('Pulumi.yaml', writeProgram('yaml', resources) ?? '', 'endpointslice');
          const slices = converted(path, text, 'endpointslice');
          assert.deepEqual(
            endpointsIn(path, slices, 'EndpointSlice'),
            endpointsIn('Pulumi.yaml', yaml, 'EndpointSlice'),
          );
          assert.deepEqual(endpointsIn(path, slices), meant, slices);
          assert.ok(await parses(path, slices), slices);
          const back = converted(path, slices, 'endpoints');
          assert.deepEqual(endpointsIn(path, back, 'Endpoints'), meant, back);
          assert.ok(await parses(path, back), back);
        }),
        { numRuns, endOnFailure: true },
      );
    }).timeout(60_000);
  }

  for (const path of programs) {
    it(`converts or refuses each call of ${path}, and comments stay`, async () => {
      const text = readFileSync(join(folder, path), 'utf8');
      for (const to of ['endpointslice', 'endpoints'] as const) {
        const conversion = convertTexts([{ path, text }], { to });
        const [after] = textsAfter([{ path, text }], conversion);
        assert.ok(after && (await parses(path, after.text)), after?.text);
        for (const { what, reasons } of conversion.outcomes) assert.equal(reasons.length === 0, what === 'converted');
        assert.deepEqual(commentsOf(after.text), commentsOf(text));
        const there = [onWindows({ path, text })];
        assert.deepEqual(textsAfter(there, convertTexts(there, { to })), [onWindows(after)]);
      }
    });
  }
});

/** The text after the conversion, in which every object has been converted. */
function converted(path: string, text: string, to: 'endpointslice' | 'endpoints'): string {
  const texts = [{ path, text }];
  const conversion = convertTexts(texts, { to });
  const refused = conversion.outcomes.filter(({ what }) => what !== 'converted');
  assert.deepEqual(refused, [], text);
  return textsAfter(texts, conversion)[0]?.text ?? '';
}

function endpointsIn(path: string, text: string, type?: string): readonly string[] {
  const documents = documentsOf(readFile(path, text, { isPartial: false }));
  const all = documents.flatMap((document) =>
    document.resources
      .filter((each) => type === undefined || each.type === type)
      .flatMap((each) => [...endpointSet(document, each)]),
  );
  return [...new Set(all)].sort();
}

/** Lines of comments, sorted: what follows a statement may move above the next one. */
function commentsOf(text: string): readonly string[] {
  return (text.match(/(?:\/\/|(?<=^|\s)#(?!!)) .*$/gm) ?? []).map((comment) => comment.trim()).sort();
}
