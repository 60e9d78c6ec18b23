/** Reads a kustomization file as strictly as kustomize does: types, names of fields, kind and version. */
import { memo } from '../text/memo.ts';
import { quote } from '../text/quote.ts';
import type {
  BuildOverrides,
  BuiltEntry,
  BuiltMapping,
  BuiltScalar,
  BuiltSequence,
  BuiltValue,
  Origin,
} from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { configurationShape, kustomizationShape, type FieldShape } from './kustomization-shape.ts';
import { entryAt, builtText, withBuiltEntry, originOf } from './object.ts';
import { readFirstDocument } from './read-objects.ts';

export interface ReadKustomization {
  readonly path: string;
  readonly isComponent: boolean;
  /** The fields with their exact names, without null values. */
  readonly fields: BuiltMapping;
}

/** Throws for a file that kustomize rejects. */
export function parseKustomization(path: string, text: string): ReadKustomization {
  const document = readFirstDocument(path, text, 'kubernetes');
  const start: Origin = { path, span: { start: 0, end: 0 } };
  if (!document) throw emptyFile(start);
  const { root } = document;
  if (root.kind !== 'mapping') throw wrongType('This kustomization', root, 'an object');
  const fields = checkFields(root, kustomizationShape, '');
  if (fields.entries.every(({ name }) => name === 'apiVersion' || name === 'kind')) throw emptyFile(start);
  const kind = builtText(fields, ['kind']) || 'Kustomization';
  checkHead(fields, kind);
  return { path, isComponent: kind === 'Component', fields };
}

function emptyFile(at: Origin): BuildError {
  return new BuildError('unreadable', 'This kustomization is empty, so kustomize rejects it. List its resources.', at);
}

function checkHead(fields: BuiltMapping, kind: string): void {
  const kindEntry = entryAt(fields, 'kind');
  if (kindEntry && kind !== 'Kustomization' && kind !== 'Component') {
    const message = `kustomize rejects the kind ${quote(kind)} in this file. Write Kustomization or Component.`;
    throw new BuildError('unreadable', message, originOf(kindEntry.value));
  }
  const version = entryAt(fields, 'apiVersion');
  const expected = `kustomize.config.k8s.io/${kind === 'Component' ? 'v1alpha1' : 'v1beta1'}`;
  const written = builtText(fields, ['apiVersion']);
  if (version && written !== '' && written !== expected) {
    const message = `kustomize rejects the apiVersion ${quote(written)} of this ${kind}. Write ${expected}.`;
    throw new BuildError('unreadable', message, originOf(version.value));
  }
}

/** A document of `configurations:`. Throws for one that kustomize rejects. */
export function checkConfiguration(root: BuiltValue): BuiltMapping {
  if (root.kind !== 'mapping') throw wrongType('This configuration', root, 'an object');
  return checkFields(root, configurationShape, '');
}

/** The names of fields by their lower case. */
const namesOf = memo((shapes: Readonly<Record<string, FieldShape>>): ReadonlyMap<string, string> => {
  return new Map(Object.keys(shapes).map((name) => [name.toLowerCase(), name]));
});

/** The mapping with exact names. kustomize reads them in the order of names: of two spellings, the last one counts. */
function checkFields(
  mapping: BuiltMapping,
  shapes: Readonly<Record<string, FieldShape>>,
  parent: string,
): BuiltMapping {
  const names = namesOf(shapes);
  const checked = new Map<string, BuiltEntry>();
  const ordered = [...mapping.entries].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  for (const entry of ordered) {
    const name = names.get(entry.name.toLowerCase());
    const shape = name === undefined ? undefined : shapes[name];
    if (name === undefined || shape === undefined) throw unknownField(entry, Object.keys(shapes), parent);
    const value = checkValue(entry.value, shape, parent === '' ? name : `${parent}.${name}`);
    if (value) checked.set(name, { ...entry, name, value });
  }
  const places = new Map(mapping.entries.map(({ key }, i) => [key, i]));
  const place = ({ key }: BuiltEntry): number => places.get(key) ?? 0;
  return { ...mapping, entries: [...checked.values()].sort((a, b) => place(a) - place(b)) };
}

/** Undefined for null, which sets nothing. */
function checkValue(value: BuiltValue, shape: FieldShape, field: string): BuiltValue | undefined {
  if (value.kind === 'scalar' && value.value === null) return undefined;
  if (typeof shape === 'string') {
    if (shape === 'any' || (value.kind === 'scalar' && typeof value.value === scalarTypes[shape])) return value;
    throw wrongType(field, value, scalarNames[shape]);
  }
  if ('list' in shape) {
    if (value.kind !== 'sequence') throw wrongType(field, value, 'a list');
    return {
      ...value,
      items: value.items.flatMap((item) => checkValue(item, shape.list, field) ?? emptyOf(item, shape.list)),
    };
  }
  if (value.kind !== 'mapping') throw wrongType(field, value, 'an object');
  if ('fields' in shape) return checkFields(value, shape.fields, field);
  const entries = value.entries.map((entry) => ({
    ...entry,
    value:
      checkValue(entry.value, shape.map, `${field}.${entry.name}`) ?? emptyOf(entry.value, shape.map)[0] ?? entry.value,
  }));
  return { ...value, entries };
}

/** What kustomize reads for a null among texts, or among objects. */
function emptyOf(value: BuiltValue, shape: FieldShape): readonly BuiltValue[] {
  if (value.kind !== 'scalar') return [];
  if (typeof shape === 'object' && 'fields' in shape)
    return [{ kind: 'mapping', entries: [], origin: originOf(value) }];
  return shape === 'string' ? [{ ...value, value: '' }] : [];
}

const scalarTypes = { string: 'string', boolean: 'boolean', integer: 'bigint' } as const;
const scalarNames = { string: 'a string', boolean: 'true or false', integer: 'a whole number' } as const;

function wrongType(field: string, value: BuiltValue, expected: string): BuildError {
  const isScalar = value.kind === 'scalar' && value.value !== null;
  const written = isScalar ? `, not ${typeof value.value === 'string' ? quote(value.value) : describe(value)}` : '';
  const wayOut = expected === 'a string' && isScalar ? 'Put it in quotes.' : `Write ${expected}.`;
  return new BuildError('field-type', `${field} must be ${expected}${written}. ${wayOut}`, originOf(value));
}

function describe({ value }: BuiltScalar): string {
  return `the ${typeof value === 'boolean' ? 'boolean' : 'number'} ${String(value)}`;
}

function unknownField({ name, key }: BuiltEntry, known: readonly string[], parent: string): BuildError {
  const near = known.find((each) => each.startsWith(name) || name.startsWith(each));
  const where = parent === '' ? 'a kustomization' : parent;
  const wayOut = near === undefined ? 'Remove it, or correct its name.' : `Did you mean ${near}?`;
  return new BuildError(
    'unknown-field',
    `${quote(name)} is not a field of ${where}, so kustomize rejects it. ${wayOut}`,
    key,
    { known },
  );
}

/** The list at a field, or the lists of a field and of its old name, joined; undefined where there is none. */
export function listAt(fields: BuiltMapping, ...names: readonly string[]): BuiltSequence | undefined {
  const lists = names.flatMap((name) => {
    const value = entryAt(fields, name)?.value;
    return value?.kind === 'sequence' ? [value] : [];
  });
  const [first] = lists;
  return first && { ...first, items: lists.flatMap(({ items }) => items) };
}

/** The scalars of the lists, as `listAt` joins them; empty where there is no list. */
export function scalarsAt(fields: BuiltMapping, ...names: readonly string[]): readonly BuiltScalar[] {
  return (listAt(fields, ...names)?.items ?? []).flatMap((item) => (item.kind === 'scalar' ? [item] : []));
}

/** The mappings of the lists, as `listAt` joins them; empty where there is no list. */
export function mappingItemsAt(fields: BuiltMapping, ...names: readonly string[]): readonly BuiltMapping[] {
  return (listAt(fields, ...names)?.items ?? []).flatMap((item) => (item.kind === 'mapping' ? [item] : []));
}

/** The string at a field; undefined where there is none, or an empty one. */
export function scalarAt(fields: BuiltMapping, name: string): BuiltScalar | undefined {
  const value = entryAt(fields, name)?.value;
  return value?.kind === 'scalar' && value.value !== '' ? value : undefined;
}

/** The kustomization with what Flux and Argo CD write into it. */
export function withOverrides(read: ReadKustomization, overrides: BuildOverrides): ReadKustomization {
  const { namespace, namePrefix, nameSuffix, patches, components, commonLabels, labelsOnly, commonAnnotations } =
    overrides;
  let { fields } = read;
  const set = (name: string, value: BuiltValue | undefined): void => {
    if (value) fields = withBuiltEntry(fields, { name, key: originOf(value), value });
  };
  const append = (name: string, items: readonly BuiltValue[] | undefined): void => {
    const [first] = items ?? [];
    if (!items || !first) return;
    const earlier = listAt(fields, name);
    set(name, {
      kind: 'sequence',
      origin: earlier?.origin ?? originOf(first),
      items: [...(earlier?.items ?? []), ...items],
    });
  };
  const merge = (name: string, mapping: BuiltMapping | undefined): void => {
    if (!mapping) return;
    const earlier = entryAt(fields, name)?.value;
    const base = earlier?.kind === 'mapping' ? earlier : { ...mapping, entries: [] };
    set(name, mapping.entries.reduce(withBuiltEntry, base));
  };
  set('namespace', namespace);
  set('namePrefix', namePrefix);
  set('nameSuffix', nameSuffix);
  append('patches', patches);
  append('components', components);
  merge('commonAnnotations', commonAnnotations);
  if (commonLabels && labelsOnly === true) {
    const { origin } = commonLabels;
    append('labels', [{ kind: 'mapping', origin, entries: [{ name: 'pairs', key: origin, value: commonLabels }] }]);
  } else merge('commonLabels', commonLabels);
  return { ...read, fields };
}
