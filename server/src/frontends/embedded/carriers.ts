/** Finds the manifests inside of other objects: ConfigMaps, Templates, Crossplane Objects, ManifestWorks and Helm values. */
import type { Embedding } from '../../tree/document.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { inKustomization, isKustomization, patchHolders } from '../patches/patch-holders.ts';
import type { PatchTarget } from '../patches/patch-target.ts';
import { ownPath } from '../patches/read-patch.ts';
import { carriedByTasks } from './ansible.ts';

/** A value that is a manifest, a list of manifests, or the text of some. */
export interface Carried {
  readonly value: Value;
  readonly embedding: Embedding;
  /** True for a text that may be anything else too. */
  readonly isAnyText?: boolean;
  /** True where the carrier adds fields to the manifest. */
  readonly isPartial?: boolean;
  /** For a patch: what it changes. */
  readonly target?: PatchTarget;
}

/** Everything that a document carries; `isItem` for the items of a long List. */
export function carriedIn(root: Value, text: string, isItem: boolean): readonly Carried[] {
  // Helm values have neither.
  const isValues = root.kind === 'mapping' && !valueOf(root, 'kind') && !valueOf(root, 'apiVersion');
  if (root.kind === 'mapping' && isKustomization(root)) return mayHold(text) ? inKustomization(root) : [];
  if (isValues) return mayCarry(text) ? inValues(root, 'values') : [];
  if (root.kind === 'mapping') return inObject(root, () => mayHold(text));
  if (root.kind !== 'sequence' || !mayCarry(text)) return [];
  return isItem ? inItems(root) : carriedByTasks(root, text);
}

function inItems({ items }: Sequence): readonly Carried[] {
  return items.flatMap((item) => (item.kind === 'mapping' ? inObject(item, () => true) : []));
}

/** False for a text without an object of these kinds, before its tree is searched. */
export function mayCarry(text: string): boolean {
  return /\bkind["']?[ \t]*:[ \t]*["']?(?:end-?points?|service)/i.test(text);
}

/** A JSON patch without a target names no kind. */
function mayHold(text: string): boolean {
  return mayCarry(text) || ownPath.test(text);
}

type Finder = (object: Mapping, name: string) => readonly Carried[];

/** By API group and kind. */
const carriers: { readonly [kind: string]: Finder } = {
  ConfigMap: (object, name) => textsAt(object, 'data', 'a ConfigMap', name),
  Secret: (object, name) => textsAt(object, 'stringData', 'a Secret', name),
  Template: (object, name) => listAt(object, ['objects'], 'a Template', name),
  'template.openshift.io/Template': (object, name) => listAt(object, ['objects'], 'a Template', name),
  'kubernetes.crossplane.io/Object': inCrossplane,
  'kubernetes.m.crossplane.io/Object': inCrossplane,
  'work.open-cluster-management.io/ManifestWork': inWork,
  'work.karmada.io/Work': inWork,
  'work.open-cluster-management.io/ManifestWorkReplicaSet': (object, name) =>
    listAt(object, ['spec', 'manifestWorkTemplate', 'workload', 'manifests'], 'a ManifestWorkReplicaSet', name),
  'hive.openshift.io/SyncSet': (object, name) => listAt(object, ['spec', 'resources'], 'a SyncSet', name),
  'hive.openshift.io/SelectorSyncSet': (object, name) =>
    listAt(object, ['spec', 'resources'], 'a SelectorSyncSet', name),
  'argoproj.io/Application': (object, name) =>
    inValues(nestedValue(object, ['spec', 'source', 'helm', 'valuesObject']), name),
  'helm.toolkit.fluxcd.io/HelmRelease': (object, name) => inValues(nestedValue(object, ['spec', 'values']), name),
};

const carrierKinds = new Set(
  [...Object.keys(carriers), ...Object.keys(patchHolders)].map((key) => key.slice(key.indexOf('/') + 1)),
);

/** True for a kind that may carry manifests, in some API group. */
export function isCarrier(kind: string): boolean {
  return carrierKinds.has(kind);
}

/** `isWorth` searches the text, which takes longer than to look at the kind. */
function inObject(object: Mapping, isWorth: () => boolean): readonly Carried[] {
  const kind = stringOf(valueOf(object, 'kind'));
  const version = stringOf(valueOf(object, 'apiVersion'));
  if (kind === undefined || version === undefined) return [];
  const items = kind.endsWith('List') ? valueOf(object, 'items') : undefined;
  if (items?.kind === 'sequence') return isWorth() ? inItems(items) : [];
  if (!carrierKinds.has(kind)) return [];
  const key = version.slice(0, version.lastIndexOf('/') + 1) + kind;
  const finders = [carriers, patchHolders].flatMap((each) => (Object.hasOwn(each, key) ? (each[key] ?? []) : []));
  if (finders.length === 0 || !isWorth()) return [];
  const name = `${stringOf(nestedValue(object, ['metadata', 'namespace'])) ?? ''}/${nameIn(object)}`;
  return finders.flatMap((find) => find(object, `${key} ${name}`));
}

function nameIn(object: Mapping): string {
  return stringOf(nestedValue(object, ['metadata', 'name'])) ?? '';
}

function textsAt(object: Mapping, member: string, kind: string, key: string): readonly Carried[] {
  const texts = valueOf(object, member);
  if (texts?.kind !== 'mapping') return [];
  const embedding = { in: kind, key, isByFolder: false };
  return texts.entries.map(({ value }) => ({ value, embedding, isAnyText: true }));
}

function listAt(object: Mapping, path: readonly string[], kind: string, key: string): readonly Carried[] {
  const value = nestedValue(object, path);
  return value?.kind === 'sequence' ? [{ value, embedding: { in: kind, key, isByFolder: false } }] : [];
}

/** All works for one cluster are in one namespace. */
function inWork(object: Mapping): readonly Carried[] {
  const value = nestedValue(object, ['spec', 'workload', 'manifests']);
  if (value?.kind !== 'sequence') return [];
  const kind = stringOf(valueOf(object, 'kind')) ?? '';
  const namespace = stringOf(nestedValue(object, ['metadata', 'namespace'])) ?? '';
  return [{ value, embedding: { in: `a ${kind}`, key: `work ${namespace}`, isByFolder: true } }];
}

/** Objects with one provider configuration are in one cluster. An observed manifest only names an object. */
function inCrossplane(object: Mapping): readonly Carried[] {
  const spec = valueOf(object, 'spec');
  const value = nestedValue(spec, ['forProvider', 'manifest']);
  if (!value || isObserved(spec)) return [];
  const references = nestedValue(spec, ['references']);
  const isPatched =
    references?.kind === 'sequence' &&
    references.items.some((each) => each.kind === 'mapping' && valueOf(each, 'patchesFrom') !== undefined);
  const provider = stringOf(nestedValue(spec, ['providerConfigRef', 'name'])) ?? 'default';
  const embedding = { in: 'a Crossplane Object', key: `crossplane ${provider}`, isByFolder: true };
  return [{ value, embedding, isPartial: isPatched }];
}

function isObserved(spec: Value | undefined): boolean {
  if (/^Observe(?:Delete)?$/.test(stringOf(nestedValue(spec, ['managementPolicy'])) ?? '')) return true;
  const policies = nestedValue(spec, ['managementPolicies']);
  return (
    policies?.kind === 'sequence' && !policies.items.some((each) => /^(?:\*|Create|Update)$/.test(stringOf(each) ?? ''))
  );
}

/** The keys under which charts take additional manifests. */
const extras = new Set(['extraDeploy', 'extraObjects', 'extraManifests', 'extraResources']);
/** A subchart has its values below its name. */
const mostLevels = 4;

function inValues(value: Value | undefined, key: string, level = 0): readonly Carried[] {
  if (value?.kind !== 'mapping' || level >= mostLevels) return [];
  return value.entries.flatMap((entry): readonly Carried[] => {
    if (!extras.has(entry.name)) return inValues(entry.value, key, level + 1);
    const embedding = { in: 'Helm values', key, isByFolder: false };
    return itemsOf(entry.value).map((each) => ({ value: each, embedding }));
  });
}

/** A list, a mapping by name, or a text with all of them. */
function itemsOf(value: Value): readonly Value[] {
  if (value.kind === 'sequence') return value.items;
  const isByName = value.kind === 'mapping' && valueOf(value, 'apiVersion') === undefined;
  return isByName ? value.entries.map((entry) => entry.value) : [value];
}
