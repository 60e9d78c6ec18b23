/** The same list twice, one without what the server fills in, such as a protocol: to the server the two then differ. */
import type { Binding, Bound } from '../analysis/binding/bind.ts';
import { isEmpty, member } from '../analysis/binding/bind.ts';
import type { Steps } from '../analysis/apply/field-set.ts';
import { conflictsAt } from '../analysis/apply/meetings.ts';
import type { Meeting } from '../analysis/apply/meetings.ts';
import { fieldPathText } from '../analysis/apply/apply-words.ts';
import { typeNames } from '../contract/contract.ts';
import { otherWords, participantWords, relatedSide, selfWords } from '../lint/meeting.ts';
import { settledFields } from '../lint/meeting-protocol.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { listed } from '../text/quote.ts';
import type { Fix, Plain, TreeEdit } from '../tree/tree-edit.ts';
import { isNull } from '../tree/value.ts';
import type { Mapping } from '../tree/value.ts';

export const unwrittenProtocol = defineRule({
  code: 'unwritten-protocol',
  summary: 'Where two set the same list, both must write what the server fills in, such as protocol.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: { relationsOf: typeNames },
  check(_resource, { report, binding, around, minor }) {
    // Only an apply compares; an update takes what it sets.
    if (around.entry.facts.applied?.means !== 'apply') return;
    for (const meeting of conflictsAt(around, minor)) {
      const fields = settledFields(meeting);
      const gaps = fields.flatMap((steps) => gapsIn(binding, fieldPathText(steps)));
      const [first] = gaps;
      const [steps] = fields;
      if (!first || !steps) continue;
      const related = relatedSide(meeting, steps, `The same ${fieldPathText(steps)} are here.`);
      report(placeOf(first.owner, first.name), messageOn(meeting, fields, gaps), { related, fix: fixOf(gaps) });
    }
  },
});

/** What is left to the server. */
interface Gap {
  readonly owner: Bound<Mapping>;
  readonly noun: 'port' | 'endpoint';
  readonly name: string;
  readonly value: Plain;
}

function gapsIn({ root }: Binding, list: string): readonly Gap[] {
  const items = member(root, list)?.children ?? [];
  if (list === 'subsets') {
    const ports = items.flatMap((subset) => member(subset, 'ports')?.children ?? []).filter(isMapping);
    return ports.filter((port) => isEmpty(member(port, 'protocol'))).map(protocolGap);
  }
  const owners = items.filter(isMapping);
  if (list === 'endpoints') {
    return owners
      .filter((owner) => isUnwritten(owner, 'conditions'))
      .map((owner) => ({ owner, noun: 'endpoint', name: 'conditions', value: {} }));
  }
  return owners.flatMap((owner): readonly Gap[] => [
    ...(isUnwritten(owner, 'name') ? [{ owner, noun: 'port', name: 'name', value: '' } as const] : []),
    ...(isUnwritten(owner, 'protocol') ? [protocolGap(owner)] : []),
  ]);
}

function protocolGap(owner: Bound<Mapping>): Gap {
  return { owner, noun: 'port', name: 'protocol', value: 'TCP' };
}

function isUnwritten(owner: Bound, name: string): boolean {
  const node = member(owner, name);
  return !node || isNull(node.value);
}

function messageOn(meeting: Meeting, fields: readonly Steps[], gaps: readonly Gap[]): string {
  const start = startOf(gaps);
  const end = `though nothing else tells the two apart. ${waysOf(gaps)}.`;
  const lists = listed(fields.map(fieldPathText));
  if (!meeting.isOwn) {
    return `${start}, so once ${participantWords(meeting.by)} has the same ${lists}, the next apply of this one fails with a conflict, ${end}`;
  }
  const self = selfWords(meeting.by);
  if (!meeting.other)
    return `${start}, so the apply of ${self} fails with a conflict with ${otherWords(meeting)}, ${end}`;
  if (meeting.isMutual) {
    return `${start}, so whichever of ${self} and ${otherWords(meeting)} is applied second fails with a conflict on ${lists}, ${end}`;
  }
  const when = meeting.isAlways ? '' : ' where it comes after that one';
  return `${start} for ${otherWords(meeting)}, so the apply of ${self} fails with a conflict on ${lists}${when}, ${end}`;
}

/** `Without a protocol this port differs from the TCP that the server writes`. */
function startOf(gaps: readonly Gap[]): string {
  const own = gaps.filter(({ owner }) => owner === gaps[0]?.owner);
  const what = listed(own.map(({ name }) => (name === 'conditions' ? name : `a ${name}`)));
  const written =
    own.length === 1 && own[0]?.name === 'protocol' ? 'the TCP that the server writes' : 'what the server writes';
  return `Without ${what} this ${own[0]?.noun ?? 'port'} differs from ${written}`;
}

/** `Write protocol: TCP`. */
function waysOf(gaps: readonly Gap[]): string {
  const spelled = gaps.map(({ name, value }) => `${name}: ${value === 'TCP' ? value : JSON.stringify(value)}`);
  return `Write ${listed([...new Set(spelled)])}`;
}

/** One fix for the whole object: half of it would settle nothing. */
function fixOf(gaps: readonly Gap[]): Fix | undefined {
  const edits: TreeEdit[] = [];
  for (const { owner, name, value } of gaps) {
    const written = member(owner, name);
    if (owner.value.isAlias || written?.entry?.isMerged) return undefined;
    if (written) edits.push({ kind: 'replace', value: written.value, by: value });
    else edits.push({ kind: 'insert', mapping: owner.value, name, value });
  }
  return { title: waysOf(gaps), safety: 'safe', edits };
}
