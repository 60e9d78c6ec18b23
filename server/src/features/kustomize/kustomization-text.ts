/** Reads the text of a kustomization with its places, for completion, hover and navigation. */
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { readYaml } from '../../frontends/yaml/read-yaml.ts';
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Path } from '../../tree/path.ts';
import { shiftTree } from '../../tree/rebuilt.ts';
import { entrySpan, stringOf, valueOf, type Entry, type Mapping, type Value } from '../../tree/value.ts';
import type { Located } from '../lsp.ts';
import type { View } from '../view.ts';

/** The root of a kustomization, with spans in the file; undefined for another file, and where the text is no mapping. */
export function writtenKustomization({ uri, located }: Pick<View, 'uri' | 'located'>): Mapping | undefined {
  return surroundingKind(uri) === 'kustomization' ? rootOf(located) : undefined;
}

const rootOf = memo((located: Located): Mapping | undefined => {
  const root = textRoot(located);
  return root?.kind === 'mapping' ? root : undefined;
});

/** The tree of a text that is one document, such as a JSON patch. */
export const textRoot = memo(({ text }: Located): Value | undefined => readYaml(text, 'pulumi', []).root);

/** A value on the way to an offset: its path, and its entry in a mapping. */
export interface TrailStep {
  readonly path: Path;
  readonly value: Value;
  readonly entry: Entry | undefined;
}

export interface Trail {
  /** From the root to the innermost value; not empty. */
  readonly steps: readonly TrailStep[];
  readonly last: TrailStep;
  /** True where the offset is in the key, or where a value is missing. */
  readonly isKey: boolean;
  /** The key or the value at the offset, which it holds. */
  readonly span: Span;
}

/** The values around the offset. A key belongs to its value. */
export function trailAt(root: Value, offset: number): Trail {
  let last: TrailStep = { path: [], value: root, entry: undefined };
  const steps = [last];
  for (let next: TrailStep | undefined = last; (next = stepBelow(next, offset));) {
    last = next;
    steps.push(next);
  }
  const { entry, value } = last;
  const isKey = entry !== undefined && (offset <= entry.key.end || value.span.start === value.span.end);
  const span = isKey ? { start: entry.key.start, end: Math.max(entry.key.end, offset) } : value.span;
  return { steps, last, isKey, span };
}

function stepBelow({ path, value }: TrailStep, offset: number): TrailStep | undefined {
  const holds = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  if (value.kind === 'mapping') {
    const entry = value.entries.find((each) => {
      const isMissing = each.value.span.start === each.value.span.end;
      return !each.isMerged && (holds(each.key) || holds(isMissing ? entrySpan(each) : each.value.span));
    });
    return entry && { path: [...path, entry.name], value: entry.value, entry };
  }
  if (value.kind !== 'sequence') return undefined;
  const index = value.items.findIndex(({ span }) => holds(span));
  const item = value.items[index];
  return item && { path: [...path, index], value: item, entry: undefined };
}

/** The path as the tables of this folder write it: `patches.*.path`. */
export function pathPattern(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
}

/** The fields that name files, and those that name folders, too. */
export const pathFields: ReadonlySet<string> = new Set(
  ['resources', 'bases', 'components', 'configurations', 'crds', 'generators', 'transformers', 'validators']
    .map((name) => `${name}.*`)
    .concat(
      'patches.*.path',
      'patchesJson6902.*.path',
      'patchesStrategicMerge.*',
      'replacements.*.path',
      'openapi.path',
    ),
);

/** The items of a list of texts or mappings. */
export function listItems(root: Mapping, name: string): readonly Value[] {
  const list = valueOf(root, name);
  return list?.kind === 'sequence' ? list.items : [];
}

/** A scalar with the path of a file or a folder, as written. */
export interface WrittenPath {
  readonly pattern: string;
  readonly text: string;
  readonly span: Span;
}

/** All paths of files and folders in a kustomization, in the order of the text. */
export function writtenPaths(root: Mapping): readonly WrittenPath[] {
  const found: WrittenPath[] = [];
  const visit = (value: Value, path: Path): void => {
    const pattern = pathPattern(path);
    const text = pathFields.has(pattern) ? stringOf(value) : undefined;
    // An inline patch is a text of several lines.
    if (text && !text.includes('\n') && 'isAlias' in value && !value.isAlias)
      found.push({ pattern, text, span: value.span });
    if (path.length > 2) return;
    if (value.kind === 'mapping') for (const { name, value: each } of value.entries) visit(each, [...path, name]);
    if (value.kind === 'sequence') for (const [i, each] of value.items.entries()) visit(each, [...path, i]);
  };
  visit(root, []);
  return found;
}

/** The value of an inline patch, with spans in the file; undefined for a text that is quoted or folded. */
export function inlinePatch(value: Value | undefined, text: string): Value | undefined {
  if (value?.kind !== 'scalar' || !value.text.startsWith('|')) return undefined;
  const from = text.indexOf('\n', value.span.start) + 1;
  // An even indentation of all lines changes nothing.
  const { root } = readYaml(text.slice(from, value.span.end), 'pulumi', []);
  return from > 0 && root ? shiftTree(root, from) : undefined;
}
