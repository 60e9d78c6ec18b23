/** Settings file by file: one object for all files that have the same, since results are remembered by its identity. */
import { mergeLayers } from './config.ts';
import type { Layer, Settings } from './config.ts';
import { folderOf, pathBelow } from './location.ts';
import { matcherOf } from './patterns.ts';

export interface PerFile<T> {
  /** What holds where no override does. */
  readonly all: T;
  readonly layers: readonly Layer[];
  readonly of: (uri: string) => T;
}

/** `finish` makes of settings what the caller keeps of them. */
export function settingsPerFile<T>(layers: readonly Layer[], finish: (settings: Settings) => T): PerFile<T> {
  const all = finish(mergeLayers(layers.filter(({ files }) => files === undefined)));
  if (layers.every(({ files }) => files === undefined)) return { all, layers, of: () => all };
  const isOf = scopesOf(layers);
  const known = new Map<string, T>();
  const answers = new Map<string, T>();
  const find = (uri: string): T => {
    const chosen = layers.filter((_, i) => isOf[i]?.(uri) ?? true);
    const choice = chosen.map((layer) => layers.indexOf(layer)).join(' ');
    const made = chosen.some(({ files }) => files) ? (known.get(choice) ?? finish(mergeLayers(chosen))) : all;
    known.set(choice, made);
    return made;
  };
  return {
    all,
    layers,
    of(uri) {
      const answer = answers.get(uri) ?? find(uri);
      answers.set(uri, answer);
      return answer;
    },
  };
}

/** The layers that hold for a file, in their order. */
export function layersFor(layers: readonly Layer[], uri: string): readonly Layer[] {
  const isOf = scopesOf(layers);
  return layers.filter((_, i) => isOf[i]?.(uri) ?? true);
}

/** For each layer whether a file is among its own; undefined for one that holds for all. */
function scopesOf(layers: readonly Layer[]): readonly (((uri: string) => boolean) | undefined)[] {
  return layers.map(({ files, file }) => {
    if (files === undefined || file === undefined) return undefined;
    const matches = matcherOf(files);
    return (uri) => {
      const path = pathBelow(folderOf(file), uri);
      return path !== undefined && matches(path);
    };
  });
}
