/** In which order programs of each language make their objects, and how they send them: as the same program in Pulumi YAML does. */
import assert from 'node:assert/strict';
import { isUnknown, type Json } from '../server/src/analysis/apply/json-value.ts';
import type { CodeLanguage } from '../server/src/tree/document.ts';
import { appliedIn } from './support/apply-facts.ts';
import { randomOrder, writeOrder, yamlOrder } from './support/program-orders.ts';
import { languages } from './support/program-writer.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { randomFrom } from './support/random.ts';
import { times } from './support/runs.ts';

/** What is sent, and when, as text. A program of a language has no name, and expressions are written differently. */
function sent(text: string, path: string): string {
  const all = appliedIn(text, path).map((each) => ({ ...each, program: '', component: '' }));
  return JSON.stringify(all, (_, value: unknown) => (isUnknown(value as Json) ? '?' : value), 1);
}

describe('the order of programs', () => {
  before(() => loadGrammarsOf(...Object.values(languages)));

  for (const language of Object.keys(languages) as CodeLanguage[])
    it(`is the same in ${language} as in Pulumi YAML`, () => {
      for (let seed = 0; seed < times(60); seed++) {
        const order = randomOrder(randomFrom(seed));
        const text = writeOrder(language, order);
        const yaml = yamlOrder(order);
        assert.equal(sent(text, languages[language]), sent(yaml, 'Pulumi.yaml'), `seed ${seed}\n${text}\n${yaml}`);
      }
    });
});
