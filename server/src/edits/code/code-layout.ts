/** Where the parts of a collection are in a program: with their wrappers, and without what separates them. */
import type { Expression } from '../../frontends/code/expression.ts';
import { programSyntax, type ProgramSyntax } from '../../frontends/code/read-code.ts';
import { fieldOf, namedParts, type SyntaxNode } from '../../frontends/code/syntax.ts';
import { lineStartAt } from '../../text/line.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Entry, Mapping, Sequence, Value } from '../../tree/value.ts';

export interface CodeLayout {
  /** The collection without wrappers; for arguments by name, all arguments of the call. */
  readonly node: SyntaxNode;
  /** In the order of the text. */
  readonly parts: readonly LaidOut[];
  /** The comments between the brackets that are in no part. */
  readonly comments: readonly SyntaxNode[];
  /** True where parts are on lines of their own. */
  readonly isSpread: boolean;
  /** True for the calls of a builder, which no commas separate. */
  readonly isChain: boolean;
  /** True for the only item of a list that is written without the list. */
  readonly isSingle: boolean;
}

export interface LaidOut {
  /** The whole part: `"a": pulumi.String("b")`, `.ip("10.0.0.1")`. */
  readonly span: Span;
  /** Undefined for an item, and for an argument that is no part of the object. */
  readonly entry: Entry | undefined;
  /** The value with its wrappers. */
  readonly value: Span;
  /** Undefined where the text stands for no single value of the collection, such as a spread. */
  readonly item: Value | undefined;
  /** True for an argument of the call beside those that are the object: its name, or its options. */
  readonly isArgument?: boolean;
}

/** Undefined for a collection that is written elsewhere, or that one expression makes of another one. */
export function codeLayout(document: Document, owner: Mapping | Sequence): CodeLayout | undefined {
  const syntax = owner.isAlias || owner.isShared ? undefined : programSyntax(document);
  const found = syntax && expressionOf(owner, syntax);
  if (!syntax || !found) return undefined;
  const { text } = document;
  const parts = partsOf(found, owner, text);
  if (!parts) return undefined;
  const all = [...parts, ...otherArguments(found.node, parts)].toSorted((a, b) => a.span.start - b.span.start);
  const starts = all.slice(0, 2).map(({ span }) => text.slice(lineStartAt(text, span.start), span.start));
  return {
    node: found.node,
    parts: all,
    comments: outside(syntax.program.survey.comments, found.node, all),
    isSpread: starts.some((lead) => lead.trim() === ''),
    isSingle: owner.kind === 'sequence' && found.kind !== 'list',
    isChain: owner.kind === 'mapping' && parts.length > 0 && parts.every(({ span }) => text[span.start] === '.'),
  };
}

function partsOf(found: Expression, owner: Mapping | Sequence, text: string): readonly LaidOut[] | undefined {
  if (owner.kind === 'mapping') return found.kind === 'object' ? entriesIn(found, owner, text) : undefined;
  if (found.kind === 'list') return itemsIn(found, owner);
  // The only item of a list may stand for the list.
  const [only] = owner.items;
  const { node } = found;
  return only && isAt(node, only.span) ? [{ span: node, value: node, entry: undefined, item: only }] : undefined;
}

/** The expression that a value was read from; undefined for one that is written elsewhere. */
export function expressionOf(
  { span }: Value,
  { adapter, program, constructions }: ProgramSyntax,
): Expression | undefined {
  const made = constructions.flatMap(({ properties, options }) => [properties, options]);
  const own = made.find((each) => each && isAt(each.node, span));
  if (own) return own;
  for (let node: SyntaxNode | undefined = program.root; node; node = childAround(node, span)) {
    if (!isAt(node, span)) continue;
    const found = adapter.expression(node, program);
    if (isAt(found.node, span) && found.kind !== 'unknown') return found;
  }
  return undefined;
}

/** Children are in the order of the text, and may be many. */
function childAround({ children }: SyntaxNode, span: Span): SyntaxNode | undefined {
  let [from, to] = [0, children.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((children[middle]?.end ?? 0) < span.end) from = middle + 1;
    else to = middle;
  }
  const child = children[from];
  return child && contains(child, span) ? child : undefined;
}

function isAt(node: Span, { start, end }: Span): boolean {
  return node.start === start && node.end === end;
}

function itemsIn({ items }: Expression & { kind: 'list' }, owner: Sequence): LaidOut[] {
  let next = 0;
  return items.map((each): LaidOut => {
    const node = 'spread' in each ? spreadNode(each.spread) : each;
    const from = next;
    while (next < owner.items.length && contains(node, owner.items[next]?.span ?? node)) next++;
    const item = 'spread' in each ? undefined : owner.items[from];
    return { span: node, value: node, entry: undefined, item: next > from ? item : undefined };
  });
}

function entriesIn({ node: whole, parts }: Expression & { kind: 'object' }, owner: Mapping, text: string): LaidOut[] {
  const entries = new Map(owner.entries.filter(({ isMerged }) => !isMerged).map((each) => [each.key.start, each]));
  const keys = parts.map((part) => ('spread' in part ? part.spread : part.key));
  return parts.map((part, i): LaidOut => {
    if ('spread' in part) {
      const node = spreadNode(part.spread);
      return { span: node, value: node, entry: undefined, item: undefined };
    }
    const { key, value } = part;
    const beside = [keys[i - 1], keys[i + 1]].flatMap((each) => each ?? []);
    const entry = entries.get(key.start);
    return { span: pairSpan({ key, value, whole }, beside, text), value, entry, item: entry?.value };
  });
}

/** With its sign, such as `...` or `**`. */
function spreadNode(node: SyntaxNode): SyntaxNode {
  const { parent } = node;
  return parent && /splat|spread/.test(parent.type) ? parent : node;
}

/** The comments in a node that are in no part. All are in the order of the text. */
function outside(comments: readonly SyntaxNode[], around: Span, parts: readonly LaidOut[]): readonly SyntaxNode[] {
  let i = 0;
  return comments.filter((comment) => {
    if (!contains(around, comment)) return false;
    while ((parts[i]?.span.end ?? Infinity) <= comment.start) i++;
    const part = parts[i]?.span;
    return !part || !contains(part, comment);
  });
}

interface Pair {
  readonly key: SyntaxNode;
  readonly value: SyntaxNode;
  /** The collection. */
  readonly whole: SyntaxNode;
}

/** The smallest node around the key and the value, unless it has other parts: then from key to value, or the call in a row. */
function pairSpan({ key, value, whole }: Pair, beside: readonly SyntaxNode[], text: string): Span {
  let node: SyntaxNode = key;
  while (node.parent && !contains(node, value)) node = node.parent;
  if (node === key && key === value) return key;
  const object = node.type === 'method_invocation' ? fieldOf(node, 'object') : undefined;
  if (object && key.parent === node) return { start: skipBlanks(text, object.end), end: node.end };
  const isOwn =
    node !== whole && !node.type.endsWith('argument_list') && !beside.some((other) => contains(node, other));
  return isOwn ? node : { start: key.start, end: value.end };
}

/** Comments before the dot are no part of the call. */
function skipBlanks(text: string, from: number): number {
  return from + text.slice(from).search(/\S/);
}

/** The arguments of a call beside those by name that are the object: its name and its options. */
function otherArguments(node: SyntaxNode, parts: readonly LaidOut[]): readonly LaidOut[] {
  if (node.type !== 'argument_list' || parts.length === 0) return [];
  return namedParts(node)
    .filter((each) => !parts.some(({ span }) => contains(each, span)))
    .map((each) => ({ span: each, value: each, entry: undefined, item: undefined, isArgument: true }));
}
