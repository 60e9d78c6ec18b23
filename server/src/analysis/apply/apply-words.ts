/** Describes fields and participants in words: `label app`, `finalizer a.b/c`, `patch "labels"`. */
import { isPatchType } from '../../contract/contract.ts';
import { listed, quote } from '../../text/quote.ts';
import { fieldText, leavesOf, type FieldSet, type Steps } from './field-set.ts';
import type { Participant } from './gathering.ts';
import { isApplyOptionField } from './provider-annotations.ts';

/** `patch "labels"`, `resource "db"`, `manifest`. */
export function roleOf({ entry: { facts }, applied: { means, logicalName } }: Participant): string {
  if (means === 'live') return 'live state';
  if (logicalName === '' && facts.form === 'kubernetes') return 'manifest';
  const role = isPatchType(facts.kind) ? 'patch' : 'resource';
  // A program may compute the name of a resource.
  return logicalName === '' ? role : `${role} ${quote(logicalName)}`;
}

/** A field as a path: `metadata.labels.app`. */
export function fieldPathText(steps: Steps): string {
  return fieldText(steps).slice(1);
}

/** The leaves of the set in words, without identifying fields and annotations on how to apply. */
export function fieldWords(set: FieldSet): string {
  const worth = leavesOf(set).filter((steps) => !unworthy.test(fieldText(steps)) && !isApplyOptionField(steps));
  return worth.length === 0 ? 'nothing' : listed(worth.map(fieldWord));
}

/** Fields that identify the object. */
const unworthy = /^\.(apiVersion|kind|metadata|metadata\.(name|namespace))$/;

/** `label app`; the path where the field has no noun. */
export function fieldWord(steps: Steps): string {
  const [first, second = '', third, ...rest] = steps;
  const noun = nouns[second];
  if (first !== 'f:metadata' || noun === undefined) return fieldPathText(steps);
  if (third === undefined) return second.slice(2);
  if (rest.length > 0) return fieldPathText(steps.slice(1));
  return `${noun} ${keyWord(third)}`;
}

const nouns: { readonly [step: string]: string } = {
  'f:labels': 'label',
  'f:annotations': 'annotation',
  'f:finalizers': 'finalizer',
  'f:ownerReferences': 'owner reference',
};

/** The name of a member, a value as written, or the values of several keys. */
function keyWord(step: string): string {
  const rest = step.slice(2);
  if (step.startsWith('f:') || step.startsWith('i:')) return rest;
  const value: unknown = JSON.parse(rest);
  return typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value);
}
