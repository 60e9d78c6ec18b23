/** Reports Endpoints and EndpointSlices that the Argo CD configuration excludes, as the configuration that comes with version 3.0 does. */
import { excludesKind } from '../analysis/workspace/exclusions.ts';
import { nearestObjects } from '../analysis/workspace/nearest.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { kindOfType, plurals, type Kind } from '../contract/contract.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import { memoBy } from '../text/memo.ts';

export const excludedByArgocd = defineRule({
  code: 'excluded-by-argocd',
  summary: 'The Argo CD configuration should not exclude hand-written Endpoints or EndpointSlices.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(resource, { report, binding, around }) {
    if (resource.form === 'pulumi' || resource.isPartial || resource.embedding) return;
    const maps = around.at(keys.argo);
    const [entry] = nearestObjects(maps, around.entry.uri);
    const kind = kindOfType(resource.type);
    if (!entry || !areExcluding(maps, kind)) return;
    const kinds = plurals[kind];
    const message = `The argocd-cm of this workspace excludes ${kinds}, so Argo CD never deploys this object. Remove ${kinds} from resource.exclusions, or apply the object by other means.`;
    const path = ['data', 'resource.exclusions'];
    const related = [{ entry, path, message: 'Argo CD is configured here.' }];
    report(nameNode(binding) ?? { span: resource.head }, message, { related });
  },
});

const areExcluding = memoBy((maps: readonly IndexedObject[], kind: Kind): boolean =>
  maps.every(({ facts }) => excludesKind(facts.exclusions ?? '', kind)),
);
