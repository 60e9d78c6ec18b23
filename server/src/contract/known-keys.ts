/**
 * Annotation and label keys that mean something on an Endpoints or an EndpointSlice: to the control plane, to Pulumi's
 * provider or to this project. Keys are free otherwise; the syntax of a key is no concern of this file.
 */
import {
  defaultManager,
  managedByLabel,
  mirroringController,
  serviceNameLabel,
  sliceController,
} from './endpoint-slice.ts';
import { changeTimeAnnotation, endpointsManagerLabel, overCapacityAnnotation } from './endpoints.ts';
import { lastAppliedAnnotation } from './meta.ts';
import type { Kind } from './contract.ts';
import type { Choice } from './type.ts';

/** `Form` of the tree, spelled out: the contract knows no trees. */
type KeyForm = 'kubernetes' | 'pulumi';

export interface KnownKey {
  readonly key: string;
  /** One or two sentences of what it does here. */
  readonly doc: string;
  /** Values that mean something; empty where any text may stand. */
  readonly values: readonly Choice[];
  /** A sample value for a key without fixed values, or undefined. */
  readonly sample: string | undefined;
  /** A sample value on an EndpointSlice, where that is another one. */
  readonly sliceSample: string | undefined;
  /** True where a controller or the provider writes it on an Endpoints: explained, and never offered there. */
  readonly isOwned: boolean;
  /** The kinds of object on which people write it. */
  readonly kinds: readonly Kind[];
  /** True where it is worth offering to somebody who writes by hand. */
  readonly isOffered: boolean;
  /** Where it means something. */
  readonly forms: readonly KeyForm[];
  /** True where it means something on a patch only. */
  readonly isForPatch: boolean;
}

const everywhere = ['kubernetes', 'pulumi'] as const;
const programs = ['pulumi'] as const;

export const annotationKeys: readonly KnownKey[] = [
  known('pulumi.com/patchForce', {
    doc: 'Takes fields over from other field managers where a patch conflicts with them. Without it, a conflict is an error. Only the exact string `"true"` counts.',
    values: [{ value: 'true', doc: 'Conflicts are forced: the patch becomes the owner.' }],
    forms: programs,
    isForPatch: true,
  }),
  known('x-provider/patchForce', {
    doc: 'The neutral name under which the specification writes `pulumi.com/patchForce`. The provider itself reads only its own name.',
    values: [{ value: 'true', doc: 'What `pulumi.com/patchForce` is given to force conflicts.' }],
    isOffered: false,
    forms: programs,
    isForPatch: true,
  }),
  known('pulumi.com/patchFieldManager', {
    doc: 'The name under which the patch owns its fields. Without it, every patch gets a random name, `pulumi-kubernetes-` and eight hex digits. A change gives up what was owned under the old name.',
    sample: 'my-team',
    forms: programs,
    isForPatch: true,
  }),
  known('pulumi.com/skipAwait', {
    doc: 'Pulumi goes on at once instead of waiting until the resource is ready. Only the exact string `"true"` counts.',
    values: [{ value: 'true', doc: 'Nothing is waited for.' }],
    forms: programs,
  }),
  known('pulumi.com/waitFor', {
    doc: 'What Pulumi waits for before the resource counts as ready: a `jsonpath=` or `condition=` expression, or a JSON array of them.',
    sample: 'jsonpath={.subsets[0].addresses}',
    sliceSample: 'jsonpath={.endpoints[0].addresses}',
    forms: programs,
  }),
  known('pulumi.com/timeoutSeconds', {
    doc: 'How many seconds Pulumi waits for the resource, as a string. The resource option `customTimeouts` wins over it.',
    sample: '300',
    forms: programs,
  }),
  known('pulumi.com/replaceUnready', {
    doc: 'Replaces the resource in the next update if it never became ready. Only the exact string `"true"` counts.',
    values: [{ value: 'true', doc: 'A resource that is not ready is replaced.' }],
    forms: programs,
  }),
  known('pulumi.com/deletionPropagationPolicy', {
    doc: 'What happens to objects that this one owns when Pulumi deletes it. Any other value means `foreground`.',
    values: [
      { value: 'foreground', doc: 'Owned objects are deleted first; this one waits for them.' },
      { value: 'background', doc: 'This one goes at once, and the garbage collector deletes what it owned.' },
      { value: 'orphan', doc: 'Owned objects stay.' },
    ],
    forms: programs,
  }),
  known('pulumi.com/autonamed', {
    doc: 'Set by the provider on a resource that it named itself. A value written by hand is ignored with a warning.',
    isOwned: true,
    forms: programs,
  }),
  known('control-plane.alpha.kubernetes.io/leader', {
    doc: 'Stops mirroring to EndpointSlices, so that no traffic follows the addresses: it marks a lock of leader election, with any value. Such an Endpoints is not cleaned up either when no Service has its name.',
    sample: '{}',
    kinds: ['Endpoints'],
    forms: everywhere,
  }),
  known(changeTimeAnnotation, {
    doc: 'When the change happened that made the endpoints controller write this object, as an RFC 3339 time. The controller writes it, and mirroring leaves it out.',
    isOwned: true,
    forms: everywhere,
  }),
  known(overCapacityAnnotation, {
    doc: 'The endpoints controller says with it that the Service has more than 1000 addresses.',
    values: [
      { value: 'truncated', doc: 'Addresses beyond the first 1000 were left out (since Kubernetes 1.22).' },
      { value: 'warning', doc: 'There are more than 1000 addresses, and all were written (up to Kubernetes 1.21).' },
    ],
    isOwned: true,
    forms: everywhere,
  }),
  known(lastAppliedAnnotation, {
    doc: 'What `kubectl apply` was last given, so that it can tell what was taken out since. kubectl writes it, and mirroring leaves it out.',
    isOwned: true,
    forms: everywhere,
  }),
  known('helm.sh/hook', {
    doc: "Makes Helm apply the object at one point of a release instead of with the rest. Pulumi's provider does not run hooks and warns of the annotation.",
    isOffered: false,
    sample: 'post-install',
    forms: everywhere,
  }),
  known('endpoints/ignore', {
    doc: 'Silences rules of this checker for the whole object: codes separated by commas, then a colon and the reason. Nothing else reads it; it is for JSON, which has no comments.',
    sample: 'special-purpose-ip: an example in the docs',
    forms: everywhere,
  }),
];

export const labelKeys: readonly KnownKey[] = [
  known('endpointslice.kubernetes.io/skip-mirror', {
    doc: 'Keeps the control plane from mirroring this object to EndpointSlices. Slices that were mirrored before are deleted. Only the exact string `"true"` counts.',
    values: [
      { value: 'true', doc: 'Not mirrored: what reads EndpointSlices, kube-proxy among them, does not see it.' },
    ],
    kinds: ['Endpoints'],
    forms: everywhere,
  }),
  known(serviceNameLabel, {
    doc: 'On an EndpointSlice, the Service that it belongs to. Mirroring sets it, whatever the Endpoints says.',
    sliceSample: 'my-service',
    isOwned: true,
    kinds: ['EndpointSlice'],
    forms: everywhere,
  }),
  known(managedByLabel, {
    doc: 'On an EndpointSlice, who manages it: controllers leave slices alone that are not their own. Mirroring sets it, whatever the Endpoints says.',
    values: [
      {
        value: sliceController,
        doc: 'The control plane wrote the slice for a Service with a selector.',
      },
      { value: mirroringController, doc: 'The slice mirrors an Endpoints.' },
    ],
    sliceSample: defaultManager,
    isOwned: true,
    kinds: ['EndpointSlice'],
    forms: everywhere,
  }),
  known('app.kubernetes.io/name', { doc: 'The name of the application.', sample: 'postgresql', forms: everywhere }),
  known('app.kubernetes.io/instance', {
    doc: 'Which of several installations of the application this belongs to.',
    sample: 'postgresql-orders',
    forms: everywhere,
  }),
  known('app.kubernetes.io/version', {
    doc: 'The version of the application. A label is a string: `1.0` must be quoted.',
    sample: '16.2',
    forms: everywhere,
  }),
  known('app.kubernetes.io/component', {
    doc: 'What part the object plays in the application.',
    sample: 'database',
    forms: everywhere,
  }),
  known('app.kubernetes.io/part-of', {
    doc: 'The larger application that this one belongs to.',
    sample: 'orders',
    forms: everywhere,
  }),
  known('app.kubernetes.io/managed-by', {
    doc: 'The tool that manages the application.',
    sample: 'pulumi',
    forms: everywhere,
  }),
  known(endpointsManagerLabel, {
    doc: 'Names the controller that writes this object (since Kubernetes 1.33). Written by hand, it also hides the warnings about oddly written IP addresses.',
    values: [
      { value: 'endpoint-controller', doc: 'The endpoints controller wrote the object for a Service with a selector.' },
    ],
    isOwned: true,
    forms: everywhere,
  }),
  known('service.kubernetes.io/headless', {
    doc: 'Set by the endpoints controller where the Service has no cluster IP.',
    isOwned: true,
    forms: everywhere,
  }),
];

/** What is known of an annotation key; undefined for a key that is merely free text. */
export function knownAnnotation(key: string): KnownKey | undefined {
  return annotationKeys.find((each) => each.key === key);
}

/** What is known of a label key; undefined for a key that is merely free text. */
export function knownLabel(key: string): KnownKey | undefined {
  return labelKeys.find((each) => each.key === key);
}

/** What people write for the key on an object of that kind: one of its fixed values, or something like the sample. */
export function valuesOn(known: KnownKey, kind: Kind): Pick<KnownKey, 'values' | 'sample'> {
  const sample = kind === 'EndpointSlice' ? known.sliceSample : undefined;
  return sample === undefined ? known : { values: [], sample };
}

function known(key: string, rest: Pick<KnownKey, 'doc' | 'forms'> & Partial<KnownKey>): KnownKey {
  const isOwned = rest.isOwned ?? false;
  const kinds: readonly Kind[] = rest.kinds ?? (isOwned ? [] : ['Endpoints', 'EndpointSlice']);
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
