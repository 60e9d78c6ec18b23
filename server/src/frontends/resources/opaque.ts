/**
 * Marks values that a Pulumi program computes (`${…}`, `fn::…`) as opaque, and names those that are placeholders. Returns
 * the same tree if there are none.
 */
import { programFunctions } from '../../contract/pulumi.ts';
import { attachment } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { InterpolationReference, ReadingRemark, Resource } from '../../tree/document.ts';
import { itemBlocks, mapBlockItems, mapBlocks, type ItemBlock } from '../../tree/item-blocks.ts';
import {
  childrenOf,
  nestedValue,
  type Entry,
  type Mapping,
  type Opaque,
  type Scalar,
  type Value,
} from '../../tree/value.ts';
import { replacedBy } from '../placeholders.ts';
import { referencesIn } from './interpolations.ts';

const functions = new Set(programFunctions.map(({ value }) => value.toLowerCase()));

export interface Marking {
  readonly text: string;
  readonly remarks: ReadingRemark[];
  readonly references: InterpolationReference[];
}

export function markExpressions(value: Value, marking: Marking): Value {
  if (value.kind === 'mapping') {
    const call = value.entries.length === 1 ? value.entries[0] : undefined;
    if (call && /^fn::/i.test(call.name)) {
      markExpressions(call.value, marking);
      const name = call.name.slice('fn::'.length);
      if (!name.includes(':') && !functions.has(name.toLowerCase())) {
        marking.remarks.push({ what: 'function', span: call.key, written: call.name });
      }
      return { kind: 'opaque', span: value.span, why: 'a function' };
    }
    return mapEntries(value, (entry) => markEntry(entry, marking));
  }
  if (value.kind === 'sequence') return mapItems(value, (item) => markExpressions(item, marking));
  if (value.kind === 'scalar') return markText(value, marking);
  // The part of an expression that a template or an unclosed quote leaves readable.
  if (value.why === 'a template' || value.why === 'a placeholder') locate(value.span, marking);
  return value;
}

function markEntry(entry: Entry, marking: Marking): Entry {
  const isOpaqueKey = entry.isOpaqueKey || hasExpression(entry.name);
  if (isOpaqueKey && !entry.isMerged) locate(entry.key, marking);
  // A merged value is located where its anchor is.
  const value = markExpressions(entry.value, entry.isMerged ? { ...marking, references: [] } : marking);
  return value === entry.value && isOpaqueKey === entry.isOpaqueKey ? entry : { ...entry, value, isOpaqueKey };
}

function markText(scalar: Scalar, marking: Marking): Value {
  if (typeof scalar.value !== 'string' || !scalar.value.includes('$')) return scalar;
  if (hasExpression(scalar.value)) {
    if (!scalar.isAlias) locate(scalar.span, marking);
    if (!scalar.isAlias && isUnclosed(scalar.value)) {
      marking.remarks.push({ what: 'interpolation', span: scalar.span, written: scalar.value });
    }
    return { kind: 'opaque', span: scalar.span, why: 'an expression' };
  }
  const value = scalar.value.replaceAll('$$', '$');
  return value === scalar.value ? scalar : { ...scalar, value };
}

function locate(span: Span, { text, references }: Marking): void {
  for (const reference of referencesIn(text, span)) references.push(reference);
}

/** True for a `${` that is not escaped by a second `$`. */
function hasExpression(text: string): boolean {
  return text.replaceAll('$$', '').includes('${');
}

function isUnclosed(text: string): boolean {
  return /\$\{[^}]*$/.test(text.replaceAll('$$', ''));
}

/**
 * Distinguishes placeholders from templates: equal templates have equal values, and equal placeholders may not. In the text,
 * the spans of the value are moved by `shift`.
 */
export function markPlaceholders(value: Value, text: string, shift = 0): Value {
  if (value.kind === 'mapping') {
    return mapEntries(value, (entry) => {
      const marked = markPlaceholders(entry.value, text, shift);
      return marked === entry.value ? entry : { ...entry, value: marked };
    });
  }
  if (value.kind === 'sequence') {
    if (itemBlocks(value)) return mapBlocks(value, (placed) => markedBlock(placed.block, text, placed.shift + shift));
    return mapItems(value, (item) => markPlaceholders(item, text, shift));
  }
  const isPlaceholder = value.kind === 'opaque' && replacerOf(value, text, shift) === 'placeholder';
  return isPlaceholder ? { ...value, why: 'a placeholder' } : value;
}

const markedOf = attachment((_block: ItemBlock): { block?: ItemBlock } => ({}));

/** A block has the same text wherever it is. */
export function markedBlock(block: ItemBlock, text: string, shift: number): ItemBlock {
  return (markedOf(block).block ??= mapBlockItems(block, (item) => markPlaceholders(item, text, shift)));
}

/**
 * The values of checked objects that a placeholder or a variable decides, each counted where it is written. Annotations
 * hold any text.
 */
export function countPlaceholders(resources: readonly Resource[], text: string): number {
  return resources.reduce((sum, { properties }) => {
    const annotations = nestedValue(properties, ['metadata', 'annotations']);
    const others = annotations?.kind === 'mapping' ? countIn(annotations, text, 0) : 0;
    return sum + countIn(properties, text, 0) - others;
  }, 0);
}

function countIn(value: Value, text: string, shift: number): number {
  if (value.kind === 'opaque') return !value.origin && replacerOf(value, text, shift) ? 1 : 0;
  const blocks = value.kind === 'sequence' ? itemBlocks(value) : undefined;
  if (blocks) return blocks.reduce((sum, placed) => sum + countInBlock(placed.block, text, placed.shift + shift), 0);
  return childrenOf(value).reduce((sum, child) => sum + countIn(child, text, shift), 0);
}

const countOf = attachment((_block: ItemBlock): { count?: number } => ({}));

function countInBlock(block: ItemBlock, text: string, shift: number): number {
  return (countOf(block).count ??= block.items.reduce((sum, item) => sum + countIn(item, text, shift), 0));
}

function replacerOf({ why, span, origin = span }: Opaque, text: string, shift: number): ReturnType<typeof replacedBy> {
  const isReplaced = why === 'a template' || why === 'a placeholder';
  return isReplaced ? replacedBy(text.slice(origin.start + shift, origin.end + shift)) : undefined;
}

/** SOPS adds a block `sops` to a file with encrypted values, and removes it with them. */
export function withoutSops(root: Value, text: string): Value {
  if (root.kind !== 'mapping' || !text.includes('ENC[')) return root;
  return {
    ...root,
    entries: root.entries.map((entry) => (entry.name === 'sops' ? { ...entry, isOpaqueKey: true } : entry)),
  };
}

function mapEntries(mapping: Mapping, change: (entry: Entry) => Entry): Mapping {
  const entries = mapping.entries.map(change);
  if (entries.every((entry, i) => entry === mapping.entries[i])) return mapping;
  return { ...mapping, entries, isOpen: mapping.isOpen || entries.some((entry) => entry.isOpaqueKey) };
}

function mapItems<S extends Extract<Value, { kind: 'sequence' }>>(sequence: S, change: (item: Value) => Value): S {
  const items = sequence.items.map(change);
  return items.every((item, i) => item === sequence.items[i]) ? sequence : { ...sequence, items };
}
