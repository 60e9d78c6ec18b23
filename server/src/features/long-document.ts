/** A very long text document in pieces, so that an edit copies one piece and not the whole text. Otherwise as the library's own. */
import type { Position, Range } from 'vscode-languageserver-types';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { lineAt, lineText } from '../text/line-index.ts';
import {
  lengthOf,
  pieceAt,
  pieceOfLine,
  replaceSpan,
  sliceOf,
  startsOf,
  wholeOf,
  type LongText,
} from '../text/long-text.ts';
import type { Span } from '../text/span.ts';

/** What the protocol's edge needs of a text document. */
export type Positions = Pick<TextDocument, 'getText' | 'offsetAt' | 'positionAt'>;

export class LongDocument implements Positions {
  readonly #long: LongText;

  constructor(long: LongText) {
    this.#long = long;
  }

  get length(): number {
    return lengthOf(this.#long);
  }

  get starts(): readonly number[] {
    return startsOf(this.#long);
  }

  getText(range?: Range): string {
    return range ? this.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : wholeOf(this.#long);
  }

  slice(start: number, end: number): string {
    return sliceOf(this.#long, start, end);
  }

  replaced(span: Span, written: string): LongDocument {
    return new LongDocument(replaceSpan(this.#long, span, written));
  }

  /** An offset between CR and LF becomes the end of their line. */
  positionAt(place: number): Position {
    const { piece, offset, line } = pieceAt(this.#long, place);
    const { text, starts } = piece;
    let at = Math.min(place - offset, text.length);
    if (text.charCodeAt(at) === 10 && text.charCodeAt(at - 1) === 13) at--;
    const index = lineAt(starts, at);
    return { line: line + index, character: at - (starts[index] ?? 0) };
  }

  /** A character after the end of its line becomes the end of the line. */
  offsetAt({ line, character }: Position): number {
    const place = pieceOfLine(this.#long, line);
    if (!place) return this.length;
    const { piece } = place;
    const index = line - place.line;
    const content = lineText(piece.text, piece.starts, index);
    return place.offset + (piece.starts[index] ?? 0) + Math.min(character, content.length);
  }
}
