/** Reads and checks the file of --live: objects with their managedFields, as the API server prints them. */
import { readLive } from '../../analysis/apply/forecast.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { isPatchType, kindOfType, type Kind } from '../../contract/contract.ts';
import { listed } from '../../text/quote.ts';
import { isOurs, applyObjectOf, type ApplyGroup, type ApplyNotes } from './groups.ts';
import { groupTitle } from './apply-plan.ts';
import { obstacleTo } from './apply-obstacle.ts';
import { placeText, type Places } from '../object-places.ts';
import type { Sources } from '../sources.ts';
import { unreadIn } from '../unread.ts';

function printWith(kind: Kind): string {
  return `kubectl get ${kind.toLowerCase()} NAME -o yaml --show-managed-fields`;
}

export function liveEntries(live: Sources, name: string, messages: ApplyNotes): readonly IndexedObject[] {
  const entries = [...live.workspace.all()].filter((entry) => isOurs(entry) && !isPatchType(entry.facts.kind));
  const unread = live.all().flatMap((source) => unreadIn(source, live));
  messages.problems.push(...unread);
  if (live.all().length > 0 && entries.length + unread.length === 0)
    messages.problems.push(
      `${name} has no Endpoints or EndpointSlice. Print them with "${printWith('Endpoints')}", or remove --live if the cluster has none.`,
    );
  return entries;
}

export type MinorOf = (entry: IndexedObject | undefined) => number;

export function checkLive(
  groups: readonly ApplyGroup[],
  live: readonly IndexedObject[],
  minorOf: MinorOf,
  places: Places,
  messages: ApplyNotes,
): void {
  const used = groups.flatMap((group) => group.live);
  if (live.length > 0 && groups.length > 0 && !live.some((entry) => used.includes(entry))) {
    const there = listed(live.slice(0, mostNamed).map((entry) => groupTitle(applyObjectOf(entry, places))));
    const wanted = listed(groups.slice(0, mostNamed).map(groupTitle));
    const [first] = live;
    const place = first ? `${placeText(places.of(first))}: ` : '';
    messages.problems.push(
      `${place}The live state is ${there}, but the files apply ${wanted}. Use the live state of the applied objects.`,
    );
  }
  for (const entry of new Set(used)) {
    const problem = problemIn(entry, minorOf(entry), places);
    if (problem !== undefined) messages.problems.push(problem);
  }
}

const mostNamed = 3;

function problemIn(entry: IndexedObject, minor: number, places: Places): string | undefined {
  const { applied, kind } = entry.facts;
  const print = printWith(kindOfType(kind));
  if (!applied || applied.means === 'apply')
    return `${placeText(places.of(entry))}: This object was not printed by the API server. Print it with "${print}".`;
  const obstacle = obstacleTo(entry, places);
  if (obstacle !== undefined) return obstacle;
  if (applied.means !== 'live' && !places.isWritten(entry, ['metadata', 'managedFields']))
    return `${placeText(places.at(entry, ['metadata']))}: The live state has no managedFields, so no field has an owner. Print it with "${print}".`;
  const read = readLive({ applied }, minor);
  return 'problem' in read ? `${placeText(places.at(entry, read.path))}: ${read.problem}` : undefined;
}
