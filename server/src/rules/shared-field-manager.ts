/** Two of one name are one to the server: what one of them applies no longer is removed, though the other sets it. */
import { compareApplies } from '../analysis/apply/what-if.ts';
import { forecast } from '../analysis/apply/forecast.ts';
import type { Forecast } from '../analysis/apply/forecast.ts';
import { participantsIn } from '../analysis/apply/gathering.ts';
import type { Participant } from '../analysis/apply/gathering.ts';
import { isProviderField, providerPrefixes } from '../analysis/apply/provider-annotations.ts';
import { roleOf } from '../analysis/apply/apply-words.ts';
import { isPatchType, typeNames } from '../contract/contract.ts';
import { annotationOf, fieldsText } from '../lint/applies.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const sharedFieldManager = defineRule({
  code: 'shared-field-manager',
  summary: 'What applies to one object should not share a field manager.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: typeNames },
  check(_resource, { report, binding, around, minor }) {
    const annotation = annotationOf(binding, 'patchFieldManager');
    if (!annotation || !around.entry.facts.applied?.manager) return;
    const all = forecast(around, minor);
    const appliers = all ? appliersIn(all) : [];
    const self = appliers.find(({ entry }) => entry === around.entry);
    if (!all || !self) return;
    for (const other of appliers) {
      if (other === self || other.manager !== self.manager) continue;
      const start = [self, other].some(({ entry }) => !isPatchType(entry.facts.kind)) ? undefined : all.start;
      const { removed, changed } = compareApplies(start, self, other, minor);
      const lost = removed.filter((steps) => !isProviderField(steps));
      const set = changed.filter((steps) => !isProviderField(steps));
      if (lost.length + set.length === 0) continue;
      const how = [
        lost.length > 0 ? `removes what only the other one sets (${fieldsText(lost)})` : '',
        set.length > 0 ? `changes without a conflict what both set (${fieldsText(set)})` : '',
      ].filter(Boolean);
      const message = `${quote(self.manager)} is the field manager of ${roleOf(other)}, too, so an apply of either ${how.join(' and ')}. Merge the two, or let one of them go without the annotation.`;
      const related = { entry: other.entry, path: pathIn(other), message: 'The other one is here.' };
      report(annotation, message, { related: [related] });
    }
  },
});

/** Those of a program that apply. */
function appliersIn(all: Forecast): readonly Participant[] {
  return participantsIn(all).filter(({ applied }) => applied.means === 'apply' && applied.manager);
}

function pathIn({ applied }: Participant): readonly string[] {
  const annotations = applied.config['metadata'];
  const text = JSON.stringify(annotations ?? null);
  const prefix = providerPrefixes.find((each) => text.includes(JSON.stringify(`${each}patchFieldManager`)));
  return ['metadata', 'annotations', `${prefix ?? providerPrefixes[0]}patchFieldManager`];
}
