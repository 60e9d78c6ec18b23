/** Reports a Service that gains or loses its selector: EndpointSlices that were written before stay in the cluster and get traffic. */
import { nodeAt } from '../analysis/binding/bind.ts';
import { nearestEndpoints } from '../analysis/traffic/backends/service-backends.ts';
import { managedByLabel, serviceNameLabel, sliceController } from '../contract/endpoint-slice.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace, objectPlace } from '../lint/subject.ts';

export const changedSelector = defineRule({
  code: 'changed-selector',
  summary: 'The old EndpointSlices of a Service that gains or loses its selector must be deleted.',
  enforcedBy: 'advice',
  on: 'service-update',
  check({ now, before, hadSlices }, { around, report }) {
    const [service, old] = [now.facts.service, before.facts.service];
    // No controller writes slices for ExternalName, and nothing routes to them.
    if (!service || !old || [service, old].some(({ type }) => type === '' || type === 'ExternalName')) return;
    if (now.facts.uid !== '' || service.selector === old.selector) return;
    const title = titleOf(around.entry);
    const spec = nodeAt(now.binding.root, ['spec']);
    const selector = nodeAt(now.binding.root, ['spec', 'selector']);
    const place = selector ?? spec;
    const at = (place && keyPlace(place)) ?? objectPlace(now.binding, now.resource);
    const isAdded = service.selector === 'some' && old.selector === 'none';
    if (isAdded && hadSlices && nearestEndpoints(around).length === 0) {
      const message = `This change adds a selector to the ${title}. Hand-written EndpointSlices stay in the cluster, and kube-proxy still routes to them. Delete them there once the Pods are ready.`;
      report(at, message);
    }
    if (service.selector === 'none' && old.selector === 'some') {
      const labels = `${serviceNameLabel}=${now.facts.name.text},${managedByLabel}=${sliceController}`;
      const message = `This change removes the selector of the ${title}. The EndpointSlices of its Pods stay in the cluster, and kube-proxy still routes to them. Delete them with kubectl delete endpointslices -l ${labels}.`;
      report(at, message);
    }
  },
});
