/** Reports IP families that are listed twice, and two IP families of a Service that may have only one. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { isFullyStatic, isStatic } from '../analysis/binding/static-value.ts';
import { parseIp } from '../contract/ip.ts';
import { ServiceSpec } from '../contract/service.ts';
import { insertEntry, removeItem, replaceBy } from '../lint/fix.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { isHeadlessSpec, isStoredIn, serviceType } from '../lint/service-spec.ts';
import { keyPlace } from '../lint/subject.ts';
import { isNull } from '../tree/value.ts';

/** Older API servers take two families as a request for two. */
const requiredSince = 23;

export const conflictingIpFamilies = defineRule({
  code: 'conflicting-ip-families',
  summary: 'The IP families of a Service must be different, and two need a dual-stack policy.',
  enforcedBy: 'server',
  on: [ServiceSpec],
  check(spec, { report, minor }) {
    const families = member(spec, 'ipFamilies');
    const type = serviceType(spec);
    if (type === undefined || type === 'ExternalName' || (families && !isFullyStatic(families))) return;
    const isRead = families !== undefined && isStoredIn(families, minor);
    const twice = isRead ? repeated(families.children, (each) => textOf(each) || undefined) : [];
    for (const { item, first } of twice) {
      report(item, `${textOf(item)} is listed twice in "ipFamilies". Remove one.`, {
        fix: removeItem(item, `Remove the second ${textOf(item)}`, 'safe'),
        related: [{ span: first.value.span, message: 'It is first listed here.' }],
      });
    }
    const policy = member(spec, 'ipFamilyPolicy');
    const isAbsent = !policy || isNull(policy.value);
    const several = [isRead ? families : undefined, member(spec, 'clusterIPs')].find(
      (each) => each?.children.length === 2,
    );
    if (twice.length > 0 || !several || minor < 21 || !isFullyStatic(several)) return;
    // The rule wrong-cluster-ip reports cluster IPs that are no addresses.
    if (several !== families && !several.children.every((each) => parseIp(textOf(each) ?? ''))) return;
    const what = several === families ? 'IP families' : 'cluster IPs';
    if (textOf(policy) === 'SingleStack' && policy && !isAbsent) {
      const message = `SingleStack allows one IP family, but this Service has two ${what}. Use PreferDualStack, or remove one.`;
      report(policy, message, { fix: replaceBy(policy.value, 'PreferDualStack', 'suggested') });
    } else if (isAbsent && isStatic(policy) && minor >= requiredSince && isHeadlessSpec(spec) === false) {
      const message = `Two ${what} need a dual-stack policy. Add ipFamilyPolicy: PreferDualStack or RequireDualStack.`;
      report(keyPlace(several) ?? several, message, {
        fix: policy ? undefined : insertEntry(spec.value, 'ipFamilyPolicy', 'PreferDualStack', 'suggested'),
      });
    }
  },
});
