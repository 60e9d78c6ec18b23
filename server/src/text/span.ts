/** Spans of text, as offsets. For lines, see line-index. */

/** Half-open, in UTF-16 units, relative to the text that contains it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span in a text in which its own text starts at `by`. */
export function shift(span: Span, by: number): Span {
  return by === 0 ? span : { start: span.start + by, end: span.end + by };
}

/** True if both spans start and end at the same offsets. */
export function isSameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** Compares spans by start, then by end. */
export function comparePlaces(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}

/** True if the spans share a unit, or if one is empty and touches the other. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end ? b.start < a.end || a.start === b.start : a.start === b.end && a.start === a.end;
}

/** True if `outer` contains `inner`; their ends may coincide. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
