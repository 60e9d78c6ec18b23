/** Reports a Service name that is valid for other kinds, but not for a Service. */
import { isCheckedService } from '../analysis/binding/own-services.ts';
import { dnsSubdomainProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { asLabel } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { mayStartWithDigit, problemOfServiceName } from '../lint/service-names.ts';
import { nameNode } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const rejectedServiceName = defineRule({
  code: 'rejected-service-name',
  summary: 'The name of a Service must be a DNS label that starts with a letter.',
  enforcedBy: 'server',
  on: { relationsOf: ['Service'] },
  check(resource, context) {
    const { report, binding, around } = context;
    const { facts, identities } = around.entry;
    const name = nameNode(binding);
    if (!name || !isCheckedService(resource) || !facts.name.isKnown) return;
    const problems = identities.map(({ isCertain, name: full }) =>
      isCertain && !dnsSubdomainProblem(full) ? problemOfServiceName(full, context) : undefined,
    );
    const [problem] = problems;
    const full = identities[0]?.name ?? '';
    if (problem === undefined || problems.includes(undefined)) return;
    const better = full === facts.name.text ? asLabel(full) : undefined;
    const isRight = better !== undefined && problemOfServiceName(better, context) === undefined;
    const start = mayStartWithDigit(context) ? 'Write a DNS label' : 'Write a DNS label that starts with a letter';
    report(name, `The Service name ${quote(full)} ${problem}. ${start}.`, {
      fix: replaceBy(name.value, isRight ? better : undefined, 'suggested'),
    });
  },
});
