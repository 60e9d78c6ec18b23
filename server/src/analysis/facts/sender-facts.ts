/** Reads to which Services and ports an object sends traffic: Ingresses, and routes of the Gateway API, Traefik, Istio and AWS. */
import type { Resource } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import { isNull, nestedValue, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { groupOf } from './naming.ts';

/** A Service to which an object sends traffic. */
export interface Destination {
  readonly service: string;
  /** Empty where none is written: then it is the namespace of the object. */
  readonly namespace: string;
  /** A number or a name; undefined where it is absent or not known. */
  readonly port: number | string | undefined;
  /** The path of the name, and that of the port. */
  readonly path: Path;
  readonly portPath: Path;
  /** True where the traffic may go to the cluster IP, so that its endpoints do not matter to the controller. */
  readonly isByClusterIp: boolean;
}

/** The kinds that may have destinations. */
export const sendingKinds: readonly string[] = [
  'Ingress',
  'HTTPRoute',
  'GRPCRoute',
  'TCPRoute',
  'TLSRoute',
  'UDPRoute',
  'IngressRoute',
  'IngressRouteTCP',
  'IngressRouteUDP',
  'TraefikService',
  'TargetGroupBinding',
  'VirtualService',
];

export interface SenderFacts {
  /** In document order; without those whose name or namespace is not known. */
  readonly destinations: readonly Destination[];
  /** The class of an Ingress, which names its controller; empty where none is written. */
  readonly className: string;
  /** The Gateways of a route; the namespace is empty where none is written. */
  readonly gateways: readonly { readonly namespace: string; readonly name: string }[];
  /** True where the traffic goes to the addresses of Pods, not to ports of nodes. */
  readonly areTargetsPods: boolean;
}

/** Undefined for an object that sends no traffic to Services. */
export function senderOf({ type, apiVersion, properties, form, isPartial }: Resource): SenderFacts | undefined {
  const shape = form === 'kubernetes' && !isPartial ? shapes[`${type}.${groupOf(apiVersion)}`] : undefined;
  if (!shape) return undefined;
  const isHost = shape.name === 'host';
  return {
    destinations: shape.at.flatMap((pattern) =>
      [...mappingsAt(properties, pattern, [])].flatMap((found) => destinationOf(found, isHost) ?? []),
    ),
    className: type === 'Ingress' ? classOf(properties) : '',
    gateways: [...mappingsAt(properties, ['spec', 'parentRefs', '*'], [])].flatMap(gatewayOf),
    areTargetsPods: isForPods(type, properties),
  };
}

/** The class or the controller that a Gateway or a class names; undefined for other objects. */
export function controllerOf({ type, apiVersion, properties, form }: Resource): string | undefined {
  const name = form === 'kubernetes' ? controllerFields[`${type}.${groupOf(apiVersion)}`] : undefined;
  return name === undefined ? undefined : stringOf(nestedValue(properties, ['spec', name]));
}

const controllerFields: { readonly [kind: string]: string | undefined } = {
  'Gateway.gateway.networking.k8s.io': 'gatewayClassName',
  'GatewayClass.gateway.networking.k8s.io': 'controllerName',
  'IngressClass.networking.k8s.io': 'controller',
};

interface Shape {
  /** Where the Services are named; `*` for each item of a list. */
  readonly at: readonly (readonly string[])[];
  readonly name: 'name' | 'host';
}

const gatewayRoute: Shape = { name: 'name', at: [['spec', 'rules', '*', 'backendRefs', '*']] };
const traefikRoute: Shape = { name: 'name', at: [['spec', 'routes', '*', 'services', '*']] };
const traefikService: Shape = {
  name: 'name',
  at: [
    ['spec', 'weighted', 'services', '*'],
    ['spec', 'highestRandomWeight', 'services', '*'],
    ['spec', 'mirroring'],
    ['spec', 'mirroring', 'mirrors', '*'],
  ],
};

const shapes: { readonly [kind: string]: Shape | undefined } = {
  'Ingress.networking.k8s.io': {
    name: 'name',
    at: [
      ['spec', 'defaultBackend', 'service'],
      ['spec', 'rules', '*', 'http', 'paths', '*', 'backend', 'service'],
    ],
  },
  ...forGroups(['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'], gatewayRoute, [
    'gateway.networking.k8s.io',
  ]),
  ...forGroups(['IngressRoute', 'IngressRouteTCP', 'IngressRouteUDP'], traefikRoute, traefikGroups()),
  ...forGroups(['TraefikService'], traefikService, traefikGroups()),
  'TargetGroupBinding.elbv2.k8s.aws': { name: 'name', at: [['spec', 'serviceRef']] },
  'VirtualService.networking.istio.io': {
    name: 'host',
    at: ['http', 'tcp', 'tls'].map((protocol) => ['spec', protocol, '*', 'route', '*', 'destination']),
  },
};

function traefikGroups(): readonly string[] {
  return ['traefik.io', 'traefik.containo.us'];
}

function forGroups(kinds: readonly string[], shape: Shape, groups: readonly string[]): { [kind: string]: Shape } {
  return Object.fromEntries(groups.flatMap((group) => kinds.map((kind) => [`${kind}.${group}`, shape])));
}

interface Located {
  readonly value: Mapping;
  readonly path: Path;
}

function* mappingsAt(value: Value | undefined, [step, ...rest]: readonly string[], path: Path): Generator<Located> {
  if (step === undefined) {
    if (value?.kind === 'mapping') yield { value, path };
  } else if (step === '*') {
    const items = value?.kind === 'sequence' ? value.items : [];
    for (const [i, item] of items.entries()) yield* mappingsAt(item, rest, [...path, i]);
  } else if (value?.kind === 'mapping') yield* mappingsAt(onlyValue(value, step), rest, [...path, step]);
}

/** Undefined where a template chooses among several entries with the name. */
function onlyValue(owner: Mapping, name: string): Value | undefined {
  return owner.entries.filter((entry) => entry.name === name).length > 1 ? undefined : valueOf(owner, name);
}

function destinationOf({ value, path }: Located, isHost: boolean): Destination | undefined {
  const target = isHost ? serviceOfHost(textIn(value, 'host')) : serviceIn(value);
  if (!target) return undefined;
  const { port, steps } = portIn(value);
  const native = valueOf(value, 'nativeLB');
  return {
    ...target,
    port,
    path: [...path, isHost ? 'host' : 'name'],
    portPath: [...path, ...steps],
    isByClusterIp: native !== undefined && !(native.kind === 'scalar' && native.value === false),
  };
}

type Target = Pick<Destination, 'service' | 'namespace'>;

function serviceIn(value: Mapping): Target | undefined {
  const [service, namespace, kind, group] = ['name', 'namespace', 'kind', 'group'].map((name) => textIn(value, name));
  const isService = (kind === '' || kind === 'Service') && (group === '' || group === 'core');
  // Traefik's own services have a provider behind an `@`.
  return service && namespace !== undefined && isService && !service.includes('@') ? { service, namespace } : undefined;
}

/** A short name of Istio is one of the object's namespace. Other hosts may be those of ServiceEntries. */
function serviceOfHost(host: string | undefined): Target | undefined {
  const [, service, namespace] = /^([a-z0-9-]+)(?:\.([a-z0-9-]+)\.svc\.cluster\.local)?$/.exec(host ?? '') ?? [];
  return service === undefined ? undefined : { service, namespace: namespace ?? '' };
}

/** A number or a name, or a mapping with one of them. */
function portIn(owner: Mapping): { readonly port: Destination['port']; readonly steps: Path } {
  const written = onlyValue(owner, 'port');
  if (written?.kind !== 'mapping') return { port: numberOrText(written), steps: ['port'] };
  const name = ['number', 'name'].find((each) => !isNull(valueOf(written, each) ?? nothing)) ?? 'number';
  return { port: numberOrText(onlyValue(written, name)), steps: ['port', name] };
}

const nothing: Value = { kind: 'scalar', span: { start: 0, end: 0 }, value: null, text: '', isAlias: false };

function numberOrText(value: Value | undefined): number | string | undefined {
  if (value?.kind !== 'scalar') return undefined;
  return typeof value.value === 'bigint' ? Number(value.value) : stringOf(value) || undefined;
}

/** Empty for an absent value, undefined for an unknown one. */
function textIn(owner: Mapping, name: string): string | undefined {
  if (!owner.entries.some((entry) => entry.name === name)) return '';
  const value = onlyValue(owner, name);
  return isNull(value) ? '' : stringOf(value);
}

function gatewayOf({ value }: Located): SenderFacts['gateways'] {
  const [name, namespace, kind] = ['name', 'namespace', 'kind'].map((each) => textIn(value, each));
  return name && namespace !== undefined && (kind === '' || kind === 'Gateway') ? [{ namespace, name }] : [];
}

/** An annotation of a controller names it, where no class is written. */
function classOf(properties: Mapping): string {
  const annotations = nestedValue(properties, ['metadata', 'annotations']);
  const own = annotations?.kind === 'mapping' ? annotations : undefined;
  const written = stringOf(nestedValue(properties, ['spec', 'ingressClassName']));
  return written ?? stringOf(own && valueOf(own, 'kubernetes.io/ingress.class')) ?? '';
}

/** The two ways in which the AWS Load Balancer Controller is told to register Pods. */
function isForPods(type: string, properties: Mapping): boolean {
  const annotations = nestedValue(properties, ['metadata', 'annotations']);
  const written =
    type === 'TargetGroupBinding'
      ? nestedValue(properties, ['spec', 'targetType'])
      : annotations?.kind === 'mapping' && valueOf(annotations, 'alb.ingress.kubernetes.io/target-type');
  return (written && stringOf(written)) === 'ip';
}
