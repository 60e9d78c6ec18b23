/** The same subsets twice, one without a protocol: the server writes TCP into it, and then the two differ. */
import type { Bound } from '../analysis/bind.ts';
import { isEmpty, member } from '../analysis/bind.ts';
import { conflictsAt } from '../analysis/apply/meetings.ts';
import type { Meeting } from '../analysis/apply/meetings.ts';
import { otherWords, participantWords, relatedSide, selfWords } from '../lint/meeting.ts';
import { isForProtocol } from '../lint/meeting-protocol.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import type { Fix, TreeEdit } from '../tree/tree-edit.ts';
import type { Mapping } from '../tree/value.ts';

export const unwrittenProtocol = defineRule({
  code: 'unwritten-protocol',
  summary: 'Where two set the same subsets, both must write protocol.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(_resource, { report, binding, around, minor }) {
    // Only an apply compares; an update takes what it sets.
    if (around.entry.facts.applied?.means !== 'apply') return;
    for (const meeting of conflictsAt(around, minor)) {
      const ports = isForProtocol(meeting) ? portsWithout(member(binding.root, 'subsets')) : [];
      const [first] = ports;
      if (!first) continue;
      const related = relatedSide(meeting, ['f:subsets'], 'The same subsets are here.');
      report(placeOf(first, 'protocol'), messageOn(meeting), { related, fix: fixOf(ports) });
    }
  },
});

function portsWithout(subsets: Bound | undefined): readonly Bound<Mapping>[] {
  const ports = (subsets?.children ?? []).flatMap((subset) => member(subset, 'ports')?.children ?? []);
  return ports.filter(isMapping).filter((port) => isEmpty(member(port, 'protocol')));
}

function isMapping(node: Bound): node is Bound<Mapping> {
  return node.value.kind === 'mapping';
}

function messageOn(meeting: Meeting): string {
  const start = 'Without a protocol this port differs from the TCP that the server writes';
  const end = 'though nothing else tells the two apart. Write protocol: TCP.';
  if (!meeting.isOwn) {
    return `${start}, so once ${participantWords(meeting.by)} has the same subsets, the next apply of this one fails with a conflict, ${end}`;
  }
  const self = selfWords(meeting.by);
  if (!meeting.other)
    return `${start}, so the apply of ${self} fails with a conflict with ${otherWords(meeting)}, ${end}`;
  if (meeting.isMutual) {
    return `${start}, so whichever of ${self} and ${otherWords(meeting)} is applied second fails with a conflict on subsets, ${end}`;
  }
  const when = meeting.isAlways ? '' : ' where it comes after that one';
  return `${start} for ${otherWords(meeting)}, so the apply of ${self} fails with a conflict on subsets${when}, ${end}`;
}

/** One fix for the whole object: half of it would settle nothing. */
function fixOf(ports: readonly Bound<Mapping>[]): Fix | undefined {
  const edits: TreeEdit[] = [];
  for (const port of ports) {
    const written = member(port, 'protocol');
    if (port.value.isAlias || written?.entry?.isMerged) return undefined;
    if (written) edits.push({ kind: 'replace', value: written.value, by: 'TCP' });
    else edits.push({ kind: 'insert', mapping: port.value, name: 'protocol', value: 'TCP' });
  }
  return { title: 'Write protocol: TCP', safety: 'safe', edits };
}
