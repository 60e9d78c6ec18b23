/** Lists the slices and Endpoints that no Service of the files reads. */
import { obstacleWords, sliceWords } from '../../analysis/traffic/reason-words.ts';
import type { LocateField, TrafficPlace } from '../../analysis/traffic/report.ts';
import type { TrafficEndpoints, TrafficObject, TrafficWorld } from '../../analysis/traffic/model.ts';
import { lockAnnotation } from '../../analysis/slices/mirror-blockers.ts';

export interface Stray extends TrafficPlace {
  readonly kind: 'Endpoints' | 'EndpointSlice';
  readonly namespace: string;
  readonly name: string;
  /** A sentence. */
  readonly why: string;
  /** False where a Service that is not fully known may read it. */
  readonly certain: boolean;
}

/** Without the objects that need no Service. `isWhole` is true where all Services are known. */
export function straysIn(
  { services, strays, strayEndpoints }: TrafficWorld,
  locate: LocateField,
  isWhole: boolean,
): readonly Stray[] {
  const unknownNames = services.flatMap(({ service }) => patternOf(service));
  const mayHaveService = (name: string): boolean => !isWhole || unknownNames.some((pattern) => pattern.test(name));
  const placeOf = ({ entry }: TrafficObject): TrafficPlace => {
    const { file, range } = locate(entry, ['metadata', 'name']) ?? { file: null, range: null };
    return { file, range };
  };
  const isNeeded = ({ namespace, name, annotations }: TrafficEndpoints): boolean =>
    // The API server writes the slices of its own Endpoints itself.
    !annotations.has(lockAnnotation) && !(namespace === 'default' && name === 'kubernetes');
  return [
    ...strays.map(({ slice, why }) => ({
      kind: 'EndpointSlice' as const,
      namespace: slice.namespace,
      name: slice.name,
      why: sliceWords({ kind: why }),
      certain: isSure(slice) && (why === 'no-label' || !mayHaveService(slice.service ?? '')),
      ...placeOf(slice),
    })),
    ...strayEndpoints.filter(isNeeded).map((each) => ({
      kind: 'Endpoints' as const,
      namespace: each.namespace,
      name: each.name,
      why: obstacleWords({ kind: 'no-service' }),
      certain: isSure(each) && !mayHaveService(each.name),
      ...placeOf(each),
    })),
  ];
}

/** False for an object that may have another name or label, may not be sent, or is not known together with others. */
function isSure({ entry: { facts }, unknown }: TrafficObject): boolean {
  const { name, namespace, slice, condition, isUncertain, carrier } = facts;
  const names = [name, namespace, slice?.target];
  if (condition !== undefined || isUncertain || carrier) return false;
  if (names.some((each) => each?.isKnown === false)) return false;
  return !unknown.some(({ path }) => path.length === 0 || path[0] === 'metadata');
}

/** What an unknown name may be: the known parts of a template with anything between them. */
function patternOf({ entry: { facts }, name }: TrafficObject): readonly RegExp[] {
  if (facts.name.isKnown) return [];
  const parts = name.split(/\{\{.*?\}\}|\$\{.*?\}/s);
  const known = parts.map((part) => part.replace(/[^\w-]/g, '\\$&')).join('.*');
  return [parts.length > 1 ? new RegExp(`^${known}$`) : /^/];
}
