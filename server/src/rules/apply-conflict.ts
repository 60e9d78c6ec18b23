/** Reports fields that two field managers set to different values: one of the two applies fails with a conflict. */
import type { Steps } from '../analysis/apply/field-set.ts';
import { conflictsAt, type Meeting } from '../analysis/apply/meetings.ts';
import type { Participant } from '../analysis/apply/gathering.ts';
import { isApplyOptionField } from '../analysis/apply/provider-annotations.ts';
import { fieldPathText } from '../analysis/apply/apply-words.ts';
import { isBefore } from '../analysis/apply/forecast.ts';
import { member, type Binding } from '../analysis/binding/bind.ts';
import { fieldsText, isWholeList } from '../lint/applies.ts';
import { fieldPlace, otherWords, participantWords, relatedSide, selfWords, valuesAt } from '../lint/meeting.ts';
import { openFields } from '../lint/meeting-protocol.ts';
import { defineRule, type ReportPlace } from '../lint/rule.ts';
import { keyPlace, objectPlace } from '../lint/subject.ts';
import { capitalized, quote } from '../text/quote.ts';
import type { Resource } from '../tree/document.ts';

export const applyConflict = defineRule({
  code: 'apply-conflict',
  summary: 'Two field managers must not set a field of one object to different values.',
  enforcedBy: 'server',
  explains: ['conflict'],
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
  return (selector && keyPlace(selector)) ?? objectPlace(binding, resource);
}

function relatedWords(steps: Steps): string {
  return isWholeList(steps) ? `The other ${fieldPathText(steps)} are here.` : 'The field is also set here.';
}

function messageOn(meeting: Meeting, fields: readonly Steps[]): string {
  const { all, other } = meeting;
  const words = wordsOf(meeting, fields);
  if (!other && all.base?.kind === 'controller') return onController(meeting, words);
  const problem = other && !meeting.isOwn ? onOther(meeting, other, words) : onOwn(meeting, words);
  return meeting.former && !meeting.isAlways ? problem : `${problem} ${adviceOn(meeting, fields)}`;
}

/** The fields, each with its two values; the value of this object comes first. */
function wordsOf(meeting: Meeting, fields: readonly Steps[]): string {
  return fieldsText(fields, (steps) => {
    const values = valuesAt(meeting, steps);
    if (!values) return isWholeList(steps) ? 'owned as a whole' : '';
    const { by, other } = values;
    return meeting.isOwn ? `${by} here, ${other} there` : `${other} here, ${by} there`;
  });
}

function onController({ all: { base }, by, isOwn }: Meeting, words: string): string {
  const name = base?.kind === 'controller' ? quote(base.service.facts.name.text) : '';
  if (!isOwn) {
    return `This Service has a selector, so the endpoints controller owns its endpoints: ${participantWords(by)} conflicts over ${words} once the controller has written them. Remove the selector, or remove the field from the patch.`;
  }
  return `The Service ${name} has a selector, so the endpoints controller owns its endpoints: this patch conflicts over ${words} once the controller has written them. Remove the field, or remove the selector.`;
}

function onOwn(meeting: Meeting, words: string): string {
  const { by, other, all, isAlways, isMutual } = meeting;
  const self = selfWords(by);
  if (!other) return onLive(meeting, words);
  const start = `${capitalized(self)} conflicts with ${otherWords(meeting)} over ${words}.`;
  if (all.base?.kind === 'resource' && all.base.participant === other)
    return `${start} Applying ${self} fails${isAlways ? '' : ' in some orders'}.`;
  if (isMutual) return `${start} Their order is not fixed, and the one that is applied second fails.`;
  if (isAlways && isBefore(other, by)) return `${start} ${capitalized(self)} is applied second, so it fails.`;
  return `${start} Applying ${self} fails${isAlways ? '' : ' if it is applied second'}.`;
}

function onLive(meeting: Meeting, words: string): string {
  const { by, former, isAlways } = meeting;
  const self = selfWords(by);
  const owner = former ? participantWords(former) : otherWords(meeting);
  const start = `${capitalized(self)} conflicts with ${owner}, the owner in the live object, over ${words}.`;
  if (!former) return `${start} Applying ${self} fails${isAlways ? '' : ' in some orders'}.`;
  if (isAlways) return `${start} Applying ${self} fails.`;
  return `${start} That owner no longer sets it, so ${self} fails only if applied first. Use dependsOn to apply it second.`;
}

function onOther({ by, all, isAlways }: Meeting, self: Participant, words: string): string {
  const start = `${capitalized(participantWords(by))} conflicts with ${selfWords(self)} over ${words}.`;
  if (all.base?.kind === 'resource' && all.base.participant === self)
    return `${start} Applying that patch fails${isAlways ? '' : ' in some orders'}.`;
  if (isAlways && isBefore(self, by)) return `${start} It is applied second, so it fails.`;
  return `${start} Applying it fails${isAlways ? '' : ' if it is applied second'}.`;
}

function adviceOn(meeting: Meeting, fields: readonly Steps[]): string {
  const rest = fields.filter((steps) => !isApplyOptionField(steps));
  const advice = rest.length > 0 ? adviceOnFields(meeting, rest) : '';
  if (rest.length === fields.length) return advice;
  const ways =
    'Pulumi writes its apply annotations into the object, so only one of its resources and patches can set them. Remove them here or there.';
  return advice === '' ? ways : `${advice} ${ways}`;
}

function adviceOnFields({ other }: Meeting, fields: readonly Steps[]): string {
  const what = fields.length > 1 ? 'the fields' : 'the field';
  const force = 'the annotation pulumi.com/patchForce: "true"';
  const value = fields.length > 1 ? 'the same values' : 'the same value';
  if (!other) return `Set ${value} as the live object, remove ${what}, or force the patch with ${force}.`;
  return `Set ${value} in both, remove ${what} from one, or add ${force} to the patch that should win.`;
}
