/** Reports labels and annotations that only controllers should write. On a hand-written object they claim something untrue. */
import { changeTimeAnnotation, endpointsManagerLabel, overCapacityAnnotation } from '../contract/endpoints.ts';
import { kindOfType, type Kind } from '../contract/contract.ts';
import { isLive, isShown } from '../analysis/binding/live.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { managedByLabel, serviceNameLabel } from '../contract/endpoint-slice.ts';
import { isForForm, knownAnnotation, knownLabel } from '../contract/known-keys.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { isNull } from '../tree/value.ts';
import { ownValue } from '../text/own-value.ts';

export const controllerOwnedKey = defineRule({
  code: 'controller-owned-key',
  summary: 'Labels and annotations that controllers write should not be written by hand.',
  enforcedBy: 'advice',
  on: [ObjectMeta],
  check(metadata, { report, resource, binding }) {
    if (isLive(binding) || isShown(resource)) return;
    const kind = kindOfType(resource.type);
    for (const map of ['labels', 'annotations'] as const) {
      for (const node of member(metadata, map)?.children ?? []) {
        const name = node.entry?.name ?? '';
        const known = map === 'labels' ? knownLabel(name) : knownAnnotation(name);
        const why = reasonFor(name, kind);
        // In a patch, null removes the key. A manager other than the endpoints controller may name itself.
        const isOther = name === endpointsManagerLabel && textOf(node) !== 'endpoint-controller';
        if (
          isOther ||
          !known?.isOwned ||
          known.kinds.includes(kind) ||
          !node.entry ||
          !why ||
          isNull(node.value) ||
          !isForForm(known, resource.form)
        )
          continue;
        const place = { span: node.entry.key, path: node.path };
        report(place, `${quote(name)} ${why} Remove it.`, { fix: removeMember(node, 'suggested') });
      }
    }
  },
});

function reasonFor(name: string, kind: Kind): string | undefined {
  const own = kind === 'EndpointSlice' ? ownValue(onSlices, name) : undefined;
  return own ?? ownValue(reasons, name);
}

/** The annotations of kubectl are not listed: every printed object has them. */
const reasons: { readonly [key: string]: string } = {
  [changeTimeAnnotation]:
    'is a note of the endpoints controller on its own objects. It has no meaning on a hand-written object.',
  [overCapacityAnnotation]:
    'means that the endpoints controller left addresses out, which never happens on a hand-written object.',
  [endpointsManagerLabel]:
    'claims that the endpoints controller writes this object, and hides the API server warnings about IP addresses.',
  'service.kubernetes.io/headless':
    'is set by the endpoints controller. The mirrored EndpointSlices inherit it, and kube-proxy ignores slices that have it.',
  [serviceNameLabel]: 'belongs on EndpointSlices. The mirroring controller sets it there and ignores the value here.',
  [managedByLabel]: 'belongs on EndpointSlices. The mirroring controller sets it there and ignores the value here.',
  'pulumi.com/autonamed': 'is set by the Pulumi provider, which ignores a hand-written value with a warning.',
};

const onSlices: { readonly [key: string]: string } = {
  [changeTimeAnnotation]:
    'is a note of the control plane on its own slices. It has no meaning on a hand-written slice.',
  [endpointsManagerLabel]:
    'belongs on Endpoints. On an EndpointSlice, "endpointslice.kubernetes.io/managed-by" names the manager.',
  'service.kubernetes.io/headless':
    'is set by the control plane on its own slices. kube-proxy ignores slices that have it.',
};
