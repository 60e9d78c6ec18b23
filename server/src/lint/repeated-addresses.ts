/** Reports all addresses that a list repeats in one finding: with their number, the first ones, and their first places. */
import { textOf } from '../analysis/binding/bind.ts';
import type { Address } from '../analysis/binding/addresses.ts';
import { grouped, listed } from '../text/quote.ts';
import { repeated } from './repeated.ts';
import type { RelatedPlace } from './rule.ts';

export interface RepeatedAddresses {
  /** The first entry that repeats an earlier one. */
  readonly at: Address;
  /** Every entry that repeats an earlier one. */
  readonly repeats: readonly Address[];
  /** `10.0.0.1 is listed twice`, to be continued with the place. */
  readonly what: string;
  /** `FD00::1 and fd00::1` if the only repeated entry is spelled differently; otherwise empty. */
  readonly spellings: string;
  /** `: 10.0.0.1, 10.0.0.2 and 5 more`, if there are several addresses; otherwise empty. */
  readonly which: string;
  readonly related: readonly RelatedPlace[];
}

const mostNamed = 2;

/** The other places are named up to this number. */
const mostPlaces = 4;

/** Undefined for a list without repetitions. Addresses with the same key are equal. */
export function repeatedAddresses(
  addresses: readonly Address[],
  keyOf: (address: Address) => string | undefined,
): RepeatedAddresses | undefined {
  const pairs = repeated(addresses, keyOf);
  const [start] = pairs;
  if (!start) return undefined;
  const firsts = [...new Set(pairs.map(({ first }) => first))];
  const others = pairs.slice(1, mostPlaces).map(({ item }) => ({
    span: item.ip.value.span,
    message: `${textOf(item.ip) ?? ''} is listed again here.`,
  }));
  const [text, earlier] = [textOf(start.item.ip) ?? '', textOf(start.first.ip) ?? ''];
  return {
    at: start.item,
    spellings: pairs.length > 1 || text === earlier ? '' : `${text} and ${earlier}`,
    repeats: pairs.map(({ item }) => item),
    ...words(firsts, pairs.length),
    related: [{ span: start.first.ip.value.span, message: 'The address is first listed here.' }, ...others],
  };
}

function words(firsts: readonly Address[], repeatCount: number): Pick<RepeatedAddresses, 'what' | 'which'> {
  const names = firsts.slice(0, mostNamed).map(({ ip }) => textOf(ip) ?? '');
  const rest = firsts.length - names.length;
  if (firsts.length > 1)
    return {
      what: `${grouped(firsts.length)} addresses are listed more than once`,
      which: `: ${listed(rest > 0 ? [...names, `${grouped(rest)} more`] : names)}`,
    };
  const times = repeatCount === 1 ? 'twice' : `${grouped(repeatCount + 1)} times`;
  return { what: `${names[0] ?? ''} is listed ${times}`, which: '' };
}
