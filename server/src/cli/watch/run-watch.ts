/** `endpoints check --watch`: checks, and checks again after each change, until it is interrupted. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare, startProgress, concludeRun, type Prepared } from '../check/prepare.ts';
import { wantedIn } from '../inputs/inputs.ts';
import { realPath } from '../../disk/paths.ts';
import { endOnInterrupt } from '../../disk/interrupts.ts';
import type { Terminal } from '../terminal.ts';
import type { CheckCommandOptions } from '../check/options.ts';
import type { RunResult } from '../check/run.ts';
import { UsageError } from '../usage.ts';
import { FolderWatch } from './folder-watch.ts';
import { LiveRun } from './live-run.ts';
import { territoryOf, type Territory } from './territory.ts';
import { changeNews, watchStatus } from './watch-status.ts';

interface Watched {
  readonly prepared: Prepared;
  readonly territory: Territory;
  readonly run: LiveRun;
  readonly result: RunResult;
}

/** Throws a UsageError for a problem of the first run; shows a later one and waits. Only a signal ends it. */
export async function runWatch(options: CheckCommandOptions, terminal: Terminal): Promise<never> {
  endOnInterrupt();
  const folders = new FolderWatch();
  let watched = await startOn(options, folders, terminal).catch((error: unknown) => {
    // An open watcher keeps the process alive.
    folders.follow([]);
    throw error;
  });
  let isStale = false;
  await report(watched, '', terminal);
  for (;;) {
    const { paths, isWhole } = await nextChange(watched, folders, isStale);
    const news = changeNews(paths, terminal.cwd);
    const now = isWhole
      ? await orProblem(() => startOn(options, folders, terminal, watched.territory), terminal)
      : again(watched);
    isStale = now === undefined;
    watched = now ?? watched;
    if (now) await report(now, news, terminal);
    else terminal.err(watchStatus(news, watched.result.read.length));
  }
}

/** Until the new territory is known, the old one stays watched: the user may have to correct a file in it. */
async function startOn(
  options: CheckCommandOptions,
  folders: FolderWatch,
  terminal: Terminal,
  before?: Territory,
): Promise<Watched> {
  const { cwd } = terminal;
  const named = {
    paths: options.paths,
    cwd,
    wanted: wantedIn({ hasMarkdown: options.hasMarkdown, hasLanguages: true }),
    written: options.outputs.flatMap(({ file }) => (file === undefined ? [] : [resolve(cwd, file)])),
  };
  // Directories are watched before their files are read, so that no later change is missed.
  follow(folders, new Set([...territoryOf({ ...named, settings: [] }, []).folders, ...(before?.folders ?? [])]));
  const prepared = await prepare(options, terminal);
  const known = { ...named, settings: decisive(prepared, cwd) };
  const own = territoryOf(known, prepared.inputs.files);
  follow(folders, own.folders);
  const progress = startProgress(options, terminal);
  const run = await LiveRun.start(prepared, progress);
  const territory = run.searched.length > 0 ? territoryOf({ ...known, searched: run.searched }, run.inputs) : own;
  if (territory !== own) follow(folders, territory.folders);
  const result = run.result(progress);
  progress.enter('reporting');
  return { prepared, territory, run, result };
}

/** The settings files and the baseline, and the targets of links to them. */
function decisive({ options: { baselineFile }, settings: { layers, all } }: Prepared, cwd: string): readonly string[] {
  const uris = layers.flatMap(({ file }) => file ?? []);
  if (baselineFile === undefined && all.baseline !== undefined) uris.push(all.baseline);
  const paths = uris.map((uri) => fileURLToPath(uri));
  if (baselineFile !== undefined) paths.push(resolve(cwd, baselineFile));
  return paths.flatMap((path) => [path, realPath(path)]);
}

function again({ run, ...rest }: Watched): Watched {
  return { ...rest, run, result: run.result() };
}

function follow(folders: FolderWatch, paths: Iterable<string>): void {
  const problem = folders.follow(paths);
  if (problem !== undefined) throw new UsageError(problem);
}

/** Undefined if the user must correct a problem first, which is shown. */
async function orProblem(start: () => Promise<Watched>, terminal: Terminal): Promise<Watched | undefined> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(error.lines);
    return undefined;
  }
}

interface Change {
  readonly paths: readonly string[];
  /** True if all files must be read again. */
  readonly isWhole: boolean;
}

/** Waits for a change that matters. The texts of the run are then up to date. */
async function nextChange({ territory, run }: Watched, folders: FolderWatch, isStale: boolean): Promise<Change> {
  for (;;) {
    const all = new Set([...(await folders.next())].flatMap(territory.namesOf));
    const paths = [...all].filter((path) => territory.meaningOf(path) !== 'nothing').sort();
    if (paths.length === 0) continue;
    const isWhole = isStale || paths.some((path) => territory.meaningOf(path) === 'whole');
    const change = isWhole ? 'whole' : run.reread(paths);
    if (change !== 'nothing') return { paths, isWhole: change === 'whole' };
  }
}

/** Clears a terminal, so that corrected findings disappear; elsewhere reports follow one another. */
const clearScreen = '\u001B[2J\u001B[3J\u001B[H';

async function report({ prepared, result }: Watched, news: string, terminal: Terminal): Promise<void> {
  const isPrinted = prepared.options.outputs.some(({ file }) => file === undefined);
  if (terminal.width !== undefined && isPrinted) terminal.out(clearScreen);
  await concludeRun(result, prepared, terminal);
  terminal.err(watchStatus(news, result.read.length));
}
