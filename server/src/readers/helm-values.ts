/** Recognizes the values of Helm charts: in files of their own, and in the objects of Flux and Argo CD. */
import type { SearchedText } from './searched-text.ts';

/** True for a file that holds values of a chart, by its name. */
export function inValuesFile({ name, trees }: SearchedText): boolean {
  const isNamed = /^values[\w.-]*\.ya?ml$|[\w.-]*values\.ya?ml$/i.test(name);
  return (
    isNamed &&
    trees.every(({ root }) => root.kind !== 'mapping' || !root.entries.some((entry) => entry.name === 'kind'))
  );
}
