/** Handles lone surrogates, halves of a character of two UTF-16 units: many JSON parsers reject a whole report because of one. */

/** Replaces each lone surrogate, which an escape can write, by a visible mark. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
}

/** The offset, or the one before it if a cut would split a surrogate pair. */
export function outsidePair(text: string, offset: number): number {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
}
