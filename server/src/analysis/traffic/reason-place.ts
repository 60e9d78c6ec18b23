/** Finds the field that keeps an address from traffic. */
import { managedByLabel } from '../../contract/endpoint-slice.ts';
import { ignoredSliceLabel } from '../../contract/service.ts';
import type { Path } from '../../tree/path.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { AddressFate } from './fate.ts';
import type { TrafficService } from './model.ts';
import type { Reason } from './reasons.ts';

export interface FieldOf {
  readonly entry: IndexedObject;
  /** The place of a field that is not written is that of the name of the object. */
  readonly path: Path;
}

/** The field that decides, or else the object in which it is missing. */
export function reasonField(reason: Reason, { object, path }: AddressFate, service: TrafficService): FieldOf {
  const { entry } = object;
  const labels = ['metadata', 'labels'];
  switch (reason.kind) {
    case 'port-name':
      return { entry, path: reason.port.name === '' ? reason.port.path : [...reason.port.path, 'name'] };
    case 'port-protocol':
      return { entry, path: reason.port.protocol === 'TCP' ? reason.port.path : [...reason.port.path, 'protocol'] };
    case 'port-number':
      return { entry, path: reason.port.path };
    case 'no-ports':
      return { entry, path: ['ports'] };
    case 'replaced':
      return { entry: reason.by.slice.entry, path: reason.by.path };
    case 'not-ready':
      return { entry, path: inEndpoint(path, 'conditions', 'ready') };
    case 'not-serving':
    case 'terminating':
      return { entry, path: inEndpoint(path, 'conditions', 'serving') };
    case 'draining':
      return { entry, path: inEndpoint(path, 'conditions', 'terminating') };
    case 'node-hint':
    case 'zone-hint':
      return { entry, path: inEndpoint(path, 'hints') };
    case 'later-address':
    case 'not-local':
    case 'ready-absent':
    case 'unmirrored-address':
      return { entry, path };
    case 'unmirrored':
      if (reason.obstacle.kind === 'selector') return { entry: service.entry, path: ['spec', 'selector'] };
      return { entry, path: 'path' in reason.obstacle ? reason.obstacle.path : [] };
    case 'family':
      return { entry, path: ['addressType'] };
    case 'headless-label':
      return { entry, path: [...labels, ignoredSliceLabel] };
    case 'overwritten':
    case 'deleted':
      return { entry, path: [...labels, managedByLabel] };
    case 'no-label':
    case 'no-service':
    case 'consumer':
      return { entry, path: [] };
  }
}

/** The field of the endpoint in a slice; in Endpoints, where no such field exists, the address itself. */
function inEndpoint(address: Path, ...field: Path): Path {
  return address[0] === 'endpoints' ? [...address.slice(0, 2), ...field] : address;
}
