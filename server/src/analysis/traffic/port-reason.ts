/** Why no port of a slice is the backend of a Service port. */
import { nearest } from '../../text/nearest.ts';
import type { BackendPort, OfferedPort, TrafficSlice } from './model.ts';
import type { Reason } from './reasons.ts';

/** `match` is a port of the same name and protocol without a number. */
export function unmatchedReason(
  slice: TrafficSlice,
  { name, number }: OfferedPort,
  match: BackendPort | undefined,
): Reason {
  const { ports } = slice;
  if (match) return { kind: 'port-number', port: match };
  const sameName = ports.find((each) => each.name === name);
  if (sameName) return { kind: 'port-protocol', port: sameName };
  const meant = nearest(
    name,
    ports.map((each) => each.name),
  );
  const likely = ports.find((each) => each.name === meant) ?? ports.find((each) => each.number === number) ?? ports[0];
  return likely ? { kind: 'port-name', port: likely } : { kind: 'no-ports' };
}
