/**
 * Finds what kustomizations say of the old objects: files that they take in, patches, replacements and variables, and prefixes
 * of names, which kustomize does not put before the name of the Service in a label.
 */
import { fileNameOf, folderOf, plainPath, resolvePath, surroundingKind } from '../analysis/placement.ts';
import { treesIn, treesWithin } from '../frontends/trees.ts';
import type { Tree } from '../frontends/trees.ts';
import { quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { entryOf, isCollection, stringOf, valueOf } from '../tree/value.ts';
import type { Mapping, Value } from '../tree/value.ts';
import { itemsAt, objectsIn, textAt } from './foreign-objects.ts';
import { isKnown, madeText } from './moved.ts';
import type { FindReferences, Moved, NamedText } from './moved.ts';
import type { Outcome, Reference } from './outcome.ts';

/** The texts are those in which the files are that kustomizations name. */
export function kustomizeReferences(texts: readonly NamedText[]): FindReferences {
  const files = new Map(texts.map((each) => [plainPath(each.uri), each.text]));
  const takers = takersIn(texts);
  return ({ uri, text }, moved) => {
    if (surroundingKind(uri) !== 'kustomization') return [];
    const folder = folderOf(plainPath(uri));
    return treesIn(uri, text, () => true).flatMap((tree) => {
      if (tree.root.kind !== 'mapping') return [];
      const search: Search = { tree, root: tree.root, folder, files, moved };
      const found = [...takenIn(search), ...patchesIn(search), ...selectionsIn(search), ...renamingIn(search, takers)];
      return found.map(({ span, message }): Reference => ({ uri, span: tree.place(span), what: 'kustomize', message }));
    });
  };
}

interface Search {
  readonly tree: Tree;
  readonly root: Mapping;
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  readonly moved: Moved;
}

interface Place {
  readonly span: Span;
  readonly message: string;
}

function takenIn({ root, folder, moved }: Search): readonly Place[] {
  return (itemsAt(root, 'resources') ?? []).flatMap((item) => {
    const path = stringOf(item);
    const outcome = path === undefined ? undefined : convertedAt(resolvePath(folder, path), moved);
    if (path === undefined || !outcome) return [];
    const message = `${fileNameOf(path)} holds the ${madeText(outcome, moved)} now. This line stays right as long as the file keeps its name.`;
    return [{ span: item.span, message }];
  });
}

function convertedAt(path: string, { outcomes }: Moved): Outcome | undefined {
  return outcomes.find(({ uri }) => plainPath(uri) === path);
}

/** A patch names what it is for by its target, or by what it is itself. */
function patchesIn(search: Search): readonly Place[] {
  const { root } = search;
  const items = ['patches', 'patchesJson6902', 'patchesStrategicMerge'].flatMap((name) => itemsAt(root, name) ?? []);
  return items.flatMap((item): readonly Place[] => {
    if (item.kind !== 'mapping') return patchText(item, search);
    const target = valueOf(item, 'target');
    if (target) return selectionOf(target, 'This patch', search);
    const patch = valueOf(item, 'path') ?? valueOf(item, 'patch');
    return patch ? patchText(patch, search) : [];
  });
}

/** A path to a file with patches, or the patches themselves. */
function patchText(value: Value, { tree, folder, files, moved }: Search): readonly Place[] {
  if (isCollection(value)) return [];
  const isWanted = (text: string): boolean => new RegExp(`\\b${moved.from.kind}\\b`).test(text);
  const within = treesWithin(tree, value, isWanted);
  const path = stringOf(value);
  const file = path === undefined ? undefined : files.get(resolvePath(folder, path));
  const trees = within.length > 0 ? within : file === undefined ? [] : treesIn(path ?? '', file, isWanted);
  const patched = trees
    .flatMap(objectsIn)
    .filter(({ kind }) => kind === moved.from.kind)
    .map(({ mapping }) => namedAs(textAt(mapping, 'metadata', 'name'), moved))
    .find((outcome) => outcome !== undefined);
  return patched ? [{ span: value.span, message: messageFor('This patch', patched, moved) }] : [];
}

/** Where replacements and variables read and write. */
function selectionsIn(search: Search): readonly Place[] {
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

function selectionOf(value: Value | undefined, who: string, { moved }: Search): readonly Place[] {
  if (value?.kind !== 'mapping') return [];
  const kind = valueOf(value, 'kind');
  const name = valueOf(value, 'name');
  if (!kind || stringOf(kind) !== moved.from.kind) return [];
  const outcome = name ? namedAs(stringOf(name), moved) : moved.outcomes[0];
  return outcome ? [{ span: kind.span, message: messageFor(who, outcome, moved) }] : [];
}

/** Kustomize reads the names in a target as patterns for the whole name. */
function namedAs(pattern: string | undefined, { outcomes }: Moved): Outcome | undefined {
  if (pattern === undefined) return undefined;
  const names = patternOf(pattern);
  return outcomes.find(({ name }) => isKnown(name) && (name === pattern || names?.test(name) === true));
}

function patternOf(pattern: string): RegExp | undefined {
  // Of a pattern with repetitions within repetitions nothing is known in bounded time.
  if (!/^[\w.*+?|^$()[\]-]{1,100}$/.test(pattern) || /[*+?)][*+]/.test(pattern)) return undefined;
  try {
    return new RegExp(`^(?:${pattern})$`);
  } catch {
    return undefined;
  }
}

function messageFor(who: string, outcome: Outcome, moved: Moved): string {
  const old = `${moved.from.kind} ${quote(outcome.name)}`;
  return `${who} is for the ${old}, of which there is none any more. Write it for the ${madeText(outcome, moved)}, whose fields are others.`;
}

/** The label of a slice that names its Service is not among the names that kustomize changes. */
function renamingIn({ root, folder, moved, tree }: Search, takers: Takers): readonly Place[] {
  if (moved.to.kind !== 'EndpointSlice' || tree.text.includes('kubernetes.io/service-name')) return [];
  const taken = moved.outcomes.find(({ uri }) => reaches(plainPath(uri), folder, takers, new Set()));
  if (!taken) return [];
  return ['namePrefix', 'nameSuffix'].flatMap((field) => {
    const entry = entryOf(root, field);
    if (!entry || !isKnown(stringOf(entry.value) ?? '')) return [];
    const message = `${field} changes the name of the Service ${quote(taken.name)}, but not the label kubernetes.io/service-name of its EndpointSlices. Add a replacement that copies the Service's name into that label.`;
    return [{ span: entry.key, message }];
  });
}

/** By path of a file or folder: the folders whose kustomizations take it in. */
type Takers = ReadonlyMap<string, readonly string[]>;

function takersIn(texts: readonly NamedText[]): Takers {
  const takers = new Map<string, string[]>();
  for (const { uri, text } of texts) {
    if (surroundingKind(uri) !== 'kustomization') continue;
    const folder = folderOf(plainPath(uri));
    for (const { root } of treesIn(uri, text, () => true)) {
      const items = ['resources', 'bases', 'components'].flatMap((name) =>
        root.kind === 'mapping' ? (itemsAt(root, name) ?? []) : [],
      );
      for (const path of items.flatMap((item) => stringOf(item) ?? [])) {
        const taken = resolvePath(folder, path);
        takers.set(taken, [...(takers.get(taken) ?? []), folder]);
      }
    }
  }
  return takers;
}

function reaches(path: string, folder: string, takers: Takers, seen: Set<string>): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  const folders = takers.get(path) ?? [];
  return folders.includes(folder) || folders.some((each) => reaches(each, folder, takers, seen));
}

function mappingsAt(mapping: Mapping, name: string): readonly Mapping[] {
  return (itemsAt(mapping, name) ?? []).filter((item) => item.kind === 'mapping');
}
