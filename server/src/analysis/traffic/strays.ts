/** Lists the slices and Endpoints that no Service of the files reads. */
import { lockAnnotation } from '../slices/mirror-blockers.ts';
import type { TrafficEndpoints, TrafficObject, TrafficSlice, TrafficWorld } from './model.ts';
import { obstacleWords, sliceWords } from './reason-words.ts';
import type { LocateField, TrafficPlace } from './report.ts';

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
export function straysIn(world: TrafficWorld, locate: LocateField, isWhole: boolean): readonly Stray[] {
  return strayObjects(world, isWhole).map(({ object, code, why, isCertain: certain }): Stray => {
    const { namespace, name, entry } = object;
    const { file, range } = locate(entry, ['metadata', 'name']) ?? { file: null, range: null };
    return { kind: code === 'unmirrored' ? 'Endpoints' : 'EndpointSlice', namespace, name, why, certain, file, range };
  });
}

/** An object that no Service reads. */
export interface StrayObject {
  readonly object: TrafficSlice | TrafficEndpoints;
  readonly code: 'no-label' | 'no-service' | 'unmirrored';
  /** A sentence. */
  readonly why: string;
  readonly isCertain: boolean;
}

/** The same with the objects. */
export function strayObjects(
  { services, strays, strayEndpoints }: TrafficWorld,
  isWhole: boolean,
): readonly StrayObject[] {
  const unknownNames = services.flatMap(({ service }) => patternOf(service));
  const mayHaveService = (name: string): boolean => !isWhole || unknownNames.some((pattern) => pattern.test(name));
  return [
    ...strays.map(({ slice: object, why: kind }) => ({
      object,
      code: kind,
      why: sliceWords({ kind }),
      isCertain: isSure(object) && (kind === 'no-label' || !mayHaveService(object.service ?? '')),
    })),
    ...strayEndpoints.filter(needsService).map((object) => ({
      object,
      code: 'unmirrored' as const,
      why: obstacleWords({ kind: 'no-service' }),
      isCertain: isSure(object) && !mayHaveService(object.name),
    })),
  ];
}

/** The API server writes the slices of its own Endpoints itself, and no program sends traffic to those of locks. */
function needsService({ namespace, name, annotations }: TrafficEndpoints): boolean {
  return !annotations.has(lockAnnotation) && !(namespace === 'default' && name === 'kubernetes');
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
