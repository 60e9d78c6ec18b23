/** Characters of two UTF-16 units: many programs refuse a whole report in JSON where half of one stands alone. */

/** With a visible mark for each half that stands alone, as an escape can write it. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
}

/** The offset; the one before it where a cut would leave halves. */
export function outside(text: string, offset: number): number {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
}
