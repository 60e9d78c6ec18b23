/** Reads the objects that patches change: merge patches as partial objects, and JSON patches by their paths. */
import { apiVersions, kinds } from '../../contract/contract.ts';
import type { JsonPatch } from '../../tree/json-patch.ts';
import type { Misnamed, Resource } from '../../tree/document.ts';
import { replaceValues } from '../../tree/rebuilt.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { findInManifest, manifestResource, type ManifestReading } from '../resources/manifest.ts';
import { neighboursInManifest } from '../resources/neighbour-resources.ts';
import { patchedPart } from './json-operations.ts';
import type { PatchTarget } from './patch-target.ts';

export interface PatchedObjects {
  readonly resources: readonly Resource[];
  readonly neighbours: readonly Resource[];
  readonly misnamed: readonly Misnamed[];
  readonly jsonPatches: readonly JsonPatch[];
}

/** The start of a path that only the checked kinds have. */
export const ownPath = /(?:^|[\s"'])\/(?:subsets|endpoints|addressType)\b/;

/** The patch as rules see it: a target decides which object it changes, whatever the patch calls it. */
export function targetedTree(root: Value, target: PatchTarget): Value {
  if (root.kind !== 'mapping' || !target.isGiven) return root;
  const kind = valueOf(root, 'kind');
  const isOther = target.kind !== '' && stringOf(kind) !== target.kind;
  const unused = [
    ...['name', 'namespace'].map((name) => nestedValue(root, ['metadata', name])),
    ...(isOther ? [kind, valueOf(root, 'apiVersion')] : []),
  ].flatMap((value) => value ?? []);
  return replaceValues(
    root,
    new Map(unused.map((value) => [value, { kind: 'opaque', span: value.span, why: 'overridden by the target' }])),
  );
}

/** The objects of one document of a patch, which `targetedTree` has changed. */
export function patchedObjects(root: Value, target: PatchTarget, reading: ManifestReading): PatchedObjects {
  if (root.kind === 'sequence') return jsonPatched(root, target);
  if (root.kind !== 'mapping') return nothing;
  if (target.kind !== '' && !isList(root)) return targeted(root, target.kind, reading);
  const { resources, misnamed } = findInManifest([root], reading);
  const neighbours = neighboursInManifest([root], reading, resources).filter(({ type }) => type === 'Service');
  return { resources, misnamed: target.isGiven ? [] : misnamed, neighbours, jsonPatches: [] };
}

const nothing: PatchedObjects = { resources: [], neighbours: [], misnamed: [], jsonPatches: [] };

function jsonPatched(operations: Sequence, { kind, isGiven }: PatchTarget): PatchedObjects {
  if (kind === '' && isGiven) return nothing;
  const type = kinds.find((each) => each === kind);
  const resources = type ? [patchedPart(operations, { type, apiVersion: apiVersions[type] })] : [];
  return { ...nothing, resources, jsonPatches: [{ kind: isGiven ? kind : undefined, operations }] };
}

function targeted(root: Mapping, kind: string, reading: ManifestReading): PatchedObjects {
  const type = kinds.find((each) => each === kind);
  const resource = manifestResource(root, { type: kind, apiVersion: type ? apiVersions[type] : 'v1' }, reading);
  if (!type) return { ...nothing, neighbours: [resource] };
  const isUnnamed = valueOf(root, 'kind') === undefined && !root.isOpen;
  const span = root.entries[0]?.key ?? resource.head;
  const missing = { what: 'missing-kind', entry: undefined, span, written: '', right: type, mapping: root } as const;
  return { ...nothing, resources: [resource], misnamed: isUnnamed ? [missing] : [] };
}

function isList(root: Mapping): boolean {
  return stringOf(valueOf(root, 'kind'))?.endsWith('List') ?? false;
}
