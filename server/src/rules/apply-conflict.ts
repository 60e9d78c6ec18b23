/** Two that set a field of one object differently: the apply of one of them fails. */
import type { Steps } from '../analysis/apply/field-set.ts';
import { conflictsAt } from '../analysis/apply/meetings.ts';
import type { Meeting } from '../analysis/apply/meetings.ts';
import type { Participant } from '../analysis/apply/gathering.ts';
import { isApplyOptionField } from '../analysis/apply/provider-annotations.ts';
import { fieldPathText } from '../analysis/apply/apply-words.ts';
import { isBefore } from '../analysis/apply/forecast.ts';
import type { Binding } from '../analysis/binding/bind.ts';
import { member } from '../analysis/binding/bind.ts';
import { fieldsText, isWholeList } from '../lint/applies.ts';
import { fieldPlace, otherWords, participantWords, relatedSide, selfWords, valuesAt } from '../lint/meeting.ts';
import { openFields } from '../lint/meeting-protocol.ts';
import { defineRule } from '../lint/rule.ts';
import type { ReportPlace } from '../lint/rule.ts';
import { nameNode, keyPlace } from '../lint/subject.ts';
import { capitalized, quote } from '../text/quote.ts';
import type { Resource } from '../tree/document.ts';

export const applyConflict = defineRule({
  code: 'apply-conflict',
  summary: 'Two field managers must not set a field of one object differently.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch', 'EndpointSlice', 'EndpointSlicePatch', 'Service'] },
  check(resource, { report, binding, around, minor }) {
    const { service } = around.entry.facts;
    if (service && service.selector !== 'some') return;
    for (const meeting of conflictsAt(around, minor)) {
      const fields = openFields(meeting);
      const [first] = fields;
      if (!first) continue;
      const place = service ? selectorPlace(binding, resource) : fieldPlace(binding, first, resource);
      report(place, messageOn(meeting, fields), { related: relatedSide(meeting, first, relatedWords(first)) });
    }
  },
});

function selectorPlace(binding: Binding, resource: Resource): ReportPlace {
  const spec = member(binding.root, 'spec');
  const selector = spec && member(spec, 'selector');
  return (selector && keyPlace(selector)) ?? nameNode(binding) ?? { span: resource.head };
}

function relatedWords(steps: Steps): string {
  return isWholeList(steps) ? `The ${fieldPathText(steps)} of the other are here.` : 'It is set here, too.';
}

function messageOn(meeting: Meeting, fields: readonly Steps[]): string {
  const { all, other } = meeting;
  const words = wordsOf(meeting, fields);
  if (!other && all.base?.kind === 'controller') return onController(meeting, words);
  const said = other && !meeting.isOwn ? onOther(meeting, other, words) : onOwn(meeting, words);
  return meeting.former && !meeting.isAlways ? said : `${said} ${adviceOn(meeting, fields)}`;
}

/** Each field with the two values, this side's first. */
function wordsOf(meeting: Meeting, fields: readonly Steps[]): string {
  return fieldsText(fields, (steps) => {
    const values = valuesAt(meeting, steps);
    if (!values) return isWholeList(steps) ? 'one field as a whole' : '';
    const { by, other } = values;
    return meeting.isOwn ? `${by} here, ${other} there` : `${other} here, ${by} there`;
  });
}

function onController({ all: { base }, by, isOwn }: Meeting, words: string): string {
  const name = base?.kind === 'controller' ? quote(base.service.facts.name.text) : '';
  if (!isOwn) {
    return `This Service has a selector, so its endpoints belong to the endpoints controller, and ${participantWords(by)} that sets ${words} fails with a conflict once the controller has written them. Take the selector away, or the field out of the patch.`;
  }
  return `The Service ${name} has a selector, so its endpoints belong to the endpoints controller, and this patch that sets ${words} fails with a conflict once the controller has written them. Take the field out, or take the selector away.`;
}

function onOwn(meeting: Meeting, words: string): string {
  const { by, other, all, isAlways, isMutual } = meeting;
  const self = capitalized(selfWords(by));
  if (!other) return onLive(meeting, words);
  const start = `${self} sets ${words} differently from ${otherWords(meeting)}`;
  if (all.base?.kind === 'resource' && all.base.participant === other)
    return `${start} that it changes, so its apply fails with a conflict${isAlways ? '' : ' in some of the possible orders'}.`;
  if (isMutual) return `${start}, and their order is free: the apply of whichever comes second fails with a conflict.`;
  if (isAlways && isBefore(other, by)) return `${start}, which is applied before, so its apply fails with a conflict.`;
  return `${start}, so its apply fails with a conflict${isAlways ? '' : ' where it comes after that one'}.`;
}

function onLive(meeting: Meeting, words: string): string {
  const { by, former, isAlways } = meeting;
  const start = `${capitalized(selfWords(by))} sets ${words} differently from the live object, where it belongs to`;
  if (!former) {
    return `${start} ${otherWords(meeting)}, so its apply fails with a conflict${isAlways ? '' : ' in some of the possible orders'}.`;
  }
  const name = participantWords(former);
  if (isAlways) return `${start} ${name}, so its apply fails with a conflict.`;
  return `${start} ${name}, which sets it no longer, so its apply fails with a conflict where it comes before that one. Let it wait for that one with dependsOn.`;
}

function onOther({ by, all, isAlways }: Meeting, self: Participant, words: string): string {
  const start = capitalized(participantWords(by));
  const rest = `sets ${words} differently from ${selfWords(self)}`;
  if (all.base?.kind === 'resource' && all.base.participant === self)
    return `${start} ${rest}, so the apply of that patch fails with a conflict${isAlways ? '' : ' in some of the possible orders'}.`;
  if (isAlways && isBefore(self, by))
    return `${start}, which is applied later, ${rest}, so the apply of that one fails with a conflict.`;
  return `${start} ${rest}, so the apply of that one fails with a conflict${isAlways ? '' : ' where it comes after this one'}.`;
}

function adviceOn(meeting: Meeting, fields: readonly Steps[]): string {
  const rest = fields.filter((steps) => !isApplyOptionField(steps));
  const advice = rest.length > 0 ? adviceOnFields(meeting, rest) : '';
  if (rest.length === fields.length) return advice;
  const ways =
    'Pulumi writes the annotations on how to apply into the object, so of all who apply to it only one can have its own: leave them out here or there.';
  return advice === '' ? ways : `${advice} ${ways}`;
}

function adviceOnFields({ other }: Meeting, fields: readonly Steps[]): string {
  const what = fields.length > 1 ? 'the fields' : 'the field';
  const force = 'the annotation pulumi.com/patchForce: "true"';
  if (!other) return `Set the same as it has, take ${what} out, or force it by ${force}.`;
  const value = fields.length > 1 ? 'the same values' : 'the same value';
  return `Set ${value} in both, take ${what} out of one, or give the patch that shall win ${force}.`;
}
