/** Every page of test/fixtures/convert, run as tests: texts, and exactly what they are converted to. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConvertSettings } from '../server/src/convert/outcome.ts';
import { convertTexts, drawConversion, onWindows, textsAfter, type Text } from './support/converting.ts';
import { answersOf, updatePage, type Answer } from './support/gesture-page.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';

const folder = join(root, 'test/fixtures/convert');
const isUpdate = process.env['UPDATE'] === '1';

const directions: Readonly<Record<string, Partial<ConvertSettings>>> = {
  slices: {},
  add: { mode: 'add' },
  endpoints: { to: 'endpoints' },
};

// The texts of pages are read when the tests are listed.
await loadGrammarsOf('a.ts', 'a.js', 'a.py', 'a.go', 'a.cs', 'a.java');

describe('conversions', () => {
  for (const file of readdirSync(folder)) {
    describe(file.replace(/\.md$/, ''), () => {
      const path = join(folder, file);
      if (isUpdate) before(() => updatePage(path, (answer) => Promise.resolve(draw(answer))));
      for (const [i, answer] of answersOf(readFileSync(path, 'utf8')).entries()) {
        it(`${answer.heading} (${answer.gesture} ${i + 1})`, () => {
          const drawn = draw(answer);
          if (!isUpdate) assert.equal(drawn, answer.text);
          const again = convertTexts(textsAfter(textsOf(answer), convert(answer)), settingsOf(answer));
          assert.deepEqual(again.files, [], 'a second run changes nothing');
        });
        it(`${answer.heading} (${answer.gesture} ${i + 1}), with the line breaks of Windows`, () => {
          const after = textsAfter(textsOf(answer), convert(answer)).map(onWindows);
          const texts = textsOf(answer).map(onWindows);
          assert.deepEqual(textsAfter(texts, convertTexts(texts, settingsOf(answer))), after);
        });
      }
    });
  }
});

function draw(answer: Answer): string {
  return drawConversion(textsOf(answer), convert(answer));
}

function convert(answer: Answer): ReturnType<typeof convertTexts> {
  return convertTexts(textsOf(answer), settingsOf(answer));
}

function settingsOf({ gesture, attributes, input }: Answer): Partial<ConvertSettings> {
  const direction = directions[gesture];
  assert.ok(direction, `no direction ${gesture}`);
  const settings = { ...direction, minor: input.view.minor };
  const named = (name: string): string | undefined => new RegExp(`${name}="([^"]+)"`).exec(attributes)?.[1];
  const [managedBy, family, appProtocol] = ['managed-by', 'address-type', 'app-protocol'].map(named);
  return {
    ...settings,
    ...(managedBy !== undefined && { managedBy }),
    ...(family !== undefined && { addressType: family === 'IPv6' ? 'IPv6' : 'IPv4' }),
    ...(appProtocol !== undefined && { appProtocol }),
  };
}

function textsOf({ input }: Answer): readonly Text[] {
  return [...input.files.texts()].map(([uri, text]) => ({ path: uri.replace('file:///project/', ''), text }));
}
