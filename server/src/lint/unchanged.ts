/** Which findings the API server lets pass in an object that it has, because the addresses of the object are the same as before. */
import { configOf } from '../analysis/apply/field-config.ts';
import { compareJson, memberOf } from '../analysis/apply/json-value.ts';
import type { Json } from '../analysis/apply/json-value.ts';
import { stored } from '../analysis/apply/stored.ts';
import { member } from '../analysis/binding/bind.ts';
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import type { VersionPair, ObjectVersion } from '../analysis/facts/committed.ts';
import { addressLists, kindOfType } from '../contract/contract.ts';
import type { Resource } from '../tree/document.ts';
import { pathText } from '../tree/path.ts';
import { isRatcheted } from './ratcheting.ts';
import { isOnRelations } from './rule.ts';
import type { Diagnostic } from './rule.ts';

/** The resources that were there under the same name before, with the same addresses and ports. */
export function unchangedIn(pairs: readonly VersionPair[], minor: number): ReadonlySet<Resource> {
  const same = pairs.filter((pair) => isSameObject(pair) && hasSameAddresses(pair, minor));
  return new Set(same.map(({ now }) => now.resource));
}

/** Why the server lets it pass where the addresses are unchanged; undefined where it does not. */
export function ratchetingReason({ rule, path, resource }: Diagnostic, minor: number): string | undefined {
  if (rule.enforcedBy !== 'server' || isOnRelations(rule) || decoded.has(rule.code) || !path || !resource)
    return undefined;
  const kind = kindOfType(resource.type);
  if (!isRatcheted(kind, pathText(path), minor)) return undefined;
  return `The ${addressLists[kind]} are as they were committed, and since Kubernetes 1.33 the server does not look at them again.`;
}

/** What cannot be decoded is never compared. */
const decoded: ReadonlySet<string> = new Set(['integer-out-of-range', 'malformed-timestamp', 'wrong-type']);

function isSameObject({ now: { facts }, before }: VersionPair): boolean {
  const [ours, theirs] = [facts.namespace, before.facts.namespace];
  const isSameNamespace =
    ours === undefined || theirs === undefined ? ours === theirs : ours.isKnown && ours.text === theirs.text;
  return (
    isSameNamespace && facts.name.isKnown && before.facts.name.isKnown && facts.name.text === before.facts.name.text
  );
}

/** What a template or an expression decides may be something else every time. */
function hasSameAddresses({ now, before }: VersionPair, minor: number): boolean {
  const list = addressLists[kindOfType(now.resource.type)];
  const isKnown = [now, before].every(({ binding: { root } }) => isFullyStatic(member(root, list)));
  return isKnown && compareJson(storedList(now, minor), storedList(before, minor)) === 'same';
}

function storedList({ resource, binding, document }: ObjectVersion, minor: number): Json {
  const kind = kindOfType(resource.type);
  const name = addressLists[kind];
  const list = memberOf(configOf(resource, binding, document).config, name) ?? null;
  return memberOf(stored({ kind, [name]: list }, minor), name) ?? null;
}
