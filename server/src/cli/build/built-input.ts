/** The inputs of a command with `--build`: what a kustomization builds, or the files that it reads. */
import { dirname, resolve } from 'node:path';
import { builtUri } from '../../analysis/workspace/placement.ts';
import { isBelow, realPath, uriOfPath } from '../../disk/paths.ts';
import { printBuild } from '../../kustomize/print.ts';
import { originsAt } from '../../kustomize/printed.ts';
import type { FilePlace } from '../../reports/report.ts';
import type { Span } from '../../text/span.ts';
import type { FoundInputs, Input } from '../inputs/inputs.ts';
import {
  buildRoot,
  outsideTexts,
  remarksNote,
  unreadableTexts,
  type NamedRoot,
  type RootOptions,
} from './build-root.ts';

/** What the kustomization at the root builds, as the only input. Throws a UsageError where there is none. */
export function builtInputs(root: string, options: RootOptions): FoundInputs {
  const built = buildRoot(root, options);
  const note = remarksNote(built);
  return {
    files: built.problems.length > 0 ? [] : [inputOf(built)],
    problems: built.problems,
    notes: note === undefined ? [] : [note],
    areNamesGone: false,
    isExcluded: () => false,
  };
}

/** The files that a build reads, to be checked with what it makes of them. Throws as `builtInputs`. */
export function filesOfRoot(root: string, options: RootOptions) {
  const { folder, build, files, nameOf } = buildRoot(root, options);
  const outside = outsideTexts(build, files);
  const unread = new Set(unreadableTexts(build, files));
  const notes = outside.filter((text) => !unread.has(text));
  const paths = [...build.reads].filter((path) => files.kindOf(path) === 'file').sort();
  const found: FoundInputs = {
    files: paths.map((path) => inputAt(resolve(path), nameOf(path), options)),
    root: uriOfPath(resolve(folder)),
    problems: [...unread],
    notes: outside.length > 0 ? [...notes, 'Objects that may be there are not reported as missing.'] : [],
    areNamesGone: false,
    isExcluded: () => false,
  };
  return found;
}

function inputAt(path: string, name: string, { cwd, largest }: RootOptions): Input {
  const root = isBelow(path, realPath(cwd)) ? cwd : dirname(path);
  return { name, path, isNamed: false, root, ...(largest === undefined ? {} : { largest }) };
}

/** All objects as one text, so that those of other kinds are in sight. */
function inputOf({ name, folder, build, files }: NamedRoot): Input {
  const printed = printBuild(build.objects);
  const placeOf = (span: Span): FilePlace => {
    const [origin] = originsAt(printed, span);
    return origin ? files.placeOf(origin) : { name, line: 1, column: 1 };
  };
  const uri = uriOfPath(builtUri(folder, 0));
  return { name, path: undefined, isNamed: true, built: { uri, text: printed.text, placeOf } };
}
