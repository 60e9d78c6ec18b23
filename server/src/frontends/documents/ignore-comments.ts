/** Reads ignores: the comments `# endpoints: ignore[code] reason` and `ignore-file`, and an annotation for JSON. */
import { lineAt, lineStarts } from '../../text/line-index.ts';
import { contains, type Span } from '../../text/span.ts';
import { withLineFeeds } from '../yaml/line-breaks.ts';
import type { Ignore, Resource } from '../../tree/document.ts';
import { childrenOf, entrySpan, valueOf, type Value } from '../../tree/value.ts';

export const ignoreAnnotation = 'endpoints/ignore';

export function readIgnores(
  text: string,
  root: Value | undefined,
  ...objects: readonly (readonly Resource[])[]
): readonly Ignore[] {
  const ignores = commentIgnores(text, root);
  for (const resources of objects) for (const resource of resources) ignores.push(...annotationIgnores(resource));
  return ignores;
}

/** Where a comment may start: go-yaml needs no blank behind a quote, a comma or a bracket. */
export const commentStart = String.raw`(?<=^|[\s"',[\]{}])#`;

const ignorePattern = new RegExp(
  String.raw`${commentStart}[ \t]*endpoints:[ \t]*ignore(-file)?\b(?:\[([^\]\r\n]*)\])?[ \t]*([^\r\n]*)`,
  'gm',
);

function commentIgnores(written: string, root: Value | undefined): Ignore[] {
  if (!/endpoints:[ \t]*ignore/.test(written)) return [];
  const text = withLineFeeds(written);
  const starts = lineStarts(text);
  const hashed = root ? scalarsWithHash(root, text) : [];
  return [...text.matchAll(ignorePattern)].flatMap((match) => {
    const span = { start: match.index, end: match.index + match[0].trimEnd().length };
    if (hashed.some((scalar) => contains(scalar, span))) return [];
    const line = lineAt(starts, span.start);
    const isOwnLine = text.slice(starts[line], span.start).trim() === '';
    const here = { start: starts[line] ?? 0, end: starts[line + 1] ?? text.length };
    const target = match[1] ? undefined : isOwnLine ? nodeBelow(text, starts, line, root) : here;
    const codesAt = match.index + match[0].indexOf('[') + 1;
    return [
      { span, codes: splitCodes(match[2] ?? '', codesAt), reason: (match[3] ?? '').trim(), target, isComment: true },
    ];
  });
}

/** `code, code: reason`; applies to the whole object. */
function annotationIgnores(resource: Resource): Ignore[] {
  const metadata = valueOf(resource.properties, 'metadata');
  const annotations = metadata?.kind === 'mapping' ? valueOf(metadata, 'annotations') : undefined;
  const value = annotations?.kind === 'mapping' ? valueOf(annotations, ignoreAnnotation) : undefined;
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') return [];
  const [list = '', ...reason] = value.value.split(':');
  const at = value.span.start + Math.max(0, value.text.indexOf(list));
  const codes = splitCodes(list, at);
  return [{ span: value.span, codes, reason: reason.join(':').trim(), target: resource.span, isComment: false }];
}

function splitCodes(list: string, at: number): { code: string; span: Span }[] {
  return [...list.matchAll(/[^,\s]+/g)].map((match) => {
    const start = at + match.index;
    return { code: match[0], span: { start, end: start + match[0].length } };
  });
}

/** The few scalars that have what looks like a comment. */
function scalarsWithHash(value: Value, text: string): readonly Span[] {
  if (value.kind !== 'scalar') return childrenOf(value).flatMap((child) => scalarsWithHash(child, text));
  return text.slice(value.span.start, value.span.end).includes('#') ? [value.span] : [];
}

/** The entry or item below, past blank lines, comments, template actions and a lone dash; or an empty span. */
function nodeBelow(text: string, starts: readonly number[], line: number, root: Value | undefined): Span {
  const isPassed = (index: number): boolean =>
    /^(?:#.*|-|(?:\{\{.*\}\}\s*)+)?$/.test(text.slice(starts[index], starts[index + 1]).trim());
  let below = line + 1;
  while (below < starts.length && isPassed(below)) below++;
  const start = starts[below] ?? text.length;
  const end = starts[below + 1] ?? text.length;
  return (root && firstWithin(root, start, end)) ?? { start, end: start };
}

function firstWithin(value: Value, start: number, end: number): Span | undefined {
  const children: { span: Span; value: Value }[] =
    value.kind === 'mapping'
      ? value.entries.map((entry) => ({ span: entrySpan(entry), value: entry.value }))
      : value.kind === 'sequence'
        ? value.items.map((item) => ({ span: item.span, value: item }))
        : [];
  for (const child of children) {
    if (child.span.start >= start && child.span.start < end) return child.span;
    if (child.span.start < start && child.span.end > start) return firstWithin(child.value, start, end);
  }
  return undefined;
}
