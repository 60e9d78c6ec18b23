/**
 * Finds name prefixes and suffixes in kustomizations. Kustomize renames the Service but not the label of a slice that
 * names it.
 */
import { plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import type { Tree } from '../../frontends/trees.ts';
import { counted, listed, quote } from '../../text/quote.ts';
import { entryOf, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { IncludingFolders } from '../../readers/kustomized-metadata.ts';
import { mappingsAt, textAt, textsAt } from '../../readers/foreign-objects.ts';
import { type FoundReference, type ConvertedObjects } from './converted-objects.ts';
import { isWrittenName } from '../../readers/estate.ts';

/** The kustomization to search, with the files that it may refer to. */
export interface KustomizationSearch {
  readonly tree: Tree;
  readonly root: Mapping;
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  readonly moved: ConvertedObjects;
}

export function renamingIn(search: KustomizationSearch, includers: IncludingFolders): readonly FoundReference[] {
  const { root, folder, moved } = search;
  const entries = ['namePrefix', 'nameSuffix'].flatMap((field) => entryOf(root, field) ?? []);
  const renaming = entries.filter(({ value }) => isWrittenName(stringOf(value) ?? ''));
  if (moved.to.kind !== 'EndpointSlice' || renaming.length === 0 || isSetElsewhere(search)) return [];
  const included = moved.outcomes.filter(({ uri }) => isIncludedIn(plainPath(uri), folder, includers, new Set()));
  const objects = included.filter(({ name }) => !isReplaced(name, search));
  const names = [...new Set(objects.map(({ name }) => name))];
  if (names.length === 0) return [];
  const reading = { certainty: 'likely', objects } as const;
  return renaming.map(({ key, name }) => ({ span: key, message: messageFor(name, names), reading }));
}

/** A chart may have hundreds of names, so the message lists only a few. */
const mostNamed = 4;

function messageFor(field: string, names: readonly string[]): string {
  const [only = '', ...others] = names.slice(0, mostNamed).map(quote);
  const left = names.length - mostNamed;
  const shown = listed([only, ...others, ...(left > 0 ? [counted(left, 'other')] : [])]);
  return names.length === 1
    ? `${field} changes the name of the Service ${only}, but not the label ${serviceNameLabel} of its EndpointSlices. Add a replacement that copies the Service's name into that label.`
    : `${field} changes the names of the Services ${shown}, but not the label ${serviceNameLabel} of their EndpointSlices. Add a replacement for each of them that copies its name into that label.`;
}

/** True if the label is named outside `replacements`, so that it may be set there. */
function isSetElsewhere({ root, tree, folder, files }: KustomizationSearch): boolean {
  const paths = ['configurations', 'transformers', 'patchesStrategicMerge'].flatMap(
    (name) => textsAt(root, name) ?? [],
  );
  const more = ['replacements', 'patches'].flatMap((name) =>
    mappingsAt(root, name).flatMap((each) => textAt(each, 'path') ?? []),
  );
  if ([...paths, ...more].some((path) => namesLabel(files.get(resolvePath(folder, path)) ?? ''))) return true;
  const { start = 0, end = 0 } = entryOf(root, 'replacements')?.value.span ?? {};
  return namesLabel(tree.text.slice(0, start) + tree.text.slice(end));
}

/** True if a replacement copies the name of this Service, or of any Service, into the label. */
function isReplaced(name: string, { root }: KustomizationSearch): boolean {
  const around = ['namePrefix', 'nameSuffix'].map((field) => textAt(root, field) ?? '');
  const renamed = around.join(name);
  return mappingsAt(root, 'replacements').some((replacement) => {
    const source = valueOf(replacement, 'source');
    const from = source && textAt(source, 'name');
    const isMatch = from === undefined || from === name || from === renamed;
    return isMatch && mappingsAt(replacement, 'targets').some(setsLabel);
  });
}

function setsLabel(target: Value): boolean {
  return target.kind === 'mapping' && (textsAt(target, 'fieldPaths') ?? []).some(namesLabel);
}

/** A field path escapes the dots of a label with backslashes. */
function namesLabel(text: string): boolean {
  return text.replaceAll('\\', '').includes(serviceNameLabel);
}

/** True for a file that the kustomization in the folder takes in, also through others. */
export function isIncludedIn(path: string, folder: string, includers: IncludingFolders, seen: Set<string>): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  const folders = includers.get(path);
  if (!folders) return false;
  return folders.has(folder) || [...folders].some((each) => isIncludedIn(each, folder, includers, seen));
}
