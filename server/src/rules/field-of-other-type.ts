/** Reports fields that the API server rejects because the type of the Service does not have them. */
import { integerOf, member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { isStatic } from '../analysis/binding/static-value.ts';
import { ServiceSpec } from '../contract/service.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isStoredIn, serviceType, setMember } from '../lint/service-spec.ts';
import { keyPlace } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import { isNull } from '../tree/value.ts';

const ofLoadBalancer = ['loadBalancerClass', 'allocateLoadBalancerNodePorts', 'loadBalancerSourceRanges'] as const;
/** The annotation that the API server reads where the field is absent. */
const sourceRanges = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const notOfExternalName = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'] as const;

export const fieldOfOtherType = defineRule({
  code: 'field-of-other-type',
  summary: 'A Service must not set a field that its type does not have.',
  enforcedBy: 'server',
  on: [ServiceSpec],
  check(spec, { report, minor, binding }) {
    const type = serviceType(spec);
    if (type === undefined) return;
    const refuse = (node: Bound | undefined, whose: string): void => {
      if (!node || !isStatic(node) || !isStoredIn(node, minor)) return;
      const message = `${quote(node.entry?.name ?? '')} is ${whose}, but the type of this Service is ${type}. Remove it, or change the type.`;
      report(keyPlace(node) ?? node, message, { fix: removeMember(node, 'suggested') });
    };
    if (type !== 'LoadBalancer') {
      for (const name of ofLoadBalancer) refuse(written(spec, name), 'only for the type LoadBalancer');
      const metadata = member(binding.root, 'metadata');
      const annotations = metadata && member(metadata, 'annotations');
      if (annotations && isStatic(metadata) && isStatic(annotations) && !setMember(spec, 'loadBalancerSourceRanges'))
        refuse(member(annotations, sourceRanges), 'only for the type LoadBalancer');
    }
    if (type === 'ExternalName')
      for (const name of notOfExternalName) refuse(written(spec, name), 'not for the type ExternalName');
    if (type === 'ClusterIP')
      for (const port of member(spec, 'ports')?.children ?? [])
        if (isStatic(port) && integerOf(member(port, 'nodePort')))
          refuse(member(port, 'nodePort'), 'only for the types NodePort and LoadBalancer');
    const isExposed = type === 'NodePort' || type === 'LoadBalancer';
    // Newer API servers accept the policy of a Service of type ClusterIP with external IPs.
    if (!isExposed && (type === 'ExternalName' || !setMember(spec, 'externalIPs')))
      refuse(setMember(spec, 'externalTrafficPolicy'), 'only for the types NodePort and LoadBalancer');
    const policy = member(spec, 'externalTrafficPolicy');
    const isLocal = policy && (!isStatic(policy) || textOf(policy) === 'Local');
    const port = setMember(spec, 'healthCheckNodePort');
    if (type !== 'LoadBalancer') refuse(port, 'only for the type LoadBalancer');
    else if (port && isStatic(port) && !isLocal) {
      const message = '"healthCheckNodePort" needs externalTrafficPolicy: Local. Remove it, or write that policy.';
      report(keyPlace(port) ?? port, message, { fix: removeMember(port, 'suggested') });
    }
  },
});

/** A member that is not null. An empty list, or an empty cluster IP, counts as absent. */
function written(spec: Bound, name: string): Bound | undefined {
  const node = member(spec, name);
  if (!node || isNull(node.value)) return undefined;
  return node.field?.whenEmpty === 'kept' ? node : setMember(spec, name);
}
