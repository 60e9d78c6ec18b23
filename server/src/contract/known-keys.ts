/** Label and annotation keys with a meaning to the control plane, Pulumi or this project. Others are allowed, too. */
import {
  defaultManager,
  managedByLabel,
  mirroringController,
  serviceNameLabel,
  sliceController,
} from './endpoint-slice.ts';
import { changeTimeAnnotation, endpointsManagerLabel, overCapacityAnnotation } from './endpoints.ts';
import { lastAppliedAnnotation } from './meta.ts';
import { kindOfType, type Kind } from './contract.ts';
import { proxyLabel } from './service.ts';
import type { Choice } from './type.ts';

/** The same values as `Form` of the tree, because the contract does not depend on trees. */
type KeyForm = 'kubernetes' | 'pulumi';

/** True for a key that has an effect on resources in that form: Terraform sends what it finds. */
export function isForForm({ forms }: Pick<KnownKey, 'forms'>, form: KeyForm | 'terraform'): boolean {
  return forms.includes(form === 'terraform' ? 'kubernetes' : form);
}

/** The kinds on which keys are explained and offered. */
export type KeyKind = Kind | 'Service';

export function keyKindOf(type: string): KeyKind {
  return type === 'Service' ? type : kindOfType(type);
}

export interface KnownKey {
  readonly key: string;
  /** The effect of the key, in one or two sentences. */
  readonly doc: string;
  /** The values with a meaning; empty where any text is allowed. */
  readonly values: readonly Choice[];
  readonly sample: string | undefined;
  /** The sample value on an EndpointSlice, where it differs. */
  readonly sliceSample: string | undefined;
  /** True where a controller or the provider writes the key on an Endpoints: hover explains it, completion does not offer it. */
  readonly isOwned: boolean;
  readonly kinds: readonly KeyKind[];
  readonly isOffered: boolean;
  readonly forms: readonly KeyForm[];
  readonly isForPatch: boolean;
}

const everywhere = ['kubernetes', 'pulumi'] as const;
const programs = ['pulumi'] as const;

export const annotationKeys: readonly KnownKey[] = [
  known('pulumi.com/patchForce', {
    doc: 'Takes over fields from other field managers where the patch conflicts with them. Without it, a conflict is an error. Only the exact string `"true"` has an effect.',
    values: [{ value: 'true', doc: 'Forces conflicts: the patch becomes the owner of the fields.' }],
    forms: programs,
    isForPatch: true,
  }),
  known('x-provider/patchForce', {
    doc: 'The neutral name of `pulumi.com/patchForce` in the specification. The provider reads only `pulumi.com/patchForce`.',
    values: [{ value: 'true', doc: 'The value with which `pulumi.com/patchForce` forces conflicts.' }],
    isOffered: false,
    forms: programs,
    isForPatch: true,
  }),
  known('pulumi.com/patchFieldManager', {
    doc: 'The field manager of the patch, which owns its fields. Without it, every patch gets a random name: `pulumi-kubernetes-` and eight hexadecimal digits. A new name gives up the fields of the old one.',
    sample: 'my-team',
    forms: programs,
    isForPatch: true,
  }),
  known('pulumi.com/skipAwait', {
    doc: 'Makes Pulumi continue at once instead of waiting until the resource is ready. Only the exact string `"true"` has an effect.',
    values: [{ value: 'true', doc: 'Pulumi does not wait for the resource.' }],
    forms: programs,
  }),
  known('pulumi.com/waitFor', {
    doc: 'The condition that makes the resource ready for Pulumi: a `jsonpath=` or `condition=` expression, or a JSON array of them.',
    sample: 'jsonpath={.subsets[0].addresses}',
    sliceSample: 'jsonpath={.endpoints[0].addresses}',
    forms: programs,
  }),
  known('pulumi.com/timeoutSeconds', {
    doc: 'The number of seconds that Pulumi waits for the resource, as a string. The resource option `customTimeouts` overrides it.',
    sample: '300',
    forms: programs,
  }),
  known('pulumi.com/replaceUnready', {
    doc: 'Replaces the resource in the next update if it never became ready. Only the exact string `"true"` has an effect.',
    values: [{ value: 'true', doc: 'Pulumi replaces a resource that is not ready.' }],
    forms: programs,
  }),
  known('pulumi.com/deletionPropagationPolicy', {
    doc: 'What happens to the objects that this one owns when Pulumi deletes it. Any other value means `foreground`.',
    values: [
      { value: 'foreground', doc: 'The owned objects are deleted first, then this one.' },
      {
        value: 'background',
        doc: 'This object is deleted at once, and the garbage collector deletes the owned objects later.',
      },
      { value: 'orphan', doc: 'The owned objects stay.' },
    ],
    forms: programs,
  }),
  known('pulumi.com/autonamed', {
    doc: 'Set by the Pulumi provider on a resource for which it generated the name. It ignores a hand-written value with a warning.',
    isOwned: true,
    forms: programs,
  }),
  known('control-plane.alpha.kubernetes.io/leader', {
    doc: 'Marks a leader election lock, with any value. The mirroring controller creates no EndpointSlices for it, so nothing routes to its addresses. It is not cleaned up even if no Service has its name.',
    sample: '{}',
    kinds: ['Endpoints'],
    forms: everywhere,
  }),
  known(changeTimeAnnotation, {
    doc: 'The time of the last change that made the endpoints controller write this object, in RFC 3339 format. Mirroring does not copy it.',
    isOwned: true,
    forms: everywhere,
  }),
  known(overCapacityAnnotation, {
    doc: 'Set by the endpoints controller when the Service has more than 1000 addresses.',
    values: [
      {
        value: 'truncated',
        doc: 'The controller left out the addresses after the first 1000 (since Kubernetes 1.22).',
      },
      {
        value: 'warning',
        doc: 'There are more than 1000 addresses, and the controller wrote all of them (up to Kubernetes 1.21).',
      },
    ],
    isOwned: true,
    forms: everywhere,
  }),
  known(lastAppliedAnnotation, {
    doc: 'The object as `kubectl apply` last received it. kubectl uses it to find removed fields. Mirroring does not copy it.',
    isOwned: true,
    forms: everywhere,
  }),
  known('service.kubernetes.io/topology-mode', {
    doc: 'With `Auto`, the EndpointSlice controller adds zone hints to its own slices (since Kubernetes 1.27). It has no effect on hand-written endpoints: kube-proxy reads the `hints` of each slice.',
    isOffered: false,
    sample: 'Auto',
    kinds: ['Service'],
    forms: everywhere,
  }),
  known('service.alpha.kubernetes.io/tolerate-unready-endpoints', {
    doc: 'The predecessor of `publishNotReadyAddresses`. It has no effect on hand-written endpoints.',
    isOffered: false,
    sample: 'true',
    kinds: ['Service'],
    forms: everywhere,
  }),
  known('helm.sh/hook', {
    doc: 'Makes Helm apply the object at a specific point of a release. The Pulumi provider does not run hooks and warns about the annotation.',
    isOffered: false,
    sample: 'post-install',
    forms: everywhere,
  }),
  known('endpoints/ignore', {
    doc: 'Silences rules of this checker for the whole object: codes separated by commas, then a colon and a reason. Only this checker reads it. Use it in JSON, which has no comments.',
    sample: 'special-purpose-ip: an example in the docs',
    forms: everywhere,
  }),
];

export const labelKeys: readonly KnownKey[] = [
  known('endpointslice.kubernetes.io/skip-mirror', {
    doc: 'Stops the mirroring controller from copying this object to EndpointSlices. It deletes existing mirrored slices. Only the exact string `"true"` has an effect.',
    values: [
      {
        value: 'true',
        doc: 'The object is not mirrored, so kube-proxy and other readers of EndpointSlices do not see it.',
      },
    ],
    kinds: ['Endpoints'],
    forms: everywhere,
  }),
  known(serviceNameLabel, {
    doc: 'The Service of an EndpointSlice. The mirroring controller sets it and ignores the value on the Endpoints.',
    sliceSample: 'my-service',
    isOwned: true,
    kinds: ['EndpointSlice'],
    forms: everywhere,
  }),
  known(managedByLabel, {
    doc: 'The manager of an EndpointSlice. Controllers change only their own slices. The mirroring controller sets it and ignores the value on the Endpoints.',
    values: [
      {
        value: sliceController,
        doc: 'The EndpointSlice controller wrote the slice for a Service with a selector.',
      },
      { value: mirroringController, doc: 'The mirroring controller copied the slice from an Endpoints.' },
    ],
    sliceSample: defaultManager,
    isOwned: true,
    kinds: ['EndpointSlice'],
    forms: everywhere,
  }),
  known('app.kubernetes.io/name', { doc: 'The name of the application.', sample: 'postgresql', forms: everywhere }),
  known('app.kubernetes.io/instance', {
    doc: 'The name of this installation of the application.',
    sample: 'postgresql-orders',
    forms: everywhere,
  }),
  known('app.kubernetes.io/version', {
    doc: 'The version of the application. A label is a string: `1.0` must be quoted.',
    sample: '16.2',
    forms: everywhere,
  }),
  known('app.kubernetes.io/component', {
    doc: 'The role of the object in the application.',
    sample: 'database',
    forms: everywhere,
  }),
  known('app.kubernetes.io/part-of', {
    doc: 'The larger application that this application belongs to.',
    sample: 'orders',
    forms: everywhere,
  }),
  known('app.kubernetes.io/managed-by', {
    doc: 'The tool that manages the application.',
    sample: 'pulumi',
    forms: everywhere,
  }),
  known(endpointsManagerLabel, {
    doc: 'The controller that writes this object (since Kubernetes 1.33). A hand-written value also hides the warnings about unusual spellings of IP addresses.',
    values: [
      { value: 'endpoint-controller', doc: 'The endpoints controller wrote the object for a Service with a selector.' },
    ],
    isOwned: true,
    forms: everywhere,
  }),
  known(proxyLabel, {
    doc: 'Names another proxy that serves the Service. With any value, kube-proxy ignores the Service.',
    sample: 'my-proxy',
    kinds: ['Service'],
    forms: everywhere,
  }),
  known('service.kubernetes.io/headless', {
    doc: 'Set by the endpoints controller if the Service has no cluster IP.',
    isOwned: true,
    forms: everywhere,
  }),
];

/** Undefined for a key without a known meaning. */
export function knownAnnotation(key: string): KnownKey | undefined {
  return annotationKeys.find((each) => each.key === key);
}

/** Undefined for a key without a known meaning. */
export function knownLabel(key: string): KnownKey | undefined {
  return labelKeys.find((each) => each.key === key);
}

/** The values to offer for the key on an object of that kind: its fixed values, or a sample. */
export function valuesOn(known: KnownKey, kind: KeyKind): Pick<KnownKey, 'values' | 'sample'> {
  const sample = kind === 'EndpointSlice' ? known.sliceSample : undefined;
  return sample === undefined ? known : { values: [], sample };
}

function known(key: string, rest: Pick<KnownKey, 'doc' | 'forms'> & Partial<KnownKey>): KnownKey {
  const isOwned = rest.isOwned ?? false;
  const kinds: readonly KeyKind[] = rest.kinds ?? (isOwned ? [] : ['Endpoints', 'EndpointSlice', 'Service']);
  return Object.freeze({
    values: [],
    sample: undefined,
    sliceSample: undefined,
    isForPatch: false,
    isOffered: kinds.length > 0,
    ...rest,
    isOwned,
    kinds,
    key,
  });
}
