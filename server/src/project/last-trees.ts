/** Keeps the trees of the files that were read last, because findings refer to the same few files many times. */
import type { SourceFile } from '../tree/document.ts';

const mostTrees = 4;

export class LastTrees {
  /** The latest first. Not a Map: V8 kept the trees of a Map that changes often until a full collection. */
  readonly #trees: { readonly uri: string; readonly tree: SourceFile }[] = [];

  of(uri: string): SourceFile | undefined {
    return this.#trees.find((each) => each.uri === uri)?.tree;
  }

  /** Returns the tree. */
  keep(uri: string, tree: SourceFile): SourceFile {
    this.#trees.unshift({ uri, tree });
    this.#trees.length = Math.min(this.#trees.length, mostTrees);
    return tree;
  }

  forget(uri: string): void {
    const index = this.#trees.findIndex((each) => each.uri === uri);
    if (index >= 0) this.#trees.splice(index, 1);
  }
}
