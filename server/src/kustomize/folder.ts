/** The files that a kustomization may read: those in its folder and below. Remembers what the build depends on. */
import { quote } from '../text/quote.ts';
import type { BuildFiles, BuiltScalar, OutsideSource } from '../tree/built.ts';
import { originOf } from './object.ts';
import { BuildError } from './build-error.ts';

export interface LoadedFile {
  readonly path: string;
  readonly text: string;
}

export class Folder {
  readonly path: string;
  readonly files: BuildFiles;
  private readonly reads: Set<string>;
  private readonly outside: OutsideSource[];
  private readonly isUnrestricted: boolean;

  constructor(
    path: string,
    files: BuildFiles,
    { reads, outside }: { readonly reads: Set<string>; readonly outside: OutsideSource[] },
    isUnrestricted: boolean,
  ) {
    this.path = path;
    this.files = files;
    this.reads = reads;
    this.outside = outside;
    this.isUnrestricted = isUnrestricted;
  }

  /** The text of a file that the kustomization names. Undefined where it was not read, which makes it `what`; throws where it may not be read. */
  load(written: BuiltScalar, what: OutsideSource['what'] = 'unread-file'): LoadedFile | undefined {
    const path = joinPath(this.path, String(written.value));
    this.reads.add(path);
    const kind = this.files.kindOf(path);
    if (kind === 'missing' || kind === 'folder')
      throw missingFile(written, kind === 'folder' ? 'is a folder' : 'does not exist');
    if (!this.isUnrestricted && !isWithin(path, this.path)) throw outOfFolder(written);
    const isLinkOut = this.leadsOut(path);
    if (isLinkOut && !this.isUnrestricted) throw linkOut(written);
    const text = kind === 'file' && !isLinkOut ? this.files.read(path) : undefined;
    if (text !== undefined) return { path, text };
    this.addOutside(what, written);
    return undefined;
  }

  /** The text of a file of the build, for the values that were read from it. */
  textOf(path: string): string | undefined {
    return this.files.read(path);
  }

  kindOf(path: string): ReturnType<BuildFiles['kindOf']> {
    this.reads.add(path);
    return this.files.kindOf(path);
  }

  /** True for a file that a symbolic link takes from outside of the folder. */
  leadsOut(path: string): boolean {
    return this.files.leadsOut?.(path, this.path) === true;
  }

  addOutside(what: OutsideSource['what'], written: BuiltScalar): void {
    this.outside.push({ what, name: String(written.value), at: originOf(written) });
  }
}

function outOfFolder(written: BuiltScalar): BuildError {
  const path = quote(String(written.value));
  const message = `${path} is outside of this kustomization's folder, so kustomize does not read it. Move the file, or list its folder.`;
  return new BuildError('outside-file', message, originOf(written));
}

function linkOut(written: BuiltScalar): BuildError {
  const path = quote(String(written.value));
  const message = `${path} is a symbolic link out of this kustomization's folder, so kustomize does not read it. Copy the file.`;
  return new BuildError('outside-file', message, originOf(written));
}

export function missingFile(written: BuiltScalar, problem: string): BuildError {
  const path = quote(String(written.value));
  return new BuildError('missing-file', `${path} ${problem}. Correct the path.`, originOf(written));
}

/** The path from a folder, without `.` and `..` as far as possible. The top folder is `.`. A folder may be a URI without escapes. */
export function joinPath(folder: string, path: string): string {
  const [top = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/*/i.exec(folder) ?? [];
  const parts: string[] = [];
  for (const part of `${folder.slice(top.length)}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..' || parts.length === 0 || parts.at(-1) === '..') parts.push(part);
    else parts.pop();
  }
  return `${top}${parts.join('/')}` || '.';
}

/** True for the folder itself and everything below. */
export function isWithin(path: string, folder: string): boolean {
  if (folder === '.') return path !== '..' && !path.startsWith('../') && !path.startsWith('/');
  return path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);
}
