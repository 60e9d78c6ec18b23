/** Applies the operations of a JSON patch, with the peculiarities of the library that kustomize uses. */
import { quote } from '../text/quote.ts';
import type { BuiltMapping, BuiltScalar, BuiltSequence, BuiltValue, Origin } from '../tree/built.ts';
import { pointerSteps } from '../tree/json-patch.ts';
import { BuildError } from './build-error.ts';
import { checkSize } from './limits.ts';
import { entryAt, builtText, withBuiltEntry, withoutEntry, originOf } from './object.ts';

type Container = BuiltMapping | BuiltSequence;
/** The container after the change. */
type Change = (container: Container, key: string) => Container;

/** One operation with what it needs for messages. */
interface Operation {
  readonly fields: BuiltMapping;
  readonly op: string;
  readonly at: Origin;
}

/** Throws for an operation that does not apply. */
export function applyJsonPatch(root: BuiltMapping, operations: BuiltSequence): BuiltMapping {
  return operations.items.reduce<BuiltMapping>((object, item) => {
    if (item.kind !== 'mapping')
      throw failure('An operation of a JSON patch must be an object. Write its op and its path.', originOf(item));
    const opEntry = entryAt(item, 'op');
    const op = builtText(item, ['op']);
    const changed = applyOperation(object, { fields: item, op, at: opEntry ? originOf(opEntry.value) : item.origin });
    if (changed.kind === 'mapping') return changed;
    throw failure('This operation replaces the object by a list. Correct its path.', item.origin);
  }, root);
}

function applyOperation(root: BuiltMapping, operation: Operation): Container {
  const { fields, op, at } = operation;
  switch (op) {
    case 'add':
      return changeAt(root, operation, 'path', adding(valueOf(fields, at), operation));
    case 'replace':
      return changeAt(root, operation, 'path', replacing(valueOf(fields, at), operation));
    case 'remove':
      return changeAt(root, operation, 'path', removing(operation, 'path'));
    case 'move': {
      const value = valueAtPointer(root, operation, 'from');
      const without = changeAt(root, operation, 'from', removing(operation, 'from'));
      return changeAt(without, operation, 'path', adding(value ?? nullAt(at), operation));
    }
    case 'copy': {
      const value = valueAtPointer(root, operation, 'from');
      const changed = changeAt(root, operation, 'path', adding(value ?? nullAt(at), operation));
      checkSize(changed, 'json-patch', at);
      return changed;
    }
    case 'test': {
      const value = valueAtPointer(root, operation, 'path');
      if (equals(value, entryAt(fields, 'value')?.value)) return root;
      throw pathFailure(operation, 'path', 'another value at');
    }
    default:
      throw failure(
        `${quote(op)} is not an operation of a JSON patch. Write add, remove, replace, move, copy or test.`,
        at,
      );
  }
}

/** Without `value`, null is written. */
function valueOf(fields: BuiltMapping, at: Origin): BuiltValue {
  return entryAt(fields, 'value')?.value ?? nullAt(at);
}

function nullAt(at: Origin): BuiltScalar {
  return { kind: 'scalar', value: null, origins: [at] };
}

/** Throws for a path without a slash. */
function keysOf(operation: Operation, field: 'path' | 'from'): readonly string[] {
  const written = builtText(operation.fields, [field]);
  const keys = pointerSteps(written);
  if (keys.length > 0) return keys;
  const message = `${field} ${quote(written)} of this ${operation.op} is not a path. Write a path that starts with "/".`;
  throw failure(message, fieldPlace(operation, field));
}

function changeAt(root: Container, operation: Operation, field: 'path' | 'from', change: Change): Container {
  const keys = keysOf(operation, field);
  const descend = (container: Container, depth: number): Container => {
    const key = keys[depth] ?? '';
    if (depth === keys.length - 1) return change(container, key);
    const child = childAt(container, key);
    if (!child || child.kind === 'scalar') throw pathFailure(operation, field, 'no path');
    const changed = descend(child, depth + 1);
    return changed === child ? container : withChild(container, key, changed, undefined);
  };
  return descend(root, 0);
}

function valueAtPointer(root: Container, operation: Operation, field: 'path' | 'from'): BuiltValue | undefined {
  let found: BuiltValue | undefined;
  changeAt(root, operation, field, (container, key) => {
    found = childAt(container, key);
    if (!found && container.kind === 'sequence') throw pathFailure(operation, field, 'no item');
    return container;
  });
  return found;
}

function childAt(container: Container, key: string): BuiltValue | undefined {
  if (container.kind === 'mapping') return entryAt(container, key)?.value;
  const index = indexOf(key, container.items.length);
  return index === undefined ? undefined : container.items[index];
}

/** Go reads a sign and leading zeros; a negative index counts from the end. */
function indexOf(key: string, length: number): number | undefined {
  if (!/^[+-]?\d{1,15}$/.test(key)) return undefined;
  const index = Number(key) < 0 ? Number(key) + length : Number(key);
  return index >= 0 && index < length ? index : undefined;
}

/** A new member gets the place of its value as its key. */
function withChild(container: Container, key: string, value: BuiltValue, keyAt: Origin | undefined): Container {
  if (container.kind === 'mapping') {
    const entry = entryAt(container, key);
    return withBuiltEntry(container, { name: key, key: keyAt ?? entry?.key ?? originOf(value), value });
  }
  const index = indexOf(key, container.items.length);
  return index === undefined ? container : { ...container, items: container.items.with(index, value) };
}

function adding(value: BuiltValue, operation: Operation): Change {
  return (container, key) => {
    if (container.kind === 'mapping') return withChild(container, key, value, fieldPlace(operation, 'path'));
    const { items } = container;
    const index = key === '-' ? items.length : indexOf(key, items.length + 1);
    if (index === undefined) throw pathFailure(operation, 'path', 'no item');
    return { ...container, items: items.toSpliced(index, 0, value) };
  };
}

/** A missing member is added, a missing item is an error. */
function replacing(value: BuiltValue, operation: Operation): Change {
  return (container, key) => {
    if (container.kind === 'sequence' && indexOf(key, container.items.length) === undefined)
      throw pathFailure(operation, 'path', 'no item');
    return withChild(container, key, value, fieldPlace(operation, 'path'));
  };
}

function removing(operation: Operation, field: 'path' | 'from'): Change {
  return (container, key) => {
    if (container.kind === 'mapping') {
      if (!entryAt(container, key)) throw pathFailure(operation, field, 'no field');
      return withoutEntry(container, key);
    }
    const index = indexOf(key, container.items.length);
    if (index === undefined) throw pathFailure(operation, field, 'no item');
    return { ...container, items: container.items.toSpliced(index, 1) };
  };
}

/** Numbers are equal by value, mappings in any order. */
export function equals(one: BuiltValue | undefined, other: BuiltValue | undefined): boolean {
  const isNull = (value: BuiltValue | undefined): boolean =>
    !value || (value.kind === 'scalar' && value.value === null);
  if (isNull(one) || isNull(other)) return isNull(one) && isNull(other);
  if (one?.kind === 'scalar' && other?.kind === 'scalar') return sameScalar(one.value, other.value);
  if (one?.kind === 'sequence' && other?.kind === 'sequence')
    return one.items.length === other.items.length && one.items.every((item, i) => equals(item, other.items[i]));
  if (one?.kind !== 'mapping' || other?.kind !== 'mapping' || one.entries.length !== other.entries.length) return false;
  const values = new Map(other.entries.map(({ name, value }) => [name, value]));
  return one.entries.every(({ name, value }) => values.has(name) && equals(value, values.get(name)));
}

function sameScalar(one: BuiltScalar['value'], other: BuiltScalar['value']): boolean {
  if (typeof one === 'bigint' || typeof other === 'bigint')
    return (
      (typeof one === 'bigint' || typeof one === 'number') && String(one) === String(other) && typeof other !== 'string'
    );
  return one === other;
}

function fieldPlace({ fields, at }: Operation, field: string): Origin {
  const value = entryAt(fields, field)?.value;
  return value ? originOf(value) : at;
}

function pathFailure(operation: Operation, field: 'path' | 'from', problem: string): BuildError {
  const path = quote(builtText(operation.fields, [field]));
  const wrong = operation.op === 'test' ? 'value' : field;
  return failure(
    `The object has ${problem} ${path}, so this ${operation.op} fails. Correct the ${wrong}.`,
    fieldPlace(operation, field),
  );
}

function failure(message: string, at: Origin): BuildError {
  return new BuildError('json-patch', message, at);
}
