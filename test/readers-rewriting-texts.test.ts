/** Proofs of the changes of readers in single texts: the exact lines that change, also with CRLF, and once only. */
import assert from 'node:assert/strict';
import type { Platform } from '../server/src/contract/platform.ts';
import { applyReaderFixes } from '../server/src/readers/apply-fixes.ts';
import { databaseText, objectsOfTexts } from './support/reader-project.ts';
import { rewrittenCommands } from './support/rewritten-commands.ts';
import { rewrittenRules } from './support/rewritten-rules.ts';
import { rewrittenTexts, type RewrittenText } from './support/rewritten-texts.ts';

const platform: Platform = { prometheusOperator: '0.90', prometheus: '3.1', alloy: '1.11', kubeStateMetrics: '2.15' };

/** The text with the lines of one side. */
function side(lines: string, other: '-' | '+'): string {
  const rows = lines.replace(/^\n/, '').split('\n');
  return rows.flatMap((row) => (row.startsWith(other) ? [] : [row.slice(1)])).join('\n');
}

function changed(path: string, text: string, others: RewrittenText['others']): string {
  const files = { ...others, [path]: text, 'db.yaml': databaseText };
  const texts = Object.entries(files).map(([name, own]) => ({ uri: `file:///r/${name}`, text: own }));
  const options = { objects: objectsOfTexts(texts), platform };
  const { changes } = applyReaderFixes(texts, options, ({ uri }) => uri === `file:///r/${path}`);
  return changes[0]?.after ?? text;
}

describe('changes of readers in texts', () => {
  for (const { name, path, lines, others } of [...rewrittenRules, ...rewrittenTexts, ...rewrittenCommands]) {
    it(name, () => {
      const [before, after] = [side(lines, '+'), side(lines, '-')];
      assert.equal(changed(path, before, others), after);
      assert.equal(changed(path, after, others), after);
      const withReturns = (text: string): string => text.replaceAll('\n', '\r\n');
      assert.equal(changed(path, withReturns(before), others), withReturns(after));
    });
  }
});
