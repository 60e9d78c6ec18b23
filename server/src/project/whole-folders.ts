/** The folders of which Flux builds every manifest, also those that hold nothing that is checked by itself. */
import type { BuildRoot } from '../analysis/workspace/build-roots.ts';
import { isInside } from '../analysis/workspace/placement.ts';

export class WholeFolders {
  #all: ReadonlySet<string> = new Set();
  #searched: ReadonlySet<string> = new Set();

  /** Replaces the folders by those of the roots. */
  set(roots: readonly BuildRoot[]): void {
    const made = roots.filter(({ generated }) => generated !== undefined);
    if (made.length + this.#all.size > 0) this.#all = new Set(made.map(({ folder }) => folder));
  }

  /** The plain paths of those that were not returned yet. */
  takeUnsearched(): readonly string[] {
    const unsearched = [...this.#all].filter((folder) => !this.#searched.has(folder));
    this.#searched = this.#all;
    return unsearched;
  }

  /** All of them must be searched again. */
  restart(): void {
    this.#searched = new Set();
  }

  has(path: string): boolean {
    if (this.#all.size === 0 || !/\.ya?ml$/.test(path)) return false;
    for (const folder of this.#all) if (isInside(path, folder)) return true;
    return false;
  }
}
