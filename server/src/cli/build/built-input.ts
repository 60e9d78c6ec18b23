/** The inputs of a command: the files that it names or, with `--build`, what a kustomization builds. */
import { originsAt, printBuild } from '../../kustomize/print.ts';
import { uriOfPath } from '../../disk/paths.ts';
import type { FilePlace } from '../../reports/report.ts';
import type { Span } from '../../text/span.ts';
import { findInputs, type FoundInputs, type Input, type InputSearch } from '../inputs/inputs.ts';
import { UsageError } from '../usage.ts';
import { buildRoot, remarksNote, type RootBuild } from './build-root.ts';

interface Named {
  readonly paths: readonly string[];
  /** The value of --build; undefined without it. */
  readonly root: string | undefined;
}

/** Throws a UsageError where no kustomization is at the root. */
export function namedInputs({ paths, root }: Named, cwd: string, search: InputSearch): FoundInputs {
  if (root === undefined) return findInputs(paths, cwd, search);
  const built = buildRoot(root, { cwd, largest: search.largest });
  const note = remarksNote(built);
  return {
    files: built.problems.length > 0 ? [] : [inputOf(built)],
    problems: built.problems,
    notes: note === undefined ? [] : [note],
    areNamesGone: false,
    isExcluded: () => false,
  };
}

/** Throws a UsageError where paths are beside --build. */
export function refuseBeside(root: string | undefined, [path]: readonly string[]): void {
  if (root === undefined || path === undefined) return;
  throw new UsageError(`--build takes the place of files. Remove ${path}, or add it to the kustomization.`);
}

/** All objects as one text, so that those of other kinds are in sight. */
function inputOf({ name, folder, build, files }: RootBuild): Input {
  const printed = printBuild(build.objects);
  const placeOf = (span: Span): FilePlace => {
    const [origin] = originsAt(printed, span);
    return origin ? files.placeOf(origin) : { name, line: 1, column: 1 };
  };
  const uri = uriOfPath(`${folder}/(kustomize build).yaml`);
  return { name, path: undefined, isNamed: true, built: { uri, text: printed.text, placeOf } };
}
