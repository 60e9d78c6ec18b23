/** Finds everything in the texts of a repository that reads, names or writes Endpoints. */
import { estateOf, type Estate, type EstateOptions } from './estate.ts';
import { apiServiceReaders, headlessReaders, meshReaders } from './detect/cluster-services.ts';
import { chartWriters, operatorWriters } from './detect/chart-writes.ts';
import { datadogReaders, resolverReaders } from './detect/collectors.ts';
import { controllerFlags } from './detect/controller-flags.ts';
import { controllerVersions } from './detect/controller-versions.ts';
import { leaderLocks } from './detect/leader-lock.ts';
import { metricReaders } from './detect/promql.ts';
import { rbacReaders } from './detect/rbac.ts';
import { stateMetricsReaders } from './detect/kube-state-metrics.ts';
import type { FoundReader, Reader } from './reader.ts';
import { readerWords, searchedText, type NamedText, type SearchedText } from './searched-text.ts';

export type FindReadersIn = (text: SearchedText, estate: Estate) => readonly FoundReader[];

const detectors: readonly FindReadersIn[] = [
  rbacReaders,
  metricReaders,
  stateMetricsReaders,
  resolverReaders,
  datadogReaders,
  chartWriters,
  operatorWriters,
  controllerFlags,
  controllerVersions,
  leaderLocks,
  meshReaders,
  headlessReaders,
  apiServiceReaders,
];

/** Returns the readers in the order of the texts and of their places. */
export function findReaders(texts: readonly NamedText[], options: EstateOptions): readonly Reader[] {
  const searched = texts.filter(({ text }) => readerWords.test(text)).map(searchedText);
  const estate = estateOf(searched, options);
  return searched.flatMap((text) =>
    detectors
      .flatMap((detect) => detect(text, estate))
      .map((found) => ({ ...found, uri: text.uri }))
      .sort((a, b) => a.span.start - b.span.start),
  );
}
