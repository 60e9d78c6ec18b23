/** Finds the text in the files of a project that a built value comes from. */
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { printedAt } from '../kustomize/printed.ts';
import type { Span } from '../text/span.ts';
import type { BuiltObject, Origin } from '../tree/built.ts';
import type { RootBuild, UriOf } from './root-build.ts';

/** A span in a whole file. */
export interface UriPlace {
  readonly uri: string;
  readonly span: Span;
}

export interface BuiltPlace {
  readonly first: UriPlace;
  /** The other texts that went into the value. */
  readonly others: readonly Origin[];
  readonly object: BuiltObject | undefined;
}

/** The place of the first text that went into the built value at the span; else of the kustomization. */
export function builtPlace({ root, printed, uris }: RootBuild, span: Span, uriOf: UriOf): BuiltPlace | undefined {
  for (let node = printedAt(printed, span); node; node = node.parent) {
    const [first, ...others] = node.origins.filter(({ path }) => uriOf(path) !== undefined);
    const uri = first && uriOf(first.path);
    if (first && uri !== undefined) return { first: { uri, span: first.span }, others, object: node.object };
  }
  const uri = [...uris].find((each) => folderOf(plainPath(each)) === root.folder);
  return uri === undefined ? undefined : { first: { uri, span: { start: 0, end: 0 } }, others: [], object: undefined };
}
