/** Determines the settings of each file. Files with the same settings share one object, because caches use its identity. */
import { mergeLayers, type Layer, type Settings } from './config.ts';
import { folderUri, pathBelow } from './location.ts';
import { matcherOf } from './patterns.ts';

export interface PerFile<T> {
  /** The settings of files without an override. */
  readonly all: T;
  readonly layers: readonly Layer[];
  readonly of: (uri: string) => T;
}

/** The settings of each file. `finish` converts them to the data that the caller needs. */
export function settingsPerFile<T>(layers: readonly Layer[], finish: (settings: Settings) => T): PerFile<T> {
  const all = finish(mergeLayers(layers.filter(({ files }) => files === undefined)));
  if (layers.every(({ files }) => files === undefined)) return { all, layers, of: () => all };
  const layersOf = layersPerFile(layers);
  const known = new Map<string, T>();
  const answers = new Map<string, T>();
  const find = (uri: string): T => {
    const chosen = layersOf(uri);
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

export function layersPerFile(layers: readonly Layer[]): (uri: string) => readonly Layer[] {
  const isOf = layers.map(({ files, file }) => {
    if (files === undefined || file === undefined) return () => true;
    const matches = matcherOf(files);
    return (uri: string) => {
      const path = pathBelow(folderUri(file), uri);
      return path !== undefined && matches(path);
    };
  });
  return (uri) => layers.filter((_, i) => isOf[i]?.(uri));
}
