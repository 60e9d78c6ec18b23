/** Watches directories, and tells of what has changed in them once it is calm again. */
import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { targetStat, reason } from '../../disk/paths.ts';

/** In milliseconds: so long nothing may happen before a burst of changes counts as over, and no burst is waited for any longer. */
const calm = 40;
const longest = 400;

export class FolderWatch {
  #watchers: readonly FSWatcher[] = [];
  #paths = new Set<string>();
  #count = 0;
  #wake: (() => void) | undefined;

  /** Watches these directories and no others; returns a sentence on the first that cannot be watched. */
  follow(folders: Iterable<string>): string | undefined {
    // What takes the place of a directory that was deleted is another one, whatever its path. No change is missed in between.
    const before = this.#watchers;
    const watchers: FSWatcher[] = [];
    let problem: string | undefined;
    for (const folder of folders) {
      try {
        watchers.push(this.#open(folder));
      } catch (error) {
        // One that has gone meanwhile, or is no directory any more, is missed in the directory above. That it cannot be read is
        // for the check to say; the directory above tells when it can.
        const isThere = targetStat(folder)?.isDirectory() === true;
        if (isThere && reason(error) !== 'EACCES') problem ??= problemText(folder, reason(error));
      }
    }
    this.#watchers = watchers;
    for (const watcher of before) watcher.close();
    return problem;
  }

  /** Waits until something changes and nothing has for a while, and returns the paths. */
  async next(): Promise<ReadonlySet<string>> {
    if (this.#paths.size === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const end = performance.now() + longest;
    for (let seen = -1; seen !== this.#count && performance.now() < end;) {
      seen = this.#count;
      await setTimeout(calm);
    }
    const paths = this.#paths;
    this.#paths = new Set();
    return paths;
  }

  #open(folder: string): FSWatcher {
    const watcher = watch(folder, (_event, name) => this.#note(name === null ? folder : join(folder, name)));
    // A directory that is deleted, as some systems tell of it.
    watcher.on('error', () => this.#note(folder));
    return watcher;
  }

  #note(path: string): void {
    this.#count++;
    this.#paths.add(path);
    this.#wake?.();
    this.#wake = undefined;
  }
}

function problemText(folder: string, why: string): string {
  const wayOut = why === 'ENOSPC' ? 'Raise fs.inotify.max_user_watches, or name fewer directories' : 'Check it';
  return `${folder} cannot be watched (${why}). ${wayOut}.`;
}
