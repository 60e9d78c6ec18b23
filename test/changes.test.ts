/** Changes that are made one after the other, each in the text that the earlier ones left, are kept at their places. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { aroundAll, movedSpan, shiftAt, withChange, type Changes } from '../server/src/text/changes.ts';
import { times } from './support/runs.ts';

const edit = fc.record({ start: fc.nat(40), length: fc.nat(4), written: fc.string({ maxLength: 4 }) });

interface Edited {
  readonly text: string;
  readonly changes: Changes;
}

function afterEdits(base: string, edits: readonly { start: number; length: number; written: string }[]): Edited {
  let [text, changes]: [string, Changes] = [base, []];
  for (const { start: at, length, written } of edits) {
    const start = Math.min(at, text.length);
    const end = Math.min(start + length, text.length);
    text = text.slice(0, start) + written + text.slice(end);
    changes = withChange(changes, { start, end, length: written.length });
  }
  return { text, changes };
}

describe('changes of a text', () => {
  const edits = fc.array(edit, { minLength: 1, maxLength: 8 });
  const base = fc.string({ maxLength: 40 });

  it('leave what is between them', () => {
    fc.assert(
      fc.property(base, edits, (before, all) => {
        const { text, changes } = afterEdits(before, all);
        let at = 0;
        for (const [i, change] of changes.entries()) {
          assert.ok(change.start > (changes[i - 1]?.end ?? -1), 'in order, and apart');
          const moved = at + shiftAt(changes.slice(0, i), at);
          const made = movedSpan(change, changes);
          assert.equal(text.slice(moved, made.start), before.slice(at, change.start));
          assert.equal(made.end - made.start, change.length);
          at = change.end;
        }
        assert.equal(text.slice(at + shiftAt(changes, at)), before.slice(at));
      }),
      { numRuns: times(20_000) },
    );
  });

  it('are all within the one around them', () => {
    fc.assert(
      fc.property(base, edits, (before, all) => {
        const { text, changes } = afterEdits(before, all);
        const { start, end, length } = aroundAll(changes) ?? { start: 0, end: 0, length: 0 };
        assert.equal(before.slice(0, start) + text.slice(start, start + length) + before.slice(end), text);
        assert.ok(changes.every((each) => each.start >= start && each.end <= end));
      }),
      { numRuns: times(20_000) },
    );
    assert.equal(aroundAll([]), undefined);
  });
});
