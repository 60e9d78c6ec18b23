/** The files of a build on the disk, and the places in them. */
import { statSync } from 'node:fs';
import { reason } from '../../disk/paths.ts';
import { positionAtOffset } from '../../reports/locate.ts';
import type { FilePlace } from '../../reports/report.ts';
import type { BuildFiles, Origin } from '../../tree/built.ts';
import { leadsOut } from '../inputs/link-out.ts';
import { readInput } from '../inputs/read-input.ts';

const linkProblem =
  'is a symbolic link out of the directory of its kustomization, which kustomize rejects. Copy the file.';

type Kind = ReturnType<BuildFiles['kindOf']>;

interface DiskOptions {
  /** The name of a path in messages. */
  readonly nameOf: (path: string) => string;
  /** The most bytes that are read of a file; undefined for the default. */
  readonly largest: number | undefined;
}

export class DiskFiles implements BuildFiles {
  readonly #options: DiskOptions;
  readonly #texts = new Map<string, { readonly text: string } | undefined>();
  readonly #kinds = new Map<string, Kind>();
  /** Why a file was not read, as a sentence that names it. */
  readonly #problems = new Map<string, string>();

  constructor(options: DiskOptions) {
    this.#options = options;
  }

  readonly read = (path: string): string | undefined => {
    if (!this.#texts.has(path)) this.#texts.set(path, this.#read(path));
    return this.#texts.get(path)?.text;
  };

  readonly kindOf = (path: string): Kind => {
    const kind = this.#kinds.get(path) ?? this.#kindOf(path);
    this.#kinds.set(path, kind);
    return kind;
  };

  readonly leadsOut = (path: string, folder: string): boolean => {
    if (!leadsOut(path, folder)) return false;
    this.#kinds.set(path, 'unread');
    this.#problems.set(path, `${this.#options.nameOf(path)} ${linkProblem}`);
    return true;
  };

  problemAt(path: string): string | undefined {
    return this.#problems.get(path);
  }

  placeOf({ path, span }: Origin): FilePlace {
    const name = this.#options.nameOf(path);
    // The text of a file that could not be read has one line.
    return { name, ...positionAtOffset(this.#texts.get(path) ?? { text: '' }, span.start) };
  }

  #read(path: string): { readonly text: string } | undefined {
    if (this.kindOf(path) !== 'file') return undefined;
    const name = this.#options.nameOf(path);
    const { largest } = this.#options;
    const read = readInput({ name, path, isNamed: true, ...(largest === undefined ? {} : { largest }) });
    if (read.kind === 'text') return { text: read.text };
    if (read.kind === 'problem') this.#problems.set(path, read.message);
    return undefined;
  }

  #kindOf(path: string): Kind {
    try {
      const stat = statSync(path);
      if (stat.isDirectory()) return 'folder';
      if (stat.isFile()) return 'file';
      this.#problems.set(path, `${this.#options.nameOf(path)} is not a file. Use a file.`);
      return 'unread';
    } catch (error) {
      const why = reason(error);
      if (why === 'ENOENT' || why === 'ENOTDIR') return 'missing';
      this.#problems.set(path, `${this.#options.nameOf(path)} cannot be read (${why}). Check its permissions.`);
      return 'unread';
    }
  }
}
