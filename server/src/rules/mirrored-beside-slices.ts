/** Reports Endpoints that are mirrored to EndpointSlices although the Service also has hand-written EndpointSlices. */
import { member, type Bound } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { manualSliceFor } from '../analysis/workspace/slice-pairing.ts';
import { mirrorBlocker, skipLabel } from '../analysis/slices/mirror-blockers.ts';
import { insertEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import type { Fix } from '../tree/tree-edit.ts';
import { valueOf } from '../tree/value.ts';

export const mirroredBesideSlices = defineRule({
  code: 'mirrored-beside-slices',
  summary: 'Endpoints beside hand-written EndpointSlices of the same Service should not be mirrored.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Endpoints'] },
  check(resource, { report, binding, around }) {
    if (resource.isPartial || around.entry.facts.endpoints?.hasAddresses !== true) return;
    if (isLive(binding) || mirrorBlocker(binding.root) || !around.isMirroring) return;
    const slice = manualSliceFor(around);
    if (!slice) return;
    const message = `The mirroring controller copies these addresses to EndpointSlices, but the Service also has hand-written slices. Traffic goes to both. Add the label ${quote(skipLabel)} with the value "true", or delete one of the two.`;
    const related = [{ entry: slice, path: [], message: 'A hand-written slice is here.' }];
    report(objectPlace(binding, resource), message, { related, fix: skipFix(binding.root) });
  },
});

function skipFix(root: Bound): Fix | undefined {
  const metadata = member(root, 'metadata')?.value;
  if (metadata?.kind !== 'mapping') return undefined;
  const labels = valueOf(metadata, 'labels');
  if (!labels) return insertEntry(metadata, 'labels', { [skipLabel]: 'true' }, 'suggested');
  // A label with another value was written on purpose, so no fix changes it.
  if (labels.kind !== 'mapping' || valueOf(labels, skipLabel)) return undefined;
  return insertEntry(labels, skipLabel, 'true', 'suggested');
}
