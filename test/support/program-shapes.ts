/** How each language writes values, by the types of the contract. */
import type { Type } from '../../server/src/contract/type.ts';
import type { Value } from '../../server/src/tree/value.ts';

/** What a language writes for each shape of a value; undefined where its compiler refuses the value. */
export interface Shapes {
  readonly text: (value: string) => string;
  readonly number: (value: bigint | number) => string;
  readonly flag: (value: boolean) => string;
  readonly list: (items: readonly string[], type: Type) => string;
  readonly map: (entries: readonly (readonly [string, string])[], type: Type) => string;
  readonly object: (entries: readonly (readonly [string, string])[], name: string) => string;
  /** True where a compiler checks types and names. */
  readonly isTyped: boolean;
}

export function writeValue(value: Value, type: Type, shapes: Shapes): string | undefined {
  if (value.kind === 'scalar') return fits(value.value, type, shapes) ? scalar(value.value, shapes) : undefined;
  if (value.kind === 'sequence') {
    const item = type.kind === 'list' ? type.item : anything;
    if (shapes.isTyped && type.kind !== 'list' && type.kind !== 'any') return undefined;
    const items = value.items.map((each) => writeValue(each, item, shapes));
    return areWritten(items) ? shapes.list(items, type) : undefined;
  }
  if (value.kind !== 'mapping') return undefined;
  const isObject = type.kind === 'object';
  if (shapes.isTyped && !isObject && type.kind !== 'map' && type.kind !== 'any') return undefined;
  const entries: (readonly [string, string])[] = [];
  for (const entry of value.entries) {
    const own = isObject ? type.fields[entry.name]?.type : type.kind === 'map' ? type.value : anything;
    if (isObject && !own && shapes.isTyped) return undefined;
    const written = writeValue(entry.value, own ?? anything, shapes);
    if (written === undefined) return undefined;
    entries.push([entry.name, written]);
  }
  const isKnown = isObject && value.entries.every(({ name }) => type.fields[name] !== undefined);
  return isKnown ? shapes.object(entries, type.name) : shapes.map(entries, type);
}

export const anything: Type = { kind: 'any' };

function fits(value: unknown, { kind }: Type, { isTyped }: Shapes): boolean {
  if (!isTyped || kind === 'any') return true;
  if (typeof value === 'bigint') return kind === 'integer' || kind === 'integer or string';
  if (typeof value === 'string') return kind === 'string' || kind === 'integer or string';
  return typeof value === 'boolean' && kind === 'boolean';
}

function scalar(value: unknown, { text, number, flag }: Shapes): string | undefined {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return flag(value);
  return typeof value === 'bigint' || typeof value === 'number' ? number(value) : undefined;
}

function areWritten(all: readonly (string | undefined)[]): all is readonly string[] {
  return all.every((each) => each !== undefined);
}

export function upper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function snake(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

export function join(entries: readonly (readonly [string, string])[], separator: string): string {
  return entries.map(([name, value]) => name + separator + value).join(', ');
}

const quoted = (value: string): string => JSON.stringify(value);

export const scriptedShapes: Shapes = {
  text: quoted,
  number: String,
  flag: String,
  list: (items) => `[${items.join(', ')}]`,
  map: (entries) =>
    `{ ${join(
      entries.map(([name, value]) => [quoted(name), value]),
      ': ',
    )} }`,
  object: (entries) =>
    `{ ${join(
      entries.map(([name, value]) => [/^\w+$/.test(name) ? name : quoted(name), value]),
      ': ',
    )} }`,
  isTyped: false,
};

export const pythonShapes: Shapes = {
  ...scriptedShapes,
  flag: (value) => (value ? 'True' : 'False'),
  object: (entries, name) => {
    const module = /^(?:ObjectMeta|OwnerReference|ManagedFieldsEntry)/.test(name) ? 'meta' : 'core';
    const isClass = entries.every(([each]) => /^\w+$/.test(each));
    const own = join(
      entries.map(([each, value]) => [snake(each), value]),
      '=',
    );
    return isClass && module === 'meta'
      ? `k8s.meta.v1.${name}Args(${own})`
      : `{ ${join(
          entries.map(([each, value]) => [quoted(snake(each)), value]),
          ': ',
        )} }`;
  },
};

export const goShapes: Shapes = {
  text: (value) => `pulumi.String(${quoted(value)})`,
  number: (value) => `pulumi.Int(${value})`,
  flag: (value) => `pulumi.Bool(${value})`,
  list: (items, type) => {
    const item = type.kind === 'list' ? type.item : anything;
    const name = item.kind === 'object' ? `${packageOf(item.name)}.${item.name}Array` : 'pulumi.StringArray';
    return `${name}{${items.join(', ')}}`;
  },
  map: (entries, type) =>
    `pulumi.${type.kind === 'map' ? 'StringMap' : 'Map'}{${join(
      entries.map(([name, value]) => [quoted(name), value]),
      ': ',
    )}}`,
  object: (entries, name) =>
    `&${packageOf(name)}.${name}Args{${join(
      entries.map(([each, value]) => [upper(each), value]),
      ': ',
    )}}`,
  isTyped: true,
};

function packageOf(name: string): string {
  if (/^(?:ObjectMeta|OwnerReference|ManagedFieldsEntry)/.test(name)) return 'metav1';
  return /^(?:Endpoint(?:Conditions|Hints)?(?:Patch)?$|EndpointSlice|For)/.test(name) ? 'discoveryv1' : 'corev1';
}

export const csharpShapes: Shapes = {
  text: quoted,
  number: String,
  flag: String,
  list: (items) => (items.length === 0 ? '{ }' : `{ ${items.join(', ')} }`),
  map: (entries) => `{ ${entries.map(([name, value]) => `{ ${quoted(name)}, ${value} }`).join(', ')} }`,
  object: (entries, name) =>
    `new ${name}Args { ${join(
      entries.map(([each, value]) => [upper(each), value]),
      ' = ',
    )} }`,
  isTyped: true,
};

export const javaShapes: Shapes = {
  text: quoted,
  number: String,
  flag: String,
  list: (items) => items.join(', '),
  map: (entries) =>
    entries.length <= 10
      ? `Map.of(${entries.map(([name, value]) => `${quoted(name)}, ${value}`).join(', ')})`
      : `Map.ofEntries(${entries.map(([name, value]) => `Map.entry(${quoted(name)}, ${value})`).join(', ')})`,
  object: (entries, name) =>
    `${name}Args.builder()${entries.map(([each, value]) => `.${each}(${value})`).join('')}.build()`,
  isTyped: true,
};
