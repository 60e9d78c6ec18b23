/** Line starts that are kept up to date with changes are those of the text as it is then. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lineStarts, startsAfter } from '../server/src/text/line-index.ts';
import { times } from './support/runs.ts';

describe('line index', () => {
  it('is after a change what it is from scratch', () => {
    const text = fc
      .array(fc.constantFrom('\r', '\n', '\r\n', 'a', 'bc', '😀'), { maxLength: 12 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, fc.nat(20), fc.nat(20), (before, inserted, a, b) => {
        const start = Math.min(a, before.length);
        const end = Math.min(start + b, before.length);
        const after = before.slice(0, start) + inserted + before.slice(end);
        assert.deepEqual(startsAfter(lineStarts(before), after, { start, end }, inserted.length), lineStarts(after));
      }),
      { numRuns: times(20_000) },
    );
  });
});
