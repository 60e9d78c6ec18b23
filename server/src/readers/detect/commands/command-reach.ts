/** Which objects a command reaches: those that it names, or those of its namespace. */
import { memo } from '../../../text/memo.ts';
import { valueOf, type Mapping } from '../../../tree/value.ts';
import { everything, inNamespaces, namedReach, reachOf, type Estate } from '../../estate.ts';
import { textAt } from '../../foreign-objects.ts';
import { allOf, labelsOf, type Match } from '../../label-selectors.ts';
import type { Reach, ReadObject } from '../../reader.ts';

export interface CommandTarget {
  /** Undefined where a name is not known, empty without one. */
  readonly names: readonly (string | undefined)[];
  /** Undefined where it is not known. */
  readonly namespace: string | undefined;
  readonly isEverywhere: boolean;
  readonly selector?: string | undefined;
}

/** A name without expansions, patterns and placeholders. */
export function isPlainName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(name);
}

export function targetReach(estate: Estate, uri: string, target: CommandTarget): Reach {
  const { names, namespace, isEverywhere } = target;
  const known = names.filter((name) => name !== undefined);
  if (known.length === 0 || known.length < names.length) return areaReach(estate, uri, target);
  const all = known.map((name) => namedReach(estate, uri, { name, namespace: isEverywhere ? undefined : namespace }));
  const [only] = all;
  if (only && all.length === 1) return only;
  // Only the objects that are replaced count, if there are any.
  const when = all.some((each) => each.when === 'replaced') ? 'replaced' : 'later';
  const counted = all.filter((each) => each.when === when);
  return {
    for: [...new Set(counted.flatMap((each) => each.for))],
    objects: [...new Set(counted.flatMap(({ objects }) => objects))],
    when,
    certainty: counted.every(({ certainty }) => certainty === 'certain') ? 'certain' : 'likely',
  };
}

/** All objects of the namespace; `*` if these are all in sight. */
function areaReach(estate: Estate, uri: string, { namespace, isEverywhere, selector }: CommandTarget): Reach {
  const area = inNamespaces(estate, uri, isEverywhere || namespace === undefined ? undefined : [namespace]);
  const all = everything(estate, uri);
  if (selector !== undefined && area.objects.length > 0) {
    const matches = area.objects.map((object) => ({ object, match: isSelected(estate, object, selector) }));
    const found = matches.flatMap(({ object, match }) => (match === 'no' ? [] : [object]));
    const isSure = matches.every(({ match }) => match !== 'unknown');
    if (found.length < area.objects.length || !isSure) return reachOf(found, isSure ? area.certainty : 'likely');
  }
  return area.objects.length === all.objects.length && area.when === 'replaced'
    ? { ...all, certainty: area.certainty }
    : area;
}

/** The Endpoints of each object as they are written: those of its first Service. */
const writtenEndpoints = memo(({ served }: Pick<Estate, 'served'>): ReadonlyMap<ReadObject, Mapping> => {
  const pairs = served.flatMap(({ endpoints, objects }) =>
    endpoints ? objects.map((object) => [object, endpoints] as const) : [],
  );
  return new Map(pairs.toReversed());
});

/** Matches selectors such as `app=mq,tier!=web`. */
function isSelected(estate: Estate, object: ReadObject, selector: string): Match {
  const endpoints = writtenEndpoints(estate).get(object);
  const metadata = endpoints && valueOf(endpoints, 'metadata');
  if (!metadata || metadata.kind !== 'mapping' || textAt(metadata, 'name') !== object.name) return 'unknown';
  const own = labelsOf(valueOf(metadata, 'labels'));
  return allOf(
    selector.split(',').map((part): Match => {
      const [, name = '', operator = '', wanted = ''] = /^\s*([\w./-]+)\s*(!=|==?)\s*([\w.-]+)\s*$/.exec(part) ?? [];
      const label = name === '' ? undefined : own(name);
      if (label === undefined) return 'unknown';
      return (label === wanted) === (operator !== '!=') ? 'yes' : 'no';
    }),
  );
}
