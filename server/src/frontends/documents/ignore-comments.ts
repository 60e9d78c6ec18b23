/** Reads ignores: the comments `# endpoints: ignore[code] reason` and `ignore-file`, also in programs, and an annotation for JSON. */
import { lineAt, lineStarts } from '../../text/line-index.ts';
import { contains, type Span } from '../../text/span.ts';
import { withLineFeeds } from '../yaml/line-breaks.ts';
import type { Ignore, Resource } from '../../tree/document.ts';
import { childrenOf, entrySpan, valueOf, type Value } from '../../tree/value.ts';

export const ignoreAnnotation = 'endpoints/ignore';

type Objects = readonly (readonly Resource[])[];

export function readIgnores(text: string, root: Value | undefined, ...objects: Objects): readonly Ignore[] {
  return [...commentIgnores(text, root), ...objects.flat().flatMap(annotationIgnores)];
}

/** The ignores of a program, whose comments are known: `//` or `#` to the end of the line, or one line in `/* … *\/`. */
export function programIgnores(
  text: string,
  comments: readonly Span[],
  root: Value,
  ...objects: Objects
): readonly Ignore[] {
  const found = comments.filter(({ start, end }) => programComment.test(text.slice(start, end)));
  const starts = found.length > 0 ? lineStarts(text) : [];
  const ignores = found.flatMap((span) => {
    const match = programComment.exec(text.slice(span.start, span.end));
    return match ? [ignoreAt(match, span, { text, starts, root, isPassed: isPassedInProgram })] : [];
  });
  return [...ignores, ...objects.flat().flatMap(annotationIgnores)];
}

/** Where a comment may start: go-yaml needs no blank behind a quote, a comma or a bracket. */
export const commentStart = String.raw`(?<=^|[\s"',[\]{}])#`;

const ignoreWords = String.raw`[ \t]*endpoints:[ \t]*ignore(-file)?\b(?:\[([^\]\r\n]*)\])?[ \t]*([^\r\n]*`;
const ignorePattern = new RegExp(`${commentStart}${ignoreWords})`, 'gm');
const programComment = new RegExp(String.raw`^(?:#+|\/\/+|\/\*+)${ignoreWords}?)[ \t]*(?:\*\/)?\r?$`);

function commentIgnores(written: string, root: Value | undefined): readonly Ignore[] {
  if (!/endpoints:[ \t]*ignore/.test(written)) return [];
  const text = withLineFeeds(written);
  const starts = lineStarts(text);
  const hashed = root ? scalarsWithHash(root, text) : [];
  return [...text.matchAll(ignorePattern)].flatMap((match) => {
    const span = { start: match.index, end: match.index + match[0].trimEnd().length };
    if (hashed.some((scalar) => contains(scalar, span))) return [];
    return [ignoreAt(match, span, { text, starts, root, isPassed: isPassedInYaml })];
  });
}

interface Lines {
  readonly text: string;
  readonly starts: readonly number[];
  readonly root: Value | undefined;
  /** True for the trimmed text of a line that a comment above passes over. */
  readonly isPassed: (line: string) => boolean;
}

/** A comment on a line of its own applies to what is below, one behind something to its line. */
function ignoreAt(match: RegExpExecArray, span: Span, lines: Lines): Ignore {
  const { text, starts } = lines;
  const line = lineAt(starts, span.start);
  const here = { start: starts[line] ?? 0, end: starts[line + 1] ?? text.length };
  const around = text.slice(here.start, span.start) + text.slice(span.end, here.end);
  const target = match[1] ? undefined : around.trim() === '' ? nodeBelow(line, lines) : here;
  const codesAt = span.start + match[0].indexOf('[') + 1;
  const reason = (match[3] ?? '').trim();
  return { span, codes: splitCodes(match[2] ?? '', codesAt), reason, target, isComment: true };
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

/** Past blank lines, comments, template actions and a lone dash. */
function isPassedInYaml(line: string): boolean {
  return /^(?:#.*|-|(?:\{\{.*\}\}\s*)+)?$/.test(line);
}

function isPassedInProgram(line: string): boolean {
  return /^(?:#.*|\/\/.*|\/\*.*\*\/)?$/.test(line);
}

/** The entry, item or call that starts on the next line, or an empty span. */
function nodeBelow(line: number, { text, starts, root, isPassed }: Lines): Span {
  let below = line + 1;
  while (below < starts.length && isPassed(text.slice(starts[below], starts[below + 1]).trim())) below++;
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
    const inside = child.span.start < start && child.span.end > start && firstWithin(child.value, start, end);
    if (inside) return inside;
  }
  return undefined;
}
