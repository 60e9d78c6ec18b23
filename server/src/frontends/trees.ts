/**
 * Reads the parts of a text whose objects are not ours, such as a role or a settings file, and the texts within such a text.
 * What cannot be read is left out.
 */
import { shift } from '../text/span.ts';
import type { Span } from '../text/span.ts';
import type { Opaque, Scalar, Value } from '../tree/value.ts';
import { cut } from './documents/cut.ts';
import { readTree } from './documents/read-document.ts';
import { isNamedProgram } from './resources/pulumi-resources.ts';
import { isForeignTemplate } from './template.ts';

/** A document of a text. */
export interface Tree {
  readonly root: Value;
  /** What the spans of the tree are relative to. */
  readonly text: string;
  /** The place of a span in the whole text. */
  readonly place: (span: Span) => Span;
}

/** Says of a part whether it is worth reading: a search, no more. */
export type IsWanted = (text: string) => boolean;

/** The trees of the wanted parts, in order. `path` is looked at for its name only. */
export function treesIn(path: string, text: string, isWanted: IsWanted): readonly Tree[] {
  if (!isWanted(text) || isForeignTemplate(text)) return [];
  const form = isNamedProgram(path) ? 'pulumi' : 'kubernetes';
  return cut(text).flatMap(({ start, text: part, isYaml }) => {
    if (!isWanted(part)) return [];
    const { root, issues } = readTree(part, isYaml ? 'yaml' : 'json', form);
    return root && issues.length === 0 ? [{ root, text: part, place: (span: Span) => shift(span, start) }] : [];
  });
}

/**
 * The trees of a text that a value holds, such as a file in a ConfigMap. Where its characters are not written as they are,
 * every place is that of the whole value.
 */
export function treesWithin(tree: Tree, value: Scalar | Opaque, isWanted: IsWanted): readonly Tree[] {
  const { span } = value;
  const source = tree.text.slice(span.start, span.end);
  if (source.startsWith('|')) {
    // The header of a block text is no part of it, and the indent of its lines does no harm.
    const header = source.indexOf('\n') + 1;
    const inner = ' '.repeat(Math.max(0, header - 1)) + source.slice(Math.max(0, header - 1));
    return treesIn('', inner, isWanted).map(({ place, ...rest }) => ({
      ...rest,
      place: (each) => tree.place(shift(place(each), span.start)),
    }));
  }
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return [];
  return treesIn('', value.value, isWanted).map((each) => ({ ...each, place: () => tree.place(span) }));
}
