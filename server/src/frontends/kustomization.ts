/** What a kustomization says about the files beside it: which of them are patches. */
import type { Value } from '../tree/value.ts';
import { stringOf, valueOf } from '../tree/value.ts';
import { readYaml } from './yaml/read.ts';

export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** The paths of patch files that a kustomization names, as written there; none where it cannot be read. */
export function patchPaths(text: string): readonly string[] {
  const { root } = readYaml(text, 'pulumi', []);
  if (root?.kind !== 'mapping') return [];
  const items = (name: string): readonly Value[] => {
    const list = valueOf(root, name);
    return list?.kind === 'sequence' ? list.items : [];
  };
  const named = [...items('patches'), ...items('patchesJson6902')].map((item) =>
    item.kind === 'mapping' ? stringOf(valueOf(item, 'path')) : undefined,
  );
  return [...named, ...items('patchesStrategicMerge').map(stringOf)].filter((path) => path !== undefined);
}
