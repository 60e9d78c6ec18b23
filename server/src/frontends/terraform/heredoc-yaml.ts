/** Reads YAML in a heredoc of Terraform: its values stand in place, and interpolations are put in where they are known. */
import { shift, type Span } from '../../text/span.ts';
import type { Entry, Value } from '../../tree/value.ts';
import type { Issue } from '../../tree/document.ts';
import type { HclTemplate, TemplatePart } from '../hcl/hcl.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { resolvePlain } from '../yaml/scalar.ts';
import { computed, opaque, printed } from './values.ts';

type Interpolation = Extract<TemplatePart, { kind: 'interpolation' }>;

export interface HeredocYaml {
  readonly root: Value | undefined;
  /** In the file. */
  readonly issues: readonly Issue[];
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
  const { start, end } = heredoc.content;
  const interpolations = parts.filter((part) => part.kind === 'interpolation');
  const masked = withMarks(text.slice(start, end), interpolations, start);
  const { root, issues } = readYaml(masked, 'kubernetes', []);
  const values = new Map(interpolations.map((part) => [part.span.start - start, evaluate(part)]));
  const texts = interpolations.map(({ span }) => ({ at: span.start - start, end: span.end - start }));
  const filling: Filling = { texts, values, by: start, text };
  return {
    root: root && filled(root, filling),
    issues: issues.map(({ span, message }) => ({ span: shift(span, start), message })),
  };
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

interface Filling {
  /** In the order of the text. */
  readonly texts: readonly { readonly at: number; readonly end: number }[];
  readonly values: ReadonlyMap<number, Value>;
  /** The offset of the heredoc in the file. */
  readonly by: number;
  readonly text: string;
}

const anyMark = /[\uF0F0\uF0F1]/;
const run = /\uF0F0+|\uF0F1+/g;

function filled(value: Value, filling: Filling): Value {
  const span = shift(value.span, filling.by);
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
          const key = shift(entry.key, filling.by);
          return { ...entry, name: withoutMarks(entry.name), key, value: filled(entry.value, filling) };
        }),
      };
    }
    case 'scalar': {
      const text = filling.text.slice(span.start, span.end);
      if (typeof value.value !== 'string') return { ...value, span, text };
      if (!anyMark.test(value.value)) return { ...value, span, text, value: withoutMarks(value.value) };
      return withValues(value.value, value.span, { span, filling });
    }
  }
}

/** `$${` is `${`. */
function withoutMarks(text: string): string {
  return text.replace(/([$%])\1\{/g, '$1{');
}

function withValues(value: string, at: Span, { span, filling }: { span: Span; filling: Filling }): Value {
  const inside = filling.texts.filter((each) => at.start <= each.at && each.end <= at.end);
  const values = inside.map((each) => filling.values.get(each.at));
  const texts = values.map((each) => (each?.kind === 'scalar' ? printed(each.value) : undefined));
  const runs = value.match(run) ?? [];
  if (runs.length === texts.length && texts.every((each) => each !== undefined)) {
    let next = 0;
    const text = withoutMarks(value).replace(run, () => texts[next++] ?? '');
    const isPlain = !/^["'|>]/.test(filling.text.slice(span.start, span.end));
    return computed(span, isPlain ? resolvePlain(text, 'kubernetes') : text);
  }
  const [only] = values;
  const isWhole = runs.length === 1 && runs[0] === value;
  return opaque(span, 'a template', isWhole && only?.kind === 'opaque' ? only.expression : undefined);
}
