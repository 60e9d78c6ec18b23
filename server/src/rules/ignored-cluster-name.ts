/** Reports clusterName, which the API server cleared up to Kubernetes 1.23 and no longer has since 1.24. The types of Pulumi still have it. */
import { isServerSide } from '../analysis/facts/apply-settings.ts';
import { member } from '../analysis/binding/bind.ts';
import { removeEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { entryOf, isNull } from '../tree/value.ts';

export const ignoredClusterName = defineRule({
  code: 'ignored-cluster-name',
  summary: 'clusterName should not be set, because the API server ignores it.',
  enforcedBy: 'advice',
  tag: 'unnecessary',
  on: 'resource',
  check(resource, { report, binding, minor, document }) {
    const metadata = member(binding.root, 'metadata')?.value;
    const entry = metadata?.kind === 'mapping' ? entryOf(metadata, 'clusterName') : undefined;
    if (metadata?.kind !== 'mapping' || !entry) return;
    // Since 1.24 it is an unknown field, which another rule reports. Pulumi leaves the field out where it has no value.
    const isUnknown = resource.form !== 'pulumi' || (!isNull(entry.value) && isServerSide(resource, document));
    if (minor >= 24 && isUnknown) return;
    const message = 'The API server ignores clusterName on create and update. Remove it.';
    report({ span: entry.key, path: ['metadata', 'clusterName'] }, message, {
      fix: removeEntry(metadata, entry, 'safe'),
    });
  },
});
