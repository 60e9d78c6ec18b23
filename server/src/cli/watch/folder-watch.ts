/** Watches directories and reports changed paths after a pause. */
import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { targetStat, reason } from '../../disk/paths.ts';

/** In milliseconds: a burst of changes ends after this time without a change, or after the maximum. */
const calm = 40;
const longest = 400;

export class FolderWatch {
  #watchers: readonly FSWatcher[] = [];
  #paths = new Set<string>();
  #count = 0;
  #wake: (() => void) | undefined;

  /** Watches only these directories; returns a message for the first one that cannot be watched. */
  follow(folders: Iterable<string>): string | undefined {
    // A new directory at a deleted one's path needs a new watcher. Old watchers close last, to miss no change.
    const before = this.#watchers;
    const watchers: FSWatcher[] = [];
    let problem: string | undefined;
    for (const folder of folders) {
      try {
        watchers.push(this.#open(folder));
      } catch (error) {
        // The parent's watcher reports a directory that is gone. The check reports an unreadable one.
        const isThere = targetStat(folder)?.isDirectory() === true;
        if (isThere && reason(error) !== 'EACCES') problem ??= problemText(folder, reason(error));
      }
    }
    this.#watchers = watchers;
    for (const watcher of before) watcher.close();
    return problem;
  }

  /** Waits for changes and then for a pause, and returns the changed paths. */
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
    // Some systems report a deleted directory as an error.
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
  const wayOut =
    why === 'ENOSPC' ? 'Raise fs.inotify.max_user_watches, or check fewer directories' : 'Check its permissions';
  return `${folder} cannot be watched (${why}). ${wayOut}.`;
}
