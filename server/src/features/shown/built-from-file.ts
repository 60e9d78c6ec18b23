/** Finds the object of another file that an overlay builds with a patch, a kustomization or a part of one. */
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { uniqueBy } from '../../text/group.ts';
import { contains } from '../../text/span.ts';
import type { BuiltObject, BuiltValue, Origin } from '../../tree/built.ts';
import { isKustomizationPath } from '../../tree/kustomization.ts';
import { pathLinks } from '../kustomize/kustomization-places.ts';
import { urisByPath } from '../kustomize/kustomized-objects.ts';
import { positionOf } from '../lsp.ts';
import type { BuiltFile, Files, View } from '../view.ts';
import { isBuiltFrom } from './built-target.ts';

/** An object of a file, and the root that builds it. */
export interface BuiltFromFile {
  readonly entry: IndexedObject;
  readonly root: BuiltFile;
}

/**
 * The objects of these kinds that overlays build with the text at the offset (UTF-16 units), else with the file, else
 * with the kustomization that the file is; a Service only where there is no other. In the chosen overlay, else in all
 * that read the file.
 */
export function builtFromFile(
  view: View,
  offset: number,
  { files, kinds }: { readonly files: Files; readonly kinds: readonly string[] },
): readonly BuiltFromFile[] {
  const roots = files.rootsOf(view.uri);
  const chosen = roots.filter(({ name }) => name === files.overlay);
  const cursor = { path: plainPath(view.uri), offset, named: pathAt(view, offset, files) };
  const all = (chosen.length > 0 ? chosen : roots).flatMap((root) =>
    root.build.objects.flatMap((object) => {
      const entry = kinds.includes(object.kind) ? startOfBuild(object, files) : undefined;
      return entry ? [{ root, entry, distance: distanceTo(object, cursor) }] : [];
    }),
  );
  const farthest = isKustomizationPath(cursor.path) ? 2 : 1;
  const nearest = all.reduce((least, { distance }) => Math.min(least, distance), farthest);
  const found = all.filter(({ distance }) => distance === nearest);
  const ours = found.filter(({ entry }) => entry.facts.kind !== 'Service');
  return uniqueBy(ours.length > 0 ? ours : found, ({ entry }) => entry);
}

/** The object of the file that the build starts from; undefined where it is not in sight. */
export function startOfBuild(object: BuiltObject, files: Files): IndexedObject | undefined {
  const uri = urisByPath(files).get(object.path);
  return uri === undefined ? undefined : files.workspace.entriesIn(uri).find((entry) => isBuiltFrom(object, entry));
}

interface Cursor {
  /** The plain path of the file. */
  readonly path: string;
  readonly offset: number;
  /** The plain path of the file that the kustomization names at the cursor. */
  readonly named: string | undefined;
}

function pathAt(view: View, offset: number, files: Files): string | undefined {
  if (!isKustomizationPath(plainPath(view.uri))) return undefined;
  const { line } = positionOf(view.located, offset);
  const target = pathLinks(view, files).find(({ range }) => range.start.line === line)?.target;
  return target === undefined ? undefined : plainPath(target);
}

/** 0: what is at the cursor goes into the object. 1: the file does. 2: neither. */
function distanceTo({ root, path }: BuiltObject, { path: own, offset, named }: Cursor): 0 | 1 | 2 {
  const at = { start: offset, end: offset };
  const origins = builtOrigins(root);
  const isNamed =
    path === named ||
    origins.some((origin) => origin.path === named) ||
    (named !== undefined && isKustomizationPath(named) && path.startsWith(`${folderOf(named)}/`));
  if (isNamed || origins.some((origin) => origin.path === own && contains(origin.span, at))) return 0;
  return origins.some((origin) => origin.path === own) ? 1 : 2;
}

/** Of all values in it. */
export function builtOrigins(value: BuiltValue): readonly Origin[] {
  if (value.kind === 'scalar') return value.origins;
  const inner = value.kind === 'sequence' ? value.items : value.entries.map((entry) => entry.value);
  return [value.origin, ...inner.flatMap(builtOrigins)];
}
