/** Labels and annotations that controllers write on what is theirs. By hand they claim something that is not so. */
import { changeTimeAnnotation, endpointsManagerLabel, overCapacityAnnotation } from '../contract/endpoints.ts';
import { kindOfType } from '../contract/contract.ts';
import type { Kind } from '../contract/contract.ts';
import { isLive } from '../analysis/binding/live.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { managedByLabel, serviceNameLabel } from '../contract/endpoint-slice.ts';
import { knownAnnotation, knownLabel } from '../contract/known-keys.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { isNull } from '../tree/value.ts';

export const controllerOwnedKey = defineRule({
  code: 'controller-owned-key',
  summary: 'Labels and annotations of controllers should not be written by hand.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [ObjectMeta],
  check(metadata, { report, resource, binding }) {
    if (isLive(binding)) return;
    const kind = kindOfType(resource.type);
    for (const map of ['labels', 'annotations'] as const) {
      for (const node of member(metadata, map)?.children ?? []) {
        const name = node.entry?.name ?? '';
        const known = map === 'labels' ? knownLabel(name) : knownAnnotation(name);
        const why = reasonFor(name, kind);
        // In a patch, null takes the key away. Whoever else manages the object may say so.
        const isOther = name === endpointsManagerLabel && textOf(node) !== 'endpoint-controller';
        if (
          isOther ||
          !known?.isOwned ||
          known.kinds.includes(kind) ||
          !node.entry ||
          !why ||
          isNull(node.value) ||
          !known.forms.includes(resource.form)
        )
          continue;
        const place = { span: node.entry.key, path: node.path };
        report(place, `${quote(name)} ${why} Remove it.`, { fix: removeMember(node, 'suggested') });
      }
    }
  },
});

function reasonFor(name: string, kind: Kind): string | undefined {
  const own = kind === 'EndpointSlice' && Object.hasOwn(onSlices, name) ? onSlices[name] : undefined;
  return own ?? (Object.hasOwn(reasons, name) ? reasons[name] : undefined);
}

/** What kubectl writes is not among them: it comes along wherever an object is printed. */
const reasons: { readonly [key: string]: string } = {
  [changeTimeAnnotation]:
    'is a note of the endpoints controller on its own objects, and means nothing on addresses that are written by hand.',
  [overCapacityAnnotation]:
    'says that the endpoints controller left addresses out, which it does not do where they are written by hand.',
  [endpointsManagerLabel]:
    'says that the endpoints controller writes this object, and hides the warnings of the API server about IP addresses.',
  'service.kubernetes.io/headless':
    'is set by the endpoints controller. EndpointSlices that are mirrored from here carry it on, and kube-proxy passes over slices that have it.',
  [serviceNameLabel]: 'belongs on EndpointSlices, where mirroring sets it, whatever stands here.',
  [managedByLabel]: 'belongs on EndpointSlices, where mirroring sets it, whatever stands here.',
  'pulumi.com/autonamed': "is set by Pulumi's provider, which ignores it here with a warning.",
};

/** Where the reason is another one on a slice. */
const onSlices: { readonly [key: string]: string } = {
  [changeTimeAnnotation]:
    'is a note of the control plane on slices of its own, and means nothing where they are written by hand.',
  [endpointsManagerLabel]:
    'belongs on Endpoints. On a slice, "endpointslice.kubernetes.io/managed-by" says who manages it.',
  'service.kubernetes.io/headless':
    'is set by the control plane on slices of its own. kube-proxy passes over slices that have it.',
};
