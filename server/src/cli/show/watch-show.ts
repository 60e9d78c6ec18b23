/** `endpoints show --watch`: serves the picture as a page, and draws it again after each change, until it is interrupted. */
import { realPath } from '../../disk/paths.ts';
import { wantedIn } from '../inputs/inputs.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { readTrafficFiles, type TrafficFiles } from '../traffic/world-of-files.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { FolderWatch } from '../watch/folder-watch.ts';
import { territoryOf, type Territory } from '../watch/territory.ts';
import { changeNews, watchStatus } from '../watch/watch-status.ts';
import type { FilesPicture } from './files-picture.ts';
import { servePage, type PageServer } from './page-server.ts';
import type { ShowOptions } from './show-options.ts';
import { viewPicture } from './view-picture.ts';
import { writePicture } from './write-picture.ts';

/** Of a state of the files. */
interface WatchedPicture {
  readonly files: TrafficFiles;
  readonly drawn: FilesPicture;
  readonly territory: Territory;
  readonly html: string;
}

/** Throws a UsageError for a problem of the first picture; shows a later one and waits. An interrupt ends it. */
export async function watchShow(options: ShowOptions, terminal: Terminal): Promise<number> {
  const interrupt = nextInterrupt();
  const folders = new FolderWatch();
  let server: PageServer | undefined;
  try {
    let now = await draw(options, folders, terminal);
    server = await servePage(now.html, options.port);
    terminal.err(`The picture is at ${server.address}\n${watchStatus('', now.files.fileCount)}`);
    for (;;) {
      const paths = await nextPaths(now.territory, folders, interrupt);
      if (paths === undefined) return exitCodes.clean;
      const next = await draw(options, folders, terminal, now.territory).catch((error: unknown) => problemOf(error));
      if (typeof next === 'string') {
        terminal.err(next);
        server.show(await staleHtml(now, options, terminal));
      } else {
        now = next;
        server.show(now.html);
      }
      terminal.err(watchStatus(changeNews(paths, terminal.cwd), now.files.fileCount));
    }
  } finally {
    // Open watchers and sockets keep the process alive.
    folders.follow([]);
    server?.close();
  }
}

/** A second interrupt ends the program at once. */
function nextInterrupt(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(undefined));
  });
}

/** Directories are watched before their files are read, so that no later change is missed; those of `before` until then. */
async function draw(
  options: ShowOptions,
  folders: FolderWatch,
  terminal: Terminal,
  before?: Territory,
): Promise<WatchedPicture> {
  const { cwd } = terminal;
  const wanted = wantedIn({ hasMarkdown: false, hasLanguages: true });
  const named = { paths: options.files.paths, cwd, wanted, written: [] };
  follow(folders, [...territoryOf({ ...named, settings: [] }, []).folders, ...(before?.folders ?? [])]);
  const files = await readTrafficFiles(options.files, terminal);
  const drawn = await viewPicture(files, options, terminal);
  const { sources, settingsFiles } = files;
  const settings = settingsFiles.flatMap((path) => [path, realPath(path)]);
  const inputs = [...sources.files.values()].map(({ input }) => input);
  const territory = territoryOf({ ...named, settings, searched: sources.searched }, inputs);
  follow(folders, territory.folders);
  printMessages([...files.notes, ...new Set(files.problems)], terminal);
  return { files, drawn, territory, html: await writePicture(drawn, options, { files, terminal }) };
}

function follow(folders: FolderWatch, paths: Iterable<string>): void {
  const problem = folders.follow(new Set(paths));
  if (problem !== undefined) throw new UsageError(problem);
}

/** Undefined after an interrupt. */
async function nextPaths(
  { meaningOf, namesOf }: Territory,
  folders: FolderWatch,
  interrupt: Promise<undefined>,
): Promise<readonly string[] | undefined> {
  for (;;) {
    const changed = await Promise.race([folders.next(), interrupt]);
    if (changed === undefined) return undefined;
    const paths = new Set([...changed].flatMap(namesOf).filter((path) => meaningOf(path) !== 'nothing'));
    if (paths.size > 0) return [...paths].sort();
  }
}

/** What the user must correct. Throws other errors again. */
function problemOf(error: unknown): string {
  if (error instanceof UsageError) return error.lines;
  throw error;
}

/** The last picture, which says that it is not of the files as they are. */
function staleHtml({ files, drawn }: WatchedPicture, options: ShowOptions, terminal: Terminal): Promise<string> {
  const { picture } = drawn;
  const remarks = [...picture.remarks, 'The files have changed and cannot be drawn now: see the terminal.'];
  return writePicture({ ...drawn, picture: { ...picture, remarks } }, options, { files, terminal });
}
