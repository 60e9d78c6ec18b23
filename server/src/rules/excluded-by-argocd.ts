/** Argo CD leaves Endpoints out where its configuration says so, and so does the configuration that version 3.0 came with. */
import { excludesEndpoints } from '../analysis/exclusions.ts';
import { nearest } from '../analysis/relations.ts';
import type { Entry } from '../analysis/resource-index.ts';
import { keys } from '../analysis/resource-index.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';

export const excludedByArgocd = defineRule({
  code: 'excluded-by-argocd',
  summary: 'Argo CD deploys no Endpoints where its configuration leaves them out.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: { relationsOf: ['Endpoints'] },
  check(resource, { report, binding, around }) {
    if (resource.form === 'pulumi' || resource.isPartial) return;
    const maps = around.at(keys.argo);
    const verdicts = new Set(maps.map(verdictOf));
    const [verdict] = verdicts;
    const [entry] = nearest(maps, around.entry.uri);
    if (verdicts.size !== 1 || !entry || verdict === 'included') return;
    const message =
      verdict === 'excluded'
        ? 'The argocd-cm of this workspace tells Argo CD to leave Endpoints out, so that it never deploys this object. Take Endpoints out of resource.exclusions, or apply it by other means.'
        : 'Argo CD has left Endpoints out since version 3.0, unless argocd-cm says otherwise, and the one of this workspace has no resource.exclusions. Write there what Argo CD is to leave out, without Endpoints, or it may never deploy this object.';
    const path = verdict === 'excluded' ? ['data', 'resource.exclusions'] : [];
    const related = [{ entry, path, message: 'Argo CD is configured here.' }];
    report(nameNode(binding) ?? { span: resource.head }, message, { related });
  },
});

/** A part of a configuration says nothing by what it leaves out. */
function verdictOf({ facts, identities }: Entry): 'excluded' | 'silent' | 'included' {
  const { text, isWhole = false } = facts.exclusions ?? {};
  if (text !== undefined) return excludesEndpoints(text) ? 'excluded' : 'included';
  const isAll = isWhole && facts.kind === 'ConfigMap' && identities.every((each) => each.isClosed && each.isCertain);
  return isAll ? 'silent' : 'included';
}
