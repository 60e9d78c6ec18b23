/** Reports hand-written Endpoints since Kubernetes 1.33, where the API server answers every request for them with a warning. */
import { isDump } from '../analysis/binding/live.ts';
import { isLock } from '../analysis/binding/lock.ts';
import { defineRule } from '../lint/rule.ts';
import { isShownLive } from '../lint/shown.ts';

export const deprecatedEndpoints = defineRule({
  code: 'deprecated-endpoints',
  summary: 'Endpoints should be replaced by EndpointSlices: they are deprecated since Kubernetes 1.33.',
  enforcedBy: 'advice',
  severity: 'hint',
  tag: 'deprecated',
  isOncePerFile: true,
  on: 'resource',
  check(resource, { report, minor, binding }) {
    if (minor < 33 || resource.type !== 'Endpoints' || resource.isPartial || isShownLive(resource, binding)) return;
    if (isDump(binding) || isLock(binding.root)) return;
    const message =
      'Endpoints are deprecated since Kubernetes 1.33, but they keep working. Use EndpointSlice (discovery.k8s.io/v1) for new objects.';
    report({ span: resource.head }, message);
  },
});
