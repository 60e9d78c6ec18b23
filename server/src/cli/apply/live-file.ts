/** Reads what --live names: objects as a server printed them, with their owners. */
import { readLive } from '../../analysis/apply/forecast.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import type { Kind } from '../../contract/contract.ts';
import { listed } from '../../text/quote.ts';
import type { ApplyGroup, ApplyNotes } from './groups.ts';
import { isOurs, applyObjectOf } from './groups.ts';
import { groupTitle } from './lineup.ts';
import { obstacleTo } from './apply-obstacle.ts';
import { placeText } from '../object-places.ts';
import type { Places } from '../object-places.ts';
import type { Sources } from '../sources.ts';
import { unreadIn } from '../unread.ts';

function printWith(kind: Kind): string {
  return `kubectl get ${kind.toLowerCase()} NAME -o yaml --show-managed-fields`;
}

/** The objects of our kinds in the file of live state. */
export function liveEntries(live: Sources, name: string, said: ApplyNotes): readonly IndexedObject[] {
  const entries = [...live.workspace.all()].filter((entry) => isOurs(entry) && !isPatchType(entry.facts.kind));
  const unread = live.all().flatMap((source) => unreadIn(source, live));
  said.problems.push(...unread);
  if (live.all().length > 0 && entries.length + unread.length === 0)
    said.problems.push(
      `${name} holds no Endpoints and no EndpointSlice. Print them with "${printWith('Endpoints')}", or leave out --live where there are none yet.`,
    );
  return entries;
}

/** The version that an object is meant for. */
export type MinorOf = (entry: IndexedObject | undefined) => number;

/** Says what keeps live state of the groups from being used. */
export function judgeLive(
  groups: readonly ApplyGroup[],
  live: readonly IndexedObject[],
  minorOf: MinorOf,
  places: Places,
  said: ApplyNotes,
): void {
  const used = groups.flatMap((group) => group.live);
  if (live.length > 0 && groups.length > 0 && !live.some((entry) => used.includes(entry))) {
    const there = listed(live.slice(0, mostNamed).map((entry) => groupTitle(applyObjectOf(entry, places))));
    const wanted = listed(groups.slice(0, mostNamed).map(groupTitle));
    const [first] = live;
    const place = first ? `${placeText(places.of(first))}: ` : '';
    said.problems.push(
      `${place}The live state is of ${there}, but the files apply ${wanted}. Name the live state of what they apply.`,
    );
  }
  for (const entry of new Set(used)) {
    const problem = problemIn(entry, minorOf(entry), places);
    if (problem !== undefined) said.problems.push(problem);
  }
}

const mostNamed = 3;

function problemIn(entry: IndexedObject, minor: number, places: Places): string | undefined {
  const { applied, kind } = entry.facts;
  const print = printWith(kindOfType(kind));
  if (!applied || applied.means === 'apply')
    return `${placeText(places.of(entry))}: This is no object that a server printed. Print it with "${print}".`;
  const obstacle = obstacleTo(entry, places);
  if (obstacle !== undefined) return obstacle;
  const metadata = ['metadata'];
  if (applied.means !== 'live' && !places.isWritten(entry, [...metadata, 'managedFields']))
    return `${placeText(places.at(entry, metadata))}: The live state has no managedFields, so that nobody owns a field. Print it with "${print}".`;
  const read = readLive({ applied }, minor);
  return 'problem' in read ? `${placeText(places.at(entry, read.path))}: ${read.problem}` : undefined;
}
