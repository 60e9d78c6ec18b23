/** Reports Endpoints and EndpointSlices that Argo CD excludes: by the configuration of the workspace, or else by its default. */
import { nearestObjects } from '../analysis/workspace/nearest.ts';
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import { kindOfType, plurals } from '../contract/contract.ts';
import { applicationOf, exclusionOf, mayBeApplied } from '../lint/argo-exclusions.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import type { Resource } from '../tree/document.ts';

export const excludedByArgocd = defineRule({
  code: 'excluded-by-argocd',
  summary: 'The Argo CD configuration should not exclude hand-written Endpoints or EndpointSlices.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(resource, context) {
    const { report, binding, around } = context;
    if (mayBeApplied(resource) && around.at(keys.argo).length === 0) reportDefault(resource, context);
    const exclusion = exclusionOf(resource, around);
    // Where Applications in sight deliver such objects, they probably deliver all that Argo CD applies.
    if (!exclusion || around.at(keys.byArgo).length > 0) return;
    const kinds = plurals[kindOfType(resource.type)];
    const message = `The argocd-cm of this workspace excludes ${kinds}, so Argo CD never deploys this object. Remove ${kinds} from resource.exclusions, or apply the object by other means.`;
    report(objectPlace(binding, resource), message, { related: [exclusion.place] });
  },
});

/** Once in a workspace: at the first object that an Application delivers. */
function reportDefault(resource: Resource, { report, binding, around }: RelationContext): void {
  const { entry, at } = around;
  const name = applicationOf(entry);
  if (name === undefined) return;
  const [first] = at(keys.byArgo);
  if (first?.uri !== entry.uri || first.ordinal !== entry.ordinal) return;
  const appliers = ['Application', 'ApplicationSet'].flatMap((kind) =>
    at(keys.anywhere(kindKey(kind, 'argoproj.io'), name)),
  );
  const related = nearestObjects(appliers, entry.uri)
    .slice(0, 1)
    .map((each) => ({ entry: each, path: [], message: 'The object is delivered from here.' }));
  const message = `Since version 3, Argo CD excludes Endpoints and EndpointSlices by default, so ${quote(name)} may not deploy this object and others like it. If so, remove both kinds from resource.exclusions in argocd-cm.`;
  report(objectPlace(binding, resource), message, { related });
}
