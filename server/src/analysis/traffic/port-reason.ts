/** Why no port of a slice is the backend of a Service port. */
import { memoBy } from '../../text/memo.ts';
import { nearest } from '../../text/nearest.ts';
import type { BackendPort, OfferedPort, TrafficSlice } from './model.ts';
import type { Reason } from './reasons.ts';

/** `match` is a port of the same name and protocol without a number. */
export function unmatchedReason(slice: TrafficSlice, port: OfferedPort, match: BackendPort | undefined): Reason {
  const { ports } = slice;
  if (match) return { kind: 'port-number', port: match };
  const sameName = ports.find((each) => each.name === port.name);
  if (sameName) return { kind: 'port-protocol', port: sameName };
  const [only, ...others] = ports;
  const likely = others.length > 0 ? likelyPort(ports, port) : only;
  return likely ? { kind: 'port-name', port: likely } : { kind: 'no-ports' };
}

/** Of longer lists, names are not compared letter by letter: every port of the Service is compared with every slice. */
const mostCompared = 32;

function likelyPort(ports: readonly BackendPort[], port: OfferedPort): BackendPort | undefined {
  const names = ports.length > mostCompared ? '' : ports.map(({ name }) => name).join('\n');
  const meant = names === '' ? undefined : nearestOf(port, names);
  return ports.find(({ name }) => name === meant) ?? ports.find(({ number }) => number === port.number) ?? ports[0];
}

/** Of the names in these lines. Computed once for all slices with the same ports, and for all viewpoints. */
const nearestOf = memoBy(({ name }: OfferedPort, names: string) => nearest(name, names.split('\n')));
