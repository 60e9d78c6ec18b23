/** Reports an appProtocol with the prefix kubernetes.io that Kubernetes does not define. */
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
  summary: 'An appProtocol with the prefix kubernetes.io should be h2c, ws or wss.',
  enforcedBy: 'advice',
  on: [EndpointPort, 'appProtocol'],
  alsoOn: [EndpointSlicePort],
  check(protocol, { report }) {
    const [prefix, name = '', ...rest] = protocol.value.value.split('/');
    if (prefix !== platformPrefix || rest.length > 0 || platformProtocols.includes(name)) return;
    if (qualifiedNameProblem(protocol.value.value)) return;
    const meant = name === 'grpc' || name === 'http2' ? 'h2c' : nearest(name, platformProtocols);
    const names = platformProtocols.map((each) => `${platformPrefix}/${each}`);
    const message = `Kubernetes does not define the protocol ${quote(protocol.value.value)}. Write ${listed(names, 'or')}, or use your own prefix.`;
    const right = meant && `${platformPrefix}/${meant}`;
    report(protocol, message, { fix: replaceBy(protocol.value, right, 'suggested') });
  },
});
