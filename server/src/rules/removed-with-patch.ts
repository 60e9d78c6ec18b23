/** Reports patches whose deletion removes all addresses or overwritten values, which nothing restores. */
import type { Steps } from '../analysis/apply/field-set.ts';
import { forecast, type Forecast } from '../analysis/apply/forecast.ts';
import type { Participant } from '../analysis/apply/gathering.ts';
import { compareJson } from '../analysis/apply/json-value.ts';
import { fieldAt } from '../analysis/apply/owners.ts';
import { isProviderField } from '../analysis/apply/provider-annotations.ts';
import { fieldsRemovedWithPatch } from '../analysis/apply/what-if.ts';
import { mayMeet, namesakes } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { kindOfType, patchTypeNames } from '../contract/contract.ts';
import { fieldsText, isAddressList, isAllKnown, participantOf } from '../lint/applies.ts';
import { retain } from '../lint/option-fix.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';

export const removedWithPatch = defineRule({
  code: 'removed-with-patch',
  summary: 'Deleting a patch should not remove addresses or lose earlier values.',
  enforcedBy: 'advice',
  severity: 'hint',
  on: { relationsOf: patchTypeNames },
  check(resource, { report, binding, document, around, minor }) {
    const all = forecast(around, minor);
    const self = all && participantOf(all, around.entry);
    if (!all || !self || self.applied.retention !== 'no' || !isReportable(around, all)) return;
    const removed = fieldsRemovedWithPatch(all, self).filter(
      (steps) => !isProviderField(steps) && !mayBeUnchanged(steps, self, all),
    );
    const isOutage = removed.some(isAddressList);
    const overwritten = removed.filter((steps) => (fieldAt(all.start?.object, steps, minor) ?? null) !== null);
    if (!isOutage && overwritten.length === 0) return;
    const title = titleOf(around.entry);
    const outage = isOutage
      ? `, and leaves the ${title.replace(/^Endpoints/, 'Service')} without endpoints`
      : ` from the ${title}`;
    const lost = overwritten.length < removed.length ? fieldsText(overwritten) : 'values';
    const back = overwritten.length > 0 ? ` Nothing restores the earlier ${lost}.` : '';
    const message = `Deleting this patch removes ${fieldsText(removed)}${outage}.${back} Set the option retainOnDelete to keep the object as it is.`;
    report(objectPlace(binding, resource), message, { fix: retain(resource, document) });
  },
});

/** False if others may own the fields, too: the object is not in the workspace otherwise. */
function isReportable(around: RelatedObjects, { base }: Forecast): boolean {
  if (base?.kind === 'controller' || !isAllKnown(around)) return false;
  if (base !== undefined) return true;
  if (kindOfType(around.entry.facts.kind) !== 'Endpoints') return false;
  // Endpoints in another folder may be the patched object.
  return (
    namesakes(around, 'Service').some((each) => mayMeet(around, each)) && namesakes(around, 'Endpoints').length === 0
  );
}

function mayBeUnchanged(steps: Steps, { applied }: Participant, { start, minor }: Forecast): boolean {
  const [before, now] = [start?.object, applied.config].map((object) => fieldAt(object, steps, minor));
  return compareJson(before ?? null, now ?? null) === 'unknown';
}
