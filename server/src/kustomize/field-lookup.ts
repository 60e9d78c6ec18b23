/** Reads paths with dots, as `fieldPath` and `fieldPaths` write them, and finds the value at such a path. */
import type { BuiltValue } from '../tree/built.ts';
import { entryAt, builtScalarText } from './object.ts';

/** The parts of `metadata.labels.[a.b/c]`, `spec.ports.0.port`, `a\.b` or `list.[name=x].y`. */
export function splitFieldPath(path: string): readonly string[] {
  const parts: string[] = [];
  // A dot at the start counts for nothing.
  for (const piece of path.replace(/^\./, '').split('.')) {
    const last = parts.at(-1);
    if (last?.endsWith('\\')) parts[parts.length - 1] = `${last.slice(0, -1)}.${piece}`;
    else parts.push(piece);
  }
  const joined: string[] = [];
  let bracket: string | undefined;
  for (const part of parts) {
    if (bracket === undefined && (!part.startsWith('[') || part.endsWith(']'))) {
      joined.push(part);
      continue;
    }
    bracket = bracket === undefined ? part : `${bracket}.${part}`;
    if (!part.endsWith(']')) continue;
    joined.push(closed(bracket));
    bracket = undefined;
  }
  return bracket === undefined ? joined : [...joined, closed(bracket)];
}

/** A condition keeps its brackets, a name loses them. */
function closed(bracket: string): string {
  return bracket.includes('=') ? bracket : bracket.replaceAll(/^\[+|\]+$/gu, '');
}

/** The field and the value of `[field=value]`; the field is empty for plain items. Undefined for any other part. */
export function itemCondition(part: string): { readonly field: string; readonly value: string } | undefined {
  const equals = part.indexOf('=');
  if (!part.startsWith('[') || !part.endsWith(']') || equals < 0) return undefined;
  return { field: part.slice(1, equals), value: part.slice(equals + 1, -1) };
}

/** The index that a part of a path is; undefined for any other part. */
export function itemIndex(part: string): number | undefined {
  return /^\d+$/u.test(part) ? Number(part) : undefined;
}

/** The value at a path: of the items that meet a condition, the first one; undefined where there is none. */
export function lookUp(value: BuiltValue, path: readonly string[]): BuiltValue | undefined {
  return path.reduce<BuiltValue | undefined>((at, part) => at && step(at, part), value);
}

function step(value: BuiltValue, part: string): BuiltValue | undefined {
  if (value.kind !== 'sequence') return entryAt(value, part)?.value;
  const condition = itemCondition(part);
  if (condition !== undefined) {
    return value.items.find((item) => {
      const tested = condition.field === '' ? item : entryAt(item, condition.field)?.value;
      return tested?.kind === 'scalar' && builtScalarText(tested) === condition.value;
    });
  }
  const index = itemIndex(part);
  return part === '-' ? value.items.at(-1) : index === undefined ? undefined : value.items[index];
}
