/** Reports common labels that give a selector to a Service with hand-written endpoints. */
import { labelsAdvice, selectorAddition, withoutSelectors } from '../lint/added-selectors.ts';
import { rootNames } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const overwrittenByLabels = defineRule({
  code: 'overwritten-by-labels',
  summary: 'Common labels must not give a selector to a Service with hand-written endpoints.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'build',
  check(event, { report }) {
    const added = selectorAddition(event);
    if (!added || added.endpoints.length === 0) return;
    const { at, field, name, service } = added.remark;
    const effect = added.endpoints.some(({ kind }) => kind === 'Endpoints')
      ? 'the endpoints controller overwrites its Endpoints'
      : 'matching Pods get its traffic as well';
    const message = `In ${rootNames(event.roots)}, the ${field} give a selector to the Service ${quote(name)}, so ${effect}. ${labelsAdvice(added)}`;
    const related = [
      { at: service, message: 'The Service has no selector here.' },
      ...added.endpoints
        .slice(0, 1)
        .map(({ root }) => ({ at: root.origin, message: 'Its hand-written endpoints are here.' })),
    ];
    report(at, message, { related, fix: withoutSelectors(added, event) });
  },
});
