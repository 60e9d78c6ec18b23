/** Estimates the bytes of an object in etcd, where the API server stores it as protobuf, not as JSON. */
import type { Bound } from '../analysis/binding/bind.ts';
import { memoOfBlock } from '../analysis/binding/blocks.ts';
import { utf8Length } from '../contract/string-format.ts';
import type { Field } from '../contract/type.ts';

/** The bytes of a value without its tag and its length. Counts nothing for opaque values and for what the API server adds. */
export function storedSize(node: Bound): number {
  const { type, value, blocks } = node;
  if (value.kind === 'scalar') {
    if (typeof value.value === 'string') return utf8Length(value.value);
    return typeof value.value === 'bigint' ? varintSize(value.value) : 1;
  }
  if (blocks) return blocks.reduce((sum, block) => sum + itemsSize(block), 0);
  const { children } = node;
  let size = 0;
  if (type.kind === 'object') {
    const written = new Set(children.map(({ entry }) => entry?.name));
    for (const [name, field] of Object.entries<Field>(type.fields))
      if (!written.has(name)) size += sizeOfMissing(field);
  }
  for (const child of children) size += sizeInside(child, type.kind === 'map');
  return size;
}

/** A list has no bytes of its own: each item has the tag of the list. A map stores each pair as an object. */
function sizeInside(child: Bound, isInMap: boolean): number {
  const { type, value, field, entry } = child;
  // The API server drops deprecated fields.
  if (field?.deprecated !== undefined || value.kind === 'opaque') return 0;
  if (value.kind === 'sequence') return storedSize(child);
  const isNumber = type.kind === 'integer' || type.kind === 'boolean';
  const size = isNumber ? 1 + storedSize(child) : delimited(storedSize(child));
  return isInMap ? delimited(delimited(utf8Length(entry?.name ?? '')) + size) : size;
}

/** Only what can be nil is left out. */
function sizeOfMissing({ type, isNullable, output, deprecated }: Field): number {
  return isNullable || output || deprecated !== undefined || type.kind === 'boolean' ? 0 : 2;
}

/** With a tag of one byte and the length. */
function delimited(size: number): number {
  return 1 + varintSize(BigInt(size)) + size;
}

/** Seven bits per byte; a negative number takes ten bytes. */
function varintSize(value: bigint): number {
  return value < 0n ? 10 : Math.ceil(Math.max(1, value.toString(2).length) / 7);
}

const itemsSize = memoOfBlock((items) => items.reduce((sum, item) => sum + sizeInside(item, false), 0));
