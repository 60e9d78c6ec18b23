/** The lists of built-in kinds that merge patches merge by keys. All other lists are replaced. */
import type { ObjectId } from './object.ts';

export interface MergeSchema {
  /** Of a list that merges: the fields that identify an item; empty for plain values. */
  readonly keys?: readonly string[];
  readonly items?: MergeSchema;
  readonly fields?: Readonly<Record<string, MergeSchema>>;
}

const builtinGroups =
  /^(?:|apps|batch|autoscaling|policy|(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|flowcontrol\.apiserver|networking|node|rbac\.authorization|resource|scheduling|storage)\.k8s\.io)$/;

const byKey = (key: string, items?: MergeSchema): MergeSchema => ({ keys: [key], ...(items && { items }) });

const metadata: MergeSchema = { fields: { finalizers: { keys: [] }, ownerReferences: byKey('uid') } };

const container = byKey('name', {
  fields: {
    env: byKey('name'),
    ports: { keys: ['containerPort', 'protocol'] },
    volumeMounts: byKey('mountPath'),
    volumeDevices: byKey('devicePath'),
  },
});

const podSpec: MergeSchema = {
  fields: {
    containers: container,
    initContainers: container,
    ephemeralContainers: container,
    volumes: byKey('name'),
    imagePullSecrets: byKey('name'),
    hostAliases: byKey('ip'),
    topologySpreadConstraints: { keys: ['topologyKey', 'whenUnsatisfiable'] },
  },
};

const podTemplate: MergeSchema = { fields: { metadata, spec: podSpec } };
const workload: MergeSchema = { fields: { metadata, spec: { fields: { template: podTemplate } } } };
const webhooks: MergeSchema = { fields: { metadata, webhooks: byKey('name') } };

const kinds: Readonly<Record<string, MergeSchema>> = {
  '/Service': { fields: { metadata, spec: { fields: { ports: { keys: ['port', 'protocol'] } } } } },
  '/Pod': { fields: { metadata, spec: podSpec } },
  '/PodTemplate': { fields: { metadata, template: podTemplate } },
  '/ReplicationController': workload,
  '/ServiceAccount': { fields: { metadata, secrets: byKey('name') } },
  'apps/Deployment': workload,
  'apps/StatefulSet': workload,
  'apps/DaemonSet': workload,
  'apps/ReplicaSet': workload,
  'batch/Job': workload,
  'batch/CronJob': { fields: { metadata, spec: { fields: { jobTemplate: workload } } } },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhooks,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhooks,
};

const otherKind: MergeSchema = { fields: { metadata } };

/** Undefined for a kind without a schema, such as a custom resource. */
export function mergeSchemaOf({ group, kind }: ObjectId): MergeSchema | undefined {
  return builtinGroups.test(group) ? (kinds[`${group}/${kind}`] ?? otherKind) : undefined;
}
