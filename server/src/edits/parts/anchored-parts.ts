/** Anchors and aliases inside an object that is moved. Each alias is replaced by what it repeats. */
import type { Anchor, Document } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';
import type { Value } from '../../tree/value.ts';
import { bareOf, type Part } from './part.ts';

/** The anchors of a region of a document that nothing outside the region repeats. */
export class AnchoredParts {
  readonly #text: string;
  readonly #anchors: ReadonlyMap<number, Anchor>;
  readonly #parts = new Map<string, Part>();
  #count = 0;

  constructor({ text, anchors }: Pick<Document, 'text' | 'anchors'>, { start, end }: Span) {
    const isIn = (span: Span): boolean => span.start >= start && span.end <= end;
    const own = anchors.filter(({ span, uses }) => isIn(span) && uses.every(isIn));
    this.#text = text;
    this.#anchors = new Map(own.map((anchor) => [anchor.span.start, anchor]));
  }

  /** A text with any anchor or alias cannot be copied as it is. */
  get count(): number {
    return this.#count;
  }

  /** The anchor of the value at the offset, with only blanks in between. */
  anchorAt(offset: number): Anchor | undefined {
    if (this.#anchors.size === 0) return undefined;
    let at = offset;
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at++;
    const anchor = this.#anchors.get(at);
    if (anchor) this.#count++;
    return anchor;
  }

  note({ name }: Anchor, part: Part): void {
    this.#parts.set(name, part);
  }

  /** What an alias repeats, without comments; undefined if the anchor is outside the region. */
  repeated({ span }: Value): Part | undefined {
    const part = this.#parts.get(this.#text.slice(span.start + 1, span.end));
    if (part) this.#count++;
    return part && bareOf(part);
  }
}

/** True for a value that is written as an alias. */
export function isRepeated(value: Value): boolean {
  return value.kind === 'opaque' ? value.origin !== undefined : value.isAlias;
}
