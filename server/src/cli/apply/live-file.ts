/** Reads what --live names: objects as a server printed them, with their owners. */
import { readLive } from '../../analysis/apply/forecast.ts';
import type { Entry } from '../../analysis/workspace/resource-index.ts';
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import type { Kind } from '../../contract/contract.ts';
import { listed } from '../../text/quote.ts';
import type { Group, Said } from './groups.ts';
import { isOurs, targetOf } from './groups.ts';
import { titleOf } from './lineup.ts';
import { obstacleTo } from './obstacle.ts';
import { placeText } from '../places.ts';
import type { Places } from '../places.ts';
import type { Sources } from '../sources.ts';
import { unreadIn } from '../unread.ts';

function printWith(kind: Kind): string {
  return `kubectl get ${kind.toLowerCase()} NAME -o yaml --show-managed-fields`;
}

/** The objects of our kinds in the file of live state. */
export function liveEntries(live: Sources, name: string, said: Said): readonly Entry[] {
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
export type MinorOf = (entry: Entry | undefined) => number;

/** Says what keeps live state of the groups from being used. */
export function judgeLive(
  groups: readonly Group[],
  live: readonly Entry[],
  minorOf: MinorOf,
  places: Places,
  said: Said,
): void {
  const used = groups.flatMap((group) => group.live);
  if (live.length > 0 && groups.length > 0 && !live.some((entry) => used.includes(entry))) {
    const there = listed(live.slice(0, mostNamed).map((entry) => titleOf(targetOf(entry, places))));
    const wanted = listed(groups.slice(0, mostNamed).map(titleOf));
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

function problemIn(entry: Entry, minor: number, places: Places): string | undefined {
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
