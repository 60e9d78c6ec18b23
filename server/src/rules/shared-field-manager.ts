/** Reports patches and resources with the same field manager: each apply removes the fields that only the other one sets. */
import { compareApplies } from '../analysis/apply/what-if.ts';
import { forecast } from '../analysis/apply/forecast.ts';
import { participantsIn, type Participant } from '../analysis/apply/gathering.ts';
import { isProviderField, providerPrefixes } from '../analysis/apply/provider-annotations.ts';
import { roleOf } from '../analysis/apply/apply-words.ts';
import { isPatchType, typeNames } from '../contract/contract.ts';
import { annotationOf, fieldsText } from '../lint/applies.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const sharedFieldManager = defineRule({
  code: 'shared-field-manager',
  summary: 'Patches and resources that apply the same object should not share a field manager.',
  enforcedBy: 'advice',
  on: { relationsOf: typeNames },
  check(_resource, { report, binding, around, minor }) {
    const annotation = annotationOf(binding, 'patchFieldManager');
    if (!annotation || !around.entry.facts.applied?.manager) return;
    const all = forecast(around, minor);
    const participants = all ? participantsIn(all) : [];
    const appliers = participants.filter(({ applied }) => applied.means === 'apply' && applied.manager);
    const self = appliers.find(({ entry }) => entry === around.entry);
    if (!all || !self) return;
    const others = appliers.filter((each) => each !== self && each.manager === self.manager);
    const rest = others.length - mostCompared;
    if (rest > 0) {
      const message = `${rest} more patches or resources have the field manager ${quote(self.manager)} and are not compared with this one. Merge them, or remove the annotation.`;
      report(annotation, message);
    }
    for (const other of others.slice(0, mostCompared)) {
      const start = [self, other].some(({ entry }) => !isPatchType(entry.facts.kind)) ? undefined : all.start;
      const { removed, changed } = compareApplies(start, self, other, minor);
      const lost = removed.filter((steps) => !isProviderField(steps));
      const set = changed.filter((steps) => !isProviderField(steps));
      if (lost.length + set.length === 0) continue;
      const how = [
        lost.length > 0 ? `removes fields that only the other sets (${fieldsText(lost)})` : '',
        set.length > 0 ? `silently overwrites shared fields (${fieldsText(set)})` : '',
      ].filter(Boolean);
      const message = `The ${roleOf(other)} has the same field manager ${quote(self.manager)}, so each apply ${how.join(' and ')}. Merge the two, or remove the annotation from one of them.`;
      const related = { entry: other.entry, path: pathIn(other), message: 'The other annotation is here.' };
      report(annotation, message, { related: [related] });
    }
  },
});

/** Every pair takes several simulated applies. */
const mostCompared = 8;

function pathIn({ applied }: Participant): readonly string[] {
  const annotations = applied.config['metadata'];
  const text = JSON.stringify(annotations ?? null);
  const prefix = providerPrefixes.find((each) => text.includes(JSON.stringify(`${each}patchFieldManager`)));
  return ['metadata', 'annotations', `${prefix ?? providerPrefixes[0]}patchFieldManager`];
}
