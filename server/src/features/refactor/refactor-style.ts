/** Refactoring of a collection: between block style and flow style. */
import type { Bound } from '../../analysis/binding/bind.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { childrenOf, isCollection, type Mapping } from '../../tree/value.ts';
import { dashBefore } from '../outline/list-dash.ts';
import { isFullyKnown, rewriting, type Refactoring } from './refactoring.ts';

/** Undefined for JSON, for programs, which have formatters of their own, and for a whole resource. `at` is the span of the document from the cursor to the next word. */
export function restyle({ syntax, text }: Document, trail: readonly Bound[], at: Span): Refactoring | undefined {
  if (syntax !== 'yaml') return undefined;
  const node = trail.find(({ value }) => styleOf(value) === 'flow') ?? pointedAt(trail, text, at);
  const { parent, value } = node ?? {};
  if (!node || !isCollection(value) || !isCollection(parent?.value)) return undefined;
  if (parent.value.style === 'flow' || parent.value.isAlias || childrenOf(value).length === 0 || !isFullyKnown(value))
    return undefined;
  const style = value.style === 'flow' ? 'block' : 'flow';
  const what = node.entry ? quote(node.entry.name) : 'this item';
  return rewriting(`Write ${what} on ${style === 'flow' ? 'one line' : 'several lines'}`, [
    { kind: 'restyle', value, style },
  ]);
}

/** The item whose dash is at the cursor, or the value whose key is. */
function pointedAt(trail: readonly Bound[], text: string, { start, end }: Span): Bound | undefined {
  const item = trail.findLast(({ entry, value, parent }) => {
    if (entry || parent?.value.kind !== 'sequence') return false;
    const dash = dashBefore(text, value.span.start);
    return dash < value.span.start && dash <= start && start <= dash + 1;
  });
  return item ?? trail.findLast(({ entry }) => entry && entry.key.start <= end && end <= entry.key.end);
}

function styleOf(value: Bound['value']): Mapping['style'] | undefined {
  return isCollection(value) ? value.style : undefined;
}
