/** Values of Terraform: how they are moved to where they are used, converted, and put together. */
import type { Span } from '../../text/span.ts';
import type { Entry, Mapping, Opaque, Scalar, Sequence, Value } from '../../tree/value.ts';

export function opaqueAt(span: Span, why: string, expression?: string): Opaque {
  return { kind: 'opaque', span, why, ...(expression !== undefined && { expression }) };
}

/** A value that no single literal stands for. */
export function computed(span: Span, value: Scalar['value']): Scalar {
  return { kind: 'scalar', span, value, text: '', isAlias: true, isComputed: true };
}

export function mapping(span: Span, entries: readonly Entry[], isOpen = false): Mapping {
  return { kind: 'mapping', span, entries, style: 'block', isOpen, isAlias: false };
}

export function sequence(span: Span, items: readonly Value[], isOpen = false): Sequence {
  return { kind: 'sequence', span, items, style: 'flow', isOpen, isAlias: false };
}

/** Where a value is written, and where it is used. */
interface Move {
  readonly span: Span;
  readonly from: string;
  readonly to: string;
  /** How many values may still be made: a list of lists of lists would take all memory. */
  readonly budget: { left: number };
}

/** The value with all its places moved to where it is used. Scalars keep the place of their literals as `origin`. */
export function movedValue(value: Value, move: Move): Value {
  const { span } = move;
  if (--move.budget.left < 0) return opaqueAt(span, 'an expression that is too large');
  switch (value.kind) {
    case 'scalar': {
      const origin = value.isComputed ? undefined : (value.origin ?? value.span);
      const { originFile: _, ...rest } = value;
      const file = origin && fileAfter(value.originFile, move);
      return {
        ...rest,
        span,
        isAlias: true,
        ...(origin && { origin }),
        ...(file !== undefined && { originFile: file }),
      };
    }
    case 'opaque': {
      const { hint: _, ...rest } = value;
      return { ...rest, span };
    }
    case 'sequence': {
      const { isOfBlocks: _, ...rest } = value;
      return { ...rest, span, isAlias: true, items: value.items.map((item) => movedValue(item, move)) };
    }
    case 'mapping': {
      const { blockKey: _, ...rest } = value;
      const entries = value.entries.map((entry) => ({
        ...entry,
        key: span,
        isMerged: true,
        value: movedValue(entry.value, move),
      }));
      return { ...rest, span, isAlias: true, entries };
    }
  }
}

/** The file of a literal, seen from the file in which it is used; undefined for the same file. */
function fileAfter(originFile: string | undefined, { from, to }: Move): string | undefined {
  const file = originFile ?? from;
  return file === to ? undefined : file;
}

/** Without the entries and items that are null. */
export function withoutNulls(value: Value): Value {
  const isThere = (each: Value): boolean => each.kind !== 'scalar' || each.value !== null;
  if (value.kind === 'sequence') return { ...value, items: value.items.filter(isThere).map(withoutNulls) };
  if (value.kind !== 'mapping') return value;
  const entries = value.entries
    .filter((entry) => isThere(entry.value))
    .map((entry) => ({ ...entry, value: withoutNulls(entry.value) }));
  return { ...value, entries };
}

export function asText(value: Value): Value {
  if (value.kind !== 'scalar' || typeof value.value === 'string' || value.value === null) return value;
  const text = String(value.value);
  return text.includes('e') && typeof value.value === 'number' ? value : converted(value, text);
}

export function asNumber(value: Value): Value {
  if (value.kind !== 'scalar' || typeof value.value !== 'string' || !/^-?\d{1,30}$/.test(value.value)) return value;
  return converted(value, BigInt(value.value));
}

export function asBoolean(value: Value): Value {
  if (value.kind !== 'scalar' || (value.value !== 'true' && value.value !== 'false')) return value;
  return converted(value, value.value === 'true');
}

/** Converted twice, a value is what is written. */
function converted({ isConverted, ...scalar }: Scalar, value: Scalar['value']): Scalar {
  return { ...scalar, value, ...(!isConverted && !scalar.isComputed && { isConverted: true }) };
}

/** As a template prints it; undefined for fractions, whose digits depend on the version. */
export function printedScalar(value: Scalar['value']): string | undefined {
  if (value === null || typeof value === 'number') return undefined;
  return String(value);
}

/** In UTF-16 units: a text that is put together out of more is not known. */
const longestText = 1_000_000;

/** The texts in one; undefined where they are too long together, as by locals that double each other. */
export function joinedTexts(texts: readonly string[], between = ''): string | undefined {
  const length = texts.reduce((sum, text) => sum + text.length + between.length, 0);
  return length > longestText ? undefined : texts.join(between);
}

export function compareCodePoints(a: string, b: string): number {
  const [as, bs] = [[...a], [...b]];
  for (let i = 0; i < as.length && i < bs.length; i++) {
    const difference = (as[i]?.codePointAt(0) ?? 0) - (bs[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return as.length - bs.length;
}

/** The items of a collection with their keys in the order in which Terraform runs through it; undefined where they are not all known. */
export function iteratedItems(value: Value): readonly { readonly key: Value; readonly value: Value }[] | undefined {
  if (value.kind === 'sequence' && !value.isOpen)
    return value.items.map((item, i) => ({ key: value.isSet ? item : computed(item.span, BigInt(i)), value: item }));
  if (value.kind !== 'mapping' || value.isOpen) return undefined;
  return value.entries
    .map((entry) => ({ name: entry.name, key: computed(entry.key, entry.name), value: entry.value }))
    .sort((a, b) => compareCodePoints(a.name, b.name));
}
