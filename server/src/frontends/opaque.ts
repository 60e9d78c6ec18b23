/**
 * Marks what a Pulumi program decides when it runs as opaque: `${…}` and `fn::…`. Where nothing is to mark, the very
 * same tree comes back.
 */
import { programFunctions } from '../contract/pulumi.ts';
import type { Remark } from '../tree/document.ts';
import type { Entry, Mapping, Scalar, Value } from '../tree/value.ts';

const functions = new Set(programFunctions.map(({ value }) => value.toLowerCase()));

/** A program's tree, with expressions opaque; what is wrong with an expression is added to `remarks`. */
export function markExpressions(value: Value, remarks: Remark[]): Value {
  if (value.kind === 'mapping') {
    const call = value.entries.length === 1 ? value.entries[0] : undefined;
    if (call && /^fn::/i.test(call.name)) {
      markExpressions(call.value, remarks);
      const name = call.name.slice('fn::'.length);
      if (!name.includes(':') && !functions.has(name.toLowerCase())) {
        remarks.push({ what: 'function', span: call.key, written: call.name });
      }
      return { kind: 'opaque', span: value.span, why: 'a function' };
    }
    return mapEntries(value, (entry) => markEntry(entry, remarks));
  }
  if (value.kind === 'sequence') return mapItems(value, (item) => markExpressions(item, remarks));
  return value.kind === 'scalar' ? markText(value, remarks) : value;
}

function markEntry(entry: Entry, remarks: Remark[]): Entry {
  const value = markExpressions(entry.value, remarks);
  const isOpaqueKey = entry.isOpaqueKey || hasExpression(entry.name);
  return value === entry.value && isOpaqueKey === entry.isOpaqueKey ? entry : { ...entry, value, isOpaqueKey };
}

function markText(scalar: Scalar, remarks: Remark[]): Value {
  if (typeof scalar.value !== 'string' || !scalar.value.includes('$')) return scalar;
  if (hasExpression(scalar.value)) {
    if (!scalar.isAlias && isUnclosed(scalar.value)) {
      remarks.push({ what: 'interpolation', span: scalar.span, written: scalar.value });
    }
    return { kind: 'opaque', span: scalar.span, why: 'an expression' };
  }
  const value = scalar.value.replaceAll('$$', '$');
  return value === scalar.value ? scalar : { ...scalar, value };
}

/** True where a `${` stands that no second `$` before it escapes. */
function hasExpression(text: string): boolean {
  return text.replaceAll('$$', '').includes('${');
}

function isUnclosed(text: string): boolean {
  return /\$\{[^}]*$/.test(text.replaceAll('$$', ''));
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
