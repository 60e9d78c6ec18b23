/** Explains in a sentence why the forecast for an object is unknown. */
import { kindOfType, plurals } from '../../contract/contract.ts';
import { listed } from '../../text/quote.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { readLive } from './forecast.ts';
import { gatheringOf } from './gathering.ts';
import type { Gathering, Obstacle } from './gathering.ts';
import type { PlaceOf } from './apply-listing.ts';

/** The sentence; undefined where there is a forecast and the object takes part in it. */
export function obstacleText(around: RelatedObjects, minor: number, placeOf: PlaceOf): string | undefined {
  const own = ownObstacle(around.entry);
  if (own !== undefined) return own;
  const found = gatheringOf(around);
  return 'patches' in found ? liveProblem(found, minor, placeOf) : wordsOf(found, placeOf);
}

/** Why the object itself is not sent, or its field manager is unknown. */
function ownObstacle({ facts: { applied, kind } }: IndexedObject): string | undefined {
  if (!applied)
    return 'It is not sent to a server as it stands here: it is merged into another object, only read, or rendered into a file.';
  if (applied.isRefused) return `Pulumi refuses this ${kind} and sends nothing.`;
  if (applied.manager === undefined) return 'Its field manager is known only when the program runs.';
  return undefined;
}

function wordsOf(obstacle: Obstacle, placeOf: PlaceOf): string {
  if (obstacle.kind === 'unknown-name')
    return 'An expression, a template or a kustomization decides what it is called or what it says, so it is not known what it meets.';
  const places = listed(obstacle.entries.map((each) => placeOf(each)));
  if (obstacle.kind === 'open')
    return `An expression, a template, a kustomization, the option ignoreChanges or broken syntax leaves open which fields are set: ${places}.`;
  if (obstacle.kind === 'apart')
    return `It is one of several that never meet each other, as for several clusters: ${places}.`;
  const [first] = obstacle.entries;
  return `Several ${plurals[kindOfType(first?.facts.kind ?? '')]} have this name, and which of them is meant cannot be told: ${places}.`;
}

function liveProblem({ base }: Gathering, minor: number, placeOf: PlaceOf): string | undefined {
  if (base?.kind !== 'live') return undefined;
  const { participant } = base;
  const read = readLive(participant, minor);
  if ('live' in read) return undefined;
  return `The live state (${placeOf(participant.entry, read.path)}) cannot be used: ${read.problem}`;
}
