/** Finds endpoints of one address of which kube-proxy keeps a random one: it reads slices in the order of a Go map. */
import { groupBy } from '../../text/group.ts';
import type { Candidate, Categories } from './categorize.ts';
import type { Viewpoint } from './model.ts';

interface SliceCandidate extends Candidate {
  readonly slice: object;
}

/** True where another order of slices, or of endpoints in a mirrored slice, may give other lists. */
export function isByChance(
  candidates: readonly SliceCandidate[],
  { usesCluster, usesLocal }: Pick<Categories, 'usesCluster' | 'usesLocal'>,
  { node, zone }: Viewpoint,
): boolean {
  const groups = [...groupBy(candidates, ({ address }) => address).values()];
  const outcomes = groups.map(winners);
  // One ready endpoint without hints turns the hints of all others off.
  const matter = (hintsOf: (each: Candidate) => readonly string[]): boolean =>
    usesCluster && !outcomes.some((own) => own.every((each) => each.ready && hintsOf(each).length === 0));
  const doNodesMatter = matter(({ hintedNodes }) => hintedNodes);
  const doZonesMatter = zone !== null && matter(({ hintedZones }) => hintedZones);
  /** What the lists depend on. */
  const roleOf = ({ ready, serving, terminating, isLocal, hintedNodes, hintedZones }: Candidate): string => {
    const isUsable = ready || (serving && terminating);
    const nodes = ready && doNodesMatter && [hintedNodes.length > 0, hintedNodes.includes(node)];
    const zones = ready && doZonesMatter && [hintedZones.length > 0, hintedZones.includes(zone)];
    return JSON.stringify([ready, isUsable, usesLocal && isUsable && isLocal, nodes, zones]);
  };
  return outcomes.some((own) => own.length > 1 && new Set(own.map(roleOf)).size > 1);
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
