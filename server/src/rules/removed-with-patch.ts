/** A patch whose deletion takes the addresses along, or what it took from others: nothing comes back by itself. */
import type { Steps } from '../analysis/apply/field-set.ts';
import { forecast } from '../analysis/apply/forecast.ts';
import type { Forecast } from '../analysis/apply/forecast.ts';
import type { Participant } from '../analysis/apply/gathering.ts';
import { compareJson } from '../analysis/apply/json-value.ts';
import { fieldAt } from '../analysis/apply/owners.ts';
import { isProviderField } from '../analysis/apply/provider-annotations.ts';
import { fieldsRemovedWithPatch } from '../analysis/apply/what-if.ts';
import { namesakes } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { kindOfType, patchTypeNames } from '../contract/contract.ts';
import { fieldsText, isAddressList, isAllKnown, participantOf } from '../lint/applies.ts';
import { retain } from '../lint/option-fix.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';

export const removedWithPatch = defineRule({
  code: 'removed-with-patch',
  summary: 'When a patch is deleted, what only it owns disappears.',
  enforcedBy: 'advice',
  severity: 'hint',
  since: '0.1.0',
  on: { relationsOf: patchTypeNames },
  check(resource, { report, binding, around, minor }) {
    const all = forecast(around, minor);
    const self = all && participantOf(all, around.entry);
    if (!all || !self || self.applied.retention !== 'no' || !isTold(around, all)) return;
    const gone = fieldsRemovedWithPatch(all, self).filter(
      (steps) => !isProviderField(steps) && !isOpen(steps, self, all),
    );
    const isOutage = gone.some(isAddressList);
    const before = gone.filter((steps) => wasThere(steps, all));
    if (!isOutage && before.length === 0) return;
    const what = `Deleting this patch removes ${fieldsText(gone)} from the ${titleOf(around.entry)}`;
    const outage = isOutage ? `, and ${outages[kindOfType(resource.type)]} is left without endpoints` : '';
    const back =
      before.length > 0
        ? `; what was there before${before.length < gone.length ? ` as ${fieldsText(before)}` : ''} does not come back`
        : '';
    const message = `${what}${outage}${back}. The option retainOnDelete leaves it as it is.`;
    report(nameNode(binding) ?? { span: resource.head }, message, {
      fix: retain(resource),
    });
  },
});

/** A Service may have other slices. */
const outages = { Endpoints: 'its Service', EndpointSlice: 'the slice' } as const;

/** Nothing is said where others may own the fields, too: of an object that the workspace knows nothing else of. */
function isTold(around: RelatedObjects, { base }: Forecast): boolean {
  if (base?.kind === 'controller' || !isAllKnown(around)) return false;
  if (base !== undefined) return true;
  if (kindOfType(around.entry.facts.kind) !== 'Endpoints') return false;
  // One that is farther away may well be what it patches.
  return namesakes(around, 'Service').length > 0 && namesakes(around, 'Endpoints').length === 0;
}

/** True for what may have had the same value before, so that it stays with whoever set it. */
function isOpen(steps: Steps, { applied }: Participant, { start, minor }: Forecast): boolean {
  const [before, now] = [start?.object, applied.config].map((object) => fieldAt(object, steps, minor));
  return compareJson(before ?? null, now ?? null) === 'unknown';
}

function wasThere(steps: Steps, { start, minor }: Forecast): boolean {
  return (fieldAt(start?.object, steps, minor) ?? null) !== null;
}
