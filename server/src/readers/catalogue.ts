/** The kinds of readers, in the order of the roll-out: what must know slices first is first. */

/** The steps of a roll-out, in order. */
export const rolloutSteps = ['access', 'kept', 'policies', 'slices', 'readers', 'deletion', 'controllers'] as const;

export type RolloutStep = (typeof rolloutSteps)[number];

interface KindFacts {
  /** A noun phrase for lists. */
  readonly title: string;
  /** When it has to change. */
  readonly step: RolloutStep;
}

const table = {
  'rbac-rule': { title: 'RBAC rule', step: 'access' },
  'rbac-wildcard': { title: 'RBAC rule for all core resources', step: 'access' },
  'rbac-code': { title: 'RBAC rule in code', step: 'access' },
  'patroni-endpoints': { title: 'Patroni', step: 'kept' },
  'glusterfs-volume': { title: 'GlusterFS volume', step: 'kept' },
  'dns-headless': { title: 'kube-dns', step: 'kept' },
  'apiserver-service': { title: 'Service that the API server calls', step: 'kept' },
  'policy-match': { title: 'admission policy', step: 'policies' },
  'argo-project': { title: 'project of Argo CD', step: 'policies' },
  'argo-filter': { title: 'resource filter of Argo CD', step: 'policies' },
  'velero-filter': { title: 'backup filter of Velero', step: 'policies' },
  'prom-sd-role': { title: 'service discovery of Prometheus', step: 'readers' },
  'prom-meta-label': { title: 'label of the service discovery', step: 'readers' },
  'prom-field-selector': { title: 'field selector of the service discovery', step: 'readers' },
  'prom-operator-default': { title: 'default role of the Prometheus Operator', step: 'readers' },
  'prom-operator-role': { title: 'role of the Prometheus Operator', step: 'readers' },
  'monitor-inherits': { title: 'monitor without a discovery role', step: 'readers' },
  'values-writes': { title: 'chart that writes Endpoints', step: 'controllers' },
  'operator-writes': { title: 'operator that writes Endpoints', step: 'controllers' },
  'vm-role': { title: 'role of the VictoriaMetrics operator', step: 'readers' },
  'vm-default': { title: 'default role of the VictoriaMetrics operator', step: 'readers' },
  'alloy-role': { title: 'service discovery of Alloy', step: 'readers' },
  'alloy-default': { title: 'default role of Alloy', step: 'readers' },
  'promql-metric': { title: 'metric of Endpoints', step: 'readers' },
  'ksm-resource': { title: 'resources of kube-state-metrics', step: 'readers' },
  'otel-resolver': { title: 'resolver of the OpenTelemetry collector', step: 'readers' },
  'datadog-checks': { title: 'endpoint checks of Datadog', step: 'readers' },
  'kubectl-read': { title: 'kubectl that reads', step: 'readers' },
  'kubectl-write': { title: 'kubectl that writes', step: 'readers' },
  'kubectl-wait': { title: 'kubectl that waits', step: 'readers' },
  'api-path': { title: 'request to the API', step: 'readers' },
  'test-assert': { title: 'assertion of a test', step: 'readers' },
  'ansible-info': { title: 'task of Ansible', step: 'readers' },
  'go-client': { title: 'Go client', step: 'readers' },
  'python-client': { title: 'Python client', step: 'readers' },
  'js-client': { title: 'JavaScript client', step: 'readers' },
  'java-client': { title: 'Java client', step: 'readers' },
  'terraform-data': { title: 'data source of Terraform', step: 'readers' },
  'program-object': { title: 'Endpoints in a program', step: 'readers' },
  'leader-lock': { title: 'leader election lock', step: 'controllers' },
  'argo-ignore': { title: 'ignored differences of Argo CD', step: 'readers' },
  'patch-target': { title: 'patch of Endpoints', step: 'readers' },
  'controller-flag': { title: 'controller without slices', step: 'readers' },
  'controller-version': { title: 'old controller', step: 'readers' },
  'mesh-endpoints': { title: 'mesh that reads Endpoints', step: 'controllers' },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type ReaderKind = keyof typeof table;

export const readerKinds: Readonly<Record<ReaderKind, KindFacts>> = table;
