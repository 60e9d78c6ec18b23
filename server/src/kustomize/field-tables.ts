/** The fields that kustomize's transformers write without any configuration, by kind. */
import type { FieldSpec, NameReferences } from './field-spec.ts';

type Kind = string | { readonly kind: string; readonly group?: string; readonly version?: string };

/** A spec from a path in kustomize's notation: `/` between names, `\/` within one. */
export function fieldSpec(path: string, kind: Kind = '', create = false): FieldSpec {
  const {
    kind: name,
    group = '',
    version = '',
  }: { kind: string; group?: string; version?: string } = typeof kind === 'string' ? { kind } : kind;
  return { group, version, kind: name, path: splitPath(path), create };
}

/** The names of a path with slashes; `\\/` is a slash in a name. */
export function splitPath(path: string): readonly string[] {
  const parts = path.split('/');
  const names: string[] = [];
  for (const part of parts) {
    const last = names.at(-1);
    if (last?.endsWith('\\')) names[names.length - 1] = `${last.slice(0, -1)}/${part}`;
    else names.push(part);
  }
  return names;
}

const apps = (kind: string) => ({ kind, group: 'apps' });
const batch = (kind: string) => ({ kind, group: 'batch' });
const networking = (kind: string) => ({ kind, group: 'networking.k8s.io' });
const roles = (kind: string) => ({ kind, group: 'rbac.authorization.k8s.io' });
const webhooks = (kind: string) => ({ kind, group: 'admissionregistration.k8s.io' });
const core = (kind: string) => ({ kind, version: 'v1' });
const apiService = { kind: 'APIService', group: 'apiregistration.k8s.io' };
const definition = { kind: 'CustomResourceDefinition', group: 'apiextensions.k8s.io' };

const inTemplate = 'spec/template/spec';
const inJobTemplate = 'spec/jobTemplate/spec/template/spec';

/** The templates of pods whose metadata labels and annotations follow. */
const templates: readonly (readonly [path: string, kind: Kind])[] = [
  ['spec/template/metadata', core('ReplicationController')],
  ['spec/template/metadata', 'Deployment'],
  ['spec/template/metadata', 'ReplicaSet'],
  ['spec/template/metadata', 'DaemonSet'],
  ['spec/template/metadata', apps('StatefulSet')],
  ['spec/template/metadata', batch('Job')],
  ['spec/jobTemplate/metadata', batch('CronJob')],
  ['spec/jobTemplate/spec/template/metadata', batch('CronJob')],
];

export const templateLabels = [
  fieldSpec('metadata/labels', '', true),
  ...templates.map(([path, kind]) => fieldSpec(`${path}/labels`, kind, true)),
];

export const commonAnnotations = [
  fieldSpec('metadata/annotations', '', true),
  ...templates.map(([path, kind]) => fieldSpec(`${path}/annotations`, kind, true)),
];

/** Where pods of a workload name other pods. */
const otherPods = ['podAffinity', 'podAntiAffinity']
  .flatMap((affinity) => [
    `affinity/${affinity}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels`,
    `affinity/${affinity}/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels`,
  ])
  .concat('topologySpreadConstraints/labelSelector/matchLabels');

export const commonLabels = [
  fieldSpec('spec/selector', core('Service'), true),
  fieldSpec('spec/selector', core('ReplicationController'), true),
  fieldSpec('spec/selector/matchLabels', 'Deployment', true),
  ...otherPods.map((path) => fieldSpec(`${inTemplate}/${path}`, apps('Deployment'))),
  fieldSpec('spec/selector/matchLabels', 'ReplicaSet', true),
  fieldSpec('spec/selector/matchLabels', 'DaemonSet', true),
  fieldSpec('spec/selector/matchLabels', apps('StatefulSet'), true),
  fieldSpec('spec/volumeClaimTemplates[]/metadata/labels', apps('StatefulSet'), true),
  ...otherPods.map((path) => fieldSpec(`${inTemplate}/${path}`, apps('StatefulSet'))),
  fieldSpec('spec/selector/matchLabels', batch('Job')),
  fieldSpec('spec/jobTemplate/spec/selector/matchLabels', batch('CronJob')),
  fieldSpec('spec/selector/matchLabels', { kind: 'PodDisruptionBudget', group: 'policy' }),
  fieldSpec('spec/podSelector/matchLabels', networking('NetworkPolicy')),
  fieldSpec('spec/ingress/from/podSelector/matchLabels', networking('NetworkPolicy')),
  fieldSpec('spec/egress/to/podSelector/matchLabels', networking('NetworkPolicy')),
  ...templateLabels,
];

/** `metadata.namespace` and the subjects of role bindings have rules of their own. */
export const namespaceFields = [
  fieldSpec('metadata/name', 'Namespace', true),
  fieldSpec('spec/service/namespace', apiService, true),
  fieldSpec('spec/conversion/webhook/clientConfig/service/namespace', definition),
];

export const replicaFields = ['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].map((kind) =>
  fieldSpec('spec/replicas', kind, true),
);

/** The pod specs that refer to ConfigMaps and Secrets. */
const podSpecs: readonly (readonly [path: string, kind: Kind])[] = [
  ['spec', core('Pod')],
  ['template/spec', 'PodTemplate'],
  ...['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job'].map((kind) => [inTemplate, kind] as const),
  [inJobTemplate, 'CronJob'],
];

/** The pod specs that refer to other kinds. */
const usualPodSpecs: readonly (readonly [path: string, kind: Kind])[] = [
  ['spec', 'Pod'],
  ...['StatefulSet', 'Deployment', 'ReplicationController'].map((kind) => [inTemplate, kind] as const),
  [inJobTemplate, 'CronJob'],
  ...['Job', 'DaemonSet'].map((kind) => [inTemplate, kind] as const),
];

function inPods(specs: readonly (readonly [path: string, kind: Kind])[], ...paths: readonly string[]): FieldSpec[] {
  return specs.flatMap(([spec, kind]) => paths.map((path) => fieldSpec(`${spec}/${path}`, kind)));
}

function references(to: Kind, ...fields: readonly FieldSpec[]): NameReferences {
  const { group, version, kind } = fieldSpec('', to);
  return { group, version, kind, fields };
}

const ingressAnnotation = (name: string) => fieldSpec(`metadata/annotations/${name}`, 'Ingress');

export const nameReference: readonly NameReferences[] = [
  ...['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].map((kind) =>
    references(kind, fieldSpec('spec/scaleTargetRef/name', 'HorizontalPodAutoscaler')),
  ),
  references(
    core('ConfigMap'),
    ...inPods(
      podSpecs,
      'volumes/configMap/name',
      'containers/env/valueFrom/configMapKeyRef/name',
      'initContainers/env/valueFrom/configMapKeyRef/name',
      'containers/envFrom/configMapRef/name',
      'initContainers/envFrom/configMapRef/name',
      'volumes/projected/sources/configMap/name',
    ),
    fieldSpec('spec/configSource/configMap', 'Node'),
    fieldSpec('rules/resourceNames', 'Role'),
    fieldSpec('rules/resourceNames', 'ClusterRole'),
    ingressAnnotation('nginx.ingress.kubernetes.io\\/fastcgi-params-configmap'),
  ),
  references(
    core('Secret'),
    ...inPods(
      podSpecs,
      'volumes/secret/secretName',
      'containers/env/valueFrom/secretKeyRef/name',
      'initContainers/env/valueFrom/secretKeyRef/name',
      'containers/envFrom/secretRef/name',
      'initContainers/envFrom/secretRef/name',
      'imagePullSecrets/name',
      'volumes/projected/sources/secret/name',
    ),
    fieldSpec('spec/tls/secretName', 'Ingress'),
    ingressAnnotation('ingress.kubernetes.io\\/auth-secret'),
    ingressAnnotation('nginx.ingress.kubernetes.io\\/auth-secret'),
    ingressAnnotation('nginx.ingress.kubernetes.io\\/auth-tls-secret'),
    fieldSpec('imagePullSecrets/name', 'ServiceAccount'),
    ...['secretName', 'adminSecretName', 'userSecretName', 'secretRef'].map((name) =>
      fieldSpec(`parameters/${name}`, 'StorageClass'),
    ),
    fieldSpec('rules/resourceNames', 'Role'),
    fieldSpec('rules/resourceNames', 'ClusterRole'),
    fieldSpec(`${inTemplate}/containers/env/valueFrom/secretKeyRef/name`, {
      kind: 'Service',
      group: 'serving.knative.dev',
      version: 'v1',
    }),
    fieldSpec('spec/azureFile/secretName', 'PersistentVolume'),
  ),
  references(
    core('Service'),
    fieldSpec('spec/serviceName', apps('StatefulSet')),
    fieldSpec('spec/rules/http/paths/backend/serviceName', 'Ingress'),
    fieldSpec('spec/backend/serviceName', 'Ingress'),
    fieldSpec('spec/rules/http/paths/backend/service/name', 'Ingress'),
    fieldSpec('spec/defaultBackend/service/name', 'Ingress'),
    fieldSpec('spec/service/name', apiService),
    fieldSpec('webhooks/clientConfig/service', webhooks('ValidatingWebhookConfiguration')),
    fieldSpec('webhooks/clientConfig/service', webhooks('MutatingWebhookConfiguration')),
  ),
  references(roles('Role'), fieldSpec('roleRef/name', roles('RoleBinding'))),
  references(
    roles('ClusterRole'),
    fieldSpec('roleRef/name', roles('RoleBinding')),
    fieldSpec('roleRef/name', roles('ClusterRoleBinding')),
  ),
  references(
    core('ServiceAccount'),
    fieldSpec('subjects', roles('RoleBinding')),
    fieldSpec('subjects', roles('ClusterRoleBinding')),
    ...inPods(usualPodSpecs, 'serviceAccountName'),
  ),
  references(core('PersistentVolumeClaim'), ...inPods(usualPodSpecs, 'volumes/persistentVolumeClaim/claimName')),
  references(
    core('PersistentVolume'),
    fieldSpec('spec/volumeName', 'PersistentVolumeClaim'),
    fieldSpec('rules/resourceNames', 'ClusterRole'),
  ),
  references(
    { kind: 'StorageClass', group: 'storage.k8s.io', version: 'v1' },
    fieldSpec('spec/storageClassName', 'PersistentVolume'),
    fieldSpec('spec/storageClassName', 'PersistentVolumeClaim'),
    fieldSpec('spec/volumeClaimTemplates/spec/storageClassName', 'StatefulSet'),
  ),
  references(
    { kind: 'PriorityClass', group: 'scheduling.k8s.io', version: 'v1' },
    ...inPods(usualPodSpecs, 'priorityClassName'),
  ),
];

/** The pod specs in which variables are replaced. */
const variablePods = [
  [inJobTemplate, 'CronJob'],
  ...['DaemonSet', 'Deployment', 'Job', 'ReplicaSet', 'StatefulSet'].map((kind) => [inTemplate, kind] as const),
  ['spec', 'Pod'],
] as const;

export const varReference = [
  ...['containers', 'initContainers'].flatMap((list) =>
    inPods(
      variablePods,
      ...['args', 'command', 'env/value', 'volumeMounts/mountPath'].map((field) => `${list}/${field}`),
    ),
  ),
  ...inPods(
    variablePods.filter(([, kind]) => kind !== 'StatefulSet'),
    'volumes/nfs/server',
  ),
  fieldSpec('spec/volumeClaimTemplates/spec/nfs/server', 'StatefulSet'),
  fieldSpec('spec/nfs/server', 'PersistentVolume'),
  fieldSpec('spec/rules/host', 'Ingress'),
  fieldSpec('spec/tls/hosts', 'Ingress'),
  fieldSpec('spec/tls/secretName', 'Ingress'),
  fieldSpec('spec/ports/port', 'Service'),
  fieldSpec('spec/ports/targetPort', 'Service'),
  fieldSpec('metadata/labels'),
  fieldSpec('metadata/annotations'),
];
