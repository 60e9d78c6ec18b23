/** Finds the comments of a YAML document. Readers drop comments, so code that moves text must preserve them. */
import { commentStart } from '../../frontends/documents/ignore-comments.ts';
import { withLineFeeds } from '../../frontends/yaml/line-breaks.ts';
import { lineEndAt } from '../../text/line.ts';
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { childrenOf, type Value } from '../../tree/value.ts';

/** From the number sign to the end of the line, in order. Empty for JSON. */
export const yamlComments = memo((document: Document): readonly Span[] => {
  const { text, root, syntax } = document;
  if (syntax === 'json' || !text.includes('#')) return [];
  const scalars = root ? signedScalars(root, text) : [];
  const comments: Span[] = [];
  const lines = withLineFeeds(text);
  const pattern = new RegExp(String.raw`${commentStart}[^\r\n]*`, 'gm');
  let next = 0;
  for (let match = pattern.exec(lines); match; match = pattern.exec(lines)) {
    while ((scalars[next]?.end ?? Infinity) <= match.index) next++;
    const scalar = scalars[next];
    if (scalar && scalar.start <= match.index) pattern.lastIndex = scalar.end;
    else comments.push({ start: match.index, end: match.index + match[0].length });
  }
  return comments;
});

/** The comments of the document. An edit must keep them. */
export function commentTexts(document: Document): string[] {
  return yamlComments(document).map(({ start, end }) => document.text.slice(start, end).trimEnd());
}

export function commentsIn(document: Document, span: Span): readonly Span[] {
  return yamlComments(document).filter(({ start }) => start >= span.start && start < span.end);
}

/** The text after the first line of a block scalar; that line may end with a comment. */
function bodyOf(span: Span, text: string): Span {
  if (!/[|>]/.test(text[span.start] ?? '')) return span;
  return { start: Math.min(lineEndAt(text, span.start), span.end), end: span.end };
}

/** The scalars and keys that contain a number sign, in order. */
function signedScalars(root: Value, text: string): readonly Span[] {
  const found: Span[] = [];
  const visit = (value: Value): void => {
    if (value.kind === 'mapping') found.push(...value.entries.map((entry) => entry.key).filter(isSigned));
    if (isScalar(value) && isSigned(value.span)) found.push(bodyOf(value.span, text));
    childrenOf(value).forEach(visit);
  };
  const isSigned = ({ start, end }: Span): boolean => text.slice(start, end).includes('#');
  visit(root);
  return found.sort((a, b) => a.start - b.start);
}

/** A scalar, also one with a template or an expression in it. A function is a mapping, which can have comments. */
function isScalar(value: Value): boolean {
  return value.kind === 'scalar' || (value.kind === 'opaque' && value.why !== 'a function');
}
