/** Finds Endpoints with addresses that are not mirrored and have no hand-written slices instead. */
import type { Bound } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { mirrorBlocker, skipLabel } from '../analysis/slices/mirror-blockers.ts';
import { slicesOf } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { quote } from '../text/quote.ts';
import type { RelationContext } from './rule.ts';

export interface UnmirroredEndpoints {
  /** The label or annotation that stops the mirroring controller. */
  readonly blocker: Bound;
  readonly key: NonNullable<Bound['entry']>['key'];
  /** `Because of the label "…", these addresses are not mirrored to EndpointSlices`. */
  readonly start: string;
  readonly isLabel: boolean;
}

export function unmirroredEndpoints({ binding, around }: RelationContext): UnmirroredEndpoints | undefined {
  const blocker = mirrorBlocker(binding.root);
  if (!blocker?.entry || around.entry.facts.endpoints?.hasAddresses !== true) return undefined;
  if (isLive(binding) || isApiServerService(around) || mayHaveSlices(around)) return undefined;
  const { name, key } = blocker.entry;
  const isLabel = name === skipLabel;
  const start = isLabel
    ? `Because of the label ${quote(name)}, these addresses are not mirrored to EndpointSlices`
    : `The annotation ${quote(name)} marks a leader-election lock, and locks are not mirrored to EndpointSlices`;
  return { blocker, key, start, isLabel };
}

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
