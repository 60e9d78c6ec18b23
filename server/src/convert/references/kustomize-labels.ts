/** Finds the labels that kustomizations add to the objects of a file. */
import { folderOf, plainPath, surroundingKind } from '../../analysis/workspace/placement.ts';
import { treesIn } from '../../frontends/trees.ts';
import { stringOf, valueOf, type Value } from '../../tree/value.ts';
import type { NamedText } from './converted-objects.ts';
import { mappingsAt } from '../../readers/foreign-objects.ts';
import { includingFolders } from '../../readers/kustomized-metadata.ts';
import { labelsOf, type LabelOf } from '../../readers/label-selectors.ts';

/** Returns the labels of an object of a file, with those of its kustomizations. If these differ, a label is unknown. */
export function kustomizedLabels(texts: readonly NamedText[]): (uri: string, labels: Value | undefined) => LabelOf {
  const byFolder = new Map<string, ReadonlyMap<string, string | undefined>>();
  for (const { uri, text } of texts) {
    if (surroundingKind(uri) !== 'kustomization') continue;
    const pairs = treesIn(uri, text, (part) => /\b(?:commonLabels|labels)\b/.test(part)).flatMap(({ root }) =>
      pairsIn(root),
    );
    if (pairs.length > 0) byFolder.set(folderOf(plainPath(uri)), new Map(pairs));
  }
  if (byFolder.size === 0) return (_, labels) => labelsOf(labels);
  const includers = includingFolders(texts);
  const aboveOf = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const folder of includers.get(path) ?? []) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      aboveOf(folder, seen);
    }
    return seen;
  };
  return (uri, labels) => {
    const added = [...aboveOf(plainPath(uri))].flatMap((folder) => byFolder.get(folder) ?? []);
    const own = labelsOf(labels);
    return (name) => {
      const values = new Set(added.flatMap((each) => (each.has(name) ? [each.get(name)] : [])));
      const [value] = values;
      return values.size === 0 ? own(name) : values.size === 1 ? value : undefined;
    };
  };
}

function pairsIn(root: Value): readonly (readonly [string, string | undefined])[] {
  if (root.kind !== 'mapping') return [];
  const lists = [valueOf(root, 'commonLabels'), ...mappingsAt(root, 'labels').map((each) => valueOf(each, 'pairs'))];
  return lists.flatMap((pairs) =>
    pairs?.kind === 'mapping' ? pairs.entries.map(({ name, value }) => [name, stringOf(value)] as const) : [],
  );
}
