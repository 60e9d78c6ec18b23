/** No rule on addresses reports an ordinary one, and the counts of refused addresses agree with the rules. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isOrdinary, isRefusedAddress } from '../server/src/analysis/binding/address-type.ts';
import { bindDocument } from '../server/src/analysis/binding/bind-document.ts';
import { canonicalIp, parseIp } from '../server/src/contract/ip.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import type { RelationContext } from '../server/src/lint/rule.ts';
import { rules } from '../server/src/rules/rules.ts';
import { times } from './support/runs.ts';

const onAddress = rules.filter(({ on }) => on === 'address');
const minors = [20, 32, 33, 35, 36];

/** Addresses in every spelling, among them many from the edges of ranges. */
const octet = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 10, 51, 100, 113, 127, 169, 192, 198, 203, 224, 240, 254));
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
const ipv6 = fc.oneof(
  fc.ipV6(),
  ipv4.map((text) => `::ffff:${text}`),
  fc.constantFrom('::', '::1', 'fe80::1', 'ff02::1', 'ff12::1', 'FD00::1', 'fd00:0::1', '2001:db8::1', '3fff::1'),
);
const spelled = fc.oneof(
  ipv4,
  ipv6,
  ipv4.map((text) => `0${text}`),
  ipv6.map((text) => `0${text}`),
  fc.constantFrom('', ' 10.0.0.1', 'db', '10.0.0', '10.0.0.0/24'),
);
const address = fc.oneof(
  spelled,
  spelled.map((text) => {
    const ip = parseIp(text);
    return ip ? canonicalIp(ip) : text;
  }),
);

describe('ordinary addresses', () => {
  it('are what no rule on addresses reports', () => {
    let ordinary = 0;
    fc.assert(
      fc.property(address, fc.constantFrom(undefined, 'IPv4', 'IPv6'), (text, type) => {
        if (!isOrdinary(text, type)) return;
        ordinary++;
        for (const minor of minors) assert.deepEqual(reportsOn(text, type, minor), [], `${text} in ${type}`);
      }),
      { numRuns: times(1_500) },
    );
    assert.ok(ordinary > times(50), `only ${ordinary} were ordinary`);
  });
});

describe('refused addresses', () => {
  it('are those that a rule of the API server on addresses reports', () => {
    const enforced = onAddress.filter(({ enforcedBy }) => enforcedBy === 'server');
    let refused = 0;
    fc.assert(
      fc.property(address, fc.constantFrom(undefined, 'IPv4', 'IPv6'), (text, type) => {
        for (const minor of minors) {
          const isRefused = isRefusedAddress(text, type, minor);
          assert.equal(isRefused, reportsOn(text, type, minor, enforced).length > 0, `${text} in ${type}, 1.${minor}`);
          if (isRefused) refused++;
        }
      }),
      { numRuns: times(1_500) },
    );
    assert.ok(refused > times(50), `only ${refused} were refused`);
  });
});

/** What the rules on addresses say, each asked by itself. */
function reportsOn(text: string, type: string | undefined, minor: number, asked = onAddress): readonly string[] {
  const head =
    type === undefined ? 'apiVersion: v1\nkind: Endpoints\n' : 'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\n';
  const list =
    type === undefined
      ? `subsets: [{addresses: [{ip: "${text}"}]}]\n`
      : `addressType: ${type}\nendpoints: [{addresses: ["${text}"]}]\n`;
  const document = readFile('a.yaml', `${head}metadata: {name: db}\n${list}`, { isPartial: false }).parts[0]?.document;
  const [bound] = document ? bindDocument(document, minor) : [];
  const node = bound?.binding.nodes.find(({ value }) => value.kind === 'scalar' && value.value === text);
  assert.ok(document && bound && node);
  const messages: string[] = [];
  const report = (_place: unknown, message: string): unknown => messages.push(message);
  const context = { ...bound, document, minor, report } as unknown as RelationContext;
  for (const rule of asked) rule.check(node as never, context as never);
  return messages;
}
