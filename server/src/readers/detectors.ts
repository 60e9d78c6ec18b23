/** Lists all searches for readers, each with the words without which a text has none of its readers. */
import type { Estate } from './estate.ts';
import { policyReaders } from './detect/admission-policies.ts';
import { alloyReaders } from './detect/alloy.ts';
import { ansibleReaders } from './detect/ansible.ts';
import { argoReaders } from './detect/argo.ts';
import { chartWriters, operatorWriters } from './detect/chart-writes.ts';
import { apiServiceReaders, headlessReaders, meshReaders } from './detect/cluster-services.ts';
import { codeReaders, codeReaderWords } from './detect/code/code-readers.ts';
import { jsonnetMetrics } from './detect/code/jsonnet-metrics.ts';
import { datadogReaders, resolverReaders } from './detect/collectors.ts';
import { commandReaders } from './detect/commands.ts';
import { controllerFlags } from './detect/controller-flags.ts';
import { controllerVersions } from './detect/controller-versions.ts';
import { glusterfsReaders } from './detect/glusterfs.ts';
import { stateMetricsReaders } from './detect/kube-state-metrics.ts';
import { leaderLocks } from './detect/leader-lock.ts';
import { monitorReaders } from './detect/monitors.ts';
import { patchReaders } from './detect/patch-targets.ts';
import { patroniReaders } from './detect/patroni.ts';
import { prometheusReaders } from './detect/prometheus.ts';
import { metricReaders } from './detect/promql.ts';
import { rbacReaders } from './detect/rbac.ts';
import { terraformReaders } from './detect/terraform.ts';
import { assertionReaders } from './detect/test-assertions.ts';
import { veleroReaders } from './detect/velero.ts';
import { pulumiYamlObjects } from './detect/pulumi-yaml.ts';
import { zalandoClusterReaders } from './detect/zalando-clusters.ts';
import { zalandoReaders } from './detect/zalando-operator.ts';
import type { FoundReader } from './reader.ts';
import { textLanguage, type NamedText, type SearchedText, type TextLanguage } from './searched-text.ts';
import { fileNameOf, plainPath } from '../analysis/workspace/placement.ts';

/** A search for readers of one kind, or of a few. */
export interface ReaderDetector {
  readonly find: (text: SearchedText, estate: Estate) => readonly FoundReader[];
  /** Where they are found. */
  readonly languages: readonly TextLanguage[];
  /**
   * Each text with such a reader matches. Only then are its trees read, which takes a hundred times as long. Without flags:
   * a search that ignores the case, or begins with a sign, is slower.
   */
  readonly words: RegExp;
  /** True where each such text also has one of the names of the kinds: most others are dismissed by one quick test. */
  readonly isNamed?: true;
}

const trees: readonly TextLanguage[] = ['yaml', 'json', 'hcl'];
const lines: readonly TextLanguage[] = [...trees, 'shell', 'make', 'docker', 'groovy', 'jsonnet', 'robot', 'other'];
const programs: readonly TextLanguage[] = ['go', 'python', 'typescript', 'javascript', 'java', 'csharp'];
const all: readonly TextLanguage[] = [...lines, ...programs, 'notes', 'alloy'];

/** Readers at the same place are in the order of this list. */
export const readerDetectors: readonly ReaderDetector[] = [
  { find: rbacReaders, languages: trees, words: /verbs/ },
  {
    find: prometheusReaders,
    isNamed: true,
    languages: trees,
    words: /kubernetes_sd_configs|kubernetesSDConfigs|__meta_kubernetes_endpoint/,
  },
  {
    find: monitorReaders,
    languages: trees,
    words: /ServiceMonitor|VMServiceScrape|kind["']?: *["']?Prometheus|prometheusSpec/,
  },
  // A marker of Go may allow everything, and Python has short names.
  { find: codeReaders, languages: ['go'], words: codeReaderWords.go },
  { find: codeReaders, languages: ['python'], words: codeReaderWords.python },
  ...(['typescript', 'javascript', 'java', 'csharp'] as const).map((language): ReaderDetector => ({
    find: codeReaders,
    isNamed: true,
    languages: [language],
    words: codeReaderWords[language],
  })),
  { find: jsonnetMetrics, isNamed: true, languages: ['jsonnet'], words: /kube_endpoint_/ },
  { find: terraformReaders, isNamed: true, languages: ['hcl'], words: /kubernetes_endpoints|\bEndpoints\b/ },
  {
    find: policyReaders,
    isNamed: true,
    languages: trees,
    words: /kyverno\.io\/|gatekeeper\.sh\/|admissionregistration\.k8s\.io\//,
  },
  {
    find: argoReaders,
    isNamed: true,
    languages: trees,
    words:
      /[iI]gnoreDifferences|namespaceResourceWhitelist|resource\.?(?:[eE]xclusions|[iI]nclusions|[cC]ustomizations)/,
  },
  { find: veleroReaders, languages: lines, words: /clude(?:d(?:NamespaceScoped)?R|-(?:namespace-scoped-)?r)esources/ },
  { find: assertionReaders, isNamed: true, languages: ['yaml', 'json'], words: /\bEndpoints\b/ },
  { find: ansibleReaders, languages: ['yaml', 'json', 'other'], words: /k8s(?:_\w+)?\b(?![-./])/ },
  { find: glusterfsReaders, isNamed: true, languages: trees, words: /\bglusterfs\b/ },
  { find: patchReaders, isNamed: true, languages: ['yaml', 'json'], words: /\bEndpoints\b/ },
  { find: metricReaders, isNamed: true, languages: lines, words: /kube_endpoint_/ },
  {
    find: stateMetricsReaders,
    isNamed: true,
    languages: lines,
    words: /-resources\b|\bcollectors\b|llow-?[lL]ist/,
  },
  { find: resolverReaders, languages: trees, words: /loadbalancing/ },
  { find: datadogReaders, isNamed: true, languages: trees, words: /ad\.datadoghq\.com\/endpoints\./ },
  {
    find: chartWriters,
    isNamed: true,
    languages: trees,
    words: /kubeEtcd|kubeControllerManager|kubeScheduler|kubeProxy|node-exporter/,
  },
  { find: operatorWriters, languages: lines, words: /kubelet-endpoints|kubelet-service|kubeletEndpointsEnabled/ },
  { find: controllerFlags, isNamed: true, languages: lines, words: /[eE]ndpoint[-_]?[sS]lice|ENDPOINT_?SLICE/ },
  {
    find: controllerVersions,
    languages: trees,
    words: /traefik|ingress-(?:nginx|controller)|nginx-ingress|external-dns|contour|metallb|coredns|kube-proxy/,
  },
  {
    find: leaderLocks,
    isNamed: true,
    languages: lines,
    words: /[rR]esource[-_]?[lL]ock|RESOURCE_LOCK|[lL]eader|LEADER/,
  },
  { find: meshReaders, languages: lines, words: /connectInject|inject-connect/ },
  { find: headlessReaders, languages: trees, words: /kube-?dns/ },
  { find: apiServiceReaders, languages: trees, words: /APIService|clientConfig/ },
  {
    find: commandReaders,
    languages: all.filter((language) => language !== 'other' && language !== 'alloy'),
    words: /[kK]ube_?[cC]tl|KUBE_?(?:CTL|CMD)|oc\b|OC\b|api\/v1\//,
  },
  {
    find: alloyReaders,
    languages: [...trees, 'alloy'],
    words: /role\s*=\s*\\?"endpoints\\?"|meta_kubernetes_endpoint|prometheus\.operator\.servicemonitors/,
  },
  {
    find: patroniReaders,
    isNamed: true,
    languages: all,
    words: /PATRONI_KUBERNETES_USE_ENDPOINTS|\buse_endpoints\b|\bEndpoints\b/,
  },
  {
    find: zalandoReaders,
    languages: ['yaml', 'json'],
    words:
      /use_configmaps|cluster_labels|watched_namespace|OperatorConfiguration|configGeneral|CONFIG_MAP_NAME|postgres-operator/,
  },
  { find: pulumiYamlObjects, isNamed: true, languages: trees, words: /core\/v1:Endpoints/ },
  { find: zalandoClusterReaders, languages: trees, words: /kind["']?:\s*["']?postgresql\b/ },
];

interface LanguageDetectors {
  readonly all: readonly ReaderDetector[];
  /** The words of the searches that are not for names, as one pattern, which is faster than one after the other. */
  readonly words: RegExp;
}

/** Endpoints, EndpointSlice, kube_endpoint_… and __meta_kubernetes_endpoint_…, as a text or a program writes them. */
const names = /endpoints|endpoint[-_]{0,2}slice|_endpoint_/i;

const byLanguage = new Map(all.map((language) => [language, detectorsOf(language)]));

function detectorsOf(language: TextLanguage): LanguageDetectors {
  const own = readerDetectors.filter(({ languages }) => languages.includes(language));
  const sources = own.flatMap(({ isNamed, words }) => (isNamed === true ? [] : [words.source]));
  return { all: own, words: sources.length > 0 ? new RegExp(sources.join('|')) : /(?!)/ };
}

/** The searches for which a text has the words; none for prose. */
export function detectorsFor({ uri, text }: NamedText): readonly ReaderDetector[] {
  const known = byLanguage.get(textLanguage(fileNameOf(plainPath(uri)), text));
  if (!known) return [];
  const [isNamed, hasWord] = [names.test(text), known.words.test(text)];
  if (!isNamed && !hasWord) return [];
  return known.all.filter((each) => (each.isNamed === true ? isNamed : hasWord) && each.words.test(text));
}
