/** What other objects need to know of a Service. */
import { canonicalIp, familyOfIp, parseIp } from '../../contract/ip.ts';
import { proxyLabel } from '../../contract/service.ts';
import { isNull } from '../../tree/value.ts';
import { member, nodeAt, textOf, type Bound } from '../binding/bind.ts';
import { isStatic } from '../binding/static-value.ts';
import { portsOf, type Ports } from './port-facts.ts';

export interface ServiceFacts extends Ports {
  /** `ClusterIP` where it is absent; empty where it is opaque. */
  readonly type: string;
  readonly selector: 'none' | 'some' | 'unknown';
  readonly isHeadless: boolean;
  /** In canonical spelling. */
  readonly clusterIps: readonly string[];
  /** Undefined where the cluster decides, or where they are opaque. */
  readonly families: readonly string[] | undefined;
  /** True where the label names another proxy than kube-proxy, which then ignores the Service. */
  readonly isForeign: boolean;
  /** `Cluster` where it is absent; empty where it is opaque. */
  readonly internalPolicy: string;
  /** The same; `Cluster` where clients outside of the cluster cannot reach the Service. */
  readonly externalPolicy: string;
  /** True where the type or external IPs make the Service reachable from outside. */
  readonly isExposed: boolean;
  /** Set where an annotation has Consul register the Service. */
  readonly isSynced?: true;
}

export function serviceFacts(root: Bound): ServiceFacts {
  const spec = member(root, 'spec');
  const isKnown = hasAllEntries(root) && hasAllEntries(spec);
  const isFixed = isStatic(root) && isStatic(spec);
  const type = spec && member(spec, 'type');
  const addresses = clusterIpsOf(spec);
  return {
    type: (isKnown ? (type ? isFixed && textOf(type) : 'ClusterIP') : '') || '',
    selector: selectorOf(spec, isKnown, isFixed),
    isHeadless: addresses[0] === 'None',
    clusterIps: addresses.flatMap(canonical),
    families: isFixed ? familiesOf(spec, addresses) : undefined,
    isForeign: nodeAt(root, ['metadata', 'labels', proxyLabel]) !== undefined,
    ...(isTrue(textOf(nodeAt(root, ['metadata', 'annotations', syncAnnotation]))) ? { isSynced: true } : {}),
    ...policiesOf(spec, type && textOf(type), isFixed),
    ...portsOf(spec && member(spec, 'ports'), isKnown && !isChosen(spec, 'ports')),
  };
}

/** consul-k8s, `control-plane/catalog/to-consul/annotation.go`. */
const syncAnnotation = 'consul.hashicorp.com/service-sync';

/** As Go's `strconv.ParseBool` reads it. */
function isTrue(text = ''): boolean {
  return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text);
}

function policiesOf(
  spec: Bound | undefined,
  type: string | undefined,
  isFixed: boolean,
): Pick<ServiceFacts, 'internalPolicy' | 'externalPolicy' | 'isExposed'> {
  const policy = (name: string): string => {
    const node = spec && member(spec, name);
    if (node && (!isFixed || node.value.kind === 'opaque')) return '';
    return (node && textOf(node)) || 'Cluster';
  };
  const external = spec && member(spec, 'externalIPs');
  // Without node ports, it is known only in the cluster whether kube-proxy sees the address of the load balancer.
  const nodePorts = spec && member(spec, 'allocateLoadBalancerNodePorts')?.value;
  const hasNodePorts = !nodePorts || (nodePorts.kind === 'scalar' && nodePorts.value !== false);
  const isExposed =
    type === 'NodePort' || (type === 'LoadBalancer' && hasNodePorts) || (external?.children.length ?? 0) > 0;
  return {
    internalPolicy: policy('internalTrafficPolicy'),
    externalPolicy: isExposed ? policy('externalTrafficPolicy') : 'Cluster',
    isExposed,
  };
}

/** True where what is not written is not there. A template may still drop what is written. */
function hasAllEntries(node: Bound | undefined): boolean {
  return isStatic(node) || (node?.value.kind === 'mapping' && node.value.hasAllEntries === true);
}

/** True where a template chooses among several entries with the name. */
function isChosen(owner: Bound | undefined, name: string): boolean {
  return owner?.value.kind === 'mapping' && owner.value.entries.filter((entry) => entry.name === name).length > 1;
}

/** The API server stores an empty selector as none. */
function selectorOf(spec: Bound | undefined, isKnown: boolean, isFixed: boolean): ServiceFacts['selector'] {
  if (!isKnown) return 'unknown';
  const selector = spec && member(spec, 'selector')?.value;
  if (!selector || isNull(selector)) return 'none';
  if (!isFixed) return 'unknown';
  if (selector.kind !== 'mapping') return 'unknown';
  if (selector.entries.length > 0) return 'some';
  return selector.isOpen ? 'unknown' : 'none';
}

function clusterIpsOf(spec: Bound | undefined): readonly string[] {
  const one = spec && textOf(member(spec, 'clusterIP'));
  const several = spec && member(spec, 'clusterIPs')?.children.map((each) => textOf(each) ?? '');
  return [...new Set([...(one ? [one] : []), ...(several ?? [])])];
}

function canonical(text: string): string[] {
  const ip = parseIp(text);
  return ip ? [canonicalIp(ip)] : [];
}

/** The written families, or those of the cluster IPs; undefined where the cluster may add a family. */
function familiesOf(spec: Bound | undefined, addresses: readonly string[]): readonly string[] | undefined {
  const policy = spec && member(spec, 'ipFamilyPolicy');
  const written = spec && member(spec, 'ipFamilies');
  const isSingle = !policy || textOf(policy) === 'SingleStack';
  if (written && isStatic(written) && written.children.every((each) => textOf(each))) {
    const families = written.children.map((each) => textOf(each) ?? '');
    if (families.length > 1 || isSingle) return families;
    return textOf(policy) === 'RequireDualStack' ? [...families, families[0] === 'IPv6' ? 'IPv4' : 'IPv6'] : undefined;
  }
  const families = [...new Set(addresses.flatMap(familyOf))];
  if (textOf(policy) === 'RequireDualStack') return families[0] === 'IPv6' ? ['IPv6', 'IPv4'] : ['IPv4', 'IPv6'];
  return families.length > 0 && isSingle ? families : undefined;
}

function familyOf(text: string): string[] {
  const ip = parseIp(text);
  return ip ? [familyOfIp(ip)] : [];
}
