/** Reports conflicts between equal lists of which one leaves out a field that the API server defaults, such as protocol. */
import { isEmpty, member, type Binding, type Bound } from '../analysis/binding/bind.ts';
import type { Steps } from '../analysis/apply/field-set.ts';
import { conflictsAt, type Meeting } from '../analysis/apply/meetings.ts';
import { fieldPathText } from '../analysis/apply/apply-words.ts';
import { typeNames } from '../contract/contract.ts';
import { otherWords, participantWords, relatedSide, selfWords } from '../lint/meeting.ts';
import { settledFields } from '../lint/meeting-protocol.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { listed } from '../text/quote.ts';
import type { Fix, Plain, TreeEdit } from '../tree/tree-edit.ts';
import { isNull, type Mapping } from '../tree/value.ts';

export const unwrittenProtocol = defineRule({
  code: 'unwritten-protocol',
  summary:
    'Field managers that set the same list must write the fields that the API server defaults, such as protocol.',
  enforcedBy: 'server',
  on: { relationsOf: typeNames },
  check(_resource, { report, binding, around, minor }) {
    // Only an apply can conflict; an update overwrites the fields that it sets.
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
  const wayOut = waysOf(gaps);
  const lists = listed(fields.map(fieldPathText));
  if (!meeting.isOwn)
    return `${start}. After ${participantWords(meeting.by)} applies the same ${lists}, this one conflicts with it. ${wayOut}.`;
  const self = selfWords(meeting.by);
  const other = otherWords(meeting);
  if (!meeting.other) return `${start}. Only that makes ${self} conflict with ${other}. ${wayOut}.`;
  if (meeting.isMutual)
    return `${start}. Only that makes ${self} and ${other} conflict on ${lists}, whichever is applied second. ${wayOut}.`;
  const when = meeting.isAlways ? '' : ' if it is applied second';
  return `${start}. Only that makes ${self} conflict with ${other} on ${lists}${when}. ${wayOut}.`;
}

/** `This port has no protocol, so the API server writes TCP`. */
function startOf(gaps: readonly Gap[]): string {
  const own = gaps.filter(({ owner }) => owner === gaps[0]?.owner);
  const names = own.map(({ name }) => name);
  const isProtocol = names.length === 1 && names[0] === 'protocol';
  return `This ${own[0]?.noun ?? 'port'} has no ${listed(names, 'or')}, so the API server ${isProtocol ? 'writes TCP' : 'fills in the default'}`;
}

/** `Write protocol: TCP`. */
function waysOf(gaps: readonly Gap[]): string {
  const spelled = gaps.map(({ name, value }) => `${name}: ${value === 'TCP' ? value : JSON.stringify(value)}`);
  return `Write ${listed([...new Set(spelled)])}`;
}

/** One fix for the whole object: the conflict remains until every default is written. */
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
