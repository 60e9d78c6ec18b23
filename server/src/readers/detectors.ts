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
import { zalandoClusterReaders } from './detect/zalando-clusters.ts';
import { zalandoReaders } from './detect/zalando-operator.ts';
import type { FoundReader } from './reader.ts';
import type { SearchedText, TextLanguage } from './searched-text.ts';
import type { CodeLanguage } from '../tree/document.ts';

/** A search for readers of one kind, or of a few. */
export interface ReaderDetector {
  readonly find: (text: SearchedText, estate: Estate) => readonly FoundReader[];
  /** Where they are found. */
  readonly languages: readonly TextLanguage[];
  /** Each text with such a reader matches. Only then are its trees read, which takes a hundred times as long. */
  readonly words: RegExp;
}

const trees: readonly TextLanguage[] = ['yaml', 'json', 'hcl'];
const lines: readonly TextLanguage[] = [...trees, 'shell', 'make', 'docker', 'groovy', 'jsonnet', 'other'];
const programs: readonly CodeLanguage[] = ['go', 'python', 'typescript', 'javascript', 'java', 'csharp'];
const all: readonly TextLanguage[] = [...lines, ...programs, 'notes', 'alloy'];

/** Readers at the same place are in the order of this list. */
const detectors: readonly ReaderDetector[] = [
  { find: rbacReaders, languages: trees, words: /\bverbs\b/ },
  {
    find: prometheusReaders,
    languages: trees,
    words: /kubernetes_sd_configs|kubernetesSDConfigs|__meta_kubernetes_endpoint/,
  },
  {
    find: monitorReaders,
    languages: trees,
    words: /(?:\b|additional)ServiceMonitors?\b|\bVMServiceScrape\b|kind["']?: *["']?Prometheus|prometheusSpec/,
  },
  ...programs.map((language) => ({ find: codeReaders, languages: [language], words: codeReaderWords[language] })),
  { find: jsonnetMetrics, languages: ['jsonnet'], words: /kube_endpoint_/ },
  { find: terraformReaders, languages: ['hcl'], words: /kubernetes_endpoints|\bEndpoints\b/ },
  {
    find: policyReaders,
    languages: trees,
    words: /kyverno\.io\/|gatekeeper\.sh\/|admissionregistration\.k8s\.io\//,
  },
  {
    find: argoReaders,
    languages: trees,
    words: /ignoreDifferences|namespaceResourceWhitelist|resource\.?(?:exclusions|inclusions|customizations)/i,
  },
  { find: veleroReaders, languages: lines, words: /clude(?:d(?:NamespaceScoped)?R|-(?:namespace-scoped-)?r)esources/ },
  { find: assertionReaders, languages: ['yaml', 'json'], words: /\bEndpoints\b/ },
  { find: ansibleReaders, languages: ['yaml', 'json', 'other'], words: /\b(?:endpoints|ep)\b/i },
  { find: glusterfsReaders, languages: trees, words: /\bglusterfs\b/ },
  { find: patchReaders, languages: ['yaml', 'json'], words: /\bEndpoints\b/ },
  { find: metricReaders, languages: lines, words: /kube_endpoint_/ },
  { find: stateMetricsReaders, languages: lines, words: /endpoints/ },
  { find: resolverReaders, languages: trees, words: /loadbalancing/ },
  { find: datadogReaders, languages: trees, words: /ad\.datadoghq\.com\/endpoints\./ },
  { find: chartWriters, languages: trees, words: /endpoints/ },
  { find: operatorWriters, languages: lines, words: /kubelet-endpoints|kubelet-service|kubeletEndpointsEnabled/ },
  { find: controllerFlags, languages: lines, words: /endpoint-?_?slice/i },
  {
    find: controllerVersions,
    languages: trees,
    words:
      /traefik|ingress-nginx|nginx-ingress|kubernetes-ingress-controller|external-dns|contour|metallb|coredns|kube-proxy/i,
  },
  { find: leaderLocks, languages: lines, words: /endpoints(?:leases)?\b/ },
  { find: meshReaders, languages: lines, words: /connectInject|inject-connect/ },
  { find: headlessReaders, languages: trees, words: /kube-?dns/ },
  { find: apiServiceReaders, languages: trees, words: /APIService|clientConfig/ },
  {
    find: commandReaders,
    languages: all.filter((language) => language !== 'other' && language !== 'alloy'),
    words: /\bendpoints?\b|\bep\b/i,
  },
  {
    find: alloyReaders,
    languages: [...trees, 'alloy'],
    words: /role\s*=\s*\\?"endpoints\\?"|__meta_kubernetes_endpoint|prometheus\.operator\.servicemonitors/,
  },
  {
    find: patroniReaders,
    languages: all,
    words: /PATRONI_KUBERNETES_USE_ENDPOINTS|\buse_endpoints\b|\bEndpoints\b/,
  },
  {
    find: zalandoReaders,
    languages: ['yaml', 'json'],
    words:
      /kubernetes_use_configmaps|\b(?:cluster_labels|watched_namespace|OperatorConfiguration|configGeneral|CONFIG_MAP_NAME|postgres-operator)\b/,
  },
  { find: zalandoClusterReaders, languages: trees, words: /\bkind["']?:\s*["']?postgresql\b/ },
];

const byLanguage = new Map(
  all.map((language) => [language, detectors.filter(({ languages }) => languages.includes(language))]),
);

/** The searches for which a text has the words; none for prose. */
export function detectorsFor({ language, text }: Pick<SearchedText, 'language' | 'text'>): readonly ReaderDetector[] {
  if (!mayHoldReader(language, text)) return [];
  return (byLanguage.get(language) ?? []).filter(({ words }) => words.test(text));
}

/** The words of all searches in a language as one pattern, or as two where some ignore the case. */
const unions = new Map(
  [...byLanguage].map(([language, own]) => {
    const patterns = ['', 'i'].flatMap((flags) => {
      const sources = own.flatMap(({ words }) => (words.flags === flags ? [words.source] : []));
      return sources.length > 0 ? [new RegExp([...new Set(sources)].join('|'), flags)] : [];
    });
    return [language, patterns] as const;
  }),
);

/** False for a text of another matter, by a quick test. */
export function mayHoldReader(language: TextLanguage, text: string): boolean {
  return unions.get(language)?.some((pattern) => pattern.test(text)) ?? false;
}
