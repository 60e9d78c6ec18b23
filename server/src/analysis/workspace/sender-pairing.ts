/** Pairs the destinations of routes with Services, and Services with the controllers that send traffic to their endpoints. */
import { memo } from '../../text/memo.ts';
import type { Destination } from '../facts/sender-facts.ts';
import { keys, kindKey } from './index-keys.ts';
import type { IndexedObject } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';
import { nearestObjects } from './nearest.ts';
import { areDeployedTogether, collect, mayMeet, meetAsWritten, mostNamesakes } from './relations.ts';
import type { PairedService } from './slice-pairing.ts';

/** A controller that routes traffic to the endpoints of Services; `unknown` where the workspace does not show which. */
export type Controller =
  | 'ingress-nginx'
  | 'traefik-http'
  | 'traefik-tcp'
  | 'traefik-gateway'
  | 'envoy-gateway'
  | 'aws'
  | 'istio'
  | 'unknown';

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

export interface Sender {
  readonly entry: IndexedObject;
  readonly controllers: ReadonlySet<Controller>;
  readonly destination: Destination;
}

/** What certainly sends traffic to the Service of this object, by file. */
export function sendersTo({ at }: RelatedObjects, service: IndexedObject): readonly Sender[] {
  const all = collect(service.identities, ({ namespace, name }) => at(keys.sendersTo(namespace, name)));
  return all.slice(0, mostNamesakes).flatMap((entry): readonly Sender[] => {
    const destination = destinationAt(entry, service);
    if (!destination || !entry.identities.every(({ isCertain }) => isCertain)) return [];
    const target = service.identities.find(({ name }) => name === destination.service);
    const rivals = at(keys.named('Service', target?.namespace ?? '', destination.service));
    if (!nearestObjects(rivals, entry.uri).includes(service) || !areDeployedTogether(service, entry)) return [];
    return [{ entry, destination, controllers: controllersOf(entry, at) }];
  });
}

function destinationAt(sender: IndexedObject, service: IndexedObject): Destination | undefined {
  return sender.facts.sender?.destinations.find((each) =>
    service.identities.some(
      ({ namespace, name }) =>
        name === each.service &&
        (each.namespace === ''
          ? sender.identities.some((own) => own.namespace === namespace)
          : each.namespace === namespace),
    ),
  );
}

/** The controllers that act on the object. The name of a class counts where the class itself is not in sight. */
export function controllersOf(entry: IndexedObject, at: RelatedObjects['at']): ReadonlySet<Controller> {
  const { kind, group, sender } = entry.facts;
  if (!sender) return none;
  if (kind === 'Ingress') return new Set([ingressController(sender.className, at)]);
  if (group === 'gateway.networking.k8s.io') {
    const classes = sender.gateways.flatMap(({ namespace, name }) =>
      entry.identities.flatMap((own) =>
        nearestObjects(
          at(keys.named(kindKey('Gateway', group), namespace || own.namespace, name)),
          entry.uri,
        ).map(({ facts }) => facts.controller ?? ''),
      ),
    );
    return new Set(classes.map((name) => gatewayController(name, at)));
  }
  return byKind.get(kind) ?? none;
}

const none: ReadonlySet<Controller> = new Set();

const byKind: ReadonlyMap<string, ReadonlySet<Controller>> = new Map([
  ['IngressRoute', new Set<Controller>(['traefik-http'])],
  ['TraefikService', new Set<Controller>(['traefik-http'])],
  ['IngressRouteTCP', new Set<Controller>(['traefik-tcp'])],
  ['IngressRouteUDP', new Set<Controller>(['traefik-tcp'])],
  ['TargetGroupBinding', new Set<Controller>(['aws'])],
  ['VirtualService', new Set<Controller>(['istio'])],
]);

function ingressController(className: string, at: RelatedObjects['at']): Controller {
  if (className === '') return 'unknown';
  const classes = at(keys.anywhere('IngressClass.networking.k8s.io', className));
  const named = new Set(classes.map(({ facts }) => facts.controller ?? ''));
  if (named.size > 1) return 'unknown';
  const [name = className] = named;
  return ingressControllers.get(name) ?? 'unknown';
}

/** By the controller of a class, and by the usual name of a class. */
const ingressControllers: ReadonlyMap<string, Controller> = new Map([
  ['k8s.io/ingress-nginx', 'ingress-nginx'],
  ['nginx', 'ingress-nginx'],
  ['traefik.io/ingress-controller', 'traefik-http'],
  ['traefik', 'traefik-http'],
  ['ingress.k8s.aws/alb', 'aws'],
  ['alb', 'aws'],
]);

function gatewayController(className: string, at: RelatedObjects['at']): Controller {
  const classes = at(keys.anywhere('GatewayClass.gateway.networking.k8s.io', className));
  const named = new Set(classes.map(({ facts }) => facts.controller ?? ''));
  if (className === '' || named.size > 1) return 'unknown';
  const [name = className] = named;
  return gatewayControllers.get(name) ?? 'unknown';
}

const gatewayControllers: ReadonlyMap<string, Controller> = new Map([
  ['traefik.io/gateway-controller', 'traefik-gateway'],
  ['traefik', 'traefik-gateway'],
  ['gateway.envoyproxy.io/gatewayclass-controller', 'envoy-gateway'],
  ['eg', 'envoy-gateway'],
]);
