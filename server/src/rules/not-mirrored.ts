/** Reports a label or annotation that stops mirroring to EndpointSlices, unless the workspace has slices for the Service. */
import { isLive } from '../analysis/binding/live.ts';
import { mirrorBlocker, skipLabel } from '../analysis/slices/mirror-blockers.ts';
import { slicesOf } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const notMirrored = defineRule({
  code: 'not-mirrored',
  summary: 'The addresses of a Service should be mirrored to EndpointSlices.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(_resource, { report, binding, around }) {
    const stop = mirrorBlocker(binding.root);
    if (!stop?.entry || around.entry.facts.endpoints?.hasAddresses !== true) return;
    if (isLive(binding) || isApiServerService(around) || mayHaveSlices(around)) return;
    const { name, key } = stop.entry;
    const message =
      name === skipLabel
        ? `Because of the label ${quote(name)}, these addresses are not mirrored to EndpointSlices, so kube-proxy routes no traffic to them. Remove the label, or write the EndpointSlices yourself.`
        : `The annotation ${quote(name)} marks a leader-election lock. Locks are not mirrored to EndpointSlices, so they get no traffic. Remove it if these addresses belong to a Service.`;
    report({ span: key, path: stop.path }, message, { fix: removeMember(stop, 'suggested') });
  },
});

/** True for the Service of the API server, which writes its own slices. */
function isApiServerService({ entry }: RelatedObjects): boolean {
  return entry.identities.every(({ name, namespace }) => name === 'kubernetes' && namespace === 'default');
}

function mayHaveSlices(around: RelatedObjects): boolean {
  const isUnknown = around.entry.identities.some(
    ({ namespace }) => around.names('EndpointSlice', namespace) === undefined,
  );
  return isUnknown || slicesOf(around).length > 0;
}
