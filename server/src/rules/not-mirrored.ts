/** A label or an annotation keeps the object from being mirrored, which is right for a lock and for those who write slices. */
import { isLive } from '../analysis/binding/live.ts';
import { mirrorBlocker, skipLabel } from '../analysis/slices/mirror-blockers.ts';
import { slicesOf } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const notMirrored = defineRule({
  code: 'not-mirrored',
  summary: 'Addresses that are not mirrored to EndpointSlices get no traffic.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(_resource, { report, binding, around }) {
    const stop = mirrorBlocker(binding.root);
    if (!stop?.entry || around.entry.facts.endpoints?.hasAddresses !== true) return;
    if (isLive(binding) || isApiServer(around) || mayHaveSlices(around)) return;
    const { name, key } = stop.entry;
    const message =
      name === skipLabel
        ? `With the label ${quote(name)} these addresses are not copied to EndpointSlices, and kube-proxy reads nothing else: the Service gets no traffic to them. Remove the label, or write the EndpointSlices yourself.`
        : `The annotation ${quote(name)} marks a lock of leader election, which is not copied to EndpointSlices, and kube-proxy reads nothing else. That is right for a lock; remove it if these addresses stand behind a Service.`;
    report({ span: key, path: stop.path }, message, { fix: removeMember(stop, 'suggested') });
  },
});

/** The API server writes the slices of its own Service itself. */
function isApiServer({ entry }: RelatedObjects): boolean {
  return entry.identities.every(({ name, namespace }) => name === 'kubernetes' && namespace === 'default');
}

/** True where somebody wrote slices as well, or where not all that was written is known. */
function mayHaveSlices(around: RelatedObjects): boolean {
  const isUnknown = around.entry.identities.some(
    ({ namespace }) => around.names('EndpointSlice', namespace) === undefined,
  );
  return isUnknown || slicesOf(around).length > 0;
}
