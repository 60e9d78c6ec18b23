/** Reads the files as they were at a commit, so that their traffic can be compared. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TrafficState } from '../../analysis/traffic/changes.ts';
import type { TrafficObject, TrafficWorld } from '../../analysis/traffic/model.ts';
import type { TrafficPlace } from '../../analysis/traffic/report.ts';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { exclusionsIn } from '../../config/patterns.ts';
import { isBelow, realPath, uriOfPath } from '../../disk/paths.ts';
import { codeOf } from '../../frontends/code/languages.ts';
import { mayConcern, mayHoldOurs } from '../../frontends/concern.ts';
import { changeOf, changesSince, committedTexts, type GitChanges } from '../git/changes.ts';
import { isGlob } from '../inputs/globs.ts';
import { shownPath } from '../inputs/inputs.ts';
import { isWantedName } from '../inputs/wanted-names.ts';
import { loadPrograms } from '../programs.ts';
import type { Source } from '../source.ts';
import { sourceIn } from '../sources.ts';
import type { Terminal } from '../terminal.ts';
import type { TrafficFiles } from './world-of-files.ts';

export interface CommittedState extends TrafficState {
  /** The places of the Services that do not exist any more, in the committed texts. */
  readonly places: ReadonlyMap<string, TrafficPlace>;
  /** Sentences on committed texts that cannot be read. */
  readonly notes: readonly string[];
}

interface CommitOptions {
  /** A branch, a tag or a commit. */
  readonly since: string;
  /** As the command line names them; empty with --build. */
  readonly paths: readonly string[];
}

/** The Services with the same key, a path and the name, are one Service in both states. */
export function stateOf(world: TrafficWorld, buildOf: TrafficFiles['buildOf']): TrafficState {
  const services = world.services.map((each) => ({ key: serviceKey(each.service, buildOf), world: each }));
  return { services, nodes: world.nodes };
}

export function serviceKey({ entry, namespace, name }: TrafficObject, buildOf: TrafficFiles['buildOf']): string {
  return `${namespace}/${name} ${buildOf(entry) ?? ''}`;
}

/** The state at the merge base of the commit and HEAD. Throws a UsageError as `changesSince`. */
export async function committedState(
  files: TrafficFiles,
  options: CommitOptions,
  terminal: Terminal,
): Promise<CommittedState> {
  const { buildOf, ownWorld, locate } = files;
  const { result, notes } = await withCommittedTexts(files, options, terminal, (former) => {
    const state = stateOf(former.ownWorld, buildOf);
    const left = new Set(ownWorld.services.map(({ service }) => serviceKey(service, buildOf)));
    const places = new Map(
      state.services.flatMap(({ key, world: { service } }): [string, TrafficPlace][] => {
        const place = left.has(key) ? undefined : locate(service.entry, ['metadata', 'name']);
        return place ? [[key, place]] : [];
      }),
    );
    return { ...state, places };
  });
  return { ...result, notes };
}

/** Calls `use` with the files as they were at the merge base, and sets their texts back. Places are known only meanwhile. */
export async function withCommittedTexts<T>(
  files: TrafficFiles,
  options: CommitOptions,
  terminal: Terminal,
  use: (former: TrafficFiles) => T,
): Promise<{ readonly result: T; readonly notes: readonly string[] }> {
  const { sources } = files;
  const changes = changesSince(options.since, terminal.cwd);
  const current = [...sources.files.values()].filter(
    ({ input: { path }, read }) => path !== undefined && !read && changeOf(changes, path) !== undefined,
  );
  const { former, notes } = formerSources(current, changes, files, { ...options, cwd: terminal.cwd });
  await loadPrograms(former, terminal.grammars);
  return { result: withOtherTexts(files, { current, other: former }, use), notes };
}

/** Calls `use` with other files in place of the current ones, and sets these back. */
export function withOtherTexts<T>(
  files: TrafficFiles,
  { current, other }: { readonly current: readonly Source[]; readonly other: readonly Source[] },
  use: (files: TrafficFiles) => T,
): T {
  const { sources } = files;
  for (const { uri } of current) sources.delete(uri);
  for (const source of other) sources.set(source);
  sources.place();
  const result = use(files.now());
  for (const { uri } of other) sources.delete(uri);
  for (const source of current) sources.set(source);
  sources.place();
  sources.settle();
  return result;
}

/** The changed files with their committed texts, and the deleted files. */
function formerSources(
  current: readonly Source[],
  changes: GitChanges,
  { exclude }: TrafficFiles,
  { paths, cwd }: CommitOptions & { readonly cwd: string },
): { readonly former: readonly Source[]; readonly notes: readonly string[] } {
  const isExcluded = exclusionsIn(pathToFileURL(cwd).href, exclude);
  const deleted = [...changes.deleted.keys()].filter(
    (path) =>
      (isWantedName(path, {}) || codeOf(path) !== undefined) && isExcluded?.(shownPath(path, realPath(cwd))) !== true,
  );
  const named = paths.map((path) => (isGlob(path) ? realPath(cwd) : realPath(resolve(cwd, path))));
  const texts = committedTexts(changes, [...current.flatMap(({ input: { path } }) => path ?? []), ...deleted]);
  const notes: string[] = [];
  const changed = current.flatMap((source): readonly Source[] => {
    const { path = '' } = source.input;
    const text = texts.get(path);
    const { before = path, blob } = changeOf(changes, path) ?? {};
    if (text === undefined) {
      if (blob !== undefined)
        notes.push(`The committed text of ${source.path} cannot be read, so the file counts as new.`);
      return [];
    }
    if (before === realPath(path)) return [{ ...source, text }];
    const input = { ...source.input, path: before, name: shownPath(before, realPath(cwd)) };
    return [{ ...source, ...sourceIn(input, uriOfPath(before), text, source.bom) }];
  });
  const gone = deleted.flatMap((path): readonly Source[] => {
    const text = texts.get(path) ?? '';
    const isNeeded = codeOf(path) ? mayHoldOurs(text) : mayConcern(text) || surroundingKind(path) !== undefined;
    if (!isNeeded) return [];
    const input = { name: shownPath(path, realPath(cwd)), path, isNamed: false };
    const isOwn = named.some((each) => path === each || isBelow(path, each));
    return [{ ...sourceIn(input, uriOfPath(path), text, ''), ...(isOwn ? {} : { isAround: true }) }];
  });
  return { former: [...changed, ...gone], notes };
}
