/** Answers endpoints/test: judges the expectations of a file over the workspace. Loaded with the first such request. */
import type { Location, Range } from 'vscode-languageserver-types';
import { folderOf, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { compileWildmatch } from '../../config/wildmatch.ts';
import { rangeOf } from '../../features/lsp.ts';
import { locationOfField } from '../../features/navigation/field-location.ts';
import { shownFile } from '../../features/navigation/object-words.ts';
import type { Failure } from '../../project/expectations/judge.ts';
import { judgeExpectations } from '../../project/expectations/judge-file.ts';
import { readExpectations } from '../../project/expectations/read-expectations.ts';
import { fieldLocator, preferring, trafficWorld, worldOfFiles } from '../../project/traffic.ts';
import type { ItemRequest } from '../protocol/request.ts';
import { locate, settingsOf, type Session } from '../session.ts';
import { fileView, filesOf } from '../workspace/files.ts';

/** A test of each expectation. With mistakes in the file there is no test. */
export interface TestAnswer {
  readonly tests: readonly {
    readonly title: string;
    /** The place of its name in the file. */
    readonly range: Range;
    /** Empty where the expectation is met. */
    readonly failures: readonly TestFailure[];
  }[];
  readonly mistakes: readonly { readonly range: Range; readonly message: string }[];
}

export interface TestFailure {
  readonly range: Range;
  readonly message: string;
  /** The places in the manifests that decide. */
  readonly related: readonly { readonly location: Location; readonly message: string }[];
}

/** Null for a file that does not exist. */
export async function testFile({ session, host, checking }: ItemRequest, uri: string): Promise<TestAnswer | null> {
  await session.indexed;
  await checking.settle();
  const text = session.texts.get(uri)?.located.text ?? (await host.readFile(uri))?.replace(/^\uFEFF/, '');
  if (text === undefined) return null;
  const located = locate(session, text);
  const { paths, expectations, problems } = readExpectations(uri, text);
  const mistakes = problems.map(({ span, message }) => ({ range: rangeOf(located, span), message }));
  if (mistakes.length > 0) return { tests: [], mistakes };
  const { project } = session;
  const { minor, mirroring } = settingsOf(session, uri);
  const isNamed = namedIn(
    folderOf(plainPath(uri)),
    paths.map(({ value }) => value),
  );
  const worldOf = (isMirroring = mirroring === 'on') => {
    const world = trafficWorld(project, { minor, isMirroring });
    return preferring(worldOfFiles(world, project.builds, isNamed), world);
  };
  // In sentences, only the names of files are used.
  const places = fieldLocator({
    treeOf: (each) => fileView(session, each)?.file,
    nameOf: (each) => shownFile(each, session),
    builds: project.builds,
    positionOf: () => ({ line: 0, column: 0 }),
  });
  const tests = judgeExpectations(expectations, worldOf, places).map(({ expectation: { title, span }, failures }) => ({
    title,
    range: rangeOf(located, span),
    failures: failures.map((failure) => ({
      range: rangeOf(located, failure.span),
      message: failure.message,
      related: relatedTo(failure, session),
    })),
  }));
  return { tests, mistakes };
}

function relatedTo({ related }: Failure, session: Session): TestFailure['related'] {
  return related.flatMap(({ field: { entry, path }, message }) => {
    const place = session.project.builds.placeOf(entry, path);
    const view = place && fileView(session, place.uri);
    const location =
      place && view
        ? { uri: place.uri, range: rangeOf(view.located, place.span) }
        : locationOfField({ ...entry, path }, filesOf(session));
    return location ? [{ location, message }] : [];
  });
}

/** Finds what `paths` names, as the command line does: files, folders and globs. Without a path, the folder of the file. */
function namedIn(folder: string, paths: readonly string[]): (uri: string) => boolean {
  const tests = (some: readonly string[]) => some.map((path) => matching(resolvePath(folder, path)));
  const excluded = tests(paths.filter((path) => path.startsWith('!')).map((path) => path.slice(1)));
  const included = paths.filter((path) => !path.startsWith('!'));
  const named = tests(included.length > 0 ? included : ['.']);
  return (uri) => {
    const path = plainPath(uri);
    return named.some((test) => test(path)) && !excluded.some((test) => test(path));
  };
}

function matching(named: string): (path: string) => boolean {
  const matches = /[*?[{]/.test(named) ? compileWildmatch(named, true) : undefined;
  return (path) => path === named || path.startsWith(`${named}/`) || matches?.(path) === true;
}
