/** Words and places for messages about applies that meet on one object. */
import { member, textOf, type Binding, type Bound } from '../analysis/binding/bind.ts';
import type { Steps } from '../analysis/apply/field-set.ts';
import type { Participant } from '../analysis/apply/gathering.ts';
import { memberOf, type Json } from '../analysis/apply/json-value.ts';
import { indexOfOwner } from '../analysis/apply/managed-fields.ts';
import { roleOf } from '../analysis/apply/apply-words.ts';
import { otherObject, type Meeting } from '../analysis/apply/meetings.ts';
import { fieldAt, ownerText, pathOfField } from '../analysis/apply/owners.ts';
import { isPatchType } from '../contract/contract.ts';
import { quote } from '../text/quote.ts';
import type { Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import type { ReportPlace, RelatedPlace } from './rule.ts';
import { keyPlace, objectPlace } from './subject.ts';

/** The place of the field: its key or item; the name of the object where no part of the field is written. */
export function fieldPlace(binding: Binding, steps: Steps, resource: Resource): ReportPlace {
  let node: Bound = binding.root;
  for (const step of steps) {
    const next = below(node, step);
    if (!next) break;
    node = next;
  }
  if (node === binding.root) return objectPlace(binding, resource);
  return keyPlace(node) ?? node;
}

function below(node: Bound, step: string): Bound | undefined {
  const rest = step.slice(2);
  if (step.startsWith('f:')) return member(node, rest);
  const wanted = JSON.parse(rest) as Json;
  if (step.startsWith('v:')) return node.children.find((item) => textOf(item) === wanted);
  return node.children.find((item) => textOf(member(item, 'uid')) === memberOf(wanted, 'uid'));
}

/** `this patch`, `this resource`, `this manifest`. */
export function selfWords({ entry: { facts }, applied }: Participant): string {
  if (applied.logicalName === '' && facts.form === 'kubernetes') return 'this manifest';
  return isPatchType(facts.kind) ? 'this patch' : 'this resource';
}

/** `the patch "labels" (field manager "team-a")`, or the owner that the live state names. */
export function otherWords({ other, with: owner }: Meeting): string {
  return other ? participantWords(other) : `the field manager ${ownerWords(ownerText(owner))}`;
}

/** `the patch "labels" (field manager "team-a")`. */
export function participantWords(participant: Participant): string {
  const { manager, means } = participant.applied;
  return `the ${roleOf(participant)}${manager && means === 'apply' ? ` (field manager ${quote(manager)})` : ''}`;
}

/** `"kubectl" (by update)`. */
function ownerWords(text: string): string {
  const [, name = text, how = ''] = /^(.*?)( \(.*\))?$/s.exec(text) ?? [];
  return `${quote(name)}${how}`;
}

/** The values of both sides, quoted; undefined where one of them is not a short string. */
export function valuesAt(meeting: Meeting, steps: Steps): { readonly by: string; readonly other: string } | undefined {
  const { minor } = meeting.all;
  const by = shown(fieldAt(meeting.by.applied.config, steps, minor));
  const other = shown(fieldAt(otherObject(meeting), steps, minor));
  return by === undefined || other === undefined ? undefined : { by, other };
}

function shown(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.length <= 40 ? quote(value) : undefined;
}

/** The place of the field on the other side, or the place in the live state that names its owner. */
export function relatedSide(meeting: Meeting, steps: Steps, message: string): readonly RelatedPlace[] {
  const { isOwn, by, other, all } = meeting;
  const { base, minor } = all;
  const there = isOwn ? other : by;
  if (there) return [{ entry: there.entry, path: pathOfField(there.applied.config, steps, minor) ?? [], message }];
  if (base?.kind === 'live')
    return [
      { entry: base.participant.entry, path: ownerPath(meeting), message: 'The live object names the owner here.' },
    ];
  if (base?.kind !== 'controller') return [];
  return [{ entry: base.service, path: ['spec', 'selector'], message: 'The selector is here.' }];
}

function ownerPath({ all: { base }, with: owner }: Meeting): Path {
  const entries = base?.kind === 'live' ? base.participant.applied.managedFields : undefined;
  const index = indexOfOwner(entries ?? null, owner);
  return ['metadata', 'managedFields', ...(index < 0 ? [] : [index])];
}
