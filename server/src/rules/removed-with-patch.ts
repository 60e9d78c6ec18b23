/** A patch whose deletion takes the addresses along, or what it took from others: nothing comes back by itself. */
import type { Steps } from '../analysis/apply/field-set.ts';
import { forecast } from '../analysis/apply/forecast.ts';
import type { Forecast } from '../analysis/apply/forecast.ts';
import { pathOf } from '../analysis/apply/owners.ts';
import { isForProvider } from '../analysis/apply/provider-annotations.ts';
import { relinquished } from '../analysis/apply/what-if.ts';
import { namesakes } from '../analysis/relations.ts';
import type { Around } from '../analysis/workspace.ts';
import { fieldsText, isAllKnown, isSubsets, patchOf } from '../lint/applies.ts';
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
  on: { relationsOf: ['EndpointsPatch'] },
  check(resource, { report, binding, around, minor }) {
    const all = forecast(around, minor);
    const self = all && patchOf(all, around.entry);
    if (!all || !self || self.applied.retention !== 'no' || !isTold(around, all)) return;
    const gone = relinquished(all, self).filter((steps) => !isForProvider(steps));
    const isOutage = gone.some(isSubsets);
    const before = gone.filter((steps) => wasThere(steps, all));
    if (!isOutage && before.length === 0) return;
    const what = `Deleting this patch removes ${fieldsText(gone)} from the ${titleOf(around.entry)}`;
    const outage = isOutage ? ', and its Service is left without endpoints' : '';
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

/** Nothing is said where others may own the fields, too: of an object that the workspace knows nothing else of. */
function isTold(around: Around, { base }: Forecast): boolean {
  if (base?.kind === 'controller' || !isAllKnown(around)) return false;
  return base !== undefined || namesakes(around, 'Service').length > 0;
}

function wasThere(steps: Steps, { start, minor }: Forecast): boolean {
  return start !== undefined && pathOf(start.object, steps, minor) !== undefined;
}
