/** Draws one Service as plain data, for the tree of Services and the call hierarchy. Loaded with the first question. */
import type { FindClients, FoundClient } from '../../analysis/picture/clients.ts';
import { pictureOf } from '../../analysis/picture/picture-of.ts';
import { noFindings } from '../../analysis/picture/reported-rules.ts';
import type { PictureObject, PictureService } from '../../analysis/picture/picture.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { ObjectTraffic } from '../traffic/service-traffic.ts';

export interface DrawnService {
  /** Undefined where the Service of a slice or of Endpoints is not written. */
  readonly service: PictureService | undefined;
  /** The objects of the Service; without a Service, the object alone. */
  readonly objects: readonly PictureObject[];
  /** What sends traffic to the Service. */
  readonly clients: readonly FoundClient[];
}

/** As `endpoints traffic` answers without a node or a zone. `locate` finds the places. */
export function drawService(
  { entry, traffic }: ObjectTraffic,
  locate: LocateField,
  findClients: FindClients = () => [],
): DrawnService {
  const { own, world, options } = traffic;
  const isAlone = (each: { readonly entry: unknown }): boolean => !own && each.entry === entry;
  const alone = {
    ...world,
    strays: world.strays.filter(({ slice }) => isAlone(slice)),
    strayEndpoints: world.strayEndpoints.filter(isAlone),
  };
  let clients: readonly FoundClient[] = [];
  const { services, strays } = pictureOf(alone, {
    query: { node: '', zone: null, family: undefined, consumer: undefined },
    asked: '',
    view: '',
    mirrored: 'endpoints',
    locate,
    buildOf: () => undefined,
    rejectionsOf: options.rejectionsOf,
    findingsOf: noFindings,
    clientsOf(drawn, _id, ports) {
      clients = findClients(drawn, ports);
      return [];
    },
    ownersOf: () => [],
  });
  const service = own && services[0];
  return { service, objects: service?.objects ?? strays, clients };
}

/** The Endpoints and slices of the Service, in the order of its picture. */
export function endsOf({ traffic: { own } }: ObjectTraffic): readonly IndexedObject[] {
  const { slices = [], endpoints = [] } = own ?? {};
  return [...slices.filter(({ isMirrored }) => !isMirrored), ...endpoints].map(({ entry }) => entry);
}
