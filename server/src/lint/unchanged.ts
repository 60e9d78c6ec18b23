/** Finds the findings that the API server ignores in an update, because the addresses of the object are unchanged. */
import { configOf } from '../analysis/apply/field-config.ts';
import { compareJson, memberOf, type Json } from '../analysis/apply/json-value.ts';
import { printed, stored } from '../analysis/apply/stored.ts';
import { member } from '../analysis/binding/bind.ts';
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import type { VersionPair, ObjectVersion } from '../analysis/facts/committed.ts';
import { addressLists, kindOfType } from '../contract/contract.ts';
import type { Resource } from '../tree/document.ts';
import { pathText } from '../tree/path.ts';
import { isRatcheted } from './ratcheting.ts';
import { isOnRelations, type Diagnostic } from './rule.ts';

/** The resources whose committed version has the same name, addresses and ports. */
export function unchangedIn(pairs: readonly VersionPair[], minor: number): ReadonlySet<Resource> {
  const same = pairs.filter((pair) => isSameObject(pair) && hasSameAddresses(pair, minor));
  return new Set(same.map(({ now }) => now.resource));
}

/** The reason why the API server ignores the finding while the addresses are unchanged; undefined where it does not. */
export function ratchetingReason({ rule, path, resource }: Diagnostic, minor: number): string | undefined {
  if (rule.enforcedBy !== 'server' || isOnRelations(rule) || decoded.has(rule.code) || !path || !resource)
    return undefined;
  const kind = kindOfType(resource.type);
  if (!isRatcheted(kind, pathText(path), minor)) return undefined;
  return `The ${addressLists[kind]} are unchanged since the commit, and since Kubernetes 1.33 the API server does not validate them again.`;
}

/** Rules on values that the API server cannot decode. It never gets to comparing them. */
const decoded: ReadonlySet<string> = new Set(['integer-out-of-range', 'malformed-timestamp', 'wrong-type']);

function isSameObject({ now: { facts }, before }: VersionPair): boolean {
  const [ours, theirs] = [facts.namespace, before.facts.namespace];
  const isSameNamespace =
    ours === undefined || theirs === undefined ? ours === theirs : ours.isKnown && ours.text === theirs.text;
  return (
    isSameNamespace && facts.name.isKnown && before.facts.name.isKnown && facts.name.text === before.facts.name.text
  );
}

/** False where a template or an expression sets a value, because it may differ every time. */
function hasSameAddresses({ now, before }: VersionPair, minor: number): boolean {
  const list = addressLists[kindOfType(now.resource.type)];
  const isKnown = [now, before].every(({ binding: { root } }) => isFullyStatic(member(root, list)));
  if (!isKnown) return false;
  // The API server drops deprecatedTopology only where the endpoints differ from the stored ones.
  const old = listIn(before, minor, printed);
  return [stored, printed].some((read) => compareJson(listIn(now, minor, read), old) === 'same');
}

function listIn({ resource, binding, document }: ObjectVersion, minor: number, read: typeof stored): Json {
  const kind = kindOfType(resource.type);
  const name = addressLists[kind];
  const list = memberOf(configOf(resource, binding, document).config, name) ?? null;
  return memberOf(read({ kind, [name]: list }, minor), name) ?? null;
}
