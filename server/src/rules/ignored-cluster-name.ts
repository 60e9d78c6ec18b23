/** A field that the server cleared up to 1.23 and no longer has since 1.24; Pulumi's types still do. */
import { isServerSide } from '../analysis/facts/apply-settings.ts';
import { member } from '../analysis/binding/bind.ts';
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { entryOf, isNull } from '../tree/value.ts';

export const ignoredClusterName = defineRule({
  code: 'ignored-cluster-name',
  summary: 'clusterName is set nowhere and ignored by the server.',
  enforcedBy: 'advice',
  tag: 'unnecessary',
  since: '0.1.0',
  on: 'resource',
  check(resource, { report, binding, minor, document }) {
    const metadata = member(binding.root, 'metadata')?.value;
    const entry = metadata?.kind === 'mapping' ? entryOf(metadata, 'clusterName') : undefined;
    if (metadata?.kind !== 'mapping' || !entry) return;
    // Then it is an unknown field, which Pulumi leaves out where it has no value.
    const isUnknown = resource.form === 'kubernetes' || (!isNull(entry.value) && isServerSide(resource, document));
    if (minor >= 24 && isUnknown) return;
    const message = 'The server ignores clusterName on create and update. Remove it.';
    report({ span: entry.key, path: ['metadata', 'clusterName'] }, message, {
      fix: removeEntry(metadata, entry, 'safe'),
    });
  },
});
