/** Pairs the destinations of routes with Services, and Services with the objects that send traffic to them. */
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import type { Destination, SenderFacts } from '../facts/sender-facts.ts';
import { keys, kindKey } from './index-keys.ts';
import type { IndexedObject } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';
import { nearestObjects } from './nearest.ts';
import { areDeployedTogether, collect, mayMeet, meetAsWritten, mostNamesakes } from './relations.ts';
import type { PairedService } from './slice-pairing.ts';

/** The nearest Services that the object with this destination meets; empty where a patch may change them, or for too many. */
export function servicesAt(around: RelatedObjects, { service, namespace }: Destination): readonly PairedService[] {
  const { entry, at } = around;
  const found = entry.identities.flatMap((own) => {
    const target = namespace || own.namespace;
    if (at(keys.named('ServicePatch', target, service)).length > 0) return [undefined];
    const services = nearestObjects(at(keys.named('Service', target, service)), entry.uri);
    if (services.length > mostNamesakes || !own.isCertain) return [undefined];
    return services.map((each) =>
      meetAsWritten(entry, { ...own, namespace: target }, each, service) ? each : undefined,
    );
  });
  if (found.includes(undefined)) return [];
  return [...new Set(found)].flatMap((each) =>
    each?.facts.service && mayMeet(around, each) ? [{ entry: each, service: each.facts.service }] : [],
  );
}

/** What certainly sends traffic to a Service. */
export interface Sender {
  readonly entry: IndexedObject;
  /** The names of consumers, as `consumers.ts` has them; empty where the workspace does not show which. */
  readonly consumers: ReadonlySet<string>;
  readonly destination: Destination;
}

/** The objects that certainly send traffic to the endpoints of the Service, by file. */
export function sendersTo({ at }: Pick<RelatedObjects, 'at'>, service: IndexedObject): readonly Sender[] {
  return routesTo({ at }, service).flatMap(({ entry, destinations, consumers }): readonly Sender[] => {
    const destination = destinations.find(({ isByClusterIp }) => !isByClusterIp);
    return destination ? [{ entry, destination, consumers }] : [];
  });
}

/** An object with all of its destinations at one Service, also those by cluster IP. */
export interface RouteTo extends Pick<Sender, 'entry' | 'consumers'> {
  /** Never empty. */
  readonly destinations: readonly Destination[];
}

/** The objects that certainly send traffic to the Service, by file. */
export function routesTo({ at }: Pick<RelatedObjects, 'at'>, service: IndexedObject): readonly RouteTo[] {
  const all = collect(service.identities, ({ namespace, name }) => at(keys.sendersTo(namespace, name)));
  return all.slice(0, mostNamesakes).flatMap((entry): readonly RouteTo[] => {
    const destinations = destinationsAt(entry, service);
    const [first] = destinations;
    if (!first || !entry.identities.every(({ isCertain }) => isCertain)) return [];
    const target = service.identities.find(({ name }) => name === first.service);
    const rivals = at(keys.named('Service', target?.namespace ?? '', first.service));
    if (!nearestObjects(rivals, entry.uri).includes(service) || !areDeployedTogether(service, entry)) return [];
    return [{ entry, destinations, consumers: consumersOf(entry, at) }];
  });
}

function destinationsAt(sender: IndexedObject, service: IndexedObject): readonly Destination[] {
  const byService = sender.facts.sender && destinationsByService(sender.facts.sender);
  const found = service.identities.flatMap(({ namespace, name }) =>
    (byService?.get(name) ?? []).filter((each) => {
      if (each.namespace !== '') return each.namespace === namespace;
      return sender.identities.some((own) => own.namespace === namespace);
    }),
  );
  return [...new Set(found)];
}

/** True where the Service certainly has no such port. The name of an ExternalName Service needs none. */
export function isWithoutPort(
  port: number | string,
  { service }: PairedService,
  { entry, at }: Pick<RelatedObjects, 'entry' | 'at'>,
): boolean {
  const { type, ports, hasAllPorts } = service;
  if (type === '' || type === 'ExternalName' || !hasAllPorts || ports.length === 0) return false;
  if (ports.some(({ name, number }) => name === port || number === port || number === undefined)) return false;
  return !ports.some(({ target }) => String(target) === String(port)) || !mayTakeTarget(entry, at);
}

/** ingress-nginx 1.15.0 also takes a targetPort: `internal/ingress/controller/controller.go`, `serviceEndpoints`. */
export function mayTakeTarget(entry: IndexedObject, at: RelatedObjects['at']): boolean {
  if (entry.facts.kind !== 'Ingress') return false;
  const consumers = consumersOf(entry, at);
  return consumers.size === 0 || consumers.has('ingress-nginx');
}

const destinationsByService = memo(({ destinations }: SenderFacts): ReadonlyMap<string, readonly Destination[]> =>
  groupBy(destinations, ({ service }) => service),
);

/** The consumers that act on the object, by name. The usual name of a class counts where the class itself is not in sight. */
export function consumersOf(entry: IndexedObject, at: RelatedObjects['at']): ReadonlySet<string> {
  const { kind, group, sender } = entry.facts;
  if (!sender) return none;
  if (kind === 'TargetGroupBinding') return sender.areTargetsPods ? aws : none;
  if (kind === 'Ingress') {
    const all = named(at, 'IngressClass.networking.k8s.io', [sender.className]);
    return all.has(awsName) && !sender.areTargetsPods ? none : all;
  }
  if (group !== 'gateway.networking.k8s.io') return byKind.get(kind) ?? none;
  const gateways = sender.gateways.flatMap(({ namespace, name }) =>
    entry.identities.flatMap((own) => {
      const found = at(keys.named(kindKey('Gateway', group), namespace || own.namespace, name));
      return nearestObjects(found, entry.uri);
    }),
  );
  const classes = gateways.map(({ facts }) => facts.controller ?? '');
  return named(at, kindKey('GatewayClass', group), classes);
}

const none: ReadonlySet<string> = new Set();
const awsName = 'aws-load-balancer-controller';
/** Only with IP targets: otherwise it registers nodes, and kube-proxy decides. */
const aws: ReadonlySet<string> = new Set([awsName]);

const byKind: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['IngressRoute', new Set(['traefik'])],
  ['TraefikService', new Set(['traefik'])],
  ['IngressRouteTCP', new Set(['traefik-tcp'])],
  ['IngressRouteUDP', new Set(['traefik-tcp'])],
  ['VirtualService', new Set(['istio'])],
]);

/** The consumers of the classes. */
function named(at: RelatedObjects['at'], kind: string, classes: readonly string[]): ReadonlySet<string> {
  return new Set(
    classes.flatMap((name) => {
      const found = name === '' ? [] : at(keys.anywhere(kind, name));
      const controllers = new Set(found.map(({ facts }) => facts.controller ?? ''));
      const [only = `${kind.startsWith('Gateway') ? 'Gateway' : 'Ingress'} ${name}`] = controllers;
      return controllers.size > 1 ? [] : (byController.get(only) ?? []);
    }),
  );
}

/** By the controller that a class names, and by the usual name of a class. */
const byController: ReadonlyMap<string, string> = new Map([
  ['k8s.io/ingress-nginx', 'ingress-nginx'],
  ['Ingress nginx', 'ingress-nginx'],
  ['traefik.io/ingress-controller', 'traefik'],
  ['Ingress traefik', 'traefik'],
  ['ingress.k8s.aws/alb', awsName],
  ['Ingress alb', awsName],
  ['traefik.io/gateway-controller', 'traefik-gateway'],
  ['Gateway traefik', 'traefik-gateway'],
  ['gateway.envoyproxy.io/gatewayclass-controller', 'envoy-gateway'],
  ['Gateway eg', 'envoy-gateway'],
]);
