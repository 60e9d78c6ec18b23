/**
 * Finds the objects around the checked resources (Services, EndpointSlices, targets of references). They are not
 * checked themselves; of most of them only apiVersion, kind and metadata matter.
 */
import { blocks, keyOf } from '../../tree/program.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { Resource } from '../../tree/document.ts';
import { manifestResource, type ManifestReading } from './manifest.ts';
import { ourType, programResource } from './pulumi-resources.ts';

/** The objects of a manifest, including those in lists, except `ours`. */
export function neighboursInManifest(
  roots: readonly (Value | undefined)[],
  reading: ManifestReading,
  ours: readonly Resource[],
): readonly Resource[] {
  const [only] = roots;
  // Most files with a checked resource contain nothing else.
  if (only && roots.length === 1 && ours.length === 1 && ours[0]?.properties === only && !isList(only)) return [];
  const known = new Set<Value>(ours.map(({ properties, written = properties }) => written));
  return roots.flatMap(objectsIn).flatMap((mapping) => {
    const kind = stringOf(valueOf(mapping, 'kind'));
    const version = stringOf(valueOf(mapping, 'apiVersion'));
    if (known.has(mapping) || !kind || !version) return [];
    // A template may render several objects from one text; then nothing is known about any of them.
    if (mapping.isOpen && mapping.entries.filter(({ name }) => name === 'kind').length > 1) return [];
    return [manifestResource(mapping, { type: kind, apiVersion: version }, reading)];
  });
}

function objectsIn(value: Value | undefined): readonly Mapping[] {
  if (value?.kind !== 'mapping') return [];
  const items = isList(value) ? valueOf(value, 'items') : undefined;
  return items?.kind === 'sequence' ? items.items.flatMap(objectsIn) : [value];
}

function isList(mapping: Mapping): boolean {
  return stringOf(valueOf(mapping, 'kind'))?.endsWith('List') ?? false;
}

/** `kubernetes:core/v1:Service`; the neutral package name `provider` is accepted too. */
const token = /^(?:kubernetes|provider):([a-z0-9.]+)\/(v\w+):(\w+?)(Patch)?$/;

export function neighboursInProgram(root: Value | undefined): readonly Resource[] {
  if (root?.kind !== 'mapping') return [];
  return blocks(root).flatMap((entry): Resource[] => {
    const block = entry.value;
    const type = block.kind === 'mapping' ? keyOf(block, 'type')?.value : undefined;
    const written = stringOf(type) ?? '';
    const [, group = '', version = '', kind = '', patch] = token.exec(written) ?? [];
    if (block.kind !== 'mapping' || !type || kind === '' || ourType(written)) return [];
    const apiVersion = group === 'core' ? version : `${group}/${version}`;
    return [programResource(entry, block, type, { type: kind, apiVersion, isPartial: patch !== undefined })];
  });
}
