/** The labels and namespaces that kustomizations give the objects of a file. */
import { folderOf, plainPath, resolvePath, surroundingKind } from '../analysis/workspace/placement.ts';
import { readKustomization } from '../frontends/read-kustomization.ts';
import { stringOf, valueOf, type Value } from '../tree/value.ts';
import { mappingsAt, textAt } from './foreign-objects.ts';
import { labelsOf, type LabelOf } from './label-selectors.ts';
import type { NamedText, SearchedText } from './searched-text.ts';

export interface KustomizedMetadata {
  /** The labels of an object of a file. Where its kustomizations differ, a label is unknown. */
  readonly labelsIn: (uri: string, labels: Value | undefined) => LabelOf;
  /** The namespace that kustomizations set for a file; undefined where none does or they differ. */
  readonly namespaceIn: (uri: string) => string | undefined;
}

/** By path of a file or folder: the folders of the kustomizations that include it. */
export type IncludingFolders = ReadonlyMap<string, ReadonlySet<string>>;

export function kustomizedMetadata(texts: readonly SearchedText[]): KustomizedMetadata {
  const labels = new Map<string, ReadonlyMap<string, string | undefined>>();
  const namespaces = new Map<string, string>();
  const all = texts.filter(({ uri }) => surroundingKind(uri) === 'kustomization');
  for (const { path, trees } of all) {
    for (const { root } of trees) {
      const pairs = pairsIn(root);
      if (pairs.length > 0) labels.set(folderOf(path), new Map(pairs));
      const namespace = textAt(root, 'namespace');
      if (namespace !== undefined) namespaces.set(folderOf(path), namespace);
    }
  }
  if (labels.size === 0 && namespaces.size === 0)
    return { labelsIn: (_, own) => labelsOf(own), namespaceIn: () => undefined };
  const includers = includingFolders(all);
  const aboveOf = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const folder of includers.get(path) ?? []) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      aboveOf(folder, seen);
    }
    return seen;
  };
  return {
    labelsIn: (uri, written) => {
      const added = [...aboveOf(plainPath(uri))].flatMap((folder) => labels.get(folder) ?? []);
      const own = labelsOf(written);
      return (name) => {
        const values = new Set(added.flatMap((each) => (each.has(name) ? [each.get(name)] : [])));
        const [value] = values;
        return values.size === 0 ? own(name) : values.size === 1 ? value : undefined;
      };
    },
    namespaceIn: (uri) => {
      const [namespace, ...others] = new Set(
        [...aboveOf(plainPath(uri))].flatMap((folder) => namespaces.get(folder) ?? []),
      );
      return others.length === 0 ? namespace : undefined;
    },
  };
}

export function includingFolders(texts: readonly NamedText[]): IncludingFolders {
  const found = new Map<string, Set<string>>();
  for (const { uri, text } of texts) {
    if (surroundingKind(uri) !== 'kustomization') continue;
    const folder = folderOf(plainPath(uri));
    const { resources } = readKustomization(text);
    for (const each of resources) {
      const key = resolvePath(folder, each);
      const folders = found.get(key);
      if (folders) folders.add(folder);
      else found.set(key, new Set([folder]));
    }
  }
  return found;
}

function pairsIn(root: Value): readonly (readonly [string, string | undefined])[] {
  if (root.kind !== 'mapping') return [];
  const lists = [valueOf(root, 'commonLabels'), ...mappingsAt(root, 'labels').map((each) => valueOf(each, 'pairs'))];
  return lists.flatMap((pairs) =>
    pairs?.kind === 'mapping' ? pairs.entries.map(({ name, value }) => [name, stringOf(value)] as const) : [],
  );
}
