/** Which files and folders a search leaves out, by the rules of .gitignore files and of settings, each for its folder. */
import type { IsExcluded } from './patterns.ts';

export interface IgnoreScope {
  /** Where the path below that folder starts in the paths of the search. */
  readonly start: number;
  readonly isExcluded: IsExcluded;
}

/** True for a file or folder that a search skips. The path has slashes. */
export function isSkipped(path: string, isFolder: boolean, scopes: readonly IgnoreScope[]): boolean {
  return (isFolder && neverSearched.test(path)) || isIgnored(path, isFolder, scopes);
}

const neverSearched = /(?:^|\/)(?:node_modules|\.git)$/;

/** The innermost scope that has a rule for the path decides. */
export function isIgnored(path: string, isFolder: boolean, scopes: readonly IgnoreScope[]): boolean {
  for (const { start, isExcluded } of scopes.toReversed()) {
    const answer = isExcluded(path.slice(start) + (isFolder ? '/' : ''));
    if (answer !== undefined) return answer;
  }
  return false;
}
