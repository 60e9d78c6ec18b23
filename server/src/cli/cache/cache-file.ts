/** Reads and writes the file of a cache: a line that says what it is, and the records as JSON. */
import { readFileSync, statSync } from 'node:fs';
import type { Facts } from '../../analysis/facts/facts.ts';
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { Checked } from '../check/checked.ts';
import { nodeCrypto } from '../../disk/node-crypto.ts';
import { reason } from '../../disk/paths.ts';
import { writeWhole } from '../../disk/write-file.ts';
import { moved } from './relocation.ts';

/** What is kept of a file. */
export interface Kept {
  readonly uri: string;
  /** Equal for as long as the facts are: a digest of the text and of how it is read. */
  readonly key: string;
  readonly facts: readonly Facts[];
  /** False for a file that no rule has anything to say of. */
  readonly isChecked: boolean;
  /** Undefined where only its facts were asked for. */
  readonly said?: CachedFindings | undefined;
}

export interface CachedFindings {
  /** Equal for as long as the rest is, where every answer is the same: of settings, names and kustomizations. */
  readonly key: string;
  /** What was asked of the index. */
  readonly asked: readonly string[];
  /** A digest of the answers. */
  readonly answers: string;
  readonly checked: Omit<Checked, 'bugs'>;
}

/** A cache and the folder whose files it knows, as a URI. */
interface Place {
  readonly path: string;
  readonly folder: string;
}

interface Body {
  readonly folder: string;
  readonly files: readonly Kept[];
}

/** How every cache begins. */
const mark = 'endpoints cache ';

/**
 * The records of the file; none where there is no such file, or it is of another version, or broken. Undefined for a text that no
 * version of this program has written, such as a manifest: nobody wants to lose it.
 */
export function readCache({ path, folder }: Place, version: string): readonly Kept[] | undefined {
  try {
    if (!isFile(path)) return [];
    const text = readFileSync(path, 'utf8');
    if (!text.startsWith(mark)) return text.trim() === '' ? [] : undefined;
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    if (text.slice(0, end) !== headOf(body, version)) return [];
    const { folder: before, files } = JSON.parse(body) as Body;
    return before === folder ? files : files.flatMap((file) => inFolder(file, before, folder));
  } catch {
    // Whatever is wrong with it, a run without a cache says the same.
    return [];
  }
}

/** None where something is outside of the folder, and may not have moved; nor where it cannot be told how the new place is to be spelled. */
function inFolder(file: Kept, from: string, to: string): readonly Kept[] {
  if (plainPath(from) === from && plainPath(to) !== to) return [];
  const text = moved(JSON.stringify(file), from, to);
  return moved(text, to, '').includes('file:') ? [] : [JSON.parse(text) as Kept];
}

/** Returns why the file cannot be written; undefined where it is. */
export function writeCache({ path, folder }: Place, version: string, records: readonly Kept[]): string | undefined {
  try {
    if (!isFile(path)) return 'it is no file';
    const body = JSON.stringify({ folder, files: records } satisfies Body);
    writeWhole(path, `${headOf(body, version)}\n${body}`);
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

/** False for what may have no end, such as a device or a pipe, and must not be replaced. A directory is refused by the system. */
function isFile(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return !stat || stat.isFile() || stat.isDirectory();
}

/** With a digest of all that follows: what is read is what was written. */
function headOf(body: string, version: string): string {
  return `${mark}2, version ${version} ${buildOf(process.argv[1])}, ${nodeCrypto().hash('sha256', body)}`;
}

/** A digest of the program's first file, which names all others by what is in them: a version that is worked on has many builds. */
function buildOf(program: string | undefined): string {
  try {
    return program === undefined ? '' : nodeCrypto().hash('sha256', readFileSync(program)).slice(0, 12);
  } catch {
    // Without a file there is the version alone.
    return '';
  }
}
