/** Tells by a search, before anything is read, whether a text can hold an object that matters here. */
import { askedKinds } from '../contract/asked-kinds.ts';

/** Every text that holds one of ours names our kind, or at least the field that nobody else has. */
const ours = /end-?point|subsets/i;

/** Kubernetes objects say what they are. Anything else is dismissed before it is read. */
const object = /\bapiVersion\b/;

/** The type of a resource in a program. */
export const programToken = /\b(?:kubernetes|provider):[a-z0-9.]+\/v\w+:\w/;

/** Kinds of which more than the head is looked at, and those that may hold others. */
const wholeKind = /\bkind["']?[ \t]*:[ \t]*["']?(?:Service|EndpointSlice|ConfigMap|\w*List)\b/;

/** The kinds that rules ask for, as they must be written. */
const askedKind = new RegExp(String.raw`\b(?:${askedKinds.join('|')})(?:Patch)?\b`);
/** A list, whose items may be anything; the one object that matters for what it says; what may spell a kind in another way. */
const other = /List\b|argocd-cm|!!binary/;

/** False for a text that cannot hold an object of ours. */
export function mayHoldOurs(text: string): boolean {
  return ours.test(text);
}

/** True for a text that nobody needs to read before something refers to an object that could be in it. */
export function isForeign(text: string): boolean {
  // One search for everything would take twice as long. An escape may spell any kind.
  return !ours.test(text) && !askedKind.test(text) && !other.test(text) && !text.includes('\\');
}

/** False for a text in which there can be no object that matters here. */
export function mayConcern(text: string): boolean {
  return ours.test(text) || (object.test(text) && text.includes('kind')) || programToken.test(text);
}

/** True for a manifest of which no more than the head is asked for. */
export function isOfOtherKind(text: string): boolean {
  return !ours.test(text) && !wholeKind.test(text);
}
