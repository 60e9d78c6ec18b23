/**
 * Splits the sources into batches. Files whose slices may become one Endpoints share a batch; small batches limit
 * memory.
 */
import { plainPath } from '../analysis/workspace/placement.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import type { ConversionRoots } from './kustomize/roots.ts';

interface Batch<S> {
  readonly sources: S[];
  readonly keys: string[];
}

/** Returns the batches, each in the order of the sources. */
export function batchesOf<S extends { readonly uri: string }>(
  sources: readonly S[],
  workspace: Pick<Workspace, 'entriesIn'>,
): readonly (readonly S[])[] {
  return joinedBy(sources, ({ uri }) => keysOf(uri, workspace));
}

/** Files of one root share a batch: they may share patches. */
export function rootBatches<S extends { readonly uri: string }>(
  sources: readonly S[],
  roots: ConversionRoots | undefined,
): readonly (readonly S[])[] {
  if (!roots || roots.list.length === 0) return sources.map((source) => [source]);
  const folders = new Map<string, string[]>();
  for (const { folder, reach } of roots.list)
    for (const path of reach) {
      const known = folders.get(path);
      if (known) known.push(folder);
      else folders.set(path, [folder]);
    }
  return joinedBy(sources, ({ uri }) => [`file ${uri}`, ...(folders.get(plainPath(uri)) ?? [])]);
}

function joinedBy<S>(sources: readonly S[], keysOf: (source: S) => readonly string[]): readonly (readonly S[])[] {
  const byKey = new Map<string, Batch<S>>();
  for (const source of sources) {
    const keys = keysOf(source);
    const touched = new Set(keys.flatMap((key) => byKey.get(key) ?? []));
    const [largest, ...others] = [...touched].sort((a, b) => b.sources.length - a.sources.length);
    const batch = largest ?? { sources: [], keys: [] };
    for (const other of others) {
      for (const each of other.sources) batch.sources.push(each);
      for (const key of other.keys) take(key, batch, byKey);
    }
    batch.sources.push(source);
    for (const key of keys) if (byKey.get(key) !== batch) take(key, batch, byKey);
  }
  const order = new Map(sources.map((source, i) => [source, i]));
  const at = (source: S): number => order.get(source) ?? 0;
  return [...new Set(byKey.values())].map((batch) => batch.sources.sort((a, b) => at(a) - at(b)));
}

function take<S>(key: string, batch: Batch<S>, byKey: Map<string, Batch<S>>): void {
  batch.keys.push(key);
  byKey.set(key, batch);
}

/** Equal for files with slices of the same Service. A slice whose Service is unknown may belong to any of them. */
function keysOf(uri: string, workspace: Pick<Workspace, 'entriesIn'>): readonly string[] {
  const slices = workspace.entriesIn(uri).flatMap(({ facts }) => (facts.slice ? [facts] : []));
  const services = slices.map(({ namespace, slice }) =>
    slice?.service ? JSON.stringify([namespace?.text ?? '', slice.service]) : 'unknown',
  );
  return [...new Set([`file ${uri}`, ...services])];
}
