/** Explains in a sentence why the forecast for an object is unknown. */
import { kindOfType, plurals } from '../../contract/contract.ts';
import { listed, quote } from '../../text/quote.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { mostPatches, readLive } from './forecast.ts';
import { gatheringOf, mostAppliers, type Gathering, type Obstacle } from './gathering.ts';
import type { PlaceOf } from './apply-listing.ts';

/** The sentence; undefined where there is a forecast and the object takes part in it. */
export function obstacleText(around: RelatedObjects, minor: number, placeOf: PlaceOf): string | undefined {
  const own = ownObstacle(around.entry);
  if (own !== undefined) return own;
  const found = gatheringOf(around);
  if (!('patches' in found)) return wordsOf(found, placeOf);
  if (found.patches.length > mostPatches)
    return `It has ${found.patches.length} patches, and the orders of more than ${mostPatches} are too many to try.`;
  return liveProblem(found, minor, placeOf);
}

/** Why the object itself is not sent, or its field manager is unknown. */
function ownObstacle({ facts: { applied, kind, isUncertain, form, condition } }: IndexedObject): string | undefined {
  if (!applied)
    return 'It is not sent to the API server: it is merged into another object, only read, or rendered into a file.';
  if (applied.isRefused) return `Pulumi rejects this ${kind} and sends nothing.`;
  if (isUncertain)
    return 'A condition, a loop, a function or a transformation of the program decides on it, so it is unknown what is applied.';
  if (form === 'terraform' && condition !== undefined)
    return `It may have no instance or several, as ${quote(condition)} decides, so it is unknown what is applied.`;
  if (applied.manager === undefined) return 'Its field manager is known only when the program runs.';
  return undefined;
}

function wordsOf(obstacle: Obstacle, placeOf: PlaceOf): string {
  if (obstacle.kind === 'unknown-name')
    return 'An expression, a template or a kustomization decides its name or content, so it is unknown what else is applied to it.';
  if (obstacle.kind === 'crowded')
    return `${obstacle.entries.length} objects have this name, and at most ${mostAppliers} of them can be compared.`;
  const places = listed(obstacle.entries.map((each) => placeOf(each)));
  if (obstacle.kind === 'open' && obstacle.entries.every(({ facts }) => facts.isUncertain))
    return `It is unknown what else is applied to it, because conditions, loops, functions or transformations of a program decide: ${places}.`;
  if (obstacle.kind === 'open')
    return `It is unknown which fields are set, because of an expression, a template, a kustomization, the option ignoreChanges or a syntax error: ${places}.`;
  if (obstacle.kind === 'apart') return `Not all of these objects are applied to one cluster: ${places}.`;
  const [first] = obstacle.entries;
  return `Several ${plurals[kindOfType(first?.facts.kind ?? '')]} have this name, and it is unknown which one is applied: ${places}.`;
}

function liveProblem({ base }: Gathering, minor: number, placeOf: PlaceOf): string | undefined {
  if (base?.kind !== 'live') return undefined;
  const { participant } = base;
  const read = readLive(participant, minor);
  if ('live' in read) return undefined;
  return `The live state (${placeOf(participant.entry, read.path)}) cannot be used: ${read.problem}`;
}
