/** Fields and those who set them, in words: `label app`, `finalizer a.b/c`, `patch "labels"`. */
import { isPatchType } from '../../contract/contract.ts';
import { listed, quote } from '../../text/quote.ts';
import { fieldText, leavesOf } from './field-set.ts';
import type { FieldSet, Steps } from './field-set.ts';
import type { Participant } from './gathering.ts';
import { isApplyOptionField } from './provider-annotations.ts';

/** `patch "labels"`, `resource "db"`, `manifest`. */
export function roleOf({ entry: { facts }, applied: { means, logicalName } }: Participant): string {
  if (means === 'live') return 'live state';
  if (logicalName === '') return 'manifest';
  return `${isPatchType(facts.kind) ? 'patch' : 'resource'} ${quote(logicalName)}`;
}

/** A field as it is written in a text. */
export function fieldPathText(steps: Steps): string {
  return fieldText(steps).slice(1);
}

/** The fields of the set; those that nobody is said to own, what only holds others, and how to apply are not worth a word. */
export function fieldWords(set: FieldSet): string {
  const worth = leavesOf(set).filter((steps) => !unworthy.test(fieldText(steps)) && !isApplyOptionField(steps));
  return worth.length === 0 ? 'nothing' : listed(worth.map(fieldWord));
}

/** What identifies the object. */
const unworthy = /^\.(apiVersion|kind|metadata|metadata\.(name|namespace))$/;

/** `label app`; the name of the field where there is no word for it. */
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

/** The name of a member, a value as it is, and of several keys their values. */
function keyWord(step: string): string {
  const rest = step.slice(2);
  if (step.startsWith('f:') || step.startsWith('i:')) return rest;
  const value: unknown = JSON.parse(rest);
  return typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value);
}
