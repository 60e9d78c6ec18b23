/** Reports a Service of type ExternalName without a valid DNS name. */
import { isEmpty, member, textOf } from '../analysis/binding/bind.ts';
import { ServiceSpec } from '../contract/service.ts';
import { dnsSubdomainProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { asSubdomain } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { serviceType } from '../lint/service-spec.ts';
import { placeOf } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const malformedExternalName = defineRule({
  code: 'malformed-external-name',
  summary: 'A Service of type ExternalName must have a DNS name in externalName.',
  enforcedBy: 'server',
  on: [ServiceSpec],
  check(spec, { report, resource }) {
    const name = member(spec, 'externalName');
    if (serviceType(spec) !== 'ExternalName') return;
    const text = (name && textOf(name)) ?? (name ? undefined : '');
    // The API server removes one dot at the end.
    const bare = text?.replace(/\.$/, '');
    if (bare === undefined) return;
    if (bare === '') {
      if (resource.isPartial) return;
      const what = isEmpty(name) ? 'has no externalName' : 'has no name in externalName';
      return report(placeOf(spec, 'externalName'), `This Service of type ExternalName ${what}. Add a DNS name.`);
    }
    const problem = dnsSubdomainProblem(bare);
    if (!problem || !name) return;
    const fix = replaceBy(name.value, asSubdomain(bare), 'suggested');
    report(name, `The externalName ${quote(text ?? '')} ${problem}. Write a DNS name, such as "db.example.com".`, {
      fix,
    });
  },
});
