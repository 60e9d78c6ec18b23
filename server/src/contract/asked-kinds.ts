/** The kinds that rules look up in the workspace. An object of any other kind matters only where one refers to it. */

/** What sends traffic to Services, and what decides on the controller that does. */
export const senderKinds = [
  'Ingress',
  'IngressClass',
  'HTTPRoute',
  'GRPCRoute',
  'TCPRoute',
  'TLSRoute',
  'UDPRoute',
  'Gateway',
  'GatewayClass',
  'IngressRoute',
  'IngressRouteTCP',
  'IngressRouteUDP',
  'TraefikService',
  'TargetGroupBinding',
  'VirtualService',
  'ServiceMonitor',
] as const;

/** The kinds without their groups. The patch of an object counts as the same kind. */
export const askedKinds = [
  'Endpoints',
  'EndpointSlice',
  'Service',
  'HelmRelease',
  'Application',
  'ApplicationSet',
  'Kustomization',
  'HelmChart',
  ...senderKinds,
] as const;

const asked: ReadonlySet<string> = new Set(askedKinds.flatMap((kind) => [kind, `${kind}Patch`]));

export function isAskedKind(kind: string): boolean {
  const dot = kind.indexOf('.');
  return asked.has(dot < 0 ? kind : kind.slice(0, dot));
}
