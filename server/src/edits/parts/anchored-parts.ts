/** What an object names by anchors and repeats by aliases: where its parts are moved, each alias is written out instead. */
import type { Anchor, Document } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';
import type { Value } from '../../tree/value.ts';
import { bareOf } from './part.ts';
import type { Part } from './part.ts';

/** The anchors of a stretch of a document; only those that nothing outside of it repeats. */
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

  /** How many signs were met: a text that holds some cannot stay as it is. */
  get count(): number {
    return this.#count;
  }

  /** The anchor of a value, with nothing but blanks before it. */
  anchorAt(offset: number): Anchor | undefined {
    if (this.#anchors.size === 0) return undefined;
    let at = offset;
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at++;
    const anchor = this.#anchors.get(at);
    if (anchor) this.#count++;
    return anchor;
  }

  /** Notes what an anchor names, for the aliases behind it. */
  note({ name }: Anchor, part: Part): void {
    this.#parts.set(name, part);
  }

  /** What an alias repeats, without its comments; undefined where the anchor is somewhere else. */
  repeated({ span }: Value): Part | undefined {
    const part = this.#parts.get(this.#text.slice(span.start + 1, span.end));
    if (part) this.#count++;
    return part && bareOf(part);
  }
}

/** True for what stands where an alias is written. */
export function isRepeated(value: Value): boolean {
  return value.kind === 'opaque' ? value.origin !== undefined : value.isAlias;
}
