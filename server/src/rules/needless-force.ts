/** Reports patchForce on a patch without a conflict, where it can only hide a later one. */
import { isForceNeedless } from '../analysis/apply/what-if.ts';
import { forecast } from '../analysis/apply/forecast.ts';
import { textOf, type Binding, type Bound } from '../analysis/binding/bind.ts';
import { patchTypeNames } from '../contract/contract.ts';
import { annotationOf, annotationsOf, isAllKnown, participantOf } from '../lint/applies.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import type { Fix } from '../tree/tree-edit.ts';

export const needlessForce = defineRule({
  code: 'needless-force',
  summary: 'A patch should set patchForce only to resolve a conflict.',
  enforcedBy: 'advice',
  severity: 'hint',
  tag: 'unnecessary',
  on: { relationsOf: patchTypeNames },
  check(_resource, { report, binding, around, minor }) {
    const annotation = annotationOf(binding, 'patchForce');
    if (!annotation?.entry || textOf(annotation) !== 'true') return;
    const all = forecast(around, minor);
    const self = all && participantOf(all, around.entry);
    if (self?.applied.force !== 'yes' || !all?.base || all.base.kind === 'controller') return;
    if (!isAllKnown(around) || !isForceNeedless(all, self)) return;
    const message =
      'patchForce "true" resolves no conflict: nothing else in the workspace sets other values here. Later it would silently take the fields of another manager. Remove it.';
    report({ span: annotation.entry.key, path: annotation.path }, message, {
      fix: removeAnnotation(annotation, binding),
    });
  },
});

/** Removes the whole map with its last annotation, because the patch would own an empty map. */
function removeAnnotation(annotation: Bound, { root }: Binding): Fix | undefined {
  const annotations = annotationsOf(root);
  const isLast = annotations?.value.kind === 'mapping' && annotations.value.entries.length === 1;
  return removeMember(isLast ? annotations : annotation, 'suggested');
}
