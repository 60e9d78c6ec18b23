/** Finds the configurations of Grafana Alloy in a text: a file, a scalar of YAML, or a heredoc of Terraform. */
import type { HclBody } from '../frontends/hcl/hcl.ts';
import { readHcl } from '../frontends/hcl/read-hcl.ts';
import { shift, type Span } from '../text/span.ts';
import type { Value } from '../tree/value.ts';
import { entriesIn, type SearchedText, type SearchedTree } from './searched-text.ts';

export interface AlloyText {
  readonly uri: string;
  readonly text: string;
  readonly body: HclBody;
  /** Maps a span to the file. */
  readonly place: (span: Span) => Span;
  /** False where a tool cannot edit it: in a template, or in a scalar with escapes. */
  readonly isEditable: boolean;
}

/** A block of a component that discovers or relabels targets. */
const component = /\b(?:discovery\.(?:kubernetes|relabel)|prometheus\.operator\.servicemonitors)[ \t]+\\?"/;

export function alloyTexts(text: SearchedText): readonly AlloyText[] {
  const { language, hcl } = text;
  if (!component.test(text.text)) return [];
  if (language === 'alloy' && hcl) {
    const isEditable = !isTemplated(text.text);
    return [{ uri: text.uri, text: text.text, body: hcl.body, place: (span) => span, isEditable }];
  }
  if (language !== 'yaml' && language !== 'json' && language !== 'hcl') return [];
  const heredocs = hcl?.heredocs ?? [];
  return [
    ...text.trees.flatMap((tree) =>
      entriesIn(tree.root).flatMap(({ entry }) => alloyIn(text.uri, tree, entry.value) ?? []),
    ),
    ...heredocs.flatMap(({ start, end }): readonly AlloyText[] => {
      const part = text.text.slice(start, end);
      // A heredoc of YAML is a tree.
      if (!/^\s*(?:\/\/[^\n]*\s+)*[a-z]\w*(?:\.\w+)+[ \t]+"/.test(part) || !component.test(part)) return [];
      return [alloyText(text.uri, part, (span) => shift(span, start), true)];
    }),
  ];
}

function alloyIn(uri: string, { text, place, isExact }: SearchedTree, value: Value): AlloyText | undefined {
  if (value.kind !== 'scalar' && value.kind !== 'opaque') return undefined;
  const { span } = value;
  const source = text.slice(span.start, span.end);
  if (!component.test(source)) return undefined;
  if (/^[|>]/.test(source)) {
    // The header of a block scalar is not part of its text, and the indentation of its lines does no harm.
    const header = Math.max(0, source.indexOf('\n'));
    const inner = ' '.repeat(header) + source.slice(header);
    return alloyText(uri, inner, (each) => place(shift(each, span.start)), isExact && source.startsWith('|'));
  }
  if (value.kind !== 'scalar' || typeof value.value !== 'string' || source.startsWith('<<')) return undefined;
  return alloyText(uri, value.value, () => place(span), false);
}

function alloyText(uri: string, text: string, place: (span: Span) => Span, isEditable: boolean): AlloyText {
  return { uri, text, body: readHcl(text, 'alloy').body, place, isEditable: isEditable && !isTemplated(text) };
}

function isTemplated(text: string): boolean {
  return text.includes('{{') || /[{%]%|%\{/.test(text);
}
