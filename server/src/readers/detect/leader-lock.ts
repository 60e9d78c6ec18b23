/** Finds leader elections that keep their lock in Endpoints: in arguments, settings of components and values of charts. */
import { stringOf, valueOf, type Entry, type Mapping } from '../../tree/value.ts';
import { isChartValue, isOff } from '../chart-hints.ts';
import { generated } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import { flagsIn } from '../placed-strings.ts';
import type { FoundReader } from '../reader.ts';
import { entriesIn, type SearchedText, type SearchedTree } from '../searched-text.ts';

const flagNames = '[\\w]{0,20}leader-?(?:elect(?:ion)?)?-?(?:resource-?lock|type)(?:-type)?';

export function leaderLocks(text: SearchedText): readonly FoundReader[] {
  if (!/endpoints(?:leases)?\b/.test(text.text)) return [];
  const flags = flagsIn(text, flagNames).flatMap(({ value, span }) => {
    const lock = lockOf(value);
    return lock === undefined ? [] : [readerFor(lock, span, 'certain')];
  });
  return [...flags, ...text.trees.flatMap((tree) => settingsIn(text, tree)), ...variablesIn(text)];
}

/** The lock, if it is one of Endpoints. */
function lockOf(value: string | undefined): string | undefined {
  return value !== undefined && /^endpoints(?:leases)?$/.test(value) ? value : undefined;
}

function settingsIn(text: SearchedText, tree: SearchedTree): readonly FoundReader[] {
  return entriesIn(tree.root).flatMap(({ entry, owner, path, around }) => {
    const lock = lockOf(stringOf(entry.value));
    const name = entry.name === 'value' ? textAt(owner, 'name') : entry.name;
    if (lock === undefined || name === undefined || !isLockName(name, path) || isSwitchedOff(owner)) return [];
    const part = { tree, path, around };
    return [readerFor(lock, tree.place(entry.value.span), isChartValue(text, part) ? 'likely' : 'certain')];
  });
}

/** `resourceLock`, `leader-elect-resource-lock`, or `leaderElection.resourceLock` in the name of a parameter. */
function isLockName(name: string, path: readonly string[]): boolean {
  const [last = '', above = ''] = name.split('.').toReversed();
  const plain = last.toLowerCase().replace(/[-_]/g, '');
  if (/^(?:[a-z]{0,30}leader[a-z]{0,10})?resourcelock(?:type)?$/.test(plain)) return true;
  if (/^leaderelect(?:ion)?type$/.test(plain)) return true;
  const group = above || (path.at(-1) ?? '');
  return /^(?:type|lock|locktype)$/.test(plain) && /leader-?_?elect/i.test(group);
}

/** A component without leader election takes no lock. */
function isSwitchedOff(owner: Mapping): boolean {
  return ['leaderElect', 'enabled', 'leader-elect'].some((name) => isOff(valueOf(owner, name)));
}

/** `LEADER_ELECT_RESOURCE_LOCK=endpoints` in a file of variables. */
function variablesIn({ trees, text, language }: SearchedText): readonly FoundReader[] {
  if (trees.length > 0 || (language !== 'other' && language !== 'shell' && language !== 'docker')) return [];
  const pattern = /^[ \t]*(?:export |ENV )?[A-Z_]{0,40}RESOURCE_LOCK[= ]["']?(endpoints(?:leases)?)\b/gm;
  return [...text.matchAll(pattern)].map(({ 0: all, 1: lock = '', index }) => {
    const end = index + all.length;
    return readerFor(lock, { start: end - lock.length, end }, 'certain');
  });
}

function readerFor(lock: string, span: Entry['key'], certainty: FoundReader['certainty']): FoundReader {
  return { ...generated(certainty), span, kind: 'leader-lock', change: 'person', message: messageFor(lock) };
}

function messageFor(lock: string): string {
  return lock === 'endpoints'
    ? 'The leader election keeps its lock in Endpoints (endpoints); client-go removed this lock in 0.24. Change to endpointsleases with a client-go of 0.17 to 0.27 first, then to leases.'
    : 'The leader election keeps its lock also in Endpoints (endpointsleases); client-go removed this lock in 0.28. Change to leases once all replicas use endpointsleases.';
}
