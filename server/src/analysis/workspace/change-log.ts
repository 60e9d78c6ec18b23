/** Logs which answers of the index have changed, and for which files, so that their findings are computed again. */
import type { Revision } from './file-around.ts';
import { isAppliedKey } from './index-keys.ts';

/** The keys of the index with new answers, and the files whose own objects changed. */
export interface WorkspaceChanges {
  readonly keys: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
}

/** A file that missed more changes than these is checked again as a whole. */
const mostApplied = 1_000;

export class ChangeLog {
  #revision = 0;
  /** The changed `applied` keys, the latest last: nearly every edit changes one. */
  readonly #applied: string[] = [];
  /** The number of entries dropped from the log. */
  #appliedBefore = 0;
  #keys = new Set<string>();
  #uris = new Set<string>();

  /** Increases whenever an answer may change. */
  get revision(): Pick<Revision, 'facts' | 'applied'> {
    return { facts: this.#revision, applied: this.#appliedBefore + this.#applied.length };
  }

  /** Notes that the index has other answers for these keys because of the file. */
  note(uri: string, keys: ReadonlySet<string>): void {
    if (keys.size === 0) return;
    let applied = 0;
    for (const key of keys) {
      this.#keys.add(key);
      if (!isAppliedKey(key)) continue;
      applied++;
      this.#applied.push(key);
    }
    this.#uris.add(uri);
    if (applied < keys.size) this.#revision++;
    const excess = this.#applied.length - mostApplied;
    if (excess > 0) this.#appliedBefore += this.#applied.splice(0, excess + mostApplied / 2).length;
  }

  /** Notes that all answers may have changed, and the findings of these files. */
  noteAll(uris: Iterable<string>): void {
    this.#revision++;
    for (const uri of uris) this.#uris.add(uri);
  }

  /** The changes since the last call; undefined where there are none. */
  take(): WorkspaceChanges | undefined {
    if (this.#keys.size + this.#uris.size === 0) return undefined;
    const changes = { keys: this.#keys, uris: this.#uris };
    this.#keys = new Set();
    this.#uris = new Set();
    return changes;
  }

  /** The `applied` keys that changed since a revision; undefined where the log no longer reaches back. */
  appliedSince(revision: number): readonly string[] | undefined {
    return revision < this.#appliedBefore ? undefined : this.#applied.slice(revision - this.#appliedBefore);
  }
}
