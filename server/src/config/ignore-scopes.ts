/** Which files and folders a search leaves out, by the rules of .gitignore files and of settings, each for its folder. */
import type { IsExcluded } from './patterns.ts';

export interface IgnoreScope {
  /** Where the path below that folder starts in the paths of the search. */
  readonly start: number;
  readonly isExcluded: IsExcluded;
  /** True for the setting `exclude`, which can include a folder that is left out by default. */
  readonly isSetting?: true;
}

/** True for a file or folder that a search skips. The path has slashes. */
export function isSkipped(path: string, isFolder: boolean, scopes: readonly IgnoreScope[]): boolean {
  return (isFolder && (isNeverSearched(path) || isLeftOut(path, scopes))) || isIgnored(path, isFolder, scopes);
}

/** The last two have copies of Terraform modules. */
const neverSearched = /(?:^|\/)(?:node_modules|\.git|\.terraform|\.terragrunt-cache)$/;

/** True for a folder that no search enters, whatever the settings say. */
export function isNeverSearched(folder: string): boolean {
  return neverSearched.test(folder);
}

/** Folders with copies of other projects, and with input of tests, which no cluster gets. */
const leftOut = /(?:^|\/)(?:vendor|testdata)$/;

/** Folders with packages and compiled copies of programs, and with their tests. */
const withoutPrograms =
  /(?:^|\/)(?:node_modules|vendor|testdata|\.?venv|site-packages|bin|obj|target|build|dist|__tests__|src\/test)$/;

/** True for a folder that is left out unless a pattern with `!` in the setting `exclude` includes it. */
export function isLeftOut(folder: string, scopes: readonly IgnoreScope[]): boolean {
  return leftOut.test(folder) && !isIncluded(folder, scopes);
}

/** The same for a folder below a Pulumi.yaml whose programs are left out; its manifests are read. */
export function isWithoutPrograms(folder: string, scopes: readonly IgnoreScope[]): boolean {
  return withoutPrograms.test(folder) && !isIncluded(folder, scopes);
}

function isIncluded(folder: string, scopes: readonly IgnoreScope[]): boolean {
  return scopes.some((scope) => scope.isSetting && scope.isExcluded(`${folder.slice(scope.start)}/`) === false);
}

/** The innermost scope that has a rule for the path decides. */
export function isIgnored(path: string, isFolder: boolean, scopes: readonly IgnoreScope[]): boolean {
  for (const { start, isExcluded } of scopes.toReversed()) {
    const answer = isExcluded(path.slice(start) + (isFolder ? '/' : ''));
    if (answer !== undefined) return answer;
  }
  return false;
}
