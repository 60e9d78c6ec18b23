/** The braces of JSON are those that the scanner of jsonc-parser finds, in any text. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createScanner } from 'jsonc-parser';
import { tokenAfter, visitStructure } from '../server/src/frontends/json/structure.ts';

/** `SyntaxKind` of jsonc-parser, which exports it as a const enum only. */
const token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 } as const;

type Brace = readonly [sign: string, offset: number];

function scanned(text: string): readonly Brace[] {
  const braces: Brace[] = [];
  const scanner = createScanner(text, true);
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan())
    if (kind >= token.openBrace && kind <= token.closeBracket) braces.push([signAt(text, scanner.getTokenOffset()), scanner.getTokenOffset()]); // prettier-ignore
  return braces;
}

function visited(text: string): readonly Brace[] {
  const braces: Brace[] = [];
  const note = (offset: number): void => void braces.push([signAt(text, offset), offset]);
  visitStructure(text, { onOpen: note, onClose: note });
  return braces;
}

function signAt(text: string, offset: number): string {
  return text.charAt(offset);
}

const parts = ['{', '}', '[', ']', '"', '\\', '/', '//', '/*', '*/', '*', '\n', '\r', ' ', '\t', ',', ':', 'a', '1', '-', 'null', '\\u12', '\0', '\u2028', '{"a": [1, 2]}']; // prettier-ignore
const texts = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => all.join(''));

describe('the structure of JSON', () => {
  it('is that of the scanner', () => {
    fc.assert(
      fc.property(texts, (text) => assert.deepEqual(visited(text), scanned(text))),
      { numRuns: 2_000 },
    );
  });

  it('continues where the scanner finds the next token', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const scanner = createScanner(text, true);
        const kind: number = scanner.scan();
        assert.equal(tokenAfter(text, 0), kind === token.end ? text.length : scanner.getTokenOffset());
      }),
      { numRuns: 2_000 },
    );
  });
});
