/** Reports common labels that give a selector to a Service without one, where its endpoints are not in the build. */
import { labelsAdvice, selectorAddition, withoutSelectors } from '../lint/added-selectors.ts';
import { rootNames } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const addedSelector = defineRule({
  code: 'added-selector',
  summary: 'Common labels should not give a selector to a Service without one.',
  enforcedBy: 'advice',
  on: 'build',
  check(event, { report }) {
    const added = selectorAddition(event);
    if (!added || added.endpoints.length > 0) return;
    const { at, field, name, service } = added.remark;
    const message = `In ${rootNames(event.roots)}, the ${field} give a selector to the Service ${quote(name)}, so the endpoints controller overwrites Endpoints of that name. ${labelsAdvice(added)}`;
    const related = [{ at: service, message: 'The Service has no selector here.' }];
    report(at, message, { related, fix: withoutSelectors(added, event) });
  },
});
