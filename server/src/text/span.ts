/** A stretch of text. Knows nothing of lines: see line-index. */

/** Half-open, in UTF-16 units, relative to the text that holds it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span as it reads in a text in which its own text starts at `by`. */
export function shift(span: Span, by: number): Span {
  return by === 0 ? span : { start: span.start + by, end: span.end + by };
}

/** By where they start, and then by where they end. */
export function comparePlaces(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}

/** True where the two spans share a unit, or where one is empty and touches the other. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end ? b.start < a.end || a.start === b.start : a.start === b.end && a.start === a.end;
}

/** True where `inner` lies within `outer`; their ends may coincide. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
