/** Reports addresses of an IP family that the Service does not have: kube-proxy ignores them. */
import { addressTypeOf, hasIps } from '../analysis/binding/address-type.ts';
import { addressesOf, type Address } from '../analysis/binding/addresses.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { memoOfBlock } from '../analysis/binding/blocks.ts';
import { servicesFor, hasManualEndpoints } from '../analysis/workspace/pairing.ts';
import type { PairedService } from '../analysis/workspace/slice-pairing.ts';
import { typeNames } from '../contract/contract.ts';
import { canonicalText, isIpv4, parseIp } from '../contract/ip.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';

export const unservedIpFamily = defineRule({
  code: 'unserved-ip-family',
  summary: 'An address must have an IP family of the Service.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['family'],
  on: { relationsOf: typeNames },
  check(_resource, { report, binding: { root }, document, around }) {
    const type = addressTypeOf(root);
    const services = servicesFor(around);
    const [first] = services;
    if (document.issues.length > 0 || !first || !services.every(isJudged)) return;
    const families = new Set(services.flatMap(({ service }) => service.families ?? []));
    // The families follow from the cluster IPs of the Service, if it has some.
    const path = first.service.clusterIps.length > 0 ? ['spec', 'clusterIP'] : ['spec', 'ipFamilies'];
    const related = [{ entry: first.entry, path, message: 'The Service sets its IP families here.' }];
    const written = member(root, 'addressType');
    if (written && type && hasIps(root) && !families.has(type)) {
      const message = `The ${titleOf(first.entry)} has only ${[...families].join(' and ')}, so this slice of type ${type} is never used. Write ipFamilyPolicy: PreferDualStack in the Service, or create a separate Service for ${type}.`;
      report(written, message, { related });
    }
    for (const subset of member(root, 'subsets')?.children ?? []) {
      for (const list of ['addresses', 'notReadyAddresses'] as const) {
        const blocks = member(subset, list)?.blocks;
        if (blocks?.every((block) => familiesIn(block).every((family) => families.has(family)))) continue;
        const left = addressesOf(subset, list).filter((address) => !families.has(familyOf(address)));
        if (left[0]) report(left[0].ip, messageOn(left, first, [...families]), { related });
      }
    }
  },
});

/** False for a headless Service: it has no cluster IP, and DNS returns all addresses. */
function isJudged({ service }: PairedService): boolean {
  return hasManualEndpoints(service) && !service.isHeadless && service.families !== undefined;
}

/** The families of the valid addresses in a block of a long list. */
const familiesIn = memoOfBlock((addresses): readonly string[] => {
  const keys = addresses.flatMap((each) => canonicalText(textOf(member(each, 'ip')) ?? '') ?? []);
  return [...new Set(keys.map((key) => familyOf({ key })))];
});

function familyOf({ key }: Pick<Address, 'key'>): string {
  const ip = parseIp(key);
  return ip && isIpv4(ip) ? 'IPv4' : 'IPv6';
}

function messageOn(left: readonly Address[], { entry }: PairedService, families: readonly string[]): string {
  const family = left[0] ? familyOf(left[0]) : '';
  const subject =
    left.length === 1 ? `the ${family} address ${left[0]?.key}` : `the ${left.length} ${family} addresses of this list`;
  const verb = left.length === 1 ? 'is' : 'are';
  return `The ${titleOf(entry)} has only ${families.join(' and ')}, so ${subject} ${verb} never used. Write ipFamilyPolicy: PreferDualStack in the Service, or create a separate Service for ${family}.`;
}
