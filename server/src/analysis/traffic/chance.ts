/** Finds endpoints of one address of which kube-proxy keeps a random one: it reads slices in the order of a Go map. */
import { groupBy } from '../../text/group.ts';
import type { Candidate, Categories } from './categorize.ts';

interface SliceCandidate extends Candidate {
  readonly slice: object;
}

/** True where another order of slices, or of endpoints in a mirrored slice, may give other lists. */
export function isByChance(
  candidates: readonly SliceCandidate[],
  policies: Pick<Categories, 'usesCluster' | 'usesLocal'>,
): boolean {
  return [...groupBy(candidates, ({ address }) => address).values()].some(
    (own) => own.length > 1 && new Set(winners(own).map((each) => roleOf(each, policies))).size > 1,
  );
}

/** Those of one address that kube-proxy can end up with. */
function winners(candidates: readonly SliceCandidate[]): readonly SliceCandidate[] {
  const slices = groupBy(candidates, (each) => (isMirrored(each.slice) ? each : each.slice));
  const kept = [...slices.values()].flatMap(
    (own) => own.findLast(({ terminating }) => !terminating) ?? own.slice(0, 1),
  );
  const lasting = kept.filter(({ terminating }) => !terminating);
  return lasting.length > 0 ? lasting : kept;
}

function isMirrored(slice: object): boolean {
  return 'isMirrored' in slice && slice.isMirrored === true;
}

/** What the lists depend on. */
function roleOf(
  { ready, serving, terminating, isLocal, hintedNodes, hintedZones }: Candidate,
  { usesCluster, usesLocal }: Pick<Categories, 'usesCluster' | 'usesLocal'>,
): string {
  const isUsable = ready || (serving && terminating);
  const hints = usesCluster && ready ? [hintedNodes.toSorted(), hintedZones.toSorted()] : [];
  return JSON.stringify([ready, isUsable, usesLocal && isUsable && isLocal, hints]);
}
