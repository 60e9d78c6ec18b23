/** Finds Endpoints with addresses that are not mirrored and have no hand-written slices instead. */
import { isLive } from '../analysis/binding/live.ts';
import { mirrorBlocker, skipLabel } from '../analysis/slices/mirror-blockers.ts';
import { slicesOf } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { quote } from '../text/quote.ts';
import type { Resource } from '../tree/document.ts';
import { removeMember } from './fix.ts';
import type { RelationContext, ReportOptions, ReportPlace } from './rule.ts';
import { objectPlace } from './subject.ts';

export interface UnmirroredEndpoints {
  readonly place: ReportPlace;
  /** `Because of the label "…", these addresses are not mirrored to EndpointSlices`. */
  readonly start: string;
  /** What keeps the addresses from being mirrored. */
  readonly cause: 'setting' | 'label' | 'annotation';
  readonly fix: ReportOptions['fix'];
}

export function unmirroredEndpoints(resource: Resource, context: RelationContext): UnmirroredEndpoints | undefined {
  const { binding, around } = context;
  const found = obstacleOf(resource, context);
  if (!found || around.entry.facts.endpoints?.hasAddresses !== true) return undefined;
  return isLive(binding) || isApiServerService(around) || mayHaveSlices(around) ? undefined : found;
}

/** No label matters in a cluster without the controller. */
function obstacleOf(resource: Resource, { binding, around }: RelationContext): UnmirroredEndpoints | undefined {
  if (!around.isMirroring) {
    const start = 'The setting "mirroring" is off: this cluster mirrors no Endpoints to EndpointSlices';
    const place = objectPlace(binding, resource);
    return around.entry.facts.kind === 'Endpoints' ? { place, start, cause: 'setting', fix: undefined } : undefined;
  }
  const blocker = mirrorBlocker(binding.root);
  if (!blocker?.entry) return undefined;
  const { name, key } = blocker.entry;
  const isLabel = name === skipLabel;
  const start = isLabel
    ? `Because of the label ${quote(name)}, these addresses are not mirrored to EndpointSlices`
    : `The annotation ${quote(name)} marks a leader-election lock, and locks are not mirrored to EndpointSlices`;
  return {
    place: { span: key, path: blocker.path },
    start,
    cause: isLabel ? 'label' : 'annotation',
    fix: removeMember(blocker, 'suggested'),
  };
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
