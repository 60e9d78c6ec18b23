/** The server answers every request on Endpoints with a warning since 1.33. */
import { kindOfType } from '../contract/contract.ts';
import { defineRule } from '../lint/rule.ts';

export const deprecatedEndpoints = defineRule({
  code: 'deprecated-endpoints',
  summary: 'Endpoints are deprecated since Kubernetes 1.33; EndpointSlices take their place.',
  enforcedBy: 'advice',
  severity: 'info',
  tag: 'deprecated',
  since: '0.1.0',
  on: 'resource',
  check(resource, { report, minor }) {
    if (minor < 33 || kindOfType(resource.type) !== 'Endpoints') return;
    const message =
      'Endpoints are deprecated since Kubernetes 1.33. They keep working; new work goes into EndpointSlice (discovery.k8s.io/v1).';
    report({ span: resource.head }, message);
  },
});
