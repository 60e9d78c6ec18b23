/** Reports addresses and ports outside of the ranges that the settings allow. Without the settings, everything is allowed. */
import { hasIps } from '../analysis/binding/address-type.ts';
import { textOf, type Bound } from '../analysis/binding/bind.ts';
import { isAllowedIp, isAllowedPort, type AllowedRange } from '../contract/allowed-range.ts';
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { EndpointPort } from '../contract/endpoints.ts';
import { parseIp } from '../contract/ip.ts';
import { defineRule } from '../lint/rule.ts';
import { listed } from '../text/quote.ts';

export const outsideAllowedRange = defineRule({
  code: 'outside-allowed-range',
  summary: 'Addresses and ports must be in the ranges that the setting "allow" names.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'resource',
  check(_, { allow, binding, report }) {
    if (!allow) return;
    const hasAddresses = hasIps(binding.root);
    for (const node of binding.nodes) {
      if (hasAddresses && isOutside(node, allow))
        report(node, `${textOf(node)} is not an allowed address. ${wayOut('cidrs', allow.cidrs)}`);
      if (isOtherPort(node, allow)) {
        const ranges = allow.ports?.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
        report(node, `Port ${portOf(node)} is not allowed. ${wayOut('ports', ranges)}`);
      }
    }
  },
});

function isOutside(node: Bound, allow: AllowedRange): boolean {
  if (node.type.kind !== 'string' || node.type.format !== 'ip') return false;
  const ip = parseIp(textOf(node) ?? '');
  return ip !== undefined && !isAllowedIp(ip, allow);
}

function isOtherPort(node: Bound, allow: AllowedRange): boolean {
  const port = portOf(node);
  return port !== undefined && port >= 1n && port <= 65535n && !isAllowedPort(port, allow);
}

const portFields = [EndpointPort.fields.port, EndpointSlicePort.fields.port];

function portOf({ field, value }: Bound): bigint | undefined {
  const isPort = portFields.some((each) => each === field);
  return isPort && value.kind === 'scalar' && typeof value.value === 'bigint' ? value.value : undefined;
}

/** A message lists only a few ranges. */
const mostNamed = 4;

function wayOut(name: keyof AllowedRange, ranges: readonly string[] = []): string {
  const setting = `"allow.${name}" in the settings`;
  if (ranges.length === 0) return `Remove it, or add it to ${setting}, which is empty.`;
  const shown = ranges.length > mostNamed ? [...ranges.slice(0, mostNamed - 1), 'others'] : ranges;
  const use = name === 'cidrs' ? 'Use an address in' : 'Use';
  return `${use} ${listed(shown, 'or')}, or add it to ${setting}.`;
}
