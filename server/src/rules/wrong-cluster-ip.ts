/** Reports cluster IPs that the API server rejects: no addresses, or addresses that contradict each other, the type or the IP families. */
import { isEmpty, member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import { familyOfIp, isMapped, parseIp } from '../contract/ip.ts';
import { ServiceSpec } from '../contract/service.ts';
import { insertEntry, removeMember, replaceBy } from '../lint/fix.ts';
import { defineRule, type ResourceContext } from '../lint/rule.ts';
import { clusterIpNodes, isHeadlessSpec, serviceType } from '../lint/service-spec.ts';
import { keyPlace } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import type { Mapping } from '../tree/value.ts';

/** Older API servers read only the first cluster IP. */
const severalSince = 21;

export const wrongClusterIp = defineRule({
  code: 'wrong-cluster-ip',
  summary: 'The cluster IPs of a Service must be IP addresses that fit its type and its IP families.',
  enforcedBy: 'server',
  on: [ServiceSpec],
  check(spec, context) {
    const type = serviceType(spec);
    // The rule field-of-other-type reports the cluster IPs of ExternalName.
    if (type === 'ExternalName') return;
    const known = clusterIpNodes(spec).filter((_, i) => i === 0 || context.minor >= severalSince);
    const wrong = known.filter((node, i) => !isClusterIp(node, i === 0, context));
    const isKnown = ['clusterIP', 'clusterIPs'].every((name) => isFullyStatic(member(spec, name)));
    if (type === undefined || !isKnown || wrong.length > 0) return;
    const headless = isHeadlessSpec(spec) ? known[0] : undefined;
    if (headless && (type === 'NodePort' || type === 'LoadBalancer')) {
      const message = `A Service of type ${type} cannot be headless. Remove "None", or use the type ClusterIP.`;
      context.report(headless, message);
    }
    checkAgreement(spec, context);
    if (!headless) checkFamilies(known, spec, context);
  },
});

/** Reports a value that is no cluster IP. */
function isClusterIp(node: Bound, isFirst: boolean, { report, minor }: ResourceContext): boolean {
  const text = textOf(node);
  if (text === undefined || (text === 'None' && isFirst)) return true;
  const ip = parseIp(text);
  if (!ip) {
    const meant = isFirst && /^none$/i.test(text.trim()) ? 'None' : undefined;
    const wayOut = meant ? 'Did you mean "None"?' : 'Write an address of the range for Services, or remove it.';
    report(node, `The cluster IP ${quote(text)} is not an IP address. ${wayOut}`, {
      fix: meant ? replaceBy(node.value, meant, 'suggested') : removeMember(node, 'suggested'),
    });
    return false;
  }
  if (minor < 36 || !(ip.hasLeadingZeros || isMapped(ip))) return true;
  const what = ip.hasLeadingZeros ? 'has leading zeros' : 'is an IPv4 address written as IPv6';
  report(node, `The cluster IP ${text} ${what}, which the API server rejects since Kubernetes 1.36. Write it without.`);
  return false;
}

/** `clusterIPs` begins with `clusterIP`. The API server fills in only an absent `clusterIPs`. */
function checkAgreement(spec: Bound<Mapping>, { report, minor }: ResourceContext): void {
  const [one, several] = [member(spec, 'clusterIP'), member(spec, 'clusterIPs')];
  const [first, ...others] = several?.children ?? [];
  const [written, text] = [textOf(first), textOf(one)];
  if (!several || !first || !written) return;
  if (isEmpty(one)) {
    if (spec.value.isOpen) return;
    report(
      keyPlace(several) ?? several,
      `"clusterIPs" needs "clusterIP" with its first value. Add clusterIP: ${written}.`,
      {
        fix: one ? replaceBy(one.value, written, 'safe') : insertEntry(spec.value, 'clusterIP', written, 'safe'),
      },
    );
  } else if (text !== undefined && text !== written) {
    report(
      first,
      `The first of the "clusterIPs" is ${quote(written)}, but "clusterIP" is ${quote(text)}. Write the same value.`,
    );
  } else if (others.length > 0 && written === 'None' && minor >= severalSince) {
    report(several, 'A headless Service has no cluster IPs beside "None". Remove the others.');
  } else if (others.length > 1 && minor >= severalSince) {
    report(
      keyPlace(several) ?? several,
      `A Service has at most two cluster IPs, not ${several.children.length}. Remove some.`,
    );
  }
}

function checkFamilies(nodes: readonly Bound[], spec: Bound, { report, minor }: ResourceContext): void {
  if (minor < severalSince) return;
  const families = nodes.map((node) => {
    const ip = parseIp(textOf(node) ?? '');
    return ip && familyOfIp(ip);
  });
  const [first, second] = families;
  const [, other] = nodes;
  if (other && first && first === second && nodes.length === 2)
    report(other, `Both cluster IPs are ${first} addresses. Write one address of each IP family.`);
  const written = member(spec, 'ipFamilies')?.children ?? [];
  for (const [i, node] of nodes.entries()) {
    const family = textOf(written[i]);
    const own = families[i];
    if (!own || (family !== 'IPv4' && family !== 'IPv6') || family === own) continue;
    report(
      node,
      `${textOf(node)} is an ${own} address, but "ipFamilies" has ${family} at this place. Correct one of them.`,
    );
  }
}
