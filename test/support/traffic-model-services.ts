/**
 * Services as the API server of a dual-stack cluster (IPv4 first) stores them, and their ports as kube-proxy sees them: part of
 * the model in `traffic-model.ts`.
 */
import { fullName, proxyNameLabel, type Family, type ServiceManifest } from './traffic-objects.ts';

/** The Service with the families and the policies that the API server fills in. */
export function defaulted(service: ServiceManifest): ServiceManifest {
  const { spec } = service;
  const type = spec.type ?? 'ClusterIP';
  if (type === 'ExternalName') return service;
  return { ...service, spec: { ...spec, type, ipFamilies: familiesOf(spec) } };
}

function familiesOf({
  ipFamilies = [],
  ipFamilyPolicy = 'SingleStack',
  clusterIP,
  clusterIPs,
}: ServiceManifest['spec']) {
  const written = clusterIPs ?? (clusterIP ? [clusterIP] : []);
  const families: Family[] = [...ipFamilies];
  for (const [i, ip] of written.entries()) if (ip !== 'None' && i >= families.length) families.push(familyOf(ip));
  if (families.length === 0) families.push('IPv4');
  if (families.length === 1 && ipFamilyPolicy !== 'SingleStack')
    families.push(families[0] === 'IPv4' ? 'IPv6' : 'IPv4');
  return families;
}

function familyOf(ip: string): Family {
  return ip.includes(':') ? 'IPv6' : 'IPv4';
}

/** Why the kube-proxy of the family has no port of this Service; undefined where it has its ports. */
export function whySkipped({ metadata, spec }: ServiceManifest, family: Family): string | undefined {
  if (metadata.labels?.[proxyNameLabel] !== undefined)
    return 'informer: service.kubernetes.io/service-proxy-name label';
  if (spec.clusterIP === 'None' || spec.clusterIPs?.[0] === 'None') return 'informer: spec.clusterIP None';
  if (spec.type === 'ExternalName') return 'ShouldSkipService';
  if (!spec.ipFamilies?.includes(family)) return 'no cluster IP of this family';
  return undefined;
}

/** A Service port, and which policies are in force for it. */
export interface ModelServicePort {
  readonly service: string;
  readonly port: string;
  readonly protocol: string;
  readonly number: number;
  readonly usesCluster: boolean;
  readonly usesLocal: boolean;
  readonly external: boolean;
}

/** `service` has its defaults. */
export function servicePorts(service: ServiceManifest, family: Family): readonly ModelServicePort[] {
  const { spec, status } = service;
  const { type, externalIPs = [] } = spec;
  const isInternalLocal = spec.internalTrafficPolicy === 'Local';
  const isExternalLocal =
    spec.externalTrafficPolicy === 'Local' &&
    (type === 'NodePort' || type === 'LoadBalancer' || externalIPs.length > 0);
  const ingress = status?.loadBalancer?.ingress ?? [];
  const hasExternalIp = externalIPs.some((ip) => familyOf(ip) === family);
  const hasVirtualIp = ingress.some(({ ip, ipMode = 'VIP' }) => ip && ipMode === 'VIP' && familyOf(ip) === family);
  const getsNodePorts =
    type === 'NodePort' || (type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
  return (spec.ports ?? []).map(({ name = '', protocol = 'TCP', port, nodePort = 0 }) => {
    const external = getsNodePorts || nodePort !== 0 || hasVirtualIp || hasExternalIp;
    return {
      service: fullName(service),
      port: name,
      protocol,
      number: port,
      usesCluster: !isInternalLocal || external,
      usesLocal: isInternalLocal || (isExternalLocal && external),
      external,
    };
  });
}
