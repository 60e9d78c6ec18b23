/** Compares the contract data with tables of types and fields that were written independently of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformPrefix } from '../../server/src/contract/app-protocol.ts';
import type { Field, ObjectType, Type } from '../../server/src/contract/type.ts';
import { root } from './root.ts';

export interface Fact {
  readonly type: string;
  readonly readOnly?: true;
  readonly deprecated?: true;
  readonly output?: true;
  readonly ignored?: true;
  readonly default?: string | boolean;
  readonly choices?: readonly string[];
  readonly suggestions?: readonly string[];
}

export type Facts = Readonly<Record<string, Fact>>;
type Twin = { readonly sameAs: string };

export type Table = Readonly<Record<string, Facts | Twin>>;

/** The table of that name in `test/data`. */
export function readTable(name: string): Table {
  return JSON.parse(readFileSync(join(root, 'test/data', name), 'utf8')) as Table;
}

/** Differences between the code and the specification, each with its reason and still necessary. */
const beyond: { readonly [path: string]: Partial<Fact> } = {
  // The API server overwrites the value, and rejects it in server-side apply; the specification only advises against it.
  'ObjectMeta.managedFields': { readOnly: true },
  'ObjectMeta.selfLink': { readOnly: true }, // only the API server ever set it
  'ObjectReference.kind': { suggestions: ['Pod'] }, // nearly always
};

/** The fields in the form of the table. */
export function describedFields({ base, fields }: ObjectType): Facts {
  const isRoot = base === 'Endpoints' || base === 'EndpointSlice';
  const described = Object.entries(fields)
    .filter(([name]) => !(isRoot && (name === 'apiVersion' || name === 'kind')))
    .map(([name, field]) => [name, describedField(field)]);
  return Object.fromEntries(described) as Facts;
}

/** An ignored field is one that a later version of the API removed. */
function describedField(field: Field): Fact {
  const suggestions = field.type.kind === 'string' ? field.type.suggestions?.map((each) => each.value) : undefined;
  const isIgnored = field.until !== undefined;
  return {
    type: typeText(field.type),
    ...(field.readOnly && { readOnly: true }),
    ...(field.output && { output: true }),
    ...(field.deprecated !== undefined && !isIgnored && { deprecated: true }),
    ...(isIgnored && { ignored: true }),
    ...(field.default !== undefined && { default: field.default }),
    ...(choicesOf(field.type) && { choices: choicesOf(field.type) }),
    ...(suggestions && { suggestions: suggestions.sort() }),
  } as Fact;
}

/** The table's fields of the type, with the known differences. A twin has the twins of all its types. */
export function expectedFields(name: string, table: Table): Facts {
  const facts = table[name] ?? {};
  const base = isTwin(facts) ? facts.sameAs : name;
  const fields = Object.entries((isTwin(facts) ? table[base] : facts) as Facts).map(([field, fact]) => [
    field,
    {
      ...fact,
      ...beyond[`${base}.${field}`],
      type: isTwin(facts) ? fact.type.replace(/:([A-Z]\w*)$/, ':$1Patch') : fact.type,
      ...(fact.default !== undefined && { default: String(fact.default) }),
      ...(fact.choices && { choices: [...fact.choices].sort() }),
      ...(fact.suggestions && {
        suggestions: fact.suggestions.map((each) => each.replace('<platform-prefix>', platformPrefix)).sort(),
      }),
    },
  ]);
  return Object.fromEntries(fields) as Facts;
}

export function isTwin(facts: Facts | Twin): facts is Twin {
  return typeof facts['sameAs'] === 'string';
}

/** All object types at and below those given, each once, in the order of their fields. */
export function typesBelow(...types: readonly Type[]): readonly ObjectType[] {
  const found: ObjectType[] = [];
  const visit = (type: Type): void => {
    if (type.kind === 'list') visit(type.item);
    else if (type.kind === 'map') visit(type.value);
    if (type.kind !== 'object' || found.some((each) => each.name === type.name)) return;
    found.push(type);
    for (const field of Object.values(type.fields)) visit(field.type);
  };
  types.forEach(visit);
  return found;
}

export function typeText(type: Type): string {
  const nameOf = (below: Type): string => (below.kind === 'object' ? below.name : below.kind);
  if (type.kind === 'list') return `list:${nameOf(type.item)}`;
  if (type.kind === 'map') return `map:${nameOf(type.value)}`;
  return type.kind === 'object' ? `object:${type.name}` : type.kind;
}

export function choicesOf(type: Type | undefined): readonly string[] | undefined {
  return type?.kind === 'string' ? type.choices?.map((choice) => choice.value).sort() : undefined;
}

export function docsOf(field: Field): readonly string[] {
  const { type, doc, deprecated } = field;
  const values = type.kind === 'string' ? [...(type.choices ?? []), ...(type.suggestions ?? [])] : [];
  return [doc, ...(deprecated === undefined ? [] : [deprecated]), ...values.map((value) => value.doc)];
}

/** How server-side apply merges each list. A twin's lists are named as those of its type. */
export function listTypes(types: readonly ObjectType[]): { readonly [path: string]: string } {
  const lists = types.flatMap(({ base, fields }) =>
    Object.entries(fields).flatMap(([name, { type }]) => {
      if (type.kind !== 'list') return [];
      return [[`${base}.${name}`, [type.listType, ...type.keys].join(' by ')]];
    }),
  );
  return Object.fromEntries(lists) as { readonly [path: string]: string };
}
