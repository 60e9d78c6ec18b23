/** The examples of all rule pages, written as programs: a hover says the same of each field and value as in Pulumi YAML. */
import assert from 'node:assert/strict';
import { loadServices } from '../server/src/contract/service-table.ts';
import { hover } from '../server/src/features/hover/hover.ts';
import type { HoverOptions } from '../server/src/features/hover/hover-target.ts';
import { pathInLanguage } from '../server/src/features/program/field-words.ts';
import { describedObjects } from '../server/src/features/service-objects.ts';
import { plainText } from '../server/src/text/markup.ts';
import { pathText } from '../server/src/tree/path.ts';
import type { CodeLanguage } from '../server/src/tree/document.ts';
import { inputAt } from './support/gesture-page.ts';
import { pageObjects } from './support/page-objects.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { languages, writeProgram, type Language } from './support/program-writer.ts';

await loadGrammarsOf(...Object.values(languages));
const all = pageObjects();
const services = await loadServices();

/** The hovers on the keys and scalars of all resources, by the path of each. */
function hoversOf(path: string, text: string): ReadonlyMap<string, string> {
  const { view, files } = inputAt(path, text, []);
  const options: HoverOptions = {
    markup: plainText,
    now: 0,
    pageUri: () => undefined,
    services,
    files: () => files,
    // What server-side apply makes of it names lines and files.
    hasApply: false,
  };
  const said = new Map<string, string>();
  for (const [i, { binding, start }] of describedObjects(view).entries()) {
    for (const { entry, value, path: at } of binding.nodes) {
      // An item alone may stand for its list, and a field of every SDK's own.
      if (at.length === 1 && (at[0] === 'apiVersion' || at[0] === 'kind')) continue;
      const place = `${i} ${pathText(at)}`;
      const say = (what: string, offset: number): void => {
        const found = hover(view, start + offset, options);
        const { contents } = found ?? {};
        said.set(`${place} ${what}`, typeof contents === 'object' && 'value' in contents ? contents.value : '');
      };
      if (entry && !entry.isMerged) say('key', entry.key.start + 1);
      if (value.kind === 'scalar' && typeof value.value === 'string' && value.value !== '')
        say('value', value.span.start + 1);
    }
  }
  return said;
}

describe('hovers in programs that say the same', () => {
  for (const language of Object.keys(languages) as Language[]) {
    it(`are those of Pulumi YAML in ${language}`, function () {
      this.timeout(60_000);
      let count = 0;
      for (const [name, resources] of all) {
        const text = writeProgram(language, resources);
        const yaml = text === undefined ? undefined : writeProgram('yaml', resources);
        if (text === undefined || yaml === undefined) continue;
        const [own, expected] = [hoversOf(languages[language], text), hoversOf('Pulumi.yaml', yaml)];
        for (const [place, said] of own) {
          const wanted = expected.get(place);
          // C# has no literal for the JSON of managed fields.
          if (wanted === undefined || (language === 'csharp' && place.includes('managedFields'))) continue;
          count++;
          const [shown, other] = [said, wanted].map((each) => comparable(each, language));
          assert.equal(shown, other, `${name} ${place}\n${text}`);
        }
      }
      assert.ok(count > 1_000, `${count} hovers`);
    });
  }
});

/** The title of a field has the name as it is written first; some rules are silent in a language or have another reason. */
function comparable(text: string, language: CodeLanguage): string {
  const named = text.replace(/^\w+ \((\w+)\)(?=:|\n|$)/, '$1');
  return pathInLanguage(named, language).replace(/^(?:Advice|Rejected by [^:\n]*|Violates [^:\n]*): .*$\n?/gm, '');
}
