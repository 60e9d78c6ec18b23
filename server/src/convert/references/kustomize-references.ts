/**
 * Finds parts of kustomizations that refer to the old objects: files without objects, patches, replacements, variables
 * and name prefixes.
 */
import { fileNameOf, folderOf, plainPath, resolvePath, surroundingKind } from '../../analysis/workspace/placement.ts';
import { treesIn, treesWithin } from '../../frontends/trees.ts';
import { quote } from '../../text/quote.ts';
import { isCollection, stringOf, valueOf, type Value } from '../../tree/value.ts';
import { itemsAt, mappingsAt, foreignObjects, textAt } from '../../readers/foreign-objects.ts';
import { includingFolders } from '../../readers/kustomized-metadata.ts';
import { renamingIn, type KustomizationSearch } from './kustomize-renaming.ts';
import { madeText, type FindReferences, type FoundReference, type ConvertedObjects } from './converted-objects.ts';
import { isWrittenName } from '../../readers/estate.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import { safePattern } from '../../readers/safe-pattern.ts';
import type { ConversionOutcome } from '../outcome.ts';

/** `texts` contains the files that kustomizations refer to. */
export function kustomizeReferences(texts: readonly NamedText[]): FindReferences {
  const files = new Map(texts.map((each) => [plainPath(each.uri), each.text]));
  const includers = includingFolders(texts);
  return ({ uri, text }, moved) => {
    if (surroundingKind(uri) !== 'kustomization') return [];
    const folder = folderOf(plainPath(uri));
    return treesIn(uri, text, () => true).flatMap((tree) => {
      if (tree.root.kind !== 'mapping') return [];
      const search: KustomizationSearch = { tree, root: tree.root, folder, files, moved };
      const stale = moved.proven.has(plainPath(uri))
        ? []
        : [...patchesIn(search), ...selectionsIn(search), ...renamingIn(search, includers)];
      const found = [...emptiedIn(search), ...stale];
      return found.map((each) => ({ ...each, span: tree.place(each.span) }));
    });
  };
}

/** Kustomize may reject a resource file without objects. */
function emptiedIn({ root, folder, moved }: KustomizationSearch): readonly FoundReference[] {
  const emptied = new Set(moved.emptied.map(plainPath));
  return (itemsAt(root, 'resources') ?? []).flatMap((item) => {
    const path = stringOf(item);
    if (path === undefined || !emptied.has(resolvePath(folder, path))) return [];
    const message = `${fileNameOf(path)} contains no object any more. Delete the file and this line.`;
    return [{ span: item.span, message }];
  });
}

/** A patch without a target applies to the object with its own kind and name. */
function patchesIn(search: KustomizationSearch): readonly FoundReference[] {
  const { root } = search;
  const items = ['patches', 'patchesJson6902', 'patchesStrategicMerge'].flatMap((name) => itemsAt(root, name) ?? []);
  return items.flatMap((item): readonly FoundReference[] => {
    if (item.kind !== 'mapping') return patchText(item, search);
    const target = valueOf(item, 'target');
    if (target) return selectionOf(target, 'This patch', search);
    const patch = valueOf(item, 'path') ?? valueOf(item, 'patch');
    return patch ? patchText(patch, search) : [];
  });
}

/** The value is a path to a file with patches, or the patches themselves. */
function patchText(value: Value, { tree, folder, files, moved }: KustomizationSearch): readonly FoundReference[] {
  if (isCollection(value)) return [];
  const isWanted = (text: string): boolean => new RegExp(`\\b${moved.from.kind}\\b`).test(text);
  const within = treesWithin(tree, value, isWanted);
  const path = stringOf(value);
  const file = path === undefined ? undefined : files.get(resolvePath(folder, path));
  const trees = within.length > 0 ? within : file === undefined ? [] : treesIn(path ?? '', file, isWanted);
  const patched = trees
    .flatMap(foreignObjects)
    .filter(({ kind }) => kind === moved.from.kind)
    .map(({ mapping }) => namedAs(textAt(mapping, 'metadata', 'name'), moved))
    .find((outcome) => outcome !== undefined);
  return patched ? [namingOf(value, 'This patch', patched, moved)] : [];
}

function selectionsIn(search: KustomizationSearch): readonly FoundReference[] {
  const replacements = mappingsAt(search.root, 'replacements').flatMap((each) => [
    ...selectionOf(valueOf(each, 'source'), 'This replacement', search),
    ...mappingsAt(each, 'targets').flatMap((target) =>
      selectionOf(valueOf(target, 'select'), 'This replacement', search),
    ),
  ]);
  const variables = mappingsAt(search.root, 'vars').flatMap((each) =>
    selectionOf(valueOf(each, 'objref'), 'This variable', search),
  );
  return [...replacements, ...variables];
}

function selectionOf(value: Value | undefined, who: string, { moved }: KustomizationSearch): readonly FoundReference[] {
  if (value?.kind !== 'mapping') return [];
  const kind = valueOf(value, 'kind');
  const name = valueOf(value, 'name');
  if (!kind || stringOf(kind) !== moved.from.kind) return [];
  const outcome = name ? namedAs(stringOf(name), moved) : moved.outcomes[0];
  return outcome ? [namingOf(kind, who, outcome, moved)] : [];
}

/** Kustomize reads the names in a target as patterns for the whole name. */
function namedAs(pattern: string | undefined, { outcomes }: ConvertedObjects): ConversionOutcome | undefined {
  if (pattern === undefined) return undefined;
  const names = safePattern(pattern);
  return outcomes.find(({ name }) => isWrittenName(name) && (name === pattern || names?.test(name) === true));
}

function namingOf({ span }: Value, who: string, outcome: ConversionOutcome, moved: ConvertedObjects): FoundReference {
  const old = `${moved.from.kind} ${quote(outcome.name)}`;
  const message = `${who} refers to the ${old}, which no longer exists. Rewrite it for the ${madeText(outcome, moved)}, which has other fields.`;
  return { span, message, reading: { certainty: 'likely', objects: [outcome] } };
}
