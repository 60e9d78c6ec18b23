/** Draws the slices and Endpoints that belong to no Service. */
import { groupBy } from '../../text/group.ts';
import { capitalized } from '../../text/quote.ts';
import { trafficTitle } from '../traffic/explain/explanation.ts';
import { firstRejection, rejectionWords } from '../traffic/explain/rejected.ts';
import { kubeProxy } from '../traffic/consumers/consumer.ts';
import type { TrafficWorld } from '../traffic/model.ts';
import { strayObjects, type StrayObject } from '../traffic/strays.ts';
import type { TakeId } from './ids.ts';
import { fatesOf, type AddressOutcomes } from './outcomes.ts';
import { pictureObject } from './picture-object.ts';
import type { PictureOptions } from './picture-of.ts';
import type { PictureObject } from './picture.ts';
import { breakAtName, rejectedWhole } from './whole-break.ts';

/** Without those that need no Service. */
export function pictureStrays(world: TrafficWorld, options: PictureOptions, take: TakeId): readonly PictureObject[] {
  const { strays, strayEndpoints } = world;
  const fates = groupBy(
    fatesOf({ slices: strays.map(({ slice }) => slice), endpoints: strayEndpoints }),
    ({ fate }) => fate.object,
  );
  return strayObjects(world, options.isWhole ?? true).map((stray) => {
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
function isReadAlone({ code }: StrayObject, { query: { consumer } }: PictureOptions): boolean {
  return code !== 'unmirrored' && consumer?.readsStrays === true;
}

function pictureStray(
  stray: StrayObject,
  addresses: ReadonlyMap<string, AddressOutcomes>,
  options: PictureOptions,
  take: TakeId,
): PictureObject {
  const { object, code, why, isCertain } = stray;
  const { locate, query, rejectionsOf, ownersOf } = options;
  const { namespace, name, entry } = object;
  const rejection = firstRejection(entry, rejectionsOf);
  const refusal = rejection?.isCertain ? rejectionWords(rejection, trafficTitle(object)) : '';
  const alone = isReadAlone(stray, options) ? undefined : breakAtName(code, capitalized(why), object, locate);
  const flow = isCertain ? 'broken' : 'unknown';
  const drawn = pictureObject(object, [{ object, addresses }], {
    id: take('', namespace, '/stray/', entry.facts.kind, '/', name),
    take,
    service: undefined,
    ports: [],
    locate,
    who: query.consumer?.title ?? kubeProxy,
    used: new Set(),
    rejected: refusal === '' ? undefined : rejectedWhole(refusal, object, locate),
    whole: alone && { why: alone, flow, portFlow: flow },
    ownersOf: (address) => ownersOf(entry, address),
  });
  return refusal === '' ? { ...drawn, note: alone?.message ?? '' } : drawn;
}
