/** A kustomization that is built by itself, with what it builds. */
import type { BuildRoot } from '../analysis/workspace/build-roots.ts';
import type { PrintedBuild } from '../kustomize/printed.ts';
import type { BuiltRoot } from '../lint/build-events.ts';
import { memo } from '../text/memo.ts';
import type { SourceFile } from '../tree/document.ts';

/** A root with what it builds, as a file of its own. */
export interface RootBuild extends BuiltRoot {
  /** Of the file that the build would print. No such file exists. */
  readonly uri: string;
  readonly root: BuildRoot;
  readonly printed: PrintedBuild;
  readonly file: SourceFile;
  /** The plain paths on which the build depends. */
  readonly paths: ReadonlySet<string>;
  /** The files of the project among them. */
  readonly uris: ReadonlySet<string>;
}

/** The URI of a file of the project by its plain path; undefined for another file. */
export type UriOf = (path: string) => string | undefined;

export function isSameRoot(a: BuildRoot, b: BuildRoot): boolean {
  return a === b || rootToken(a) === rootToken(b);
}

const rootToken = memo(({ folder, delivery, placement, reach, generated }: BuildRoot) =>
  JSON.stringify([folder, delivery, placement, [...reach], generated]),
);

/** The roots that read each file, by its URI. */
export function reachingOf(roots: Iterable<RootBuild>): ReadonlyMap<string, readonly RootBuild[]> {
  const reaching = new Map<string, RootBuild[]>();
  for (const root of roots)
    for (const uri of root.uris) {
      const all = reaching.get(uri);
      if (all) all.push(root);
      else reaching.set(uri, [root]);
    }
  return reaching;
}

/** True for a text that another tool renders before kustomize reads it. */
export function isTemplatedText(text: string): boolean {
  return /\{\{|\{%|<%/.test(text);
}
