/** Applies edits to a text with the library that language clients use, so that a client and the server end with the same text. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from '../text/edit.ts';

/** Returns the text after all edits, in any order. Throws an error if two edits overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const document = TextDocument.create('', '', 0, text);
  const changes = edits.map(({ span, text: newText }) => ({
    range: { start: document.positionAt(span.start), end: document.positionAt(span.end) },
    newText,
  }));
  return TextDocument.applyEdits(document, changes);
}
