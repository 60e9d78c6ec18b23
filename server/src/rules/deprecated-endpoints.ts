/** Reports Endpoints since Kubernetes 1.33, where the API server answers every request for them with a deprecation warning. */
import { kindOfType } from '../contract/contract.ts';
import { defineRule } from '../lint/rule.ts';
import { isShownLive } from '../lint/shown.ts';

export const deprecatedEndpoints = defineRule({
  code: 'deprecated-endpoints',
  summary: 'Endpoints should be replaced by EndpointSlices: they are deprecated since Kubernetes 1.33.',
  enforcedBy: 'advice',
  severity: 'info',
  tag: 'deprecated',
  on: 'resource',
  check(resource, { report, minor, binding }) {
    if (minor < 33 || kindOfType(resource.type) !== 'Endpoints' || isShownLive(resource, binding)) return;
    const message =
      'Endpoints are deprecated since Kubernetes 1.33, but they keep working. Use EndpointSlice (discovery.k8s.io/v1) for new objects.';
    report({ span: resource.head }, message);
  },
});
