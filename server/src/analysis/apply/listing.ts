/**
 * What the applies that meet on one object come to, in words: who sends what, the object as it will be with the owner of each
 * line, conflicts, and its state. Whoever shows it spells the object.
 */
import { listed, quote } from '../../text/quote.ts';
import { pathText } from '../../tree/path.ts';
import type { Path } from '../../tree/path.ts';
import type { Entry } from '../resource-index.ts';
import { fieldsOf, fieldText } from './field-set.ts';
import type { Steps } from './field-set.ts';
import { clashesOf } from './forecast.ts';
import type { Clash, Forecast, Run, Turn } from './forecast.ts';
import type { Participant } from './gathering.ts';
import { isList, isObject, memberOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { ownedParts, ownerText, pathOf } from './owners.ts';
import { setFields } from './own.ts';
import { endpointsType } from './shape.ts';
import type { Live } from './step.ts';

export interface Listing {
  /** Above the object, a line each. */
  readonly head: readonly string[];
  /** The object after the applies in the order that is written first; undefined where nothing is left of it. */
  readonly object: JsonObject | undefined;
  /** What is said beside a line, by the text of its path. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Says where an object stands, such as `main.yaml:12`. */
export type PlaceOf = (entry: Entry) => string;

export function listingOf(all: Forecast, title: string, placeOf: PlaceOf): Listing {
  const [first] = all.runs;
  const after = first?.after ?? all.start;
  const head = [
    `${title} after all applies, Kubernetes 1.${all.minor}`,
    '',
    ...stepLines(all, first, placeOf),
    ...orderLines(all),
    ...(after ? ['', ...stateLines(after)] : []),
  ];
  return { head, object: after?.object, notes: after ? notesOf(all, after, placeOf) : new Map() };
}

/** `patch "labels"`, `resource "db"`, `manifest`. */
export function roleOf({ entry: { facts }, applied: { means, logicalName } }: Participant): string {
  if (means === 'live') return 'live state';
  if (logicalName === '') return 'manifest';
  return `${facts.kind === 'EndpointsPatch' ? 'patch' : 'resource'} ${quote(logicalName)}`;
}

function stepLines(all: Forecast, run: Run | undefined, placeOf: PlaceOf): readonly string[] {
  const base = baseLine(all, placeOf);
  const lines = [
    ...(base === undefined ? [] : [base]),
    ...(run?.turns ?? []).map((turn) => turnLine(turn, all, placeOf)),
  ];
  return lines.map((line, i) => `${i + 1}. ${line}`);
}

function baseLine({ base, start, minor }: Forecast, placeOf: PlaceOf): string | undefined {
  if (base?.kind === 'controller')
    return `The endpoints controller writes the addresses of the Pods that ${quote(base.service.facts.name.text)} selects (${placeOf(base.service)}).`;
  if (!base) return undefined;
  const { participant } = base;
  const where = `${capital(roleOf(participant))} (${placeOf(participant.entry)})`;
  if (base.kind === 'live') return `${where}: ${ownersWords(start)}.`;
  const how = participant.applied.means === 'apply' ? 'is applied' : 'is created';
  return `${where} ${how} as ${participant.manager} and sets ${fieldWords(setFields(participant.applied.config, endpointsType(), minor))}.`;
}

function ownersWords(live: Live | undefined): string {
  const owners = (live?.owners ?? []).map((owner) => `${ownerText(owner)} owns ${fieldWords(owner.fields)}`);
  return owners.length === 0 ? 'nobody owns a field' : owners.join('; ');
}

function turnLine({ participant, outcome }: Turn, all: Forecast, placeOf: PlaceOf): string {
  const forced = participant.applied.force === 'yes' ? ', forced,' : '';
  const start = `${capital(roleOf(participant))} (${placeOf(participant.entry)}) is applied${forced} as ${participant.manager}`;
  if (outcome.kind === 'rejected')
    return `${start} and is refused: ${outcome.causes.map(({ message }) => message).join('; ')}.`;
  if (outcome.kind === 'conflicts') {
    const fields = outcome.conflicts.map(
      ({ steps, with: owner }) => `${fieldName(steps)} belongs to ${ownerText(owner)}`,
    );
    return `${start} and fails with a conflict: ${listed(fields)}.`;
  }
  const set = setFields(participant.applied.config, endpointsType(), all.minor);
  const taken = outcome.lost.map((owner) => `${fieldWords(owner.fields)} from ${ownerText(owner)}`);
  return `${start} and sets ${fieldWords(set)}${taken.length > 0 ? `, taking ${listed(taken)}` : ''}.`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Fields that nobody is said to own are not worth a word. */
function fieldWords(set: Parameters<typeof fieldsOf>[0]): string {
  const names = fieldsOf(set).map(fieldName);
  const worth = names.filter((name) => !/^(apiVersion|kind|metadata|metadata\.(name|namespace))$/.test(name));
  return worth.length === 0 ? 'nothing' : listed(worth);
}

/** A field as it is written in a text. */
export function fieldName(steps: Steps): string {
  return fieldText(steps).slice(1);
}

function orderLines(all: Forecast): readonly string[] {
  if (all.runs.length < 2) return [];
  const results = new Set(all.runs.map(({ after, turns }) => JSON.stringify([after, turns.map(failureOf).sort()])));
  const differs = results.size > 1 ? 'and what comes of it depends on it' : 'and all come to the same';
  return ['', `The order is free: ${all.runs.length} are possible, ${differs}. This is the one that is written first.`];
}

function failureOf({ participant, outcome }: Turn): string {
  return `${participant.entry.uri} ${participant.entry.ordinal} ${outcome.kind}`;
}

/** The states that an object and its addresses can be in. */
export function stateLines({ object }: Live): readonly string[] {
  const metadata = memberOf(object, 'metadata');
  const deletion = memberOf(metadata, 'deletionTimestamp');
  const finalizers = memberOf(metadata, 'finalizers');
  const held = isList(finalizers) ? finalizers.map(String) : [];
  const count = (name: string): number => addressCount(memberOf(object, 'subsets'), name);
  const addresses = `${count('addresses')} ready, ${count('notReadyAddresses')} not ready`;
  if (typeof deletion !== 'string') return [`State: active. Addresses: ${addresses}.`];
  const waits =
    held.length > 0 ? `it stays until ${listed(held)} ${held.length > 1 ? 'are' : 'is'} taken off` : 'nothing holds it';
  return [`State: deletion requested, due ${deletion}; ${waits}. Addresses: ${addresses}.`];
}

function addressCount(subsets: Json | undefined, name: string): number {
  const lists = isList(subsets) ? subsets.map((subset) => memberOf(subset, name)) : [];
  return lists.reduce((sum: number, list) => sum + (isList(list) ? list.length : 0), 0);
}

/** Owners, conflicts and readiness, each beside its line. */
function notesOf(all: Forecast, live: Live, placeOf: PlaceOf): ReadonlyMap<string, string> {
  const notes = new Map<string, string[]>();
  const add = (path: Path, note: string): void => {
    const key = pathText(path);
    const known = notes.get(key);
    if (known) known.push(note);
    else notes.set(key, [note]);
  };
  for (const { path, owners, isWhole } of ownedParts(live, all.minor)) {
    if (owners.length === 0) continue;
    const words = listed(owners.map(ownerText));
    add(path, words);
    if (isWhole) for (const inside of pathsBelow(live.object, path)) add(inside, words);
  }
  for (const clash of clashesOf(all)) markClash(clash, live, all.minor, placeOf, add);
  for (const [path, word] of readiness(live.object)) add(path, word);
  return new Map([...notes].map(([key, words]) => [key, words.join(', ')]));
}

function markClash(
  { by, fields }: Clash,
  { object }: Live,
  minor: number,
  placeOf: PlaceOf,
  add: (path: Path, note: string) => void,
): void {
  for (const steps of fields) {
    const path = pathOf(object, steps, minor);
    if (path) add(path, `CONFLICT with ${roleOf(by)} (${placeOf(by.entry)})`);
  }
}

function readiness(object: JsonObject): readonly (readonly [Path, string])[] {
  const subsets = memberOf(object, 'subsets');
  if (!isList(subsets)) return [];
  return subsets.flatMap((subset, i) =>
    (
      [
        ['addresses', 'ready'],
        ['notReadyAddresses', 'not ready'],
      ] as const
    ).flatMap(([name, word]) => {
      const list = memberOf(subset, name);
      return isList(list) ? list.map((_, j) => [['subsets', i, name, j], word] as const) : [];
    }),
  );
}

/** The paths of all that is in the value at the path. */
function pathsBelow(object: Json, path: Path): readonly Path[] {
  let value: Json | undefined = object;
  for (const step of path)
    value = typeof step === 'number' ? (isList(value) ? value[step] : undefined) : memberOf(value, step);
  const paths: Path[] = [];
  collectPaths(value, path, paths);
  return paths;
}

function collectPaths(value: Json | undefined, path: Path, paths: Path[]): void {
  const below: readonly (readonly [string | number, Json])[] = isList(value)
    ? value.map((item, i) => [i, item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [step, each] of below) {
    paths.push([...path, step]);
    collectPaths(each, [...path, step], paths);
  }
}
