/** Reports fields that the type lacks; in a program, only those that the provider has, as Pulumi reports the rest. */
import { isServerSide } from '../analysis/facts/apply-settings.ts';
import { isRemovedByPulumi } from '../analysis/apply/field-config.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { defineRule } from '../lint/rule.ts';
import { isRemoval } from '../lint/removal.ts';
import { isOfOtherVersion, unknownEntry } from '../lint/unknown.ts';
import { isNull } from '../tree/value.ts';

export const unknownField = defineRule({
  code: 'unknown-field',
  summary: 'Every field must exist in its type.',
  enforcedBy: 'strict',
  on: 'mismatch',
  check(mismatch, context) {
    const { report, resource, document } = context;
    if (mismatch.kind !== 'unknown') return;
    if (resource.form === 'pulumi') {
      if (!isOfOtherVersion(mismatch.owner, mismatch.entry) || isNull(mismatch.entry.value)) return;
      if (isRemovedByPulumi(mismatch.owner) || !isServerSide(resource, document)) return;
    }
    // The rule refused-manifest reports it.
    if (resource.terraform?.type === 'kubernetes_manifest' && mismatch.path.join() === 'status') return;
    // With a template at the top level, the text may contain objects of several kinds.
    if (mismatch.path.length === 1 && mismatch.owner.value.isOpen && !resource.isJsonPatch) return;
    if (resource.isPartial && isMergeDirective(mismatch.entry.name)) return;
    const { message, fix, isGuess } = unknownEntry(mismatch.owner, mismatch.entry, context);
    // A patch may remove what another version of the API has, but not by a misspelled name.
    if (isRemoval(resource, mismatch.entry) && !fix?.edits.some(({ kind }) => kind !== 'remove-entry')) return;
    // Below a syntax error, keys are often read into the wrong object.
    if (isGuess && document.issues.some(({ span }) => span.start < mismatch.entry.key.start)) return;
    report({ span: mismatch.entry.key, path: mismatch.path }, message, { fix });
  },
});
