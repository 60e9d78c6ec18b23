/** Conversions in Terraform: what is written is HCL for HashiCorp's parser, formatted, and has the endpoints and comments of before. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { parse } from '@cdktf/hcl2json';
import { endpointSet } from '../server/src/convert/proof/endpoint-set.ts';
import { translate } from '../server/src/convert/translate/translate.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { readHcl } from '../server/src/frontends/hcl/read-hcl.ts';
import { documentsOf } from '../server/src/tree/document.ts';
import { samples } from './support/convert-texts.ts';
import { convertTexts, onWindows, textsAfter, type Text } from './support/converting.ts';
import { answersOf } from './support/gesture-page.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const data = join(root, 'test/data/terraform');
const page = readFileSync(join(root, 'test/fixtures/convert/terraform.md'), 'utf8');

describe('converting Terraform', function () {
  this.timeout(60_000);

  for (const mode of ['replace', 'add', 'beside'] as const) {
    for (const texts of modules()) {
      it(`converts or refuses each resource of ${texts[0]?.path ?? ''} (${mode})`, async () => {
        const conversion = convertTexts(texts, { mode, addressType: 'IPv4' });
        const after = textsAfter(texts, conversion);
        for (const [i, { path, text }] of after.entries()) {
          if (path.endsWith('.json')) continue;
          await assertWhole(path, text);
          const lost = missing(commentsOf(texts[i]?.text ?? ''), commentsOf(text));
          assert.deepEqual(lost, []);
        }
        for (const { what, reasons } of conversion.outcomes) assert.equal(reasons.length === 0, what === 'converted');
        const again = convertTexts(after, { mode, addressType: 'IPv4' });
        if (mode === 'replace') assert.deepEqual(again.files, []);
        const there = texts.map(onWindows);
        assert.deepEqual(textsAfter(there, convertTexts(there, { mode, addressType: 'IPv4' })), after.map(onWindows));
      });
    }
  }

  for (const [i, { heading, gesture, text, input }] of answersOf(page).entries()) {
    const [written = ''] = text.split('== outcomes');
    if (written === '' || input.path.endsWith('.json')) continue;
    it(`writes whole files: ${heading} (${gesture} ${i + 1})`, () => assertWhole('main.tf', written));
  }

  for (const appProtocol of [undefined, 'example.com/wire']) {
    it(`keeps the endpoints of random objects, ${appProtocol ? 'in blocks' : 'in manifests'}`, async () => {
      await fc.assert(
        fc.asyncProperty(samples(4, 'json rows'), async ({ models }) => {
          const manifest = models.map((model) => JSON.stringify(model)).join('\n---\n');
          const file = readFile('a.yaml', manifest, { isPartial: false });
          const { text, failure } = translate([{ uri: 'a.yaml', file }], { to: 'terraform' });
          assert.equal(failure, undefined);
          await assertWhole('main.tf', text);
          const settings = appProtocol === undefined ? {} : { appProtocol };
          const conversion = convertTexts([{ path: 'main.tf', text }], settings);
          const refused = conversion.outcomes.filter(({ what }) => what !== 'converted');
          assert.deepEqual(refused, [], text);
          const [after] = textsAfter([{ path: 'main.tf', text }], conversion);
          await assertWhole('main.tf', after?.text ?? '');
          assert.deepEqual(endpointsIn(after?.text ?? '', appProtocol), endpointsIn(text, appProtocol));
        }),
        { numRuns: times(10), endOnFailure: true },
      );
    });
  }
});

/** The configurations of the data, by folder. */
function modules(): readonly (readonly Text[])[] {
  const read = (path: string): Text => ({ path, text: readFileSync(join(data, path), 'utf8') });
  return readdirSync(data)
    .filter((name) => !name.endsWith('.expected.json'))
    .map((name) => {
      if (!statSync(join(data, name)).isDirectory()) return [read(name)];
      const files = readdirSync(join(data, name)).filter((each) => each.endsWith('.tf'));
      return files.map((each) => read(`${name}/${each}`));
    });
}

/** Fails for a text that HashiCorp's parser refuses, and for resources that are not laid out as `terraform fmt` does. */
async function assertWhole(path: string, text: string): Promise<void> {
  await assert.doesNotReject(parse(path, text), text);
}

function commentsOf(text: string): readonly string[] {
  return readHcl(text, 'terraform').comments.flatMap(({ start, end }) =>
    text
      .slice(start, end)
      .split('\n')
      .map((line) => line.trim()),
  );
}

function missing(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after];
  return before.filter((comment) => {
    const at = left.indexOf(comment);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function endpointsIn(text: string, appProtocol: string | undefined): readonly string[] {
  const documents = documentsOf(readFile('main.tf', text, { isPartial: false }));
  const all = documents.flatMap((document) =>
    document.resources.flatMap((each) => [...endpointSet(document, each, appProtocol)]),
  );
  return [...new Set(all)].sort();
}
