/** Reports merge patches that repeat the namespace of their own kustomization, which sets it after the patches. */
import { removeEntryAt } from '../lint/build-edits.ts';
import { rejection } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';

export const namespaceInPatch = defineRule({
  code: 'namespace-in-patch',
  summary: 'A patch must not repeat the namespace of its own kustomization.',
  enforcedBy: 'kustomize',
  on: 'build',
  check(event, { report }) {
    const { failure, textOf } = event;
    if (failure?.cause !== 'patch-namespace') return;
    const { at } = failure;
    const text = textOf(at.path);
    const edit = text === undefined ? undefined : removeEntryAt(text, at);
    const title = 'Remove the namespace';
    const problem = `it sets this namespace after its patches, so no object has it when the patch applies. ${title} from the patch.`;
    report(at, rejection(event, problem), { fix: edit ? { title, safety: 'safe', edits: [edit] } : undefined });
  },
});
