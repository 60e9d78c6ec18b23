/** Finds objects with apiVersion and kind anywhere in a text: documents, items of lists, nested texts and values of charts. */
import type { TextEdit } from '../../text/edit.ts';
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import { countBeforeBy } from '../../text/sorted.ts';
import { stringOf, valueOf, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { inNamespaces, isWrittenName, namedReach, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import type { Reach } from '../reader.ts';
import { entriesIn, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { addItems } from '../tree-fixes.ts';

export interface ApiObject {
  readonly kind: string;
  /** Empty where it is missing or not known. */
  readonly apiVersion: string;
  readonly mapping: Mapping;
  /** The value of `kind`. */
  readonly kindValue: Value;
  readonly tree: SearchedTree;
}

export function apiObjects({ trees }: Pick<SearchedText, 'trees'>): readonly ApiObject[] {
  return trees.flatMap(objectsOfTree);
}

export function objectsOfTree(tree: SearchedTree): readonly ApiObject[] {
  const found: ApiObject[] = [];
  for (const { entry, owner } of entriesIn(tree.root)) {
    const kind = entry.name === 'kind' ? stringOf(entry.value) : undefined;
    if (kind === undefined || !valueOf(owner, 'apiVersion')) continue;
    const apiVersion = textAt(owner, 'apiVersion') ?? '';
    found.push({ kind, apiVersion, mapping: owner, kindValue: entry.value, tree });
  }
  return found;
}

/** True for a name without expressions and wildcards. */
export function isLiteralName(name: string): boolean {
  return isWrittenName(name) && !name.includes('*');
}

/** The literal items of a list; undefined for a missing list, or one with wildcards or expressions. */
export function literalTexts(value: Value | undefined): readonly string[] | undefined {
  if (value?.kind !== 'sequence' || value.isOpen || value.items.length === 0) return undefined;
  const texts = value.items.map(stringOf);
  return texts.every((text) => text !== undefined && isLiteralName(text)) ? texts.map((text) => text ?? '') : undefined;
}

/** Several reaches as one. What is replaced hides what breaks later. */
export function joinReaches(reaches: readonly Reach[]): Reach | undefined {
  const now = reaches.filter(({ when }) => when === 'replaced');
  const [first, ...others] = now.length > 0 ? now : reaches;
  if (!first || others.length === 0) return first;
  const all = [first, ...others];
  const isWide = all.some((each) => each.for.includes('*'));
  return {
    ...first,
    for: isWide ? ['*'] : [...new Set(all.flatMap((each) => each.for))],
    objects: [...new Set(all.flatMap(({ objects }) => objects))],
    certainty: all.every(({ certainty }) => certainty === 'certain') ? 'certain' : 'likely',
  };
}

export interface WrittenScope {
  /** Undefined for all namespaces, or where they are not known. */
  readonly namespaces: readonly string[] | undefined;
  /** Undefined for all names. */
  readonly names?: readonly string[] | undefined;
}

/** The hand-written objects that a filter covers; undefined where it covers none of those in sight. */
export function filterReach(estate: Estate, uri: string, { namespaces, names }: WrittenScope): Reach | undefined {
  const reach = names
    ? joinReaches(
        names.flatMap((name) =>
          (namespaces ?? [undefined]).map((namespace) => namedReach(estate, uri, { name, namespace })),
        ),
      )
    : inNamespaces(estate, uri, namespaces);
  return reach?.when === 'replaced' ? reach : undefined;
}

/** The source text of a value, for comparison: without quotes, and with single blanks. */
export function comparableSource({ text }: Pick<SearchedTree, 'text'>, { span }: Pick<Value, 'span'>): string {
  return text.slice(span.start, span.end).replace(/["']/g, '').replace(/\s+/g, ' ').trim();
}

/** True where an anchor or an alias shares the text, so that a change here would change other places too. */
export function isShared({ text }: Pick<SearchedTree, 'text'>, { span }: Pick<Value, 'span'>): boolean {
  return /(?:^|[\s[{,:-])[&*][A-Za-z]/.test(text.slice(Math.max(0, text.lastIndexOf('\n', span.start)), span.end));
}

/** By the tree around them. */
const nestedTrees = memo(({ trees }: Pick<SearchedText, 'trees'>) => {
  const placed = trees.map((inner) => ({ inner, start: inner.place(inner.root.span).start }));
  return groupBy(placed, ({ inner }) => inner.outer);
});

const startOfTree = ({ start }: { readonly start: number }): number => start;

/** The trees of the text in a scalar. Those around each other are in the order of the file. */
export function treesInside(
  text: Pick<SearchedText, 'trees'>,
  tree: SearchedTree,
  value: Value,
): readonly SearchedTree[] {
  const all = nestedTrees(text).get(tree) ?? [];
  const { start, end } = tree.place(value.span);
  const from = countBeforeBy(all, start, startOfTree);
  return all.slice(from, countBeforeBy(all, end, startOfTree)).map(({ inner }) => inner);
}

/** Adds a word behind another one, in the same quotes. */
export function addWord(
  tree: SearchedTree,
  sequence: Sequence,
  word: string,
  after: Value,
): readonly TextEdit[] | undefined {
  const quote = after.kind === 'scalar' && tree.syntax === 'yaml' ? (/^["']/.exec(after.text)?.[0] ?? '') : '';
  const edits = addItems(tree, sequence, [word], after);
  return edits?.map((edit) => ({ ...edit, text: edit.text.replace(plainWord(word), () => quote + word + quote) }));
}

/** The word where it has no quotes. */
function plainWord(word: string): RegExp {
  return new RegExp(`(?<!["'])${word.replace(/[.*/]/g, '\\$&')}(?!["'])`);
}
