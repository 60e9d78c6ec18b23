/** Finds everything in the texts of a repository that reads, names or writes Endpoints. */
import { estateOf, type Estate, type EstateOptions } from './estate.ts';
import { monitorReaders } from './detect/monitors.ts';
import { prometheusReaders } from './detect/prometheus.ts';
import { codeReaders } from './detect/code/code-readers.ts';
import { jsonnetMetrics } from './detect/code/jsonnet-metrics.ts';
import { commandReaders } from './detect/commands.ts';
import { alloyReaders } from './detect/alloy.ts';
import { rbacReaders } from './detect/rbac.ts';
import { terraformReaders } from './detect/terraform.ts';
import { policyReaders } from './detect/admission-policies.ts';
import { ansibleReaders } from './detect/ansible.ts';
import { argoReaders } from './detect/argo.ts';
import { glusterfsReaders } from './detect/glusterfs.ts';
import { patchReaders } from './detect/patch-targets.ts';
import { assertionReaders } from './detect/test-assertions.ts';
import { veleroReaders } from './detect/velero.ts';
import { apiServiceReaders, headlessReaders, meshReaders } from './detect/cluster-services.ts';
import { chartWriters, operatorWriters } from './detect/chart-writes.ts';
import { datadogReaders, resolverReaders } from './detect/collectors.ts';
import { controllerFlags } from './detect/controller-flags.ts';
import { controllerVersions } from './detect/controller-versions.ts';
import { leaderLocks } from './detect/leader-lock.ts';
import { metricReaders } from './detect/promql.ts';
import { stateMetricsReaders } from './detect/kube-state-metrics.ts';
import { patroniReaders } from './detect/patroni.ts';
import { pulumiYamlObjects } from './detect/pulumi-yaml.ts';
import { zalandoClusterReaders } from './detect/zalando-clusters.ts';
import { zalandoReaders } from './detect/zalando-operator.ts';
import { overlaps } from '../text/span.ts';
import type { FoundReader, Reader } from './reader.ts';
import { withoutRendered } from './rendered-texts.ts';
import { searchedText, type NamedText, type SearchedText } from './searched-text.ts';
import { terraformModules } from './terraform-modules.ts';

export type FindReadersIn = (text: SearchedText, estate: Estate) => readonly FoundReader[];

const detectors: readonly FindReadersIn[] = [
  rbacReaders,
  prometheusReaders,
  monitorReaders,
  codeReaders,
  jsonnetMetrics,
  terraformReaders,
  policyReaders,
  argoReaders,
  veleroReaders,
  assertionReaders,
  ansibleReaders,
  glusterfsReaders,
  patchReaders,
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
  commandReaders,
  alloyReaders,
  patroniReaders,
  zalandoReaders,
  zalandoClusterReaders,
  pulumiYamlObjects,
];

export interface FoundReaders {
  /** In the order of the texts and of their places. */
  readonly readers: readonly Reader[];
  /** The URIs of texts with parts that name endpoints and cannot be read. */
  readonly unread: readonly string[];
}

export function findReaders(all: readonly NamedText[], options: EstateOptions): FoundReaders {
  const texts = withoutRendered(all);
  const modules = terraformModules(texts);
  const searched = texts.map((text) => searchedText(text, modules(text.uri)));
  const steps = findReadersInSteps(searched, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same for texts that may be read already. Each text is a step. */
export function* findReadersInSteps(
  searched: readonly SearchedText[],
  options: EstateOptions,
): Generator<void, FoundReaders, void> {
  const estate = estateOf(searched, options);
  const readers: Reader[] = [];
  for (const text of searched) {
    const found = detectors.flatMap((detect) => detect(text, estate)).sort((a, b) => a.span.start - b.span.start);
    for (const each of withoutRepeats(found.map((one) => ({ ...one, uri: text.uri })))) readers.push(each);
    yield;
  }
  return { readers, unread: searched.flatMap(({ uri, isUnread }) => (isUnread ? [uri] : [])) };
}

/** Two searches may find the same place: the one that names its objects counts. */
function withoutRepeats(readers: readonly Reader[]): readonly Reader[] {
  return readers.filter((each, i) =>
    [readers[i - 1], readers[i + 1]].every((other, at) => {
      if (!other || other.kind !== each.kind || !overlaps(other.span, each.span)) return true;
      const isLess = each.for.includes('*') && !other.for.includes('*');
      return !isLess && (at === 1 || other.for.includes('*') || !each.for.includes('*'));
    }),
  );
}
