/** Finds conflicts between the slices of a Service that prevent one Endpoints. */
import { quote } from '../../text/quote.ts';
import { childrenOf, valueOf, type Value } from '../../tree/value.ts';
import { addressesIn, contradictions } from '../proof/endpoint-set.ts';
import type { OutcomeRemark } from '../outcome.ts';
import { remarkAt, type ObjectReading } from '../reading.ts';

/** The remarks by slice; empty for a slice without a conflict. */
export function sliceSetObstacles(
  slices: readonly ObjectReading[],
): ReadonlyMap<ObjectReading, readonly OutcomeRemark[]> {
  const all = slices.map((reading) => ({ reading, endpoints: addressesIn(reading.document, reading.resource) }));
  if (all.every(({ reading, endpoints }) => endpoints.length === 0 && isWritten(reading))) {
    const message =
      'This object has no addresses, so there is nothing to convert. Remove it, unless a controller adds addresses.';
    return new Map(slices.map((reading) => [reading, [remarkAt(reading, listOf(reading)?.span, message)]]));
  }
  const found = contradictions(all.flatMap(({ endpoints }) => endpoints));
  return new Map(
    all.map(({ reading, endpoints }) => {
      const own = endpoints.filter((each) => found.has(each));
      return [reading, own.map(({ ip, owner }) => remarkAt(reading, owner.span, contradictionMessage(ip)))];
    }),
  );
}

function contradictionMessage(ip: string): string {
  return `The slices of the Service contain ${quote(ip)} as ready and, here, as not ready. An Endpoints can contain only one of them. Remove one.`;
}

function listOf({ resource }: ObjectReading): Value | undefined {
  return valueOf(resource.properties, 'endpoints');
}

/** False if the endpoints contain opaque values. */
function isWritten(reading: ObjectReading): boolean {
  const list = listOf(reading);
  return list?.kind !== 'opaque' && !(list?.kind === 'sequence' && childrenOf(list).length > 0);
}
