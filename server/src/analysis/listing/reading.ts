/** What is known of a resource, as plain data: its values, and where each is written. */
import type { Span } from '../../text/span.ts';
import { pathText, type Path } from '../../tree/path.ts';
import type { Resource } from '../../tree/document.ts';
import { keyOf } from '../../tree/program.ts';
import type { Scalar, Value } from '../../tree/value.ts';

export type PlainValue =
  string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

/** A value without others inside. */
export interface Leaf {
  readonly path: string;
  readonly value?: string | number | boolean | null;
  /** For a value that is not known. */
  readonly opaque?: true;
  /** For a collection that is written and has nothing in it. */
  readonly empty?: 'list' | 'map';
  /** Where it is used. */
  readonly range: Span;
  /** The literal, where it is written elsewhere. */
  readonly origin?: Span;
  /** The file of the literal, where it is another one of a Terraform module. */
  readonly originFile?: string;
  /** True where several texts are put together. */
  readonly computed?: true;
  /** True where one text stands for several values. */
  readonly shared?: true;
  /** True in Terraform where the literal is written in another type than is sent. */
  readonly converted?: true;
  /** In Terraform, what an opaque value is if every variable has its default. */
  readonly hint?: Scalar;
}

/** A name that is written in place. */
export interface WrittenName {
  readonly path: string;
  readonly range: Span;
}

/** `{"$opaque": true}` stands for a value that is not known, `"$open": true` for more entries or items that may be there. */
export interface ResourceReading {
  /** The logical name in Pulumi; null in a manifest. */
  readonly resourceName: PlainValue;
  readonly resourceNameRange: Span | undefined;
  readonly properties: PlainValue;
  readonly options: PlainValue;
  readonly leaves: readonly Leaf[];
  readonly optionLeaves: readonly Leaf[];
  readonly keys: readonly WrittenName[];
}

export function resourceReading({ envelope, properties }: Resource): ResourceReading {
  const own = envelope && keyOf(envelope, 'properties')?.value;
  const value = envelope ? own : properties;
  const options = envelope && keyOf(envelope, 'options')?.value;
  const name = envelope && keyOf(envelope, 'name')?.value;
  return {
    resourceName: name ? plainReading(name) : null,
    resourceNameRange: name?.span,
    properties: value ? plainReading(value) : {},
    options: options ? plainReading(options) : {},
    leaves: value ? readingLeaves(value) : [],
    optionLeaves: options ? readingLeaves(options) : [],
    keys: value ? writtenNames(value) : [],
  };
}

/** A value that may be replaced later counts as known here. */
function knownOf(value: Value): Value {
  return (value.kind === 'opaque' && value.known) || value;
}

export function plainReading(read: Value): PlainValue {
  const value = knownOf(read);
  if (value.kind === 'opaque') return { $opaque: true };
  if (value.kind === 'scalar') return plainScalar(value.value);
  if (value.kind === 'sequence') {
    const items = value.items.map(plainReading);
    return isOpen(value) ? { $open: true, $items: items } : items;
  }
  const entries = value.entries.map((entry): [string, PlainValue] => [entry.name, plainReading(entry.value)]);
  return Object.fromEntries(isOpen(value) ? [...entries, ['$open', true]] : entries);
}

function isOpen(value: Exclude<Value, { kind: 'scalar' | 'opaque' }>): boolean {
  return value.isOpen && value.isExposed !== true;
}

function plainScalar(value: string | bigint | number | boolean | null): string | number | boolean | null {
  return typeof value === 'bigint' ? Number(value) : value;
}

export function readingLeaves(root: Value): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const add = (read: Value, path: Path): void => {
    const value = knownOf(read);
    if (value.kind === 'mapping') for (const entry of value.entries) add(entry.value, [...path, entry.name]);
    if (value.kind === 'sequence') for (const [i, item] of value.items.entries()) add(item, [...path, i]);
    const leaf = leafOf(value);
    if (leaf && (path.length > 0 || leaf.opaque)) leaves.push({ path: path.length > 0 ? pathText(path) : '', ...leaf });
  };
  add(root, []);
  return leaves;
}

function leafOf(value: Value): Omit<Leaf, 'path'> | undefined {
  const range = value.span;
  const mark = value.isShared ? ({ shared: true } as const) : {};
  if (value.kind === 'opaque') return { opaque: true, range, ...mark, ...(value.hint && { hint: value.hint }) };
  if (value.kind === 'scalar') {
    const { origin, originFile, isComputed, isConverted } = value;
    return {
      value: plainScalar(value.value),
      range,
      ...(origin && { origin }),
      ...(originFile !== undefined && { originFile }),
      ...(isComputed && ({ computed: true } as const)),
      ...mark,
      ...(isConverted && ({ converted: true } as const)),
    };
  }
  const isEmpty = value.kind === 'mapping' ? value.entries.length === 0 : value.items.length === 0;
  if (!isEmpty || isOpen(value)) return undefined;
  return { empty: value.kind === 'mapping' ? 'map' : 'list', range, ...mark };
}

/** What a constant holds is written elsewhere, and so is what is spread. */
export function writtenNames(root: Value): readonly WrittenName[] {
  const keys: WrittenName[] = [];
  const add = (read: Value, path: Path): void => {
    const value = knownOf(read);
    if (value.kind === 'mapping') {
      for (const entry of value.entries) {
        const own = [...path, entry.name];
        const isOfBlocks = entry.value.kind === 'sequence' && entry.value.isOfBlocks;
        if (!entry.isMerged && !isOfBlocks) keys.push({ path: pathText(own), range: entry.key });
        add(entry.value, own);
      }
    }
    if (value.kind !== 'sequence') return;
    for (const [i, item] of value.items.entries()) {
      const own = [...path, i];
      if (item.kind === 'mapping' && item.blockKey && value.isOfBlocks)
        keys.push({ path: pathText(own), range: item.blockKey });
      add(item, own);
    }
  };
  add(root, []);
  return keys;
}
