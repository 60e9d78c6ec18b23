/** Reports a forced patch that takes fields from their owner, and describes what is lost. */
import { conflictsAt, otherObject, takeoversAt, type Meeting } from '../analysis/apply/meetings.ts';
import { providerPrefixes } from '../analysis/apply/provider-annotations.ts';
import { firstFew, endpointUnion } from '../analysis/apply/endpoint-words.ts';
import { member, type Binding } from '../analysis/binding/bind.ts';
import { typeNames } from '../contract/contract.ts';
import { annotationsOf, fieldsText, isAddressList } from '../lint/applies.ts';
import { fieldPlace, otherWords, participantWords, relatedSide, selfWords, valuesAt } from '../lint/meeting.ts';
import { defineRule, type ReportPlace } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';
import { capitalized } from '../text/quote.ts';

export const forcedTakeover = defineRule({
  code: 'forced-takeover',
  summary: 'A forced patch should not take fields from their owner.',
  enforcedBy: 'advice',
  on: { relationsOf: typeNames },
  check(resource, { report, binding, around, minor }) {
    const conflicts = conflictsAt(around, minor);
    for (const meeting of takeoversAt(around, minor)) {
      const [first] = meeting.fields;
      // overwritten-by-selector reports what a patch takes from the controller, and apply-conflict reports conflicts.
      const isReported =
        !meeting.isOwn && conflicts.some(({ isOwn, other }) => isOwn && other?.entry === meeting.by.entry);
      if (!first || isReported || meeting.all.base?.kind === 'controller') continue;
      const place = (meeting.isOwn && forcePlace(binding)) || fieldPlace(binding, first, resource);
      report(place, messageOn(meeting), { related: relatedSide(meeting, first, 'The field is also set here.') });
    }
  },
});

/** The annotation that forces the patch; undefined where the provider resource forces it. */
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
    return `${selfWords(by).replace('this', 'This')} and ${otherWords(meeting)} are both forced and take ${words} from each other, so the one applied last wins. ${advice(meeting)}`;
  }
  const words = wordsOf(meeting, ({ by: after, other: before }) => `${before} becomes ${after}`);
  const when = isAlways ? '' : ' if applied second';
  if (!isOwn) {
    const self = other ? selfWords(other) : 'this object';
    return `The forced ${participantWords(by).replace(/^the /, '')} takes ${words} from ${self}${when}. ${sequel(meeting)} ${advice(meeting)}`;
  }
  const owner = `${otherWords(meeting)}${other ? '' : ', the owner in the live object'}`;
  return `${selfWords(by).replace('this', 'This forced')} takes ${words} from ${owner}${when}. ${sequel(meeting)} ${advice(meeting)}`;
}

function advice({ fields }: Meeting): string {
  const names = fields.length === 1 ? fieldsText(fields) : 'these fields';
  return `Set ${names} in only one of them, or set the same values in both without force.`;
}

function wordsOf(
  meeting: Meeting,
  change: (values: { readonly by: string; readonly other: string }) => string,
): string {
  return fieldsText(meeting.fields, (steps) => {
    const values = valuesAt(meeting, steps);
    if (values) return change(values);
    return isAddressList(steps) ? lossOf(meeting) : '';
  });
}

function lossOf(meeting: Meeting): string {
  const after = new Set(endpointUnion(meeting.by.applied.config).addresses);
  const { addresses } = endpointUnion(otherObject(meeting));
  const gone = addresses.filter((each) => !after.has(each));
  if (gone.length === 0) return 'keeping all addresses';
  return `dropping ${firstFew(gone)}`;
}

function sequel({ isOwn, other, with: { operation } }: Meeting): string {
  const loser = isOwn || !other ? 'The owner' : capitalized(selfWords(other));
  return operation === 'Update'
    ? `${loser}'s next update silently reverts the change.`
    : `${loser}'s next apply then fails.`;
}
