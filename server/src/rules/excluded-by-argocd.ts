/** Argo CD leaves Endpoints out where its configuration says so, as the one does that comes with version 3.0. */
import { excludesKind } from '../analysis/workspace/exclusions.ts';
import { nearestObjects } from '../analysis/workspace/relations.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { kindOfType, plurals } from '../contract/contract.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';

export const excludedByArgocd = defineRule({
  code: 'excluded-by-argocd',
  summary: 'Argo CD deploys no Endpoints or EndpointSlices where its configuration leaves them out.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(resource, { report, binding, around }) {
    if (resource.form === 'pulumi' || resource.isPartial) return;
    const maps = around.at(keys.argo);
    const [entry] = nearestObjects(maps, around.entry.uri);
    const kind = kindOfType(resource.type);
    if (!entry || !maps.every((each) => excludesKind(each.facts.exclusions ?? '', kind))) return;
    const kinds = plurals[kind];
    const message = `The argocd-cm of this workspace tells Argo CD to leave ${kinds} out, so that it never deploys this object. Take ${kinds} out of resource.exclusions, or apply it by other means.`;
    const path = ['data', 'resource.exclusions'];
    const related = [{ entry, path, message: 'Argo CD is configured here.' }];
    report(nameNode(binding) ?? { span: resource.head }, message, { related });
  },
});
