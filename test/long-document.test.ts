/** Positions in a document of pieces are those of the library's document, after every edit. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { LongDocument } from '../server/src/features/long-document.ts';
import { longText } from '../server/src/text/long-text.ts';
import { times } from './support/runs.ts';

describe('long document', () => {
  it('has the positions of the library', () => {
    const piece = fc.constantFrom('\n', '\r\n', '\r', 'a: b\n', '- é😀\n', 'x'.repeat(9_000), '\n'.repeat(50));
    const text = fc.array(piece, { minLength: 1, maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), fc.nat(), (before, written, a, b, c) => {
        const start = a % (before.length + 1);
        const end = Math.min(before.length, start + (b % 20_000));
        const after = before.slice(0, start) + written + before.slice(end);
        const long = new LongDocument(longText(before)).replaced({ start, end }, written);
        const library = TextDocument.create('', '', 0, after);
        assert.equal(long.length, after.length);
        for (let offset = 0; offset <= after.length; offset += 1 + (c % 997)) {
          const position = library.positionAt(offset);
          assert.deepEqual(long.positionAt(offset), position);
          assert.equal(long.offsetAt(position), library.offsetAt(position));
          const range = { start: position, end: { line: position.line + 1, character: 0 } };
          assert.equal(long.getText(range), library.getText(range));
        }
        for (const line of [0, 3, library.lineCount, library.lineCount + 1])
          for (const character of [0, 5, 99_999])
            assert.equal(long.offsetAt({ line, character }), library.offsetAt({ line, character }));
      }),
      { numRuns: times(200) },
    );
  });
});
