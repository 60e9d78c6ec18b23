/** The kinds of readers, by the step of a roll-out in which they change. docs/readers.md describes them. */
const kindsByStep = {
  access: ['rbac-rule', 'rbac-wildcard', 'rbac-code'],
  kept: ['patroni-endpoints', 'glusterfs-volume', 'dns-headless', 'apiserver-service'],
  policies: ['policy-match', 'argo-project', 'argo-filter', 'velero-filter'],
  slices: [],
  readers: [
    'prom-sd-role',
    'prom-meta-label',
    'prom-field-selector',
    'prom-operator-default',
    'prom-operator-role',
    'monitor-inherits',
    'vm-role',
    'vm-default',
    'alloy-role',
    'alloy-default',
    'promql-metric',
    'ksm-resource',
    'otel-resolver',
    'datadog-checks',
    'kubectl-read',
    'kubectl-write',
    'kubectl-wait',
    'api-path',
    'test-assert',
    'ansible-info',
    'go-client',
    'python-client',
    'js-client',
    'java-client',
    'terraform-data',
    'program-object',
    'argo-ignore',
    'patch-target',
    'controller-flag',
    'controller-version',
  ],
  deletion: [],
  controllers: ['values-writes', 'operator-writes', 'leader-lock', 'mesh-endpoints'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The steps of a roll-out, in order. */
export type RolloutStep = keyof typeof kindsByStep;

export type ReaderKind = (typeof kindsByStep)[RolloutStep][number];

export const rolloutSteps = Object.keys(kindsByStep) as readonly RolloutStep[];

/** The step in which readers of each kind change. */
export const stepsOfKinds: ReadonlyMap<string, RolloutStep> = new Map(
  rolloutSteps.flatMap((step) => kindsByStep[step].map((kind) => [kind, step] as const)),
);
