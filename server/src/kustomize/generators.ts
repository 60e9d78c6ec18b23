/** Makes ConfigMaps and Secrets: `configMapGenerator` and `secretGenerator` of a kustomization. */
import type { BuiltEntry, BuiltMapping, BuiltScalar, BuiltSequence, BuiltValue, Origin } from '../tree/built.ts';
import { quote } from '../text/quote.ts';
import { toBase64 } from './base64.ts';
import { BuildError } from './build-error.ts';
import { allIds, idKey } from './identity.ts';
import { hashOf } from './name-hashes.ts';
import {
  type BuildObject,
  builtScalar,
  entryAt,
  idOf,
  mapObjects,
  originOf,
  builtScalarText,
  builtText,
  builtAt,
  withBuiltEntry,
} from './object.ts';

export interface GeneratorContext {
  /** The path of the kustomization. */
  readonly path: string;
  /** `generatorOptions` of the kustomization. */
  readonly options: BuiltMapping | undefined;
  /** The text of a file; undefined where it is not known. Throws where there is none. */
  readonly readText: (path: BuiltScalar) => string | undefined;
}

/** The objects with those of one list of generators: added, or merged into earlier ones by their `behavior`. */
export function generateConfig(
  objects: readonly BuildObject[],
  kind: 'ConfigMap' | 'Secret',
  generators: BuiltSequence,
  context: GeneratorContext,
): readonly BuildObject[] {
  return generators.items.reduce((all, item) => {
    if (item.kind !== 'mapping') return all;
    return absorb(all, generate(kind, item, context), item);
  }, objects);
}

/** By `behavior`, the object is new, or replaces an earlier one, or adds to its data. */
function absorb(objects: readonly BuildObject[], added: BuildObject, item: BuiltMapping): readonly BuildObject[] {
  const behavior = builtText(item, ['behavior']);
  const key = idKey(idOf(added));
  const index = objects.findIndex((object) => allIds(object).some((id) => idKey(id) === key));
  const earlier = objects[index];
  const name = quote(builtText(item, ['name']));
  const isNew = behavior !== 'merge' && behavior !== 'replace';
  if (earlier === undefined) {
    if (isNew) return [...objects, added];
    const message = `behavior is ${behavior}, but no earlier ${idOf(added).kind} has the name ${name}. Remove behavior, or correct the name.`;
    throw new BuildError('other', message, originOf(item));
  }
  if (isNew) {
    const message = `The build already has the ${idOf(added).kind} ${name}. Rename one, or set behavior: merge or replace.`;
    throw new BuildError('duplicate-object', message, originOf(item));
  }
  return objects.with(index, merged(earlier, added, behavior === 'merge'));
}

function merged(earlier: BuildObject, added: BuildObject, withData: boolean): BuildObject {
  const metadata = mergedMapping(
    builtAt(earlier.root, ['metadata']),
    builtAt(added.root, ['metadata']),
    ['name', 'namespace'],
    ['labels', 'annotations'],
  );
  const data = mergedMapping(withData ? builtAt(earlier.root, ['data']) : undefined, builtAt(added.root, ['data']));
  const root = [
    { name: 'metadata', value: metadata },
    { name: 'data', value: data },
  ].reduce(
    (all, { name, value }) => (value === undefined ? all : withBuiltEntry(all, { name, key: originOf(value), value })),
    added.root,
  );
  if (earlier.needsHash === undefined) return { ...earlier, root };
  return { ...earlier, root, needsHash: earlier.needsHash && added.needsHash === true };
}

/** The entries of both, those of `added` over the others, but for the names to keep. */
function mergedMapping(
  earlier: BuiltValue | undefined,
  added: BuiltValue | undefined,
  keep: readonly string[] = [],
  merge: readonly string[] = [],
): BuiltValue | undefined {
  if (earlier?.kind !== 'mapping' || added?.kind !== 'mapping') return added ?? earlier;
  const entries = new Map(earlier.entries.map((entry) => [entry.name, entry]));
  for (const entry of added.entries) {
    const before = entries.get(entry.name);
    if (before !== undefined && keep.includes(entry.name)) continue;
    const value = merge.includes(entry.name) ? mergedMapping(before?.value, entry.value) : entry.value;
    entries.set(entry.name, { ...entry, value: value ?? entry.value });
  }
  return { ...added, entries: [...entries.values()] };
}

function generate(kind: 'ConfigMap' | 'Secret', item: BuiltMapping, context: GeneratorContext): BuildObject {
  const at = item.origin;
  if (builtText(item, ['name']) === '')
    throw new BuildError('other', `A generator of a ${kind} needs a name. Write it.`, at);
  const options = builtAt(item, ['options']);
  const { entries: data, isKnown } = dataOf(kind, item, context);
  const mapping = (entries: readonly BuiltEntry[]): BuiltMapping => ({ kind: 'mapping', entries, origin: at });
  const entry = (name: string, value: BuiltValue): BuiltEntry => ({ name, key: originOf(value), value });
  const optional = (name: string, value: BuiltValue | undefined) => (value === undefined ? [] : [entry(name, value)]);
  const pairs = (name: string) =>
    optional(name, mergedMapping(builtAt(context.options, [name]), builtAt(options, [name])));
  const isTrue = (name: string) =>
    [context.options, options].some((each) => builtScalarText(builtAt(each, [name])) === 'true');
  const metadata = mapping([
    entry('name', builtAt(item, ['name']) ?? builtScalar('', at)),
    ...optional('namespace', builtAt(item, ['namespace'])),
    ...pairs('labels'),
    ...pairs('annotations'),
  ]);
  const root = mapping([
    entry('apiVersion', builtScalar('v1', at)),
    entry('kind', builtScalar(kind, at)),
    entry('metadata', metadata),
    ...(data.length > 0 ? [entry('data', mapping(data))] : []),
    ...(kind === 'Secret' ? [entry('type', builtAt(item, ['type']) ?? builtScalar('Opaque', at))] : []),
    ...(isTrue('immutable') ? [entry('immutable', builtScalar(true, at))] : []),
  ]);
  // Without the whole content, the hash is not known, and a wrong one is worse than none.
  const needsHash = isKnown && !isTrue('disableNameSuffixHash');
  return { root, previous: [], prefixes: [], suffixes: [], path: context.path, needsHash };
}

function dataOf(
  kind: 'ConfigMap' | 'Secret',
  item: BuiltMapping,
  { readText }: GeneratorContext,
): { readonly entries: readonly BuiltEntry[]; readonly isKnown: boolean } {
  const entries = new Map<string, BuiltEntry>();
  let isKnown = true;
  const add = (name: string, text: string, at: Origin) => {
    if (entries.has(name)) {
      throw new BuildError('other', `Two values have the key ${quote(name)}. Rename or remove one of them.`, at);
    }
    entries.set(name, { name, key: at, value: builtScalar(kind === 'Secret' ? toBase64(text) : text, at) });
  };
  const read = (scalar: BuiltScalar, path: string) => {
    const text = readText({ ...scalar, value: path });
    isKnown &&= text !== undefined;
    return text;
  };
  for (const scalar of [...scalarsAt(item, 'envs'), ...scalarsAt(item, 'env')]) {
    const text = read(scalar, builtScalarText(scalar)) ?? '';
    for (const line of text.split(/\r?\n/u).map((each) => each.trimStart())) {
      if (line === '' || line.startsWith('#')) continue;
      const equals = line.indexOf('=');
      // A name alone takes its value from the environment of kustomize.
      if (equals < 0) isKnown = false;
      else add(line.slice(0, equals), line.slice(equals + 1), originOf(scalar));
    }
  }
  for (const scalar of scalarsAt(item, 'literals')) {
    const [, name = '', , value = ''] = /^([^=]+)=(["']?)([^]*)\2$/u.exec(builtScalarText(scalar)) ?? [];
    if (name === '')
      throw new BuildError('other', 'A literal must have the form KEY=VALUE. Correct it.', originOf(scalar));
    add(name, value, originOf(scalar));
  }
  for (const scalar of scalarsAt(item, 'files')) {
    const text = builtScalarText(scalar);
    const equals = text.indexOf('=');
    const path = text.slice(equals + 1);
    const content = read(scalar, path);
    if (content === undefined) continue;
    add(equals < 0 ? path.slice(path.lastIndexOf('/') + 1) : text.slice(0, equals), content, originOf(scalar));
  }
  return { entries: [...entries.values()], isKnown };
}

/** The scalars of a list, or the scalar itself. */
function scalarsAt(item: BuiltMapping, name: string): readonly BuiltScalar[] {
  const value = entryAt(item, name)?.value;
  if (value === undefined || value.kind === 'mapping') return [];
  return value.kind === 'scalar' ? [value] : value.items.filter((each) => each.kind === 'scalar');
}

/** At the end of the build, before references are updated. */
export function addHashes(objects: readonly BuildObject[]): readonly BuildObject[] {
  return mapObjects(objects, (object) => (object.needsHash === true ? withHash(object) : object));
}

function withHash(object: BuildObject): BuildObject {
  const metadata = entryAt(object.root, 'metadata');
  const name = entryAt(metadata?.value, 'name');
  if (metadata?.value.kind !== 'mapping' || name?.value.kind !== 'scalar') return object;
  const value = { ...name.value, value: `${String(name.value.value)}-${hashOf(object)}` };
  const root = withBuiltEntry(object.root, { ...metadata, value: withBuiltEntry(metadata.value, { ...name, value }) });
  return { ...object, root, previous: [...object.previous, idOf(object)], needsHash: false };
}
