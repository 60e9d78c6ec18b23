/** What of a binding stands in the text where it is read, as opposed to what an alias or a merge key brought. */
import type { Binding, Bound } from '../analysis/binding/bind.ts';
import type { ObjectType } from '../contract/type.ts';
import { attachment, memo } from '../text/memo.ts';
import { withoutControls } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import type { Document } from '../tree/document.ts';
import { isCollection } from '../tree/value.ts';
import type { Value } from '../tree/value.ts';
import { writtenSpan } from './view.ts';

/** The bound values that can be pointed at, parents before children. */
export const writtenNodes = memo(({ root }: Binding): readonly Bound[] => {
  const nodes: Bound[] = [];
  collect(root, nodes);
  return nodes;
});

/** Those of them that hold the offset of the document, or touch it. */
export function writtenNodesAt({ root }: Binding, offset: number): readonly Bound[] {
  const nodes: Bound[] = [];
  collect(root, nodes, { start: offset, end: offset });
  return nodes;
}

function collect(node: Bound, nodes: Bound[], near?: Span): void {
  if (!isWritten(node) || (near && !isNear(writtenSpan(node), near))) return;
  nodes.push(node);
  for (const child of node.children) collect(child, nodes, near);
}

/** False for what ends before the other span, or starts behind it. */
export function isNear({ start, end }: Span, other: Span): boolean {
  return start <= other.end && other.start <= end;
}

/** True where the value, and so all below it, stands in its own place. */
export function isWritten({ value, entry }: Bound): boolean {
  return !isAliased(value) && !entry?.isMerged;
}

/** True for a copy of what an anchor names. */
export function isAliased(value: Value): boolean {
  return value.kind !== 'opaque' && value.isAlias;
}

/** The field that a value is, such as `EndpointAddress.ip`, for a patch's twin as well; empty for all that is no field. */
export function qualifiedFieldName({ entry, parent }: Bound): string {
  if (!entry || parent?.type.kind !== 'object') return '';
  const names = namesOf(parent.type);
  let name = names.get(entry.name);
  if (name === undefined) names.set(entry.name, (name = `${parent.type.base}.${entry.name}`));
  return name;
}

/** The names that were asked for, each put together once. */
const namesOf = attachment((_owner: ObjectType) => new Map<string, string>());

/** The same for an item of a list that is a field, such as an address of a slice: `Endpoint.addresses`. */
export function itemField(node: Bound): string {
  return !node.entry && node.parent?.value.kind === 'sequence' ? qualifiedFieldName(node.parent) : '';
}

/** True for what is an address of an endpoint in either kind, though it need not be an IP address. */
export function isAddress(node: Bound): boolean {
  return qualifiedFieldName(node) === 'EndpointAddress.ip' || itemField(node) === 'Endpoint.addresses';
}

const longest = 60;

/** A value on one line: what it means, or how it is written where that is not known. Undefined for none, null and collections. */
export function shownValue(node: Bound | undefined, { text }: Document): string | undefined {
  if (!node || isCollection(node.value)) return undefined;
  const { value } = node;
  const written = value.kind === 'opaque' ? text.slice(value.span.start, value.span.end) : String(value.value ?? '');
  return shownLine(written) || undefined;
}

/** A text of the user's on one line, cut where it is long. */
export function shownLine(text: string): string {
  if (text.length <= longest && /^[!-~]*$/.test(text)) return text;
  const line = withoutControls(text.replace(/\s+/g, ' ')).trim();
  const units = [...line];
  return units.length > longest ? `${units.slice(0, longest - 1).join('')}…` : line;
}
