/** Describes a forecast: the applies, and the resulting object with owners, conflicts and endpoint states. */
import { isPatchType } from '../../contract/contract.ts';
import { groupBy } from '../../text/group.ts';
import { capitalized, listed, quote, withoutNumbers } from '../../text/quote.ts';
import { pathText, type Path } from '../../tree/path.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { endpointStates, statesText } from './endpoint-words.ts';
import { fieldSet, fieldsOf, hasField } from './field-set.ts';
import { clashesOf, type Forecast, type ForecastRun, type ForecastStep } from './forecast.ts';
import { randomManagerStart, type Participant } from './gathering.ts';
import { ownersTakenOver } from './take-over.ts';
import {
  compareJson,
  isList,
  isObject,
  memberItems,
  memberOf,
  valueAt,
  type Json,
  type JsonObject,
} from './json-value.ts';
import { managedFieldsJson } from './managed-fields.ts';
import { ownedParts, ownerText, pathOfField } from './owners.ts';
import { setFields } from './config-fields.ts';
import type { Conflict, Live } from './apply-step.ts';
import { fieldWord, fieldWords, roleOf } from './apply-words.ts';

interface ApplyListing {
  readonly head: readonly string[];
  /** The object after the applies in the written order; undefined where it does not exist. */
  readonly object: JsonObject | undefined;
  /** The note beside a line, by the text of its path. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Describes the place of an object or of its field, such as `main.yaml:12`. */
export type PlaceOf = (entry: IndexedObject, path?: Path) => string;

export function applyListing(all: Forecast, title: string, placeOf: PlaceOf): ApplyListing {
  const [first] = all.runs;
  const after = first?.after ?? all.start;
  const head = [
    `${withoutNumbers(title)} after all applies, Kubernetes 1.${all.minor}`,
    '',
    ...stepLines(all, first, placeOf),
    ...orderLines(all),
    '',
    ...(after ? stateLines(after) : ['The object does not exist afterwards.']),
  ];
  const notes = after ? notesOf(all, after, placeOf) : new Map<string, string>();
  return { head, object: after && ordered(isMade(all) ? after.object : withoutNulls(after.object)), notes };
}

/** False where the workspace has only patches, so that the rest of the object is unknown. */
function isMade({ base, patches }: Forecast): boolean {
  return base !== undefined || !patches.every(({ entry }) => isPatchType(entry.facts.kind));
}

/** Without lists of a slice that no apply sets. */
function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function ordered(object: JsonObject): JsonObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { name, namespace, ...others } = isObject(metadata) ? metadata : {};
  const entries = (pairs: Readonly<Record<string, Json | undefined>>): JsonObject =>
    Object.fromEntries(Object.entries(pairs).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  return entries({ apiVersion, kind, metadata: metadata && entries({ name, namespace, ...others }), ...rest });
}

function stepLines(all: Forecast, run: ForecastRun | undefined, placeOf: PlaceOf): readonly string[] {
  const base = baseLine(all, placeOf);
  const lines = [
    ...(base === undefined ? [] : [base]),
    ...(run?.applies ?? []).map((turn) => turnLine(turn, all, placeOf)),
  ];
  const numbered = lines.map((line, i) => `${i + 1}. ${line}`);
  return lines.some((line) => line.includes(randomManagerStart)) ? [...numbered, '', randomManagerNote] : numbered;
}

const randomManagerNote = `"${randomManagerStart}…>" is a placeholder for a random name that Pulumi generates.`;

function baseLine({ base, start, minor }: Forecast, placeOf: PlaceOf): string | undefined {
  if (base?.kind === 'controller')
    return `The endpoints controller writes the addresses of the Pods that ${quote(base.service.facts.name.text)} selects (${placeOf(base.service)}).`;
  if (!base) return undefined;
  const { participant } = base;
  const where = `${capitalized(roleOf(participant))} (${placeOf(participant.entry)})`;
  if (base.kind === 'live') return `${where}: ${ownersWords(start)}.`;
  const how = participant.applied.means === 'apply' ? 'is applied' : 'is created';
  return `${where} ${how} as field manager ${participant.manager} and sets ${fieldWords(setFields(participant.applied.config, minor))}.`;
}

function ownersWords(live: Live | undefined): string {
  const owners = (live?.owners ?? []).map((owner) => `${ownerText(owner)} owns ${fieldWords(owner.fields)}`);
  return owners.length === 0 ? 'no field has an owner' : owners.join('; ');
}

function turnLine({ participant, before, outcome }: ForecastStep, all: Forecast, placeOf: PlaceOf): string {
  const { manager, applied } = participant;
  const forced = applied.force === 'yes' ? ' with force' : '';
  const how = applied.means === 'apply' ? `is applied${forced}` : 'is created';
  const given = ownersTakenOver(participant, before).map(ownerText);
  const over = given.length > 0 ? `takes over what ${listed(given)} ${given.length > 1 ? 'own' : 'owns'}, ` : '';
  const start = `${capitalized(roleOf(participant))} (${placeOf(participant.entry)}) ${over}${how} as field manager ${manager}`;
  if (outcome.kind === 'rejected')
    return `${start} and is rejected: ${outcome.causes.map(({ message }) => message).join('; ')}.`;
  if (outcome.kind === 'conflicts') return `${start} and fails with a conflict: ${conflictWords(outcome.conflicts)}.`;
  const set = setFields(applied.config, all.minor);
  const taken = outcome.lost.map((owner) => `${fieldWords(owner.fields)} from ${ownerText(owner)}`);
  return `${start} and sets ${fieldWords(set)}${taken.length > 0 ? `, taking ${listed(taken)}` : ''}.`;
}

/** `platform owns subsets`. */
export function conflictWords(conflicts: readonly Conflict[]): string {
  const byFields = groupBy(new Set(conflicts.map((each) => each.with)), (owner) => {
    const steps = conflicts.filter((each) => each.with === owner).map((each) => each.steps);
    return listed(fieldsOf(fieldSet(steps)).map(fieldWord));
  });
  const parts = [...byFields].map(
    ([words, owners]) => `${listed(owners.map(ownerText))} ${owners.length > 1 ? 'own' : 'owns'} ${words}`,
  );
  return parts.join('; ');
}

function orderLines(all: Forecast): readonly string[] {
  if (all.runs.length < 2) return [];
  const count = all.hasAllOrders ? `${all.runs.length} orders are possible` : 'many orders are possible';
  const tried = all.hasAllOrders ? 'all of them' : `the ${all.runs.length} that were tried`;
  const differs = dependsOnOrder(all) ? 'The outcome depends on the order' : `The outcome is the same in ${tried}`;
  return ['', `The order of the applies is not fixed: ${count}. ${differs}. The written order is shown.`];
}

export function dependsOnOrder({ runs: [first, ...others] }: Forecast): boolean {
  return first !== undefined && others.some((each) => !areAlike(each, first));
}

function areAlike(a: ForecastRun, b: ForecastRun): boolean {
  const failures = ({ applies }: ForecastRun): string =>
    applies
      .map(({ participant: { entry }, outcome }) => `${entry.uri} ${entry.ordinal} ${outcome.kind}`)
      .sort()
      .join('\n');
  return failures(a) === failures(b) && compareJson(stateOf(a), stateOf(b)) !== 'different';
}

function stateOf({ after }: ForecastRun): Json {
  return after ? [after.object, managedFieldsJson(after.owners)] : null;
}

function stateLines({ object }: Live): readonly string[] {
  const metadata = memberOf(object, 'metadata');
  const deletion = memberOf(metadata, 'deletionTimestamp');
  const held = memberItems(metadata, 'finalizers').map(String);
  const states = statesText(object);
  if (typeof deletion !== 'string') return [`State: active. ${states}.`];
  const waits =
    held.length > 0
      ? `it remains until ${listed(held)} ${held.length > 1 ? 'are' : 'is'} removed`
      : 'no finalizer blocks it';
  return [`State: deletion requested, due ${deletion}; ${waits}. ${states}.`];
}

/** Owners, conflicts and readiness, by the text of a path. */
function notesOf(all: Forecast, live: Live, placeOf: PlaceOf): ReadonlyMap<string, string> {
  const notes = new Map<string, Set<string>>();
  const add = (path: Path, note: string): void => {
    const key = pathText(lineOf(live.object, path));
    notes.set(key, (notes.get(key) ?? new Set()).add(note));
  };
  for (const { path, owners, isWhole } of ownedParts(live, all.minor)) {
    if (owners.length === 0) continue;
    const words = listed(owners.map(ownerText));
    add(path, words);
    if (isWhole) for (const inside of pathsBelow(live.object, path)) add(inside, words);
  }
  for (const [path, others] of clashesBeside(all, live))
    add(path, `${conflict}${listed(others.map((by) => `${roleOf(by)} (${placeOf(by.entry)})`))}`);
  for (const { path, isReady } of endpointStates(live.object))
    if (isReady !== undefined) add(path, isReady ? 'ready' : 'not ready');
  return new Map([...notes].map(([key, words]) => [key, noteOf([...words])]));
}

/** Conflicts come first, so that a narrow window shows them. */
function noteOf(words: readonly string[]): string {
  const isConflict = (word: string): boolean => word.startsWith(conflict);
  const rest = words.filter((word) => !isConflict(word)).join(', ');
  return [...words.filter(isConflict), ...(rest === '' ? [] : [rest])].join('; ');
}

const conflict = 'CONFLICT with ';

/** By path, who cannot set the field and does not own it in the shown result. */
function clashesBeside(all: Forecast, { object, owners }: Live): ReadonlyMap<Path, readonly Participant[]> {
  const found = new Map<string, { readonly path: Path; readonly others: Set<Participant> }>();
  for (const { by, fields } of clashesOf(all)) {
    for (const steps of fields) {
      const path = pathOfField(object, steps, all.minor);
      if (!path || owners.some((owner) => owner.manager === by.manager && hasField(owner.fields, steps))) continue;
      const known = found.get(pathText(path)) ?? { path, others: new Set() };
      found.set(pathText(path), known);
      known.others.add(by);
    }
  }
  return new Map([...found.values()].map(({ path, others }) => [path, [...others]]));
}

/** An item is noted on the line of its first member. */
function lineOf(object: Json, path: Path): Path {
  const value = valueAt(object, path);
  const [first] = typeof path.at(-1) === 'number' && isObject(value) ? Object.keys(value) : [];
  return first === undefined ? path : [...path, first];
}

function pathsBelow(object: Json, path: Path): readonly Path[] {
  const value = valueAt(object, path);
  const steps = isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  return steps.flatMap((step) => [[...path, step], ...pathsBelow(object, [...path, step])]);
}
