/** Reads and writes the cache file: a header line, and the records as JSON. */
import { readFileSync, statSync } from 'node:fs';
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { FileResult } from '../check/file-result.ts';
import { nodeCrypto } from '../../disk/node-crypto.ts';
import { reason } from '../../disk/paths.ts';
import { writeWhole } from '../../disk/write-file.ts';
import type { FileSummary } from '../../project/project.ts';
import { moved } from './relocation.ts';

export interface FileRecord extends FileSummary {
  readonly uri: string;
  /** A digest of the text and of how it is read: the summary is valid while it is the same. */
  readonly key: string;
  /** Undefined for a file that was not checked. */
  readonly result?: ResultRecord | undefined;
}

export interface ResultRecord {
  /** A digest of the text, the settings and the kustomizations that the result depends on. */
  readonly key: string;
  /** The keys of the index, and of other texts, that the result depends on. */
  readonly asked: readonly string[];
  /** A digest of the answers. */
  readonly answers: string;
  readonly checked: Omit<FileResult, 'bugs'>;
}

/** A cache file and the URI of its folder. */
interface Place {
  readonly path: string;
  readonly folder: string;
}

interface Body {
  readonly folder: string;
  readonly files: readonly FileRecord[];
}

const mark = 'endpoints cache ';

/** None if missing, broken or old. Undefined for a text that no version has written: it must not be overwritten. */
export function readCache({ path, folder }: Place, version: string): readonly FileRecord[] | undefined {
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
    // A run without a cache reports the same.
    return [];
  }
}

/** Empty if the record names a file outside of the folder, or if the spelling of the new URI is unknown. */
function inFolder(file: FileRecord, from: string, to: string): readonly FileRecord[] {
  if (plainPath(from) === from && plainPath(to) !== to) return [];
  const text = moved(JSON.stringify(file), from, to);
  return moved(text, to, '').includes('file:') ? [] : [JSON.parse(text) as FileRecord];
}

/** Returns why the file cannot be written; undefined on success. */
export function writeCache(
  { path, folder }: Place,
  version: string,
  records: readonly FileRecord[],
): string | undefined {
  try {
    if (!isFile(path)) return 'it is not a regular file';
    const body = JSON.stringify({ folder, files: records } satisfies Body);
    writeWhole(path, `${headOf(body, version)}\n${body}`);
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

/** False for a device or a pipe: it may be endless, and must not be replaced. The system rejects a directory. */
function isFile(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return !stat || stat.isFile() || stat.isDirectory();
}

/** The first line, with a digest of the rest of the file. */
function headOf(body: string, version: string): string {
  return `${mark}2, version ${version} ${buildOf(process.argv[1])}, ${nodeCrypto().hash('sha256', body)}`;
}

/** A digest of the program's first file, which names all others by their content: a version in development has many builds. */
function buildOf(program: string | undefined): string {
  try {
    return program === undefined ? '' : nodeCrypto().hash('sha256', readFileSync(program)).slice(0, 12);
  } catch {
    // Without a file, the version alone counts.
    return '';
  }
}
