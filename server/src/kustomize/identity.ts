/** When kustomize treats two objects as one: group, version, kind, name and namespace. */
import { memo } from '../text/memo.ts';
import { idOf, type BuildObject, type ObjectId } from './object.ts';

/** The kinds without a namespace of the built-in schema, by group. Kinds without a schema have a namespace. */
const clusterScoped: Readonly<Record<string, string>> = {
  '': 'ComponentStatus Namespace Node PersistentVolume',
  'admissionregistration.k8s.io':
    'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration',
  'apiextensions.k8s.io': 'CustomResourceDefinition',
  'apiregistration.k8s.io': 'APIService',
  'authentication.k8s.io': 'SelfSubjectReview TokenReview',
  'authorization.k8s.io': 'SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  'certificates.k8s.io': 'CertificateSigningRequest ClusterTrustBundle',
  'flowcontrol.apiserver.k8s.io': 'FlowSchema PriorityLevelConfiguration',
  'internal.apiserver.k8s.io': 'StorageVersion',
  'networking.k8s.io': 'IPAddress IngressClass ServiceCIDR',
  'node.k8s.io': 'RuntimeClass',
  policy: 'PodSecurityPolicy',
  'rbac.authorization.k8s.io': 'ClusterRole ClusterRoleBinding',
  'resource.k8s.io': 'DeviceClass ResourceSlice',
  'scheduling.k8s.io': 'PriorityClass',
  'storage.k8s.io': 'CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass',
};

const clusterKinds = new Map(Object.entries(clusterScoped).map(([group, kinds]) => [group, new Set(kinds.split(' '))]));

/** True for kinds without a namespace. A kind without a built-in schema has one. */
export function isClusterKind({ group, kind }: Pick<ObjectId, 'group' | 'kind'>): boolean {
  return clusterKinds.get(group)?.has(kind) ?? false;
}

/** Selectors compare this text: `default` where none is written, and a text that cannot be a namespace for an object that has none. */
export function effectiveNamespace(id: ObjectId): string {
  if (isClusterKind(id)) return '_non_namespaceable_';
  return id.namespace === '' ? 'default' : id.namespace;
}

/** Equal for equal ids. */
export const idKey = memo((id: ObjectId): string =>
  [id.group, id.version, id.kind, id.name, effectiveNamespace(id)].join('\n'),
);

/** The ids that the object has or had at any step. */
export function allIds(object: BuildObject): readonly ObjectId[] {
  return [...object.previous, idOf(object)];
}
