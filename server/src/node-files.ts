/** Searches the local disk for manifests, in steps so short that requests are answered in between. */
import { isAscii } from 'node:buffer';
import { basename, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBytes } from './disk/read-bytes.ts';
import { isDirectory, isReached, walk, type WalkOptions } from './disk/walk.ts';
import { reason } from './disk/paths.ts';
import { encodedName } from './config/location.ts';
import { programRules } from './frontends/code/program-folders.ts';
import { isTerraformPath } from './frontends/terraform/module-file.ts';
import type { Batch, FoundText, FileSearch } from './lsp/host.ts';

/** The length of a step in ms, and the most texts in one. */
const stretch = 8;
const mostTexts = 64;

export async function* searchFolder(folder: string, search: FileSearch): AsyncGenerator<Batch> {
  let batch = newBatch();
  let since = performance.now();
  const top = pathIn(folder);
  if (top === undefined) return yield { ...batch, problems: [`${folder} is not a folder on this computer.`] };
  // A file has one URI, whether it is found or opened: below the folder's URI, and encoded as in most editors.
  const nameOf = (path: string): string => `${folder}/${relative(top, path).split(sep).map(encodedName).join('/')}`;
  for (const { path, problem } of walk(top, walkOptions(search))) {
    if (problem === undefined) {
      batch.count++;
      readInto(batch, { path, uri: nameOf(path) }, search);
    } else batch.problems.push(`${path} cannot be read (${problem}).`);
    if (batch.texts.length < mostTexts && performance.now() - since < stretch) continue;
    yield batch;
    await new Promise(setImmediate);
    batch = newBatch();
    since = performance.now();
  }
  yield batch;
}

/** The file, if a search through the folder would find it; `folder` for a folder that the search would enter. */
export function findFile(folder: string, uri: string, search: FileSearch): FoundText | 'folder' | undefined {
  const [path, top] = [uri, folder].map(pathIn);
  if (path === undefined || top === undefined || !isReached(path, top, walkOptions(search))) return undefined;
  if (isDirectory(path)) return 'folder';
  const batch = newBatch();
  readInto(batch, { path, uri }, search);
  return batch.texts[0];
}

/** Undefined for the URI of another computer, or one that is no path on this system. */
function pathIn(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

interface GrowingBatch extends Batch {
  readonly texts: FoundText[];
  count: number;
  readonly problems: string[];
}

function newBatch(): GrowingBatch {
  return { texts: [], count: 0, problems: [] };
}

function walkOptions({ exclude, isOther, isFlat }: FileSearch): WalkOptions {
  const isManifestName = (name: string): boolean =>
    /\.(?:ya?ml|json)$|^Kustomization$/i.test(name) || isTerraformPath(name);
  const entered = isFlat ? { isEntered: () => false } : {};
  if (!isOther) return { exclude, programs: programRules, isWanted: isManifestName, ...entered };
  return { exclude, isWanted: (name) => isManifestName(name) || isOther(name), ...entered };
}

function readInto(
  batch: GrowingBatch,
  { path, uri }: { readonly path: string; readonly uri: string },
  { largest, isWanted }: FileSearch,
): void {
  try {
    const bytes = readBytes(path, largest);
    if (bytes === undefined) {
      batch.problems.push(`${path} is larger than ${Math.floor(largest / 1024)} KiB and is ignored.`);
      return;
    }
    const units = bytes.toString('latin1');
    if (!isWanted(basename(path), units)) return;
    const text = isAscii(bytes) ? units : bytes.toString('utf8');
    batch.texts.push({ uri, text: text.replace(/^\uFEFF/, '') });
  } catch (error) {
    batch.problems.push(`${path} cannot be read (${reason(error)}).`);
  }
}
