/** Selects the bound values that are written in place, as opposed to copies by an alias or a merge key. */
import type { Binding, Bound } from '../analysis/binding/bind.ts';
import type { ObjectType } from '../contract/type.ts';
import { attachment, memo } from '../text/memo.ts';
import { withoutControls } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import type { Document } from '../tree/document.ts';
import { isCollection, type Value } from '../tree/value.ts';
import { writtenSpan } from './view.ts';

/** The bound values that are written in place, parents before children. */
export const writtenNodes = memo(({ root }: Binding): readonly Bound[] => {
  const nodes: Bound[] = [];
  collect(root, nodes);
  return nodes;
});

/** The values written in place that hold or touch the offset of the document. */
export function writtenNodesAt({ root }: Binding, offset: number): readonly Bound[] {
  const nodes: Bound[] = [];
  collect(root, nodes, { start: offset, end: offset });
  return nodes;
}

function collect(node: Bound, nodes: Bound[], near?: Span): void {
  if (!isWritten(node) || (near && !isNear(writtenSpan(node), near))) return;
  nodes.push(node);
  for (const child of near ? childrenNear(node, near) : node.children) collect(child, nodes, near);
}

/** Of a divided list, the items in the blocks around the span. */
function childrenNear(node: Bound, near: Span): readonly Bound[] {
  if (!node.blocks) return node.children;
  const isBefore = (i: number): boolean => (node.blocks?.[i + 1]?.start ?? Infinity) < near.start;
  return node.blocks.flatMap(({ start = 0, nodes }, i) => (start > near.end || isBefore(i) ? [] : nodes));
}

/** True for spans that overlap or touch. */
export function isNear({ start, end }: Span, other: Span): boolean {
  return start <= other.end && other.start <= end;
}

/** True where the value, and so all values in it, are written in place. */
export function isWritten({ value, entry }: Bound): boolean {
  return !isAliased(value) && !entry?.isMerged;
}

/** True for a copy of an anchor's value. */
export function isAliased(value: Value): boolean {
  return value.kind !== 'opaque' && value.isAlias;
}

/** The qualified field name of a value, such as `EndpointAddress.ip`, also in a patch; empty for a value that is no field. */
export function qualifiedFieldName({ entry, parent }: Bound): string {
  if (!entry || parent?.type.kind !== 'object') return '';
  const names = namesOf(parent.type);
  let name = names.get(entry.name);
  if (name === undefined) names.set(entry.name, (name = `${parent.type.base}.${entry.name}`));
  return name;
}

/** The qualified names, each built once. */
const namesOf = attachment((_owner: ObjectType) => new Map<string, string>());

/** The qualified field name of the list around an item, such as `Endpoint.addresses`; empty for other values. */
export function itemField(node: Bound): string {
  return !node.entry && node.parent?.value.kind === 'sequence' ? qualifiedFieldName(node.parent) : '';
}

/** True for an endpoint address in either kind; it can also be a domain name. */
export function isAddress(node: Bound): boolean {
  return qualifiedFieldName(node) === 'EndpointAddress.ip' || itemField(node) === 'Endpoint.addresses';
}

const longest = 60;

/** A scalar on one line, or the text of an opaque value; undefined for a missing value, null and collections. */
export function shownValue(node: Bound | undefined, { text }: Document): string | undefined {
  if (!node || isCollection(node.value)) return undefined;
  const { value } = node;
  const written = value.kind === 'opaque' ? text.slice(value.span.start, value.span.end) : String(value.value ?? '');
  return shownLine(written) || undefined;
}

/** A text of the user on one line, truncated. */
export function shownLine(text: string): string {
  if (text.length <= longest && /^[!-~]*$/.test(text)) return text;
  const line = withoutControls(text.replace(/\s+/g, ' ')).trim();
  const units = [...line];
  return units.length > longest ? `${units.slice(0, longest - 1).join('')}…` : line;
}

/** The span of the text between quotes; the same span for a text without quotes. */
export function withoutQuotes(text: string, span: Span): Span {
  const quote = text[span.start];
  const isQuoted = (quote === '"' || quote === "'") && span.end - span.start > 1 && text[span.end - 1] === quote;
  return isQuoted ? { start: span.start + 1, end: span.end - 1 } : span;
}
