/** Reads a kustomization: its resources, its patches, and how it renames objects. */
import { isRemotePath, type Kustomization } from '../tree/kustomization.ts';
import { isNull, nestedValue, stringOf, valueOf, type Mapping, type Value } from '../tree/value.ts';
import { readTarget } from './patches/patch-target.ts';
import { readYaml } from './yaml/read-yaml.ts';

const opening = ['helmCharts', 'helmChartInflationGenerator', 'generators'];
const patching = ['patches', 'patchesStrategicMerge', 'patchesJson6902', 'replacements', 'transformers'];
/** Kinds whose content no rule compares with Services and their endpoints, and that deliver nothing. */
const unrelated = new Set(
  'CronJob DaemonSet Deployment HorizontalPodAutoscaler Ingress Job NetworkPolicy PersistentVolumeClaim PodDisruptionBudget ReplicaSet Secret ServiceAccount StatefulSet'.split(
    ' ',
  ),
);
const labeling = ['labels', 'commonLabels', 'commonAnnotations', 'buildMetadata'];

/** A kustomization that cannot be read contains nothing. */
export function readKustomization(text: string): Kustomization {
  const { root } = readYaml(text, 'pulumi', []);
  const value = (name: string): Value | undefined => (root?.kind === 'mapping' ? valueOf(root, name) : undefined);
  const items = (name: string): readonly Value[] => {
    const list = value(name);
    return list?.kind === 'sequence' ? list.items : [];
  };
  const paths = (name: string): readonly string[] => items(name).flatMap((item) => stringOf(item) ?? []);
  const named = [...items('patches'), ...items('patchesJson6902')].flatMap((item) => {
    const path = item.kind === 'mapping' ? stringOf(valueOf(item, 'path')) : undefined;
    return path === undefined ? [] : [{ path, kind: readTarget(nestedValue(item, ['target']))?.kind ?? '' }];
  });
  const merged = paths('patchesStrategicMerge');
  const components = paths('components');
  const resources = [...['resources', 'bases'].flatMap(paths), ...components];
  const renaming = ['namespace', 'namePrefix', 'nameSuffix'].map((name) => stringOf(value(name)) ?? '');
  // Another tool renders this kustomization first.
  const isTemplate = renaming.some((each) => /[{}$<>]/.test(each));
  const isUsed = (name: string): boolean => value(name) !== undefined && !isNull(value(name));
  return {
    resources: resources.filter((path) => !isRemotePath(path)),
    components,
    patches: [...named.map(({ path }) => path), ...merged],
    patchKinds: [...named.map(({ kind }) => kind), ...merged.map(() => '')],
    namespace: renaming[0] ?? '',
    namePrefix: renaming[1] ?? '',
    nameSuffix: renaming[2] ?? '',
    isOpen: isTemplate || resources.some(isRemotePath) || opening.some(isUsed),
    isPatching: isTemplate || patching.some((name) => isUsed(name) && !areUnrelated(value(name))),
    isLabeling: labeling.some(isUsed),
    isComponent: stringOf(value('kind')) === 'Component',
    isOfFlux: stringOf(value('apiVersion'))?.startsWith('kustomize.toolkit.fluxcd.io/') === true,
  };
}

/** True for patches whose target, or whose text, names only unrelated kinds. */
function areUnrelated(patches: Value | undefined): boolean {
  return patches?.kind === 'sequence' && patches.items.every((patch) => patch.kind === 'mapping' && isUnrelated(patch));
}

function isUnrelated(patch: Mapping): boolean {
  const [target, options] = ['target', 'options'].map((name) => valueOf(patch, name));
  if (options) return false;
  if (target) return target.kind === 'mapping' && unrelated.has(stringOf(valueOf(target, 'kind')) ?? '');
  const documents = (stringOf(valueOf(patch, 'patch')) ?? '').split(/^---/m).filter((text) => text.trim() !== '');
  return (
    documents.length > 0 &&
    documents.every((text) => unrelated.has(/^kind: *["']?(\w+)["']? *$/m.exec(text)?.[1] ?? ''))
  );
}
