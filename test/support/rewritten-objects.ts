/** Objects that read Endpoints, as they are before and after the change that a tool may write. */
import type { ReaderKind } from '../../server/src/readers/catalogue.ts';

export interface RewrittenObject {
  /** The kinds of the readers, without repetition. */
  readonly kinds: readonly ReaderKind[];
  readonly before: object;
  readonly after: object;
  /** The name of the file without its ending; undefined for any. */
  readonly file?: string;
  /** False for a configuration, which is no object of the API. */
  readonly isObject?: false;
}

const role = (rules: readonly object[]): object => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'reader', labels: { app: 'reader' } },
  rules,
});

const core = (resources: readonly string[], verbs: readonly string[]): object => ({
  apiGroups: [''],
  resources,
  verbs,
});
const sliced = (verbs: readonly string[]): object => ({
  apiGroups: ['discovery.k8s.io'],
  resources: ['endpointslices'],
  verbs,
});
const apps: object = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] };

const serviceMonitor = (spec: object): object => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: { name: 'db', namespace: 'shop' },
  spec,
});

const monitored = (label: string): object => ({
  selector: { matchLabels: { app: 'db' } },
  endpoints: [{ port: 'http', relabelings: [{ sourceLabels: [`__meta_kubernetes_${label}`], targetLabel: 'port' }] }],
});

const scrape = (spec: object): object => ({
  apiVersion: 'operator.victoriametrics.com/v1beta1',
  kind: 'VMServiceScrape',
  metadata: { name: 'db', namespace: 'shop' },
  spec: { selector: { matchLabels: { app: 'db' } }, endpoints: [{ port: 'http' }], ...spec },
});

const job = (roleName: string, labels: readonly string[]): object => ({
  job_name: 'db',
  kubernetes_sd_configs: [{ role: roleName, namespaces: { names: ['shop'] } }],
  relabel_configs: [
    { source_labels: labels, regex: 'db;true', action: 'keep' },
    { source_labels: ['__meta_kubernetes_pod_name'], target_label: 'pod' },
  ],
});

const prometheus = (own: object): object => ({
  global: { scrape_interval: '30s' },
  scrape_configs: [{ job_name: 'pods', kubernetes_sd_configs: [{ role: 'pod' }] }, own],
});

const scrapeConfig = (roleName: string, label: string): object => ({
  apiVersion: 'monitoring.coreos.com/v1alpha1',
  kind: 'ScrapeConfig',
  metadata: { name: 'db', namespace: 'shop' },
  spec: {
    kubernetesSDConfigs: [{ role: roleName }],
    relabelings: [{ sourceLabels: [`__meta_kubernetes_${label}`], targetLabel: 'port' }],
  },
});

const workload = (args: readonly string[]): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'kube-state-metrics', namespace: 'monitoring' },
  spec: { template: { spec: { containers: [{ name: 'kube-state-metrics', args }] } } },
});

const release = (collectors: readonly string[]): object => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'state', namespace: 'monitoring' },
  spec: { chart: { spec: { chart: 'kube-state-metrics' } }, values: { collectors, replicas: 1 } },
});

const celPolicy = (rules: readonly object[]): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'owners' },
  spec: {
    matchConstraints: { resourceRules: rules },
    validations: [{ expression: "has(object.metadata.labels) && 'owner' in object.metadata.labels" }],
  },
});

const matched = (group: string, resource: string): object => ({
  apiGroups: [group],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE'],
  resources: [resource],
});

const kyverno = (kinds: readonly string[]): object => ({
  apiVersion: 'kyverno.io/v1',
  kind: 'ClusterPolicy',
  metadata: { name: 'guard' },
  spec: {
    rules: [
      {
        name: 'platform-only',
        match: { any: [{ resources: { kinds } }] },
        exclude: { any: [{ clusterRoles: ['cluster-admin'] }] },
        validate: { message: 'Only the platform team writes these.', deny: {} },
      },
    ],
  },
});

const project = (kinds: readonly object[]): object => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name: 'shop', namespace: 'argocd' },
  spec: { destinations: [{ namespace: 'shop', server: 'https://a.example' }], namespaceResourceWhitelist: kinds },
});

const schedule = (includedResources: readonly string[]): object => ({
  apiVersion: 'velero.io/v1',
  kind: 'Schedule',
  metadata: { name: 'nightly', namespace: 'velero' },
  spec: { schedule: '0 3 * * *', template: { includedNamespaces: ['shop'], includedResources, ttl: '24h' } },
});

const core1 = { group: '', kind: 'Endpoints' };
const service1 = { group: '', kind: 'Service' };
const slice1 = { group: 'discovery.k8s.io', kind: 'EndpointSlice' };

export const rewrittenObjects: readonly RewrittenObject[] = [
  {
    kinds: ['rbac-rule'],
    before: role([core(['services', 'endpoints'], ['get', 'list', 'watch']), apps]),
    after: role([core(['services', 'endpoints'], ['get', 'list', 'watch']), sliced(['get', 'list', 'watch']), apps]),
  },
  {
    kinds: ['rbac-rule'],
    before: role([core(['endpoints'], ['get'])]),
    after: role([core(['endpoints'], ['get']), sliced(['get', 'list'])]),
  },
  {
    kinds: ['rbac-rule'],
    before: role([core(['endpoints'], ['get']), apps, core(['endpoints', 'pods'], ['watch'])]),
    after: role([
      core(['endpoints'], ['get']),
      apps,
      core(['endpoints', 'pods'], ['watch']),
      sliced(['get', 'list', 'watch']),
    ]),
  },
  {
    kinds: ['monitor-inherits', 'prom-meta-label'],
    before: serviceMonitor(monitored('endpoint_port_name')),
    after: serviceMonitor({ serviceDiscoveryRole: 'EndpointSlice', ...monitored('endpointslice_port_name') }),
  },
  {
    kinds: ['prom-meta-label', 'prom-operator-role'],
    before: serviceMonitor({ ...monitored('endpoints_name'), serviceDiscoveryRole: 'Endpoints' }),
    after: serviceMonitor({ ...monitored('service_name'), serviceDiscoveryRole: 'EndpointSlice' }),
  },
  { kinds: ['vm-default'], before: scrape({}), after: scrape({ discoveryRole: 'endpointslice' }) },
  {
    kinds: ['vm-role'],
    before: scrape({ discoveryRole: 'endpoints' }),
    after: scrape({ discoveryRole: 'endpointslice' }),
  },
  {
    kinds: ['prom-sd-role', 'prom-meta-label'],
    before: prometheus(job('endpoints', ['__meta_kubernetes_endpoints_name', '__meta_kubernetes_endpoint_ready'])),
    after: prometheus(job('endpointslice', ['__meta_kubernetes_service_name', '__meta_kubernetes_endpointslice_endpoint_conditions_ready'])), // prettier-ignore
    file: 'prometheus',
    isObject: false,
  },
  {
    kinds: ['prom-sd-role', 'prom-meta-label'],
    before: scrapeConfig('Endpoints', 'endpoint_port_name'),
    after: scrapeConfig('EndpointSlice', 'endpointslice_port_name'),
  },
  {
    kinds: ['ksm-resource'],
    before: workload(['--resources=pods,endpoints,services', '--port=8080']),
    after: workload(['--resources=pods,endpoints,endpointslices,services', '--port=8080']),
  },
  {
    kinds: ['ksm-resource'],
    before: workload(['--metric-labels-allowlist=pods=[app],endpoints=[team,app]']),
    after: workload(['--metric-labels-allowlist=pods=[app],endpoints=[team,app],endpointslices=[team,app]']),
  },
  {
    kinds: ['ksm-resource'],
    before: release(['endpoints', 'pods', 'services']),
    after: release(['endpoints', 'endpointslices', 'pods', 'services']),
  },
  {
    kinds: ['policy-match'],
    before: celPolicy([matched('apps', 'deployments'), matched('', 'endpoints')]),
    after: celPolicy([matched('apps', 'deployments'), matched('', 'endpoints'), matched('discovery.k8s.io', 'endpointslices')]), // prettier-ignore
  },
  {
    kinds: ['policy-match'],
    before: kyverno(['Service', 'v1/Endpoints', 'Ingress']),
    after: kyverno(['Service', 'v1/Endpoints', 'discovery.k8s.io/v1/EndpointSlice', 'Ingress']),
  },
  {
    kinds: ['argo-project'],
    before: project([service1, core1, { group: 'apps', kind: 'Deployment' }]),
    after: project([service1, core1, slice1, { group: 'apps', kind: 'Deployment' }]),
  },
  {
    kinds: ['velero-filter'],
    before: schedule(['services', 'endpoints']),
    after: schedule(['services', 'endpoints', 'endpointslices.discovery.k8s.io']),
  },
];
