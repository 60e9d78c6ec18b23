/** The prefix kubernetes.io belongs to Kubernetes, which defines three names under it. */
import { platformPrefix, platformProtocols } from '../contract/app-protocol.ts';
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { EndpointPort } from '../contract/endpoints.ts';
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';

export const unknownPlatformProtocol = defineRule({
  code: 'unknown-platform-protocol',
  summary: 'Under the prefix kubernetes.io only h2c, ws and wss are defined.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [EndpointPort, 'appProtocol'],
  alsoOn: [EndpointSlicePort],
  check(protocol, { report }) {
    const [prefix, name = '', ...rest] = protocol.value.value.split('/');
    if (
      prefix !== platformPrefix ||
      rest.length > 0 ||
      platformProtocols.includes(name) ||
      qualifiedNameProblem(protocol.value.value)
    )
      return;
    const meant = name === 'grpc' || name === 'http2' ? 'h2c' : nearest(name, platformProtocols);
    const names = platformProtocols.map((each) => `${platformPrefix}/${each}`);
    const message = `Kubernetes does not define the protocol ${quote(protocol.value.value)}. Write ${listed(names, 'or')}, or a prefix of your own.`;
    report(protocol, message, {
      fix: meant === undefined ? undefined : replaceBy(protocol.value, `${platformPrefix}/${meant}`, 'suggested'),
    });
  },
});
