/** A forced patch that takes fields from others, and what is lost by it. */
import { conflictsAt, otherObject, takeoversAt } from '../analysis/apply/meetings.ts';
import type { Meeting } from '../analysis/apply/meetings.ts';
import { providerPrefixes } from '../analysis/apply/provider-annotations.ts';
import { firstFew, endpointUnion } from '../analysis/apply/endpoint-words.ts';
import type { Binding } from '../analysis/binding/bind.ts';
import { member } from '../analysis/binding/bind.ts';
import { typeNames } from '../contract/contract.ts';
import { annotationsOf, fieldsText, isAddressList, isWholeList } from '../lint/applies.ts';
import { fieldPlace, otherWords, participantWords, relatedSide, selfWords, valuesAt } from '../lint/meeting.ts';
import { defineRule } from '../lint/rule.ts';
import type { ReportPlace } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';

export const forcedTakeover = defineRule({
  code: 'forced-takeover',
  summary: 'A forced patch takes fields from others.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: typeNames },
  check(resource, { report, binding, around, minor }) {
    const conflicts = conflictsAt(around, minor);
    for (const meeting of takeoversAt(around, minor)) {
      const [first] = meeting.fields;
      // The controller writes again whatever is taken from it, and a conflict with the same one says enough.
      const isTold = !meeting.isOwn && conflicts.some(({ isOwn, other }) => isOwn && other?.entry === meeting.by.entry);
      if (!first || isTold || meeting.all.base?.kind === 'controller') continue;
      const place = (meeting.isOwn && forcePlace(binding)) || fieldPlace(binding, first, resource);
      report(place, messageOn(meeting), { related: relatedSide(meeting, first, 'The other is here.') });
    }
  },
});

/** The annotation that forces; undefined where a provider does. */
function forcePlace({ root }: Binding): ReportPlace | undefined {
  const annotations = annotationsOf(root);
  const node = providerPrefixes
    .map((prefix) => annotations && member(annotations, `${prefix}patchForce`))
    .find((each) => each?.value.kind === 'scalar' && each.value.value === 'true');
  return node && keyPlace(node);
}

function messageOn(meeting: Meeting): string {
  const { by, other, isOwn, isMutual, isAlways } = meeting;
  if (isMutual) {
    const words = wordsOf(meeting, ({ by: ours, other: theirs }) => `${ours} here, ${theirs} there`);
    return `${selfWords(by).replace('this', 'This')} and ${otherWords(meeting)} are both forced and take ${words} from each other: the one that is applied last has it. ${advice}`;
  }
  const words = wordsOf(meeting, ({ by: after, other: before }) => `${before} becomes ${after}`);
  const when = isAlways ? '' : ' if it comes second';
  if (!isOwn) {
    const self = other ? selfWords(other) : 'this object';
    return `The forced ${participantWords(by).replace(/^the /, '')} takes ${words} from ${self}${when}. ${sequel(meeting)} ${advice}`;
  }
  const owner = `${otherWords(meeting)}${other ? '' : ', which owns it in the live object'}`;
  return `${selfWords(by).replace('this', 'This forced')} takes ${words} from ${owner}${when}. ${sequel(meeting)} ${advice}`;
}

const advice = 'Leave the fields to one of the two, or set the same in both; then nothing needs to be forced.';

function wordsOf(meeting: Meeting, said: (values: { readonly by: string; readonly other: string }) => string): string {
  return fieldsText(meeting.fields, (steps) => {
    const values = valuesAt(meeting, steps);
    if (values) return said(values);
    return isAddressList(steps) ? lossOf(meeting) : '';
  });
}

/** The addresses that nobody serves afterwards. */
function lossOf(meeting: Meeting): string {
  const after = new Set(endpointUnion(meeting.by.applied.config).addresses);
  const { addresses } = endpointUnion(otherObject(meeting));
  const gone = addresses.filter((each) => !after.has(each));
  if (gone.length === 0) return 'no address goes away';
  return `${firstFew(gone)} ${gone.length > 1 ? 'go' : 'goes'} away`;
}

/** What the one does that has lost them. */
function sequel({ isOwn, fields, with: { operation } }: Meeting): string {
  const loser = isOwn ? 'that one' : 'this one';
  if (operation === 'Update')
    return `The next update of ${loser} takes ${fields.length > 1 || fields.some(isWholeList) ? 'them' : 'it'} back without a word.`;
  return `The next apply of ${loser} fails with a conflict.`;
}
