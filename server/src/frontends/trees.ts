/** Reads the parts of a text whose objects are not checked (a Role, a settings file), and texts nested in them. */
import { shift, type Span } from '../text/span.ts';
import { isCollection, type Opaque, type Scalar, type Value } from '../tree/value.ts';
import { cut } from './documents/cut.ts';
import { readTree } from './documents/read-document.ts';
import { isNamedProgram } from './resources/pulumi-resources.ts';
import { foreignLanguage } from './template.ts';

export interface Tree {
  readonly root: Value;
  readonly text: string;
  readonly syntax: 'yaml' | 'json';
  /** Maps a span of the tree to the whole text. */
  readonly place: (span: Span) => Span;
}

/** Decides with a text search whether a part is worth reading. */
export type IsWanted = (text: string) => boolean;

/**
 * The trees of the wanted parts, in order. Only the name in `path` matters. `onUnread` gets each part with syntax errors,
 * and texts in template languages that cannot be read around.
 */
export function treesIn(
  path: string,
  text: string,
  isWanted: IsWanted,
  onUnread?: (part: string) => void,
): readonly Tree[] {
  if (!isWanted(text)) return [];
  if (foreignLanguage(text) !== undefined) {
    onUnread?.(text);
    return [];
  }
  const form = isNamedProgram(path) ? 'pulumi' : 'kubernetes';
  return cut(text).flatMap(({ start, text: part, isYaml }) => {
    if (!isWanted(part)) return [];
    const syntax = isYaml ? 'yaml' : 'json';
    const { root, issues } = readTree(part, syntax, form);
    if (issues.length > 0) onUnread?.(part);
    return root && issues.length === 0 ? [{ root, text: part, syntax, place: (span: Span) => shift(span, start) }] : [];
  });
}

/**
 * A text inside a scalar, such as a file in a ConfigMap. With escapes, every span is that of the scalar. Prose has no
 * trees.
 */
export function treesWithin(tree: Tree, value: Scalar | Opaque, isWanted: IsWanted): readonly Tree[] {
  return innerTrees(tree, value, isWanted).filter(({ root }) => isCollection(root));
}

function innerTrees(tree: Tree, value: Scalar | Opaque, isWanted: IsWanted): readonly Tree[] {
  const { span } = value;
  const source = tree.text.slice(span.start, span.end);
  if (source.startsWith('|')) {
    // The header of a block scalar is not part of its text, and the indentation of its lines does no harm.
    const header = source.indexOf('\n') + 1;
    const inner = ' '.repeat(Math.max(0, header - 1)) + source.slice(Math.max(0, header - 1));
    return indentedDocuments(inner).flatMap(({ start, text }) =>
      treesIn('', text, isWanted).map(({ place, ...rest }) => ({
        ...rest,
        place: (each: Span) => tree.place(shift(place(each), span.start + start)),
      })),
    );
  }
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return [];
  return treesIn('', value.value, isWanted).map((each) => ({ ...each, place: () => tree.place(span) }));
}

/** Cuts an indented text at its document markers, which become comments or blanks of the same length. */
function indentedDocuments(text: string): readonly { readonly start: number; readonly text: string }[] {
  const indent = /^ *(?=[^\s])/m.exec(text)?.[0] ?? '';
  if (!text.includes('---') || indent === '') return [{ start: 0, text }];
  const marker = new RegExp(`^${indent}(?:---|\\.\\.\\.)(?=([ \\t]*(?:[ \\t]#.*)?\\r?$)|[ \\t])`, 'gm');
  const starts = [...text.matchAll(marker)].map(({ index }) => index);
  const blanked = text.replace(marker, (_, rest?: string) => indent + (rest === undefined ? '   ' : '#  '));
  return [0, ...starts].map((start, i) => ({ start, text: blanked.slice(start, starts[i]) }));
}
