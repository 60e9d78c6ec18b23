/** Reports objects without a kind whose fields show that they are Endpoints or EndpointSlices. */
import { insertEntry, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const missingKind = defineRule({
  code: 'missing-kind',
  summary: 'An object must have a kind.',
  enforcedBy: 'contract',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, span, mapping, right } of document.misnamed) {
      if (what !== 'missing-kind' || right === undefined) continue;
      const fix = entry ? replaceBy(entry.value, right, 'suggested') : insertEntry(mapping, 'kind', right, 'suggested');
      const isPatch = document.resources.some((each) => each.isPartial && each.properties === mapping);
      const subject = isPatch
        ? `This patch of ${right} has no kind, so kustomize`
        : `This ${right} has no kind, so kubectl`;
      const message = `${subject} rejects it. Add "kind: ${right}".`;
      report({ span, path: ['kind'] }, message, { fix });
    }
  },
});
