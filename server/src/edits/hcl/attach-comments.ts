/** Finds the part of a body or a collection of HCL that each comment belongs to. */
import type { Span } from '../../text/span.ts';

export interface AttachedComments {
  /** For each part, the comments above it and behind it. */
  readonly parts: readonly { readonly above: readonly string[]; readonly beside: string }[];
  /** The comments behind the last part. */
  readonly below: readonly string[];
}

/** The comments in the region that are not inside of a part. The parts are in the order of the text. */
export function attachComments(
  text: string,
  comments: readonly Span[],
  region: Span,
  spans: readonly Span[],
): AttachedComments {
  const above: string[][] = spans.map(() => []);
  const beside: string[] = spans.map(() => '');
  const below: string[] = [];
  for (const { start, end } of comments) {
    if (start < region.start || end > region.end) continue;
    if (spans.some((span) => start >= span.start && end <= span.end)) continue;
    const written = plainComment(text.slice(start, end));
    const next = spans.findIndex((span) => span.start >= end);
    const before = spans.findLastIndex((span) => span.end <= start);
    const isBehind = before >= 0 && !text.slice(spans[before]?.end, start).includes('\n');
    if (isBehind && beside[before] === '' && !written.includes('\n')) beside[before] = written;
    else (next < 0 ? below : above[next])?.push(written);
  }
  return { parts: spans.map((_, i) => ({ above: above[i] ?? [], beside: beside[i] ?? '' })), below };
}

/** Without the indentation of its lines. */
export function plainComment(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}
