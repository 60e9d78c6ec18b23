/** Reports patches that get a random field manager although they need a fixed one. */
import type { Applied } from '../analysis/facts/apply-facts.ts';
import { gatherParticipants } from '../analysis/apply/gathering.ts';
import { providerPrefixes } from '../analysis/apply/provider-annotations.ts';
import { member, textOf, type Binding, type Bound } from '../analysis/binding/bind.ts';
import { patchTypeNames } from '../contract/contract.ts';
import { annotationOf, annotationsOf, participantOf } from '../lint/applies.ts';
import { renameTo } from '../lint/fix.ts';
import { appendEntry, newMapping, suggested } from '../lint/option-fix.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import type { Fix } from '../tree/tree-edit.ts';

const key = 'pulumi.com/patchFieldManager';

export const randomFieldManager = defineRule({
  code: 'random-field-manager',
  summary: 'A patch that needs a fixed field manager should name it.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: patchTypeNames },
  check(_resource, { report, binding, around }) {
    const { applied } = around.entry.facts;
    if (applied?.means !== 'apply' || applied.manager !== '' || applied.isRefused) return;
    const misspelled = misspelledIn(binding);
    if (misspelled?.entry && misspelled.parent?.value.kind === 'mapping') {
      const message = `Pulumi does not read ${quote(misspelled.entry.name)}, so this patch gets a random field manager. Rename it to ${key}.`;
      const fix = renameTo(misspelled.parent.value, misspelled.entry, key, 'suggested');
      report({ span: misspelled.entry.key, path: misspelled.path }, message, { fix });
      return;
    }
    const written = annotationOf(binding, 'patchFieldManager');
    if (textOf(written) === '') {
      const message =
        'An empty field manager counts as none, so this patch gets a random one. Write a name, or remove the annotation.';
      if (written) report(written, message);
      return;
    }
    // The rule disabled-annotations reports a value that disables all annotations.
    // A forced patch takes its fields back, so it needs no fixed manager.
    if (written || applied.retention !== 'yes' || applied.force !== 'no') return;
    const all = gatherParticipants(around);
    if (!all || !participantOf(all, around.entry) || all.patches.some((each) => each.applied.manager)) return;
    const message = `retainOnDelete leaves the fields of this patch to a random field manager. The next deployment gets another one and conflicts with them. Set ${key}.`;
    const node = nameNode(binding);
    if (node) report(node, message, { fix: nameManager(binding, applied) });
  },
});

/** An annotation that was probably meant to be the field manager. */
function misspelledIn({ root }: Binding): Bound | undefined {
  const right = providerPrefixes.map((prefix) => `${prefix}patchFieldManager`);
  return annotationsOf(root)?.children.find((node) => {
    const name = node.entry?.name ?? '';
    const text = textOf(node);
    const isNamed = node.value.kind === 'opaque' || (text !== undefined && text !== '');
    return isNamed && !right.includes(name) && looksLikeManagerKey(name);
  });
}

function looksLikeManagerKey(name: string): boolean {
  return (
    /^(?:(?:[a-z]+\.)?pulumi\.(?:com|io)\/|x-provider\/)?(?:patch)?-?_?(?:field)?-?_?manager$/i.test(name) &&
    !/^manager$/i.test(name)
  );
}

function nameManager({ root }: Binding, { logicalName }: Applied): Fix | undefined {
  const metadata = member(root, 'metadata')?.value;
  const annotations = annotationsOf(root);
  const value = { kind: 'plain', value: logicalName } as const;
  const owner = annotations ? annotations.value : metadata;
  if (owner?.kind !== 'mapping') return undefined;
  const edit = annotations ? appendEntry(owner, key, value) : appendEntry(owner, 'annotations', newMapping(key, value));
  return edit && suggested(`Add ${key}: ${quote(logicalName)}`, edit);
}
