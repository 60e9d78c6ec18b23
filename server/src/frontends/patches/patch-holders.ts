/** Finds the patches in kustomizations, and in the objects of Flux and Argo CD that build one. */
import type { Embedding } from '../../tree/document.ts';
import { childrenOf, nestedValue, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { readTarget, type PatchTarget } from './patch-target.ts';

/** A patch, or its text. */
export interface HeldPatch {
  readonly value: Value;
  readonly embedding: Embedding;
  readonly target: PatchTarget;
}

type Finder = (object: Mapping, key: string) => readonly HeldPatch[];

/** By API group and kind. */
export const patchHolders: { readonly [kind: string]: Finder } = {
  'kustomize.toolkit.fluxcd.io/Kustomization': (object, key) =>
    patchesOf(valueOf(object, 'spec'), embeddingIn('a Flux Kustomization', key)),
  'helm.toolkit.fluxcd.io/HelmRelease': (object, key) =>
    itemsAt(object, ['spec', 'postRenderers']).flatMap((each) =>
      patchesOf(nestedValue(each, ['kustomize']), embeddingIn('a HelmRelease', key)),
    ),
  'argoproj.io/Application': (object, key) => inSources(valueOf(object, 'spec'), 'an Argo CD Application', key),
  'argoproj.io/ApplicationSet': (object, key) =>
    inSources(nestedValue(object, ['spec', 'template', 'spec']), 'an Argo CD ApplicationSet', key),
};

/** The patches of a kustomization, inline and without files; empty where it has none. */
export function inKustomization(object: Mapping): readonly HeldPatch[] {
  return patchesOf(object, embeddingIn('a kustomization', 'kustomization'));
}

const lists = ['patches', 'patchesStrategicMerge', 'patchesJson6902'] as const;

/** The fields that only kustomizations have, or that a file with patches has beside them. */
const fields = new Set(
  `apiVersion kind metadata resources bases components crds configurations openapi namespace namePrefix nameSuffix labels
  commonLabels commonAnnotations buildMetadata images imageTags replicas replacements vars transformers validators
  sortOptions configMapGenerator secretGenerator generatorOptions generators helmCharts helmGlobals ${lists.join(' ')}`
    .toLowerCase()
    .split(/\s+/),
);

/** True for a kustomization with patches. It needs neither a kind nor an apiVersion; then all of its fields must be known. */
export function isKustomization(root: Mapping): boolean {
  if (!lists.some((name) => valueOf(root, name)?.kind === 'sequence')) return false;
  const [version, kind] = [valueOf(root, 'apiVersion'), valueOf(root, 'kind')];
  if (!version && !kind) return root.entries.every(({ name }) => fields.has(name.toLowerCase()));
  const isOfGroup = !version || stringOf(version)?.startsWith('kustomize.config.k8s.io/') === true;
  return isOfGroup && (!kind || /^(?:Kustomization|Component)$/.test(stringOf(kind) ?? ''));
}

function embeddingIn(holder: string, key: string): Embedding {
  return { in: `a patch of ${holder}`, key: `patch ${key}`, isByFolder: false };
}

function inSources(spec: Value | undefined, holder: string, key: string): readonly HeldPatch[] {
  const sources = [nestedValue(spec, ['source']), ...itemsAt(spec, ['sources'])];
  return sources.flatMap((source) => patchesOf(nestedValue(source, ['kustomize']), embeddingIn(holder, key)));
}

function patchesOf(holder: Value | undefined, embedding: Embedding): readonly HeldPatch[] {
  if (holder?.kind !== 'mapping') return [];
  return lists.flatMap((name) =>
    itemsAt(holder, [name]).flatMap((item): readonly HeldPatch[] => {
      if (name === 'patchesStrategicMerge') return [{ value: item, embedding, target: { isGiven: false, kind: '' } }];
      const value = nestedValue(item, ['patch']);
      const target = readTarget(nestedValue(item, ['target']));
      return value && target ? [{ value, embedding, target }] : [];
    }),
  );
}

function itemsAt(value: Value | undefined, path: readonly string[]): readonly Value[] {
  const list = nestedValue(value, path);
  return list?.kind === 'sequence' ? childrenOf(list) : [];
}
