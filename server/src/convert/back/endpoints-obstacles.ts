/** Why slices that are right one by one cannot become one Endpoints: what they say together. */
import { canonicalIp, parseIp } from '../../contract/ip.ts';
import { quote } from '../../text/quote.ts';
import { childrenOf, valueOf, type Value } from '../../tree/value.ts';
import { portText } from '../proof/endpoint-set.ts';
import type { OutcomeRemark } from '../outcome.ts';
import { remarkAt, type ObjectReading } from '../reading.ts';
import { meaning, valueBelow } from '../value-text.ts';

/** The remarks of each slice of a Service that has some. */
export function sliceSetObstacles(
  slices: readonly ObjectReading[],
): ReadonlyMap<ObjectReading, readonly OutcomeRemark[]> {
  const all = slices.map((reading) => ({ reading, endpoints: endpointsIn(reading) }));
  if (all.every(({ reading, endpoints }) => endpoints.length === 0 && isWritten(reading))) {
    const message =
      'This object has no addresses, so there is nothing to convert. Remove it, unless a controller adds addresses.';
    return new Map(slices.map((reading) => [reading, [remarkAt(reading, listOf(reading)?.span, message)]]));
  }
  const ready = new Set(all.flatMap(({ endpoints }) => endpoints.flatMap((each) => (each.isReady ? each.keys : []))));
  return new Map(
    all.map(({ reading, endpoints }) => {
      const torn = endpoints.filter(({ isReady, keys }) => !isReady && keys.some((key) => ready.has(key)));
      return [reading, torn.map(({ ip, value }) => remarkAt(reading, value.span, tornMessage(ip)))];
    }),
  );
}

function tornMessage(ip: string): string {
  return `The slices of the Service contain ${quote(ip)} as ready and, here, as not ready. An Endpoints can contain only one of them. Remove one.`;
}

interface Told {
  readonly value: Value;
  readonly ip: string;
  readonly isReady: boolean;
  /** The address on each of the ports. */
  readonly keys: readonly string[];
}

function endpointsIn(reading: ObjectReading): readonly Told[] {
  const { text } = reading.document;
  const ports = itemsIn(valueOf(reading.resource.properties, 'ports')).map((port) =>
    port.kind === 'mapping' ? portText(port, text) : '',
  );
  return itemsIn(listOf(reading)).flatMap((value) =>
    itemsIn(valueBelow(value, ['addresses'])).map((address): Told => {
      const written = meaning(address, text);
      const parsed = parseIp(written);
      const ip = parsed ? canonicalIp(parsed) : written;
      const isReady = meaning(valueBelow(value, ['conditions', 'ready']), text) !== 'false';
      return { value, ip, isReady, keys: (ports.length > 0 ? ports : ['']).map((port) => `${ip} ${port}`) };
    }),
  );
}

function listOf({ resource }: ObjectReading): Value | undefined {
  return valueOf(resource.properties, 'endpoints');
}

/** False for endpoints that are known only later. */
function isWritten(reading: ObjectReading): boolean {
  const list = listOf(reading);
  return list?.kind !== 'opaque' && !(list?.kind === 'sequence' && childrenOf(list).length > 0);
}

function itemsIn(value: Value | undefined): readonly Value[] {
  return value?.kind === 'sequence' ? value.items : [];
}
