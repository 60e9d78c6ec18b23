/** Finds what of a Service the cursor is on: the object itself, a port of the Service, or addresses. */
import { nodeAt, textOf } from '../../analysis/binding/bind.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { canonicalText } from '../../contract/ip.ts';
import type { Path } from '../../tree/path.ts';
import type { Value } from '../../tree/value.ts';
import { objectAt, type CursorPlace } from '../navigation/object-at-cursor.ts';
import { nodesAt } from '../view.ts';

export interface TrafficSpot {
  readonly entry: IndexedObject;
  readonly object: PlacedObject;
  /** Of the value at the cursor. */
  readonly path: Path;
  readonly at:
    /** On its kind, name or label, and on the ports that decide for all of its addresses. */
    | { readonly kind: 'object' }
    /** The path of the port in the Service. */
    | { readonly kind: 'port'; readonly path: Path }
    /** The address at the cursor; else the first one of the endpoint around it. In canonical spelling. */
    | { readonly kind: 'address'; readonly address: string };
}

/** Undefined elsewhere, and on an address that is not known. */
export function trafficSpot(cursor: CursorPlace): TrafficSpot | undefined {
  const found = objectAt(cursor);
  if (!found || found.object.document.issues.length > 0) return undefined;
  const { object, entry } = found;
  const node = nodesAt(object.binding, cursor.offset - object.start).at(-1);
  // One text of a program may stand for several addresses or ports.
  if (node && isShared(node.value)) return undefined;
  const path = node?.path ?? [];
  const at = spotOf(path, object, entry.facts.kind);
  return at && { entry, object, path, at };
}

function isShared(value: Value): boolean {
  return value.kind !== 'opaque' && value.isShared === true;
}

function spotOf(path: Path, object: PlacedObject, kind: string): TrafficSpot['at'] | undefined {
  const [first, second, third, fourth] = path;
  const isLabel = path.length === 3 && second === 'labels' && third === serviceNameLabel;
  if (path.length === 1 && first === 'kind') return { kind: 'object' };
  if (first === 'metadata') return (path.length === 2 && second === 'name') || isLabel ? { kind: 'object' } : undefined;
  if (kind === 'Service')
    return first === 'spec' && second === 'ports' && third !== undefined
      ? { kind: 'port', path: path.slice(0, 3) }
      : undefined;
  if (kind === 'EndpointSlice' && first === 'endpoints' && second !== undefined)
    return addressAt([first, second, 'addresses', third === 'addresses' ? (fourth ?? 0) : 0], object);
  if (kind === 'EndpointSlice' && (first === 'ports' || first === 'addressType')) return { kind: 'object' };
  if (kind === 'Endpoints' && first === 'subsets' && third === 'ports') return { kind: 'object' };
  const isListed = third === 'addresses' || third === 'notReadyAddresses';
  if (kind === 'Endpoints' && first === 'subsets' && isListed && fourth !== undefined)
    return addressAt([...path.slice(0, 4), 'ip'], object);
  return undefined;
}

function addressAt(path: Path, { binding }: PlacedObject): TrafficSpot['at'] | undefined {
  const node = nodeAt(binding.root, path);
  const text = node && textOf(node);
  return text ? { kind: 'address', address: canonicalText(text) ?? text } : undefined;
}

/** True on a name, a kind, an address, and a port with its name, numbers and protocol: there, a hover explains the traffic. */
export function isOnValue({ path, at }: TrafficSpot): boolean {
  const [first, , third, last] = path;
  if (at.kind === 'object') return first === 'kind' || first === 'metadata';
  if (at.kind === 'port') return path.length === 4 && last !== 'appProtocol' && last !== 'nodePort';
  return first === 'endpoints' ? third === 'addresses' && path.length === 4 : path.length === 5 && path[4] === 'ip';
}
