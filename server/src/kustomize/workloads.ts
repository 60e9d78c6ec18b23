/** Sets replicas and images of workloads: `replicas` and `images` of a kustomization. */
import type { BuiltMapping, BuiltScalar, BuiltSequence, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { editFields, editItems } from './field-path.ts';
import { isSelected, type FieldSpec } from './field-spec.ts';
import type { TransformContext } from './field-specs.ts';
import {
  type BuildObject,
  idOf,
  joinOrigins,
  mapObjects,
  originOf,
  builtScalarText,
  builtText,
  builtAt,
} from './object.ts';

export function setReplicas(
  objects: readonly BuildObject[],
  replicas: BuiltSequence,
  { config, isOpen }: TransformContext,
): readonly BuildObject[] {
  return replicas.items.reduce(
    (scaled, item) => (item.kind === 'mapping' ? setReplica(scaled, item, config.replicas, isOpen) : scaled),
    objects,
  );
}

/** One entry of `replicas`. Throws where it names no object, unless objects may be missing (`isOpen`). */
export function setReplica(
  objects: readonly BuildObject[],
  replica: BuiltMapping,
  fields: readonly FieldSpec[],
  isOpen: boolean,
): readonly BuildObject[] {
  const name = builtScalarText(builtAt(replica, ['name']));
  const count = builtAt(replica, ['count']);
  let isFound = false;
  const scaled = mapObjects(objects, (object) => {
    const ids = [idOf(object), ...object.previous].filter((id) => id.name === name);
    const own = fields.filter((field) => ids.some((id) => isSelected(id, field)));
    if (own.length === 0) return object;
    isFound = true;
    if (count === undefined) return object;
    return editFields(object, own, { set: () => count, create: 'scalar', by: originOf(count) });
  });
  if (isFound || isOpen) return scaled;
  throw new BuildError(
    'other',
    `replicas names ${name}, but no Deployment, StatefulSet, ReplicaSet or ReplicationController has this name. Correct the name, or remove the entry.`,
    originOf(builtAt(replica, ['name']) ?? replica),
  );
}

/** The objects with the `images` of a kustomization. An image that no object has changes nothing. */
export function setImages(
  objects: readonly BuildObject[],
  images: BuiltSequence,
  { config }: TransformContext,
): readonly BuildObject[] {
  return images.items.reduce(
    (changed, item) => (item.kind === 'mapping' ? setImage(changed, item, config.images) : changed),
    objects,
  );
}

/** One entry of `images`: in all lists of containers, and in the fields of the configuration. */
export function setImage(
  objects: readonly BuildObject[],
  image: BuiltMapping,
  fields: readonly FieldSpec[],
): readonly BuildObject[] {
  const name = builtText(image, ['name']);
  const set = (value: BuiltValue) => (value.kind === 'scalar' ? withImage(value, name, image) : value);
  return mapObjects(objects, (object) => {
    if (idOf(object).kind === 'CustomResourceDefinition') return object;
    const root = inContainers(object.root, set);
    const changed = root === object.root || root.kind !== 'mapping' ? object : { ...object, root };
    return editFields(changed, fields, { set, create: 'scalar', by: originOf(image) });
  });
}

function inContainers(value: BuiltValue, set: (value: BuiltValue) => BuiltValue): BuiltValue {
  if (value.kind === 'sequence') return editItems(value, (item) => inContainers(item, set));
  if (value.kind === 'scalar') return value;
  const entries = value.entries.map((entry) => {
    const isList = entry.name === 'containers' || entry.name === 'initContainers';
    const after = isList
      ? editItems(entry.value, (item) => withContainerImage(item, set))
      : inContainers(entry.value, set);
    return after === entry.value ? entry : { ...entry, value: after };
  });
  return entries.every((entry, at) => entry === value.entries[at]) ? value : { ...value, entries };
}

function withContainerImage(container: BuiltValue, set: (value: BuiltValue) => BuiltValue): BuiltValue {
  if (container.kind !== 'mapping') return container;
  const entries = container.entries.map((entry) => {
    if (entry.name !== 'image') return entry;
    const after = set(entry.value);
    return after === entry.value ? entry : { ...entry, value: after };
  });
  return entries.every((entry, at) => entry === container.entries[at]) ? container : { ...container, entries };
}

function withImage(value: BuiltScalar, name: string, image: BuiltMapping): BuiltScalar {
  const text = builtScalarText(value);
  const [reference = '', digest] = text.split('@', 2);
  const colon = reference.indexOf(':', reference.lastIndexOf('/') + 1);
  const base = colon < 0 ? reference : reference.slice(0, colon);
  if (base !== name || name === '') return value;
  const read = (field: string) => builtScalarText(builtAt(image, [field]));
  const newTag = read('newTag');
  const newDigest = read('digest');
  const tags =
    newTag === '' && newDigest === ''
      ? `${colon < 0 ? '' : reference.slice(colon)}${digest === undefined ? '' : `@${digest}`}`
      : `${newTag === '' ? '' : `:${newTag}`}${newDigest === '' ? '' : `@${newDigest}`}`;
  const changed = (read('newName') || base) + tags + (newTag === '' && newDigest === '' ? read('tagSuffix') : '');
  return changed === text
    ? value
    : { ...value, value: changed, origins: joinOrigins(value.origins, [originOf(image)]) };
}
