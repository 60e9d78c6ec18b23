/** Reads YAML in a heredoc of Terraform: its values stand in place, and interpolations are put in where they are known. */
import { indexAt } from '../../text/line-index.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Entry, Value } from '../../tree/value.ts';
import type { Issue } from '../../tree/document.ts';
import type { HclTemplate, TemplatePart } from '../hcl/hcl.ts';
import { cut } from '../documents/cut.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { resolvePlain } from '../yaml/scalar.ts';
import { computed, opaqueAt, printedScalar } from './values.ts';

type Interpolation = Extract<TemplatePart, { kind: 'interpolation' }>;

export interface HeredocYaml {
  readonly root: Value | undefined;
  /** In the file. */
  readonly issues: readonly Issue[];
  /** The second document, which Terraform does not apply; undefined where there is none. */
  readonly second?: Span | undefined;
}

/** Characters that no text has, in turns, so that neighbours are told apart. */
const marks = ['\uF0F0', '\uF0F1'] as const;

/** `evaluate` gives the value of an interpolation. Directives leave the whole unread. */
export function readHeredocYaml(
  { parts, hasDirectives, heredoc }: HclTemplate,
  text: string,
  evaluate: (part: Interpolation) => Value,
): HeredocYaml {
  if (!heredoc || hasDirectives) return { root: undefined, issues: [] };
  const { content, isIndented } = heredoc;
  const interpolations = parts.filter((part) => part.kind === 'interpolation');
  const masked = withMarks(text.slice(content.start, content.end), interpolations, content.start);
  const clean = isIndented ? withoutIndent(masked) : { text: masked, place: (at: number) => at };
  const { root, issues } = readYaml(clean.text, 'kubernetes', []);
  const moved = ({ start, end }: Span): Span => {
    const from = content.start + clean.place(start);
    return { start: from, end: end > start ? content.start + clean.place(end - 1) + 1 : from };
  };
  const values = interpolations.map((part) => ({ span: part.span, value: evaluate(part) }));
  return {
    root: root && filled(root, { values, moved, text }),
    issues: issues.map(({ span, message }) => ({ span: moved(span), message })),
    second: secondIn(clean.text, moved),
  };
}

/** The first line of the second document that is more than comments. */
function secondIn(text: string, moved: (span: Span) => Span): Span | undefined {
  if (!/\n---/.test(text)) return undefined;
  const lines = cut(text).flatMap(({ start, text: document }) => {
    const found = /^(?!---)[ \t]*[^\s#].*$/m.exec(document);
    return found ? [{ start: start + found.index, end: start + found.index + found[0].length }] : [];
  });
  return lines[1] && moved(lines[1]);
}

function withMarks(text: string, interpolations: readonly Interpolation[], by: number): string {
  let at = 0;
  const pieces = interpolations.flatMap(({ span }, i) => {
    const before = text.slice(at, span.start - by);
    at = span.end - by;
    return [before, (marks[i % 2] ?? '').repeat(span.end - span.start)];
  });
  return [...pieces, text.slice(at)].join('');
}

/** The text without the least indentation of its lines, and the offsets in the text by those without it. */
function withoutIndent(text: string): { readonly text: string; readonly place: (at: number) => number } {
  const lines = text.split('\n');
  const indents = lines.map((line) => (/^[ \t]*(?=\S)/.exec(line) ?? [undefined])[0]?.length);
  const least = indents.reduce<number>((all, each = Infinity) => Math.min(all, each), Infinity);
  const cut = lines.map((line) => Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0));
  const kept = lines.map((line, i) => line.slice(cut[i]));
  const starts: number[] = [];
  const removed: number[] = [];
  let start = 0;
  let sum = 0;
  for (const [i, line] of kept.entries()) {
    sum += cut[i] ?? 0;
    starts.push(start);
    removed.push(sum);
    start += line.length + 1;
  }
  return { text: kept.join('\n'), place: (at) => at + (removed[indexAt(starts, at)] ?? 0) };
}

interface Filling {
  /** In the order of the text. */
  readonly values: readonly { readonly span: Span; readonly value: Value }[];
  /** Places in the YAML as places in the file. */
  readonly moved: (span: Span) => Span;
  /** Of the file. */
  readonly text: string;
}

const anyMark = /[\uF0F0\uF0F1]/;
const run = /\uF0F0+|\uF0F1+/g;

function filled(value: Value, filling: Filling): Value {
  const span = filling.moved(value.span);
  switch (value.kind) {
    case 'opaque':
      return { ...value, span };
    case 'sequence':
      return { ...value, span, items: value.items.map((item) => filled(item, filling)) };
    case 'mapping': {
      const entries = value.entries.filter(({ name }) => !anyMark.test(name));
      return {
        ...value,
        span,
        isOpen: value.isOpen || entries.length < value.entries.length,
        entries: entries.map((entry): Entry => {
          const key = filling.moved(entry.key);
          return { ...entry, name: withoutMarks(entry.name), key, value: filled(entry.value, filling) };
        }),
      };
    }
    case 'scalar': {
      const text = filling.text.slice(span.start, span.end);
      if (typeof value.value !== 'string') return { ...value, span, text };
      if (!anyMark.test(value.value)) return { ...value, span, text, value: withoutMarks(value.value) };
      return withValues(value.value, span, filling);
    }
  }
}

/** `$${` is `${`. */
function withoutMarks(text: string): string {
  return text.replace(/([$%])\1\{/g, '$1{');
}

function withValues(value: string, span: Span, filling: Filling): Value {
  const values = filling.values.filter((each) => contains(span, each.span)).map((each) => each.value);
  const texts = values.map((each) => (each.kind === 'scalar' ? printedScalar(each.value) : undefined));
  const runs = value.match(run) ?? [];
  if (runs.length === texts.length && texts.every((each) => each !== undefined)) {
    let next = 0;
    const text = withoutMarks(value).replace(run, () => texts[next++] ?? '');
    const isPlain = !/^["'|>]/.test(filling.text.slice(span.start, span.end));
    return computed(span, isPlain ? resolvePlain(text, 'kubernetes') : text);
  }
  const [only] = values;
  const isWhole = runs.length === 1 && runs[0] === value;
  return opaqueAt(span, 'a template', isWhole && only?.kind === 'opaque' ? only.expression : undefined);
}
