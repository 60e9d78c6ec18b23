/** Proofs of the changes of readers in every spelling of YAML and JSON: they parse, and nothing else is touched. */
import assert from 'node:assert/strict';
import type { Platform } from '../server/src/contract/platform.ts';
import { applyReaderFixes } from '../server/src/readers/apply-fixes.ts';
import { findReaders } from '../server/src/readers/find-readers.ts';
import type { NamedText } from '../server/src/readers/searched-text.ts';
import { databaseText, objectsOfTexts } from './support/reader-project.ts';
import { rewrittenObjects, type RewrittenObject } from './support/rewritten-objects.ts';
import { spellings, type Spelling } from './support/reader-spellings.ts';

const platform: Platform = {
  prometheusOperator: '0.90',
  prometheus: '3.1',
  victoriaMetricsOperator: '0.68',
  kubeStateMetrics: '2.15',
};

const database: NamedText = { uri: 'file:///r/db.yaml', text: databaseText };

const options = { objects: objectsOfTexts([database]), platform };

/** An object beside the changed one, with words that must stay. */
const neighbour = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'words' },
  data: { endpoints: 'endpoints', role: 'endpoints', list: 'a, b' },
};

const commentsIn = (text: string): readonly string[] => text.match(/# [^\r\n]*/g) ?? [];

function rewriting({ kinds, before, after, file = 'object' }: RewrittenObject, spelling: Spelling): void {
  const uri = `file:///r/${file}.${spelling.ending}`;
  const text = spelling.write([before, neighbour]);
  const texts: readonly NamedText[] = [database, { uri, text }];
  const { changes, left } = applyReaderFixes(texts, options, ({ change }) => change === 'rewrite');
  const found = findReaders(texts, options).readers;
  assert.deepEqual([...new Set(found.map((each) => each.kind))].sort(), [...kinds].sort());
  const rewritten = found.filter(({ change }) => change === 'rewrite');
  // A list of words can be extended in a text with escapes, too.
  if (spelling.isEditable || rewritten.length > 0) assert.equal(rewritten.length, found.length);
  else return assert.deepEqual(changes, []);
  const places = found.map((each) => `${each.kind} ${each.span.start}`);
  assert.deepEqual(places, [...new Set(places)], 'A reader is reported twice.');
  assert.equal(changes.length, 1, `Nothing changes:\n${text}`);
  const [change] = changes;
  const now = change?.after ?? '';
  const others = spelling.read(text).slice(1);
  assert.deepEqual(spelling.read(now), [after, ...others], now);
  assert.deepEqual(commentsIn(now), commentsIn(text));
  assert.equal(/\r(?!\n)/.test(now), false);
  if (text.includes('\r'))
    assert.equal(/(?<!\r)\n/.test(now), false, `A line break is changed:\n${JSON.stringify(now)}`);
  else assert.ok(!now.includes('\r'));
  assert.equal(now.endsWith('\n'), text.endsWith('\n'));
  assert.deepEqual(left, []);
  const again = [database, { uri, text: now }];
  assert.deepEqual(applyReaderFixes(again, options, () => true).changes, []);
}

describe('changes of readers', () => {
  for (const spelling of spellings) {
    it(`are proven ${spelling.name}`, () => {
      const problems: string[] = [];
      for (const each of rewrittenObjects) {
        if (each.isObject === false && spelling.isOfObjects) continue;
        try {
          rewriting(each, spelling);
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          problems.push(`${each.kinds.join(' and ')}: ${message}`);
        }
      }
      assert.equal(problems.length, 0, problems.join('\n\n'));
    });
  }
});
