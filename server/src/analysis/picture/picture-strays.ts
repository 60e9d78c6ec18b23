/** Draws the slices and Endpoints that belong to no Service. */
import { groupBy } from '../../text/group.ts';
import { capitalized } from '../../text/quote.ts';
import { trafficTitle, type RejectionsOf } from '../traffic/explain/explanation.ts';
import { firstRejection } from '../traffic/explain/rejected.ts';
import { kubeProxy } from '../traffic/consumers/consumer.ts';
import { compareNames } from '../traffic/names.ts';
import type { TrafficWorld } from '../traffic/model.ts';
import type { TrafficQuery } from '../traffic/report.ts';
import { strayObjects, type StrayObject } from '../traffic/strays.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { BreakSources } from './breaks.ts';
import { drawnName } from './drawn-name.ts';
import type { TakeId } from './ids.ts';
import { fatesOf, type AddressOutcomes } from './outcomes.ts';
import { pictureObject } from './picture-object.ts';
import type { PictureObject } from './picture.ts';
import { reportedRule } from './reported-rules.ts';
import { breakAtName, rejectedWhole, objectField } from './whole-break.ts';

export interface StrayOptions extends BreakSources {
  readonly query: TrafficQuery;
  readonly rejectionsOf: RejectionsOf;
  /** The names of those that own an address of the object, where several objects write it. */
  readonly ownersOf: (entry: IndexedObject, address: string) => readonly string[];
  /** False where files around those of the world are not known: then a missing Service may be there. True by default. */
  readonly isWhole?: boolean;
}

/** By name, without those that need no Service. */
export function pictureStrays(world: TrafficWorld, options: StrayOptions, take: TakeId): readonly PictureObject[] {
  const { strays, strayEndpoints } = world;
  const fates = groupBy(
    fatesOf({ slices: strays.map(({ slice }) => slice), endpoints: strayEndpoints }),
    ({ fate }) => fate.object,
  );
  const all = strayObjects(world, options.isWhole ?? true).toSorted(
    ({ object: a }, { object: b }) => compareNames(a.namespace, b.namespace) || compareNames(a.name, b.name),
  );
  return all.map((stray) => {
    const isRead = isReadAlone(stray, options);
    const addresses = new Map(
      (fates.get(stray.object) ?? []).map(({ fate }): readonly [string, AddressOutcomes] => [
        fate.path.join('/'),
        { outcomes: [{ fate, isUsed: isRead }] },
      ]),
    );
    return pictureStray(stray, addresses, options, take);
  });
}

/** Some programs read slices without a Service. */
function isReadAlone({ code }: StrayObject, { query: { consumer } }: StrayOptions): boolean {
  return code !== 'unmirrored' && consumer?.readsStrays === true;
}

function pictureStray(
  stray: StrayObject,
  addresses: ReadonlyMap<string, AddressOutcomes>,
  options: StrayOptions,
  take: TakeId,
): PictureObject {
  const { object, code, why, isCertain } = stray;
  const { locate, findingsOf, query, rejectionsOf, ownersOf } = options;
  const { namespace, entry } = object;
  const rejection = firstRejection(entry, rejectionsOf);
  const rejected = rejection?.isCertain ? rejectedWhole(rejection, trafficTitle(object), object, options) : undefined;
  const alone = isReadAlone(stray, options)
    ? undefined
    : breakAtName(code, `${isCertain ? '' : 'Not certain: '}${capitalized(why)}`, object, locate);
  const flow = isCertain ? 'broken' : 'unknown';
  const explained = code === 'unmirrored' ? 'unmirrored:no-service' : code;
  const ruleAt = (): string | null => reportedRule(explained, [objectField(entry)], findingsOf);
  const drawn = pictureObject(object, [{ object, addresses }], {
    id: take('', namespace, '/stray/', entry.facts.kind, '/', drawnName(object)),
    take,
    service: undefined,
    ports: [],
    locate,
    findingsOf,
    who: query.consumer?.title ?? kubeProxy,
    used: new Set(),
    rejected,
    whole: alone && { why: alone, ruleAt, flow, portFlow: flow },
    ownersOf: (address) => ownersOf(entry, address),
  });
  return rejected ? drawn : { ...drawn, note: alone?.message ?? '' };
}
